// Looks for a planted fault by runs of chaos, seed after seed.

import type { Canary } from './canaries.ts';
import type { Size } from './chaos-world.ts';
import { runChaos } from './run-chaos.ts';

export type Search = {
  readonly first: number;
  readonly runs: number;
  readonly seconds: number;
  readonly size: Size;
};

/** The violation that finds it, and at which seed; null: none of the runs does. */
export async function findCanary(
  canary: Canary,
  { first, runs, seconds, size }: Search,
): Promise<{ readonly seed: number; readonly violation: string | null }> {
  for (let seed = first; seed < first + runs; seed += 1) {
    const { violations } = await runChaos({ seed, seconds, size, canary });
    const violation = violations.find((each) => canary.finds.test(each));
    if (violation !== undefined) return { seed, violation };
  }
  return { seed: first + runs - 1, violation: null };
}
