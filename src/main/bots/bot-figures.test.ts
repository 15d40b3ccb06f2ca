// A process that had no bots for long does not stand still when it gets its first.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { botStatus } from '#main/bots/bot-figures.ts';
import type { RunnerFigures } from '#services/live/runner/runner-figures.ts';
import { snapshotFigures } from '#services/live/state/snapshot-figures.ts';

test('the first bot after an idle hour is given its time, and no more', () => {
  const found = {
    nowMs: 0,
    runningCount: 0,
    waitingCount: 0,
    behindCount: 0,
    quarantinedCount: 0,
    aboveShareCount: 0,
    onProbationCount: 0,
    followedCount: 0,
    lastMinuteMs: null,
    leaseLeftMs: 3_000,
    threadsEndedCount: 0,
    snapshots: snapshotFigures(),
    processor: { sharedMs: 0, reservedMs: 0 },
    costliest: [],
    mostFetched: [],
  } satisfies RunnerFigures;
  let figures: RunnerFigures = found;
  const status = botStatus({ figures: () => figures });
  figures = { ...found, nowMs: 3_600_000 };
  assert.equal(status.whyNotReady(), null);
  figures = { ...found, nowMs: 3_605_000, waitingCount: 1 };
  assert.equal(status.whyNotReady(), null);
  figures = { ...figures, nowMs: 3_800_000 };
  assert.match(status.whyNotReady() ?? '', /200 s/);
});
