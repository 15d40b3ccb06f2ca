// Streams that were cut off because their readers took nothing. What tells a reader so waits behind
// all that it did not take and is lost with the connection, so its next stream at this process
// begins with it; an event of the log tells it at any process.

/** A key that is cut off again and again is in the log of events no more often. */
const LOGGED_EVERY_MS = 60_000;
/** A reader that does not come back within this time is not notified. */
const RETAINED_MS = 3_600_000;
const READERS_MAX = 1_000;
const CUTS_PER_READER_MAX = 100;

export type CutStreams = {
  /** Returns whether it is to be in the log of events. */
  note(this: void, reader: string, endedAtMs: number): boolean;
  /** When a stream of the reader was cut off that it was not notified of, the oldest first. */
  take(this: void, reader: string, nowMs: number): number | null;
};

/** Retains no more than a number of them. A reader is named by whatever its next stream shares. */
export function cutStreams(): CutStreams {
  const cuts = new Map<string, readonly number[]>();
  const logged = new Map<string, number>();
  return {
    note(reader, endedAtMs) {
      const earlier = cuts.get(reader) ?? [];
      const loggedAtMs = logged.get(reader) ?? -Infinity;
      const isLogged = endedAtMs - loggedAtMs >= LOGGED_EVERY_MS;
      if (isLogged) retain(logged, reader, endedAtMs);
      retain(cuts, reader, [...earlier, endedAtMs].slice(-CUTS_PER_READER_MAX));
      return isLogged;
    },
    take(reader, nowMs) {
      const known = (cuts.get(reader) ?? []).filter((atMs) => nowMs - atMs < RETAINED_MS);
      const [first, ...others] = known;
      if (others.length > 0) cuts.set(reader, others);
      else cuts.delete(reader);
      return first ?? null;
    },
  };
}

/** As the newest; the oldest gives way where there are too many. */
function retain<T>(map: Map<string, T>, reader: string, value: T): void {
  map.delete(reader);
  map.set(reader, value);
  const [oldest] = map.keys();
  if (map.size > READERS_MAX && oldest !== undefined) map.delete(oldest);
}
