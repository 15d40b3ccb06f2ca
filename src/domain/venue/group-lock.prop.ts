// Orders of a group over random minutes: with no more than what the largest of them locks, they do
// exactly what they do in a wallet that could pay for each of them.

import test from 'node:test';
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import {
  balancesIn,
  depositTransfers,
  applyTransfers,
  emptyLedger,
} from '#domain/ledger/ledger.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import type { OCA_KINDS } from '#domain/matching/oca-group.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { advanceMinute } from '#domain/venue/advance-minute.ts';
import { cancelOrder } from '#domain/venue/cancel-order.ts';
import type { NewOrder } from '#domain/venue/place-order.ts';
import { NOW_MS, order, SETTING, SPOT } from '#domain/venue/venue-examples.fixture.ts';
import { placeOrder } from '#domain/venue/place-order.ts';
import type { VenueStep } from '#domain/venue/venue-effects.ts';
import type { VenueMarket, VenueState } from '#domain/venue/venue-state.ts';
import { emptyVenue } from '#domain/venue/venue-state.ts';

const PRICE = 200_000n;
const RICH = 10n ** 18n;

const anyMember = fc.record({
  type: fc.constantFrom('limit' as const, 'stop_limit' as const),
  /** How far away the order waits, in thousandths of the price. */
  distance: fc.integer({ min: 1, max: 30 }),
  /** The limit of a stop, in thousandths from its trigger. */
  slack: fc.integer({ min: -20, max: 20 }),
  lots: fc.bigInt({ min: 1n, max: 900n }),
  lifeMinutes: fc.option(fc.integer({ min: 1, max: 5 })),
});
const anyMinute = fc.record({
  move: fc.integer({ min: -25, max: 25 }),
  up: fc.integer({ min: 0, max: 10 }),
  down: fc.integer({ min: 0, max: 10 }),
  volume: fc.bigInt({ min: 100n, max: 20_000n }),
  cancels: fc.option(fc.nat(4), { freq: 4 }),
});
const anyCase = fc.record({
  members: fc.array(anyMember, { minLength: 1, maxLength: 5 }),
  minutes: fc.array(anyMinute, { minLength: 1, maxLength: 8 }),
  rules: fc.constantFrom(...Object.values(MATCHING_RULES)),
});
type Case = typeof anyCase extends fc.Arbitrary<infer T> ? T : never;
type Group = { readonly side: 'buy' | 'sell'; readonly kind: (typeof OCA_KINDS)[number] };

function requested({ members }: Case, { side, kind }: Group): NewOrder[] {
  return members.map(({ type, distance, slack, lots, lifeMinutes }, index) => {
    // None trades as it arrives.
    const isAbove = (type === 'limit') === (side === 'sell');
    const waitsAt = 1_000 + (isAbove ? distance : -distance);
    const at = (thousandths: number): Ticks => ((PRICE * BigInt(thousandths)) / 1_000n) as Ticks;
    return order({
      orderId: `order-${index}`,
      side,
      type,
      remainingLots: lots as Lots,
      limitTicks: at(type === 'limit' ? waitsAt : waitsAt + slack),
      triggerTicks: type === 'limit' ? null : at(waitsAt),
      expiresAtMs: lifeMinutes === null ? null : NOW_MS + lifeMinutes * MINUTE_MS,
      oca: { name: 'g', kind },
    });
  });
}

/** All that happened to the orders: trades and ends, but for the money and its numbers. */
function history(made: Case, group: Group, market: VenueMarket, funds: bigint) {
  const currency = group.side === 'buy' ? 'USDT' : 'BTC';
  const paidIn = applyTransfers(
    emptyLedger('owner'),
    depositTransfers(currency, funds as Units, 'opening'),
  );
  assert(paidIn.ok);
  let state: VenueState = emptyVenue(paidIn.value);
  const lines: string[] = [];
  const take = (step: VenueStep): void => {
    state = step.state;
    for (const { orderId, priceTicks, lots } of step.effects.trades)
      lines.push(`${orderId} ${lots} at ${priceTicks}`);
    for (const { order: ended, outcome, reason } of step.effects.ends)
      lines.push(`${ended.resting.orderId} ${outcome} ${reason}`);
  };
  const instant = {
    atMs: NOW_MS,
    liveFromMs: NOW_MS,
    priceTicks: PRICE as Ticks,
    minuteOpenMs: NOW_MS,
    volumeLots: 0n as Lots,
    range: null,
  };
  for (const wish of requested(made, group)) {
    const placed = placeOrder(state, market, wish, SETTING, instant);
    if (!placed.ok) return { lines: [`${wish.orderId} refused`], reserved: 0n };
    take(placed.value);
  }
  const { reserved } = balancesIn(state.ledger, currency);
  let open = PRICE;
  for (const [index, { move, up, down, volume, cancels }] of made.minutes.entries()) {
    const openTimeMs = NOW_MS + index * MINUTE_MS;
    const close = (open * BigInt(1_000 + move)) / 1_000n;
    const [bottom, top] = open < close ? [open, close] : [close, open];
    const high = (top * BigInt(1_000 + up)) / 1_000n;
    const low = (bottom * BigInt(1_000 - down)) / 1_000n;
    const candle: Candle = { openTimeMs, open, high, low, close, volume };
    take(advanceMinute(state, openTimeMs, [{ market, candle, fundingRate: null }]));
    const cancelled = cancels === null ? null : cancelOrder(state, `order-${cancels}`, openTimeMs);
    if (cancelled !== null) take(cancelled);
    open = close;
  }
  return { lines, reserved };
}

for (const group of [
  { side: 'sell', kind: 'cancel' },
  { side: 'sell', kind: 'reduce' },
  { side: 'buy', kind: 'cancel' },
] as const)
  test(`of a group of orders to ${group.side} that may ${group.kind}, the largest lock suffices`, () => {
    fc.assert(
      fc.property(anyCase, (made) => {
        const market = { ...SPOT, rules: made.rules };
        const rich = history(made, group, market, RICH);
        const needed = made.members.map((member) => {
          const single = { ...made, members: [member], minutes: [] };
          return history(single, group, market, RICH).reserved;
        });
        const most = needed.reduce((left, right) => (left > right ? left : right), 0n);
        assert.equal(rich.reserved, most);
        assert.deepEqual(history(made, group, market, most), rich);
        assert.match(history(made, group, market, most - 1n).lines.join(), /refused/);
      }),
      { numRuns: propertyRuns(200) },
    );
  });
