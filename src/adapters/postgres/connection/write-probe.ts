// Whether the database takes changes now. Asked by whoever decides where requests go, so the
// response is retained for a moment: however often it is asked, one small row is written every two
// seconds.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { Failure, OutcomeUnknown } from '#ports/world/failure.ts';

const RESULT_VALID_MS = 2_000;

const PROBE: Statement<never> = {
  name: 'probe_writes',
  text: `
    INSERT INTO write_probe (probed_at) VALUES (clock_timestamp())
    ON CONFLICT (is_only) DO UPDATE SET probed_at = excluded.probed_at`,
  isShared: true,
};

export function writeProbe(
  database: Pick<Database, 'write'>,
  monotonicMs: () => number,
): () => Promise<boolean> {
  let requestedAtMs = -Infinity;
  let response: Promise<boolean> = Promise.resolve(false);
  return () => {
    if (monotonicMs() - requestedAtMs >= RESULT_VALID_MS) {
      requestedAtMs = monotonicMs();
      response = takesChanges(database);
    }
    return response;
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
