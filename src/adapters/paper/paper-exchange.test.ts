// Paper accounts pass the contract of every exchange, on prices of which only the last one and the
// minutes that have closed are known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { decimal } from '#lib/decimal.ts';
import { DAY_MS, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { exchangeContract } from '#ports/exchange/exchange.contract.ts';
import {
  newOrder,
  placed,
  restingBuy,
  shareOfPrice,
  marketOf,
} from '#ports/exchange/exchange-harness.contract.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import { auditLedger } from '#adapters/sim/sim-wallets.ts';
import { makeSimExchange } from '#adapters/sim/sim-exchange.ts';
import { withPaperAccounts } from '#adapters/paper/with-paper-accounts.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { requestedMarketData } from '#adapters/paper/requested-market-data.ts';
import type { Hand } from '#adapters/paper/data-by-hand.fixture.ts';
import { byHand, setMinute } from '#adapters/paper/data-by-hand.fixture.ts';
import { paperHarness } from '#adapters/paper/paper-harness.fixture.ts';

exchangeContract('paper accounts', async () => {
  const harness = await paperHarness();
  // Third currencies have no price here.
  const { exchange, spot, futures, faults } = harness;
  return {
    exchange,
    spot,
    faults,
    futures,
    nowMs: () => harness.nowMs(),
    newClientOrderId: () => harness.newClientOrderId(),
    advanceMs: async (durationMs) => harness.advanceMs?.(durationMs),
  };
});

const TAG = 'SIM_BTC_USDT';

async function limitBuy(harness: Awaited<ReturnType<typeof paperHarness>>, price: string) {
  const wish = { side: 'buy', type: 'limit', price: decimal(price) } as const;
  const order = await newOrder(harness, harness.spot, { ...wish, amount: decimal('0.01') });
  const response = await harness.exchange.placeOrder(harness.spot.account, order);
  assert.ok(response.ok, response.ok ? '' : response.rejection.detail);
  return order;
}

async function stateOf(
  harness: Awaited<ReturnType<typeof paperHarness>>,
  clientOrderId: string,
): Promise<string> {
  const name = { clientOrderId, venueOrderId: null, placedAtMs: harness.nowMs() };
  const found = await harness.exchange.fetchOrder(harness.spot.account, TAG, name);
  return found.kind === 'found' ? found.order.state : found.kind;
}

test('a limit order fills when the market traded through its price, not at a touch', async () => {
  const { harness, hand } = await byHand();
  const minuteMs = harness.nowMs() - 20_000;
  harness.setNowMs(minuteMs + 500);
  setMinute(hand, minuteMs - MINUTE_MS, 49_990, 50_000);
  const order = await limitBuy(harness, '49900');
  setMinute(hand, minuteMs, 49_900, 50_000);
  await harness.advanceMs?.(MINUTE_MS);
  assert.equal(await stateOf(harness, order.clientOrderId), 'open');
  setMinute(hand, minuteMs + MINUTE_MS, 49_899, 50_000);
  await harness.advanceMs?.(MINUTE_MS);
  assert.equal(await stateOf(harness, order.clientOrderId), 'filled');
  const { fills } = await harness.exchange.fetchFills(harness.spot.account, [TAG], null, 10);
  assert.deepEqual(
    fills.map(({ price, isMaker }) => [price, isMaker]),
    [[decimal('49900'), true]],
  );
  assert.deepEqual(await auditLedger(harness.store, harness.spot.account.accountId), []);
});

test('trades of a minute in which an order arrived late do not fill it', async () => {
  const { harness, hand } = await byHand();
  const minuteMs = harness.nowMs() - 20_000;
  setMinute(hand, minuteMs - MINUTE_MS, 49_990, 50_000);
  const order = await limitBuy(harness, '49900');
  setMinute(hand, minuteMs, 49_000, 50_000);
  await harness.advanceMs?.(MINUTE_MS);
  assert.equal(await stateOf(harness, order.clientOrderId), 'open');
});

test('a market order takes the last price, half a spread and its impact', async () => {
  const { harness, hand } = await byHand();
  const minuteMs = harness.nowMs() - 20_000;
  setMinute(hand, minuteMs - MINUTE_MS, 49_990, 50_000);
  hand.price = decimal('50010');
  const wish = { side: 'buy', type: 'market', price: 0n } as const;
  const request = await newOrder(harness, harness.spot, {
    ...wish,
    price: decimal('0'),
    amount: decimal('0.01'),
  });
  const response = await harness.exchange.placeOrder(harness.spot.account, request);
  assert.ok(response.ok);
  assert.equal(response.value.state, 'filled');
  // A step for the spread, and half a percent of 0.01 in 100 of the price: 0.025, so 0.03.
  assert.equal(response.value.averageFillPrice, decimal('50010.04'));
});

test('a minute that the exchange does not show yet is not settled without its trades', async () => {
  const { harness, hand } = await byHand();
  const minuteMs = harness.nowMs() - 20_000;
  harness.setNowMs(minuteMs + 500);
  setMinute(hand, minuteMs - MINUTE_MS, 49_990, 50_000);
  const order = await limitBuy(harness, '49900');
  hand.untilMs = minuteMs;
  await harness.advanceMs?.(MINUTE_MS);
  assert.equal(await stateOf(harness, order.clientOrderId), 'open');
  setMinute(hand, minuteMs, 49_000, 50_000);
  hand.untilMs = Infinity;
  await harness.advanceMs?.(2_000);
  assert.equal(await stateOf(harness, order.clientOrderId), 'filled');
});

test('while the exchange is down accounts wait, and are settled afterwards', async () => {
  const { harness, hand } = await byHand();
  const minuteMs = harness.nowMs() - 20_000;
  harness.setNowMs(minuteMs + 500);
  setMinute(hand, minuteMs - MINUTE_MS, 49_990, 50_000);
  const order = await limitBuy(harness, '49900');
  setMinute(hand, minuteMs, 49_000, 50_000);
  hand.isDown = true;
  await harness.advanceMs?.(MINUTE_MS);
  await assert.rejects(stateOf(harness, order.clientOrderId), Failure);
  hand.isDown = false;
  await harness.advanceMs?.(2_000);
  assert.equal(await stateOf(harness, order.clientOrderId), 'filled');
});

test('another process reads orders and fills of an account that it has not heard of', async () => {
  const store = makeMemorySimStore();
  const harness = await paperHarness(undefined, store);
  const resting = await restingBuy(harness, harness.spot);
  await placed(harness, harness.spot, resting);
  const amount = decimal('0.01');
  const wish = { side: 'buy', type: 'market', price: decimal('0'), amount } as const;
  await placed(harness, harness.spot, await newOrder(harness, harness.spot, wish));
  const { account } = harness.spot;
  const before = await harness.exchange.fetchOpenOrders(account);
  const { exchange } = await paperHarness(undefined, store, { startMs: harness.nowMs() });
  assert.deepEqual(await exchange.fetchOpenOrders(account), before);
  assert.equal((await exchange.fetchFills(account, [TAG], null, 10)).fills.length, 1);
  const name = { clientOrderId: resting.clientOrderId, venueOrderId: null, placedAtMs: 0 };
  assert.equal((await exchange.fetchOrder(account, TAG, name)).kind, 'found');
  const { exchange: third } = await paperHarness(undefined, store, { startMs: harness.nowMs() });
  assert.equal((await third.cancelOrder(account, TAG, name)).ok, true);
});

/** From one hundredth and the usual amounts on, prices and amounts ten times finer or coarser. */
function changeSteps(hand: Hand, priceStep: string, amountFactor: bigint): void {
  hand.markets = hand.markets.map((market) => ({
    ...market,
    priceStep: decimal(priceStep),
    amountStep: (market.amountStep * amountFactor) as Decimal,
  }));
  hand.candles.clear();
}

test('orders and fills keep their prices and amounts when a market changes its steps', async () => {
  for (const [priceStep, factor, ticksOfMinute] of [
    ['0.1', 10n, [498_990n, 500_000n]],
    ['0.25', 10n, [199_596n, 200_000n]],
    ['0.001', 1n, [49_899_000n, 50_000_000n]],
  ] as const) {
    const { harness, hand } = await byHand();
    const minuteMs = harness.nowMs() - 20_000;
    harness.setNowMs(minuteMs + 500);
    setMinute(hand, minuteMs - MINUTE_MS, 49_990, 50_000);
    const first = await limitBuy(harness, '49950');
    const second = await limitBuy(harness, '49900');
    setMinute(hand, minuteMs, 49_940, 50_000);
    await harness.advanceMs?.(2 * MINUTE_MS);
    assert.equal(await stateOf(harness, first.clientOrderId), 'filled');
    changeSteps(hand, priceStep, factor);
    const [low, high] = ticksOfMinute;
    const openTimeMs = minuteMs + 3 * MINUTE_MS;
    const flat = { open: high, high, low, close: high, volume: 10_000_000n };
    hand.candles.set(openTimeMs, { openTimeMs, ...flat });
    harness.setNowMs(minuteMs + 3 * MINUTE_MS + 500);
    const [open] = await harness.exchange.fetchOpenOrders(harness.spot.account);
    assert.deepEqual([open?.marketTag, open?.price], [TAG, decimal('49900')]);
    assert.equal(open?.amount, decimal('0.01'));
    await harness.advanceMs?.(MINUTE_MS);
    assert.equal(await stateOf(harness, second.clientOrderId), 'filled');
    const { fills } = await harness.exchange.fetchFills(harness.spot.account, [TAG], null, 10);
    assert.deepEqual(
      fills.map(({ price, amount }) => [price, amount]),
      [
        [decimal('49950'), decimal('0.01')],
        [decimal('49900'), decimal('0.01')],
      ],
    );
    await limitBuy(harness, '49000');
    assert.deepEqual(await auditLedger(harness.store, harness.spot.account.accountId), []);
  }
});

test('a position keeps its figures when its market changes its steps, and is closed', async () => {
  const { harness, hand } = await byHand();
  const futures = present(harness.futures, 'the harness has a futures account');
  const { account, marketTag } = futures;
  setMinute(hand, minuteStartMs(harness.nowMs()) - MINUTE_MS, 49_990, 50_000);
  const order = async (side: 'buy' | 'sell') => {
    const wish = { side, type: 'market', price: decimal('0'), amount: decimal('0.01') } as const;
    const request = await newOrder(harness, futures, wish);
    const response = await harness.exchange.placeOrder(account, request);
    assert.ok(response.ok, response.ok ? '' : response.rejection.detail);
    return response.value.state;
  };
  assert.equal(await order('buy'), 'filled');
  const [before] = await harness.exchange.fetchPositions(account);
  assert.equal(before?.amount, decimal('0.01'));
  changeSteps(hand, '1', 10n);
  harness.setNowMs(minuteStartMs(harness.nowMs()) + 2 * MINUTE_MS + 500);
  const openTimeMs = minuteStartMs(harness.nowMs()) - MINUTE_MS;
  const flat = { open: 50_000n, high: 50_000n, low: 49_990n, close: 50_000n, volume: 10_000n };
  hand.candles.set(openTimeMs, { openTimeMs, ...flat });
  const [after] = await harness.exchange.fetchPositions(account);
  const figures = (of: typeof before | undefined) => [
    of?.marketTag,
    of?.amount,
    of?.averagePrice,
    of?.margin,
  ];
  assert.deepEqual(figures(after), figures(before));
  assert.equal(after?.marketTag, marketTag);
  assert.equal(await order('sell'), 'filled');
  assert.deepEqual(await harness.exchange.fetchPositions(account), []);
});

test('an account that was away for months gets the fills of all its time', async () => {
  const { harness, hand } = await byHand();
  const minuteMs = harness.nowMs() - 20_000;
  harness.setNowMs(minuteMs + 500);
  setMinute(hand, minuteMs - MINUTE_MS, 49_990, 50_000);
  const early = await limitBuy(harness, '49900');
  const late = await limitBuy(harness, '49800');
  const never = await limitBuy(harness, '49700');
  setMinute(hand, minuteMs + DAY_MS, 49_899, 50_000);
  setMinute(hand, minuteMs + 20 * DAY_MS, 49_799, 50_000);
  harness.setNowMs(minuteMs + 60 * DAY_MS + 500);
  const states = [early, late, never].map(({ clientOrderId }) => stateOf(harness, clientOrderId));
  assert.deepEqual(await Promise.all(states), ['filled', 'filled', 'open']);
  const { fills } = await harness.exchange.fetchFills(harness.spot.account, [TAG], null, 10);
  const days = fills.map(({ filledAtMs }) => Math.floor((filledAtMs - minuteMs) / DAY_MS));
  assert.deepEqual(days, [1, 20]);
});

test('orders end where the exchange does not list the minutes any more', async () => {
  const { harness, hand } = await byHand();
  const minuteMs = harness.nowMs() - 20_000;
  harness.setNowMs(minuteMs + 500);
  setMinute(hand, minuteMs - MINUTE_MS, 49_990, 50_000);
  const order = await limitBuy(harness, '49900');
  setMinute(hand, minuteMs, 49_950, 50_000);
  await harness.advanceMs?.(MINUTE_MS);
  assert.equal(await stateOf(harness, order.clientOrderId), 'open');
  const backMs = minuteMs + 3 * DAY_MS;
  hand.knownFromMs = backMs - DAY_MS / 2;
  setMinute(hand, backMs - 10 * MINUTE_MS, 49_000, 50_000);
  harness.setNowMs(backMs + 500);
  const name = { clientOrderId: order.clientOrderId, venueOrderId: null, placedAtMs: minuteMs };
  const found = await harness.exchange.fetchOrder(harness.spot.account, TAG, name);
  assert.ok(found.kind === 'found');
  assert.equal(found.order.state, 'cancelled');
  assert.match(found.order.reason ?? '', /does not list the minutes any more/);
  assert.deepEqual(await harness.exchange.fetchOpenOrders(harness.spot.account), []);
  assert.deepEqual(await auditLedger(harness.store, harness.spot.account.accountId), []);
  const later = await limitBuy(harness, '49900');
  setMinute(hand, backMs, 49_899, 50_000);
  await harness.advanceMs?.(MINUTE_MS);
  assert.equal(await stateOf(harness, later.clientOrderId), 'filled');
});

test('what an exchange lists no more is requested of nobody, and not known', async () => {
  const nowMs = Date.UTC(2025, 2, 3, 10, 30, 20);
  const reachMs = 720 * MINUTE_MS;
  const requested: number[] = [];
  const venue = makeVenue(reachMs, (fromMs) => void requested.push(fromMs));
  const data = requestedMarketData(venue, { nowMs: () => nowMs });
  const fromMs = minuteStartMs(nowMs) - 1_000 * MINUTE_MS;
  const toMs = minuteStartMs(nowMs);
  const known = await data.fetchMinutes(TAG, fromMs, toMs);
  const { knownFromMs = 0 } = known;
  assert.deepEqual(requested, [knownFromMs]);
  assert.ok(knownFromMs > nowMs - reachMs && knownFromMs <= nowMs - reachMs + 3 * MINUTE_MS);
  const old = await data.fetchMinutes(TAG, fromMs, fromMs + MINUTE_MS);
  assert.equal(old.knownFromMs, fromMs + MINUTE_MS);
});

function makeVenue(candlesReachMs: number, onRequest: (fromMs: number) => void) {
  const store = makeMemorySimStore();
  const clock = { nowMs: () => 0 };
  const prices = HARNESS_PRICES;
  const api = null as never;
  const sim = makeSimExchange({ store, api, prices, clock, nextFillShare: () => null });
  return {
    ...sim,
    promises: { ...sim.promises, candlesReachMs },
    async fetchCandles(_tag: string, fromMs: number, toMs: number) {
      if (fromMs < toMs) onRequest(fromMs);
      return [];
    },
  };
}

test('an account of today does not push away the minutes of one that was away', async () => {
  const { harness, hand } = await byHand();
  const minuteMs = harness.nowMs() - 20_000;
  harness.setNowMs(minuteMs + 500);
  setMinute(hand, minuteMs - MINUTE_MS, 49_990, 50_000);
  const away = await limitBuy(harness, '49900');
  setMinute(hand, minuteMs + DAY_MS, 49_899, 50_000);
  const todayMs = minuteMs + 40 * DAY_MS;
  harness.setNowMs(todayMs + 500);
  setMinute(hand, todayMs - MINUTE_MS, 49_990, 50_000);
  await harness.exchange.fetchPrice(TAG);
  const spot = await harness.payFees?.('received');
  assert.ok(spot);
  const other = { ...harness, spot };
  await Promise.all([limitBuy(other, '49950'), limitBuy(harness, '49600')]);
  assert.equal(await stateOf(harness, away.clientOrderId), 'filled');
});

test('accounts on one market share what is requested of the exchange', async () => {
  const harness = await paperHarness();
  const market = await marketOf(harness, harness.spot);
  const { price } = await harness.exchange.fetchPrice(TAG);
  await placed(harness, harness.spot, await restingBuy(harness, harness.spot));
  const far = shareOfPrice(market, price, '50');
  const wish = { side: 'buy', type: 'limit', price: far } as const;
  await placed(harness, harness.spot, await newOrder(harness, harness.spot, wish));
  harness.requested.length = 0;
  await harness.advanceMs?.(MINUTE_MS);
  for (let read = 0; read < 5; read += 1)
    await harness.exchange.fetchOpenOrders(harness.spot.account);
  assert.deepEqual(harness.requested.toSorted(), [`minutes ${TAG}`, `price ${TAG}`]);
});

test('only ids of paper accounts lead to the simulated venue', async () => {
  const seen: string[] = [];
  const { store } = await paperHarness();
  const clock = { nowMs: () => 0 };
  const exchange = makeSimExchange({
    store,
    api: null as never,
    prices: HARNESS_PRICES,
    clock,
    nextFillShare: () => null,
  });
  const naming = (name: string) => ({
    ...exchange,
    async fetchPositions() {
      seen.push(name);
      return [];
    },
  });
  const both = withPaperAccounts(naming('real'), naming('paper'));
  for (const accountId of [
    'paper_01jd3f8k2m5q7r9t1v3x5z7b9c',
    'acc_01jd3f8k2m5q7r9t1v3x5z7b9c',
    'paper',
  ])
    await both.fetchPositions({ accountId, marketType: 'spot' });
  assert.deepEqual(seen, ['paper', 'real', 'real']);
});
