// The counter of a key: each call adds to it, and it runs down by itself. That of the lowest tier.

const MAX = 15;
const DECAY_PER_MS = 0.33 / 1_000;

export type KeyCounter = {
  /** False: the call is refused. */
  add(key: string, count: number, nowMs: number): boolean;
};

/** Counter of each key, at zero at first. */
export function createKeyCounter(): KeyCounter {
  const counters = new Map<string, { value: number; atMs: number }>();
  return {
    add(key, count, nowMs) {
      const { value, atMs } = counters.get(key) ?? { value: 0, atMs: nowMs };
      const left = Math.max(0, value - (nowMs - atMs) * DECAY_PER_MS);
      const isWithin = left + count <= MAX;
      counters.set(key, { value: isWithin ? left + count : left, atMs: nowMs });
      return isWithin;
    },
  };
}
