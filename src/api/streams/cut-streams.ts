// Streams that were cut off because their readers took nothing. What tells a reader so waits behind
// all that it did not take and is lost with the connection, so its next stream begins with it.

/** A reader that does not come back within this time is not notified. */
const RETAINED_MS = 3_600_000;
const READERS_MAX = 1_000;
const CUTS_PER_READER_MAX = 100;

export type CutStreams = {
  note(this: void, reader: string, endedAtMs: number): void;
  /** When a stream of the reader was cut off that it was not notified of, the oldest first. */
  take(this: void, reader: string, nowMs: number): number | null;
};

/** Retains no more than a number of them. A reader is named by whatever its next stream shares. */
export function cutStreams(): CutStreams {
  const cuts = new Map<string, readonly number[]>();
  return {
    note(reader, endedAtMs) {
      const earlier = cuts.get(reader) ?? [];
      cuts.delete(reader);
      cuts.set(reader, [...earlier, endedAtMs].slice(-CUTS_PER_READER_MAX));
      const [oldest] = cuts.keys();
      if (cuts.size > READERS_MAX && oldest !== undefined) cuts.delete(oldest);
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
