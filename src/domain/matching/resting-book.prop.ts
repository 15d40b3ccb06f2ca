// Matching the orders that a book calls affected gives what matching all orders gives.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { anyCandle, anyOrder, anyOrders, anyRules } from '#domain/matching/arbitrary.fixture.ts';
import { minute, OPEN_MS, SAMPLE_MINUTE } from '#domain/matching/matching.fixture.ts';
import { matchMinute } from '#domain/matching/match-minute.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';
import { affectsNone, matchAffected } from '#domain/matching/resting-book.fixture.ts';
import {
  affectedOrders,
  putOrder,
  removeOrder,
  restingBook,
} from '#domain/matching/resting-book.ts';

test('a minute that affects no order of the book changes nothing for it', () => {
  const alone = fc.record({ rules: anyRules, order: anyOrder(1), candle: anyCandle });
  fc.assert(
    fc.property(alone, ({ rules, order, candle }) => {
      const book = restingBook(rules);
      putOrder(book, order);
      if (!affectsNone(book, candle)) return;
      const { executions, changed, expired } = minute(rules, [order], candle);
      assert.deepEqual([executions, changed, expired], [[], [], []]);
    }),
    { numRuns: propertyRuns(2_000) },
  );
});

test('matching the affected orders gives what matching all gives, minute after minute', () => {
  const days = fc.record({
    rules: anyRules,
    orders: anyOrders(),
    candles: fc.array(anyCandle, { minLength: 1, maxLength: 12 }),
  });
  fc.assert(
    fc.property(days, ({ rules, orders, candles }) => {
      const book = restingBook(rules);
      for (const order of orders) putOrder(book, order);
      let all: readonly RestingOrder[] = orders;
      for (const [index, drawnCandle] of candles.entries()) {
        const candle = { ...drawnCandle, openTimeMs: OPEN_MS + index * 60_000 };
        const expected = matchMinute(rules, all, candle, SAMPLE_MINUTE);
        if (affectsNone(book, candle))
          assert.deepEqual([expected.executions, expected.changed, expected.expired], [[], [], []]);
        else assert.deepEqual(matchAffected(book, candle), expected);
        all = retained(all, expected);
        assert.deepEqual(sorted([...book.orders.values()]), sorted(all));
      }
    }),
    { numRuns: propertyRuns(100) },
  );
});

test('after any changes the book is the one that the last orders alone would make', () => {
  const change = fc.integer({ min: 0, max: 9 }).chain((sequence) =>
    fc.record({
      sequence: fc.constant(sequence),
      order: fc.option(anyOrder(sequence)),
    }),
  );
  const changes = fc.record({ rules: anyRules, list: fc.array(change), candle: anyCandle });
  fc.assert(
    fc.property(changes, ({ rules, list, candle }) => {
      const book = restingBook(rules);
      const last = new Map<string, RestingOrder>();
      for (const { sequence, order } of list) {
        const orderId = `o${sequence}`;
        if (order !== null) putOrder(book, order);
        else assert.deepEqual(removeOrder(book, orderId), last.get(orderId) ?? null);
        if (order === null) last.delete(orderId);
        else last.set(orderId, order);
      }
      const fresh = restingBook(rules);
      for (const order of last.values()) putOrder(fresh, order);
      const { durationMs } = SAMPLE_MINUTE;
      assert.deepEqual(
        [...affectedOrders(book, candle, durationMs)].sort(),
        [...affectedOrders(fresh, candle, durationMs)].sort(),
      );
      assert.deepEqual(matchAffected(book, candle), matchAffected(fresh, candle));
    }),
    { numRuns: propertyRuns(100) },
  );
});

function retained(
  orders: readonly RestingOrder[],
  outcome: ReturnType<typeof matchMinute>,
): readonly RestingOrder[] {
  const changed = new Map(outcome.changed.map((it) => [it.orderId, it]));
  const gone = new Set([
    ...outcome.executions.filter((it) => !it.isPartial).map((it) => it.orderId),
    ...outcome.expired.map((it) => it.orderId),
  ]);
  return orders.filter((it) => !gone.has(it.orderId)).map((it) => changed.get(it.orderId) ?? it);
}

function sorted(orders: readonly RestingOrder[]): readonly RestingOrder[] {
  return orders.toSorted((left, right) => left.sequence - right.sequence);
}
