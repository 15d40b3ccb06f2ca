// The chance of a search, from its seed alone.

import { nextDouble, seededGenerator } from '#lua/library/random.ts';

export type SweepChance = {
  /** Uniform in [0, 1). */
  share(this: void): number;
  /** A whole number from 0 to `limit - 1`. */
  below(this: void, limit: number): number;
};

/** Generator of a search: shares below 1, and whole numbers below a limit. */
export function sweepChance(seed: number): SweepChance {
  const generator = seededGenerator(seed);
  const share = (): number => nextDouble(generator);
  return { share, below: (limit) => Math.floor(share() * limit) };
}
