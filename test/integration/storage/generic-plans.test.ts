// A statement that writes a group of any size has a generic plan, which PostgreSQL makes once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { SIM_COMMIT_ALL } from '#adapters/postgres/stores/sim-commit-statements.ts';
import { withTestDatabase } from '../../support/database.ts';

const COLUMNS = 16;
/** PostgreSQL plans a statement five times for its values before it compares. */
const CUSTOM_MAX = 5;
const RUNS = 30;

test('groups of simulated accounts are not planned anew', async () => {
  await withTestDatabase(async ({ url }) => {
    const database = openDatabase({ url, connectionsMax: 1 });
    for (let run = 0; run < RUNS; run += 1) {
      const size = 1 + (run % 7);
      const columns = Array.from({ length: COLUMNS }, (_, column) =>
        Array.from({ length: size }, (_, row) => (column === 0 ? `none ${row}` : null)),
      );
      assert.equal((await database.write(SIM_COMMIT_ALL, columns)).length, size);
    }
    const text = `SELECT custom_plans AS custom, generic_plans AS generic
      FROM pg_prepared_statements WHERE name LIKE $1`;
    const values = [`${SIM_COMMIT_ALL.name}%`];
    const plans = await database.read<{ custom: number; generic: number }>({ text }, values);
    await database.close();
    assert.deepEqual(plans, [{ custom: CUSTOM_MAX, generic: RUNS - CUSTOM_MAX }]);
  });
});
