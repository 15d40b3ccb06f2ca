// Thirty backtests give what they always gave, in this thread and in another one.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { runBacktest } from '#engine/backtest/run-backtest.ts';
import { GOLDEN_FILE, GOLDEN_RUNS, goldenOf } from './golden-runs.ts';

const PINNED = JSON.parse(readFileSync(GOLDEN_FILE, 'utf8')) as Readonly<Record<string, unknown>>;

for (const { name, input } of GOLDEN_RUNS)
  test(name, () => {
    const done = runBacktest(input, () => true);
    assert(done.ok, done.ok ? '' : `${done.rejection.message} (line ${done.rejection.line})`);
    assert.deepEqual(goldenOf(done.value), PINNED[name]);
  });

test('thirty runs are pinned', () => {
  assert.equal(GOLDEN_RUNS.length, 30);
  assert.deepEqual(
    Object.keys(PINNED),
    GOLDEN_RUNS.map(({ name }) => name),
  );
});

test('no decision of theirs depends on later minutes', () => {
  for (const { name, input } of GOLDEN_RUNS.filter((run) => run.name.endsWith('realistic'))) {
    const settings = { ...input.settings, isAudited: true };
    const done = runBacktest({ ...input, settings }, () => true);
    assert(done.ok, done.ok ? '' : `${name}: ${done.rejection.message}`);
  }
});

test('another thread gives the same', async () => {
  const names = GOLDEN_RUNS.filter((_, index) => index % 7 === 0).map(({ name }) => name);
  const worker = new Worker(new URL('golden-worker.ts', import.meta.url), { workerData: names });
  const answers = await new Promise<unknown>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await worker.terminate();
  assert.deepEqual(
    answers,
    names.map((name) => PINNED[name]),
  );
});
