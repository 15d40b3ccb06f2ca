// The hour that clocks show twice in autumn: of a time that two rows of a file have, the one that
// comes first in time is known by the order of the file; one that a single row has is not guessed.

import type { CandleRows, RowProblem } from '#domain/candle-file/candle-rows.ts';

/** A row that was read as the earlier of two instants. */
export type RepeatedHour = {
  readonly row: number;
  readonly line: number;
  readonly laterMs: number;
};

/** Moves the later one of each two to its instant; returns those that cannot be distinguished. */
export function placeRepeatedHours(
  rows: CandleRows,
  repeated: readonly RepeatedHour[],
  zone: string,
): readonly RowProblem[] {
  const isDescending = runsBackwards(rows);
  const problems: RowProblem[] = [];
  for (const same of Map.groupBy(repeated, ({ laterMs }) => laterMs).values()) {
    const later = isDescending ? same[0] : same.at(-1);
    if (later === undefined) continue;
    if (same.length === 2) rows.timesMs[later.row] = later.laterMs;
    else problems.push(...same.map(({ line }) => ({ line, reason: reasonFor(same, zone) })));
  }
  return problems;
}

function reasonFor(same: readonly RepeatedHour[], zone: string): string {
  const others =
    same.length === 1 ? 'no other line' : `lines ${same.map(({ line }) => line).join(', ')}`;
  return (
    `the time is one that clocks in ${zone} show twice, and ${others} of the file ` +
    `${same.length === 1 ? 'has' : 'have'} it; write it with its offset`
  );
}

function runsBackwards({ timesMs, count }: CandleRows): boolean {
  return count > 1 && (timesMs[0] as number) > (timesMs[count - 1] as number);
}
