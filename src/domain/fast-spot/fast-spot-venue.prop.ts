// The fast path and the exact venue are the same venue: whatever is requested of both in whatever
// order, over whatever prices, both have the same account to the last unit, and the same fills and
// ends. Only how far they count sequence numbers differs. Where the fast path declines, it has
// changed nothing.

import test from 'node:test';
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { decimal, ONE } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { anyRules } from '#domain/matching/arbitrary.fixture.ts';
import { cancelSingle } from '#domain/fast-spot/cancel-single.ts';
import type { MatchingBar, SingleOutcome } from '#domain/fast-spot/single-outcome.ts';
import { fastSpotTerms } from '#domain/fast-spot/fast-spot-terms.ts';
import type { FastSpotVenue } from '#domain/fast-spot/fast-spot-venue.ts';
import { openFastSpot, stateOfFastSpot } from '#domain/fast-spot/fast-spot-venue.ts';
import { matchSingle } from '#domain/fast-spot/match-single.ts';
import { placeSingle } from '#domain/fast-spot/place-single.ts';
import { fundedLedger, ROUGH_SPOT_TERMS, SPOT_TERMS } from '#domain/position/accounting.fixture.ts';
import { advanceMinute } from '#domain/venue/advance-minute.ts';
import { cancelOrder } from '#domain/venue/cancel-order.ts';
import type { NewOrder } from '#domain/venue/place-order.ts';
import { placeOrder } from '#domain/venue/place-order.ts';
import type { VenueEffects, VenueStep } from '#domain/venue/venue-effects.ts';
import type { VenueMarket, VenueState } from '#domain/venue/venue-state.ts';
import { emptyVenue } from '#domain/venue/venue-state.ts';

const START_MS = Date.UTC(2025, 0, 1);

const anyPlacing = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  type: fc.constantFrom('limit' as const, 'limit' as const, 'limit' as const, 'market' as const),
  isPostOnly: fc.constantFrom(false, false, false, true),
  /** From the open. */
  limit: fc.integer({ min: -6, max: 6 }),
  lots: fc.integer({ min: 1, max: 300 }),
  lifeMs: fc.option(fc.integer({ min: 0, max: 4 * MINUTE_MS })),
});
const anyMinute = fc.record({
  /** From one open to the next, and from open and close to the extremes. */
  moves: fc.tuple(fc.integer({ min: -9, max: 9 }), fc.nat(9), fc.nat(9)),
  jump: fc.constantFrom(0, 0, 0, -5, 5),
  volume: fc.integer({ min: 0, max: 3_000 }),
  isMissing: fc.constantFrom(false, false, false, true),
  /** Requested at the open. */
  placing: fc.option(anyPlacing),
  cancels: fc.constantFrom(false, false, false, true),
});
type Minute = typeof anyMinute extends fc.Arbitrary<infer T> ? T : never;

const anyMarket = fc
  .record({
    terms: fc.constantFrom(SPOT_TERMS, ROUGH_SPOT_TERMS),
    fees: fc.constantFrom(['0.02', '0.05'], ['0', '0.1'], ['0.1', '0.075'], ['0', '0']),
    rules: anyRules,
    pricePercent: fc.constantFrom('0', '0.3'),
  })
  .map(({ terms, fees: [maker = '', taker = ''], rules, pricePercent }): VenueMarket => {
    const slippage = { ...rules.slippage, pricePercent: decimal(pricePercent) };
    const fees = { makerFeePercent: decimal(maker), takerFeePercent: decimal(taker) };
    return {
      terms: { ...terms, ...fees },
      rules: { ...rules, slippage },
      tiers: null,
      liquidationFeePercent: decimal('0'),
      triggeredValueMin: decimal('10'),
    };
  });

/** Rich, poor, and so rich that no number of it is small. */
const anyWallet = fc.constantFrom(['5000', '0.2'], ['20', '0.001'], ['90000000', '0.2']);

type Both = { exact: VenueState; fast: FastSpotVenue | null; readonly market: VenueMarket };

/** What the run receives of a step, in the exact venue's words. */
function delivered({ trades, ends }: VenueEffects): unknown {
  return {
    fills: trades.map((trade) => {
      const { priceTicks, lots, valueUnits, feeUnits, isGap, isPartial, atMs } = trade;
      assert.equal(trade.isAmbiguous, false);
      return { priceTicks, lots, valueUnits, feeUnits, isGap, isPartial, atMs };
    }),
    ends: ends.map(({ outcome, atMs }) => ({ outcome, atMs })),
  };
}

function deliveredByFast({ fill, end }: SingleOutcome): unknown {
  const exact = (value: number): bigint => BigInt(value);
  const fills =
    fill === null
      ? []
      : [
          {
            ...fill,
            priceTicks: exact(fill.priceTicks),
            lots: exact(fill.lots),
            valueUnits: exact(fill.valueUnits),
            feeUnits: exact(fill.feeUnits),
          },
        ];
  return { fills, ends: end === null ? [] : [end] };
}

/** All but the sequence numbers, of which only the order counts. */
function assertSameState(fast: VenueState, exact: VenueState): void {
  assert(fast.orders.every(({ resting }) => resting.sequence < fast.nextSequence));
  assert.deepEqual(withoutSequence(fast), withoutSequence(exact));
}

function withoutSequence(state: VenueState): VenueState {
  const orders = state.orders.map((order) => ({
    ...order,
    resting: { ...order.resting, sequence: 0 },
  }));
  return { ...state, orders, nextSequence: 0 };
}

/** Applies the exact step; compares, or leaves the fast path where it declined. */
function compare(both: Both, outcome: SingleOutcome | null, step: VenueStep): void {
  const { fast } = both;
  if (fast !== null && outcome !== null) {
    assert.deepEqual(deliveredByFast(outcome), delivered(step.effects));
    assertSameState(stateOfFastSpot(fast), step.state);
  } else if (fast !== null) {
    assertSameState(stateOfFastSpot(fast), both.exact);
    both.fast = null;
  }
  both.exact = step.state;
}

function begin(both: Both): void {
  const terms = fastSpotTerms(both.market);
  if (both.fast === null && terms !== null) both.fast = openFastSpot(both.exact, terms);
}

function place(both: Both, request: NewOrder, candle: MatchingBar): void {
  const { market, exact, fast } = both;
  const ticks = (value: number): Ticks => BigInt(value) as Ticks;
  const instant = {
    atMs: candle.openTimeMs,
    liveFromMs: candle.openTimeMs,
    priceTicks: ticks(candle.open),
    minuteOpenMs: candle.openTimeMs,
    volumeLots: BigInt(candle.volumeBefore) as Lots,
    range: null,
  };
  const setting = { leverage: ONE, marginMode: 'cross', isReduceOnly: false } as const;
  const placed = placeOrder(exact, market, request, setting, instant);
  const outcome = fast === null ? null : placeSingle(fast, request, candle);
  if (placed.ok) compare(both, outcome, placed.value);
  else assert.equal(outcome, null);
}

function pass(both: Both, candle: MatchingBar, isMissing: boolean): void {
  const { market, fast } = both;
  const { openTimeMs, durationMs } = candle;
  const exact = {
    openTimeMs,
    open: BigInt(candle.open),
    high: BigInt(candle.high),
    low: BigInt(candle.low),
    close: BigInt(candle.close),
    volume: BigInt(candle.volume),
  };
  const minutes = [{ market, candle: isMissing ? null : exact, fundingRate: null }];
  const step = advanceMinute(both.exact, openTimeMs, minutes, durationMs);
  compare(both, fast === null ? null : matchSingle(fast, candle, isMissing), step);
}

function orderOf(placing: Minute['placing'], id: number, openMs: number, open: number): NewOrder {
  assert(placing !== null);
  const { side, type, lots, limit, lifeMs, isPostOnly } = placing;
  return {
    orderId: `o${id}`,
    side,
    type,
    remainingLots: BigInt(lots) as Lots,
    limitTicks: type === 'limit' ? (BigInt(Math.max(1, open + limit)) as Ticks) : null,
    triggerTicks: null,
    trail: null,
    isPostOnly: type === 'limit' && isPostOnly,
    expiresAtMs: lifeMs === null ? null : openMs + lifeMs,
    positionGroup: null,
    oca: null,
    role: null,
    openLots: null,
  };
}

/** Returns how many steps the fast path took. */
function run(market: VenueMarket, wallet: readonly string[], minutes: readonly Minute[]): number {
  const [quote = '', base = ''] = wallet;
  const funds = fundedLedger(['USDT', quote], [market.terms.base, base]);
  const both: Both = { exact: emptyVenue(funds), fast: null, market };
  let [price, volumeBefore] = [100, 0];
  let fastSteps = 0;
  for (const [index, minute] of minutes.entries()) {
    const openTimeMs = START_MS + index * MINUTE_MS;
    const { moves, jump, volume, isMissing, placing, cancels } = minute;
    const open = Math.max(1, price + jump);
    const close = Math.max(1, open + moves[0]);
    const high = Math.max(open, close) + moves[1];
    const low = Math.max(1, Math.min(open, close) - moves[2]);
    price = close;
    const prices = { open, high, low, close };
    const candle = { openTimeMs, durationMs: MINUTE_MS, ...prices, volume, volumeBefore };
    volumeBefore = isMissing ? 0 : volume;
    begin(both);
    const [working] = both.exact.orders;
    if (cancels && working !== undefined) {
      const { orderId } = working.resting;
      const step = cancelOrder(both.exact, orderId, openTimeMs);
      assert(step !== null);
      const outcome = both.fast === null ? null : cancelSingle(both.fast, orderId, openTimeMs);
      compare(both, outcome, step);
    }
    if (placing !== null && !isMissing)
      place(both, orderOf(placing, index, openTimeMs, open), candle);
    pass(both, candle, isMissing);
    if (both.fast !== null) fastSteps += 1;
  }
  return fastSteps;
}

test('the fast path has the same account, fills and ends as the exact venue', () => {
  let fastSteps = 0;
  const anyMinutes = fc.array(anyMinute, { minLength: 10, maxLength: 40 });
  fc.assert(
    fc.property(anyMarket, anyWallet, anyMinutes, (market, wallet, minutes) => {
      fastSteps += run(market, wallet, minutes);
    }),
    { numRuns: 100 },
  );
  assert(fastSteps > 500, 'the fast path took most of the steps');
});
