// Thirty backtests give what they always gave. Other threads and processes give the same:
// `same-bytes.test.ts`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { changedUnderOneVersion, GOLDEN_FILE, GOLDEN_RUNS, goldenOf } from './golden-runs.ts';
import { someOf } from '../../support/share-of-cases.ts';

const PINNED = JSON.parse(readFileSync(GOLDEN_FILE, 'utf8')) as Readonly<Record<string, unknown>>;

for (const { name, input } of GOLDEN_RUNS)
  test(name, () => {
    const done = runBacktest(input, () => true);
    assert(done.ok, done.ok ? '' : `${done.rejection.message} (line ${done.rejection.line})`);
    assert.deepEqual(goldenOf(done.value), PINNED[name]);
  });

test('thirty-three runs are pinned', () => {
  assert.equal(GOLDEN_RUNS.length, 33);
  assert.deepEqual(
    Object.keys(PINNED),
    GOLDEN_RUNS.map(({ name }) => name),
  );
});

test('no decision of theirs depends on later minutes', () => {
  const runs = GOLDEN_RUNS.filter((run) => run.name.endsWith('realistic'));
  for (const { name, input } of runs.slice(-someOf(runs.length))) {
    const settings = { ...input.settings, isAudited: true };
    const done = runBacktest({ ...input, settings }, () => true);
    assert(done.ok, done.ok ? '' : `${name}: ${done.rejection.message}`);
  }
});

test('figures may only change with the version of the engine', () => {
  const before = { retained: { engineVersion: '1', fees: '2' } };
  assert.deepEqual(changedUnderOneVersion(before, before), []);
  const same = { retained: { engineVersion: '1', fees: '3' }, added: { engineVersion: '1' } };
  assert.deepEqual(changedUnderOneVersion(before, same), ['retained']);
  const next = { retained: { engineVersion: '2', fees: '3' } };
  assert.deepEqual(changedUnderOneVersion(before, next), []);
});
