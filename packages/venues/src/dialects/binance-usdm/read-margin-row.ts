// Rows of the lists of payments and of forced orders of Binance USD-M futures.

import type { Decimal } from '#lib/decimal.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import { SIDES } from '#venues/dialects/binance-usdm/read-order.ts';
import {
  decimalField,
  idField,
  integerField,
  knownWord,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

export const FUNDING_FEE = 'FUNDING_FEE';

export type MarginRow = {
  readonly id: string;
  readonly atMs: number;
  readonly symbol: string;
} & (
  | { readonly kind: 'funding'; readonly paid: Decimal; readonly currency: string }
  | {
      readonly kind: 'liquidation';
      readonly orderId: string;
      /** Of the order that closed the position. */
      readonly side: OrderSide;
      readonly amount: Decimal;
      readonly price: Decimal;
    }
);

/** Ids are unique among payments of one type. */
export function readFundingPayment(value: unknown): MarginRow {
  const fields = replyFields(value, 'The payment');
  // A venue that does not know the type would list everything.
  if (fields['incomeType'] !== FUNDING_FEE)
    throw new UnreadableReply('The payment is of another type.');
  return {
    kind: 'funding',
    id: `funding-${idField(fields, 'tranId')}`,
    atMs: integerField(fields, 'time'),
    symbol: textField(fields, 'symbol'),
    paid: -decimalField(fields, 'income') as Decimal,
    currency: textField(fields, 'asset'),
  };
}

/** None where nothing was closed. */
export function readForcedOrder(value: unknown): readonly MarginRow[] {
  const fields = replyFields(value, 'The forced order');
  const amount = decimalField(fields, 'executedQty');
  if (amount <= 0n) return [];
  const orderId = idField(fields, 'orderId');
  const symbol = textField(fields, 'symbol');
  return [
    {
      kind: 'liquidation',
      id: `liquidation-${symbol}-${orderId}`,
      atMs: integerField(fields, 'time'),
      symbol,
      orderId,
      side: knownWord(SIDES, textField(fields, 'side'), 'side'),
      amount,
      price: decimalField(fields, 'avgPrice'),
    },
  ];
}
