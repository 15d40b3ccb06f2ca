// The exchanges this installation can reach, by code.

import type { Exchange } from '#venue-port/exchange/exchange.ts';

export type ExchangeRegistry = {
  /** Null when no driver has this code. Codes are compared in lower case. */
  find(code: string): Exchange | null;
  /** Sorted by code. */
  list(): readonly Exchange[];
};

/** A registry over a fixed set of drivers. */
export function exchangeRegistry(exchanges: readonly Exchange[]): ExchangeRegistry {
  const byCode = new Map(exchanges.map((exchange) => [exchange.code, exchange]));
  const sorted = [...byCode.values()].sort((left, right) => (left.code < right.code ? -1 : 1));
  return {
    find: (code) => byCode.get(code.toLowerCase()) ?? null,
    list: () => sorted,
  };
}
