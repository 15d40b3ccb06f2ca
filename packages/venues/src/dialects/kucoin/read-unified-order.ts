// Orders of a unified account of KuCoin, as its look-up and its list of open ones show them.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { OrderSide, OrderType } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { AccountContext } from '#venues/dialect.ts';
import { nanosecondsField } from '#venues/dialects/kucoin/nanoseconds.ts';
import { tagOf } from '#venues/dialects/kucoin/read-market.ts';
import { BY_ITS_RULES, nameOf, orderIdField } from '#venues/dialects/kucoin/read-order.ts';
import { insistOnFills } from '#venues/dialects/reply/insist-on-fills.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  codeIn,
  decimalField,
  knownWord,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

const TYPES: { readonly [type: string]: OrderType } = { LIMIT: 'limit', MARKET: 'market' };
export const UNIFIED_SIDES: { readonly [side: string]: OrderSide } = { BUY: 'buy', SELL: 'sell' };

/**
 * Whether an order works, by its number: 2 live, 3 filled, 4 filled in part, 5 cancelled, 6
 * cancelled with fills. Those below are of orders that wait for a price, which are none of ours.
 */
const IS_OPEN: { readonly [status: string]: boolean } = {
  2: true,
  3: false,
  4: true,
  5: false,
  6: false,
};

const FILLED = '3';

/** Order of a reply or row. Throws `UnreadableReply` for one by value, which is none of ours. */
export function readUnifiedOrder(value: unknown, context: AccountContext): VenueOrder {
  const fields = replyFields(value, 'The order');
  if (fields['sizeUnit'] !== 'BASECCY') throw new UnreadableReply('The order is not in base.');
  const type = knownWord(TYPES, textField(fields, 'orderType'), 'orderType');
  const amount = decimalField(fields, 'size');
  const filledAmount = decimalField(fields, 'filledSize');
  if (filledAmount < 0n || filledAmount > amount)
    throw new UnreadableReply('What was filled is no part of the amount.');
  const placedAtMs = nanosecondsField(fields, 'orderTime');
  return {
    venueOrderId: orderIdField(fields, 'orderId'),
    clientOrderId: nameOf(fields),
    marketTag: tagOf(textField(fields, 'symbol'), context),
    side: knownWord(UNIFIED_SIDES, textField(fields, 'side'), 'side'),
    type,
    price: type === 'limit' ? decimalField(fields, 'price') : ZERO,
    amount,
    terms: { ...PLAIN_TERMS, isPostOnly: fields['postOnly'] === true },
    filledAmount,
    averageFillPrice: averageOf(fields, filledAmount),
    ...endOf(fields, type, { amount, filledAmount }),
    placedAtMs,
    updatedAtMs: Math.max(placedAtMs, nanosecondsField(fields, 'updatedTime')),
  };
}

function averageOf(fields: ReplyFields, filledAmount: Decimal): Decimal {
  if (filledAmount === ZERO) return ZERO;
  const average = decimalField(fields, 'avgPrice');
  if (average <= 0n) throw new UnreadableReply('The fill has no price.');
  return average;
}

/** Nobody cancels a market order. Why a limit ended is in words that are not listed. */
function endOf(
  fields: ReplyFields,
  type: OrderType,
  { amount, filledAmount }: Pick<VenueOrder, 'amount' | 'filledAmount'>,
): Pick<VenueOrder, 'state' | 'reason'> {
  const status = String(codeIn(fields['status']));
  insistOnFills(status === FILLED, filledAmount);
  if (knownWord(IS_OPEN, status, 'status')) return { state: 'open', reason: null };
  if (filledAmount > 0n && filledAmount === amount) return { state: 'filled', reason: null };
  if (type === 'limit') return { state: 'cancelled', reason: null };
  return { state: filledAmount > 0n ? 'cancelled' : 'expired', reason: BY_ITS_RULES };
}
