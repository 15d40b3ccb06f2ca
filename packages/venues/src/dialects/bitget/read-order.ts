// Orders of Bitget, as its look-up, its two lists and its frames show them. How long an order may
// wait only frames say.

import type { Decimal } from '#lib/decimal.ts';
import { AVERAGE_DIGITS, divideDecimal, roundToDigits, ZERO } from '#lib/decimal.ts';
import type { OrderSide, OrderType } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { VenueOrder, VenueOrderState } from '#venue-port/exchange/exchange.ts';
import type { AccountContext } from '#venues/dialect.ts';
import { tagOf } from '#venues/dialects/bitget/read-market.ts';
import { countedIdField } from '#venues/dialects/reply/counted-id.ts';
import { ownOrderName } from '#venues/dialects/reply/own-order-name.ts';
import { insistOnFills } from '#venues/dialects/reply/insist-on-fills.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  integerField,
  knownWord,
  optionalDecimal,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

export const TYPES: { readonly [type: string]: OrderType } = { limit: 'limit', market: 'market' };
export const SIDES: { readonly [side: string]: OrderSide } = { buy: 'buy', sell: 'sell' };

/** Whether it is at work. Examples have older words, which the tables do not. */
const STATUSES: { readonly [status: string]: boolean } = {
  init: true,
  new: true,
  live: true,
  partially_filled: true,
  partial_fill: true,
  filled: false,
  full_fill: false,
  cancelled: false,
};

const FILLED: ReadonlySet<string> = new Set(['filled', 'full_fill']);

/** `isOpenList`: there the price has another name, which is that of the average elsewhere. */
export function readOrder(value: unknown, context: AccountContext, isOpenList = false): VenueOrder {
  const fields = replyFields(value, 'The order');
  const price = isOpenList && fields['price'] === undefined ? 'priceAvg' : 'price';
  const filledAmount = decimalField(fields, 'baseVolume');
  return orderOf(fields, context, {
    symbol: 'symbol',
    size: 'size',
    price,
    filledAmount,
    averageFillPrice: averageOf(decimalField(fields, 'quoteVolume'), filledAmount),
  });
}

/** What a frame calls `size` is no size. */
export function readStreamedOrder(fields: ReplyFields, context: AccountContext): VenueOrder {
  const filledAmount = optionalDecimal(fields, 'accBaseVolume');
  const average = optionalDecimal(fields, 'priceAvg');
  const order = orderOf(fields, context, {
    symbol: 'instId',
    size: 'newSize',
    price: 'price',
    filledAmount,
    averageFillPrice: filledAmount > 0n ? roundToDigits(average, AVERAGE_DIGITS) : ZERO,
  });
  const isPostOnly = fields['force'] === 'post_only';
  return { ...order, terms: { ...PLAIN_TERMS, isPostOnly } };
}

type Names = {
  readonly symbol: string;
  readonly size: string;
  readonly price: string;
  readonly filledAmount: Decimal;
  readonly averageFillPrice: Decimal;
};

function orderOf(
  fields: ReplyFields,
  context: AccountContext,
  { symbol, size, price, filledAmount, averageFillPrice }: Names,
): VenueOrder {
  const type = knownWord(TYPES, textField(fields, 'orderType'), 'orderType');
  const side = knownWord(SIDES, textField(fields, 'side'), 'side');
  // Only orders of the owner are by value: of these the amount is what they got.
  const isByValue = type === 'market' && side === 'buy';
  const amount = isByValue ? filledAmount : decimalField(fields, size);
  if (filledAmount < 0n || filledAmount > amount)
    throw new UnreadableReply('What was filled is no part of the amount.');
  if (filledAmount > 0n && averageFillPrice <= 0n)
    throw new UnreadableReply('The fill has no price.');
  const placedAtMs = integerField(fields, 'cTime');
  return {
    venueOrderId: orderIdField(fields),
    clientOrderId: nameOf(fields),
    marketTag: tagOf(textField(fields, symbol), context),
    side,
    type,
    price: type === 'limit' ? decimalField(fields, price) : ZERO,
    amount,
    terms: PLAIN_TERMS,
    filledAmount,
    averageFillPrice,
    ...endOf(textField(fields, 'status'), fields['cancelReason'], type, { amount, filledAmount }),
    placedAtMs,
    updatedAtMs: fields['uTime'] === undefined ? placedAtMs : updatedAtMs(fields, placedAtMs),
  };
}

function updatedAtMs(fields: ReplyFields, placedAtMs: number): number {
  return Math.max(placedAtMs, integerField(fields, 'uTime'));
}

/** Lists go on from one. */
export function orderIdField(fields: ReplyFields): string {
  return countedIdField(fields, 'orderId');
}

/** Other programs have names of their own. */
export function nameOf({ clientOid: name }: ReplyFields): string | null {
  return typeof name === 'string' ? ownOrderName(name) : null;
}

function averageOf(value: Decimal, amount: Decimal): Decimal {
  return amount > 0n
    ? roundToDigits(divideDecimal(value, amount, 'half_even'), AVERAGE_DIGITS)
    : ZERO;
}

type End = { readonly state: VenueOrderState; readonly reason: string | null };

const BY_ITSELF = 'The exchange ended the order, so that it would not trade with another of yours.';
const BY_ITS_RULES = 'The exchange ended the order by its own rules.';

/** It does not say who cancelled an order: post-only ones that would take are cancelled, too. */
export function endOf(
  status: string,
  cancelReason: unknown,
  type: OrderType,
  { amount, filledAmount }: Pick<VenueOrder, 'amount' | 'filledAmount'>,
): End {
  insistOnFills(FILLED.has(status), filledAmount);
  if (knownWord(STATUSES, status, 'status')) return { state: 'open', reason: null };
  if (filledAmount > 0n && filledAmount >= amount) return { state: 'filled', reason: null };
  if (cancelReason === 'stp_cancel') return { state: 'cancelled', reason: BY_ITSELF };
  // Nobody cancels a market order.
  if (type === 'limit') return { state: 'cancelled', reason: null };
  return { state: filledAmount > 0n ? 'cancelled' : 'expired', reason: BY_ITS_RULES };
}
