// Cost of series over a year of minutes: making columns, in nanoseconds per row and their memory,
// and reading elements. Run with: node bench/series.ts. Figures are means of this thread's
// processor time; they are printed, not judged.

import { makeColumnStore } from '#engine/series/column-store.ts';
import { makeSeriesApi } from '#engine/series/make-series-api.ts';
import type { SeriesApi, SeriesLike } from '#engine/run-api/series-api.ts';
import { decimal } from '#lib/decimal.ts';
import { present } from '#lib/assert.ts';
import { BYTES, STEPS, meter } from '#lua/runtime/meter.ts';

const ROWS = 525_600;
const SPENT_US = 300_000;

function walk(): ReturnType<typeof windowOf> {
  const column = (): Float64Array => new Float64Array(ROWS);
  const [open, high, low, close, volume] = [column(), column(), column(), column(), column()];
  let seed = 1;
  const chance = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 32;
  };
  let price = 5_000_000;
  for (let row = 0; row < ROWS; row += 1) {
    open[row] = price;
    price = Math.max(100, price + Math.round((chance() - 0.5) * 10_000));
    close[row] = price;
    high[row] = Math.max(open[row] ?? 0, price) + Math.floor(chance() * 2_000);
    low[row] = Math.min(open[row] ?? 0, price) - Math.floor(chance() * 2_000);
    volume[row] = Math.floor(chance() * 100_000);
  }
  return windowOf({ open, high, low, close, volume });
}

function windowOf(prices: Record<'open' | 'high' | 'low' | 'close' | 'volume', Float64Array>) {
  return {
    market: { marketTag: 'bench', priceStep: decimal('0.01'), amountStep: decimal('0.0001') },
    candles: {
      ...prices,
      firstOpenMs: Date.UTC(2024, 0, 1),
      rowCount: ROWS,
      isMissing: new Uint8Array(ROWS),
    },
  };
}

const WINDOW = walk();

function prices(api: SeriesApi, source: 'close' | 'high' | 'low', intervalMinutes: number) {
  return api.prices({
    source,
    marketTag: null,
    intervalMinutes,
    isClosedOnly: false,
    style: 'candle',
  });
}

type PreparedSeries = (api: SeriesApi, intervalMinutes: number) => () => unknown;

const closeOf =
  (make: (api: SeriesApi, close: SeriesLike) => unknown): PreparedSeries =>
  (api, interval) => {
    const close = prices(api, 'close', interval);
    return () => make(api, close);
  };

const CASES: readonly (readonly [name: string, prepare: PreparedSeries])[] = [
  ['ClosePrices', (api, interval) => () => prices(api, 'close', interval)],
  ['HighPrices', (api, interval) => () => prices(api, 'high', interval)],
  ['c * 2', closeOf((api, close) => api.combine('multiply', [close, 2]))],
  ['Round(c, 1)', closeOf((api, close) => api.combine('round', [close, 1]))],
  ['c[2]', closeOf((_, close) => close.index(2))],
  ['SMA(c, 20)', closeOf((api, close) => api.indicator('SMA', [close], [20]))],
  ['SMA(c, 200)', closeOf((api, close) => api.indicator('SMA', [close], [200]))],
  ['EMA(c, 20)', closeOf((api, close) => api.indicator('EMA', [close], [20]))],
  ['RSI(c, 14)', closeOf((api, close) => api.indicator('RSI', [close], [14]))],
  ['MACD(c, 12, 26, 9)', closeOf((api, close) => api.indicator('MACD', [close], [12, 26, 9]))],
  ['BBANDS(c, 20, 2, 2)', closeOf((api, close) => api.indicator('BBANDS', [close], [20, 2, 2]))],
  ['LINEARREG(c, 14)', closeOf((api, close) => api.indicator('LINEARREG', [close], [14]))],
  [
    'ATR(h, l, c, 14)',
    (api, interval) => {
      const inputs = (['high', 'low', 'close'] as const).map((source) =>
        prices(api, source, interval),
      );
      return () => api.indicator('ATR', inputs, [14]);
    },
  ],
];

function spentUs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start);
  return user + system;
}

/** The mean cost per row of what `prepare` gives, on a new store each time. */
function makingNs(prepare: PreparedSeries, intervalMinutes: number): number {
  let passes = 0;
  let usedUs = 0;
  for (let pass = 0; usedUs < SPENT_US; pass += 1) {
    const store = makeColumnStore([WINDOW]);
    const cursor = { row: 0 };
    const api = makeSeriesApi({ store, cursor, marketTag: 'bench', intervalMinutes });
    const make = prepare(api, intervalMinutes);
    const start = process.threadCpuUsage();
    make();
    if (pass < 2) continue;
    usedUs += spentUs(start);
    passes += 1;
  }
  return (usedUs * 1e3) / (passes * ROWS);
}

/** Sums up elements at positions 1 to 10 in each row. */
function readingNs(intervalMinutes: number): number {
  const store = makeColumnStore([WINDOW]);
  const cursor = { row: 0 };
  const api = makeSeriesApi({ store, cursor, marketTag: 'bench', intervalMinutes });
  const close = prices(api, 'close', intervalMinutes);
  let total = 0;
  const start = process.threadCpuUsage();
  for (cursor.row = 10_000; cursor.row < ROWS; cursor.row += 1) {
    for (let position = 1; position <= 10; position += 1) total += close.at(position);
  }
  const used = spentUs(start);
  return total > 0 ? (used * 1e3) / ((ROWS - 10_000) * 10) : Number.NaN;
}

function growingNs(): number {
  meter[STEPS] = 2 ** 30;
  meter[BYTES] = 2 ** 30;
  const store = makeColumnStore([WINDOW]);
  const cursor = { row: 0 };
  const api = makeSeriesApi({ store, cursor, marketTag: 'bench', intervalMinutes: 1 });
  const close = prices(api, 'close', 1);
  const start = process.threadCpuUsage();
  // Another number in each update, as in `c - LastLongPrice()`.
  let total = 0;
  for (cursor.row = 0; cursor.row < 100_000; cursor.row += 1) {
    meter[BYTES] = 2 ** 30;
    const transient = close.arith('-', close, cursor.row) as SeriesLike;
    total += transient.at(1);
  }
  const used = spentUs(start);
  return present(total, 'a sum') === 0 ? Number.NaN : (used * 1e3) / 100_000;
}

console.log('ns per row                1 min   60 min');
for (const [name, prepare] of CASES) {
  const cells = [1, 60].map((interval) => makingNs(prepare, interval).toFixed(1).padStart(9));
  console.log(name.padEnd(22) + cells.join(''));
}
console.log(
  `an element            ${readingNs(1).toFixed(1).padStart(9)}${readingNs(60).toFixed(1).padStart(9)}`,
);
console.log(`c - n, n of each row  ${growingNs().toFixed(1).padStart(9)}`);
console.log(`memory of a column    ${((ROWS * 8) / 2 ** 20).toFixed(1)} MiB`);
