// Orders of Binance USD-M futures, as replies to requests and events of the stream show them.

import { AVERAGE_DIGITS, divideDecimal, roundToDigits, ZERO } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { OrderSide, OrderType } from '#venue-port/order/order.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { VenueOrder, VenueOrderState } from '#venue-port/exchange/exchange.ts';
import type { AccountContext } from '#venues/dialect.ts';
import { usdmMarketTag } from '#venues/dialects/binance-usdm/read-market.ts';
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
  optionalDecimal,
  replyFields,
  replyList,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';

/** An order with the venue's words still in it: replies and events differ in their keys only. */
export type UsdmOrderWords = {
  readonly symbol: string;
  readonly orderId: string;
  readonly name: string;
  readonly status: string;
  readonly type: string;
  readonly timeInForce: string;
  readonly side: string;
  readonly price: Decimal;
  readonly amount: Decimal;
  readonly filledAmount: Decimal;
  /** Zero where the venue does not say it: replies to placements and cancellations do not. */
  readonly averagePrice: Decimal;
  readonly triggerPrice: Decimal;
  readonly isReduceOnly: boolean;
  readonly placedAtMs: number;
  readonly updatedAtMs: number;
};

const STATES: { readonly [status: string]: VenueOrderState } = {
  NEW: 'open',
  PARTIALLY_FILLED: 'open',
  FILLED: 'filled',
  CANCELED: 'cancelled',
  REJECTED: 'rejected',
  EXPIRED: 'expired',
  EXPIRED_IN_MATCH: 'expired',
  // Of the venue's own orders, which take over a position in liquidation.
  NEW_INSURANCE: 'open',
  NEW_ADL: 'open',
};

const END_REASONS: { readonly [status: string]: string } = {
  REJECTED: 'The exchange rejected the order.',
  EXPIRED: 'The exchange ended the order by the rules of its type.',
  EXPIRED_IN_MATCH:
    'The exchange ended the order, because it would have met one of the same owner.',
};

const TYPES: { readonly [type: string]: OrderType } = {
  LIMIT: 'limit',
  MARKET: 'market',
  STOP: 'stop_limit',
  STOP_MARKET: 'stop_market',
  TAKE_PROFIT: 'take_profit_limit',
  TAKE_PROFIT_MARKET: 'take_profit_market',
  TRAILING_STOP_MARKET: 'trailing_stop_market',
  // An order that the venue itself places to close a position.
  LIQUIDATION: 'limit',
};

const TRAILING = 'TRAILING_STOP_MARKET';

export const SIDES: { readonly [side: string]: OrderSide } = { BUY: 'buy', SELL: 'sell' };
const POST_ONLY = 'GTX';

/**
 * Order of the words of a reply or frame; a market that is not listed has the tag of its symbol.
 */
export function usdmOrder(words: UsdmOrderWords, { findMarket }: AccountContext): VenueOrder {
  const type = knownWord(TYPES, words.type, 'type');
  return {
    venueOrderId: words.orderId,
    clientOrderId: ownOrderName(words.name),
    marketTag: findMarket('futures', words.symbol)?.market.marketTag ?? usdmMarketTag(words.symbol),
    side: knownWord(SIDES, words.side, 'side'),
    type,
    price: words.price,
    amount: words.amount,
    terms: termsOf(words, type),
    filledAmount: words.filledAmount,
    averageFillPrice: averagePrice(words),
    state: endedState(words),
    reason: END_REASONS[words.status] ?? null,
    placedAtMs: words.placedAtMs,
    updatedAtMs: words.updatedAtMs,
  };
}

/** What ended with fills was neither rejected nor did it expire as a whole. */
function endedState({ status, filledAmount }: UsdmOrderWords): VenueOrderState {
  const state = knownWord(STATES, status, 'status');
  insistOnFills(state === 'filled', filledAmount);
  const isEnded = state === 'rejected' || state === 'expired';
  return isEnded && filledAmount > 0n ? 'cancelled' : state;
}

function termsOf(words: UsdmOrderWords, type: OrderType): OrderTerms {
  const trigger = words.triggerPrice > 0n ? words.triggerPrice : null;
  const isTrailing = type === 'trailing_stop_market';
  return {
    ...PLAIN_TERMS,
    isPostOnly: words.timeInForce === POST_ONLY,
    isReduceOnly: words.isReduceOnly,
    triggerPrice: isTrailing ? null : trigger,
    trailActivationPrice: isTrailing ? trigger : null,
  };
}

function averagePrice({ filledAmount, averagePrice: average, price }: UsdmOrderWords): Decimal {
  if (filledAmount <= 0n) return ZERO;
  return average > 0n ? average : price;
}

/** Those that are open. */
export function readUsdmOrders(value: unknown, context: AccountContext): OpenRows<VenueOrder> {
  const rows = replyList(value, 'The list of orders');
  const keys = { id: 'orderId', name: 'clientOrderId' };
  return readOpenOrders(rows, keys, (order) => readUsdmOrder(order, context));
}

/**
 * An order in a reply. Replies to placements and cancellations name no time of the placement:
 * `placedAtMs` is what the caller knows of it.
 */
export function readUsdmOrder(
  value: unknown,
  context: AccountContext,
  placedAtMs: number | null = null,
): VenueOrder {
  const fields = replyFields(value, 'The order');
  const filledAmount = decimalField(fields, 'executedQty');
  return usdmOrder(
    {
      symbol: textField(fields, 'symbol'),
      orderId: idField(fields, 'orderId'),
      name: textField(fields, 'clientOrderId'),
      status: textField(fields, 'status'),
      // A stop that was triggered has another type from then on.
      type: textField(fields, 'type'),
      timeInForce: textField(fields, 'timeInForce'),
      side: textField(fields, 'side'),
      price: decimalField(fields, 'price'),
      amount: decimalField(fields, 'origQty'),
      filledAmount,
      averagePrice: averageOf(fields, filledAmount),
      triggerPrice: triggerOf(fields, { stop: 'stopPrice', activation: 'activatePrice' }),
      isReduceOnly: fields['reduceOnly'] === true,
      placedAtMs: placedAtMs ?? integerField(fields, 'time'),
      updatedAtMs: integerField(fields, 'updateTime'),
    },
    context,
  );
}

/** Of an order that trails, the trigger is said to mean nothing: it begins at its activation. */
export function triggerOf(
  fields: ReplyFields,
  names: { readonly stop: string; readonly activation: string },
): Decimal {
  const isTrailing = fields['type'] === TRAILING || fields['o'] === TRAILING;
  return optionalDecimal(fields, isTrailing ? names.activation : names.stop);
}

/** From the value, which has all digits; else as the venue rounds it. */
function averageOf(fields: ReplyFields, filledAmount: Decimal): Decimal {
  const value = optionalDecimal(fields, 'cumQuote');
  if (value <= 0n || filledAmount <= 0n) return optionalDecimal(fields, 'avgPrice');
  return roundToDigits(divideDecimal(value, filledAmount, 'half_even'), AVERAGE_DIGITS);
}
