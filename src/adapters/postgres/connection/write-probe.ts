// Probes that the database accepts writes. Asked by whoever decides where requests go, so the
// response is retained for a moment: however often it is asked, little is written each second. What
// real work was refused for want of room counts as well: a probe can be luckier than the work.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';

/** Both together are below the two seconds within which a change is noticed. */
const RESULT_VALID_MS = 1_000;
const SHORTAGE_COUNTS_MS = 1_500;

/** One that has no response by then takes no changes. */
const RESPONSE_MS_MAX = 1_500;

/** Writes a page that no table had before, and commits (migration 0176). */
const PROBE: Statement<unknown> = {
  name: 'probe_writes',
  text: 'SELECT probe_writes()',
  isShared: true,
};

/** Probe that is true while the database takes changes; a result is valid for a short time. */
export function writeProbe(
  database: Pick<Database, 'write' | 'lastShortageMs'>,
  monotonicMs: () => number,
): () => Promise<boolean> {
  let requestedAtMs = -Infinity;
  let response: Promise<boolean> = Promise.resolve(false);
  return async () => {
    if (monotonicMs() - requestedAtMs >= RESULT_VALID_MS) {
      requestedAtMs = monotonicMs();
      response = inTime(takesChanges(database));
    }
    const isTaken = await response;
    return isTaken && monotonicMs() - database.lastShortageMs() >= SHORTAGE_COUNTS_MS;
  };
}

async function takesChanges(database: Pick<Database, 'write'>): Promise<boolean> {
  try {
    await database.write(PROBE, []);
    return true;
  } catch (error) {
    if (error instanceof Failure || error instanceof OutcomeUnknown) return false;
    throw error;
  }
}

async function inTime(probing: Promise<boolean>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const deadline = setTimeout(() => resolve(false), RESPONSE_MS_MAX);
  try {
    return await Promise.race([probing, late]);
  } finally {
    clearTimeout(deadline);
  }
}
