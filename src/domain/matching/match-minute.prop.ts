// What holds for any orders and any candle under any rules.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { present } from '#lib/assert.ts';
import { anyCandle, anyOrder, anyOrders, anyRules } from '#domain/matching/arbitrary.sample.ts';
import { candlePath, positionAt, priceAt } from '#domain/matching/candle-path.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import { MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import { minute } from '#domain/matching/matching.sample.ts';
import { meetPath } from '#domain/matching/meet-path.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';
import { trailTriggerTicks, workingAs } from '#domain/matching/resting-order.ts';

const { realistic, touch } = MATCHING_RULES;

function check<T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, holds), { numRuns: 100 });
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
      const isAtOwnPrice = isMaker && limit !== null;
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

test('executions come in the order of the path, and then of placement', () => {
  check(anyMinute, ({ rules, orders, candle }) => {
    const places = minute(rules, orders, candle).executions.map(
      (it) => it.pathTicks * 1_000n + BigInt(byId(orders, it.orderId).sequence),
    );
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

test('a position is left once: stop and target together fill no more than the larger', () => {
  check(anyMinute, ({ rules, orders, candle }) => {
    for (const group of ['p', 'q']) {
      const inRole = (role: string) =>
        orders.filter((it) => it.positionGroup === group && it.role === role);
      if (inRole('stop').length !== 1 || inRole('target').length !== 1) continue;
      const exits = [...inRole('stop'), ...inRole('target')];
      const sizes = exits.map((it) => it.remainingLots);
      const largest = sizes.reduce((left, right) => (left > right ? left : right), 0n);
      const { executions } = minute(rules, exits, candle);
      assert.ok(executions.reduce((sum, it) => sum + it.lots, 0n) <= largest);
    }
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
    }),
    { numRuns: 500 },
  );
});

function byId(orders: readonly RestingOrder[], orderId: string): RestingOrder {
  return present(
    orders.find((it) => it.orderId === orderId),
    'the order is there',
  );
}

/** The same, told price by price: slow, and plain enough to be believed. */
function walkEveryPrice(
  rules: MatchingRules,
  start: RestingOrder,
  candle: Parameters<typeof candlePath>[0],
): { order: RestingOrder; position: bigint | null } {
  const path = candlePath(candle, 60_000);
  const endMs = candle.openTimeMs + 60_000;
  let order = start;
  let isFirst = true;
  if (order.liveFromMs >= endMs) return { order, position: null };
  if (order.expiresAtMs !== null) {
    const liveUntilMs = Math.min(order.expiresAtMs, endMs);
    if (liveUntilMs <= Math.max(order.liveFromMs, candle.openTimeMs))
      return { order, position: null };
  }
  for (let at = positionAt(path, order.liveFromMs); at <= path.marks[3]; at += 1n) {
    const isOver = order.expiresAtMs !== null && order.expiresAtMs < endMs;
    if (isOver && at > 0n && at >= positionAt(path, order.expiresAtMs ?? 0)) break;
    const price = priceAt(path, at);
    let isNew = false;
    const waiting = workingAs(order);
    if (waiting.kind === 'trigger') {
      const { direction, triggerTicks } = waiting;
      isNew = direction === 'up' ? price >= triggerTicks : price <= triggerTicks;
      if (isNew) order = { ...order, isTriggered: true };
    }
    if (waiting.kind === 'trail' && order.trail !== null) {
      const { direction, trail } = waiting;
      const extreme = trail.extremeTicks ?? price;
      const trigger = trailTriggerTicks(direction, extreme, trail);
      isNew = direction === 'up' ? price >= trigger : price <= trigger;
      const isBest = direction === 'up' ? price < extreme : price > extreme;
      const extremeTicks = isBest ? price : extreme;
      order = { ...order, isTriggered: isNew, trail: { ...order.trail, extremeTicks } };
      if (isNew && order.type === 'trailing_stop_limit') {
        const offset = trail.limitOffsetTicks;
        const limit = order.side === 'buy' ? trigger + offset : trigger - offset;
        order = { ...order, limitTicks: limit as typeof trigger };
      }
    }
    const working = workingAs(order);
    if (working.kind === 'market') return { order, position: at };
    if (working.kind === 'limit') {
      const beyond = order.side === 'buy' ? working.limitTicks - price : price - working.limitTicks;
      const isStart = isFirst || isNew;
      const needed = rules.limitTradeThroughTicks;
      if (beyond >= needed || (isStart && beyond > 0n)) return { order, position: at };
    }
    isFirst = false;
  }
  return { order, position: null };
}
