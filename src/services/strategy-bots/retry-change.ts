// A change of a bot's settings that is written only where nothing it was computed from has changed.

import { LIMITS } from '#lib/limits.ts';
import { Failure } from '#venue-port/world/failure.ts';

/**
 * Repeats the attempt while it returns null, which it does when something changed meanwhile.
 * Throws Failure `conflict`, which says what happened, once the attempts are used up.
 */
export async function retryChange<T>(
  attempt: () => Promise<T | null>,
  exhausted: string,
): Promise<T> {
  for (let tries = 0; tries < LIMITS.settingsTriesMax; tries += 1) {
    const done = await attempt();
    if (done !== null) return done;
  }
  throw new Failure('conflict', exhausted);
}
