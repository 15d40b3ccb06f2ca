// Invariants of the venue, over anything requested in whatever order, over whatever prices, on spot
// and on contracts of every kind: no unit appears or vanishes, and what is locked is what orders
// and positions hold.

import test from 'node:test';
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { decimal, ZERO } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import { applyTransfers, balancesIn } from '#domain/ledger/ledger.ts';
import { singleTier } from '#domain/margin/leverage-tier.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import { OCA_KINDS } from '#domain/matching/oca-group.ts';
import {
  ALT_TERMS,
  fundedLedger,
  INVERSE_TERMS,
  QUANTO_TERMS,
  SPOT_TERMS,
  VANILLA_TERMS,
} from '#domain/position/accounting.fixture.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';
import { advanceMinute } from '#domain/venue/advance-minute.ts';
import { cancelOrder } from '#domain/venue/cancel-order.ts';
import { reservedBy } from '#domain/venue/group-lock.ts';
import { placeOrder } from '#domain/venue/place-order.ts';
import type { VenueEffects } from '#domain/venue/venue-effects.ts';
import { joinEffects, NO_EFFECTS } from '#domain/venue/venue-effects.ts';
import type { VenueMarket, VenueState } from '#domain/venue/venue-state.ts';
import { emptyVenue } from '#domain/venue/venue-state.ts';

const START_MS = Date.UTC(2025, 0, 1);
const CONTRACTS = [VANILLA_TERMS, INVERSE_TERMS, QUANTO_TERMS, ALT_TERMS];
const CURRENCIES = ['USDT', 'BTC', 'XBT'];
const FUNDS = fundedLedger(['USDT', '5000'], ['BTC', '0.2'], ['XBT', '0.2']);

function venueMarket(terms: TradingTerms, isSpot: boolean): VenueMarket {
  return {
    terms,
    rules: MATCHING_RULES.realistic,
    tiers: isSpot ? null : singleTier(decimal('0.01'), decimal('50')),
    liquidationFeePercent: isSpot ? ZERO : decimal('1'),
    triggeredValueMin: isSpot ? decimal('10') : ZERO,
  };
}

const SPOT_MARKETS = [venueMarket(SPOT_TERMS, true)];
const CONTRACT_MARKETS = CONTRACTS.map((terms) => venueMarket(terms, false));

const anyPlacing = fc.record({
  kind: fc.constant('place' as const),
  market: fc.nat(),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  type: fc.constantFrom('limit' as const, 'market' as const, 'stop_market' as const),
  group: fc.oneof(
    fc.constant(null),
    fc.record({ name: fc.constantFrom('g', 'h'), kind: fc.constantFrom(...OCA_KINDS) }),
  ),
  /** The limit or the trigger, in thousandths of the price. */
  limit: fc.integer({ min: 900, max: 1_100 }),
  lots: fc.bigInt({ min: 1n, max: 400n }),
  leverage: fc.constantFrom('1', '10', '50'),
  isReduceOnly: fc.boolean(),
  marginMode: fc.constantFrom('isolated' as const, 'cross' as const),
  lifeMinutes: fc.option(fc.integer({ min: 1, max: 4 })),
});
const anyCancel = fc.record({ kind: fc.constant('cancel' as const), place: fc.nat() });
/** Moves of the price over a minute, in thousandths; some are crashes. */
const anyMove = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -400, max: 400 }));
const anyMinute = fc.record({
  kind: fc.constant('minute' as const),
  moves: fc.array(anyMove, { minLength: 5, maxLength: 5 }),
  funding: fc.option(fc.integer({ min: -20, max: 20 })),
  isMissing: fc.boolean(),
});
const anyStep = fc.oneof(anyPlacing, anyCancel, anyMinute);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

type Run = {
  state: VenueState;
  effects: VenueEffects;
  readonly prices: bigint[];
  nowMs: number;
  orderCount: number;
};

function place(run: Run, markets: readonly VenueMarket[], step: Step & { kind: 'place' }): void {
  const index = step.market % markets.length;
  const market = markets[index] as VenueMarket;
  const price = run.prices[index] as bigint;
  const limit = (price * BigInt(step.limit)) / 1_000n;
  run.orderCount += 1;
  const order = {
    orderId: `order-${run.orderCount}`,
    side: step.side,
    type: step.type,
    remainingLots: step.lots as Lots,
    limitTicks: step.type === 'limit' ? ((limit > 0n ? limit : 1n) as Ticks) : null,
    triggerTicks: step.type === 'stop_market' ? ((limit > 0n ? limit : 1n) as Ticks) : null,
    trail: null,
    isPostOnly: false,
    expiresAtMs: step.lifeMinutes === null ? null : run.nowMs + step.lifeMinutes * MINUTE_MS,
    positionGroup: null,
    oca: step.group,
    role: null,
    openLots: null,
  };
  const isReduceOnly = step.isReduceOnly && market.tiers !== null;
  const setting = { leverage: decimal(step.leverage), marginMode: step.marginMode, isReduceOnly };
  const instant = {
    atMs: run.nowMs,
    liveFromMs: run.nowMs,
    priceTicks: price as Ticks,
    minuteOpenMs: run.nowMs,
    volumeLots: 3_000n as Lots,
    range: null,
  };
  const placed = placeOrder(run.state, market, order, setting, instant);
  if (placed.ok) keep(run, placed.value);
}

function advance(run: Run, markets: readonly VenueMarket[], step: Step & { kind: 'minute' }): void {
  const minutes = markets.map((market, index) => {
    const open = run.prices[index] as bigint;
    const moved = (open * BigInt(1_000 + (step.moves[index % 5] as number))) / 1_000n;
    const close = moved > 0n ? moved : 1n;
    run.prices[index] = close;
    const [low, high] = open < close ? [open, close] : [close, open];
    const candle: Candle = { openTimeMs: run.nowMs, open, high, low, close, volume: 3_000n };
    const rate = step.funding === null ? null : decimal(`${step.funding}`);
    const fundingRate = rate === null ? null : ((rate / 10_000n) as typeof rate);
    return { market, candle: step.isMissing ? null : candle, fundingRate };
  });
  keep(run, advanceMinute(run.state, run.nowMs, minutes));
  run.nowMs += MINUTE_MS;
}

function keep(run: Run, step: { state: VenueState; effects: VenueEffects }): void {
  run.state = step.state;
  run.effects = joinEffects(run.effects, step.effects);
}

function execute(markets: readonly VenueMarket[], steps: readonly Step[]): Run {
  const prices = markets.map(() => 100_000n);
  const state = emptyVenue(FUNDS);
  const run: Run = { state, effects: NO_EFFECTS, prices, nowMs: START_MS, orderCount: 0 };
  for (const step of steps) {
    if (step.kind === 'place') place(run, markets, step);
    else if (step.kind === 'minute') advance(run, markets, step);
    else if (run.state.orders.length > 0) {
      const order = run.state.orders[step.place % run.state.orders.length];
      const done = cancelOrder(run.state, order?.resting.orderId ?? '', run.nowMs);
      assert(done !== null);
      keep(run, done);
    }
    assertSound(run);
  }
  return run;
}

function assertSound({ state, effects }: Run): void {
  for (const currency of CURRENCIES) {
    const balances = balancesIn(state.ledger, currency);
    const sum = Object.values(balances).reduce<bigint>((total, units) => total + units, 0n);
    assert.equal(sum, 0n, `${currency} sums to zero`);
    assert(balances.available >= 0n && balances.reserved >= 0n && balances.margin >= 0n);
    const reserved = reservedOf(state, currency);
    assert.equal(balances.reserved, reserved, `orders hold what is reserved of ${currency}`);
    assert.equal(reservedBy(state.orders, currency), reserved);
    const margin = state.positions
      .filter((position) => position.currency === currency)
      .reduce((total, position) => total + position.marginUnits, 0n);
    assert.equal(balances.margin, margin, `positions hold the margin in ${currency}`);
  }
  assert.deepEqual(applyTransfers(FUNDS, effects.bookings), { ok: true, value: state.ledger });
}

/** The most of each group, and all of the others. */
function reservedOf({ orders }: VenueState, currency: string): bigint {
  const most = new Map<string, bigint>();
  for (const { hold, marketTag, resting } of orders) {
    if (hold.currency !== currency) continue;
    const { oca, orderId } = resting;
    const key = oca === null ? orderId : `${marketTag} ${oca.kind} ${oca.name}`;
    const before = most.get(key) ?? 0n;
    most.set(key, hold.heldUnits > before ? hold.heldUnits : before);
  }
  return [...most.values()].reduce((total, units) => total + units, 0n);
}

function assertHistory({ state, effects }: Run): void {
  const numbered = [...effects.bookings, ...effects.trades].map((item) => item.sequence);
  assert.equal(new Set(numbered).size, numbered.length, 'numbers are given once');
  const ended = effects.ends.map(({ order }) => order.resting.orderId);
  assert.equal(new Set(ended).size, ended.length, 'an order ends once');
  const traded = new Map<string, bigint>();
  for (const { orderId, lots } of effects.trades)
    traded.set(orderId, (traded.get(orderId) ?? 0n) + lots);
  for (const order of [...state.orders, ...effects.ends.map((end) => end.order)]) {
    const filled = order.lots - order.resting.remainingLots;
    assert.equal(traded.get(order.resting.orderId) ?? 0n, filled, 'trades are what was filled');
    assert.equal(order.hold.filledLots, filled);
  }
  for (const { outcome, order } of effects.ends)
    assert.equal(outcome === 'filled', order.resting.remainingLots === 0n);
  for (const position of effects.closed) assert.equal(position.lots, 0n);
}

for (const [what, markets] of [
  ['spot', SPOT_MARKETS],
  ['contracts', CONTRACT_MARKETS],
] as const) {
  test(`money is retained to the last unit on ${what}, and history agrees with it`, () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 40, size: 'max' }), (steps) => {
        assertHistory(execute(markets, steps));
      }),
    );
  });

  test(`the same steps on ${what} give the same state`, () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 15 }), (steps) => {
        assert.deepEqual(execute(markets, steps).state, execute(markets, steps).state);
      }),
    );
  });
}
