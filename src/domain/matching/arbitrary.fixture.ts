// Arbitrary candles, orders and rules on a small grid of prices, so that they meet often; for
// property tests.

import * as fc from 'fast-check';
import type { Candle } from '#venue-port/candle/candle.ts';
import { RULE_SETS, MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import { candle, lots, OPEN_MS, ticks } from '#domain/matching/matching.fixture.ts';
import { OCA_KINDS } from '#domain/matching/oca-group.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import { ORDER_SIDES, ORDER_TYPES } from '#venue-port/order/order.ts';
import type { OrderType } from '#venue-port/order/order.ts';

const price = fc.integer({ min: 80, max: 120 });

/** A candle with prices from 80 to 120 and a volume from none to a thousand. */
export const anyCandle: fc.Arbitrary<Candle> = fc
  .record({
    prices: fc.tuple(price, price, price, price),
    volume: fc.integer({ min: 0, max: 1_000 }),
  })
  .map(({ prices, volume }) => {
    const [low = 0, ...rest] = prices.toSorted((left, right) => left - right);
    const high = rest.at(-1) ?? low;
    return candle(prices[0], high, low, prices[1], volume);
  });

/** The named rule sets, and realistic ones with other numbers. */
export const anyRules: fc.Arbitrary<MatchingRules> = fc.oneof(
  fc.constantFrom(...RULE_SETS).map((name) => MATCHING_RULES[name]),
  fc
    .record({
      through: fc.integer({ min: 0, max: 3 }),
      spread: fc.integer({ min: 0, max: 4 }),
      limitsSlip: fc.boolean(),
    })
    .map(({ through, spread, limitsSlip }) => ({
      ...MATCHING_RULES.realistic,
      limitTradeThroughTicks: ticks(through),
      slippage: { ...MATCHING_RULES.realistic.slippage, halfSpreadTicks: ticks(spread) },
      limitsSlip,
    })),
);

const instant = fc.integer({ min: OPEN_MS - 5_000, max: OPEN_MS + 65_000 });

/** An order of any type, in any phase of its life, with the id and sequence of its place. */
export function anyOrder(sequence: number, types: readonly OrderType[] = ORDER_TYPES) {
  const exit = fc.constantFrom(
    { positionGroup: null, role: null },
    { positionGroup: 'p', role: 'stop' as const },
    { positionGroup: 'p', role: 'target' as const },
    { positionGroup: 'q', role: 'stop' as const },
    { positionGroup: 'q', role: 'target' as const },
  );
  return fc
    .record({
      side: fc.constantFrom(...ORDER_SIDES),
      type: fc.constantFrom(...types),
      size: fc.integer({ min: 1, max: 60 }),
      limit: price,
      trigger: price,
      distance: fc.integer({ min: 1, max: 20 }),
      offset: fc.integer({ min: 0, max: 5 }),
      extreme: fc.option(price),
      activation: fc.option(price),
      isTriggered: fc.boolean(),
      isPostOnly: fc.boolean(),
      liveFromMs: fc.oneof(fc.constant(0), instant),
      expiresAtMs: fc.option(instant),
      exit,
      openLots: fc.option(fc.integer({ min: 0, max: 120 })),
    })
    .map((drawn): RestingOrder => {
      const { side, type, liveFromMs, expiresAtMs } = drawn;
      const isTrailing = type === 'trailing_stop_limit' || type === 'trailing_stop_market';
      const isPlain = type === 'limit' || type === 'market';
      const isTriggered = !isPlain && drawn.isTriggered;
      const hasLimit = isLimitType(type) && (!isTrailing || isTriggered);
      const trail = {
        distanceTicks: ticks(drawn.distance),
        limitOffsetTicks: ticks(drawn.offset),
        // What is not active yet has seen no price.
        extremeTicks:
          drawn.extreme === null || drawn.activation !== null ? null : ticks(drawn.extreme),
        activationTicks: drawn.activation === null ? null : ticks(drawn.activation),
      };
      return {
        orderId: `o${sequence}`,
        sequence,
        side,
        type,
        remainingLots: lots(drawn.size),
        limitTicks: hasLimit ? ticks(drawn.limit) : null,
        triggerTicks: isPlain || isTrailing ? null : ticks(drawn.trigger),
        trail: isTrailing ? trail : null,
        isTriggered,
        isPostOnly: type === 'limit' && drawn.isPostOnly,
        liveFromMs,
        expiresAtMs,
        ...drawn.exit,
        oca: null,
        openLots: drawn.openLots === null ? null : lots(drawn.openLots),
      };
    });
}

/** The orders, some of them in groups. */
export function coalesce(orders: readonly RestingOrder[]): fc.Arbitrary<readonly RestingOrder[]> {
  const oca = fc.option(
    fc.record({ name: fc.constantFrom('x', 'y'), kind: fc.constantFrom(...OCA_KINDS) }),
  );
  return fc
    .tuple(...orders.map(() => oca))
    .map((groups) => orders.map((order, at) => ({ ...order, oca: groups[at] ?? null })));
}

/** Up to ten orders with ids and sequences of their own. */
export function anyOrders(types: readonly OrderType[] = ORDER_TYPES) {
  return fc
    .integer({ min: 0, max: 10 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => anyOrder(at, types))));
}
