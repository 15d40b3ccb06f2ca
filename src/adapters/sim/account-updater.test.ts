// A damaged account keeps nobody else's from being settled.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#lib/time.ts';
import { AssertionFailed } from '#lib/assert.ts';
import { newOrder, placed, shareOfPrice } from '#ports/exchange/exchange-world.contract.ts';
import { marketOf } from '#ports/exchange/exchange-world.contract.ts';
import { makeAccountUpdater } from '#adapters/sim/account-updater.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import type { SimStore } from '#adapters/sim/sim-store.ts';
import { makeSimWorld, WORLD_PRICES } from '#adapters/sim/sim-world.fixture.ts';
import type { SimWorld } from '#adapters/sim/sim-world.fixture.ts';

async function rest(world: SimWorld, place: SimWorld['spot']): Promise<void> {
  const market = await marketOf(world, place);
  const { price } = await world.sim.fetchPrice(place.marketTag);
  const limit = shareOfPrice(market, price, '99.9');
  await placed(world, place, await newOrder(world, place, { side: 'buy', price: limit }));
}

async function openOrdersCount(world: SimWorld, place: SimWorld['spot']): Promise<number> {
  return (await world.store.listOpenOrders(place.account.accountId))?.items.length ?? 0;
}

async function worldWithDamage() {
  const world = await makeSimWorld(makeMemorySimStore());
  const { spot, futures } = world;
  assert.ok(futures !== null);
  await rest(world, spot);
  await rest(world, futures);
  world.setNowMs(world.nowMs() + 3 * DAY_MS);
  const store: SimStore = {
    ...world.store,
    async load(accountId) {
      if (accountId === spot.account.accountId) throw new AssertionFailed('Invariant: it is whole');
      return world.store.load(accountId);
    },
  };
  const clock = { nowMs: () => world.nowMs() };
  return { world, futures, api: { store, prices: WORLD_PRICES, clock } };
}

test('the others are settled, and the damage is told', async () => {
  const { world, futures, api } = await worldWithDamage();
  const told: string[] = [];
  const onDefect = (accountId: string): void => void told.push(accountId);
  assert.equal(await makeAccountUpdater({ ...api, onDefect }).settleDue(world.nowMs()), 1);
  assert.deepEqual(told, [world.spot.account.accountId]);
  assert.deepEqual(
    [await openOrdersCount(world, world.spot), await openOrdersCount(world, futures)],
    [1, 0],
  );
});

test('it is not hidden from who does not ask for it', async () => {
  const { world, api } = await worldWithDamage();
  await assert.rejects(makeAccountUpdater(api).settleDue(world.nowMs()), AssertionFailed);
});
