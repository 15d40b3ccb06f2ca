// Fills of OKX, from its lists and from the frames of its stream.

import type { Decimal } from '#lib/decimal.ts';
import type { VenueFill } from '#ports/exchange/exchange.ts';
import type { AccountContext } from '#adapters/venues/dialect.ts';
import { nameOf, SIDES, tagOf } from '#adapters/venues/dialects/okx/read-order.ts';
import type { ReplyFields } from '#adapters/venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  integerField,
  knownWord,
  optionalDecimal,
  replyFields,
  textField,
} from '#adapters/venues/dialects/reply/reply-fields.ts';

/** What a list is sorted and continued by. */
export type ListedFill = {
  readonly id: string;
  readonly atMs: number;
  readonly billId: string;
  readonly item: VenueFill;
};

const IS_MAKER: { readonly [execType: string]: boolean } = { M: true, T: false };

export function readListedFill(value: unknown, context: AccountContext): ListedFill {
  const fields = replyFields(value, 'The fill');
  const item = {
    ...tradeOf(fields, context),
    fee: negated(optionalDecimal(fields, 'fee')),
    feeCurrency: textField(fields, 'feeCcy'),
    filledAtMs: integerField(fields, 'ts'),
  };
  return { id: item.fillId, atMs: item.filledAtMs, billId: textField(fields, 'billId'), item };
}

/** The last fill of an order in a frame of the stream; null where the frame is not of a fill. */
export function readStreamedFill(value: unknown, context: AccountContext): VenueFill | null {
  const fields = replyFields(value, 'The order');
  if (optionalDecimal(fields, 'fillSz') <= 0n) return null;
  return {
    ...tradeOf(fields, context),
    fee: negated(decimalField(fields, 'fillFee')),
    feeCurrency: textField(fields, 'fillFeeCcy'),
    filledAtMs: integerField(fields, 'fillTime'),
  };
}

type Trade = Omit<VenueFill, 'fee' | 'feeCurrency' | 'filledAtMs'>;

/** A trade has one id for both of its orders, and each market has its own ids. */
function tradeOf(fields: ReplyFields, context: AccountContext): Trade {
  const venueOrderId = textField(fields, 'ordId');
  return {
    fillId: `${venueOrderId}-${textField(fields, 'tradeId')}`,
    venueOrderId,
    clientOrderId: nameOf(fields),
    marketTag: tagOf(fields, context),
    side: knownWord(SIDES, textField(fields, 'side'), 'side'),
    price: decimalField(fields, 'fillPx'),
    amount: decimalField(fields, 'fillSz'),
    isMaker: knownWord(IS_MAKER, textField(fields, 'execType'), 'execType'),
  };
}

/** The venue writes what it charges below zero, and a rebate above it. */
function negated(value: Decimal): Decimal {
  return -value as Decimal;
}

/** Oldest first; the same in every page. */
export function inOrder(fills: readonly ListedFill[]): readonly ListedFill[] {
  return fills.toSorted(
    (left, right) =>
      left.atMs - right.atMs ||
      left.billId.length - right.billId.length ||
      (left.billId < right.billId ? -1 : 1),
  );
}
