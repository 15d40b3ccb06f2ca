// Chance that repeats: everything uncertain in a simulation is drawn from one seed.

export type Chance = {
  /** A whole number from 0 to `limit - 1`. */
  below(this: void, limit: number): number;
  /** True in `percent` of a hundred cases. */
  percent(this: void, percent: number): boolean;
  pick<T>(this: void, items: readonly [T, ...T[]]): T;
};

/** The generator is Mulberry32. */
export function seededChance(seed: number): Chance {
  let state = Math.imul(seed + 1, 0x9e37_79b1) >>> 0;

  function share(): number {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  const below = (limit: number): number => Math.floor(share() * limit);
  return {
    below,
    percent: (percent) => share() * 100 < percent,
    pick: (items) => items[below(items.length)] ?? items[0],
  };
}
