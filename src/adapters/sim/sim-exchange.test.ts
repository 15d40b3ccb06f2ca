// What the simulated exchange promises beyond the contract of every exchange: the instant of a
// fill, time that passes while nobody looks, margin, several processes at one account, and books
// that add up.

import test from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { PLAIN_TERMS } from '#domain/order/order-terms.ts';
import type { VenueFill } from '#ports/exchange/exchange.ts';
import {
  newOrder,
  placed,
  restingBuy,
  shareOfPrice,
} from '#ports/exchange/exchange-world.contract.ts';
import { holdingsOf, marketOf } from '#ports/exchange/exchange-world.contract.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { SIM_MARKETS } from '#adapters/sim/sim-markets.ts';
import { auditLedger, makeSimulatedVenue } from '#adapters/sim/sim-wallets.ts';
import type { SimWorld } from '#adapters/sim/sim-world.fixture.ts';
import { makeSimWorld, WORLD_PRICES } from '#adapters/sim/sim-world.fixture.ts';

const FUTURES_TAG = 'SIM_BTC_USDT_PERP';

async function makeWorld(): Promise<SimWorld & { readonly futures: SimWorld['spot'] }> {
  const world = await makeSimWorld(makeMemorySimStore());
  assert(world.futures !== null);
  return { ...world, futures: world.futures };
}

async function lastFill(world: SimWorld): Promise<VenueFill> {
  const { fills } = await world.sim.fetchFills(world.spot.account, null, 500);
  const fill = fills.at(-1);
  assert(fill !== undefined);
  return fill;
}

async function assertAudited(world: SimWorld): Promise<void> {
  for (const accountId of await world.store.listAccountIds(null, 100))
    assert.deepEqual(await auditLedger(world.store, accountId), []);
}

test('an order of a minute’s first instant fills at its open and half the spread', async () => {
  const world = await makeWorld();
  const openMs = minuteStartMs(world.nowMs()) + MINUTE_MS;
  world.setNowMs(openMs + 3_000);
  const order = await newOrder(world, world.spot, { side: 'buy', decidedAtMs: openMs });
  await placed(world, world.spot, order);
  const fill = await lastFill(world);
  const market = SIM_MARKETS.get(world.spot.marketTag);
  const candle = WORLD_PRICES.candleAt(world.spot.marketTag, openMs);
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
    const world = await makeWorld();
    const order = await newOrder(world, world.spot, { side: 'buy' });
    world.setNowMs(world.nowMs() + delayMs);
    const { reason, placedAtMs } = await placed(world, world.spot, order);
    const isLate = delayMs > 10_000;
    assert.equal(placedAtMs, order.decidedAtMs + (isLate ? delayMs : 0));
    assert.equal(
      reason,
      isLate ? 'Arrived 10001 ms after it was decided; matched on arrival.' : null,
    );
    prices.push((await lastFill(world)).price);
  }
  assert.equal(prices[1], prices[0]);
  assert.equal(prices[2], prices[0]);
  assert.notEqual(prices[3], prices[0]);
});

test('an order from a clock that is ahead fills now, not later', async () => {
  const world = await makeWorld();
  const ahead = { side: 'buy', decidedAtMs: world.nowMs() + 5_000 } as const;
  await placed(world, world.spot, await newOrder(world, world.spot, ahead));
  assert.equal((await lastFill(world)).filledAtMs, world.nowMs());
});

test('resting orders settle while nobody calls, and on access when nobody settled', async () => {
  for (const settles of [true, false]) {
    const world = await makeWorld();
    const market = await marketOf(world, world.spot);
    const { price } = await world.sim.fetchPrice(world.spot.marketTag);
    const limit = shareOfPrice(market, price, '99.9');
    const wish = await newOrder(world, world.spot, { side: 'buy', price: limit });
    await placed(world, world.spot, wish);
    world.setNowMs(world.nowMs() + 3 * DAY_MS);
    if (settles) {
      assert.equal(await world.settleDue(), 1);
      assert.equal(await world.settleDue(), 0);
    }
    const [order] = (await world.store.listOpenOrders(world.spot.account.accountId))?.items ?? [];
    assert.equal(order?.clientOrderId, settles ? undefined : wish.clientOrderId);
    const base = (await holdingsOf(world, world.spot)).get('BTC');
    assert.equal(base?.total, decimal('1.5') + wish.amount);
    await assertAudited(world);
  }
});

test('an order ends by itself at its instant', async () => {
  const world = await makeWorld();
  const before = await holdingsOf(world, world.spot);
  const untilMs = world.nowMs() + 90_000;
  const terms = { ...PLAIN_TERMS, expiresAtMs: untilMs };
  const order = { ...(await restingBuy(world, world.spot)), terms };
  await placed(world, world.spot, order);
  await world.advanceMs?.(3 * MINUTE_MS);
  const { account, marketTag } = world.spot;
  const ended = await world.sim.fetchOrder(account, marketTag, order.clientOrderId);
  assert.deepEqual([ended?.state, ended?.updatedAtMs], ['expired', untilMs]);
  assert.deepEqual(await holdingsOf(world, world.spot), before);
});

test('funding of an instant comes before the orders that arrive at it', async () => {
  const world = await makeWorld();
  const { account } = world.futures;
  const fundingMs = Math.ceil(world.nowMs() / (8 * HOUR_MS)) * 8 * HOUR_MS;
  const opening = await newOrder(world, world.futures, { side: 'buy' });
  world.setNowMs(fundingMs + 500);
  await placed(world, world.futures, { ...opening, decidedAtMs: fundingMs });
  await world.advanceMs?.(MINUTE_MS);
  assert.deepEqual((await world.sim.fetchMarginEvents(account, null, 9)).events, []);
  const closing = await newOrder(world, world.futures, { side: 'sell' });
  world.setNowMs(fundingMs + 8 * HOUR_MS + 500);
  await placed(world, world.futures, { ...closing, decidedAtMs: fundingMs + 8 * HOUR_MS });
  await world.advanceMs?.(MINUTE_MS);
  const { events } = await world.sim.fetchMarginEvents(account, null, 9);
  assert.deepEqual(
    events.map(({ kind, atMs }) => [kind, atMs]),
    [['funding', fundingMs + 8 * HOUR_MS]],
  );
  await assertAudited(world);
});

test('a position pays funding every eight hours, and the books add up after months', async () => {
  const world = await makeWorld();
  await placed(world, world.futures, await newOrder(world, world.futures, { side: 'buy' }));
  world.setNowMs(world.nowMs() + 40 * DAY_MS);
  await world.sim.fetchPositions(world.futures.account);
  const { accountId } = world.futures.account;
  const bookings = await world.store.listBookings(accountId);
  const funding = bookings.filter(({ kind }) => kind === 'funding');
  assert.equal(funding.length, 40 * 3);
  assert(funding.every(({ atMs }) => atMs % (8 * HOUR_MS) === 0));
  await assertAudited(world);
});

test('a position with too much leverage is liquidated by the market', async () => {
  const world = await makeWorld();
  const { accountId } = world.futures.account;
  const setting = { leverage: decimal('100'), marginMode: 'isolated' } as const;
  await world.sim.setLeverage(accountId, setting);
  const order = await newOrder(world, world.futures, { side: 'buy' });
  await placed(world, world.futures, order);
  const [position] = await world.sim.fetchPositions(world.futures.account);
  assert.equal(position?.leverage, decimal('100'));
  assert(position.liquidationPrice !== null && position.liquidationPrice < position.markPrice);
  await world.advanceMs?.(20 * DAY_MS);
  assert.deepEqual(await world.sim.fetchPositions(world.futures.account), []);
  const kinds = (await world.store.listBookings(accountId)).map(({ kind }) => kind);
  assert(kinds.includes('liquidation_fee'));
  await assertAudited(world);
});

test('orders of one account through several processes: each once, none lost', async () => {
  const world = await makeWorld();
  const processes = Array.from({ length: 4 }, () => world.another(world.store));
  const wishes = [];
  for (let count = 0; count < 25; count += 1) wishes.push(await restingBuy(world, world.spot));
  const results = await Promise.all(
    wishes.flatMap((wish) => processes.map((sim) => sim.placeOrder(world.spot.account, wish))),
  );
  assert(results.every((answer) => answer.ok));
  const open = await world.sim.fetchOpenOrders(world.spot.account);
  assert.deepEqual(
    open.map((order) => order.clientOrderId ?? '').sort(),
    wishes.map((wish) => wish.clientOrderId).sort(),
  );
  await assertAudited(world);
});

test('an account without a wallet is not known; opening one twice changes nothing', async () => {
  const world = await makeWorld();
  const account = { accountId: 'nobody', marketType: 'spot' } as const;
  await assert.rejects(world.sim.fetchBalances(account), { code: 'unauthorized' });
  const venue = makeSimulatedVenue(world.store, 'sim');
  const deposits = [{ currency: 'USDT', amount: decimal('5') }];
  await venue.openWallet(account, deposits, world.nowMs());
  await venue.openWallet(account, [...deposits, ...deposits], world.nowMs());
  const { balances } = await world.sim.fetchBalances(account);
  assert.deepEqual(
    balances.map(({ currency, total }) => [currency, total]),
    [['USDT', decimal('5')]],
  );
});

test('futures of every contract type trade, and settle in their own currency', async () => {
  const world = await makeWorld();
  for (const [marketTag, currency] of [
    [FUTURES_TAG, 'USDT'],
    ['SIM_BTC_USD_PERP', 'BTC'],
    ['SIM_ETH_USD_PERP_QUANTO', 'BTC'],
  ] as const) {
    const holder = { account: world.futures.account, marketTag };
    for (const side of ['buy', 'sell'] as const)
      await placed(world, holder, await newOrder(world, holder, { side }));
    const { fills } = await world.sim.fetchFills(holder.account, null, 500);
    assert.equal(fills.at(-1)?.feeCurrency, currency);
  }
  assert.deepEqual(await world.sim.fetchPositions(world.futures.account), []);
  await assertAudited(world);
});

test('the audit finds a balance that its bookings do not explain', async () => {
  const world = await makeWorld();
  const { accountId } = world.spot.account;
  const forged = {
    ...world.store,
    listBookings: async () => (await world.store.listBookings(accountId)).slice(1),
  };
  const faults = await auditLedger(forged, accountId);
  assert.match(faults?.[0] ?? '', /available is .*, its bookings 0\./);
  assert.equal(await auditLedger(world.store, 'nobody'), null);
});
