// Orders of a step that is written are sent, whatever fails between the writing and the sending.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { BotRunner } from '#services/live/runner/bot-runner.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness, runThreadsInProcess } from '#services/live/runner/bot-harness.fixture.ts';

/** Its second step cancels the order of the first, which is read from the store to be cancelled. */
const REPLACES = `
local count = Load('count', 0) + 1
Save('count', count)
if count == 1 then
  Save('id', PlaceBuyOrder(CurrentPrice().close * 0.5, 0.001, {type = NoTimeOutOrderType}))
elseif count == 2 then
  CancelOrder(Load('id', ''))
  PlaceBuyOrder(CurrentPrice().close * 0.6, 0.001, {type = NoTimeOutOrderType})
end`;

/** So often that the bot never changes hands. */
const RENEWAL_MS = Math.floor(LIMITS.botLeaseMs / 3);

/** A minute in which the process renews its claim in time, as it does when nothing hinders it. */
async function passMinute(harness: BotHarness, runner: BotRunner): Promise<void> {
  const untilMs = (Math.floor(harness.sim.nowMs() / MINUTE_MS) + 1) * MINUTE_MS + 500;
  while (harness.sim.nowMs() < untilMs) {
    harness.passMs(Math.min(RENEWAL_MS, untilMs - harness.sim.nowMs()));
    await runner.renew();
    await runner.tick();
  }
}

/** The store fails `failuresCount` times from the first read after the second step was written. */
function failingReads(runs: BotRunStore, failuresCount: number): BotRunStore {
  let stepsCount = 0;
  let leftCount = failuresCount;
  return {
    ...runs,
    async commitSteps(given) {
      const outcomes = await runs.commitSteps(given);
      stepsCount += given.filter(({ step }) => step.orders.length > 0).length;
      return outcomes;
    },
    async findBotOrders(...given) {
      if (stepsCount < 2 || leftCount === 0) return runs.findBotOrders(...given);
      leftCount -= 1;
      throw new Failure('unavailable', 'the connection was lost');
    },
  };
}

suite('orders of a step that is written', () => {
  for (const failuresCount of [0, 1, 2, 3])
    for (const isThreadLost of [false, true])
      test(`are sent after ${failuresCount} failed reads, thread lost: ${isThreadLost}`, async () => {
        const harness = await botHarness();
        const threads = runThreadsInProcess();
        const runs = failingReads(harness.runs, failuresCount);
        const runner = harness.runner({ runs }, {}, threads);
        const bot = await harness.start(REPLACES);
        for (let minute = 0; minute < 2; minute += 1) await passMinute(harness, runner);
        if (isThreadLost) for (const index of [0, 1]) threads.lose(index);
        for (let minute = 0; minute < 4; minute += 1) await passMinute(harness, runner);
        const states = (await harness.ordersOf(bot)).map(({ state }) => state);
        assert.deepEqual(states, ['cancelled', 'open']);
      });
});
