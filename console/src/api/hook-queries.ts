// Queries of signals from outside. What comes in at a hook is an event of its bot only where it was
// taken, so it is read again while it is shown.

import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const REREAD_MS = 5_000;

export const hooksQuery = queryOptions({
  queryKey: ['hooks'],
  queryFn: ({ signal }) => api.listHooks({}, { signal }),
});

/** Bots that listen to signals, each with the names; read anew when a hook is made. */
export const hookListenersQuery = queryOptions({
  queryKey: ['hook-listeners'],
  queryFn: ({ signal }) => api.listHookListeners({}, { signal }),
  staleTime: 0,
});

/** Newest first. */
export const hookCallsQuery = (hookId: string) =>
  queryOptions({
    queryKey: ['hook-calls', hookId],
    queryFn: ({ signal }) => api.listHookCalls({ hook_id: hookId }, { signal }),
    refetchInterval: REREAD_MS,
  });
