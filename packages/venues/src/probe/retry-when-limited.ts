// A probe sends requests faster than some venues allow to one account.

import { Failure } from '#venue-port/world/failure.ts';

const ATTEMPTS_MAX = 10;
/** The longest window of such limits is some seconds. */
const PAUSE_MS = 1_000;

/** Tries again while the venue refuses for the rate alone; the last refusal is thrown. */
export async function retryWhenLimited<T>(
  attempt: () => Promise<T>,
  pause: (durationMs: number) => Promise<unknown>,
): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      const isLimited = error instanceof Failure && error.code === 'rate_limited';
      if (!isLimited || attempts === ATTEMPTS_MAX) throw error;
    }
    await pause(PAUSE_MS);
  }
}
