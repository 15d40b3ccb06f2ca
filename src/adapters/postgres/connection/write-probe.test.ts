// What is ready to be written to, and that asking often writes little.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeProbe } from '#adapters/postgres/connection/write-probe.ts';
import { Failure } from '#ports/world/failure.ts';

test('a database that refuses changes is not ready, until it takes one again', async () => {
  let nowMs = 0;
  let isFull = false;
  let writesCount = 0;
  const write = async (): Promise<readonly never[]> => {
    writesCount += 1;
    if (isFull) throw new Failure('unavailable', 'No space left on device');
    return [];
  };
  const isReady = writeProbe({ write }, () => nowMs);
  assert.deepEqual(await Promise.all([isReady(), isReady(), isReady()]), [true, true, true]);
  assert.equal(writesCount, 1);
  isFull = true;
  assert.equal(await isReady(), true, 'as it was a moment ago');
  nowMs += 2_000;
  assert.equal(await isReady(), false);
  isFull = false;
  nowMs += 2_000;
  assert.equal(await isReady(), true);
});
