// The lists of each dialect, by its code. Which lists a dialect has, it says itself.

import { DIALECT_CODES, loadDialect } from '#venues/dialects/load-dialect.ts';
import type { VenueDialect } from '#venues/dialect.ts';
import { BINANCE_LISTS, BINANCE_USDM_LISTS } from './lists/binance.ts';
import { BITGET_LISTS } from './lists/bitget.ts';
import { BYBIT_LISTS } from './lists/bybit.ts';
import { COINBASE_LISTS } from './lists/coinbase.ts';
import { GATE_LISTS } from './lists/gate.ts';
import { HYPERLIQUID_LISTS } from './lists/hyperliquid.ts';
import { KRAKEN_LISTS } from './lists/kraken.ts';
import { KUCOIN_LISTS } from './lists/kucoin.ts';
import { OKX_LISTS } from './lists/okx.ts';
import type { RowList } from './row-list.ts';

const LISTS: Readonly<Record<string, readonly RowList[]>> = {
  binance: BINANCE_LISTS,
  binanceusdm: BINANCE_USDM_LISTS,
  bitget: BITGET_LISTS,
  bybit: BYBIT_LISTS,
  coinbase: COINBASE_LISTS,
  gate: GATE_LISTS,
  hyperliquid: HYPERLIQUID_LISTS,
  kraken: KRAKEN_LISTS,
  kucoin: KUCOIN_LISTS,
  okx: OKX_LISTS,
};

export function listsOf(code: string): readonly RowList[] {
  return LISTS[code] ?? [];
}

/** What has no rows: the only balance is made of the whole account. */
export const WITHOUT_ROWS = 'hyperliquid balances';

/** `CODE LIST` of each list that a dialect has, and of those that are here beside them. */
export async function listNames(): Promise<readonly string[]> {
  const names = await Promise.all(
    DIALECT_CODES.map(async (code) => {
      const dialect = await loadDialect(code);
      const own = [...listsIn(dialect), ...listsOf(code).map(({ name }) => name)];
      return [...new Set(own)].map((name) => `${code} ${name}`);
    }),
  );
  return names.flat();
}

function listsIn({ candles, funding, marketTypes, orders, account }: VenueDialect) {
  const names = ['markets', 'candles', 'balances', 'open orders', 'fills', 'order fills'];
  if (candles.recent !== undefined) names.push('recent candles');
  if (funding !== null) names.push('funding rates');
  if (marketTypes.includes('futures')) names.push('positions');
  if (account.marginEvents !== null) names.push('margin events');
  if (orders.placedBetween !== undefined) names.push('search');
  return names;
}
