// Excursions: how far the price went for and against each position while it was open. Only what is
// certain counts: of the minutes of entry and exit it is not known which prices came before, which
// after.

import type { Decimal } from '#lib/decimal.ts';
import { ONE } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { marketGrid } from '#venue-port/market/market-grid.ts';
import type {
  BacktestInput,
  BacktestPosition,
  BacktestReport,
  Excursion,
} from '#backtesting/backtest.ts';
import { candleMinutesOf } from '#backtesting/interval-problem.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import type { StepScale } from '#engine/run/step-scale.ts';
import { fromSteps, stepScale } from '#engine/run/step-scale.ts';

/** Minutes whose extremes are known together, so that a long position costs little. */
const BLOCK_ROWS = 256;
/** From here on by blocks: some three days. */
const LONG_ROWS = 4_096;
/** Percentages are rounded to it. */
const PLACES = 1e6;
const DECIMAL_ONE = Number(ONE);

type Extremes = { readonly high: number; readonly low: number };

const NOTHING: Extremes = { high: Number.NEGATIVE_INFINITY, low: Number.POSITIVE_INFINITY };

/** With how far the price went for and against each position, which costs the run nothing. */
export function withExcursions(input: BacktestInput, report: BacktestReport): BacktestReport {
  const candleMinutes = candleMinutesOf(input);
  const readers = new Map(
    input.markets.map(({ market, candles }) => [
      market.marketTag,
      { candles, price: stepScale(marketGrid(market).priceStep), read: extremesOf(candles) },
    ]),
  );
  const positions = report.positions.map((position): BacktestPosition => {
    const reader = readers.get(position.marketTag);
    if (reader === undefined) return position;
    return { ...position, excursion: excursionIn(reader, position, input.endMs, candleMinutes) };
  });
  return { ...report, positions };
}

/** Of a closed position; as it is where the minutes no longer go back to its entry. */
export function withCertainExcursion(
  { candles, price }: Pick<RunMarket, 'candles' | 'price'>,
  position: BacktestPosition,
): BacktestPosition {
  const { openedAtMs, closedAtMs } = position;
  if (closedAtMs === null || openedAtMs < candles.firstOpenMs) return position;
  const read = (from: number, to: number): Extremes => scan(from, to, candles.high, candles.low);
  return { ...position, excursion: excursionIn({ candles, price, read }, position, closedAtMs, 1) };
}

type Reader = {
  readonly candles: CandleColumns;
  readonly price: StepScale;
  readonly read: (from: number, to: number) => Extremes;
};

/** `candleMinutes`: how long a candle of the history is, which all of its rows show. */
function excursionIn(
  { candles, price, read }: Reader,
  { openedAtMs, closedAtMs, averagePrice, exitPrice, direction }: BacktestPosition,
  endMs: number,
  candleMinutes: number,
): Excursion {
  /** Rows since the first one's open, in parts of them: a fill has its instant within a minute. */
  const rowsAt = (atMs: number): number => (atMs - candles.firstOpenMs) / MINUTE_MS;
  const entryRow = rowsAt(openedAtMs);
  const exitRow = Math.min(candles.rowCount, rowsAt(closedAtMs ?? endMs));
  const [from, to] = wholeCandles(candles.firstOpenMs, entryRow, exitRow, candleMinutes);
  const entry = nearFloat(averagePrice);
  let [high, low] = [entry, entry];
  const note = (value: number): void => {
    if (value > high) high = value;
    if (value < low) low = value;
  };
  if (from < to) {
    const extremes = read(from, to);
    note(fromSteps(price, extremes.high));
    note(fromSteps(price, extremes.low));
  }
  if (exitPrice !== null) note(nearFloat(exitPrice));
  if (candleMinutes === 1 && from > entryRow && from <= exitRow)
    note(fromSteps(price, candles.close[from - 1] as number));
  return excursionOf(entry, direction === 'long', high, low);
}

/** Near enough for a percentage, and without a text in between. */
function nearFloat(value: Decimal): number {
  return Number(value) / DECIMAL_ONE;
}

function excursionOf(entry: number, isLong: boolean, high: number, low: number): Excursion {
  const percent = (distance: number): number =>
    entry > 0 ? Math.round((distance / entry) * 100 * PLACES) / PLACES : 0;
  const [above, below] = [percent(high - entry), percent(entry - low)];
  return isLong
    ? { favorablePercent: above, adversePercent: below }
    : { favorablePercent: below, adversePercent: above };
}

/** The rows of candles that lie whole between two places: the first one, and the one behind. */
function wholeCandles(
  firstOpenMs: number,
  from: number,
  to: number,
  candleMinutes: number,
): readonly [number, number] {
  const base = Math.round(firstOpenMs / MINUTE_MS) % candleMinutes;
  return [
    Math.ceil((base + from) / candleMinutes) * candleMinutes - base,
    Math.floor((base + to) / candleMinutes) * candleMinutes - base,
  ];
}

/**
 * Reads the extremes of rows `from` up to, not including, `to`, which are some. Blocks are computed
 * once a position is so long that they save more than they cost.
 */
function extremesOf({ high, low, rowCount }: CandleColumns) {
  let readLong: ((from: number, to: number) => Extremes) | null = null;
  return (from: number, to: number): Extremes => {
    if (to - from < LONG_ROWS) return scan(from, to, high, low);
    readLong ??= blockExtremes(high, low, rowCount);
    return readLong(from, to);
  };
}

function blockExtremes(high: Float64Array, low: Float64Array, rowCount: number) {
  const count = Math.ceil(rowCount / BLOCK_ROWS);
  const highs = new Float64Array(count);
  const lows = new Float64Array(count);
  for (let block = 0; block < count; block += 1) {
    const rows = scan(block * BLOCK_ROWS, Math.min(rowCount, (block + 1) * BLOCK_ROWS), high, low);
    [highs[block], lows[block]] = [rows.high, rows.low];
  }
  return (from: number, to: number): Extremes => {
    const firstBlock = Math.ceil(from / BLOCK_ROWS);
    const lastBlock = Math.floor(to / BLOCK_ROWS);
    if (firstBlock >= lastBlock) return scan(from, to, high, low);
    return wider(
      wider(
        scan(from, firstBlock * BLOCK_ROWS, high, low),
        scan(firstBlock, lastBlock, highs, lows),
      ),
      scan(lastBlock * BLOCK_ROWS, to, high, low),
    );
  };
}

function scan(from: number, to: number, highs: Float64Array, lows: Float64Array): Extremes {
  let { high, low } = NOTHING;
  for (let index = from; index < to; index += 1) {
    const [top, bottom] = [highs[index] as number, lows[index] as number];
    if (top > high) high = top;
    if (bottom < low) low = bottom;
  }
  return { high, low };
}

function wider(left: Extremes, right: Extremes): Extremes {
  return { high: Math.max(left.high, right.high), low: Math.min(left.low, right.low) };
}
