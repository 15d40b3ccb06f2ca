// Queries of the price list and of the watch list.

import { queryOptions } from '@tanstack/react-query';
import type { ListedPrice } from '@tidemill/client';
import { api, readAll } from './api.ts';

export const watchedQuery = queryOptions({
  queryKey: ['watched-markets'],
  queryFn: async ({ signal }) => (await api.listWatchedMarkets({}, { signal })).data,
});

/** Of all exchanges that have listed them; one that was never reached has none. */
export const everyMarketQuery = queryOptions({
  queryKey: ['markets', '*'],
  queryFn: ({ signal }) => readAll(api.each('listMarkets', { limit: 3_000 }, { signal })),
  staleTime: 300_000,
});

/** So many at once as one request may name. */
export const PRICES_AT_ONCE = 40;

/** Of markets of one exchange, so that one that is slow keeps no other waiting. */
export const pricesQuery = (tags: readonly string[]) =>
  queryOptions({
    queryKey: ['prices', tags.join(',')],
    queryFn: async ({ signal }): Promise<readonly ListedPrice[]> =>
      (await api.listPrices({ market_tags: tags.join(',') }, { signal })).data,
    refetchInterval: 10_000,
    staleTime: 5_000,
  });
