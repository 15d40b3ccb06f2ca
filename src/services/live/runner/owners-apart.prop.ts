// However much processor time updates take, and wherever runs are moved for it: each bot runs each
// of its minutes once, and what it decides is sent.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { botHarness, EACH_MINUTE } from '#services/live/runner/bot-harness.fixture.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { pricedThreads } from '#services/live/runner/priced-threads.fixture.ts';

const MINUTES = 12;
/** The first ones are run where each bot begins; from here on updates cost something. */
const QUIET_MINUTES = 7;
const BOTS_EACH = 4;
/** So much that a few updates are above an owner's share, or nothing. */
const COST_MS = fc.constantFrom(0, 5, 400, 1_500, 6_000);

async function start(harness: BotHarness): Promise<readonly Bot[]> {
  const other = await harness.newcomer();
  const { userId, accountId } = other;
  const bots: Bot[] = [];
  for (let index = 0; index < BOTS_EACH; index += 1) {
    bots.push(await harness.start(EACH_MINUTE));
    bots.push(await harness.start(EACH_MINUTE, { userId, accountId }));
  }
  return bots;
}

test('each minute of each bot is run once, whatever updates cost', async () => {
  const draws = {
    costs: fc.array(COST_MS, { minLength: 1, maxLength: 60 }),
    lost: fc.array(fc.boolean(), { minLength: 1, maxLength: MINUTES }),
    threadsCount: fc.integer({ min: 1, max: 3 }),
  };
  await fc.assert(
    fc.asyncProperty(fc.record(draws), async ({ costs, lost, threadsCount }) => {
      const harness = await botHarness();
      let requestsCount = 0;
      let minute = 0;
      const { threads } = pricedThreads(
        threadsCount,
        () => harness.sim.nowMs(),
        () => {
          requestsCount += 1;
          return minute < QUIET_MINUTES ? 0 : (costs[requestsCount % costs.length] ?? 0);
        },
      );
      const runner = harness.runner({}, {}, threads);
      const bots = await start(harness);
      for (; minute < MINUTES; minute += 1) {
        await harness.passMinutes(1, [runner]);
        // What was refused is loaded elsewhere at its next turn.
        await runner.tick();
        if (lost[minute % lost.length] === true) threads.lose(minute % threadsCount);
      }
      await runner.tick();
      for (const bot of bots) {
        const orders = await harness.ordersOf(bot);
        assert.equal(orders.length, MINUTES);
        assert.deepEqual(new Set(orders.map(({ state }) => state)), new Set(['filled']));
        assert.ok((await harness.find(bot)).isActivated);
      }
    }),
    { numRuns: propertyRuns(20) },
  );
});
