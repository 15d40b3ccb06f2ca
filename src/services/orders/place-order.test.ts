// Placing orders: what is refused before anything is written, and what is left behind when the
// exchange, the network or the store fails on the way.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import { rejected } from '#lib/result.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { OrderStore } from '#ports/stores/order-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { sampleClaim } from '#ports/stores/store.fixture.ts';
import type { OrderDeps, PlaceOrderCommand } from '#services/orders/order-deps.ts';
import { orderIdentity } from '#services/orders/order-identity.ts';
import type { OrderHarness } from '#services/orders/order-harness.fixture.ts';
import { makeOrderHarness } from '#services/orders/order-harness.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { listOpenOrders } from '#services/orders/list-open-orders.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';
import { sendOrder } from '#services/orders/send-order.ts';

async function rejectionOf(harness: OrderHarness, changes: Partial<PlaceOrderCommand>) {
  const result = await placeOrder(harness.deps, harness.command(changes));
  assert(!result.ok, 'expected a rejection');
  return result.rejection;
}

async function placedId(deps: OrderDeps, command: PlaceOrderCommand): Promise<string> {
  const result = await placeOrder(deps, command);
  assert(result.ok, 'expected the order to be placed');
  return result.value.orderId;
}

async function openOrders(harness: OrderHarness) {
  const { caller, spot } = harness;
  const result = await listOpenOrders(harness.deps, { caller, accountId: spot.accountId });
  assert(result.ok);
  assert.equal(result.value.unreadable, null);
  return result.value.orders;
}

async function venueOrderCount(harness: OrderHarness): Promise<number> {
  return (await harness.sim.sim.fetchOpenOrders(harness.spot)).length;
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
      const harness = await makeOrderHarness();
      const rejection = await rejectionOf(harness, changes);
      assert.equal(rejection.code, code);
      assert.match(rejection.detail, detail);
      assert.deepEqual(await openOrders(harness), []);
    });
  }

  test('another user: his account is unknown', async () => {
    const harness = await makeOrderHarness();
    const caller = { ...harness.caller, userId: 'usr_other' };
    assert.equal((await rejectionOf(harness, { caller })).code, 'account_not_found');
  });

  test('a plan that has ended, or has no manual trading: forbidden', async () => {
    const harness = await makeOrderHarness();
    const lapsed = { ...harness.caller, planUntilMs: harness.sim.nowMs() };
    const starter = { ...harness.caller, plan: 'starter' } as const;
    assert.equal((await rejectionOf(harness, { caller: lapsed })).code, 'forbidden');
    assert.equal((await rejectionOf(harness, { caller: starter })).code, 'forbidden');
  });
});

suite('an order that the exchange takes', () => {
  test('a limit away from the market rests and is listed', async () => {
    const harness = await makeOrderHarness();
    const orderId = await placedId(harness.deps, harness.command());
    const order = first(await openOrders(harness));
    assert.equal(order.orderId, orderId);
    assert.equal(order.state, 'open');
    assert.notEqual(order.venueOrderId, null);
  });

  test('a market order fills and is not listed', async () => {
    const harness = await makeOrderHarness();
    const command = harness.command({ type: 'market', price: null });
    const orderId = await placedId(harness.deps, command);
    assert.deepEqual(await openOrders(harness), []);
    const order = await harness.store.findOrder(harness.caller.userId, orderId);
    assert.equal(order?.state, 'filled');
    assert.equal(order?.filledAmount, command.amount);
  });

  test('the outcome of an idempotent request is stored with it', async () => {
    const harness = await makeOrderHarness();
    const claim = sampleClaim();
    await harness.store.claim(claim);
    const encode = ({ orderId }: { orderId: string }) => new TextEncoder().encode(orderId);
    const { recordId, ownerId } = claim;
    const completion = { recordId, ownerId, encode };
    const orderId = await placedId(harness.deps, harness.command({ completion }));
    const again = await harness.store.claim({ ...claim, ownerId: 'someone else' });
    assert(again.kind === 'completed');
    assert.equal(new TextDecoder().decode(again.outcome), orderId);
  });
});

test('a request says until when it may be written, by the note of its intent', async () => {
  const harness = await makeOrderHarness();
  const { exchange } = harness.spotAtExchange;
  const given: number[] = [];
  const noting: Exchange = {
    ...exchange,
    async placeOrder(account, order) {
      given.push(order.sendByMs);
      return exchange.placeOrder(account, order);
    },
  };
  const deps = { ...harness.deps, exchanges: exchangeRegistry([noting]) };
  const notedAtMs = harness.sim.nowMs();
  await placedId(deps, harness.command());
  assert.deepEqual(given, [notedAtMs + LIMITS.orderSendMsMax]);
});

suite('an order whose outcome is unknown', () => {
  test('is returned with its id, and listed as unknown until the exchange tells', async () => {
    const harness = await makeOrderHarness();
    harness.sim.faults?.inject({ kind: 'lost_response' });
    const orderId = await placedId(harness.deps, harness.command());
    const stored = await harness.store.findOrder(harness.caller.userId, orderId);
    assert.equal(stored?.state, 'unknown');
    // Listing asks the exchange.
    assert.equal(first(await openOrders(harness)).state, 'open');
    assert.equal(await venueOrderCount(harness), 1);
  });

  test('keeps other orders off its market, and no other', async () => {
    const harness = await makeOrderHarness();
    harness.sim.faults?.inject({ kind: 'lost_request' });
    await placedId(harness.deps, harness.command());
    assert.equal((await rejectionOf(harness, {})).code, 'temporarily_unavailable');
    const elsewhere = { marketTag: 'SIM_ETH_USDT', price: decimal('10'), amount: decimal('1') };
    assert.equal(typeof (await placedId(harness.deps, harness.command(elsewhere))), 'string');
  });

  test('is given up once it can land no more, and the market is free again', async () => {
    const harness = await makeOrderHarness();
    harness.sim.faults?.inject({ kind: 'lost_request' });
    const orderId = await placedId(harness.deps, harness.command());
    assert.equal(first(await openOrders(harness)).state, 'unknown');
    const { requestHorizonMs } = harness.sim.exchange.promises;
    await harness.sim.advanceMs?.(LIMITS.orderSendMsMax + requestHorizonMs + 1);
    assert.deepEqual(await openOrders(harness), []);
    const order = await harness.store.findOrder(harness.caller.userId, orderId);
    assert.equal(order?.state, 'unplaced');
    await placedId(harness.deps, harness.command());
    assert.equal(await venueOrderCount(harness), 1);
  });

  test('that lands late is found', async () => {
    const harness = await makeOrderHarness();
    harness.sim.faults?.inject({ kind: 'late_landing', delayMs: 3_000 });
    await placedId(harness.deps, harness.command());
    assert.equal(first(await openOrders(harness)).state, 'unknown');
    await harness.sim.advanceMs?.(3_000);
    assert.equal(first(await openOrders(harness)).state, 'open');
    assert.equal(await venueOrderCount(harness), 1);
  });
});

suite('a request that is tried again', () => {
  test('sends under the same name what certainly never reached the exchange', async () => {
    const harness = await makeOrderHarness();
    const command = harness.command();
    harness.sim.faults?.inject({ kind: 'disconnect' });
    await assert.rejects(placeOrder(harness.deps, command), Failure);
    const { orderId } = orderIdentity(harness.deps.digest, command.derivationId);
    const lost = await harness.store.findOrder(harness.caller.userId, orderId);
    assert.equal(lost?.state, 'unplaced');
    const placed = await placedId(harness.deps, { ...command, isTakeover: true });
    assert.equal(placed, orderId);
    assert.equal((await harness.store.findOrder(harness.caller.userId, orderId))?.state, 'open');
    assert.equal(await venueOrderCount(harness), 1);
  });

  for (const [botId, state] of [
    [null, 'unplaced'],
    ['bot_1', 'pending'],
  ] as const)
    test(`leaves an order ${state} when the store failed under ${botId ?? 'a request'}`, async () => {
      const harness = await makeOrderHarness();
      const command = harness.command();
      const { exchange, account } = harness.spotAtExchange;
      const broken = {
        ...exchange,
        placeOrder: () =>
          Promise.reject(new Failure('unavailable', 'disk full', { source: 'store' })),
      };
      harness.sim.faults?.inject({ kind: 'disconnect' });
      await assert.rejects(placeOrder(harness.deps, command), Failure);
      const { orderId } = orderIdentity(harness.deps.digest, command.derivationId);
      const found = async () => {
        const order = await harness.store.findOrder(harness.caller.userId, orderId);
        return present(order, 'its intent was written');
      };
      const pending = { from: ['unplaced'], to: 'pending', filledAmount: ZERO } as const;
      const rest = { venueOrderId: null, reason: null, atMs: harness.sim.nowMs() };
      await harness.store.transition({ orderId, ...pending, ...rest }, null);
      const order = { ...(await found()), botId };
      const sending = sendOrder(harness.deps, { account, exchange: broken }, order, null);
      await assert.rejects(sending, { code: 'unavailable', source: 'store' });
      assert.equal((await found()).state, state);
    });

  test('makes no second order of one that was given up and had arrived', async () => {
    const harness = await makeOrderHarness();
    const command = harness.command();
    harness.sim.faults?.inject({ kind: 'late_landing', delayMs: 4_000 });
    const orderId = await placedId(harness.deps, command);
    const given = { from: ['unknown'], to: 'unplaced', filledAmount: ZERO } as const;
    const rest = { venueOrderId: null, reason: 'given up too early', atMs: harness.sim.nowMs() };
    await harness.store.transition({ orderId, ...given, ...rest }, null);
    // It is not there yet when it is looked for, and lands before the second sending does.
    const { exchange } = harness.spotAtExchange;
    const slow = {
      ...exchange,
      async placeOrder(...request: Parameters<typeof exchange.placeOrder>) {
        await harness.sim.faults?.landLate();
        return exchange.placeOrder(...request);
      },
    };
    const deps = { ...harness.deps, exchanges: exchangeRegistry([slow]) };
    assert.equal(await placedId(deps, { ...command, isTakeover: true }), orderId);
    assert.equal(await venueOrderCount(harness), 1);
  });

  test('takes the refusal of a name that exists for the proof that the order exists', async () => {
    const { harness, again } = await diedBeforeSending();
    const { exchange } = harness.spotAtExchange;
    const refusing = {
      ...exchange,
      async placeOrder(...request: Parameters<typeof exchange.placeOrder>) {
        await exchange.placeOrder(...request);
        return rejected({ code: 'duplicate_name', detail: 'Duplicate order sent.' } as const);
      },
    };
    const deps = { ...harness.deps, exchanges: exchangeRegistry([refusing]) };
    const placed = await placedId(deps, again);
    const stored = await harness.store.findOrder(harness.caller.userId, placed);
    assert.deepEqual([stored?.state, stored?.venueOrderId === null], ['open', false]);
  });

  test('sends what was written and never sent', async () => {
    const { harness, again } = await diedBeforeSending();
    assert.equal(await venueOrderCount(harness), 0);
    const placed = await placedId(harness.deps, again);
    assert.equal(first(await openOrders(harness)).orderId, placed);
    assert.equal(await venueOrderCount(harness), 1);
  });

  test('does not send it again where the exchange may have forgotten it', async () => {
    const { harness, again } = await diedBeforeSending();
    const { exchange } = harness.spotAtExchange;
    const forgetful = {
      ...exchange,
      fetchOrder: () => Promise.resolve({ kind: 'forgotten' } as const),
    };
    const deps = { ...harness.deps, exchanges: exchangeRegistry([forgetful]) };
    const placed = await placedId(deps, again);
    const stored = await harness.store.findOrder(harness.caller.userId, placed);
    assert.equal(stored?.state, 'unknown');
    assert.equal(await venueOrderCount(harness), 0);
  });

  test('finds what the exchange took before the process died', async () => {
    const harness = await makeOrderHarness();
    const command = harness.command();
    const dying = withOrders(harness, {
      transition: () => Promise.reject(new Failure('unavailable', 'the store died')),
    });
    await assert.rejects(placeOrder(dying, command), Failure);
    assert.equal(await venueOrderCount(harness), 1);
    const placed = await placedId(harness.deps, { ...command, isTakeover: true });
    assert.equal(first(await openOrders(harness)).orderId, placed);
    assert.equal(await venueOrderCount(harness), 1);
  });

  test('leaves the outcome unknown while the exchange cannot be queried again', async () => {
    const harness = await makeOrderHarness();
    const command = harness.command();
    harness.sim.faults?.inject({ kind: 'late_landing', delayMs: 4_000 });
    const dying = withOrders(harness, {
      transition: () => Promise.reject(new Failure('unavailable', 'the store died')),
    });
    await assert.rejects(placeOrder(dying, command), Failure);
    // Now a question passes and the second sending is cut: the first may still land.
    harness.sim.faults?.inject({ kind: 'slow', delayMs: 1 });
    harness.sim.faults?.inject({ kind: 'disconnect' });
    const placed = await placedId(harness.deps, { ...command, isTakeover: true });
    const stored = await harness.store.findOrder(harness.caller.userId, placed);
    assert.equal(stored?.state, 'unknown');
    await harness.sim.advanceMs?.(4_000);
    assert.equal(first(await openOrders(harness)).orderId, placed);
    assert.equal(await venueOrderCount(harness), 1);
  });

  test('leaves the outcome unknown when the exchange refuses the second sending', async () => {
    const harness = await makeOrderHarness();
    const command = harness.command();
    harness.sim.faults?.inject({ kind: 'late_landing', delayMs: 4_000 });
    const dying = withOrders(harness, {
      transition: () => Promise.reject(new Failure('unavailable', 'the store died')),
    });
    await assert.rejects(placeOrder(dying, command), Failure);
    // A question passes and the second sending is refused, while the first may still land.
    harness.sim.faults?.inject({ kind: 'slow', delayMs: 1 });
    harness.sim.faults?.inject({ kind: 'reject', detail: 'no more orders now' });
    const placed = await placedId(harness.deps, { ...command, isTakeover: true });
    const stored = await harness.store.findOrder(harness.caller.userId, placed);
    assert.equal(stored?.state, 'unknown');
    await harness.sim.advanceMs?.(4_000);
    assert.equal(first(await openOrders(harness)).orderId, placed);
    assert.equal(await venueOrderCount(harness), 1);
  });

  test('tells no refusal of a sending after which another try has sent it again', async () => {
    const harness = await makeOrderHarness();
    const command = harness.command();
    const { exchange } = harness.spotAtExchange;
    const refusing = {
      ...exchange,
      async placeOrder() {
        await harness.sim.advanceMs?.(1);
        await placedId(harness.deps, { ...command, isTakeover: true });
        return rejected({ code: 'insufficient_funds', detail: 'not enough yet' } as const);
      },
    };
    const deps = { ...harness.deps, exchanges: exchangeRegistry([refusing]) };
    const placed = await placedId(deps, command);
    assert.equal(first(await openOrders(harness)).orderId, placed);
    assert.equal(await venueOrderCount(harness), 1);
  });

  /** A request whose intent is written, and nothing was sent. */
  async function diedBeforeSending() {
    const harness = await makeOrderHarness();
    const command = harness.command();
    const dying = withOrders(harness, {
      async insertIntent(order) {
        await harness.store.insertIntent(order);
        throw new Failure('unavailable', 'the process died');
      },
    });
    await assert.rejects(placeOrder(dying, command), Failure);
    return { harness, again: { ...command, isTakeover: true } };
  }

  test('sends nothing when the order was given up while it was looked up', async () => {
    const { harness, again } = await diedBeforeSending();
    const { exchange } = harness.spotAtExchange;
    const frozen = {
      ...exchange,
      async fetchOrder(...question: Parameters<typeof exchange.fetchOrder>) {
        const found = await exchange.fetchOrder(...question);
        await harness.sim.advanceMs?.(60_000);
        await openOrders(harness);
        return found;
      },
    };
    const deps = { ...harness.deps, exchanges: exchangeRegistry([frozen]) };
    await assert.rejects(placeOrder(deps, again), Failure);
    assert.equal(await venueOrderCount(harness), 0);
    await placedId(harness.deps, again);
    assert.equal(await venueOrderCount(harness), 1);
  });

  test('is not given up by who queried for it before it was sent again', async () => {
    const { harness, again } = await diedBeforeSending();
    await harness.sim.advanceMs?.(30_000);
    const { exchange, account } = harness.spotAtExchange;
    const dying = withOrders(harness, {
      transition: (change, completion) =>
        change.to === 'pending'
          ? harness.store.transition(change, completion)
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
    await reconcileAccount(harness.deps, { account, exchange: frozen });
    await placedId(harness.deps, again);
    assert.equal(await venueOrderCount(harness), 1);
  });

  test('is not given up while what its sender may have sent last can still arrive', async () => {
    const { harness } = await diedBeforeSending();
    const { account } = harness.spotAtExchange;
    const requestHorizonMs = 3 * LIMITS.exchangeRequestTimeoutMs;
    const plain = harness.spotAtExchange.exchange;
    const exchange = { ...plain, promises: { ...plain.promises, requestHorizonMs } };
    await harness.sim.advanceMs?.(requestHorizonMs + LIMITS.exchangeRequestTimeoutMs);
    await reconcileAccount(harness.deps, { account, exchange });
    const [order] = await harness.store.listWorkingOrders(account.accountId);
    assert.equal(order?.state, 'unknown');
  });

  test('sends nothing when it comes to it too late', async () => {
    const { harness, again } = await diedBeforeSending();
    const frozen = withOrders(harness, {
      async transition(...parameters) {
        const isWritten = await harness.store.transition(...parameters);
        await harness.sim.advanceMs?.(60_000);
        return isWritten;
      },
    });
    await assert.rejects(placeOrder(frozen, again), Failure);
    assert.equal(await venueOrderCount(harness), 0);
  });

  test('tells a refusal again', async () => {
    const harness = await makeOrderHarness();
    const command = harness.command({ amount: decimal('100') });
    await placeOrder(harness.deps, command);
    const again = await placeOrder(harness.deps, { ...command, isTakeover: true });
    assert(!again.ok);
    assert.match(again.rejection.detail, /USDT/);
  });

  test('tells a refusal that another try of it was reported meanwhile', async () => {
    const { harness, again } = await diedBeforeSending();
    const { exchange } = harness.spotAtExchange;
    const slow = {
      ...exchange,
      promises: { ...exchange.promises, duplicateName: 'none' as const },
      async fetchOrder(...question: Parameters<typeof exchange.fetchOrder>) {
        const found = await exchange.fetchOrder(...question);
        const change = { from: ['pending'], to: 'rejected', filledAmount: ZERO } as const;
        const { orderId } = orderIdentity(harness.deps.digest, again.derivationId);
        const outcome = { orderId, venueOrderId: null, reason: 'not today', atMs: 0 };
        await harness.store.transition({ ...change, ...outcome }, null);
        return found;
      },
    };
    const deps = { ...harness.deps, exchanges: exchangeRegistry([slow]) };
    const outcome = await placeOrder(deps, again);
    assert(!outcome.ok, 'an order that was refused is not placed');
    assert.equal(outcome.rejection.detail, 'not today');
  });
});

function withOrders(harness: OrderHarness, changes: Partial<OrderStore>): OrderDeps {
  return { ...harness.deps, orders: { ...harness.store, ...changes } };
}
