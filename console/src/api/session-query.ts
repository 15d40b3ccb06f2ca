// Query of the session: by itself, because the page where one signs in reads nothing else.

import { queryOptions } from '@tanstack/react-query';
import { request } from './request.ts';
import type { SignedIn } from './wire.ts';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  /** Null: nobody is signed in. */
  queryFn: ({ signal }) => request<SignedIn | null>('GET', '/auth/session', undefined, signal),
  retry: false,
  staleTime: 60_000,
});
