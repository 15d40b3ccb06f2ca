// Stretches of minutes without a candle.

import { MINUTE_MS } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { endOfColumns } from '#domain/candle/candle-columns.ts';

export type Gap = {
  /** Open time of the first missing minute. */
  readonly fromMs: number;
  /** The instant after the last one. */
  readonly toMs: number;
};

/** All gaps of the rows, oldest first. */
export function findGaps(columns: CandleColumns): readonly Gap[] {
  const { firstOpenMs, isMissing } = columns;
  const gaps: Gap[] = [];
  let row = isMissing.indexOf(1);
  while (row >= 0) {
    const end = isMissing.indexOf(0, row);
    const fromMs = firstOpenMs + row * MINUTE_MS;
    if (end < 0) {
      gaps.push({ fromMs, toMs: endOfColumns(columns) });
      break;
    }
    gaps.push({ fromMs, toMs: firstOpenMs + end * MINUTE_MS });
    row = isMissing.indexOf(1, end);
  }
  return gaps;
}

/** Adds gaps to those before them; two that touch become one. */
export function joinGaps(before: readonly Gap[], after: readonly Gap[]): readonly Gap[] {
  const last = before.at(-1);
  const [first, ...rest] = after;
  if (last === undefined || first === undefined || last.toMs !== first.fromMs)
    return [...before, ...after];
  return [...before.slice(0, -1), { fromMs: last.fromMs, toMs: first.toMs }, ...rest];
}
