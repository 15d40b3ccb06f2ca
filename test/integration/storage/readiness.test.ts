// Readiness is measured by what real work does: a page that no table had before, and a commit. What
// was refused for want of room counts too.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { writeProbe } from '#adapters/postgres/connection/write-probe.ts';
import { withTestDatabase } from '../../support/database.ts';

const PAGES: Statement<{ readonly pages: number; readonly rows: number }> = {
  text: `
    SELECT (pg_relation_size('write_probe_pages') / 8192)::int AS pages,
      (SELECT count(*)::int FROM write_probe_pages) AS rows`,
};

function probeOf(database: Database): () => Promise<boolean> {
  let nowMs = performance.now();
  const isReady = writeProbe(database, () => nowMs);
  // Each probe is a new one, and later than what was refused before.
  return () => {
    nowMs += 10_000;
    return isReady();
  };
}

test('each probe takes a page that the table did not have, and leaves no row', async () => {
  await withTestDatabase(async ({ database }) => {
    for (let count = 1; count <= 3; count += 1) {
      assert.equal(await writeProbe(database, () => 0)(), true);
      assert.deepEqual(await database.read(PAGES, []), [{ pages: count, rows: 0 }]);
    }
    await database.write({ text: 'VACUUM write_probe_pages' }, []);
    assert.deepEqual(await database.read(PAGES, []), [{ pages: 0, rows: 0 }], 'given back');
  });
});

for (const code of ['53100', '53200', '58030', '25006']) {
  test(`work that was refused with ${code} makes it not ready at once`, async () => {
    await withTestDatabase(async ({ database }) => {
      const isReady = writeProbe(database, () => performance.now());
      const refused = { text: `DO $$ BEGIN RAISE 'refused' USING ERRCODE = '${code}'; END $$` };
      assert.equal(await isReady(), true);
      await assert.rejects(database.write(refused, []), { code: 'unavailable' });
      assert.equal(await isReady(), false);
      assert.equal(await probeOf(database)(), true, 'as soon as nothing is refused any more');
    });
  });
}
