// Reading results of a lab costs what is read, also while PostgreSQL has only statistics of labs
// before it and takes the new one for empty.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '#adapters/postgres/connection/database.ts';
import {
  insertResults,
  pageOfResults,
  readResults,
} from '#adapters/postgres/stores/lab-results.ts';
import { postgresLabStore } from '#adapters/postgres/stores/lab-store.ts';
import { openJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import type { LabResult } from '#ports/stores/lab-store.ts';
import { sampleLab } from '#ports/stores/lab.fixture.ts';
import { sampleUser } from '#ports/stores/store.fixture.ts';
import type { TestDatabase } from '../../support/database.ts';
import { withTestDatabase } from '../../support/database.ts';

const RESULTS = 3_000;
const PAGE = 500;
/** Each result is a row of two tables. */
const FETCHED_MAX = 3 * PAGE;

const ANALYZE = { text: 'ANALYZE lab_results, lab_figures' };

/** Rows of results that this transaction has read so far. */
const FETCHED = {
  text: `
    SELECT sum(idx_tup_fetch + seq_tup_read)::integer AS count FROM pg_stat_xact_user_tables
    WHERE relname IN ('lab_results', 'lab_figures')`,
};

function resultAt(ordinal: number): LabResult {
  const roi = (ordinal * 7_919) % RESULTS;
  return {
    ordinal,
    combination: ordinal,
    generation: 0,
    population: ordinal,
    backtestId: `bt_${ordinal}`,
    score: roi,
    positionsClosed: 1,
    sortValues: { roi, profit: 1, drawdown: 1, sharpe: 1, stability: null },
    figures: '{}',
    judgement: null,
  };
}

async function labWithResults({ database }: TestDatabase, userId: string): Promise<string> {
  const opened = await openJobs(database, { isRunning: false, report: () => undefined });
  const lab = sampleLab(userId);
  await postgresLabStore(database, opened.jobs).insertLab(lab, null);
  await opened.close();
  const results = Array.from({ length: RESULTS }, (_, ordinal) => resultAt(ordinal));
  await database.transaction((session) => insertResults(session, lab.labId, results));
  return lab.labId;
}

async function fetchedBy(
  { database }: TestDatabase,
  read: (session: Session) => Promise<readonly LabResult[]>,
): Promise<number> {
  return database.transaction(async (session) => {
    assert.equal((await read(session)).length, PAGE);
    const [row] = await session.read<{ readonly count: number }>(FETCHED, []);
    return row?.count ?? 0;
  });
}

test('a page of a lab reads its own rows and few others', async () => {
  await withTestDatabase(async (database) => {
    const user = sampleUser();
    await postgresStore(database.database).insertUser(user);
    await labWithResults(database, user.userId);
    await database.database.write(ANALYZE, []);
    const labId = await labWithResults(database, user.userId);
    const key = { userId: user.userId, labId, executionNumber: 0 };
    const inOrder = await fetchedBy(database, (session) => readResults(session, key, 1_000, PAGE));
    assert.ok(inOrder <= FETCHED_MAX, `${inOrder} rows for a page in the order of the search`);
    const query = {
      sort: 'roi',
      isDescending: true,
      positionsMin: 0,
      drawdownMax: null,
      after: null,
    } as const;
    const best = await fetchedBy(database, (session) =>
      pageOfResults(session, key, { ...query, limit: PAGE }),
    );
    // All are read to be sorted.
    assert.ok(best <= RESULTS + FETCHED_MAX, `${best} rows for a page of the best`);
  });
});
