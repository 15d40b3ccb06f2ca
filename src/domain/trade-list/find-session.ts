// Detects that one of two lists of trades has entries at some hours of the day only, and the other
// at others: a session, or a session in another time zone.

import type { Comparison } from '#domain/trade-list/compare-trades.ts';

const DAY_MINUTES = 1_440;
const ENTRIES_MIN = 6;
const OUTSIDE_MIN = 3;
/** How likely entries at random may be to lie in so short a part of the day. */
const CHANCE_MAX = 0.01;

/** Minutes of the day in UTC; what ends before it begins is over midnight. */
export type Hours = { readonly from: number; readonly to: number };

export type SessionFound = {
  readonly of: 'list' | 'run';
  readonly hours: Hours;
};

/** Null where both lists enter at the same hours, or where there are too few to tell. */
export function findSession({ pairs }: Comparison, intervalMinutes: number): SessionFound | null {
  const entries = (kind: 'missing' | 'extra'): readonly number[] =>
    pairs.flatMap((pair) => {
      if (pair.kind === 'both')
        return [kind === 'missing' ? pair.theirs.entryMs : pair.ours.entryMs];
      if (pair.kind !== kind) return [];
      return [pair.kind === 'missing' ? pair.theirs.entryMs : pair.ours.entryMs];
    });
  for (const [of, kind, other] of [
    ['list', 'missing', 'extra'],
    ['run', 'extra', 'missing'],
  ] as const) {
    const hours = hoursOf(entries(kind), intervalMinutes);
    if (hours === null) continue;
    const outside = entries(other).filter((atMs) => !isWithin(hours, minuteOf(atMs)));
    if (outside.length >= OUTSIDE_MIN) return { of, hours };
  }
  return null;
}

function minuteOf(atMs: number): number {
  return Math.floor(atMs / 60_000) % DAY_MINUTES;
}

function isWithin({ from, to }: Hours, minute: number): boolean {
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** The shortest part of the day with all entries; null where chance explains it. */
function hoursOf(entries: readonly number[], intervalMinutes: number): Hours | null {
  const minutes = [...new Set(entries.map(minuteOf))].sort((left, right) => left - right);
  if (entries.length < ENTRIES_MIN) return null;
  let gap = 0;
  let after = 0;
  for (const [at, minute] of minutes.entries()) {
    const next = minutes[at + 1] ?? (minutes[0] as number) + DAY_MINUTES;
    if (next - minute > gap) [gap, after] = [next - minute, at];
  }
  const share = (DAY_MINUTES - gap + intervalMinutes) / DAY_MINUTES;
  if (entries.length * share ** (entries.length - 1) > CHANCE_MAX) return null;
  const from = minutes[(after + 1) % minutes.length] as number;
  return { from, to: ((minutes[after] as number) + intervalMinutes) % DAY_MINUTES };
}
