// A damaged account keeps nobody else's from being settled.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#lib/time.ts';
import { AssertionFailed } from '#lib/assert.ts';
import { newOrder, placed, shareOfPrice } from '#ports/exchange/exchange-harness.contract.ts';
import { marketOf } from '#ports/exchange/exchange-harness.contract.ts';
import { makeAccountUpdater } from '#adapters/sim/account-updater.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import type { SimStore } from '#adapters/sim/sim-store.ts';
import { makeSimHarness, HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import type { SimHarness } from '#adapters/sim/sim-harness.fixture.ts';

async function rest(harness: SimHarness, place: SimHarness['spot']): Promise<void> {
  const market = await marketOf(harness, place);
  const { price } = await harness.sim.fetchPrice(place.marketTag);
  const limit = shareOfPrice(market, price, '99.9');
  await placed(harness, place, await newOrder(harness, place, { side: 'buy', price: limit }));
}

async function openOrdersCount(harness: SimHarness, place: SimHarness['spot']): Promise<number> {
  return (await harness.store.listOpenOrders(place.account.accountId))?.items.length ?? 0;
}

async function harnessWithDamage() {
  const harness = await makeSimHarness(makeMemorySimStore());
  const { spot, futures } = harness;
  assert.ok(futures !== null);
  await rest(harness, spot);
  await rest(harness, futures);
  harness.setNowMs(harness.nowMs() + 3 * DAY_MS);
  const store: SimStore = {
    ...harness.store,
    async load(accountId) {
      if (accountId === spot.account.accountId) throw new AssertionFailed('Invariant: it is whole');
      return harness.store.load(accountId);
    },
  };
  const clock = { nowMs: () => harness.nowMs() };
  return { harness, futures, api: { store, prices: HARNESS_PRICES, clock } };
}

test('the others are settled, and the damage is reported', async () => {
  const { harness, futures, api } = await harnessWithDamage();
  const reported: string[] = [];
  const onDefect = (accountId: string): void => void reported.push(accountId);
  assert.equal(await makeAccountUpdater({ ...api, onDefect }).settleDue(harness.nowMs()), 1);
  assert.deepEqual(reported, [harness.spot.account.accountId]);
  assert.deepEqual(
    [await openOrdersCount(harness, harness.spot), await openOrdersCount(harness, futures)],
    [1, 0],
  );
});

test('it is not hidden from who does not ask for it', async () => {
  const { harness, api } = await harnessWithDamage();
  await assert.rejects(makeAccountUpdater(api).settleDue(harness.nowMs()), AssertionFailed);
});
