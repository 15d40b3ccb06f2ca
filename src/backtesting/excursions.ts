// How far the price went for and against each position while it was open. Only what is certain
// counts: of the minutes of entry and exit it is not known which prices came before, which after.

import { MINUTE_MS } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import type { Excursion } from '#backtesting/backtest.ts';
import type { Run } from '#engine/run/run.ts';
import { floatOf } from '#engine/run/run-market.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { fromSteps } from '#engine/run/step-scale.ts';
import type { TrackedPosition } from '#engine/run/positions/tracked-position.ts';
import { averageEntry, averageExit } from '#engine/run/positions/tracked-position.ts';

/** Minutes whose extremes are known together, so that a long position costs little. */
const BLOCK_ROWS = 256;
/** Percentages are rounded to it. */
const PLACES = 1e6;

type Extremes = { readonly high: number; readonly low: number };

const NOTHING: Extremes = { high: Number.NEGATIVE_INFINITY, low: Number.POSITIVE_INFINITY };

/** `candleMinutes`: how long a candle of the history is, which all of its rows show. */
export function excursionReader(
  run: Run,
  candleMinutes: number,
): (position: TrackedPosition) => Excursion {
  const { setup, stage } = run;
  const readers = new Map<RunMarket, (from: number, to: number) => Extremes>();
  /** Rows since the first one's open, in parts of them: a fill has its instant within a minute. */
  const rowsAt = (atMs: number): number => (atMs - setup.firstOpenMs) / MINUTE_MS;
  return (position) => {
    const { market, exact, closedAtMs } = position;
    const { candles, price, rowOffset } = market;
    const read = readers.get(market) ?? extremesOf(candles);
    readers.set(market, read);
    const entry = rowsAt(exact.openedAtMs);
    const exit = closedAtMs === null ? stage.row + 1 : rowsAt(closedAtMs);
    const [from, to] = wholeCandles(setup.firstOpenMs, entry, exit, candleMinutes);
    const { high, low } = from < to ? read(from + rowOffset, to + rowOffset) : NOTHING;
    const prices = [fromSteps(price, high), fromSteps(price, low)];
    const exitPrice = averageExit(position);
    if (exitPrice !== null) prices.push(floatOf(exitPrice));
    if (candleMinutes === 1 && from > entry && from <= exit)
      prices.push(fromSteps(price, candles.close[from - 1 + rowOffset] as number));
    return excursionOf(floatOf(averageEntry(position)), exact.direction === 'long', prices);
  };
}

function excursionOf(entry: number, isLong: boolean, prices: readonly number[]): Excursion {
  const known = prices.filter((price) => Number.isFinite(price));
  const above = Math.max(0, ...known.map((price) => price - entry));
  const below = Math.max(0, ...known.map((price) => entry - price));
  const percent = (distance: number): number =>
    entry > 0 ? Math.round((distance / entry) * 100 * PLACES) / PLACES : 0;
  const [favorable, adverse] = isLong ? [above, below] : [below, above];
  return { favorablePercent: percent(favorable), adversePercent: percent(adverse) };
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

/** Reads the extremes of rows `from` up to, not including, `to`, which are some. */
function extremesOf({ high, low, rowCount }: CandleColumns) {
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
