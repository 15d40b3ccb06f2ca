// Contract of every store of backtests. Each case has a user of its own.

import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import { attemptJob } from '#ports/work/attempt-job.fixture.ts';
import type { Backtest, BacktestOutcome, BacktestStore } from '#ports/stores/backtest-store.ts';
import { BACKTEST_QUEUE } from '#ports/stores/backtest-store.ts';
import { declareCases } from '#ports/declare-cases.contract.ts';
import type { JobAttempt, Jobs } from '#ports/work/jobs.ts';
import { lostCompletion, sampleClaim, sampleId, sampleUser } from '#ports/stores/store.fixture.ts';
import type { Store } from '#ports/stores/store.ts';

export type OpenedBacktests = {
  readonly backtests: BacktestStore;
  readonly store: Pick<Store, 'insertUser' | 'claim'>;
  readonly jobs: Pick<Jobs<never>, 'run'>;
  close(hasFailed: boolean): Promise<void>;
};

const QUEUED_AT_MS = 1_700_000_000_000;
const ENDED_AT_MS = QUEUED_AT_MS + 1_234;

/** What is retained of a strategy is what was given. */
const GRID = { type: 'spot_grid', config: { grid_count: 5, lower_price: '1' } } as const;

async function newBacktest(
  { store, backtests }: OpenedBacktests,
  changes: Partial<Backtest> = {},
): Promise<Backtest> {
  const backtest = await unwritten(store, changes);
  await backtests.insertBacktest(backtest, null);
  return backtest;
}

async function unwritten(
  store: OpenedBacktests['store'],
  changes: Partial<Backtest> = {},
): Promise<Backtest> {
  const user = sampleUser();
  if (changes.userId === undefined) await store.insertUser(user);
  return {
    backtestId: sampleId('backtest'),
    userId: user.userId,
    scriptId: 'script_1',
    accountId: 'account_1',
    marketTag: 'SIM_BTC_USDT_',
    intervalMinutes: 60,
    startMs: Date.UTC(2024, 0, 1),
    endMs: Date.UTC(2024, 1, 1),
    choices: '{"rules":"realistic"}',
    queuedAtMs: QUEUED_AT_MS,
    ...changes,
  };
}

function items(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `["${prefix} ${index} é"]`);
}

function finished(count: number): BacktestOutcome {
  const lists = {
    positions: items('position', count),
    orders: items('order', 2 * count),
    logs: [],
    equity: items('point', 1),
    days: [],
    plots: [],
    drawings: [],
    bars: [],
    exports: [],
    objects: [],
    values: [],
  };
  return { kind: 'finished', figures: '{"roi":"12"}', lists };
}

const FAILED: BacktestOutcome = {
  kind: 'failed',
  reason: { message: 'attempt to call a nil value', line: 7 },
};

/** Attempts the backtest's job with `act`. */
function attemptOf(
  { jobs }: OpenedBacktests,
  backtestId: string,
  act: (attempt: JobAttempt) => Promise<void>,
): Promise<void> {
  return attemptJob(jobs, BACKTEST_QUEUE, (jobId) => jobId === backtestId, act);
}

/** Ends the backtest and returns the attempt that did. */
async function end(
  harness: OpenedBacktests,
  { backtestId }: Backtest,
  outcome: BacktestOutcome,
): Promise<JobAttempt> {
  const used: JobAttempt[] = [];
  await attemptOf(harness, backtestId, async (attempt) => {
    used.push(attempt);
    assert.equal(await harness.backtests.endBacktest(attempt, outcome, ENDED_AT_MS), true);
  });
  return present(used[0], 'it was attempted');
}

const CASES: { readonly [statement: string]: (harness: OpenedBacktests) => Promise<void> } = {
  'a backtest is found by its user, whole, and queued': async (harness) => {
    const backtest = await newBacktest(harness);
    const { backtestId, userId } = backtest;
    const found = await harness.backtests.findBacktest(userId, backtestId);
    assert.deepEqual(found?.backtest, backtest);
    assert.deepEqual(found?.progress, { state: 'queued' });
    assert.deepEqual(await harness.backtests.findQueuedBacktest(backtestId), backtest);
  },
  'one of a strategy is found whole, with where it stands while it waits': async (harness) => {
    const backtest = await newBacktest(harness, { scriptId: null, strategy: GRID });
    const { backtestId, userId } = backtest;
    const { backtests } = harness;
    assert.deepEqual(await backtests.findQueuedBacktest(backtestId), backtest);
    assert.equal(await backtests.findOwner(backtestId), userId);
    assert.equal(await backtests.findOwner('backtest_none'), null);
    const unbegun = { phase: 'queued', doneShare: 0, beganAtMs: null };
    assert.deepEqual((await backtests.findBacktest(userId, backtestId))?.stage, unbegun);
    const stage = { phase: 'executing', doneShare: 0.5, beganAtMs: 7 } as const;
    await backtests.noteStage(backtestId, stage);
    assert.deepEqual((await backtests.findBacktest(userId, backtestId))?.stage, stage);
    await end(harness, backtest, FAILED);
    await backtests.noteStage(backtestId, { ...stage, doneShare: 1 });
    assert.deepEqual((await backtests.findBacktest(userId, backtestId))?.stage, stage);
  },
  'what it goes by instead of scripts is reported to whoever carries it out alone': async (
    harness,
  ) => {
    const { backtests } = harness;
    const frozen = '{"script":{"name":"old","source":"-- é"}}';
    const backtest = await newBacktest(harness, { frozen });
    const { frozen: _, ...shown } = backtest;
    const { backtestId, userId } = backtest;
    assert.deepEqual(await backtests.findQueuedBacktest(backtestId), backtest);
    assert.deepEqual((await backtests.findBacktest(userId, backtestId))?.backtest, shown);
    const [listed] = await backtests.listBacktests(userId, null, 1);
    assert.deepEqual(listed?.backtest, shown);
    await end(harness, backtest, finished(1));
    assert.equal(await backtests.deleteBacktest(userId, backtestId), true);
    await backtests.insertBacktest(shown, null);
    assert.deepEqual(await backtests.findQueuedBacktest(backtestId), shown);
    await end(harness, shown, finished(1));
  },
  "another user's backtest does not exist": async (harness) => {
    const { backtests } = harness;
    const { backtestId } = await newBacktest(harness);
    const { userId } = await newBacktest(harness);
    assert.equal(await backtests.findBacktest(userId, backtestId), null);
    assert.equal(await backtests.deleteBacktest(userId, backtestId), false);
    assert.equal(await backtests.readItems(userId, backtestId, 'logs', 0, 10), null);
  },
  'a backtest is written once, and each request for it is completed': async (harness) => {
    const { backtests, store } = harness;
    const backtest = await unwritten(store);
    for (const choices of ['{}', '{"rules":"touch"}']) {
      const claim = sampleClaim();
      await store.claim(claim);
      const outcome = new Uint8Array([1, 2, 3]);
      const { recordId, ownerId } = claim;
      await backtests.insertBacktest({ ...backtest, choices }, { recordId, ownerId, outcome });
      const again = await store.claim({ ...claim, ownerId: sampleId('owner') });
      assert.deepEqual(again, { kind: 'completed', recordId, outcome });
    }
    const found = await backtests.findBacktest(backtest.userId, backtest.backtestId);
    assert.equal(found?.backtest.choices, '{}');
  },
  'a request that was taken over writes no backtest': async (harness) => {
    const { backtests, store } = harness;
    const backtest = await unwritten(store);
    await assert.rejects(backtests.insertBacktest(backtest, await lostCompletion(store)), {
      code: 'conflict',
    });
    assert.equal(await backtests.findBacktest(backtest.userId, backtest.backtestId), null);
    assert.equal(await backtests.findQueuedBacktest(backtest.backtestId), null);
  },
  'one that finished has its figures and its lists, in pages': async (harness) => {
    const { backtests } = harness;
    const backtest = await newBacktest(harness);
    const { backtestId, userId } = backtest;
    assert.equal(await backtests.readItems(userId, backtestId, 'logs', 0, 10), null);
    await end(harness, backtest, finished(700));
    const found = await backtests.findBacktest(userId, backtestId);
    assert.deepEqual(found?.progress, {
      state: 'finished',
      figures: '{"roi":"12"}',
      endedAtMs: ENDED_AT_MS,
    });
    assert.equal(await backtests.findQueuedBacktest(backtestId), null);
    const all = items('position', 700);
    for (const [from, limit] of [
      [0, 100],
      [240, 20],
      [249, 500],
      [699, 10],
      [700, 10],
    ] as const) {
      const read = await backtests.readItems(userId, backtestId, 'positions', from, limit);
      assert.deepEqual(read, all.slice(from, from + limit));
    }
    assert.deepEqual(await backtests.readItems(userId, backtestId, 'logs', 0, 10), []);
    assert.deepEqual(
      await backtests.readItems(userId, backtestId, 'equity', 0, 10),
      items('point', 1),
    );
  },
  'one that failed says why, and has no lists': async (harness) => {
    const { backtests } = harness;
    const backtest = await newBacktest(harness);
    const { backtestId, userId } = backtest;
    await end(harness, backtest, FAILED);
    const found = await backtests.findBacktest(userId, backtestId);
    assert.deepEqual(found?.progress, {
      state: 'failed',
      reason: { message: 'attempt to call a nil value', line: 7 },
      endedAtMs: ENDED_AT_MS,
    });
    assert.equal(await backtests.readItems(userId, backtestId, 'logs', 0, 10), null);
    assert.deepEqual(await backtests.listBacktests(userId, null, 10), []);
  },
  'it ends once, by the attempt that holds its job': async (harness) => {
    const backtest = await newBacktest(harness);
    const attempt = await end(harness, backtest, finished(1));
    assert.equal(await harness.backtests.endBacktest(attempt, FAILED, ENDED_AT_MS), false);
    const found = await harness.backtests.findBacktest(backtest.userId, backtest.backtestId);
    assert.equal(found?.progress.state, 'finished');
  },
  'an attempt whose fence has moved on ends nothing': async (harness) => {
    const { backtests } = harness;
    const backtest = await newBacktest(harness);
    await attemptOf(harness, backtest.backtestId, async (attempt) => {
      const older = { ...attempt, fence: attempt.fence - 1 };
      assert.equal(await backtests.endBacktest(older, finished(1), ENDED_AT_MS), false);
      assert.deepEqual(await backtests.findQueuedBacktest(backtest.backtestId), backtest);
      assert.equal(await backtests.endBacktest(attempt, finished(1), ENDED_AT_MS), true);
    });
  },
  'one that is deleted is gone, and its attempt ends nothing': async (harness) => {
    const { backtests } = harness;
    const { backtestId, userId } = await newBacktest(harness);
    await attemptOf(harness, backtestId, async (attempt) => {
      assert.equal(await backtests.deleteBacktest(userId, backtestId), true);
      assert.equal(await backtests.endBacktest(attempt, finished(1), ENDED_AT_MS), false);
    });
    assert.equal(await backtests.findBacktest(userId, backtestId), null);
    assert.equal(await backtests.deleteBacktest(userId, backtestId), false);
  },
  'one that finished or failed can be deleted with all it has': async (harness) => {
    const { backtests } = harness;
    for (const outcome of [finished(300), FAILED]) {
      const backtest = await newBacktest(harness);
      const { backtestId, userId } = backtest;
      await end(harness, backtest, outcome);
      assert.equal(await backtests.deleteBacktest(userId, backtestId), true);
      assert.equal(await backtests.findBacktest(userId, backtestId), null);
      assert.equal(await backtests.readItems(userId, backtestId, 'positions', 0, 9), null);
    }
  },
  'they are listed newest first, in pages': async (harness) => {
    const { backtests } = harness;
    const { backtestId: first, userId } = await newBacktest(harness);
    const { backtestId: second } = await newBacktest(harness, { userId });
    const { backtestId: third } = await newBacktest(harness, { userId });
    const page = await backtests.listBacktests(userId, null, 2);
    const rest = await backtests.listBacktests(userId, present(page[1], 'two').sequence, 2);
    assert.deepEqual(
      [page, rest].map((part) => part.map(({ backtest }) => backtest.backtestId)),
      [[third, second], [first]],
    );
  },
  'no more of a user wait or run than may, however many are requested at once': async (harness) => {
    const { backtests } = harness;
    const ended = await newBacktest(harness);
    const { userId } = ended;
    await newBacktest(harness, { userId });
    await newBacktest(harness);
    const ask = (count: number): Promise<readonly boolean[]> => {
      const requested = Array.from({ length: count }, () => ({
        ...ended,
        backtestId: sampleId('backtest'),
      }));
      return Promise.all(requested.map((one) => backtests.insertBacktest(one, null, 4)));
    };
    assert.equal((await ask(8)).filter(Boolean).length, 2);
    await end(harness, ended, FAILED);
    assert.deepEqual(await ask(1), [true]);
    assert.deepEqual(await ask(1), [false]);
    assert.equal(await backtests.insertBacktest(ended, null, 4), true);
  },
  'failures are forgotten, oldest first, and nothing else': async (harness) => {
    const { backtests } = harness;
    const failed = await newBacktest(harness);
    const retained = await newBacktest(harness, { userId: failed.userId });
    await end(harness, failed, FAILED);
    await end(harness, retained, finished(1));
    assert.equal(await backtests.purgeFailures(ENDED_AT_MS, 100), 0);
    assert.ok((await backtests.purgeFailures(ENDED_AT_MS + 1, 100)) >= 1);
    assert.equal(await backtests.findBacktest(failed.userId, failed.backtestId), null);
    assert.notEqual(await backtests.findBacktest(retained.userId, retained.backtestId), null);
  },
};

/** Declares the tests; `open` is called once. */
export function backtestStoreContract(open: () => Promise<OpenedBacktests>): void {
  declareCases(CASES, open, (opened) => opened);
}
