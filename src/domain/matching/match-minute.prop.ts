// Invariants of any orders and any candle under any rules.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { present } from '#lib/assert.ts';
import { anyCandle, anyOrder, anyOrders, anyRules } from '#domain/matching/arbitrary.fixture.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import type { CandlePath } from '#domain/matching/candle-path.ts';
import { candlePath, nearestVisited, positionAt, priceAt } from '#domain/matching/candle-path.ts';
import type { MinuteOutcome } from '#domain/matching/execution.ts';
import { matchMinute } from '#domain/matching/match-minute.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import { MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import { minute, SAMPLE_MINUTE } from '#domain/matching/matching.fixture.ts';
import { meetPath } from '#domain/matching/meet-path.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';
import { trailTriggerTicks, workingAs } from '#domain/matching/resting-order.ts';

const { realistic, touch } = MATCHING_RULES;

function check<T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, holds), { numRuns: propertyRuns(100) });
}

const anyMinute = fc.record({ rules: anyRules, orders: anyOrders(), candle: anyCandle });

test('every fill lies within the range of the candle and its time', () => {
  check(anyMinute, ({ rules, orders, candle }) => {
    for (const { priceTicks, atMs } of minute(rules, orders, candle).executions) {
      assert.ok(candle.low <= priceTicks && priceTicks <= candle.high);
      assert.ok(candle.openTimeMs <= atMs && atMs < candle.openTimeMs + 60_000);
    }
  });
});

test('no fill is worse than its limit, or better than the price that the path had', () => {
  check(anyMinute, ({ rules, orders, candle }) => {
    const path = candlePath(candle, 60_000);
    const outcome = minute(rules, orders, candle);
    const after = new Map([...outcome.changed, ...outcome.expired].map((it) => [it.orderId, it]));
    for (const { orderId, priceTicks, pathTicks, isMaker } of outcome.executions) {
      const before = byId(orders, orderId);
      const sign = before.side === 'buy' ? 1n : -1n;
      const limit = (after.get(orderId) ?? before).limitTicks;
      if (limit !== null) assert.ok((limit - priceTicks) * sign >= 0n);
      // These fill at their own price, which the path has passed.
      const isAtOwnPrice = isMaker || before.liveFromMs > candle.openTimeMs;
      if (!isAtOwnPrice) assert.ok((priceTicks - priceAt(path, pathTicks)) * sign >= 0n);
    }
  });
});

test('no order fills beyond its size, nor all together beyond their share of the minute', () => {
  check(anyMinute, ({ rules, orders, candle }) => {
    const { executions, usedLots } = minute(rules, orders, candle);
    assert.equal(new Set(executions.map((it) => it.orderId)).size, executions.length);
    for (const { orderId, lots, isPartial } of executions) {
      const { remainingLots } = byId(orders, orderId);
      assert.ok(0n < lots && lots <= remainingLots);
      assert.equal(isPartial, lots < remainingLots);
    }
    assert.equal(
      usedLots,
      executions.reduce((sum, it) => sum + it.lots, 0n),
    );
    if (rules.participationPercentMax !== null) assert.ok(usedLots * 10n <= candle.volume);
  });
});

test('an order ends filled, expired, changed, or as it was, and never in two of these ways', () => {
  check(anyMinute, ({ rules, orders, candle }) => {
    const { executions, changed, expired } = minute(rules, orders, candle);
    const filled = executions.filter((it) => !it.isPartial).map((it) => it.orderId);
    const named = [...filled, ...[...changed, ...expired].map((it) => it.orderId)];
    assert.equal(new Set(named).size, named.length);
    for (const { orderId, lots, isPartial } of executions)
      if (isPartial) {
        const rest = byId([...changed, ...expired], orderId);
        assert.equal(rest.remainingLots + lots, byId(orders, orderId).remainingLots);
      }
  });
});

test('executions come in the order of the path, after the stops that the open has passed', () => {
  check(anyMinute, ({ rules, orders, candle }) => {
    const places = minute(rules, orders, candle).executions.map(({ orderId, pathTicks }) => {
      const { sequence, side, type, isTriggered, liveFromMs, positionGroup } = byId(
        orders,
        orderId,
      );
      const isStop = !isTriggered && (type === 'stop_market' || type === 'stop_limit');
      const isPassed = isStop && pathTicks === 0n && liveFromMs <= candle.openTimeMs;
      const place = pathTicks * 1_000n + BigInt(sequence);
      if (!rules.passedStopsFirst || !isPassed) return place;
      const ofSide = side === 'buy' ? -400n : -200n;
      return place + ofSide - (positionGroup === null ? 100n : 0n);
    });
    assert.deepEqual(
      places,
      places.toSorted((left, right) => (left < right ? -1 : 1)),
    );
  });
});

test('the outcome does not depend on the order of the input', () => {
  const shuffled = anyMinute.chain((drawn) =>
    fc
      .shuffledSubarray(drawn.orders, { minLength: drawn.orders.length })
      .map((others) => ({ ...drawn, others })),
  );
  check(shuffled, ({ rules, orders, others, candle }) => {
    assert.deepEqual(minute(rules, others, candle), minute(rules, orders, candle));
  });
});

test('touch fills every limit order that realistic fills, for as much at least', () => {
  const limits = fc.record({ orders: anyOrders(['limit']), candle: anyCandle });
  check(limits, ({ orders, candle }) => {
    const alone = orders.map((order) => ({ ...order, positionGroup: null, role: null }));
    const touched = minute(touch, alone, candle).executions;
    for (const { orderId, lots } of minute(realistic, alone, candle).executions)
      assert.ok(touched.some((it) => it.orderId === orderId && it.lots >= lots));
  });
});

/** Exits of one long position of which this much is open, and what a minute makes of them. */
const anyExits = fc.record({
  rules: anyRules,
  candle: anyCandle,
  open: fc.integer({ min: 0, max: 150 }).map(BigInt),
  orders: anyOrders().map((orders) =>
    orders.map((it): RestingOrder => ({ ...it, side: 'sell', positionGroup: 'p' })),
  ),
});

test('exits that only reduce never fill more than what is open of their position', () => {
  check(anyExits, ({ rules, orders, candle, open }) => {
    const openOf = () => ({ lots: open as Lots, isCap: true, position: null });
    const { executions } = matchMinute(rules, orders, candle, { ...SAMPLE_MINUTE, openOf });
    assert.ok(lotsOf(executions) <= open);
  });
});

test('a stop and a target together fill what is open, or as much as the larger of them', () => {
  check(anyExits, ({ rules, orders, candle, open }) => {
    const exits = [
      ...orders.filter((it) => it.role === 'stop').slice(0, 1),
      ...orders.filter((it) => it.role === 'target').slice(0, 1),
    ];
    if (exits.length < 2) return;
    const most = [open, ...exits.map((it) => it.remainingLots)].reduce((a, b) => (a > b ? a : b));
    const known = exits.map((it) => ({ ...it, openLots: open as Lots }));
    assert.ok(lotsOf(minute(rules, known, candle).executions) <= most);
  });
});

test('exits that fit into what is open fill as if they were of positions of their own', () => {
  check(anyExits, ({ rules, orders, candle }) => {
    const openLots = lotsOf(orders.map((it) => ({ lots: it.remainingLots }))) as Lots;
    const together = orders.map((it) => ({ ...it, openLots }));
    const apart = orders.map((it) => ({ ...it, openLots, positionGroup: it.orderId }));
    const regrouped = ({ changed, expired, ...rest }: MinuteOutcome) => ({
      ...rest,
      changed: changed.map((it) => ({ ...it, positionGroup: 'p' })),
      expired: expired.map((it) => ({ ...it, positionGroup: 'p' })),
    });
    assert.deepEqual(minute(rules, together, candle), regrouped(minute(rules, apart, candle)));
  });
});

test('where an order meets the path is where a walk over every price finds it', () => {
  const alone = fc.record({ rules: anyRules, order: anyOrder(1), candle: anyCandle });
  fc.assert(
    fc.property(alone, ({ rules, order, candle }) => {
      const { order: after, offer } = meetPath(rules, order, candlePath(candle, 60_000), false);
      const walked = walkEveryPrice(rules, order, candle);
      assert.equal(offer?.position ?? null, walked.position);
      assert.equal(after.isTriggered, walked.order.isTriggered);
      assert.equal(after.limitTicks, walked.order.limitTicks);
      assert.equal(after.trail?.extremeTicks, walked.order.trail?.extremeTicks);
      assert.equal(after.trail?.activationTicks, walked.order.trail?.activationTicks);
    }),
    { numRuns: propertyRuns(500) },
  );
});

function lotsOf(parts: readonly { readonly lots: bigint }[]): bigint {
  return parts.reduce((sum, { lots }) => sum + lots, 0n);
}

function byId(orders: readonly RestingOrder[], orderId: string): RestingOrder {
  return present(
    orders.find((it) => it.orderId === orderId),
    'the order is there',
  );
}

/** The same, written price by price: slow, and plain enough to be believed. */
function walkEveryPrice(
  rules: MatchingRules,
  start: RestingOrder,
  candle: Candle,
): { order: RestingOrder; position: bigint | null } {
  const path = candlePath(candle, 60_000);
  const isMidway = start.liveFromMs > candle.openTimeMs;
  let order = start;
  let isFirst = true;
  for (const position of livePositions(start, path)) {
    const price = priceAt(path, position);
    const { after, triggerTicks } = seePrice(order, price);
    order = after;
    // An order that arrived within the minute was not triggered then, so it is at its trigger.
    const isCrossed = isMidway && triggerTicks !== null;
    const met = isCrossed ? nearestVisited(path, triggerTicks) : price;
    const working = workingAs(order);
    if (working.kind === 'market') return { order, position };
    if (working.kind === 'limit') {
      const { limitTicks } = working;
      const beyond = (seen: Ticks) =>
        order.side === 'buy' ? limitTicks - seen : seen - limitTicks;
      const isStart = isFirst || triggerTicks !== null;
      const isThrough = [met, price].some((seen) => beyond(seen) >= rules.limitTradeThroughTicks);
      if (isThrough || (isStart && beyond(met) > 0n)) return { order, position };
    }
    isFirst = false;
  }
  return { order, position: null };
}

function livePositions(order: RestingOrder, path: CandlePath): readonly bigint[] {
  const endMs = path.openTimeMs + path.durationMs;
  const expiresAtMs = order.expiresAtMs ?? endMs;
  const beginMs = Math.max(order.liveFromMs, path.openTimeMs);
  if (beginMs >= Math.min(expiresAtMs, endMs)) return [];
  const first = positionAt(path, order.liveFromMs);
  const count = Number(path.marks[3] - first) + 1;
  const positions = Array.from({ length: count }, (_, step) => first + BigInt(step));
  const isOver = (it: bigint) => expiresAtMs < endMs && it >= positionAt(path, expiresAtMs);
  return positions.filter((it) => it === 0n || !isOver(it));
}

/** The order after a price, and the trigger at which this very price set it off. */
function seePrice(
  order: RestingOrder,
  price: Ticks,
): { after: RestingOrder; triggerTicks: Ticks | null } {
  const waiting = workingAs(order);
  if (waiting.kind !== 'trigger' && waiting.kind !== 'trail')
    return { after: order, triggerTicks: null };
  const isUp = waiting.direction === 'up';
  const isReached = (level: Ticks) => (isUp ? price >= level : price <= level);
  if (waiting.kind === 'trigger') {
    const isTriggered = isReached(waiting.triggerTicks);
    return {
      after: { ...order, isTriggered },
      triggerTicks: isTriggered ? waiting.triggerTicks : null,
    };
  }
  const { activationTicks } = waiting.trail;
  const isWaiting =
    activationTicks !== null && (isUp ? price > activationTicks : price < activationTicks);
  if (isWaiting) return { after: order, triggerTicks: null };
  const trail = { ...waiting.trail, activationTicks: null };
  const seen = trail.extremeTicks ?? price;
  const triggerTicks = trailTriggerTicks(waiting.direction, seen, trail);
  const isTriggered = isReached(triggerTicks);
  const extremeTicks = (isUp ? price < seen : price > seen) ? price : seen;
  const after = { ...order, isTriggered, trail: { ...trail, extremeTicks } };
  if (!isTriggered) return { after, triggerTicks: null };
  if (order.type !== 'trailing_stop_limit') return { after, triggerTicks };
  const offset = order.side === 'buy' ? trail.limitOffsetTicks : -trail.limitOffsetTicks;
  return { after: { ...after, limitTicks: (triggerTicks + offset) as Ticks }, triggerTicks };
}
