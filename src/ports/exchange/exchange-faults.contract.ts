// The part of the exchange contract in which the world fails: what the caller is notified, and what
// asking again then shows.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import type { ExchangeFault, ExchangeFaults } from '#ports/exchange/exchange-fault.ts';
import type {
  ContractHarness,
  MakeContractHarness,
} from '#ports/exchange/exchange-harness.contract.ts';
import {
  allFills,
  holdingsOf,
  lookUp,
  marketOf,
  nameOf,
  newOrder,
  placed,
  refusalOf,
  restingBuy,
  shareOfPrice,
  shown,
} from '#ports/exchange/exchange-harness.contract.ts';
import type { FailureCode } from '#venue-port/world/failure.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';

/** What placing an order under a fault says, and whether the venue then has the order. */
const PLACING: readonly [ExchangeFault, FailureCode | 'unknown' | 'response', boolean][] = [
  [{ kind: 'slow', delayMs: 1 }, 'response', true],
  [{ kind: 'lost_request' }, 'unknown', false],
  [{ kind: 'lost_response' }, 'unknown', true],
  [{ kind: 'rate_limit' }, 'rate_limited', false],
  [{ kind: 'disconnect' }, 'unavailable', false],
];

export function exchangeFaultContract(makeHarness: MakeContractHarness): void {
  const faultTest = (
    title: string,
    kind: ExchangeFault['kind'] | 'maintenance',
    body: (harness: ContractHarness, faults: ExchangeFaults) => Promise<void>,
  ): void => {
    test(title, async (t) => {
      const harness = await makeHarness();
      if (harness.faults === null) return t.skip('faults cannot be ordered here');
      if (harness.faults.lacks?.includes(kind) === true)
        return t.skip(`"${kind}" cannot be ordered here`);
      const before = await holdingsOf(harness, harness.spot);
      await body(harness, harness.faults);
      for (const order of await harness.exchange.fetchOpenOrders(harness.spot.account))
        await harness.exchange.cancelOrder(harness.spot.account, order.marketTag, {
          clientOrderId: order.clientOrderId ?? '',
          venueOrderId: order.venueOrderId,
          placedAtMs: order.placedAtMs,
        });
      const fills = await allFills(harness, harness.spot, 100);
      if (fills.length === 0) assert.deepEqual(await holdingsOf(harness, harness.spot), before);
    });
  };

  for (const [fault, expected, exists] of PLACING)
    faultTest(
      `placing under ${fault.kind}: ${expected}, and the order ${exists ? 'exists' : 'does not'}`,
      fault.kind,
      (harness, faults) => placingUnder(harness, faults, fault, expected, exists),
    );
  faultTest('a late request is not there at first, and lands once', 'late_landing', lateLanding);
  faultTest(
    'an ordered refusal is a rejection, not a failure',
    'reject',
    async (harness, faults) => {
      const wish = await restingBuy(harness, harness.spot);
      faults.inject({ kind: 'reject', detail: 'not today' });
      const response = await harness.exchange.placeOrder(harness.spot.account, wish);
      assert.deepEqual(refusalOf(response), { code: 'order_rejected', detail: 'not today' });
    },
  );
  faultTest('a partial fill leaves the rest of the order working', 'partial_fill', partialFill);
  faultTest('maintenance refuses everything until it ends', 'maintenance', maintenance);
  faultTest(
    'a lost response to a question is a time-out and changes nothing',
    'lost_response',
    readLosses,
  );
  faultTest(
    'a lost response to a cancel: the outcome is unknown, and the order has ended',
    'lost_response',
    lostCancel,
  );
}

async function placingUnder(
  harness: ContractHarness,
  faults: ExchangeFaults,
  fault: ExchangeFault,
  expected: FailureCode | 'unknown' | 'response',
  exists: boolean,
): Promise<void> {
  const { exchange, spot } = harness;
  const wish = await restingBuy(harness, spot);
  faults.inject(fault);
  const attempt = exchange.placeOrder(spot.account, wish);
  if (expected === 'response') assert.equal((await attempt).ok, true);
  else await assert.rejects(attempt, isFailure(expected));
  const found = await lookUp(harness, spot, wish);
  assert.equal(found?.state ?? null, exists ? 'open' : null);
  if (exchange.promises.duplicateName !== 'first') return;
  const again = await placed(harness, spot, wish);
  if (found !== null) assert.equal(again.venueOrderId, found.venueOrderId);
  assert.equal((await exchange.fetchOpenOrders(spot.account)).length, 1);
}

async function lateLanding(harness: ContractHarness, faults: ExchangeFaults): Promise<void> {
  const { exchange, spot } = harness;
  const wish = await restingBuy(harness, spot);
  faults.inject({ kind: 'late_landing', delayMs: exchange.promises.requestHorizonMs });
  await assert.rejects(exchange.placeOrder(spot.account, wish), OutcomeUnknown);
  const find = (): ReturnType<typeof lookUp> => lookUp(harness, spot, wish);
  assert.equal(await find(), null);
  assert.equal(await faults.landLate(), 1);
  assert.equal((await find())?.state, 'open');
  assert.equal(await faults.landLate(), 0);
}

async function partialFill(harness: ContractHarness, faults: ExchangeFaults): Promise<void> {
  const { exchange, spot } = harness;
  const market = await marketOf(harness, spot);
  const { price } = await exchange.fetchPrice(spot.marketTag);
  // A limit order: at many venues the rest of a market order does not wait.
  const limit = shareOfPrice(market, price, '102');
  const small = await newOrder(harness, spot, { side: 'buy', price: limit });
  const wish = { ...small, amount: (small.amount * 10n) as typeof small.amount };
  faults.inject({ kind: 'partial_fill', sharePercent: 40 });
  const order = await shown(harness, spot, await placed(harness, spot, wish));
  assert.equal(order.state, 'open');
  assert(order.filledAmount > 0n && order.filledAmount < wish.amount);
  const [fill] = await allFills(harness, spot, 10);
  assert.equal(fill?.amount, order.filledAmount);
  const open = await exchange.fetchOpenOrders(spot.account);
  assert.deepEqual(
    open.map((item) => item.filledAmount),
    [order.filledAmount],
  );
}

async function maintenance(harness: ContractHarness, faults: ExchangeFaults): Promise<void> {
  const { exchange, spot } = harness;
  const wish = await restingBuy(harness, spot);
  faults.setMaintenance(true);
  const attempts = [
    exchange.placeOrder(spot.account, wish),
    exchange.fetchBalances(spot.account),
    exchange.fetchPrice(spot.marketTag),
    exchange.listMarkets(),
  ];
  // All have a listener at once: over a network they end in any order.
  await Promise.all(attempts.map((attempt) => assert.rejects(attempt, isFailure('unavailable'))));
  faults.setMaintenance(false);
  assert.equal(await lookUp(harness, spot, wish), null);
}

async function readLosses(harness: ContractHarness, faults: ExchangeFaults): Promise<void> {
  const { exchange, spot } = harness;
  for (const kind of ['lost_request', 'lost_response'] as const) {
    faults.inject({ kind });
    await assert.rejects(exchange.fetchBalances(spot.account), isFailure('timeout'));
  }
  const { price } = await exchange.fetchPrice(spot.marketTag);
  assert(price > decimal('0'));
}

async function lostCancel(harness: ContractHarness, faults: ExchangeFaults): Promise<void> {
  const { exchange, spot } = harness;
  const wish = await restingBuy(harness, spot);
  const { venueOrderId } = await placed(harness, spot, wish);
  faults.inject({ kind: 'lost_response' });
  // By our name alone, at some venues theirs is queried first, which would be lost.
  const name = { ...nameOf(wish), venueOrderId };
  const attempt = exchange.cancelOrder(spot.account, wish.marketTag, name);
  await assert.rejects(attempt, OutcomeUnknown);
  const found = await lookUp(harness, spot, wish);
  assert.equal(found?.state, 'cancelled');
}

function isFailure(expected: FailureCode | 'unknown'): (error: unknown) => boolean {
  if (expected === 'unknown') return (error) => error instanceof OutcomeUnknown;
  return (error) => error instanceof Failure && error.code === expected;
}
