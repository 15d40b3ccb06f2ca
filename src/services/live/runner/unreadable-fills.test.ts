// A bot whose fills its exchange lists in a form that cannot be read: it asks again ever less
// often, so that what the exchange allows is left to the others.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { FailureCode } from '#venue-port/world/failure.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { botHarness, EACH_MINUTE } from '#services/live/runner/bot-harness.fixture.ts';

const SECOND_MS = 1_000;

/** A bot that trades at an exchange whose lists of fills fail with a code while `isFailing`. */
async function failingBot(code: FailureCode) {
  const harness = await botHarness();
  const requestsAtMs: number[] = [];
  let isFailing = false;
  const exchange = {
    ...harness.sim.exchange,
    code: 'sim',
    listMarkets: () => harness.sim.sim.listMarkets(),
    fetchFills: async (...given: Parameters<typeof harness.sim.exchange.fetchFills>) => {
      if (!isFailing) return harness.sim.exchange.fetchFills(...given);
      requestsAtMs.push(harness.sim.nowMs());
      throw new Failure(code, 'as the test wants it');
    },
  };
  const runner = harness.runner({ exchanges: exchangeRegistry([exchange]) });
  const bot = await harness.start(EACH_MINUTE);
  await harness.passMinutes(1, [runner]);
  const passSeconds = async (count: number): Promise<void> => {
    for (let second = 0; second < count; second += 1) {
      harness.passMs(SECOND_MS);
      await runner.renew();
      await runner.tick();
    }
  };
  return {
    harness,
    bot,
    passSeconds,
    /** How often it asked in so many seconds of failing. */
    failFor: async (seconds: number): Promise<number> => {
      isFailing = true;
      requestsAtMs.splice(0);
      await passSeconds(seconds);
      isFailing = false;
      return requestsAtMs.length;
    },
  };
}

suite('a bot whose exchange fails it', () => {
  test('asks ever less often for what could not be read, and goes on soon after', async () => {
    const { harness, bot, failFor, passSeconds } = await failingBot('corrupt_reply');
    const before = (await harness.ordersOf(bot)).length;
    const count = await failFor(300);
    assert.ok(count > 8 && count < 25, `${count} times in five minutes`);
    await passSeconds(45);
    assert.ok((await harness.ordersOf(bot)).length > before);
    // It is as quick as ever when it fails again.
    assert.ok((await failFor(65)) >= 3);
  });

  test('asks again at once where that may help', async () => {
    const { failFor } = await failingBot('unavailable');
    const count = await failFor(300);
    assert.ok(count > 80, `${count} times in five minutes`);
  });
});
