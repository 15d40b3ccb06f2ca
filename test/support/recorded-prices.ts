// The simulated exchange over minutes that were recorded elsewhere: its prices are those of a file,
// its rules its own.

import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import type { SimPrices } from '#adapters/sim/sim-prices.ts';
import type { SimMarket } from '#adapters/sim/sim-markets.ts';
import { SIM_MARKETS } from '#adapters/sim/sim-markets.ts';
import { allocateColumns } from '#domain/candle/allocate-columns.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { present } from '#lib/assert.ts';
import { readReference } from './reference-data.ts';

const COLUMNS = ['open', 'high', 'low', 'close', 'volume'] as const;

export type RecordedPrices = {
  readonly prices: SimPrices;
  readonly fromMs: number;
  readonly toMs: number;
};

type PriceOptions = {
  /** The whole volume is divided by it. */
  readonly thinnedBy?: number;
  /** Minutes open a step beside where the last one closed, where they traded there. */
  readonly hasGaps?: boolean;
  /** Those of the simulated exchange otherwise. */
  readonly markets?: ReadonlyMap<string, SimMarket>;
  /** When the first minute opens, instead of when it was recorded. */
  readonly startMs?: number;
};

/** The minutes of a file of the reference data, shown as those of these markets. */
export function recordedPrices(
  symbol: string,
  marketTags: readonly string[],
  rowsMax: number,
  { thinnedBy = 1, markets = SIM_MARKETS, startMs, hasGaps = false }: PriceOptions = {},
): RecordedPrices {
  const [, ...all] = readReference(`candles/${symbol}_1m.csv.gz`).trim().split('\n');
  const lines = all.slice(0, rowsMax);
  const recordedMs = Number(lines[0]?.split(',')[0]) * 1_000;
  const columns = (tag: string): CandleColumns => {
    const market = present(markets.get(tag), 'the market is listed');
    const recorded = columnsOf(lines, market, thinnedBy, startMs ?? recordedMs);
    if (hasGaps) openBeside(recorded);
    return recorded;
  };
  const byTag = new Map(marketTags.map((tag) => [tag, columns(tag)]));
  const [first] = byTag.values();
  const { firstOpenMs: fromMs, rowCount } = present(first, 'a market is named');
  const at = (tag: string, instantMs: number): readonly [CandleColumns, number] | null => {
    const columns = byTag.get(tag);
    const row = Math.floor((instantMs - fromMs) / MINUTE_MS);
    return columns === undefined || row < 0 || row >= rowCount ? null : [columns, row];
  };
  const candleAt = (tag: string, openTimeMs: number): Candle | null => {
    const found = at(tag, openTimeMs);
    return found === null ? null : candleOf(...found);
  };
  const prices: SimPrices = {
    marketOf: (tag) => markets.get(tag) ?? null,
    tradedTag: (tag) => tag,
    lookUp: null,
    load: null,
    loadBestPrices: null,
    bestAt: () => null,
    closedUntilMs: (_tag, nowMs) => minuteStartMs(nowMs),
    knowsRunningMinute: () => true,
    formingAt: () => null,
    // Within a minute the price stands at its open, which its candle covers.
    ticksAt(tag, instantMs) {
      const candle = candleAt(tag, instantMs);
      return candle === null ? null : (candle.open as Ticks);
    },
    candleAt,
    candles(tag, from, to) {
      const count = Math.max(0, Math.ceil((to - from) / MINUTE_MS));
      const found = Array.from({ length: count }, (_, row) =>
        candleAt(tag, from + row * MINUTE_MS),
      );
      return found.filter((candle) => candle !== null);
    },
    fillCandles(tag, columns) {
      const recorded = byTag.get(tag);
      if (recorded === undefined) return false;
      fill(columns, recorded);
      return true;
    },
    unknownFromMs: () => null,
    fundingKnownUntilMs: () => Infinity,
    fundingRateAt: () => null,
  };
  return { prices, fromMs, toMs: fromMs + rowCount * MINUTE_MS };
}

function columnsOf(
  lines: readonly string[],
  { grid }: SimMarket,
  thinnedBy: number,
  firstOpenMs: number,
): CandleColumns {
  const rows = lines.map((line) => line.split(','));
  const columns = allocateColumns(firstOpenMs, rows.length, 'own');
  for (const [row, [, ...figures]] of rows.entries())
    for (const [index, name] of COLUMNS.entries()) {
      const step = name === 'volume' ? grid.amountStep : grid.priceStep;
      const steps = Number(decimal(figures[index] ?? '') / step);
      columns[name][row] = name === 'volume' ? Math.floor(steps / thinnedBy) : steps;
    }
  return columns;
}

/** By turns above and below. */
function openBeside({ open, high, low, rowCount }: CandleColumns): void {
  for (let row = 0; row < rowCount; row += 1) {
    const moved = (open[row] as number) + (row % 2 === 0 ? 1 : -1);
    open[row] = Math.min(Math.max(moved, low[row] as number), high[row] as number);
  }
}

function candleOf(columns: CandleColumns, row: number): Candle {
  const [open, high, low, close, volume] = COLUMNS.map((name) => BigInt(columns[name][row] ?? 0));
  const openTimeMs = columns.firstOpenMs + row * MINUTE_MS;
  return { openTimeMs, open, high, low, close, volume } as Candle;
}

/** Before the recording a market stands still, without trades. */
function fill(columns: CandleColumns, recorded: CandleColumns): void {
  const shift = (columns.firstOpenMs - recorded.firstOpenMs) / MINUTE_MS;
  for (let row = 0; row < columns.rowCount; row += 1) {
    const from = row + shift;
    const isThere = from >= 0 && from < recorded.rowCount;
    for (const name of COLUMNS)
      columns[name][row] = isThere
        ? (recorded[name][from] as number)
        : name === 'volume'
          ? 0
          : (recorded.open[0] as number);
    columns.isMissing[row] = isThere ? 0 : 1;
  }
}
