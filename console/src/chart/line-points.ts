// Points of a value's line over time.

import type { UTCTimestamp } from 'lightweight-charts';

type TimedValue = { readonly at: string; readonly value: string };

/** One for each second, in order; none of a single second, which would be drawn as a line. */
export function linePoints(values: readonly TimedValue[]): { time: UTCTimestamp; value: number }[] {
  const bySecond = new Map(
    values.map(({ at, value }) => [Math.floor(Date.parse(at) / 1_000), Number(value)]),
  );
  const sorted = [...bySecond].sort(([one], [other]) => one - other);
  if (sorted.length < 2) return [];
  return sorted.map(([time, value]) => ({ time: time as UTCTimestamp, value }));
}
