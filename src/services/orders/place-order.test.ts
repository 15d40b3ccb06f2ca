// Placing orders: what is refused before anything is written, and what is left behind when the
// exchange, the network or the store fails on the way.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, ZERO } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import type { OrderStore } from '#ports/stores/store.ts';
import { Failure } from '#ports/world/failure.ts';
import { sampleClaim } from '#ports/stores/store.fixture.ts';
import type { OrderDeps, PlaceOrderCommand } from '#services/orders/order-deps.ts';
import { orderIdentity } from '#services/orders/order-identity.ts';
import type { OrderWorld } from '#services/orders/order-world.fixture.ts';
import { makeOrderWorld } from '#services/orders/order-world.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { listOpenOrders } from '#services/orders/list-open-orders.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';

async function rejectionOf(world: OrderWorld, changes: Partial<PlaceOrderCommand>) {
  const result = await placeOrder(world.deps, world.command(changes));
  assert(!result.ok, 'expected a rejection');
  return result.rejection;
}

async function placedId(deps: OrderDeps, command: PlaceOrderCommand): Promise<string> {
  const result = await placeOrder(deps, command);
  assert(result.ok, 'expected the order to be placed');
  return result.value.orderId;
}

async function openOrders(world: OrderWorld) {
  const { caller, spot } = world;
  const result = await listOpenOrders(world.deps, { caller, accountId: spot.accountId });
  assert(result.ok);
  return result.value;
}

async function venueOrderCount(world: OrderWorld): Promise<number> {
  return (await world.sim.sim.fetchOpenOrders(world.spot)).length;
}

function first<T>(items: readonly T[]): T {
  const [item] = items;
  assert(item !== undefined, 'expected at least one');
  return item;
}

suite('an order that is refused', () => {
  const cases: readonly (readonly [string, Partial<PlaceOrderCommand>, string, RegExp])[] = [
    ['unknown account', { accountId: 'acc_0' }, 'account_not_found', /acc_0/],
    ['unknown market', { marketTag: 'NO' }, 'invalid_request', /market_tag.*"NO"/],
    ['other type of market', { marketTag: 'SIM_BTC_USDT_PERP' }, 'invalid_request', /spot/],
    ['limit without price', { price: null }, 'invalid_request', /price/],
    ['market with price', { type: 'market' }, 'invalid_request', /price/],
    ['price off the step', { price: decimal('1000.001') }, 'order_rejected', /1000 and 1000\.01/],
    ['more than the wallet', { amount: decimal('100') }, 'insufficient_funds', /USDT/],
  ];
  for (const [name, changes, code, detail] of cases) {
    test(`${name}: ${code}`, async () => {
      const world = await makeOrderWorld();
      const rejection = await rejectionOf(world, changes);
      assert.equal(rejection.code, code);
      assert.match(rejection.detail, detail);
      assert.deepEqual(await openOrders(world), []);
    });
  }

  test('another user: his account is unknown', async () => {
    const world = await makeOrderWorld();
    const caller = { ...world.caller, userId: 'usr_other' };
    assert.equal((await rejectionOf(world, { caller })).code, 'account_not_found');
  });

  test('a plan that has ended, or has no manual trading: forbidden', async () => {
    const world = await makeOrderWorld();
    const lapsed = { ...world.caller, planUntilMs: world.sim.nowMs() };
    const starter = { ...world.caller, plan: 'starter' } as const;
    assert.equal((await rejectionOf(world, { caller: lapsed })).code, 'forbidden');
    assert.equal((await rejectionOf(world, { caller: starter })).code, 'forbidden');
  });
});

suite('an order that the exchange takes', () => {
  test('a limit away from the market rests and is listed', async () => {
    const world = await makeOrderWorld();
    const orderId = await placedId(world.deps, world.command());
    const order = first(await openOrders(world));
    assert.equal(order.orderId, orderId);
    assert.equal(order.state, 'open');
    assert.notEqual(order.venueOrderId, null);
  });

  test('a market order fills and is not listed', async () => {
    const world = await makeOrderWorld();
    const command = world.command({ type: 'market', price: null });
    const orderId = await placedId(world.deps, command);
    assert.deepEqual(await openOrders(world), []);
    const order = await world.store.findOrder(world.caller.userId, orderId);
    assert.equal(order?.state, 'filled');
    assert.equal(order?.filledAmount, command.amount);
  });

  test('the outcome of an idempotent request is stored with it', async () => {
    const world = await makeOrderWorld();
    const claim = sampleClaim();
    await world.store.claim(claim);
    const encode = ({ orderId }: { orderId: string }) => new TextEncoder().encode(orderId);
    const { recordId, ownerId } = claim;
    const completion = { recordId, ownerId, encode };
    const orderId = await placedId(world.deps, world.command({ completion }));
    const again = await world.store.claim({ ...claim, ownerId: 'someone else' });
    assert(again.kind === 'completed');
    assert.equal(new TextDecoder().decode(again.outcome), orderId);
  });
});

suite('an order whose outcome is unknown', () => {
  test('is answered with its id, and listed as unknown until the exchange tells', async () => {
    const world = await makeOrderWorld();
    world.sim.faults?.inject({ kind: 'lost_answer' });
    const orderId = await placedId(world.deps, world.command());
    const stored = await world.store.findOrder(world.caller.userId, orderId);
    assert.equal(stored?.state, 'unknown');
    // Listing asks the exchange.
    assert.equal(first(await openOrders(world)).state, 'open');
    assert.equal(await venueOrderCount(world), 1);
  });

  test('keeps other orders off its market, and no other', async () => {
    const world = await makeOrderWorld();
    world.sim.faults?.inject({ kind: 'lost_request' });
    await placedId(world.deps, world.command());
    assert.equal((await rejectionOf(world, {})).code, 'temporarily_unavailable');
    const elsewhere = { marketTag: 'SIM_ETH_USDT', price: decimal('10'), amount: decimal('1') };
    assert.equal(typeof (await placedId(world.deps, world.command(elsewhere))), 'string');
  });

  test('is given up once it can land no more, and the market is free again', async () => {
    const world = await makeOrderWorld();
    world.sim.faults?.inject({ kind: 'lost_request' });
    const orderId = await placedId(world.deps, world.command());
    assert.equal(first(await openOrders(world)).state, 'unknown');
    await world.sim.advanceMs?.(world.sim.exchange.requestHorizonMs + 1);
    assert.deepEqual(await openOrders(world), []);
    const order = await world.store.findOrder(world.caller.userId, orderId);
    assert.equal(order?.state, 'unplaced');
    await placedId(world.deps, world.command());
    assert.equal(await venueOrderCount(world), 1);
  });

  test('that lands late is found', async () => {
    const world = await makeOrderWorld();
    world.sim.faults?.inject({ kind: 'late_landing', delayMs: 3_000 });
    await placedId(world.deps, world.command());
    assert.equal(first(await openOrders(world)).state, 'unknown');
    await world.sim.advanceMs?.(3_000);
    assert.equal(first(await openOrders(world)).state, 'open');
    assert.equal(await venueOrderCount(world), 1);
  });
});

suite('a request that is tried again', () => {
  test('places anew when certainly nothing had reached the exchange', async () => {
    const world = await makeOrderWorld();
    const command = world.command();
    world.sim.faults?.inject({ kind: 'disconnect' });
    await assert.rejects(placeOrder(world.deps, command), Failure);
    const { orderId } = orderIdentity(world.deps.digest, command.derivationId, 0);
    const lost = await world.store.findOrder(world.caller.userId, orderId);
    assert.equal(lost?.state, 'unplaced');
    const placed = await placedId(world.deps, { ...command, isTakeover: true });
    assert.notEqual(placed, orderId);
    assert.equal(await venueOrderCount(world), 1);
  });

  test('sends what was written and never sent', async () => {
    const { world, again } = await diedBeforeSending();
    assert.equal(await venueOrderCount(world), 0);
    const placed = await placedId(world.deps, again);
    assert.equal(first(await openOrders(world)).orderId, placed);
    assert.equal(await venueOrderCount(world), 1);
  });

  test('finds what the exchange took before the process died', async () => {
    const world = await makeOrderWorld();
    const command = world.command();
    const dying = withOrders(world, {
      transition: () => Promise.reject(new Failure('unavailable', 'the store died')),
    });
    await assert.rejects(placeOrder(dying, command), Failure);
    assert.equal(await venueOrderCount(world), 1);
    const placed = await placedId(world.deps, { ...command, isTakeover: true });
    assert.equal(first(await openOrders(world)).orderId, placed);
    assert.equal(await venueOrderCount(world), 1);
  });

  test('leaves the outcome unknown while the exchange cannot be asked again', async () => {
    const world = await makeOrderWorld();
    const command = world.command();
    world.sim.faults?.inject({ kind: 'late_landing', delayMs: 4_000 });
    const dying = withOrders(world, {
      transition: () => Promise.reject(new Failure('unavailable', 'the store died')),
    });
    await assert.rejects(placeOrder(dying, command), Failure);
    // Now a question passes and the second sending is cut: the first may still land.
    world.sim.faults?.inject({ kind: 'slow', delayMs: 1 });
    world.sim.faults?.inject({ kind: 'disconnect' });
    const placed = await placedId(world.deps, { ...command, isTakeover: true });
    const stored = await world.store.findOrder(world.caller.userId, placed);
    assert.equal(stored?.state, 'unknown');
    await world.sim.advanceMs?.(4_000);
    assert.equal(first(await openOrders(world)).orderId, placed);
    assert.equal(await venueOrderCount(world), 1);
  });

  /** A request whose intent is written, and nothing was sent. */
  async function diedBeforeSending() {
    const world = await makeOrderWorld();
    const command = world.command();
    const dying = withOrders(world, {
      async insertIntent(order) {
        await world.store.insertIntent(order);
        throw new Failure('unavailable', 'the process died');
      },
    });
    await assert.rejects(placeOrder(dying, command), Failure);
    return { world, again: { ...command, isTakeover: true } };
  }

  test('sends nothing when the order was given up while it asked for it', async () => {
    const { world, again } = await diedBeforeSending();
    const { exchange } = world.spotAtExchange;
    const frozen = {
      ...exchange,
      async fetchOrder(...question: Parameters<typeof exchange.fetchOrder>) {
        const found = await exchange.fetchOrder(...question);
        await world.sim.advanceMs?.(60_000);
        await openOrders(world);
        return found;
      },
    };
    const deps = { ...world.deps, exchanges: exchangeRegistry([frozen]) };
    await assert.rejects(placeOrder(deps, again), Failure);
    assert.equal(await venueOrderCount(world), 0);
    await placedId(world.deps, again);
    assert.equal(await venueOrderCount(world), 1);
  });

  test('is not given up by who asked for it before it was sent again', async () => {
    const { world, again } = await diedBeforeSending();
    await world.sim.advanceMs?.(30_000);
    const { exchange, account } = world.spotAtExchange;
    const dying = withOrders(world, {
      transition: (change, completion) =>
        change.to === 'pending'
          ? world.store.transition(change, completion)
          : Promise.reject(new Failure('unavailable', 'the process died')),
    });
    const frozen = {
      ...exchange,
      async fetchOrder(...question: Parameters<typeof exchange.fetchOrder>) {
        const found = await exchange.fetchOrder(...question);
        await assert.rejects(placeOrder(dying, again), Failure);
        return found;
      },
    };
    await reconcileAccount(world.deps, { account, exchange: frozen });
    await placedId(world.deps, again);
    assert.equal(await venueOrderCount(world), 1);
  });

  test('is not given up while what its sender may have sent last can still arrive', async () => {
    const { world } = await diedBeforeSending();
    const { account } = world.spotAtExchange;
    const requestHorizonMs = 3 * LIMITS.exchangeRequestTimeoutMs;
    const exchange = { ...world.spotAtExchange.exchange, requestHorizonMs };
    await world.sim.advanceMs?.(requestHorizonMs + LIMITS.exchangeRequestTimeoutMs);
    await reconcileAccount(world.deps, { account, exchange });
    const [order] = await world.store.listWorkingOrders(account.accountId);
    assert.equal(order?.state, 'unknown');
  });

  test('sends nothing when it comes to it too late', async () => {
    const { world, again } = await diedBeforeSending();
    const frozen = withOrders(world, {
      async transition(...parameters) {
        const isWritten = await world.store.transition(...parameters);
        await world.sim.advanceMs?.(60_000);
        return isWritten;
      },
    });
    await assert.rejects(placeOrder(frozen, again), Failure);
    assert.equal(await venueOrderCount(world), 0);
  });

  test('tells a refusal again', async () => {
    const world = await makeOrderWorld();
    const command = world.command({ amount: decimal('100') });
    await placeOrder(world.deps, command);
    const again = await placeOrder(world.deps, { ...command, isTakeover: true });
    assert(!again.ok);
    assert.match(again.rejection.detail, /USDT/);
  });

  test('tells a refusal that another try of it was told meanwhile', async () => {
    const { world, again } = await diedBeforeSending();
    const { exchange } = world.spotAtExchange;
    const slow = {
      ...exchange,
      deduplicatesClientOrderId: false,
      async fetchOrder(...question: Parameters<typeof exchange.fetchOrder>) {
        const found = await exchange.fetchOrder(...question);
        const change = { from: ['pending'], to: 'rejected', filledAmount: ZERO } as const;
        const { orderId } = orderIdentity(world.deps.digest, again.derivationId, 0);
        const told = { orderId, venueOrderId: null, reason: 'not today', atMs: 0 };
        await world.store.transition({ ...change, ...told }, null);
        return found;
      },
    };
    const deps = { ...world.deps, exchanges: exchangeRegistry([slow]) };
    const told = await placeOrder(deps, again);
    assert(!told.ok, 'an order that was refused is not placed');
    assert.equal(told.rejection.detail, 'not today');
  });
});

function withOrders(world: OrderWorld, changes: Partial<OrderStore>): OrderDeps {
  return { ...world.deps, orders: { ...world.store, ...changes } };
}
