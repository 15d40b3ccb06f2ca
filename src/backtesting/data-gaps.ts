// Stretches of a backtest's window that its data leaves out: where no rates of funding are known,
// as before the first that an exchange still lists, and where no minutes are.

import { HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import { rowOf } from '#domain/candle/candle-columns.ts';
import type { BacktestInput, BacktestMarket, DataGap } from '#backtesting/backtest.ts';

/** Between two rates, at the most. */
const LONGEST_INTERVAL_MS = 8 * HOUR_MS;
/** Where rates come more often, one is missing after this share of what they take around it. */
const LATE_SHARE = 1.5;
/** Minutes without a trade are common; an hour of them is not. */
const MISSING_MINUTES_MIN = 60;
const GAPS_MAX = 20;

type Stretch = Pick<DataGap, 'fromMs' | 'toMs'>;

/** Gaps of the window by market; empty when the data is whole. */
export function dataGapsOf({
  markets,
  startMs,
  endMs,
}: Pick<BacktestInput, 'markets' | 'startMs' | 'endMs'>): readonly DataGap[] {
  const window = { fromMs: startMs, toMs: endMs };
  const gaps = markets.flatMap((each): DataGap[] => {
    const { marketTag } = each.market;
    return [
      ...fundingGaps(each, window).map((gap) => ({ kind: 'funding' as const, marketTag, ...gap })),
      ...minuteGaps(each, window).map((gap) => ({ kind: 'minutes' as const, marketTag, ...gap })),
    ];
  });
  const longest = gaps.toSorted((left, right) => lengthOf(right) - lengthOf(left));
  return longest.slice(0, GAPS_MAX).toSorted((left, right) => left.fromMs - right.fromMs);
}

function lengthOf({ fromMs, toMs }: Stretch): number {
  return toMs - fromMs;
}

/** Of contracts: where a rate is missing, by those around it. */
function fundingGaps(
  { market, funding }: BacktestMarket,
  { fromMs, toMs }: Stretch,
): readonly Stretch[] {
  if (market.contract === null) return [];
  const dueMs = funding.map(({ atMs }) => atMs).filter((atMs) => atMs >= fromMs && atMs < toMs);
  const ends = [fromMs, ...dueMs, toMs];
  const lengths = ends.slice(1).map((atMs, index) => atMs - (ends[index] ?? 0));
  const gaps = lengths.map((lengthMs, index): Stretch | null => {
    // What is cut by the window says nothing of the interval.
    const around = [index - 1, index + 1].map((other) =>
      other > 0 && other < lengths.length - 1 ? (lengths[other] ?? 0) : 0,
    );
    const usualMs = Math.max(...around) * LATE_SHARE || LONGEST_INTERVAL_MS;
    if (lengthMs <= Math.min(usualMs, LONGEST_INTERVAL_MS)) return null;
    return { fromMs: ends[index] ?? 0, toMs: ends[index + 1] ?? 0 };
  });
  return gaps.filter((gap) => gap !== null);
}

function minuteGaps({ candles }: BacktestMarket, { fromMs, toMs }: Stretch): readonly Stretch[] {
  const { isMissing } = candles;
  const [firstRow, endRow] = [rowOf(candles, fromMs), rowOf(candles, toMs)];
  const gaps: Stretch[] = [];
  let row = isMissing.indexOf(1, firstRow);
  while (row >= 0 && row < endRow) {
    const next = isMissing.indexOf(0, row);
    const until = next < 0 ? endRow : Math.min(next, endRow);
    if (until - row >= MISSING_MINUTES_MIN) {
      const beganMs = candles.firstOpenMs + row * MINUTE_MS;
      gaps.push({ fromMs: beganMs, toMs: beganMs + (until - row) * MINUTE_MS });
    }
    row = isMissing.indexOf(1, until);
  }
  return gaps;
}
