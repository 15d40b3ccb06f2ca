// A market as people call it.

import { useQuery } from '@tanstack/react-query';
import { marketsQuery } from '../api/queries.ts';
import type { Market } from '@tidemill/client';

/** The market of a tag at an exchange; null while it is not known. */
export function useMarket(tag: string | null, exchange: string | undefined): Market | null {
  const { data } = useQuery({ ...marketsQuery(exchange ?? ''), enabled: exchange !== undefined });
  return data?.find((market) => market.market_tag === tag) ?? null;
}
