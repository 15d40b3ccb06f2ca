// Fills of OKX, from its lists and from the frames of its stream.

import type { Decimal } from '#lib/decimal.ts';
import type { AccountSequence, VenueFill } from '#venue-port/exchange/exchange.ts';
import type { AccountContext } from '#venues/dialect.ts';
import type { Bill } from '#venues/dialects/okx/bill-list.ts';
import { nameOf, SIDES, tagOf } from '#venues/dialects/okx/read-order.ts';
import { feeCurrencyField } from '#venues/dialects/reply/fee-currency.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  idField,
  integerField,
  knownWord,
  codeIn,
  optionalDecimal,
  replyFields,
  textField,
  wholeIn,
} from '#venues/dialects/reply/reply-fields.ts';

const IS_MAKER: { readonly [execType: string]: boolean } = { M: true, T: false };

/**
 * Bills of trades by which the venue closed, reduced or delivered a position: liquidations are
 * reported as such, and the list of positions shows the others.
 */
const BY_VENUE = new Set<unknown>(
  [100, 101, 102, 103, 104, 105, 106, 107, 112, 113, 125, 126, 127, 128].map(String),
);

/** The item is null where no order of the account was filled. */
export function readListedFill(value: unknown, context: AccountContext): Bill<VenueFill | null> {
  const fields = replyFields(value, 'The fill');
  const bill = billOf(fields);
  return {
    ...bill,
    item: BY_VENUE.has(codeIn(fields['subType'])) ? null : readFill(fields, context),
  };
}

/** Of one that is known to be of an order of the account. */
export function readOrderFill(value: unknown, context: AccountContext): Bill<VenueFill> {
  const fields = replyFields(value, 'The fill');
  return { ...billOf(fields), item: readFill(fields, context) };
}

function billOf(fields: ReplyFields): Omit<Bill<VenueFill>, 'item'> {
  return {
    id: fillIdOf(fields),
    atMs: integerField(fields, 'ts'),
    billId: idField(fields, 'billId'),
  };
}

function readFill(fields: ReplyFields, context: AccountContext): VenueFill {
  const fee = negated(optionalDecimal(fields, 'fee'));
  const trade = tradeOf(fields, context);
  return {
    ...trade,
    fee,
    feeCurrency: feeCurrencyField(fields, 'feeCcy', fee, placeOf(fields, trade, context)),
    filledAtMs: integerField(fields, 'ts'),
    ...billSequence(fields),
  };
}

/** Numbers all bills of an account, of fills and of payments. */
export function billSequence(fields: ReplyFields): { readonly sequence?: AccountSequence } {
  const sequence = wholeIn(fields['billId']);
  return sequence === null || sequence === 0n ? {} : { sequence };
}

/** Categories of orders by which the venue did. */
const CATEGORIES_BY_VENUE = new Set<unknown>([
  'adl',
  'full_liquidation',
  'partial_liquidation',
  'delivery',
]);

/** Orders that the exchange placed by itself, such as liquidations. */
export function isOrderByVenue({ category }: ReplyFields): boolean {
  return CATEGORIES_BY_VENUE.has(category);
}

/** The last fill of an order in a frame of the stream; null where the frame is not of a fill. */
export function readStreamedFill(value: unknown, context: AccountContext): VenueFill | null {
  const fields = replyFields(value, 'The order');
  if (optionalDecimal(fields, 'fillSz') <= 0n) return null;
  const fee = negated(decimalField(fields, 'fillFee'));
  const trade = tradeOf(fields, context);
  return {
    ...trade,
    fee,
    feeCurrency: feeCurrencyField(fields, 'fillFeeCcy', fee, placeOf(fields, trade, context)),
    filledAtMs: integerField(fields, 'fillTime'),
  };
}

function placeOf(fields: ReplyFields, { marketTag }: Trade, context: AccountContext) {
  return { context, symbol: textField(fields, 'instId'), marketTag };
}

type Trade = Omit<VenueFill, 'fee' | 'feeCurrency' | 'filledAtMs'>;

/** A trade has one id for both of its orders, and each market has its own ids. */
function fillIdOf(fields: ReplyFields): string {
  return `${idField(fields, 'ordId')}-${idField(fields, 'tradeId')}`;
}

function tradeOf(fields: ReplyFields, context: AccountContext): Trade {
  return {
    fillId: fillIdOf(fields),
    venueOrderId: idField(fields, 'ordId'),
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
