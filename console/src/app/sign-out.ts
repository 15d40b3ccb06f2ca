// Ends the session of this browser.

import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { request } from '../api/request.ts';
import { sessionQuery } from '../api/session-query.ts';

/** Signs out at the service, forgets all data and goes to the page for signing in. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await request('POST', '/auth/sign-out', {});
    await client.cancelQueries();
    client.getMutationCache().clear();
    // Who is signed in stays known, as nobody: the next page waits for a change of it, which it
    // would miss if the query were removed as well.
    client.removeQueries({ predicate: ({ queryKey }) => !isSession(queryKey) });
    client.setQueryData(sessionQuery.queryKey, null);
    await navigate({ to: '/sign-in', ignoreBlocker: true });
  };
}

function isSession(queryKey: readonly unknown[]): boolean {
  return queryKey.length === 1 && queryKey[0] === sessionQuery.queryKey[0];
}
