// The part of the exchange contract about what stands behind futures positions: leverage and margin
// mode, orders that only reduce, funding and liquidation. Skipped where a venue has no futures.

import type { TestContext } from 'node:test';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import type { Decimal } from '#lib/decimal.ts';
import { decimal } from '#lib/decimal.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { VenueMarginEvent } from '#venue-port/exchange/exchange.ts';
import type {
  ContractAccount,
  ContractHarness,
  MakeContractHarness,
} from '#ports/exchange/exchange-harness.contract.ts';
import {
  assertNear,
  FINEST,
  holdingsOf,
  marketOf,
  newOrder,
  placed,
  refusalOf,
  restingBuy,
  shown,
} from '#ports/exchange/exchange-harness.contract.ts';

type FuturesCase = (
  harness: ContractHarness,
  futures: ContractAccount,
  t: TestContext,
) => Promise<void>;

const CASES: { readonly [statement: string]: FuturesCase } = {
  'a position has the leverage and margin mode of its order': leverageOfOrder,
  'a leverage beyond what the market allows is refused': leverageTooHigh,
  'an order that only reduces opens nothing': reducesNothing,
  'an order that only reduces closes a position, and no more': reducesWhole,
  'funding is reported once for each time that it was paid': fundingIsReported,
  'a liquidation is reported, and ends the orders of its market': liquidationIsReported,
};

export function exchangeMarginContract(makeHarness: MakeContractHarness): void {
  for (const [statement, show] of Object.entries(CASES))
    test(statement, async (t) => {
      const harness = await makeHarness();
      if (harness.futures === null) return t.skip('this venue has no futures');
      assert.deepEqual(await harness.exchange.fetchPositions(harness.futures.account), []);
      await show(harness, harness.futures, t);
    });
}

const ISOLATED = { leverage: decimal('5'), marginMode: 'isolated' } as const;
const REDUCING = { ...PLAIN_TERMS, isReduceOnly: true };

async function leverageOfOrder(harness: ContractHarness, futures: ContractAccount): Promise<void> {
  const { exchange } = harness;
  for (const [leverage, marginMode] of [
    ['5', 'isolated'],
    ['3', 'cross'],
  ] as const) {
    const terms = { ...PLAIN_TERMS, margin: { leverage: decimal(leverage), marginMode } };
    await placed(harness, futures, await newOrder(harness, futures, { side: 'buy', terms }));
    const [position] = await exchange.fetchPositions(futures.account);
    assert.equal(position?.leverage, decimal(leverage));
    assert.equal(position.marginMode, marginMode);
    await placed(harness, futures, await newOrder(harness, futures, { side: 'sell' }));
  }
}

async function leverageTooHigh(harness: ContractHarness, futures: ContractAccount): Promise<void> {
  const { contract } = await marketOf(harness, futures);
  const leverage = (contract?.highestLeverage ?? 0n) + decimal('1');
  const margin = { ...ISOLATED, leverage: leverage as Decimal };
  const terms = { ...PLAIN_TERMS, margin };
  const wish = await newOrder(harness, futures, { side: 'buy', terms });
  const response = await harness.exchange.placeOrder(futures.account, wish);
  assert.equal(refusalOf(response)?.code, 'order_rejected');
}

async function reducesNothing(
  harness: ContractHarness,
  futures: ContractAccount,
  t: TestContext,
): Promise<void> {
  const { exchange } = harness;
  if (!exchange.orderSupport.reduceOnly) return t.skip('the venue knows no such orders');
  const before = await holdingsOf(harness, futures);
  for (const side of ['buy', 'sell'] as const) {
    const wish = await newOrder(harness, futures, { side, terms: REDUCING });
    const response = await exchange.placeOrder(futures.account, wish);
    if (response.ok)
      assert.equal((await shown(harness, futures, response.value)).state, 'cancelled');
  }
  assert.deepEqual(await exchange.fetchPositions(futures.account), []);
  assert.deepEqual(await holdingsOf(harness, futures), before);
}

async function reducesWhole(
  harness: ContractHarness,
  futures: ContractAccount,
  t: TestContext,
): Promise<void> {
  const { exchange } = harness;
  if (!exchange.orderSupport.reduceOnly) return t.skip('the venue knows no such orders');
  const open = await newOrder(harness, futures, { side: 'buy' });
  await placed(harness, futures, open);
  const wish = await newOrder(harness, futures, { side: 'sell', terms: REDUCING });
  const amount = (open.amount * 3n) as Decimal;
  const response = await exchange.placeOrder(futures.account, { ...wish, amount });
  if (response.ok) {
    const { filledAmount } = await shown(harness, futures, response.value);
    assert.equal(filledAmount, open.amount);
  }
  const [left] = await exchange.fetchPositions(futures.account);
  assert.ok(left === undefined || left.direction === 'long');
  assert.deepEqual(await exchange.fetchOpenOrders(futures.account), []);
}

async function fundingIsReported(
  harness: ContractHarness,
  futures: ContractAccount,
  t: TestContext,
): Promise<void> {
  const { exchange } = harness;
  if (harness.advanceMs === null) return t.skip('time cannot be driven here');
  assert.deepEqual(await marginEvents(harness, futures, 10), []);
  const open = await newOrder(harness, futures, { side: 'buy' });
  await placed(harness, futures, open);
  const currency = (await marketOf(harness, futures)).contract?.marginCurrency ?? '';
  const before = (await holdingsOf(harness, futures)).get(currency)?.total ?? 0n;
  for (let hour = 0; hour < 25; hour += 1) await harness.advanceMs(HOUR_MS);
  const events = await marginEvents(harness, futures, 1);
  assert.deepEqual(await marginEvents(harness, futures, 100), events);
  assert.ok(events.length > 0);
  let paid = 0n;
  for (const event of events) {
    assert.ok(event.kind === 'funding' && event.marketTag === futures.marketTag);
    assert.deepEqual([event.direction, event.amount], ['long', open.amount]);
    assert.equal(event.currency, currency);
    paid += event.paid;
  }
  const instants = events.map(({ atMs }) => atMs);
  assert.equal(new Set(instants).size, events.length);
  assert.ok(instants.every((atMs, index) => index === 0 || atMs > (instants[index - 1] ?? 0)));
  const after = (await holdingsOf(harness, futures)).get(currency)?.total ?? 0n;
  assertNear(before - after, paid, BigInt(events.length) * FINEST, 'funding paid');
  const { cursor } = await exchange.fetchMarginEvents(futures.account, null, 100);
  const later = await exchange.fetchMarginEvents(futures.account, cursor, 100);
  assert.deepEqual(later, { events: [], cursor });
}

async function liquidationIsReported(
  harness: ContractHarness,
  futures: ContractAccount,
  t: TestContext,
): Promise<void> {
  const { exchange } = harness;
  if (harness.advanceMs === null) return t.skip('time cannot be driven here');
  const margin = { leverage: decimal('100'), marginMode: 'isolated' } as const;
  const terms = { ...PLAIN_TERMS, margin };
  const open = await newOrder(harness, futures, { side: 'sell', terms });
  await placed(harness, futures, open);
  await placed(harness, futures, await restingBuy(harness, futures));
  let events: readonly VenueMarginEvent[] = [];
  for (let round = 0; round < 1_000 && !events.some(isLiquidation); round += 1) {
    await harness.advanceMs(10 * MINUTE_MS);
    events = await marginEvents(harness, futures, 100);
  }
  const [liquidation, ...others] = events.filter(isLiquidation);
  assert.ok(liquidation !== undefined && others.length === 0);
  assert.deepEqual([liquidation.direction, liquidation.amount], ['short', open.amount]);
  assert.ok(liquidation.price > 0n && liquidation.fee >= 0n && liquidation.insured >= 0n);
  assert.deepEqual(await exchange.fetchPositions(futures.account), []);
  assert.deepEqual(await exchange.fetchOpenOrders(futures.account), []);
  await assertOrdersShown(harness, futures, open.marketTag);
}

/** Of each fill, also of those by which the venue closed a position: nobody waits for one. */
async function assertOrdersShown(
  { exchange }: ContractHarness,
  { account }: ContractAccount,
  marketTag: MarketTag,
): Promise<void> {
  const { fills } = await exchange.fetchFills(account, [marketTag], null, 100);
  assert.ok(fills.length > 0);
  for (const { clientOrderId, venueOrderId, filledAtMs } of fills) {
    if (clientOrderId !== null) continue;
    const name = { clientOrderId: '', venueOrderId, placedAtMs: filledAtMs };
    assert.equal((await exchange.fetchOrder(account, marketTag, name)).kind, 'found');
  }
}

function isLiquidation(
  event: VenueMarginEvent,
): event is Extract<VenueMarginEvent, { kind: 'liquidation' }> {
  return event.kind === 'liquidation';
}

/** All of them, through pages of the given size. */
async function marginEvents(
  { exchange }: ContractHarness,
  { account }: ContractAccount,
  pageSize: number,
): Promise<readonly VenueMarginEvent[]> {
  const events: VenueMarginEvent[] = [];
  let cursor: string | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof exchange.fetchMarginEvents>> =
      await exchange.fetchMarginEvents(account, cursor, pageSize);
    assert.ok(page.events.length <= pageSize);
    if (page.events.length === 0) return events;
    events.push(...page.events);
    ({ cursor } = page);
  }
}
