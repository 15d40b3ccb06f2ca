// Progress of an installation's first start, retained in the database so that one that died is
// carried on by the next start, and done by one process at a time.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { present } from '#lib/assert.ts';

export type FirstStart = {
  /** Whether an earlier one began and did not finish. */
  readonly hasBegun: boolean;
  readonly begin: () => Promise<void>;
  readonly finish: () => Promise<void>;
};

/** Any number will do, as long as it is the same in every release. */
const FIRST_START_LOCK = 1_953_064_303;

/** The work may take longer than a transaction may else stand still; this one holds nobody up. */
const TRY_LOCK: Statement<{ readonly is_ours: boolean }> = {
  text: `
    SELECT pg_try_advisory_xact_lock($1) AS is_ours,
      set_config('idle_in_transaction_session_timeout', '0', true)`,
};

const READ: Statement<{ readonly first_start: 'begun' | 'finished' | null }> = {
  text: 'SELECT first_start FROM installation',
};

const WRITE: Statement<never> = { text: 'UPDATE installation SET first_start = $1' };

/**
 * Does the work unless it was finished before, or another process is at it. The transaction holds
 * the lock alone: what the work writes is committed as it goes. Throws Failure.
 */
export async function atFirstStart(
  database: Database,
  work: (firstStart: FirstStart) => Promise<void>,
): Promise<void> {
  const note = async (progress: 'begun' | 'finished'): Promise<void> => {
    await database.write(WRITE, [progress]);
  };
  await database.transaction(async (session) => {
    const [lock] = await session.read(TRY_LOCK, [FIRST_START_LOCK]);
    if (lock?.is_ours !== true) return;
    const [row] = await session.read(READ, []);
    const progress = present(row, 'the installation has its row').first_start;
    if (progress === 'finished') return;
    await work({
      hasBegun: progress === 'begun',
      begin: () => note('begun'),
      finish: () => note('finished'),
    });
  });
}
