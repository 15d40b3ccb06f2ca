// Orders of Binance spot, as replies to requests and events of the stream show them.

import { AVERAGE_DIGITS, divideDecimal, roundToDigits, ZERO } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { OrderSide, OrderType } from '#venue-port/order/order.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { VenueOrder, VenueOrderState } from '#venue-port/exchange/exchange.ts';
import type { AccountContext } from '#venues/dialect.ts';
import { spotMarketTag } from '#venues/dialects/binance-spot/read-market.ts';
import { ownOrderName } from '#venues/dialects/reply/own-order-name.ts';
import type { OpenRows } from '#venues/dialects/reply/read-open-orders.ts';
import { readOpenOrders } from '#venues/dialects/reply/read-open-orders.ts';
import { insistOnFills } from '#venues/dialects/reply/insist-on-fills.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  idField,
  integerField,
  knownWord,
  replyDecimal,
  replyFields,
  replyList,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';

/** An order with the venue's words still in it: replies and events differ in their keys only. */
export type SpotOrderWords = {
  readonly symbol: string;
  readonly orderId: string;
  readonly name: string;
  readonly status: string;
  readonly type: string;
  readonly side: string;
  readonly price: Decimal;
  readonly amount: Decimal;
  readonly filledAmount: Decimal;
  /** Below zero: the venue does not know it any more. */
  readonly filledValue: Decimal;
  readonly triggerPrice: Decimal;
  readonly isTrailing: boolean;
  readonly endReason: string | null;
  readonly placedAtMs: number;
  readonly updatedAtMs: number;
};

const STATES: { readonly [status: string]: VenueOrderState } = {
  NEW: 'open',
  PENDING_NEW: 'open',
  PARTIALLY_FILLED: 'open',
  PENDING_CANCEL: 'open',
  FILLED: 'filled',
  CANCELED: 'cancelled',
  REJECTED: 'rejected',
  EXPIRED: 'expired',
  EXPIRED_IN_MATCH: 'expired',
};

const END_REASONS: { readonly [status: string]: string } = {
  REJECTED: 'The exchange rejected the order.',
  EXPIRED: 'The exchange ended the order by the rules of its type.',
  EXPIRED_IN_MATCH:
    'The exchange ended the order, because it would have met one of the same owner.',
};

const TYPES: { readonly [type: string]: OrderType } = {
  LIMIT: 'limit',
  LIMIT_MAKER: 'limit',
  MARKET: 'market',
  STOP_LOSS: 'stop_market',
  STOP_LOSS_LIMIT: 'stop_limit',
  TAKE_PROFIT: 'take_profit_market',
  TAKE_PROFIT_LIMIT: 'take_profit_limit',
};

const SIDES: { readonly [side: string]: OrderSide } = { BUY: 'buy', SELL: 'sell' };

/**
 * Order of the words of a reply or frame; a market that is not listed has the tag of its symbol.
 */
export function spotOrder(words: SpotOrderWords, { findMarket }: AccountContext): VenueOrder {
  const state = endedState(knownWord(STATES, words.status, 'status'), words.filledAmount);
  const type = knownWord(TYPES, words.type, 'type');
  return {
    venueOrderId: words.orderId,
    clientOrderId: ownOrderName(words.name),
    marketTag: findMarket('spot', words.symbol)?.market.marketTag ?? spotMarketTag(words.symbol),
    side: knownWord(SIDES, words.side, 'side'),
    type: isTrailingStop(words) ? trailingType(type) : type,
    price: words.price,
    amount: words.amount,
    terms: termsOf(words),
    filledAmount: words.filledAmount,
    averageFillPrice: averagePrice(words),
    state,
    reason: reasonOf(words),
    placedAtMs: words.placedAtMs,
    updatedAtMs: words.updatedAtMs,
  };
}

/** What ended with fills was neither rejected nor did it expire as a whole. */
function endedState(state: VenueOrderState, filledAmount: Decimal): VenueOrderState {
  insistOnFills(state === 'filled', filledAmount);
  const isEnded = state === 'rejected' || state === 'expired';
  return isEnded && filledAmount > 0n ? 'cancelled' : state;
}

function reasonOf({ status, endReason }: SpotOrderWords): string | null {
  const reason = END_REASONS[status] ?? null;
  return reason === null || endReason === null ? reason : `${reason} (${endReason})`;
}

/** Some replies list the distance of a stop on orders that have none. */
function isTrailingStop({ type, isTrailing }: SpotOrderWords): boolean {
  return isTrailing && /^(?:STOP_LOSS|TAKE_PROFIT)/.test(type);
}

function trailingType(type: OrderType): OrderType {
  return type.endsWith('_limit') ? 'trailing_stop_limit' : 'trailing_stop_market';
}

function termsOf(words: SpotOrderWords): OrderTerms {
  const { type, triggerPrice } = words;
  const isTrailing = isTrailingStop(words);
  const trigger = triggerPrice > 0n ? triggerPrice : null;
  return {
    ...PLAIN_TERMS,
    isPostOnly: type === 'LIMIT_MAKER',
    triggerPrice: isTrailing ? null : trigger,
    trailActivationPrice: isTrailing ? trigger : null,
  };
}

function averagePrice({ filledAmount, filledValue, price }: SpotOrderWords): Decimal {
  if (filledAmount <= 0n) return ZERO;
  if (filledValue < 0n) return price;
  return roundToDigits(divideDecimal(filledValue, filledAmount, 'half_even'), AVERAGE_DIGITS);
}

/**
 * An order in a reply. A placement names no time but its own; in the reply to a cancellation our
 * name is the original one, and `placedAtMs` is what the caller knows.
 */
export function readSpotOrder(
  value: unknown,
  context: AccountContext,
  cancelled: { readonly placedAtMs: number } | null = null,
): VenueOrder {
  return spotOrder(orderWords(replyFields(value, 'The order'), cancelled), context);
}

/** Those that are open. */
export function readSpotOrders(value: unknown, context: AccountContext): OpenRows<VenueOrder> {
  const rows = replyList(value, 'The list of orders');
  const keys = { id: 'orderId', name: 'clientOrderId' };
  return readOpenOrders(rows, keys, (order) => readSpotOrder(order, context));
}

function orderWords(
  fields: ReplyFields,
  cancelled: { readonly placedAtMs: number } | null,
): SpotOrderWords {
  const updated = fields['updateTime'] === undefined ? 'transactTime' : 'updateTime';
  const placed = fields['time'] === undefined ? updated : 'time';
  const reason = fields['expiryReason'];
  return {
    symbol: textField(fields, 'symbol'),
    orderId: idField(fields, 'orderId'),
    name: textField(fields, cancelled === null ? 'clientOrderId' : 'origClientOrderId'),
    status: textField(fields, 'status'),
    type: textField(fields, 'type'),
    side: textField(fields, 'side'),
    price: decimalField(fields, 'price'),
    amount: decimalField(fields, 'origQty'),
    filledAmount: decimalField(fields, 'executedQty'),
    filledValue: decimalField(fields, 'cummulativeQuoteQty'),
    triggerPrice: replyDecimal(fields['stopPrice'] ?? '0', 'stopPrice'),
    isTrailing: fields['trailingDelta'] !== undefined,
    endReason: typeof reason === 'string' ? reason : null,
    placedAtMs: cancelled?.placedAtMs ?? integerField(fields, placed),
    updatedAtMs: integerField(fields, updated),
  };
}
