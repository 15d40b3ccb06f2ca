// Threads that end: runs go on as if nothing had been, and a script that ends its thread is
// notified once and stopped the second time.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { rejected } from '#lib/result.ts';
import type { StatefulThreads, ThreadFault } from '#ports/work/stateful-threads.ts';
import type { BotRunner } from '#services/live/runner/bot-runner.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import {
  botHarness,
  EACH_MINUTE,
  IDLE,
  runThreadsInProcess,
} from '#services/live/runner/bot-harness.fixture.ts';
import type { RunReply, RunRequest } from '#services/live/state/run-messages.ts';

const NONE = { isWanted: () => true };

/** Threads that a request ends while `isBad` says so of it. */
function faultyThreads(
  kind: ThreadFault['kind'],
  isBad: (request: RunRequest) => boolean,
): StatefulThreads<RunRequest, RunReply> {
  const inProcess = runThreadsInProcess();
  return {
    ...inProcess,
    threads: inProcess.threads.map((thread, index) => ({
      ...thread,
      async ask(request, call = NONE) {
        if (!isBad(request)) return thread.ask(request, call);
        inProcess.lose(index);
        return rejected({ kind, message: 'as given' });
      },
    })),
  };
}

async function sides(harness: BotHarness, bot: Parameters<BotHarness['ordersOf']>[0]) {
  return (await harness.ordersOf(bot)).map(({ side, state }) => `${side} ${state}`);
}

/** What was lost with a thread in the first round is done in the second. */
async function passMinute(harness: BotHarness, runner: BotRunner): Promise<void> {
  await harness.passMinutes(1, [runner]);
  await runner.tick();
}

suite('a thread that ends', () => {
  for (const index of [0, 1])
    test(`between minutes costs the runs on it nothing: thread ${index}`, async () => {
      const harness = await botHarness();
      const threads = runThreadsInProcess();
      const runner = harness.runner({}, {}, threads);
      const bot = await harness.start(EACH_MINUTE);
      for (let minute = 0; minute < 4; minute += 1) {
        await harness.passMinutes(1, [runner]);
        threads.lose(index);
      }
      const filled = ['buy filled', 'sell filled', 'buy filled', 'sell filled'];
      assert.deepEqual(await sides(harness, bot), filled);
      assert.equal(runner.figures().threadsEndedCount, 4);
    });

  test('with a step that nobody got does not run the minute twice', async () => {
    const harness = await botHarness();
    let isBad = true;
    const threads = faultyThreads('lost', ({ kind }) => kind === 'advance' && isBad);
    const runner = harness.runner({}, {}, threads);
    const bot = await harness.start(EACH_MINUTE);
    await harness.passMinutes(1, [runner]);
    assert.deepEqual(await sides(harness, bot), []);
    isBad = false;
    await runner.tick();
    assert.deepEqual(await sides(harness, bot), ['buy filled']);
    assert.ok((await harness.find(bot)).isActivated);
  });

  for (const kind of ['too_long', 'out_of_memory', 'crashed'] as const)
    test(`${kind}: its bot is notified, and stopped the second time; others go on`, async () => {
      const harness = await botHarness();
      const hostile = await harness.start(IDLE);
      const isHis = (request: RunRequest): boolean =>
        request.kind === 'advance' && request.runId.startsWith(hostile.botId);
      const runner = harness.runner({}, {}, faultyThreads(kind, isHis));
      const other = await harness.start(EACH_MINUTE);
      await passMinute(harness, runner);
      assert.ok((await harness.find(hostile)).isActivated);
      const [line] = await harness.linesOf(hostile);
      assert.match(line?.message ?? '', /^Its script /);
      await passMinute(harness, runner);
      const stopped = await harness.find(hostile);
      assert.deepEqual([stopped.isActivated, stopped.stopReason], [false, line?.message]);
      await passMinute(harness, runner);
      assert.deepEqual(await sides(harness, other), ['buy filled', 'sell filled', 'buy filled']);
    });

  test('a script that ends its thread when it is made again is stopped as well', async () => {
    const harness = await botHarness();
    const hostile = await harness.start(IDLE);
    const runner = harness.runner(
      {},
      {},
      faultyThreads('too_long', ({ kind }) => kind === 'load'),
    );
    await harness.passMinutes(3, [runner]);
    assert.equal((await harness.find(hostile)).isActivated, false);
  });
});
