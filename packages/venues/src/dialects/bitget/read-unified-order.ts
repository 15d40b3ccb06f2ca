// Orders of a unified account of Bitget, as the look-up, the lists and the frames of the v3
// interface show them, all in one form.

import type { Decimal } from '#lib/decimal.ts';
import { AVERAGE_DIGITS, divideDecimal, roundToDigits, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { AccountContext } from '#venues/dialect.ts';
import { tagOf } from '#venues/dialects/bitget/read-market.ts';
import { endOf, nameOf, orderIdField, SIDES, TYPES } from '#venues/dialects/bitget/read-order.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  integerField,
  knownWord,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

/** Whether a row is of spot; its category is in small letters in frames. */
export function isSpot(value: unknown): boolean {
  return textField(replyFields(value, 'The row'), 'category').toUpperCase() === 'SPOT';
}

/** Order of a row or frame. Throws `UnreadableReply` for one that is not of spot. */
export function readUnifiedOrder(value: unknown, context: AccountContext): VenueOrder {
  const fields = replyFields(value, 'The order');
  if (!isSpot(fields)) throw new UnreadableReply('The order is of another kind of market.');
  const type = knownWord(TYPES, textField(fields, 'orderType'), 'orderType');
  const side = knownWord(SIDES, textField(fields, 'side'), 'side');
  const filledAmount = decimalField(fields, 'cumExecQty');
  // Only orders of the owner are by value: of these the amount is what they got.
  const isByValue = type === 'market' && side === 'buy';
  const amount = isByValue ? filledAmount : decimalField(fields, 'qty');
  if (filledAmount < 0n || filledAmount > amount)
    throw new UnreadableReply('What was filled is no part of the amount.');
  const averageFillPrice = averageOf(fields, filledAmount);
  const placedAtMs = integerField(fields, 'createdTime');
  return {
    venueOrderId: orderIdField(fields),
    clientOrderId: nameOf(fields),
    marketTag: tagOf(textField(fields, 'symbol'), context),
    side,
    type,
    price: type === 'limit' ? decimalField(fields, 'price') : ZERO,
    amount,
    terms: { ...PLAIN_TERMS, isPostOnly: fields['timeInForce'] === 'post_only' },
    filledAmount,
    averageFillPrice,
    ...endOf(textField(fields, 'orderStatus'), fields['cancelReason'], type, {
      amount,
      filledAmount,
    }),
    placedAtMs,
    updatedAtMs: Math.max(placedAtMs, integerField(fields, 'updatedTime')),
  };
}

/** Of the sums, which are exact. */
function averageOf(fields: ReplyFields, filledAmount: Decimal): Decimal {
  const value = decimalField(fields, 'cumExecValue');
  if (filledAmount === ZERO) return ZERO;
  if (value <= 0n) throw new UnreadableReply('The fill has no price.');
  return roundToDigits(divideDecimal(value, filledAmount, 'half_even'), AVERAGE_DIGITS);
}
