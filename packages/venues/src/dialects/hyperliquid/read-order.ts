// Orders of Hyperliquid, as look-ups, its list of open ones and frames of its stream show them.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { OrderSide, OrderType } from '#venue-port/order/order.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { VenueOrder, VenueOrderState } from '#venue-port/exchange/exchange.ts';
import type { AccountContext } from '#venues/dialect.ts';
import { tagOf } from '#venues/dialects/hyperliquid/read-market.ts';
import { countedIdField } from '#venues/dialects/reply/counted-id.ts';
import { insistOnFills } from '#venues/dialects/reply/insist-on-fills.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  integerField,
  knownWord,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import { ownHexName } from '#venues/dialects/reply/uuid-order-name.ts';

export const SIDES: { readonly [side: string]: OrderSide } = { B: 'buy', A: 'sell' };

const TYPES: { readonly [orderType: string]: OrderType } = {
  Limit: 'limit',
  Market: 'market',
  'Stop Market': 'stop_market',
  'Stop Limit': 'stop_limit',
  'Take Profit Market': 'take_profit_market',
  'Take Profit Limit': 'take_profit_limit',
};

/** The word that an order has, and since when; an open one has none in the list. */
export type OrderStatus = { readonly word: string; readonly sinceMs: number };

/** `fields` are those of the order; frames of the stream do not say its type. */
export function readOrder(
  fields: ReplyFields,
  { word, sinceMs }: OrderStatus,
  context: AccountContext,
): VenueOrder {
  const amount = decimalField(fields, 'origSz');
  const filledAmount = (amount - decimalField(fields, 'sz')) as Decimal;
  if (filledAmount < 0n) throw new UnreadableReply('More is left than was ordered.');
  const type = typeOf(fields);
  const isLimit = type === 'limit' || type === 'stop_limit' || type === 'take_profit_limit';
  return {
    venueOrderId: countedIdField(fields, 'oid'),
    clientOrderId: nameOf(fields),
    marketTag: tagOf(textField(fields, 'coin'), context),
    side: knownWord(SIDES, textField(fields, 'side'), 'side'),
    type,
    price: isLimit ? decimalField(fields, 'limitPx') : ZERO,
    amount,
    terms: termsOf(fields, type),
    filledAmount,
    averageFillPrice: ZERO,
    ...endOf(word, { amount, filledAmount }),
    placedAtMs: integerField(fields, 'timestamp'),
    updatedAtMs: sinceMs,
  };
}

/** Orders of the owner may have none. */
export function nameOf({ cloid }: ReplyFields): string | null {
  return typeof cloid === 'string' ? ownHexName(cloid) : null;
}

/** A market order is a limit order that does not rest. */
function typeOf(fields: ReplyFields): OrderType {
  if (fields['orderType'] === undefined) return 'limit';
  const word = textField(fields, 'orderType');
  if (word === 'Limit' && fields['tif'] === 'Ioc') return 'market';
  return knownWord(TYPES, word, 'orderType');
}

function termsOf(fields: ReplyFields, type: OrderType): OrderTerms {
  const isStop = type.startsWith('stop') || type.startsWith('take_profit');
  return {
    ...PLAIN_TERMS,
    isPostOnly: fields['tif'] === 'Alo',
    isReduceOnly: fields['reduceOnly'] === true,
    triggerPrice: isStop ? decimalField(fields, 'triggerPx') : null,
  };
}

type End = { readonly state: VenueOrderState; readonly reason: string | null };

const REJECTED = /^(?:[a-zA-Z]+R|r)ejected$/;
const CANCELLED = /^(?:[a-zA-Z]+C|c)anceled$|^scheduledCancel$/;

/** Words say why: `badAloPxRejected`, `marginCanceled`. What has fills was cancelled. */
function endOf(
  word: string,
  { amount, filledAmount }: Pick<VenueOrder, 'amount' | 'filledAmount'>,
): End {
  insistOnFills(word === 'filled', filledAmount);
  if (word === 'open' || word === 'triggered') return { state: 'open', reason: null };
  if (word === 'filled' && filledAmount >= amount) return { state: 'filled', reason: null };
  if (word === 'canceled') return { state: 'cancelled', reason: null };
  const isRejected = REJECTED.test(word);
  if (!isRejected && word !== 'filled' && !CANCELLED.test(word))
    throw new UnreadableReply('The status is none that is known.');
  const how = isRejected
    ? 'The exchange rejected the order'
    : 'The exchange ended the order by its own rules';
  const reason = `${how} (${word}).`;
  if (filledAmount > 0n) return { state: 'cancelled', reason };
  return { state: isRejected ? 'rejected' : 'expired', reason };
}
