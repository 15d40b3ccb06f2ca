// Ends the session of this browser.

import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { request } from '../api/request.ts';

export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await request('POST', '/auth/sign-out', {});
    await navigate({ to: '/sign-in' });
    client.clear();
  };
}
