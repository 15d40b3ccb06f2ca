// Orders for the tests of the comparison of a bot with a backtest.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, multiplyDecimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { ComparedOrder } from '#domain/parity/pair-orders.ts';

type Texts = { readonly [name in 'price' | 'amount' | 'filled' | 'average' | 'fees']?: string };

/**
 * A market order that filled whole in the minute at which it was placed, for a fee of a thousandth;
 * changed as given.
 */
export function comparedOrder(
  minute: number,
  texts: Texts = {},
  changes: Partial<ComparedOrder> = {},
): ComparedOrder {
  const amount = texts.amount ?? '1';
  const filledAmount = decimal(texts.filled ?? amount);
  const averagePrice = decimal(texts.average ?? '100');
  return {
    orderId: `o${minute}`,
    side: 'buy',
    type: 'market',
    placedAtMs: minute * MINUTE_MS,
    endedAtMs: changes.filledAtMs ?? minute * MINUTE_MS,
    filledAtMs: minute * MINUTE_MS,
    price: decimal(texts.price ?? '0'),
    amount: decimal(amount),
    filledAmount,
    averagePrice,
    fees: texts.fees === undefined ? feeOf(filledAmount, averagePrice) : decimal(texts.fees),
    reason: null,
    ...changes,
  };
}

function feeOf(amount: Decimal, price: Decimal): Decimal {
  return multiplyDecimal(
    multiplyDecimal(amount, price, 'half_even'),
    decimal('0.001'),
    'half_even',
  );
}
