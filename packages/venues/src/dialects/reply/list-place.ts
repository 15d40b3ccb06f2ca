// A place in a venue's list that is by time: an instant, and what was read since. A little before
// the last item is read again each time, because items may appear late, behind newer ones.

import { DAY_MS } from '#lib/time.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';

/** What a place says of an item. */
type ListedItem = { readonly id: string; readonly atMs: number };

export type ListPlace = {
  readonly sinceMs: number;
  /** Instants by id. */
  readonly seen: ReadonlyMap<string, number>;
};

/** By more than this no exchange lists anything late: at least `visibilityLagMs` of each. */
export const LIST_OVERLAP_MS = 30_000;
/** An older place moves on by itself, so that a quiet account is not read again and again. */
const QUIET_MS = DAY_MS;
/** By more the clock of a venue and ours never differ where orders are sent. */
const SKEW_MS_MAX = 60_000;

/** Where a list begins for those who have no cursor. */
type ListBeginning = {
  /** By the clock of the venue. */
  readonly nowMs: number;
  /** The venue lists so much of the past. */
  readonly listedMs: number;
  /** By our clock; null: all that is listed is wanted. */
  readonly wantedSinceMs: number | null;
};

/** Throws Failure for a text that is no cursor. */
export function placeOf(
  cursor: string | null,
  { nowMs, listedMs, wantedSinceMs }: ListBeginning,
): ListPlace {
  const wantedMs = wantedSinceMs === null ? -Infinity : wantedSinceMs - SKEW_MS_MAX;
  if (cursor === null) return { sinceMs: Math.max(nowMs - listedMs, wantedMs), seen: new Map() };
  try {
    const [sinceMs, seen] = parseJson(cursor) as readonly [number, readonly [string, number][]];
    if (Number.isSafeInteger(sinceMs)) return { sinceMs, seen: new Map(seen) };
  } catch {
    // Not one that was written here.
  }
  throw new Failure('corrupt_reply', 'The stored place in a list of the exchange cannot be read.');
}

/** Text of a place, as the cursor of the next call. */
export function cursorOf({ sinceMs, seen }: ListPlace): string {
  return JSON.stringify([sinceMs, [...seen]]);
}

/** The place after these have been read, oldest first. */
export function placeAfter(
  place: ListPlace,
  read: readonly ListedItem[],
  nowMs: number,
): ListPlace {
  const last = read.at(-1);
  const quietSinceMs = nowMs - QUIET_MS;
  if (last === undefined) {
    const isQuiet = place.sinceMs + LIST_OVERLAP_MS < quietSinceMs;
    return isQuiet ? { sinceMs: quietSinceMs, seen: new Map() } : place;
  }
  const sinceMs = Math.max(place.sinceMs, last.atMs - LIST_OVERLAP_MS);
  const seen = [...place.seen, ...read.map(({ id, atMs }) => [id, atMs] as const)];
  return { sinceMs, seen: new Map(seen.filter(([, atMs]) => atMs >= sinceMs)) };
}
