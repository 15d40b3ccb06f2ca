// A process that is asked to stop retains its leases until what it has begun to send is sent.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '#lib/time.ts';
import { serveBots } from '#main/bots/serve-bots.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import {
  botHarness,
  EACH_MINUTE,
  runThreadsInProcess,
} from '#services/live/runner/bot-harness.fixture.ts';

const NOWHERE = 'postgresql://nobody@127.0.0.1:1/none';

test('leases are renewed while an order that was begun waits for its exchange', async () => {
  const harness = await botHarness();
  await harness.start(EACH_MINUTE);
  const [begun, response] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { exchange } = harness.sim;
  const slow: Exchange = {
    ...exchange,
    async placeOrder(account, order, ...rest) {
      begun.resolve();
      await response.promise;
      return exchange.placeOrder(account, order, ...rest);
    },
  };
  let renewed = Promise.withResolvers<void>();
  let releasedCount = 0;
  const runs = {
    ...harness.runs,
    renewLeases: async (...given: Parameters<typeof harness.runs.renewLeases>) => {
      const held = await harness.runs.renewLeases(...given);
      renewed.resolve();
      return held;
    },
    releaseLeases: async (...given: Parameters<typeof harness.runs.releaseLeases>) => {
      releasedCount += 1;
      await harness.runs.releaseLeases(...given);
    },
  };
  const deps = { ...harness.deps, runs, exchanges: exchangeRegistry([slow]) };
  const service = serveBots(deps, runThreadsInProcess(), NOWHERE, (error) => {
    throw error;
  });
  harness.passMs(MINUTE_MS);
  await begun.promise;
  const stopped = service.stop();
  renewed = Promise.withResolvers();
  await renewed.promise;
  assert.equal(releasedCount, 0);
  response.resolve();
  await stopped;
  assert.equal(releasedCount, 1);
});
