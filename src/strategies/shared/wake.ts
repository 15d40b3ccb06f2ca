// Next wake of a strategy. Between two such moments an update compares four numbers and is over,
// which is what lets thousands of bots share a process.

import type { CommandContext } from '#engine/run-api/command-context.ts';

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

/** The price is read last, and only where one would wake it: it costs more than all the rest. */
export function isAwake({ orders, clock, series }: CommandContext, wake: Wake): boolean {
  const { endedCount, atOrBelow, atOrAbove, atMs } = wake;
  if (orders.counts().ended !== endedCount || clock.nowMs() >= atMs) return true;
  if (atOrBelow === -Infinity && atOrAbove === Infinity) return false;
  const close = series.lastPrice(null);
  return close <= atOrBelow || close >= atOrAbove;
}
