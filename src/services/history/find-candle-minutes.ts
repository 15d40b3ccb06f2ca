// Of how many minutes the candles of a file are: as given, as the market's are already, or as far
// apart as its rows are.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { barEndMs, INTERVALS_MINUTES, intervalText, isBarStart } from '#domain/candle/interval.ts';
import type { CandleRows, RowProblem } from '#domain/candle-file/candle-rows.ts';
import type { OrderedRows } from '#domain/candle-file/order-rows.ts';
import { rowTime } from '#domain/candle-file/scan-candle-lines.ts';

export type CandleMinutesRejection =
  /** The rows are as far apart as candles of no interval are, or most of them further. */
  | { readonly code: 'interval_unclear'; readonly spacingMinutes: number }
  | {
      readonly code: 'rows_wrong';
      readonly problems: readonly RowProblem[];
      readonly problemsCount: number;
    };

/** Fewer rows than these may be two minutes apart by chance. */
const SPACING_ROWS_MIN = 10;
const PROBLEMS_RETAINED_MAX = 20;

export type CandleMinutesQuestion = {
  readonly rows: CandleRows;
  readonly ordered: OrderedRows;
  /** Null: not stated. */
  readonly statedMinutes: number | null;
  /** Null: nothing is stored of the market. */
  readonly storedMinutes: number | null;
  readonly nowMs: number;
};

/**
 * Minutes of a candle; rejects a spacing that is no known interval, and rows that lie off its grid.
 */
export function findCandleMinutes(
  question: CandleMinutesQuestion,
): Result<number, CandleMinutesRejection> {
  const { rows, ordered, statedMinutes, storedMinutes, nowMs } = question;
  const { order, spacingMinutes, isSpacingUsual } = ordered;
  const isStated = statedMinutes !== null || order.length < SPACING_ROWS_MIN;
  const candleMinutes = isStated ? (statedMinutes ?? storedMinutes ?? 1) : spacingMinutes;
  const isKnown = isStated || (isSpacingUsual && INTERVALS_MINUTES.includes(candleMinutes));
  if (!isKnown && candleMinutes > 1) return rejected({ code: 'interval_unclear', spacingMinutes });
  return candleMinutes === 1 ? accepted(1) : checkRows(rows, order, candleMinutes, nowMs);
}

/** That each row is a candle of the interval which has ended. */
function checkRows(
  rows: CandleRows,
  order: Uint32Array,
  candleMinutes: number,
  nowMs: number,
): Result<number, CandleMinutesRejection> {
  const problems: RowProblem[] = [];
  let problemsCount = 0;
  for (const row of order) {
    const atMs = rows.timesMs[row] as number;
    const candle = `a candle of ${intervalText(candleMinutes)}`;
    const reason = !isBarStart(candleMinutes, atMs)
      ? `time ${rowTime(rows, row)} is not the beginning of ${candle}`
      : barEndMs(candleMinutes, atMs) > nowMs
        ? `time ${rowTime(rows, row)} is ${candle} that has not ended yet`
        : null;
    if (reason === null) continue;
    problemsCount += 1;
    if (problems.length < PROBLEMS_RETAINED_MAX)
      problems.push({ line: rows.lines[row] as number, reason });
  }
  return problemsCount === 0
    ? accepted(candleMinutes)
    : rejected({ code: 'rows_wrong', problems, problemsCount });
}
