// Rounds over a long list that may be ended before its end, such as by a crash: each begins at
// another place, so that the end of the list is not left out again and again.

const GOLDEN_RATIO_32 = 0x9e3779b1;

/**
 * The items from some place on, then those before it. The place depends on the second of `nowMs`
 * alone; the places of successive seconds are spread evenly over the list.
 */
export function startingAnywhere<T>(items: readonly T[], nowMs: number): readonly T[] {
  const share = (Math.imul(Math.floor(nowMs / 1_000), GOLDEN_RATIO_32) >>> 0) / 2 ** 32;
  const start = Math.floor(share * items.length);
  return [...items.slice(start), ...items.slice(0, start)];
}
