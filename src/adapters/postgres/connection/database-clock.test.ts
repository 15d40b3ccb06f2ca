// The database's clock as a process opens it, by a counter and a database of the test.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabaseClock } from '#adapters/postgres/connection/database-clock.ts';
import { Failure } from '#venue-port/world/failure.ts';

const START_MS = 1_700_000_000_000;

/**
 * Each question takes so long after the database has returned its time; the last one for ever on.
 */
function harness(tookMs: readonly number[]) {
  let passedMs = 0;
  let requestedCount = 0;
  const read = async () => {
    const row = { nowMs: START_MS + passedMs };
    passedMs += tookMs[requestedCount] ?? tookMs.at(-1) ?? 0;
    requestedCount += 1;
    return [row];
  };
  return {
    database: { read } as unknown as Database,
    options: { onSkew: () => undefined, counterMs: () => passedMs, localMs: () => START_MS },
    errorMs: (nowMs: number) => Math.abs(nowMs - START_MS - passedMs),
    requestedCount: () => requestedCount,
  };
}

suite('the clock of the database', () => {
  test('a process that froze at each of the first questions asks until it knows', async () => {
    const { database, options, errorMs } = harness([9_772, 24_849, 10_072, 4_000, 20]);
    const clock = await openDatabaseClock(database, options);
    clock.stop();
    assert.ok(errorMs(clock.nowMs()) <= 11, `${errorMs(clock.nowMs())} ms off`);
  });

  test('three quick questions are enough', async () => {
    const { database, options, requestedCount } = harness([2]);
    (await openDatabaseClock(database, options)).stop();
    assert.equal(requestedCount(), 3);
  });

  test('a question that hangs is not joined by others', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const { database, options, requestedCount } = harness([2]);
    let hangsFrom = Infinity;
    const read: Database['read'] = (...requested) => {
      const response = database.read(...requested);
      return requestedCount() > hangsFrom ? new Promise(() => undefined) : response;
    };
    const clock = await openDatabaseClock({ ...database, read }, options);
    hangsFrom = requestedCount();
    for (let passed = 0; passed < 4; passed += 1) t.mock.timers.tick(5_000);
    assert.equal(requestedCount(), hangsFrom + 1);
    clock.stop();
  });

  test('a database that is always slow to tell its time is a failure, not a guess', async () => {
    const { database, options } = harness([3_000]);
    await assert.rejects(openDatabaseClock(database, options), (error) => {
      assert.ok(error instanceof Failure);
      assert.match(error.message, /to within 500 ms/);
      return true;
    });
  });
});
