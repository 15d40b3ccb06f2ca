// A list of data series, and one more point, cost what they show and add, however many points there
// are: the points that are there are not read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Statement } from '#adapters/postgres/connection/database.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { sampleUser } from '#ports/stores/store.fixture.ts';
import { withTestDatabase } from '../../support/database.ts';

const BOUNDS = { seriesMax: 2, pointsMax: 4 };
const HIDE = { text: 'ALTER TABLE data_points RENAME TO hidden_points' };
const ADD_UNCOUNTED = { text: 'INSERT INTO data_points VALUES ($1::bigint, 1, 1, 1)' };
const SERIES: Statement<{ readonly id: string }> = {
  text: 'SELECT series_id::text AS id FROM data_series',
};

test('series are listed by what was counted as they grew', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const user = sampleUser();
    await store.insertUser(user);
    const points = { atMs: Float64Array.of(3, 5), values: Float64Array.of(1, 2) };
    const added = { userId: user.userId, name: 'a', points, recordedAtMs: 1 };
    assert.deepEqual(await store.addDataPoints(added, BOUNDS), { code: 'added', addedCount: 2 });
    // One that nothing counted: whoever counts them anew would see it.
    const [{ id } = { id: '' }] = await database.read(SERIES, []);
    await database.write(ADD_UNCOUNTED, [id]);
    const more = { ...added, points: { atMs: Float64Array.of(9), values: Float64Array.of(1) } };
    assert.deepEqual(await store.addDataPoints(more, BOUNDS), { code: 'added', addedCount: 1 });
    await database.write(HIDE, []);
    const [listed] = await store.listDataSeries(user.userId);
    assert.deepEqual([listed?.pointsCount, listed?.firstAtMs, listed?.lastAtMs], [3, 3, 9]);
  });
});
