// The machine's own clock, timers, chance and hashing.

import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { Random } from '#ports/world/random.ts';
import type { Timer } from '#venue-port/world/timer.ts';

/** For what works without a database; the service takes the database's time. */
export const systemClock: Clock = { nowMs: () => Date.now() };

export const systemTimer: Timer = {
  every(intervalMs, run) {
    const timer = setInterval(run, intervalMs);
    timer.unref();
    return () => clearInterval(timer);
  },
};

export const systemRandom: Random = { bytes: (count) => randomBytes(count) };

export const systemDigest: Digest = {
  sha256: (text) => createHash('sha256').update(text, 'utf8').digest(),
  hmacSha1: (key, message) => createHmac('sha1', key).update(message).digest(),
};
