// A resting book as a backtest uses it: only the orders that a candle affects are matched.

import type { Candle } from '#venue-port/candle/candle.ts';
import type { MinuteOutcome } from '#domain/matching/execution.ts';
import type { MinuteContext } from '#domain/matching/match-minute.ts';
import { matchMinute } from '#domain/matching/match-minute.ts';
import { OPEN_MS, SAMPLE_MINUTE } from '#domain/matching/matching.fixture.ts';
import type { RestingBook } from '#domain/matching/resting-book.ts';
import { affectedOrders, putOrder, removeOrder } from '#domain/matching/resting-book.ts';

type Range = Pick<Candle, 'high' | 'low'> & { readonly openTimeMs?: number };

/** Whether a sample minute of this range affects no order. */
export function affectsNone(book: RestingBook, range: Range): boolean {
  const { durationMs } = SAMPLE_MINUTE;
  return affectedOrders(book, { openTimeMs: OPEN_MS, ...range }, durationMs).size === 0;
}

/** Matches the candle against the orders that it affects, and brings the book up to date. */
export function matchAffected(
  book: RestingBook,
  candle: Candle,
  context: MinuteContext = SAMPLE_MINUTE,
): MinuteOutcome {
  const names = affectedOrders(book, candle, context.durationMs);
  const affected = [...book.orders.values()].filter(({ orderId }) => names.has(orderId));
  const outcome = matchMinute(book.rules, affected, candle, context);
  for (const { orderId, isPartial } of outcome.executions)
    if (!isPartial) removeOrder(book, orderId);
  for (const { orderId } of outcome.expired) removeOrder(book, orderId);
  for (const order of outcome.changed) putOrder(book, order);
  return outcome;
}
