// Orders of Bybit, as its lists and its stream show them: both have the same keys.

import type { Decimal } from '#lib/decimal.ts';
import { AVERAGE_DIGITS, divideDecimal, roundToDigits, ZERO } from '#lib/decimal.ts';
import { attachedName } from '#venue-port/order/attached-name.ts';
import type { OrderSide, OrderType } from '#venue-port/order/order.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { VenueOrder, VenueOrderState } from '#venue-port/exchange/exchange.ts';
import type { AccountContext } from '#venues/dialect.ts';
import { bybitMarketTag } from '#venues/dialects/bybit/read-market.ts';
import { ownOrderName } from '#venues/dialects/reply/own-order-name.ts';
import { insistOnFills } from '#venues/dialects/reply/insist-on-fills.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  idField,
  integerField,
  knownWord,
  optionalDecimal,
  replyFields,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';

type Ending = 'open' | 'filled' | 'ended' | 'rejected';

const STATUSES: { readonly [status: string]: Ending } = {
  New: 'open',
  PartiallyFilled: 'open',
  Untriggered: 'open',
  Triggered: 'open',
  Filled: 'filled',
  Cancelled: 'ended',
  // Of spot; elsewhere a cancelled order may have fills.
  PartiallyFilledCanceled: 'ended',
  Deactivated: 'ended',
  Rejected: 'rejected',
};

const KINDS: { readonly [type: string]: 'limit' | 'market' } = { Limit: 'limit', Market: 'market' };

export const SIDES: { readonly [side: string]: OrderSide } = { Buy: 'buy', Sell: 'sell' };

/** Order of a row or frame; a market that is not listed has the tag of its symbol. */
export function readOrder(value: unknown, context: AccountContext): VenueOrder {
  const fields = replyFields(value, 'The order');
  const filledAmount = decimalField(fields, 'cumExecQty');
  const kind = knownWord(KINDS, textField(fields, 'orderType'), 'orderType');
  const type = typeOf(fields, kind);
  const symbol = textField(fields, 'symbol');
  const market = context.findMarket(context.marketType, symbol)?.market;
  return {
    venueOrderId: idField(fields, 'orderId'),
    clientOrderId: nameOf(fields),
    marketTag: market?.marketTag ?? bybitMarketTag(symbol),
    side: knownWord(SIDES, textField(fields, 'side'), 'side'),
    type,
    // A market order shows the price that it would have stopped at.
    price: kind === 'limit' ? decimalField(fields, 'price') : ZERO,
    amount: amountOf(fields, filledAmount),
    terms: termsOf(fields, type),
    filledAmount,
    averageFillPrice: averageOf(fields, filledAmount),
    ...endOf(fields, filledAmount),
    placedAtMs: integerField(fields, 'createdTime'),
    updatedAtMs: integerField(fields, 'updatedTime'),
  };
}

/** Orders of the owner may have no name. A stop that its entry brought has that of its entry. */
export function nameOf(fields: ReplyFields): string | null {
  const { orderLinkId: name, parentOrderLinkId: parent } = fields;
  if (typeof name === 'string' && name !== '') return ownOrderName(name);
  const isStop = ATTACHED_STOPS.has(fields['stopOrderType']);
  const entry = isStop && typeof parent === 'string' ? ownOrderName(parent) : null;
  return entry === null ? null : attachedName(entry);
}

const ATTACHED_STOPS = new Set<unknown>(['PartialStopLoss', 'StopLoss']);

/** Only orders of the owner are by value: of these the amount is what they got, or nothing yet. */
function amountOf(fields: ReplyFields, filledAmount: Decimal): Decimal {
  return fields['marketUnit'] === 'quoteCoin' ? filledAmount : decimalField(fields, 'qty');
}

function averageOf(fields: ReplyFields, filledAmount: Decimal): Decimal {
  if (filledAmount <= 0n) return ZERO;
  const value = decimalField(fields, 'cumExecValue');
  return roundToDigits(divideDecimal(value, filledAmount, 'half_even'), AVERAGE_DIGITS);
}

const PLAIN_STOPS = new Set<unknown>([undefined, null, '', 'UNKNOWN']);
/** Of the price that sets an order off. */
const RISES = 1;
const FALLS = 2;
const TAKE_PROFITS = new Set<unknown>(['TakeProfit', 'PartialTakeProfit']);

/**
 * Stops are never placed here: those that an owner placed elsewhere are only shown. A plain one is
 * a take-profit where the price has to come the order's way.
 */
function typeOf(fields: ReplyFields, kind: 'limit' | 'market'): OrderType {
  const { stopOrderType, side, triggerDirection } = fields;
  if (PLAIN_STOPS.has(stopOrderType)) return kind;
  if (stopOrderType === 'TrailingStop') return `trailing_stop_${kind}`;
  const isFavourable = triggerDirection === (side === 'Buy' ? FALLS : RISES);
  const isTakeProfit =
    TAKE_PROFITS.has(stopOrderType) || (stopOrderType === 'Stop' && isFavourable);
  return isTakeProfit ? `take_profit_${kind}` : `stop_${kind}`;
}

function termsOf(fields: ReplyFields, type: OrderType): OrderTerms {
  const price = optionalDecimal(fields, 'triggerPrice');
  const trigger = price > 0n && type !== 'limit' && type !== 'market' ? price : null;
  const isTrailing = type === 'trailing_stop_limit' || type === 'trailing_stop_market';
  return {
    ...PLAIN_TERMS,
    isPostOnly: fields['timeInForce'] === 'PostOnly',
    isReduceOnly: fields['reduceOnly'] === true,
    triggerPrice: isTrailing ? null : trigger,
    trailActivationPrice: isTrailing ? trigger : null,
  };
}

/** Words that stand for no reason, or for a cancellation that was requested. */
const NO_REASONS = new Set<unknown>([
  undefined,
  null,
  '',
  'UNKNOWN',
  'EC_NoError',
  'EC_PerCancelRequest',
  'CancelByUser',
]);
/** The order was refused as it was, by the engine. */
const REFUSED = new Set<unknown>(['EC_PostOnlyWillTakeLiquidity']);

/** What ended with fills was neither rejected nor did it expire as a whole. */
function endOf(
  fields: ReplyFields,
  filledAmount: Decimal,
): { readonly state: VenueOrderState; readonly reason: string | null } {
  const ending = knownWord(STATUSES, textField(fields, 'orderStatus'), 'orderStatus');
  insistOnFills(ending === 'filled', filledAmount);
  if (ending === 'open' || ending === 'filled') return { state: ending, reason: null };
  const { rejectReason, cancelType } = fields;
  const word = [rejectReason, cancelType].find((each) => !NO_REASONS.has(each));
  const isRejected = ending === 'rejected' || REFUSED.has(word);
  if (!isRejected && word === undefined) return { state: 'cancelled', reason: null };
  const reason = isRejected
    ? 'The exchange rejected the order'
    : 'The exchange ended the order by its own rules';
  const detail = typeof word === 'string' ? `${reason} (${word.slice(0, 60)}).` : `${reason}.`;
  if (filledAmount > 0n) return { state: 'cancelled', reason: detail };
  return { state: isRejected ? 'rejected' : 'expired', reason: detail };
}
