// Closing a position by orders that the market takes, and what an earlier try of it left behind.

import { suite, test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal, formatDecimal, subtractDecimal, ZERO } from '#lib/decimal.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Market } from '#venue-port/market/market.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { closePosition } from '#services/orders/close-position.ts';
import type { OrderHarness } from '#services/orders/order-harness.fixture.ts';
import { makeOrderHarness } from '#services/orders/order-harness.fixture.ts';
import { orderIdentity } from '#services/orders/order-identity.ts';

const MARKET_TAG = 'SIM_BTC_USDT';
/** Between 0.002 and 0.01 in one order. */
const BOUNDS = {
  minOrderAmount: decimal('0.002'),
  minOrderValue: ZERO,
  maxOrderAmount: decimal('0.01'),
};

type Wish = {
  readonly at?: (harness: OrderHarness) => AccountAtExchange;
  readonly names?: readonly string[];
};

const NAMES = ['1', '2', '3', '4', '5'];

async function close(harness: OrderHarness, amount: string, { at, names = NAMES }: Wish = {}) {
  const warnings: string[] = [];
  const log = { ...harness.deps.log, warn: (event: string) => void warnings.push(event) };
  const closed = await closePosition({ ...harness.deps, log }, (at ?? bounded)(harness), {
    marketTag: MARKET_TAG,
    side: 'sell',
    amount: decimal(amount),
    botId: null,
    identities: names.map((name) => orderIdentity(systemDigest, name)),
  });
  const { ordersCount, amount: sent, left } = closed;
  return { ordersCount, amount: formatDecimal(sent), left, warnings };
}

/** What was written down of each name, in their order. */
async function written({ store, spot }: OrderHarness): Promise<readonly string[]> {
  const orders = await Promise.all(
    NAMES.map(async (name) =>
      store.findOrder(spot.userId, orderIdentity(systemDigest, name).orderId),
    ),
  );
  return orders.flatMap((order) =>
    order === null ? [] : [`${formatDecimal(order.amount)} ${order.state}`],
  );
}

/** Of the coins that the account began with. */
async function sold({ sim, spot }: OrderHarness): Promise<string> {
  const { balances } = await sim.sim.fetchBalances(spot);
  const left = balances.find(({ currency }) => currency === 'BTC')?.total ?? ZERO;
  return formatDecimal(subtractDecimal(decimal('1.5'), left));
}

const doubtOf = (name: string): string =>
  `the outcome of order "${orderIdentity(systemDigest, name).orderId}" is unknown`;
const LEFT = ['orders.position_left'];

suite('a closing', () => {
  for (const [amount, sent] of [
    ['0.002', ['0.002 filled']],
    ['0.01', ['0.01 filled']],
    ['0.012', ['0.01 filled', '0.002 filled']],
    ['0.0119', ['0.0099 filled', '0.002 filled']],
    ['0.023', ['0.01 filled', '0.01 filled', '0.003 filled']],
  ] as const)
    test(`of ${amount} goes in orders that are taken: ${sent.join(', ')}`, async () => {
      const harness = await makeOrderHarness();
      const closed = await close(harness, amount);
      assert.deepEqual(closed, { ordersCount: sent.length, amount, left: null, warnings: [] });
      assert.deepEqual(await written(harness), sent);
      assert.equal(await sold(harness), amount);
    });

  test('of too little sends nothing, and says why', async () => {
    const harness = await makeOrderHarness();
    const { left, ...closed } = await close(harness, '0.001');
    assert.deepEqual(closed, { ordersCount: 0, amount: '0', warnings: LEFT });
    assert.match(left ?? '', /0\.002/);
    assert.deepEqual(await written(harness), []);
  });

  test('of less than a step leaves nothing to report', async () => {
    const harness = await makeOrderHarness();
    const closed = await close(harness, '0.00000001');
    assert.deepEqual(closed, { ordersCount: 0, amount: '0', left: null, warnings: [] });
  });

  test('of too little value sends nothing where the market has a least value', async () => {
    const harness = await makeOrderHarness();
    const least = { minOrderAmount: decimal('0.00001'), minOrderValue: decimal('200') };
    const { left, ...closed } = await close(harness, '0.002', {
      at: (each) => changed(each, { market: least }),
    });
    assert.deepEqual(closed, { ordersCount: 0, amount: '0', warnings: LEFT });
    assert.match(left ?? '', /below the minimum value 200 USDT/);
    assert.deepEqual(await written(harness), []);
  });

  test('that the exchange refuses says why, and the next try goes by the next name', async () => {
    const harness = await makeOrderHarness();
    const refusal = { code: 'order_rejected', detail: 'not now' } as const;
    const closed = await close(harness, '0.01', {
      at: (each) => changed(each, { exchange: { placeOrder: async () => rejected(refusal) } }),
    });
    assert.deepEqual(closed, { ordersCount: 0, amount: '0', left: 'not now', warnings: LEFT });
    const again = await close(harness, '0.01');
    assert.deepEqual(again, { ordersCount: 1, amount: '0.01', left: null, warnings: [] });
    assert.deepEqual(await written(harness), ['0.01 rejected', '0.01 filled']);
  });

  test('that the exchange fills in part goes on under the next name', async () => {
    const harness = await makeOrderHarness();
    const closed = await close(harness, '0.01', { at: filling('0.004') });
    assert.deepEqual(closed, { ordersCount: 2, amount: '0.01', left: null, warnings: [] });
    assert.deepEqual(await written(harness), ['0.01 cancelled', '0.006 filled']);
    assert.equal(await sold(harness), '0.01');
  });

  test('that the exchange fills in part says why the rest is too little', async () => {
    const harness = await makeOrderHarness();
    const { left, ...closed } = await close(harness, '0.01', { at: filling('0.009') });
    assert.deepEqual(closed, { ordersCount: 1, amount: '0.009', warnings: LEFT });
    assert.match(left ?? '', /0\.002/);
  });

  test('that the exchange ends without a fill says so', async () => {
    const harness = await makeOrderHarness();
    const { left, ...closed } = await close(harness, '0.01', { at: expiring });
    assert.deepEqual(closed, { ordersCount: 0, amount: '0', warnings: LEFT });
    assert.equal(left, 'nobody buys');
  });

  test('needs no name more than it has orders', async () => {
    const closed = await close(await makeOrderHarness(), '0.01', { names: ['1'] });
    assert.deepEqual(closed, { ordersCount: 1, amount: '0.01', left: null, warnings: [] });
  });

  test('ends with the names that it has', async () => {
    const harness = await makeOrderHarness();
    const closed = await close(harness, '0.03', { names: ['1', '2'] });
    const left = '2 orders did not close it';
    assert.deepEqual(closed, { ordersCount: 2, amount: '0.02', left, warnings: LEFT });
  });
});

suite('a closing that is tried again', () => {
  test('sends nothing for what it has sold', async () => {
    const harness = await makeOrderHarness();
    await close(harness, '0.005');
    const again = await close(harness, '0.005');
    assert.deepEqual(again, { ordersCount: 1, amount: '0.005', left: null, warnings: [] });
    assert.equal(await sold(harness), '0.005');
  });

  test('closes what an order has left that filled in part', async () => {
    const harness = await makeOrderHarness();
    await close(harness, '0.01', { at: filling('0.004'), names: ['1'] });
    const again = await close(harness, '0.006');
    assert.deepEqual(again, { ordersCount: 1, amount: '0.006', left: null, warnings: [] });
    assert.equal(await sold(harness), '0.01');
  });

  test('sells no more than that while the fills are not shown', async () => {
    const harness = await makeOrderHarness();
    await close(harness, '0.01', { at: filling('0.004'), names: ['1'] });
    const again = await close(harness, '0.01');
    assert.deepEqual(again, { ordersCount: 2, amount: '0.01', left: null, warnings: [] });
    assert.equal(await sold(harness), '0.01');
  });

  test('closes what was bought after the last closing', async () => {
    const harness = await makeOrderHarness();
    await close(harness, '0.005');
    harness.sim.setNowMs(harness.sim.nowMs() + 120_000);
    const again = await close(harness, '0.005');
    assert.deepEqual(again, { ordersCount: 1, amount: '0.005', left: null, warnings: [] });
    assert.equal(await sold(harness), '0.01');
  });

  test('sells nothing more while its exchange may hide what was sold', async () => {
    const harness = await makeOrderHarness();
    await close(harness, '0.005');
    harness.sim.setNowMs(harness.sim.nowMs() + 120_000);
    const again = await close(harness, '0.005', { at: hiding });
    assert.deepEqual(again, { ordersCount: 1, amount: '0.005', left: null, warnings: [] });
    assert.equal(await sold(harness), '0.005');
  });

  test('takes the next name where the exchange never had the order', async () => {
    const harness = await makeOrderHarness();
    await assert.rejects(close(harness, '0.005', { at: refusing }), Failure);
    const closed = await close(harness, '0.005');
    assert.deepEqual(closed, { ordersCount: 1, amount: '0.005', left: null, warnings: [] });
    assert.deepEqual(await written(harness), ['0.005 unplaced', '0.005 filled']);
    assert.equal(await sold(harness), '0.005');
  });

  test('records what the exchange has of an order given up, and sells no more', async () => {
    const harness = await makeOrderHarness();
    await assert.rejects(close(harness, '0.005', { at: givingUp }), Failure);
    const closed = await close(harness, '0.005');
    assert.deepEqual(closed, { ordersCount: 1, amount: '0.005', left: null, warnings: [] });
    assert.deepEqual(await written(harness), ['0.005 filled']);
    assert.equal(await sold(harness), '0.005');
  });

  test('waits while the exchange does not say whether it has the order', async () => {
    const harness = await makeOrderHarness();
    await assert.rejects(close(harness, '0.005', { at: givingUp }), Failure);
    const closed = await close(harness, '0.005', { at: unsaid });
    const left = doubtOf('1');
    assert.deepEqual(closed, { ordersCount: 0, amount: '0', left, warnings: LEFT });
    assert.equal(await sold(harness), '0.005');
  });

  test('waits for another order of its market whose outcome is unknown', async () => {
    const harness = await makeOrderHarness();
    await close(harness, '0.005', { at: losing, names: ['1'] });
    const closed = await close(harness, '0.005', { names: ['2'] });
    const left = doubtOf('1');
    assert.deepEqual(closed, { ordersCount: 0, amount: '0', left, warnings: LEFT });
    assert.equal(await sold(harness), '0.005');
  });
});

function bounded(harness: OrderHarness): AccountAtExchange {
  return changed(harness, {});
}

type PlaceOrder = AccountAtExchange['exchange']['placeOrder'];

function placing(
  harness: OrderHarness,
  change: (placeOrder: PlaceOrder) => PlaceOrder,
): AccountAtExchange {
  const { account, exchange } = bounded(harness);
  const placeOrder: PlaceOrder = async (...request) => exchange.placeOrder(...request);
  return { account, exchange: { ...exchange, placeOrder: change(placeOrder) } };
}

const NOT_NOW = new Failure('unavailable', 'Not now.', { exchange: 'sim' });

function refusing(harness: OrderHarness): AccountAtExchange {
  return placing(harness, () => () => Promise.reject(NOT_NOW));
}

/** Takes the order, and says that it did not. */
function givingUp(harness: OrderHarness): AccountAtExchange {
  return placing(harness, (placeOrder) => async (...request) => {
    await placeOrder(...request);
    throw NOT_NOW;
  });
}

/** Takes the order, and does not say so. */
function losing(harness: OrderHarness): AccountAtExchange {
  return placing(harness, (placeOrder) => async (...request) => {
    await placeOrder(...request);
    throw new OutcomeUnknown('The response was lost.');
  });
}

/** Fills so much of the first order, and ends the rest of it. */
function filling(amount: string) {
  return (harness: OrderHarness): AccountAtExchange => {
    let isFirst = true;
    return placing(harness, (placeOrder) => async (account, order) => {
      const given = isFirst ? { ...order, amount: decimal(amount) } : order;
      isFirst = false;
      return placeOrder(account, given);
    });
  };
}

/** Takes each order, and ends it without a fill. */
function expiring(harness: OrderHarness): AccountAtExchange {
  return placing(harness, (placeOrder) => async (account, order) => {
    const placed = await placeOrder(account, { ...order, amount: decimal('0.002') });
    if (!placed.ok) return placed;
    const ended = { state: 'expired', reason: 'nobody buys', filledAmount: ZERO } as const;
    return accepted({ ...placed.value, ...ended });
  });
}

/** May hide for a while what it has filled. */
function hiding(harness: OrderHarness): AccountAtExchange {
  const { promises } = harness.spotAtExchange.exchange;
  return changed(harness, { exchange: { promises: { ...promises, visibilityLagMs: 90_000 } } });
}

/** A look-up that settles nothing. */
function unsaid(harness: OrderHarness): AccountAtExchange {
  const { account, exchange } = bounded(harness);
  return { account, exchange: { ...exchange, fetchOrder: async () => ({ kind: 'unreadable' }) } };
}

/** Another market or exchange than the bounded one. */
function changed(
  harness: OrderHarness,
  { market = BOUNDS, exchange = {} }: { market?: Partial<Market>; exchange?: Partial<Exchange> },
): AccountAtExchange {
  const { exchange: real, ...at } = harness.spotAtExchange;
  const listMarkets = async () =>
    (await real.listMarkets()).map((each) =>
      each.marketTag === MARKET_TAG ? { ...each, ...market } : each,
    );
  return { ...at, exchange: { ...real, listMarkets, ...exchange } };
}
