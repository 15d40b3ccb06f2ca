// The lone venue and the exact one are the same venue: whatever is asked of both in whatever order,
// over whatever prices, they come to the same account to the last unit, and to the same fills and
// ends. Where the lone one declines, it has changed nothing.

import test from 'node:test';
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { decimal, ONE } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Lots, Ticks } from '#domain/market/market-grid.ts';
import { anyRules } from '#domain/matching/arbitrary.sample.ts';
import { cancelLoneOrder } from '#domain/lone-order/cancel-lone-order.ts';
import type { LoneCandle, LoneOutcome } from '#domain/lone-order/lone-outcome.ts';
import { loneTerms } from '#domain/lone-order/lone-terms.ts';
import type { LoneVenue } from '#domain/lone-order/lone-venue.ts';
import { loneVenue, stateOfLone } from '#domain/lone-order/lone-venue.ts';
import { passLoneMinute } from '#domain/lone-order/pass-lone-minute.ts';
import { placeLoneOrder } from '#domain/lone-order/place-lone-order.ts';
import { fundedLedger, ROUGH_SPOT_TERMS, SPOT_TERMS } from '#domain/position/accounting.sample.ts';
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
  /** Asked for at the open. */
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
    };
  });

/** Rich, poor, and so rich that no number of it is small. */
const anyWallet = fc.constantFrom(['5000', '0.2'], ['20', '0.001'], ['90000000', '0.2']);

type Both = { exact: VenueState; lone: LoneVenue | null; readonly market: VenueMarket };

/** What the run is told of a step, in the exact venue's words. */
function told({ trades, ends }: VenueEffects): unknown {
  return {
    fills: trades.map((trade) => {
      const { priceTicks, lots, valueUnits, feeUnits, isGap, isPartial, atMs } = trade;
      assert.equal(trade.isAmbiguous, false);
      return { priceTicks, lots, valueUnits, feeUnits, isGap, isPartial, atMs };
    }),
    ends: ends.map(({ outcome, atMs }) => ({ outcome, atMs })),
  };
}

function toldByLone({ fill, end }: LoneOutcome): unknown {
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

/** Takes the exact step over; compares, or leaves the lone venue where it declined. */
function compare(both: Both, outcome: LoneOutcome | null, step: VenueStep): void {
  const { lone } = both;
  if (lone !== null && outcome !== null) {
    assert.deepEqual(toldByLone(outcome), told(step.effects));
    assert.deepEqual(stateOfLone(lone), step.state);
  } else if (lone !== null) {
    assert.deepEqual(stateOfLone(lone), both.exact);
    both.lone = null;
  }
  both.exact = step.state;
}

function begin(both: Both): void {
  const terms = loneTerms(both.market);
  if (both.lone === null && terms !== null) both.lone = loneVenue(both.exact, terms);
}

function place(both: Both, asked: NewOrder, candle: LoneCandle): void {
  const { market, exact, lone } = both;
  const ticks = (value: number): Ticks => BigInt(value) as Ticks;
  const instant = {
    atMs: candle.openTimeMs,
    liveFromMs: candle.openTimeMs,
    priceTicks: ticks(candle.open),
    minuteOpenMs: candle.openTimeMs,
    volumeLots: BigInt(candle.volume) as Lots,
    range: { lowTicks: ticks(candle.low), highTicks: ticks(candle.high) },
  };
  const setting = { leverage: ONE, marginMode: 'cross', isReduceOnly: false } as const;
  const placed = placeOrder(exact, market, asked, setting, instant);
  const outcome = lone === null ? null : placeLoneOrder(lone, asked, candle);
  if (placed.ok) compare(both, outcome, placed.value);
  else assert.equal(outcome, null);
}

function pass(both: Both, candle: LoneCandle, isMissing: boolean): void {
  const { market, lone } = both;
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
  compare(both, lone === null ? null : passLoneMinute(lone, candle, isMissing), step);
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

/** Answers how many steps the lone venue took. */
function run(market: VenueMarket, wallet: readonly string[], minutes: readonly Minute[]): number {
  const [quote = '', base = ''] = wallet;
  const funds = fundedLedger(['USDT', quote], [market.terms.base, base]);
  const both: Both = { exact: emptyVenue(funds), lone: null, market };
  let price = 100;
  let loneSteps = 0;
  for (const [index, minute] of minutes.entries()) {
    const openTimeMs = START_MS + index * MINUTE_MS;
    const { moves, jump, volume, isMissing, placing, cancels } = minute;
    const open = Math.max(1, price + jump);
    const close = Math.max(1, open + moves[0]);
    const high = Math.max(open, close) + moves[1];
    const low = Math.max(1, Math.min(open, close) - moves[2]);
    price = close;
    const candle = { openTimeMs, durationMs: MINUTE_MS, open, high, low, close, volume };
    begin(both);
    const [working] = both.exact.orders;
    if (cancels && working !== undefined) {
      const { orderId } = working.resting;
      const step = cancelOrder(both.exact, orderId, openTimeMs);
      assert(step !== null);
      const outcome = both.lone === null ? null : cancelLoneOrder(both.lone, orderId, openTimeMs);
      compare(both, outcome, step);
    }
    if (placing !== null && !isMissing)
      place(both, orderOf(placing, index, openTimeMs, open), candle);
    pass(both, candle, isMissing);
    if (both.lone !== null) loneSteps += 1;
  }
  return loneSteps;
}

test('a lone venue comes to the same account, fills and ends as the exact one', () => {
  let loneSteps = 0;
  const anyMinutes = fc.array(anyMinute, { minLength: 10, maxLength: 40 });
  fc.assert(
    fc.property(anyMarket, anyWallet, anyMinutes, (market, wallet, minutes) => {
      loneSteps += run(market, wallet, minutes);
    }),
  );
  assert(loneSteps > 500, 'the lone venue took part in most of it');
});
