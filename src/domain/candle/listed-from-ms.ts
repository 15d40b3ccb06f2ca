// Exchanges that list the newest minutes only.

import { MINUTE_MS } from '#lib/time.ts';

/** The first minute that is listed for certain, also by a request that takes a while. */
export function listedFromMs(nowMs: number, reachMs: number): number {
  if (reachMs === Infinity) return -Infinity;
  return (Math.ceil((nowMs - reachMs) / MINUTE_MS) + 1) * MINUTE_MS;
}
