// Orders for the tests of the comparison of a bot with a backtest.

import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { ComparedOrder } from '#domain/parity/pair-orders.ts';

type Texts = { readonly [name in 'price' | 'amount' | 'filled' | 'average' | 'fees']?: string };

/** A market order that filled whole in the minute at which it was placed; changed as given. */
export function comparedOrder(
  minute: number,
  texts: Texts = {},
  changes: Partial<ComparedOrder> = {},
): ComparedOrder {
  const amount = texts.amount ?? '1';
  return {
    orderId: `o${minute}`,
    side: 'buy',
    type: 'market',
    placedAtMs: minute * MINUTE_MS,
    endedAtMs: changes.filledAtMs ?? minute * MINUTE_MS,
    filledAtMs: minute * MINUTE_MS,
    price: decimal(texts.price ?? '0'),
    amount: decimal(amount),
    filledAmount: decimal(texts.filled ?? amount),
    averagePrice: decimal(texts.average ?? '100'),
    fees: decimal(texts.fees ?? '0.1'),
    reason: null,
    ...changes,
  };
}
