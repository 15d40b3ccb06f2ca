// A market as people call it, and its prices as they write them.

import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { accountsQuery, marketsQuery } from '../api/queries.ts';
import type { Market } from '@tidemill/client';
import { formatDecimal, formatFixed } from './format.ts';

/** The market of a tag at an exchange; null while it is not known. */
export function useMarket(tag: string | null, exchange: string | undefined): Market | null {
  const { data } = useQuery({ ...marketsQuery(exchange ?? ''), enabled: exchange !== undefined });
  return data?.find((market) => market.market_tag === tag) ?? null;
}

/** The exchange of one's own account; undefined while it is not known. */
export function useExchangeOf(accountId: string): string | undefined {
  const { data } = useQuery(accountsQuery);
  return data?.find(({ account_id: id }) => id === accountId)?.exchange;
}

/** Writes a price of a market with the market's decimals, once they are known. */
export type PriceFormat = (marketTag: string | null, price: string) => string;

/** Of markets of these exchanges; none: they are not known here. */
export function usePriceFormat(exchanges: readonly (string | null | undefined)[]): PriceFormat {
  const known = [...new Set(exchanges)].filter((of) => typeof of === 'string');
  const markets = useQueries({
    queries: known.map((exchange) => marketsQuery(exchange)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const decimals = useMemo(
    () => new Map(markets.map((of) => [of.market_tag, of.price_decimals])),
    [markets],
  );
  return (tag, price) => {
    const count = tag === null ? undefined : decimals.get(tag);
    return count === undefined ? formatDecimal(price) : formatFixed(price, count);
  };
}
