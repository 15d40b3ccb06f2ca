// The table of what responses took in each setting beside a quiet day: the 99th percentile, in
// turns of the event loop, which do not depend on the machine, and in milliseconds, which do.

import type { CellSpans, Took } from './law.ts';

const HEAD = ['p99 in turns and milliseconds', 'responses', 'quiet', 'in trouble', 'quiet', 'ms'];

/** Nothing where no cell has what it took. */
export function showSpans(bySetting: ReadonlyMap<string, readonly CellSpans[]>): readonly string[] {
  if (bySetting.size === 0) return [];
  const rows = [...bySetting].map(([setting, spans]) => {
    const of = (read: (spans: CellSpans) => number): number => p99(spans.map(read));
    const turns = [of(({ quiet }) => quiet.turnsCount), of(({ found }) => found.turnsCount)];
    const ms = [of(({ quiet }) => quiet.ms), of(({ found }) => found.ms)];
    return [setting, spans.length, ...turns, ...ms.map((each) => each.toFixed(1))];
  });
  return [HEAD, ...rows].map(shown);
}

function shown([setting, ...figures]: readonly (string | number)[]): string {
  const cells = figures.map((each) => String(each).padStart(11)).join('');
  return `${String(setting).padEnd(44)}${cells}`;
}

function p99(values: readonly Took['ms'][]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
}
