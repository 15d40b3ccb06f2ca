// Query client: its cache, and when queries are read again.

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblemError } from '@tidemill/client';
import { RefusalError } from '../api/request.ts';

/** Client whose refusals of a session are noted wherever they come from. */
export function makeClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      // Whoever is found not to be signed in is not looked for again.
      onError: (error, { queryKey }) => queryKey[0] === 'session' || noteRefusal(error),
    }),
    mutationCache: new MutationCache({ onError: (error) => noteRefusal(error) }),
    defaultOptions: {
      queries: {
        // The stream of events says what is old.
        staleTime: 20_000,
        refetchOnWindowFocus: true,
        // The client of the API has tried again what may pass.
        retry: false,
      },
    },
  });
  /** Whoever is refused for want of a session is asked who it is. */
  function noteRefusal(error: Error): void {
    const isRefusal = error instanceof RefusalError || error instanceof ApiProblemError;
    if (isRefusal && error.status === 401) void client.invalidateQueries({ queryKey: ['session'] });
  }
  return client;
}
