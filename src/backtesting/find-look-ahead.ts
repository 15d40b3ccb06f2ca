// The self-audit of a backtest: it is repeated on history that ends earlier. Whatever the script
// decided before that end must not change, or it was decided by what came after.

import { rowOf, sliceColumns } from '#domain/candle/candle-columns.ts';
import { pointsUntil } from '#domain/data-series/data-points.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { BacktestFailure, BacktestInput } from '#backtesting/backtest.ts';
import { feedBacktest } from '#engine/venue-feed/feed-backtest.ts';
import type { FeedSetup } from '#backtesting/make-feed.ts';
import { makeFeed, updateCountOf } from '#backtesting/make-feed.ts';
import type { Decision, Run } from '#engine/run/run.ts';
import { nextDouble, seededGenerator } from '#lua/library/random.ts';

/** At random minutes, which finds decisions that were not taken for what came later. */
const RANDOM_CUTS = 5;
/** Right behind decisions, which finds those that knew no more than the next minute. */
const DECISION_CUTS = 10;

/**
 * Repeats the run on data cut at some minutes. `setupOf` builds a backtest with the same script
 * and seed; its runs note their decisions, as `run` has. Null: nothing changed.
 */
export function findLookAhead(
  setupOf: (input: BacktestInput) => FeedSetup,
  input: BacktestInput,
  run: Run,
): BacktestFailure | null {
  for (const cutRow of cutRows(run)) {
    const cut = cutAt(input, run.setup.firstOpenMs + (cutRow + 1) * MINUTE_MS);
    // The script is not informed that the run ends, as it was not where the run went on.
    const setup = { ...setupOf(cut), finalRow: run.setup.lastRow };
    if (updateCountOf(setup) <= 0) continue;
    const { feed, series } = makeFeed(setup);
    feedBacktest(feed, () => true);
    series.release();
    // A bar of the chart that the cut leaves incomplete has no update.
    const { lastRow: endRow } = feed.run.setup;
    const changed = firstChange(run.decisions, feed.run.decisions, endRow);
    if (changed !== null) return lookAhead(changed, run, cutRow);
  }
  return null;
}

/** The last rows of the cut data: each before the last row of the run. */
function cutRows({ setup, decisions }: Run): ReadonlySet<number> {
  const { firstRow, lastRow, seed } = setup;
  const chance = seededGenerator(seed + 1);
  const below = (count: number): number => Math.floor(nextDouble(chance) * count);
  const decided = [...new Set(decisions.map(({ row }) => row))].filter((row) => row < lastRow);
  const rows = new Set<number>();
  if (lastRow === firstRow) return rows;
  for (let count = 0; count < RANDOM_CUTS; count += 1)
    rows.add(firstRow + below(lastRow - firstRow));
  for (let count = 0; count < DECISION_CUTS && decided.length > 0; count += 1) {
    rows.add(...(decided.splice(below(decided.length), 1) as [number]));
  }
  return rows;
}

function cutAt(input: BacktestInput, endMs: number): BacktestInput {
  const markets = input.markets.map((market) => {
    const { candles } = market;
    const rows = Math.min(Math.max(rowOf(candles, endMs), 0), candles.rowCount);
    return { ...market, candles: sliceColumns(candles, 0, rows) };
  });
  const { dataSeries } = input;
  if (dataSeries === undefined) return { ...input, markets };
  return { ...input, markets, dataSeries: dataSeries.map((each) => pointsUntil(each, endMs)) };
}

/** The first decision up to the row that only one of the runs took. */
function firstChange(
  whole: readonly Decision[],
  cut: readonly Decision[],
  lastRow: number,
): Decision | null {
  const upTo = (decisions: readonly Decision[]): readonly Decision[] =>
    decisions.filter(({ row }) => row <= lastRow);
  const [left, right] = [upTo(whole), upTo(cut)];
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
