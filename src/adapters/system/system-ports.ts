// The machine's own clock, chance and hashing.

import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '#ports/clock.ts';
import type { Digest } from '#ports/digest.ts';
import type { Random } from '#ports/random.ts';

export const systemClock: Clock = { nowMs: () => Date.now() };

export const systemRandom: Random = { bytes: (count) => randomBytes(count) };

export const systemDigest: Digest = {
  sha256: (text) => createHash('sha256').update(text, 'utf8').digest(),
};
