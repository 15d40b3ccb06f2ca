// Reports of a process on its bots, and when it says that they stand still.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { botHarness, EACH_MINUTE, IDLE } from '#services/live/runner/bot-harness.fixture.ts';
import type { RunnerFigures } from '#services/live/runner/runner-figures.ts';
import { snapshotFigures } from '#services/live/state/snapshot-figures.ts';
import { whyStandingStill } from '#services/live/runner/runner-figures.ts';

const WELL: RunnerFigures = {
  nowMs: 0,
  runningCount: 3,
  waitingCount: 0,
  behindCount: 0,
  quarantinedCount: 0,
  aboveShareCount: 0,
  onProbationCount: 0,
  followedCount: 0,
  lastMinuteMs: 1_000_000,
  leaseLeftMs: 3_000,
  threadsEndedCount: 0,
  snapshots: snapshotFigures(),
  processor: { sharedMs: 0, reservedMs: 0 },
  costliest: [],
  mostFetched: [],
};

const IDLE_PROCESS = { runningCount: 0, lastMinuteMs: null };

const CASES: readonly (readonly [Partial<RunnerFigures>, agoMs: number, why: string | null])[] = [
  [{}, 60_000, null],
  [{}, 150_000, null],
  [{}, 151_000, 'no bot has run a minute for 151 s'],
  [{ lastMinuteMs: null }, 60_000, null],
  [IDLE_PROCESS, 900_000, null],
  [{ ...IDLE_PROCESS, waitingCount: 1 }, 160_000, 'no bot has run a minute for 160 s'],
  [{ leaseLeftMs: -9_000 }, 60_000, null],
  [{ leaseLeftMs: -11_000 }, 60_000, 'it has had no lease for 11 s'],
  [{ leaseLeftMs: null }, 5_000, null],
  [{ leaseLeftMs: null }, 20_000, 'it has had no lease for 20 s'],
];

suite('figures of a process that runs bots', () => {
  test('say when they stand still', () => {
    for (const [changes, agoMs, why] of CASES) {
      const nowMs = 1_000_000 + agoMs;
      assert.equal(whyStandingStill({ ...WELL, ...changes, nowMs }, 1_000_000), why);
    }
  });

  test('count bots as they are run, paused and late, and the time of the lease', async () => {
    const harness = await botHarness();
    const runner = harness.runner();
    assert.deepEqual([runner.figures().runningCount, runner.figures().leaseLeftMs], [0, null]);
    for (const source of [IDLE, EACH_MINUTE, 'PauseBot()']) await harness.start(source);
    await harness.passMinutes(2, [runner]);
    const well = runner.figures();
    assert.deepEqual([well.runningCount, well.waitingCount, well.behindCount], [3, 0, 0]);
    assert.equal(well.lastMinuteMs, harness.sim.nowMs() - (harness.sim.nowMs() % 60_000));
    assert.ok(well.leaseLeftMs !== null && well.leaseLeftMs > 0);
    harness.passMs(180_000);
    const late = runner.figures();
    assert.deepEqual([late.behindCount, late.runningCount], [2, 3]);
    assert.ok(late.leaseLeftMs !== null && late.leaseLeftMs < 0);
  });

  test('count bots of owners with a strike apart', async () => {
    const harness = await botHarness();
    const runner = harness.runner();
    const bot = await harness.start(IDLE);
    await harness.start(IDLE);
    await harness.passMinutes(1, [runner]);
    assert.equal(runner.figures().quarantinedCount, 0);
    const { leases } = await harness.runs.renewLeases('runner-1', 60_000);
    const listed = await harness.runs.listRunnableBots(leases.map(({ shard }) => shard));
    const shard = listed.find((each) => each.bot.botId === bot.botId)?.shard ?? -1;
    const token = leases.find((lease) => lease.shard === shard)?.token ?? -1;
    const strike = { botId: bot.botId, activation: 1, reason: 'slow', atMs: 1 };
    assert.equal(await harness.runs.noteStrike({ owner: 'runner-1', shard, token }, strike), 1);
    runner.noteChange();
    await harness.passMinutes(2, [runner]);
    assert.equal(runner.figures().quarantinedCount, 2);
    assert.equal(runner.figures().behindCount, 0);
  });
});
