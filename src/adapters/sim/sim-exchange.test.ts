// Promises of the simulated exchange beyond the contract of every exchange: the instant of a fill,
// time that passes while nobody looks, margin, several processes at one account, and books that add
// up.

import test from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import {
  newOrder,
  placed,
  restingBuy,
  shareOfPrice,
} from '#ports/exchange/exchange-harness.contract.ts';
import { holdingsOf, lookUp, marketOf } from '#ports/exchange/exchange-harness.contract.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { checkLedgerReader } from '#adapters/sim/ledger-reader.fixture.ts';
import { SIM_MARKETS } from '#adapters/sim/sim-markets.ts';
import { auditLedger, makeSimulatedVenue } from '#adapters/sim/sim-wallets.ts';
import type { SimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { makeSimHarness, HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';

const FUTURES_TAG = 'SIM_BTC_USDT_PERP';

async function makeHarness(): Promise<SimHarness & { readonly futures: SimHarness['spot'] }> {
  const harness = await makeSimHarness(makeMemorySimStore());
  assert(harness.futures !== null);
  return { ...harness, futures: harness.futures };
}

async function lastFill(harness: SimHarness): Promise<VenueFill> {
  const { fills } = await harness.sim.fetchFills(harness.spot.account, [], null, 500);
  const fill = fills.at(-1);
  assert(fill !== undefined);
  return fill;
}

async function assertAudited(harness: SimHarness): Promise<void> {
  for (const accountId of await harness.store.listAccountIds(null, 100))
    assert.deepEqual(await auditLedger(harness.store, accountId), []);
}

test('an order of a minute’s first instant fills at its open and half the spread', async () => {
  const harness = await makeHarness();
  const openMs = minuteStartMs(harness.nowMs()) + MINUTE_MS;
  harness.setNowMs(openMs + 3_000);
  const order = await newOrder(harness, harness.spot, { side: 'buy', decidedAtMs: openMs });
  await placed(harness, harness.spot, order);
  const fill = await lastFill(harness);
  const market = SIM_MARKETS.get(harness.spot.marketTag);
  const candle = HARNESS_PRICES.candleAt(harness.spot.marketTag, openMs);
  assert(market !== undefined && candle !== null);
  const { halfSpreadTicks } = market.venue.rules.slippage;
  const ticks = fill.price / market.market.priceStep;
  // One tick more at most: the impact of the smallest order.
  assert(ticks === candle.high || ticks - candle.open - halfSpreadTicks <= 1n);
  assert.equal(fill.filledAtMs, openMs);
});

test('ten seconds on their way do not change the fill; more do, and are reported', async () => {
  const prices = [];
  for (const delayMs of [0, 9_999, 10_000, 10_001]) {
    const harness = await makeHarness();
    const order = await newOrder(harness, harness.spot, { side: 'buy' });
    harness.setNowMs(harness.nowMs() + delayMs);
    const { reason, placedAtMs } = await placed(harness, harness.spot, order);
    const isLate = delayMs > 10_000;
    assert.equal(placedAtMs, order.decidedAtMs + (isLate ? delayMs : 0));
    assert.equal(
      reason,
      isLate ? 'Arrived 10001 ms after it was decided; matched on arrival.' : null,
    );
    prices.push((await lastFill(harness)).price);
  }
  assert.equal(prices[1], prices[0]);
  assert.equal(prices[2], prices[0]);
  assert.notEqual(prices[3], prices[0]);
});

test('an order that arrives again while it is partly filled is the one that is there', async () => {
  const harness = await makeHarness();
  for (const holder of [harness.spot, harness.futures]) {
    const order = await newOrder(harness, holder, { side: 'buy' });
    harness.faults?.inject({ kind: 'partial_fill', sharePercent: 70 });
    const first = await harness.exchange.placeOrder(holder.account, order);
    const filled = first.ok ? first.value.filledAmount : decimal('0');
    assert(filled > 0n && filled < order.amount);
    const again = await harness.exchange.placeOrder(holder.account, order);
    assert.deepEqual(again, first);
    const { fills } = await harness.sim.fetchFills(holder.account, [], null, 500);
    assert.equal(fills.length, 1);
  }
});

test('an order from a clock that is ahead fills now, not later', async () => {
  const harness = await makeHarness();
  const ahead = { side: 'buy', decidedAtMs: harness.nowMs() + 5_000 } as const;
  await placed(harness, harness.spot, await newOrder(harness, harness.spot, ahead));
  assert.equal((await lastFill(harness)).filledAtMs, harness.nowMs());
});

test('resting orders settle while nobody calls, and on access when nobody settled', async () => {
  for (const settles of [true, false]) {
    const harness = await makeHarness();
    const market = await marketOf(harness, harness.spot);
    const { price } = await harness.sim.fetchPrice(harness.spot.marketTag);
    const limit = shareOfPrice(market, price, '99.9');
    const wish = await newOrder(harness, harness.spot, { side: 'buy', price: limit });
    await placed(harness, harness.spot, wish);
    harness.setNowMs(harness.nowMs() + 3 * DAY_MS);
    if (settles) {
      assert.equal(await harness.settleDue(), 1);
      assert.equal(await harness.settleDue(), 0);
    }
    const [order] =
      (await harness.store.listOpenOrders(harness.spot.account.accountId))?.items ?? [];
    assert.equal(order?.clientOrderId, settles ? undefined : wish.clientOrderId);
    const base = (await holdingsOf(harness, harness.spot)).get('BTC');
    assert.equal(base?.total, decimal('1.5') + wish.amount);
    await assertAudited(harness);
  }
});

test('an order ends by itself at its instant', async () => {
  const harness = await makeHarness();
  const before = await holdingsOf(harness, harness.spot);
  const untilMs = harness.nowMs() + 90_000;
  const terms = { ...PLAIN_TERMS, expiresAtMs: untilMs };
  const order = { ...(await restingBuy(harness, harness.spot)), terms };
  await placed(harness, harness.spot, order);
  await harness.advanceMs?.(3 * MINUTE_MS);
  const ended = await lookUp(harness, harness.spot, order);
  assert.deepEqual([ended?.state, ended?.updatedAtMs], ['expired', untilMs]);
  assert.deepEqual(await holdingsOf(harness, harness.spot), before);
});

test('funding of an instant comes before the orders that arrive at it', async () => {
  const harness = await makeHarness();
  const { account } = harness.futures;
  const fundingMs = Math.ceil(harness.nowMs() / (8 * HOUR_MS)) * 8 * HOUR_MS;
  const opening = await newOrder(harness, harness.futures, { side: 'buy' });
  harness.setNowMs(fundingMs + 500);
  await placed(harness, harness.futures, { ...opening, decidedAtMs: fundingMs });
  await harness.advanceMs?.(MINUTE_MS);
  assert.deepEqual((await harness.sim.fetchMarginEvents(account, null, 9)).events, []);
  const closing = await newOrder(harness, harness.futures, { side: 'sell' });
  harness.setNowMs(fundingMs + 8 * HOUR_MS + 500);
  await placed(harness, harness.futures, { ...closing, decidedAtMs: fundingMs + 8 * HOUR_MS });
  await harness.advanceMs?.(MINUTE_MS);
  const { events } = await harness.sim.fetchMarginEvents(account, null, 9);
  assert.deepEqual(
    events.map(({ kind, atMs }) => [kind, atMs]),
    [['funding', fundingMs + 8 * HOUR_MS]],
  );
  await assertAudited(harness);
});

test('a position pays funding every eight hours, and the books add up after months', async () => {
  const harness = await makeHarness();
  await placed(harness, harness.futures, await newOrder(harness, harness.futures, { side: 'buy' }));
  harness.setNowMs(harness.nowMs() + 40 * DAY_MS);
  await harness.sim.fetchPositions(harness.futures.account);
  const { accountId } = harness.futures.account;
  const bookings = await harness.store.listBookings(accountId);
  const funding = bookings.filter(({ kind }) => kind === 'funding');
  assert.equal(funding.length, 40 * 3);
  assert(funding.every(({ atMs }) => atMs % (8 * HOUR_MS) === 0));
  await assertAudited(harness);
});

test('a position with too much leverage is liquidated by the market', async () => {
  const harness = await makeHarness();
  const { accountId } = harness.futures.account;
  const setting = { leverage: decimal('100'), marginMode: 'isolated' } as const;
  await harness.sim.setLeverage(accountId, setting);
  const order = await newOrder(harness, harness.futures, { side: 'buy' });
  await placed(harness, harness.futures, order);
  const [position] = await harness.sim.fetchPositions(harness.futures.account);
  assert.equal(position?.leverage, decimal('100'));
  assert(position.liquidationPrice !== null && position.liquidationPrice < position.markPrice);
  await harness.advanceMs?.(20 * DAY_MS);
  assert.deepEqual(await harness.sim.fetchPositions(harness.futures.account), []);
  const kinds = (await harness.store.listBookings(accountId)).map(({ kind }) => kind);
  assert(kinds.includes('liquidation_fee'));
  await assertAudited(harness);
});

test('orders of one account through several processes: each once, none lost', async () => {
  const harness = await makeHarness();
  const processes = Array.from({ length: 4 }, () => harness.another(harness.store));
  const wishes = [];
  for (let count = 0; count < 25; count += 1) wishes.push(await restingBuy(harness, harness.spot));
  const results = await Promise.all(
    wishes.flatMap((wish) => processes.map((sim) => sim.placeOrder(harness.spot.account, wish))),
  );
  assert(results.every((response) => response.ok));
  const open = await harness.sim.fetchOpenOrders(harness.spot.account);
  assert.deepEqual(
    open.map((order) => order.clientOrderId ?? '').sort(),
    wishes.map((wish) => wish.clientOrderId).sort(),
  );
  await assertAudited(harness);
});

test('an account without a wallet is not known; opening one twice changes nothing', async () => {
  const harness = await makeHarness();
  const account = { accountId: 'nobody', marketType: 'spot' } as const;
  await assert.rejects(harness.sim.fetchBalances(account), { code: 'unauthorized' });
  const venue = makeSimulatedVenue(harness.store, 'sim');
  const deposits = [{ currency: 'USDT', amount: decimal('5') }];
  await venue.openWallet(account, deposits, harness.nowMs());
  await venue.openWallet(account, [...deposits, ...deposits], harness.nowMs());
  const { balances } = await harness.sim.fetchBalances(account);
  assert.deepEqual(
    balances.map(({ currency, total }) => [currency, total]),
    [['USDT', decimal('5')]],
  );
});

test('futures of every contract type trade, and settle in their own currency', async () => {
  const harness = await makeHarness();
  for (const [marketTag, currency] of [
    [FUTURES_TAG, 'USDT'],
    ['SIM_BTC_USD_PERP', 'BTC'],
    ['SIM_ETH_USD_PERP_QUANTO', 'BTC'],
  ] as const) {
    const holder = { account: harness.futures.account, marketTag };
    for (const side of ['buy', 'sell'] as const)
      await placed(harness, holder, await newOrder(harness, holder, { side }));
    const { fills } = await harness.sim.fetchFills(holder.account, [], null, 500);
    assert.equal(fills.at(-1)?.feeCurrency, currency);
  }
  assert.deepEqual(await harness.sim.fetchPositions(harness.futures.account), []);
  await assertAudited(harness);
});

for (const feesIn of ['received', 'BNB'])
  test(`the books of an account that pays fees as "${feesIn}" add up`, async () => {
    const harness = await makeHarness();
    const holder = await harness.payFees?.(feesIn);
    assert(holder !== undefined);
    const price = shareOfPrice(
      await marketOf(harness, holder),
      (await harness.sim.fetchPrice(holder.marketTag)).price,
      '99.95',
    );
    for (let round = 0; round < 10; round += 1) {
      const rests = await newOrder(harness, holder, {
        side: 'buy',
        price,
        amount: decimal('0.001'),
      });
      await placed(harness, holder, rests);
      for (const side of ['buy', 'sell'] as const)
        await placed(harness, holder, await newOrder(harness, holder, { side }));
      harness.setNowMs(harness.nowMs() + HOUR_MS);
      await harness.settleDue();
    }
    const { fills } = await harness.sim.fetchFills(holder.account, [], null, 500);
    assert(fills.some(({ isMaker }) => isMaker));
    await assertAudited(harness);
  });

test('the audit finds a balance that its bookings do not explain', async () => {
  const harness = await makeHarness();
  const { accountId } = harness.spot.account;
  const forged = {
    ...harness.store,
    listBookings: async () => (await harness.store.listBookings(accountId)).slice(1),
  };
  const faults = await auditLedger(forged, accountId);
  assert.match(faults?.[0] ?? '', /available is .*, its bookings 0\./);
  assert.equal(await auditLedger(harness.store, 'nobody'), null);
});

test('the ledger is read piece by piece, names orders, and sums to the balances', async () => {
  await assert.doesNotReject(checkLedgerReader(await makeHarness()));
});
