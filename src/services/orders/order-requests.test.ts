// Requests for orders: who may make them, and what comes of one that is made again.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { Exchange, OrderLookup } from '#venue-port/exchange/exchange.ts';
import type { AccountStatus } from '#ports/stores/account-store.ts';
import { sampleAccount } from '#ports/stores/store.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { OrderDeps, PlaceOrderCommand } from '#services/orders/order-deps.ts';
import { orderIdentity } from '#services/orders/order-identity.ts';
import type { OrderHarness } from '#services/orders/order-harness.fixture.ts';
import { makeOrderHarness } from '#services/orders/order-harness.fixture.ts';
import { placeOrder } from '#services/orders/place-order.ts';

/** A code, or the state of what was placed. */
async function outcomeOf(deps: OrderDeps, command: PlaceOrderCommand): Promise<string> {
  const placed = await placeOrder(deps, command);
  return placed.ok ? placed.value.state : placed.rejection.code;
}

/** The exchange with other responses, and how many orders were sent to it. */
function watched(harness: OrderHarness, changes: Partial<Exchange> = {}) {
  const { exchange } = harness.spotAtExchange;
  const sent: string[] = [];
  const watching: Exchange = {
    ...exchange,
    ...changes,
    placeOrder(account, order) {
      sent.push(order.clientOrderId);
      return exchange.placeOrder(account, order);
    },
  };
  return { sent, deps: { ...harness.deps, exchanges: exchangeRegistry([watching]) } };
}

const LAPSED = { planUntilMs: 0 } as const;

suite('after the end of a plan', () => {
  const REDUCING = { ...PLAIN_TERMS, isReduceOnly: true };
  const ON_FUTURES = { marketTag: 'SIM_BTC_USDT_PERP', type: 'market', price: null } as const;
  const CASES: readonly (readonly [string, Partial<PlaceOrderCommand>, string])[] = [
    ['a sale of coins', { side: 'sell', type: 'market', price: null }, 'filled'],
    ['a purchase of coins', {}, 'forbidden'],
    ['an order for contracts that only reduces', { ...ON_FUTURES, terms: REDUCING }, 'filled'],
    ['a sale of contracts', { ...ON_FUTURES, side: 'sell' }, 'forbidden'],
    ['a purchase of contracts', { ...ON_FUTURES, terms: PLAIN_TERMS }, 'forbidden'],
  ];
  for (const [title, changes, expected] of CASES)
    test(`${title}: ${expected}`, async () => {
      const harness = await makeOrderHarness();
      const { account } = present(harness.sim.futures, 'it has contracts');
      const futures = sampleAccount(harness.caller.userId, { ...account, exchange: 'sim' });
      await harness.store.insertAccount(futures);
      const isOnFutures = changes.marketTag !== undefined;
      const of = isOnFutures ? { accountId: futures.accountId } : {};
      const lapsed = { ...harness.caller, ...LAPSED };
      if (isOnFutures) {
        const held = { ...of, ...ON_FUTURES, side: 'sell' } as const;
        assert.equal(await outcomeOf(harness.deps, harness.command(held)), 'filled');
      }
      const command = harness.command({ ...changes, ...of, caller: lapsed });
      assert.equal(await outcomeOf(harness.deps, command), expected);
    });
});

suite('an account whose status is', () => {
  const STATUSES: { readonly [status in AccountStatus]: string } = {
    connected: 'open',
    unknown: 'open',
    read_only: 'forbidden',
    invalid_credentials: 'forbidden',
    disabled: 'forbidden',
  };
  for (const [status, expected] of Object.entries(STATUSES))
    test(`${status}: ${expected}`, async () => {
      const harness = await makeOrderHarness();
      const { store, spot } = harness;
      const changed = { ...spot, status: status as AccountStatus };
      const accounts = { ...store, findAccount: async () => changed };
      const command = harness.command();
      assert.equal(await outcomeOf({ ...harness.deps, accounts }, command), expected);
    });
});

suite('an order that its market does not take', () => {
  test('is not sent to the exchange', async () => {
    const harness = await makeOrderHarness();
    const { deps, sent } = watched(harness);
    const command = harness.command({ price: decimal('1000.001') });
    assert.equal(await outcomeOf(deps, command), 'order_rejected');
    assert.deepEqual(sent, []);
  });

  for (const exemptsReduceOnly of [false, true])
    test(`is no exit of coins, and ${exemptsReduceOnly ? 'is' : 'never'} exempt`, async () => {
      const harness = await makeOrderHarness();
      const { exchange } = harness.spotAtExchange;
      const orderSupport = { ...exchange.orderSupport, exemptsReduceOnly };
      const { deps, sent } = watched(harness, { orderSupport });
      const command = harness.command({ price: decimal('1'), amount: decimal('0.001') });
      assert.equal(await outcomeOf(deps, command), 'order_rejected');
      assert.deepEqual(sent, []);
    });
});

test('an order at market is written down without a price', async () => {
  const harness = await makeOrderHarness();
  const placed = await placeOrder(harness.deps, harness.command({ type: 'market', price: null }));
  assert(placed.ok);
  const order = await harness.store.findOrder(harness.caller.userId, placed.value.orderId);
  assert.equal(order?.price, ZERO);
});

/** The order of the request as a try of it has left it behind. */
function leftBehind(
  { deps }: OrderHarness,
  command: PlaceOrderCommand,
  attempt: number,
  changes: Partial<Order>,
): Order {
  const { accountId, marketTag, side, type, price, amount } = command;
  const terse = { accountId, marketTag, side, type, amount, price: price ?? ZERO };
  return {
    ...orderIdentity(deps.digest, command.derivationId, attempt),
    ...terse,
    venueOrderId: null,
    filledAmount: ZERO,
    terms: PLAIN_TERMS,
    state: 'unplaced',
    reason: null,
    botId: null,
    placedAtMs: 1,
    updatedAtMs: 1,
    ...changes,
  };
}

suite('a request that is made again', () => {
  test('gets its order although its plan has ended, and a new one does not', async () => {
    const harness = await makeOrderHarness();
    const command = harness.command();
    assert.equal(await outcomeOf(harness.deps, command), 'open');
    const lapsed = { ...command, caller: { ...command.caller, ...LAPSED } };
    assert.equal(await outcomeOf(harness.deps, { ...lapsed, isTakeover: true }), 'open');
    assert.equal(await outcomeOf(harness.deps, lapsed), 'forbidden');
  });

  test('gets the order that an earlier release placed under another name', async () => {
    const harness = await makeOrderHarness();
    const command = harness.command();
    const placed = leftBehind(harness, command, 1, { state: 'open', venueOrderId: '7' });
    for (const order of [leftBehind(harness, command, 0, {}), placed])
      await harness.store.insertIntent(order, { risk: 'exempt' });
    const { deps, sent } = watched(harness);
    const found = await placeOrder(deps, { ...command, isTakeover: true });
    assert.equal(found.ok && found.value.orderId, placed.orderId);
    assert.deepEqual(sent, []);
  });

  test('gets the refusal of its order, whether or not it is marked as one', async () => {
    for (const isTakeover of [false, true]) {
      const harness = await makeOrderHarness();
      const command = harness.command({ amount: decimal('100') });
      assert.equal(await outcomeOf(harness.deps, command), 'insufficient_funds');
      const again = await placeOrder(harness.deps, { ...command, isTakeover });
      assert.match(again.ok ? '' : again.rejection.detail, /USDT/);
    }
  });

  const LOOKS: readonly (readonly [OrderLookup['kind'], string, sentCount: number])[] = [
    ['absent', 'open', 1],
    ['found', 'open', 0],
    ['forgotten', 'temporarily_unavailable', 0],
    ['unreadable', 'temporarily_unavailable', 0],
  ];
  for (const [kind, expected, sentCount] of LOOKS)
    test(`and never reached the exchange, which says "${kind}": ${expected}`, async () => {
      const harness = await makeOrderHarness();
      const command = harness.command();
      const left = leftBehind(harness, command, 0, {});
      await harness.store.insertIntent(left, { risk: 'exempt' });
      const seen = lookupOf(kind, left);
      const { deps, sent } = watched(harness, { fetchOrder: async () => seen });
      assert.equal(await outcomeOf(deps, { ...command, isTakeover: true }), expected);
      assert.equal(sent.length, sentCount);
      const stored = await harness.store.findOrder(harness.caller.userId, left.orderId);
      assert.equal(stored?.state, expected === 'open' ? 'open' : 'unplaced');
    });
});

function lookupOf(kind: OrderLookup['kind'], order: Order): OrderLookup {
  const { clientOrderId, side, type, price, amount, terms } = order;
  const named = { clientOrderId, side, type, price, amount, terms };
  switch (kind) {
    case 'absent':
      return { kind, asOfMs: 1 };
    case 'found':
      return {
        kind,
        order: {
          ...named,
          venueOrderId: '7',
          marketTag: order.marketTag ?? '',
          filledAmount: ZERO,
          averageFillPrice: ZERO,
          state: 'open',
          reason: null,
          placedAtMs: 1,
          updatedAtMs: 1,
        },
      };
    case 'forgotten':
    case 'unreadable':
      return { kind };
  }
}
