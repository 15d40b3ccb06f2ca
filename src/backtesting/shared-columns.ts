// Columns of series that runs over the same candles share in one thread: what one run has computed
// the next one reads. They live as long as the candles do.

import type { RunMarket } from '#engine/run/run-market.ts';
import type { ColumnStore } from '#engine/series/column-store.ts';
import { makeColumnStore } from '#engine/series/column-store.ts';
import { LIMITS } from '#lib/limits.ts';

/** By the memory of the trade market's closes, then by what lies in it. */
const stores = new WeakMap<ArrayBufferLike, Map<string, ColumnStore>>();

/** The store over exactly these rows of these markets. */
export function sharedColumns(markets: readonly RunMarket[]): ColumnStore {
  const make = (): ColumnStore =>
    makeColumnStore(
      markets.map(({ market, candles, candleMinutes }) => ({ market, candles, candleMinutes })),
      { bytesMax: LIMITS.sharedColumnsMegabytesMax * 2 ** 20 },
    );
  const memory = markets[0]?.candles.close.buffer;
  if (memory === undefined) return make();
  const known = stores.get(memory) ?? new Map<string, ColumnStore>();
  stores.set(memory, known);
  const key = markets.map(keyOf).join(' ');
  const store = known.get(key);
  if (store !== undefined && isOver(store, markets)) return store;
  const made = make();
  // Windows of one memory are many, so only the last one is retained.
  known.clear();
  known.set(key, made);
  return made;
}

function keyOf({ market, candles }: RunMarket): string {
  const { marketTag, priceStep } = market;
  const { close, firstOpenMs } = candles;
  return `${marketTag}:${priceStep}:${firstOpenMs}:${close.byteOffset}:${close.length}`;
}

/** Whether all markets' candles lie where the store reads them. */
function isOver(store: ColumnStore, markets: readonly RunMarket[]): boolean {
  return markets.every(
    ({ market, candles }) =>
      store.markets.get(market.marketTag)?.candles.close.buffer === candles.close.buffer,
  );
}
