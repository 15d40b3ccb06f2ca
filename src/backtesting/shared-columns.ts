// Columns of series that runs over the same candles share in one thread: what one run has computed
// the next one reads. They live as long as the candles do.

import type { NamedPoints } from '#domain/data-series/data-points.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import type { ColumnStore } from '#engine/series/column-store.ts';
import { makeColumnStore } from '#engine/series/column-store.ts';
import { LIMITS } from '#lib/limits.ts';

/** By the memory of the trade market's closes, then by what lies in it. */
const stores = new WeakMap<ArrayBufferLike, Map<string, ColumnStore>>();

/** The store over exactly these rows of these markets, with these data series. */
export function sharedColumns(
  markets: readonly RunMarket[],
  dataSeries: readonly NamedPoints[] = [],
): ColumnStore {
  const make = (): ColumnStore =>
    makeColumnStore(
      markets.map(({ market, candles, candleMinutes }) => ({ market, candles, candleMinutes })),
      { bytesMax: LIMITS.sharedColumnsMegabytesMax * 2 ** 20 },
      false,
      new Map(dataSeries.map((each) => [each.name, each])),
    );
  const memory = markets[0]?.candles.close.buffer;
  if (memory === undefined) return make();
  const known = stores.get(memory) ?? new Map<string, ColumnStore>();
  stores.set(memory, known);
  const key = markets.map(keyOf).join(' ');
  const store = known.get(key);
  if (store !== undefined && isOver(store, markets) && hasSame(store, dataSeries)) return store;
  const made = make();
  // Windows of one memory are many, so only the last one is retained.
  known.clear();
  known.set(key, made);
  return made;
}

/** Whether it has these data series and no others, from the same memory. */
function hasSame(store: ColumnStore, dataSeries: readonly NamedPoints[]): boolean {
  return (
    store.dataSeries.size === dataSeries.length &&
    dataSeries.every(({ name, values }) => store.dataSeries.get(name)?.values === values)
  );
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
