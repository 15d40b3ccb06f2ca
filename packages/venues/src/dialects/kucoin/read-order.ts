// Orders of KuCoin, as its look-ups and its list of open ones show them.

import type { Decimal } from '#lib/decimal.ts';
import { AVERAGE_DIGITS, divideDecimal, roundToDigits, ZERO } from '#lib/decimal.ts';
import type { OrderSide, OrderType } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { VenueOrder, VenueOrderState } from '#venue-port/exchange/exchange.ts';
import type { AccountContext } from '#venues/dialect.ts';
import { tagOf } from '#venues/dialects/kucoin/read-market.ts';
import { ownOrderName } from '#venues/dialects/reply/own-order-name.ts';
import { insistOnFills } from '#venues/dialects/reply/insist-on-fills.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  flagField,
  idField,
  integerField,
  knownWord,
  optionalDecimal,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

const TYPES: { readonly [type: string]: OrderType } = { limit: 'limit', market: 'market' };
export const SIDES: { readonly [side: string]: OrderSide } = { buy: 'buy', sell: 'sell' };

/** Order of a reply or row; one by value has the amount that it got. */
export function readOrder(value: unknown, context: AccountContext): VenueOrder {
  const fields = replyFields(value, 'The order');
  const type = knownWord(TYPES, textField(fields, 'type'), 'type');
  const filledAmount = decimalField(fields, 'dealSize');
  const filledValue = decimalField(fields, 'dealFunds');
  // An order by value has no size.
  const size = optionalDecimal(fields, 'size');
  const amount = size > 0n ? size : filledAmount;
  return {
    venueOrderId: orderIdField(fields, 'id'),
    clientOrderId: nameOf(fields),
    marketTag: tagOf(textField(fields, 'symbol'), context),
    side: knownWord(SIDES, textField(fields, 'side'), 'side'),
    type,
    price: type === 'limit' ? decimalField(fields, 'price') : ZERO,
    amount,
    terms: { ...PLAIN_TERMS, isPostOnly: fields['postOnly'] === true },
    filledAmount,
    averageFillPrice: averageOf(filledValue, filledAmount),
    ...endOf(fields, type, { amount, filledAmount }),
    placedAtMs: integerField(fields, 'createdAt'),
    updatedAtMs: integerField(fields, 'lastUpdatedAt'),
  };
}

const ORDER_ID = /^\w{1,64}$/;

/** It becomes part of a path. */
export function orderIdField(fields: ReplyFields, name: string): string {
  const id = idField(fields, name);
  if (!ORDER_ID.test(id)) throw new UnreadableReply(`"${name}" is no id of an order.`);
  return id;
}

/** Orders of the owner may have none. */
export function nameOf({ clientOid: name }: ReplyFields): string | null {
  return typeof name === 'string' ? ownOrderName(name) : null;
}

function averageOf(value: Decimal, amount: Decimal): Decimal {
  return amount > 0n
    ? roundToDigits(divideDecimal(value, amount, 'half_even'), AVERAGE_DIGITS)
    : ZERO;
}

type End = { readonly state: VenueOrderState; readonly reason: string | null };

export const BY_ITS_RULES = 'The exchange ended the order by its own rules.';

/**
 * It says neither who cancelled an order nor why: post-only ones that would take are cancelled,
 * too. Nobody cancels a market order.
 */
function endOf(
  fields: ReplyFields,
  type: OrderType,
  { amount, filledAmount }: Pick<VenueOrder, 'amount' | 'filledAmount'>,
): End {
  if (flagField(fields, 'active')) return { state: 'open', reason: null };
  const isCancelled =
    flagField(fields, 'cancelExist') || optionalDecimal(fields, 'cancelledSize') > 0n;
  // No word says that it is filled.
  insistOnFills(false, filledAmount);
  if (filledAmount > 0n && filledAmount >= amount) return { state: 'filled', reason: null };
  if (type === 'limit' && isCancelled) return { state: 'cancelled', reason: null };
  return { state: filledAmount > 0n ? 'cancelled' : 'expired', reason: BY_ITS_RULES };
}
