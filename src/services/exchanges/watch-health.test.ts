// Events about an exchange that responds badly: not for a moment, once, and again when it is back
// for good.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Exchange, VenueHealth } from '#venue-port/exchange/exchange.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { healthWatch } from '#services/exchanges/watch-health.ts';

const STEP_MS = 5_000;

function makeWatch() {
  const world = { health: 'open' as VenueHealth, isKnown: true, nowMs: 1_000 };
  const noted: string[] = [];
  const exchange = {
    code: 'venue',
    health: () => world.health,
    isHealthKnown: () => world.isKnown,
  } as Exchange;
  const look = healthWatch({
    exchangeHealth: memoryStore(),
    exchanges: exchangeRegistry([exchange]),
    clock: { nowMs: () => world.nowMs },
    log: {
      debug: () => undefined,
      info: () => undefined,
      warn: (event) => void noted.push(event),
      error: () => undefined,
    },
  });
  /** The exchange is like this for so long. */
  const pass = async (
    health: VenueHealth,
    durationMs: number,
    isKnown = true,
  ): Promise<readonly string[]> => {
    Object.assign(world, { health, isKnown });
    for (let passedMs = 0; passedMs < durationMs; passedMs += STEP_MS) {
      await look();
      world.nowMs += STEP_MS;
    }
    return noted.splice(0);
  };
  return pass;
}

test('a moment is not reported, what lasts is, once', async () => {
  const pass = makeWatch();
  assert.deepEqual(await pass('open', 60_000), []);
  assert.deepEqual(await pass('down', LIMITS.exchangeDegradedMs), []);
  assert.deepEqual(await pass('open', 60_000), []);
  assert.deepEqual(await pass('degraded', 3 * LIMITS.exchangeDegradedMs), ['exchange.degraded']);
  assert.deepEqual(await pass('down', 60_000), []);
});

test('it is reported in the very round in which it has lasted', async () => {
  const pass = makeWatch();
  const untilThen = LIMITS.exchangeDegradedMs + STEP_MS;
  assert.deepEqual(await pass('down', untilThen), ['exchange.degraded']);
});

test('a service that starts slowly is no verdict on an exchange', async () => {
  const pass = makeWatch();
  assert.deepEqual(await pass('down', 3 * LIMITS.exchangeDegradedMs, false), []);
  assert.deepEqual(await pass('open', 2 * LIMITS.exchangeRestoredMs), []);
});

test('what was known once and is not any more is reported', async () => {
  const pass = makeWatch();
  assert.deepEqual(await pass('open', 60_000), []);
  assert.deepEqual(await pass('down', 60_000, false), ['exchange.degraded']);
});

test('it is restored when it has been back for a while', async () => {
  const pass = makeWatch();
  assert.deepEqual(await pass('down', 2 * LIMITS.exchangeDegradedMs), ['exchange.degraded']);
  assert.deepEqual(await pass('open', LIMITS.exchangeRestoredMs), []);
  assert.deepEqual(await pass('down', STEP_MS), []);
  assert.deepEqual(await pass('open', 2 * LIMITS.exchangeRestoredMs), ['exchange.restored']);
  assert.deepEqual(await pass('open', 60_000), []);
});
