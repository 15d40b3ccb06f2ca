// All pinned backtests in ten processes, and on one thread and on many, to the byte.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesHere, bytesInProcesses, bytesOnThreads, everyNth } from './same-bytes.ts';

const RUNS = everyNth(1);
const PROCESSES = 10;

test(`${PROCESSES} processes give the same bytes`, async () => {
  const here = bytesHere(RUNS);
  const there = await bytesInProcesses(1, PROCESSES);
  assert.equal(there.length, PROCESSES);
  for (const bytes of there) assert.deepEqual(bytes, here);
});

for (const count of [1, 2, 4, 8]) {
  test(`threads, ${count} of them, give the same bytes`, async () => {
    assert.deepEqual(await bytesOnThreads(RUNS, count), bytesHere(RUNS));
  });
}
