// Invariants of groups for any orders and any candle.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { present } from '#lib/assert.ts';
import { anyCandle, anyOrders, anyRules, coalesce } from '#domain/matching/arbitrary.fixture.ts';
import { minute } from '#domain/matching/matching.fixture.ts';
import { isSameGroup } from '#domain/matching/oca-group.ts';

const anyMinute = fc.record({
  rules: anyRules,
  orders: anyOrders().chain(coalesce),
  candle: anyCandle,
});

test('a group that cancels has one fill, one that reduces no more than each has left', () => {
  fc.assert(
    fc.property(anyMinute, ({ rules, orders, candle }) => {
      const { executions } = minute(rules, orders, candle);
      const orderOf = (orderId: string) =>
        present(
          orders.find((it) => it.orderId === orderId),
          'the order is there',
        );
      for (const [place, { orderId, lots, isPartial }] of executions.entries()) {
        const { oca, remainingLots } = orderOf(orderId);
        const before = executions
          .slice(0, place)
          .filter((it) => isSameGroup(orderOf(it.orderId).oca, oca));
        const taken = before.reduce((sum, it) => sum + it.lots, 0n);
        if (oca?.kind === 'cancel') assert.equal(taken, 0n);
        assert.ok(0n < lots && lots <= remainingLots - taken);
        assert.equal(isPartial, lots < remainingLots - taken);
      }
    }),
    { numRuns: propertyRuns(200) },
  );
});

test('orders without a group get as much beside groups as beside single orders, or more', () => {
  fc.assert(
    fc.property(anyMinute, ({ rules, orders, candle }) => {
      const loose = orders.map((it) => ({ ...it, positionGroup: null, role: null }));
      const grouped = minute(rules, loose, candle).executions;
      const single = loose.map((it) => ({ ...it, oca: null }));
      for (const { orderId, lots } of minute(rules, single, candle).executions) {
        if (loose.find((it) => it.orderId === orderId)?.oca !== null) continue;
        assert.ok(grouped.some((it) => it.orderId === orderId && it.lots >= lots));
      }
    }),
  );
});

test('the outcome does not depend on the order of the input', () => {
  const shuffled = anyMinute.chain((drawn) =>
    fc
      .shuffledSubarray([...drawn.orders], { minLength: drawn.orders.length })
      .map((others) => ({ ...drawn, others })),
  );
  fc.assert(
    fc.property(shuffled, ({ rules, orders, others, candle }) => {
      assert.deepEqual(minute(rules, others, candle), minute(rules, orders, candle));
    }),
  );
});
