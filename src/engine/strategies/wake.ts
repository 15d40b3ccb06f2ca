// When a strategy has something to do again. Between two such moments an update compares four
// numbers and is over, which is what lets thousands of bots share a process.

import type { CommandContext } from '#engine/desks/command-context.ts';

export type Wake = {
  /** Ended orders that were looked at: one more wakes it. */
  readonly endedCount: number;
  /** Prices that wake it, and the instant. */
  readonly atOrBelow: number;
  readonly atOrAbove: number;
  readonly atMs: number;
};

/** In the next update. */
export const AWAKE: Wake = {
  endedCount: -1,
  atOrBelow: Infinity,
  atOrAbove: -Infinity,
  atMs: -Infinity,
};

export function isAwake({ orders, clock }: CommandContext, wake: Wake, close: number): boolean {
  return (
    close <= wake.atOrBelow ||
    close >= wake.atOrAbove ||
    clock.nowMs() >= wake.atMs ||
    orders.counts().ended !== wake.endedCount
  );
}
