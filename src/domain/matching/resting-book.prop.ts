// The book answers what matching every order every minute would answer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { anyCandle, anyOrder, anyOrders, anyRules } from '#domain/matching/arbitrary.fixture.ts';
import { minute, OPEN_MS, SAMPLE_MINUTE } from '#domain/matching/matching.fixture.ts';
import { matchMinute } from '#domain/matching/match-minute.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';
import {
  expireBook,
  isQuiet,
  matchBook,
  putOrder,
  removeOrder,
  restingBook,
} from '#domain/matching/resting-book.ts';

const END_MS = OPEN_MS + SAMPLE_MINUTE.durationMs;
const drawn = fc.record({ rules: anyRules, orders: anyOrders(), candle: anyCandle });

test('a minute that the book calls quiet changes nothing for an order', () => {
  const alone = fc.record({ rules: anyRules, order: anyOrder(1), candle: anyCandle });
  fc.assert(
    fc.property(alone, ({ rules, order, candle }) => {
      const book = restingBook(rules);
      putOrder(book, order);
      if (!isQuiet(book, Number(candle.low), Number(candle.high), END_MS)) return;
      const { executions, changed, expired } = minute(rules, [order], candle);
      assert.deepEqual([executions, changed, expired], [[], [], []]);
    }),
    { numRuns: 2_000 },
  );
});

test('the book answers what matching all orders answers, minute after minute', () => {
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
        const endMs = candle.openTimeMs + SAMPLE_MINUTE.durationMs;
        if (isQuiet(book, Number(candle.low), Number(candle.high), endMs))
          assert.deepEqual([expected.executions, expected.changed, expected.expired], [[], [], []]);
        else assert.deepEqual(matchBook(book, candle, SAMPLE_MINUTE), expected);
        all = kept(all, expected);
        assert.deepEqual(sorted([...book.orders.values()]), sorted(all));
      }
    }),
    { numRuns: 100 },
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
      const range = [Number(candle.low), Number(candle.high), END_MS] as const;
      assert.equal(isQuiet(book, ...range), isQuiet(fresh, ...range));
      assert.deepEqual(
        matchBook(book, candle, SAMPLE_MINUTE),
        matchBook(fresh, candle, SAMPLE_MINUTE),
      );
    }),
    { numRuns: 100 },
  );
});

test('expiring takes out exactly the orders whose time has ended, in sequence', () => {
  fc.assert(
    fc.property(drawn, ({ rules, orders }) => {
      const book = restingBook(rules);
      for (const order of orders.toReversed()) putOrder(book, order);
      const ended = orders.filter((it) => it.expiresAtMs !== null && it.expiresAtMs <= OPEN_MS);
      assert.deepEqual(expireBook(book, OPEN_MS), ended);
      assert.equal(book.orders.size, orders.length - ended.length);
    }),
    { numRuns: 100 },
  );
});

function kept(
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
