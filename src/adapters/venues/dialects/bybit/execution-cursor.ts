// A place in Bybit's list of executions, which is by time: an instant, and what was read since. A
// little before the last one is read again each time, because executions may appear late.

import { Failure } from '#ports/world/failure.ts';
import type { Execution } from '#adapters/venues/dialects/bybit/read-execution.ts';

export type ExecutionPlace = {
  readonly sinceMs: number;
  /** Instants by id. */
  readonly seen: ReadonlyMap<string, number>;
};

const DAY_MS = 86_400_000;
/** A list begins so long ago; the fills of one order are found for two years. */
const LISTED_MS = 90 * DAY_MS;
const OVERLAP_MS = 10_000;
/** An older place moves on by itself, so that a quiet account is not read again and again. */
const QUIET_MS = DAY_MS;

/** Throws Failure for a text that is no cursor. */
export function placeOf(cursor: string | null, nowMs: number): ExecutionPlace {
  if (cursor === null) return { sinceMs: nowMs - LISTED_MS, seen: new Map() };
  try {
    const [sinceMs, seen] = JSON.parse(cursor) as readonly [number, readonly [string, number][]];
    if (Number.isSafeInteger(sinceMs)) return { sinceMs, seen: new Map(seen) };
  } catch {
    // Not one that was written here.
  }
  throw new Failure('corrupt_reply', 'The stored place in the list of executions cannot be read.');
}

export function cursorOf({ sinceMs, seen }: ExecutionPlace): string {
  return JSON.stringify([sinceMs, [...seen]]);
}

/** The place after these have been read, oldest first. */
export function placeAfter(
  place: ExecutionPlace,
  read: readonly Execution<unknown>[],
  nowMs: number,
): ExecutionPlace {
  const last = read.at(-1);
  const quietSinceMs = nowMs - QUIET_MS;
  if (last === undefined) {
    const isQuiet = place.sinceMs + OVERLAP_MS < quietSinceMs;
    return isQuiet ? { sinceMs: quietSinceMs, seen: new Map() } : place;
  }
  const sinceMs = Math.max(place.sinceMs, last.atMs - OVERLAP_MS);
  const seen = [...place.seen, ...read.map(({ id, atMs }) => [id, atMs] as const)];
  return { sinceMs, seen: new Map(seen.filter(([, atMs]) => atMs >= sinceMs)) };
}
