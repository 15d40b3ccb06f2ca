// Limits by endpoint: each has a counter of its own, of so many calls in a window.

import type { WeightCounter } from '#loopback/skins/request-weights.ts';
import { createWeightCounter } from '#loopback/skins/request-weights.ts';

/** Counter of an endpoint by its name, made with its first call. */
export function endpointLimits(windowMs: number): (name: string, max: number) => WeightCounter {
  const counters = new Map<string, WeightCounter>();
  return (name, max) => {
    const counter = counters.get(name) ?? createWeightCounter({ windowMs, max });
    counters.set(name, counter);
    return counter;
  };
}

/** Counts one call of an owner; true while it is within the limit, or there is none. */
export function isWithinLimit(
  counter: WeightCounter | null,
  owner: string,
  nowMs: number,
): boolean {
  return counter === null || counter.use(owner, 1, nowMs).kind === 'within';
}
