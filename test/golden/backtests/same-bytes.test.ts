// The same backtest has the same report to the byte in each process, and on one thread or more.
// Every day some of the pinned runs are tried; `same-bytes.long.ts` uses more processes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someOf } from '../../support/share-of-cases.ts';
import { GOLDEN_RUNS } from './golden-runs.ts';
import { bytesHere, bytesInProcesses, bytesOnThreads, everyNth } from './same-bytes.ts';

const NTH = Math.floor(GOLDEN_RUNS.length / someOf(GOLDEN_RUNS.length));

test('another process and other threads give the bytes that this one gives', async () => {
  const runs = everyNth(NTH);
  const here = bytesHere(runs);
  assert.ok(here.every((run) => run.startsWith('true ')));
  assert.equal(new Set(here).size, runs.length);
  assert.deepEqual(await bytesInProcesses(NTH, 1), [here]);
  assert.deepEqual(await bytesOnThreads(runs.toReversed(), 2), here.toReversed());
});
