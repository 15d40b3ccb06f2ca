// Paper accounts pass the contract of every exchange, on prices of which only the last one and the
// minutes that have closed are known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import type { Candle } from '#domain/candle/candle.ts';
import { exchangeContract } from '#ports/exchange/exchange.contract.ts';
import {
  newOrder,
  placed,
  restingBuy,
  shareOfPrice,
  marketOf,
} from '#ports/exchange/exchange-harness.contract.ts';
import type { MarketData, MinutesKnown } from '#ports/exchange/market-data.ts';
import { Failure } from '#ports/world/failure.ts';
import { HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import { SIM_MARKETS } from '#adapters/sim/sim-markets.ts';
import { auditLedger } from '#adapters/sim/sim-wallets.ts';
import { makeSimExchange } from '#adapters/sim/sim-exchange.ts';
import { withPaperAccounts } from '#adapters/paper/with-paper-accounts.ts';
import { paperHarness } from '#adapters/paper/paper-harness.fixture.ts';

exchangeContract('paper accounts', async () => {
  const harness = await paperHarness();
  // Funding of real exchanges is not fetched, and third currencies have no price here.
  const { exchange, spot, faults } = harness;
  return {
    exchange,
    spot,
    faults,
    futures: null,
    nowMs: () => harness.nowMs(),
    newClientOrderId: () => harness.newClientOrderId(),
    advanceMs: async (durationMs) => harness.advanceMs?.(durationMs),
  };
});

const TAG = 'SIM_BTC_USDT';

/** Minutes and a price that a test sets by hand. */
function dataByHand(nowMs: () => number) {
  const markets = [...SIM_MARKETS.values()].map(({ market }) => market);
  const hand = {
    price: decimal('50000'),
    candles: new Map<number, Candle>(),
    untilMs: Infinity,
    isDown: false,
  };
  const data: MarketData = {
    code: 'sim',
    listMarkets: async () => markets,
    async fetchPrice() {
      if (hand.isDown) throw new Failure('unavailable', 'the exchange is down');
      return hand.price;
    },
    async fetchMinutes(_tag, fromMs, toMs): Promise<MinutesKnown> {
      if (hand.isDown) throw new Failure('unavailable', 'the exchange is down');
      const candles = [...hand.candles.values()]
        .filter(({ openTimeMs }) => openTimeMs >= fromMs && openTimeMs < toMs)
        .sort((left, right) => left.openTimeMs - right.openTimeMs);
      return { candles, untilMs: Math.min(toMs, hand.untilMs, nowMs()) };
    },
  };
  return { hand, data };
}

type Hand = ReturnType<typeof dataByHand>['hand'];

/** Prices in whole dollars, of which a step is a hundredth. */
function setMinute(hand: Hand, openTimeMs: number, low: number, high: number): void {
  const ticks = (price: number): bigint => BigInt(price * 100);
  const open = ticks(high);
  const candle = { open, high: open, low: ticks(low), close: open, volume: 10_000_000n };
  hand.candles.set(openTimeMs, { openTimeMs, ...candle });
}

async function byHand() {
  let hand: Hand | null = null;
  const harness = await paperHarness((nowMs) => {
    const made = dataByHand(nowMs);
    hand = made.hand;
    return made.data;
  });
  return { harness, hand: hand as unknown as Hand };
}

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
