// Orders that were placed by hand follow what the stream of their account announces.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import type { AccountNews, Exchange, VenueOrder } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { makeOrderHarness } from '#services/orders/order-harness.fixture.ts';
import { orderNameOf } from '#services/orders/order-identity.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { reconcileAccounts } from '#services/orders/reconcile-accounts.ts';
import { watchOrders } from '#services/orders/watch-orders.ts';

/** An account with a resting order that is watched. */
async function watchedHarness(changes: Partial<Exchange['promises']> = { news: 'all' }) {
  const harness = await makeOrderHarness();
  const { exchange: plain } = harness.spotAtExchange;
  const watchers = new Set<(news: AccountNews) => void>();
  const seen = { openOrders: 0, isDown: false };
  const exchange: Exchange = {
    ...plain,
    promises: { ...plain.promises, ...changes },
    async watchAccount(_account, onNews, signal) {
      watchers.add(onNews);
      signal.addEventListener('abort', () => watchers.delete(onNews), { once: true });
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    },
    async fetchOpenOrders(account) {
      seen.openOrders += 1;
      if (seen.isDown) throw new Failure('unavailable', 'down');
      return plain.fetchOpenOrders(account);
    },
  };
  const deps = { ...harness.deps, exchanges: exchangeRegistry([exchange]) };
  const placed = await placeOrder(deps, harness.command());
  assert(placed.ok);
  const read = async () =>
    present(await harness.store.findOrder(harness.caller.userId, placed.value.orderId), 'placed');
  const defects: unknown[] = [];
  const watch = watchOrders(deps, (_accountId, error) => defects.push(error));
  const round = async () => reconcileAccounts(deps, { onListed: watch.follow });
  await round();
  seen.openOrders = 0;
  const say = async (news: AccountNews): Promise<void> => {
    for (const watcher of watchers) watcher(news);
    await watch.settled();
  };
  /** Ends it at the exchange, as somebody else does. */
  const endElsewhere = async (): Promise<VenueOrder> => {
    const order = await read();
    const ended = await plain.cancelOrder(harness.spot, 'SIM_BTC_USDT', orderNameOf(order));
    assert(ended.ok);
    return ended.value;
  };
  return { read, round, say, endElsewhere, watch, watchers, seen, defects };
}

suite('an account with working orders', () => {
  test('is compared with its exchange when an order is announced to have ended', async () => {
    const { say, endElsewhere, read } = await watchedHarness();
    const order = await endElsewhere();
    assert.equal((await read()).state, 'open');
    await say({ kind: 'order', order });
    assert.equal((await read()).state, 'cancelled');
  });

  test('is compared when its stream is connected', async () => {
    const { say, endElsewhere, read } = await watchedHarness();
    await endElsewhere();
    await say({ kind: 'disconnected' });
    assert.equal((await read()).state, 'open');
    await say({ kind: 'connected' });
    assert.equal((await read()).state, 'cancelled');
  });

  test('is compared once more for all that came meanwhile', async () => {
    const { say, endElsewhere, seen } = await watchedHarness();
    const order = await endElsewhere();
    await Promise.all(Array.from({ length: 20 }, async () => say({ kind: 'order', order })));
    assert.equal(seen.openOrders, 2);
  });

  test('is not compared for an order that is open', async () => {
    const { say, endElsewhere, seen } = await watchedHarness();
    await say({ kind: 'order', order: { ...(await endElsewhere()), state: 'open' } });
    assert.equal(seen.openOrders, 0);
  });

  test('is left to the next round when its exchange does not respond', async () => {
    const { say, endElsewhere, read, seen, round, defects } = await watchedHarness();
    const order = await endElsewhere();
    seen.isDown = true;
    await say({ kind: 'order', order });
    assert.equal((await read()).state, 'open');
    seen.isDown = false;
    await round();
    assert.equal((await read()).state, 'cancelled');
    assert.deepEqual(defects, []);
  });

  test('is watched as long as it has some', async () => {
    const { endElsewhere, watchers, round, watch } = await watchedHarness();
    await round();
    assert.equal(watchers.size, 1);
    await endElsewhere();
    await round();
    await round();
    assert.equal(watchers.size, 0);
    await watch.stop();
  });

  test('is no longer watched by a process that ends', async () => {
    const { watchers, watch } = await watchedHarness();
    assert.equal(watchers.size, 1);
    await watch.stop();
    assert.equal(watchers.size, 0);
  });

  test('is not watched where news is not complete', async () => {
    const { watchers } = await watchedHarness({ news: 'own_requests' });
    assert.equal(watchers.size, 0);
  });
});
