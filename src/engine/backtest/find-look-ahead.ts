// The self-audit of a backtest: it is repeated on history that ends earlier. Whatever the script
// decided before that end must not change, or it was decided by what came after.

import { rowOf, sliceColumns } from '#domain/candle/candle-columns.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { BacktestFailure, BacktestInput } from '#engine/backtest/backtest.ts';
import { feedBacktest } from '#engine/backtest/feed-backtest.ts';
import type { FeedSetup } from '#engine/backtest/make-feed.ts';
import { makeFeed, updateCountOf } from '#engine/backtest/make-feed.ts';
import type { Decision, Run } from '#engine/run/run.ts';
import { nextDouble, seededGenerator } from '#script/library/random.ts';

const CUTS = 5;

/**
 * Repeats the run on data cut at random minutes. `setupOf` lays out a backtest with the same script
 * and seed; its runs note their decisions, as `run` has. Null: nothing changed.
 */
export function findLookAhead(
  setupOf: (input: BacktestInput) => FeedSetup,
  input: BacktestInput,
  run: Run,
): BacktestFailure | null {
  const { firstRow, lastRow, seed } = run.setup;
  const chance = seededGenerator(seed + 1);
  if (lastRow === firstRow) return null;
  for (let count = 0; count < CUTS; count += 1) {
    const cutRow = firstRow + 1 + Math.floor(nextDouble(chance) * (lastRow - firstRow));
    const cut = cutAt(input, run.setup.firstOpenMs + (cutRow + 1) * MINUTE_MS);
    const setup = setupOf(cut);
    if (updateCountOf(setup) <= 0) continue;
    const { feed, series } = makeFeed(setup);
    feedBacktest(feed, () => true);
    series.release();
    // A bar of the chart that the cut leaves incomplete has no update, the last one knows its end.
    const { lastRow: endRow } = feed.run.setup;
    const changed = firstChange(run.decisions, feed.run.decisions, endRow);
    if (changed !== null) return lookAhead(changed, run, cutRow);
  }
  return null;
}

function cutAt(input: BacktestInput, endMs: number): BacktestInput {
  const markets = input.markets.map((market) => {
    const { candles } = market;
    const rows = Math.min(Math.max(rowOf(candles, endMs), 0), candles.rowCount);
    return { ...market, candles: sliceColumns(candles, 0, rows) };
  });
  return { ...input, markets };
}

/** The first decision before the row that only one of the runs took. */
function firstChange(
  whole: readonly Decision[],
  cut: readonly Decision[],
  beforeRow: number,
): Decision | null {
  const before = (decisions: readonly Decision[]): readonly Decision[] =>
    decisions.filter(({ row }) => row < beforeRow);
  const [left, right] = [before(whole), before(cut)];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [one, other] = [left[index], right[index]];
    if (one?.row === other?.row && one?.text === other?.text) continue;
    return (one?.row ?? Infinity) <= (other?.row ?? Infinity) ? (one ?? null) : (other ?? null);
  }
  return null;
}

function lookAhead({ row, line, text }: Decision, run: Run, cutRow: number): BacktestFailure {
  const at = (each: number): string =>
    new Date(run.setup.firstOpenMs + (each + 1) * MINUTE_MS).toISOString();
  const message =
    `a decision of ${at(row)} depends on what came after ${at(cutRow)}: ${text}`.slice(0, 500);
  return { kind: 'look_ahead', message, line };
}
