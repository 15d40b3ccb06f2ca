// An exchange behind a link is the same exchange: the whole contract, faults included.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { SYSTEM_LINK_TIME } from '#adapters/venue-link/link-time.ts';
import { linkedExchange } from '#adapters/venue-link/linked-exchange.ts';
import { linkTo, serveTo, socketPathOf } from '#adapters/venue-link/venue-link.fixture.ts';
import { exchangeContract } from '#ports/exchange/exchange.contract.ts';

const cleanups: (() => unknown)[] = [];
const cleaner = { after: (clean: () => unknown) => void cleanups.push(clean) };

after(async () => {
  for (const clean of cleanups.toReversed()) await clean();
});

exchangeContract('simulated, over a link', async () => {
  const harness = await makeSimHarness(makeMemorySimStore());
  const socketPath = socketPathOf(cleaner);
  await serveTo(cleaner, socketPath, [harness.exchange]);
  const link = linkTo(cleaner, socketPath);
  // By this clock whatever is remembered is too old.
  let nowMs = 0;
  const exchange = linkedExchange(link, harness.exchange, {
    ...SYSTEM_LINK_TIME,
    nowMs: () => (nowMs += 60_000),
  });
  return { ...harness, exchange };
});

test('candles in steps that are not known here yet are refused once', async () => {
  const harness = await makeSimHarness(makeMemorySimStore());
  const listed = await harness.exchange.listMarkets();
  const changed = listed.map((market) => ({ ...market, priceStep: decimal('0.1') }));
  let hasChanged = false;
  const changing = {
    ...harness.exchange,
    listMarkets: async () => (hasChanged ? changed : listed),
  };
  const socketPath = socketPathOf(cleaner);
  await serveTo(cleaner, socketPath, [changing]);
  const time = { ...SYSTEM_LINK_TIME, nowMs: () => 0 };
  const exchange = linkedExchange(linkTo(cleaner, socketPath), changing, time);
  const untilMs = harness.nowMs() - (harness.nowMs() % MINUTE_MS);
  const fetch = () => exchange.fetchCandles('SIM_BTC_USDT', untilMs - MINUTE_MS, untilMs);
  assert.deepEqual(await exchange.listMarkets(), listed);
  assert.equal((await fetch()).length, 1);
  hasChanged = true;
  await assert.rejects(fetch(), { code: 'conflict', exchange: harness.exchange.code });
  assert.deepEqual(await exchange.listMarkets(), changed);
  assert.equal((await fetch()).length, 1);
});
