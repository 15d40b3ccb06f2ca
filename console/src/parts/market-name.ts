// A market as people call it.

import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import type { Market, Page } from '../api/wire.ts';

/** The market of a tag, found among those of its exchange; null while it is not known. */
export function useMarket(tag: string | null): Market | null {
  const { data } = useQuery({ ...everyMarketQuery, enabled: tag !== null });
  return data?.get(tag ?? '') ?? null;
}

const everyMarketQuery = queryOptions({
  queryKey: ['every-market'],
  staleTime: 600_000,
  async queryFn({ signal }) {
    const byTag = new Map<string, Market>();
    let cursor: string | null = null;
    do {
      const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const path = `/v1/markets?limit=3000${more}`;
      const page: Page<Market> = await request<Page<Market>>('GET', path, undefined, signal);
      for (const market of page.data) byTag.set(market.market_tag, market);
      cursor = page.next_cursor;
    } while (cursor !== null && byTag.size < 30_000);
    return byTag;
  },
});
