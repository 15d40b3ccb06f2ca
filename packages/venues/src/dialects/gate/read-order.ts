// Orders of Gate, as replies, lists and frames show them.

import type { Decimal } from '#lib/decimal.ts';
import {
  AVERAGE_DIGITS,
  divideDecimal,
  roundToDigits,
  subtractDecimal,
  ZERO,
} from '#lib/decimal.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { VenueOrder, VenueOrderState } from '#venue-port/exchange/exchange.ts';
import type { AccountContext } from '#venues/dialect.ts';
import { ownGateName } from '#venues/dialects/gate/place-request.ts';
import { tagOf } from '#venues/dialects/gate/read-market.ts';
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
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

export const SIDES: { readonly [side: string]: OrderSide } = { buy: 'buy', sell: 'sell' };

/** In lists. Whether all was filled, the figures say. */
const STATUSES: { readonly [status: string]: boolean } = {
  open: true,
  closed: false,
  cancelled: false,
};
/** In frames. */
const EVENTS: { readonly [event: string]: boolean } = { put: true, update: true, finish: false };

/** Unified accounts also have `limit_borrow`, `market_repay` and the like. */
const MARKET_TYPE = /^market(?:_|$)/;
const KNOWN_TYPE = /^(?:limit|market)(?:_|$)/;

/** Order of a row or reply. */
export function readOrder(value: unknown, context: AccountContext): VenueOrder {
  const fields = replyFields(value, 'The order');
  const isOpen = knownWord(STATUSES, textField(fields, 'status'), 'status');
  return orderOf(fields, isOpen, context);
}

/** Order of a frame, which names its event instead of a status. */
export function readStreamedOrder(fields: ReplyFields, context: AccountContext): VenueOrder {
  const isOpen = knownWord(EVENTS, textField(fields, 'event'), 'event');
  return orderOf(fields, isOpen, context);
}

function orderOf(fields: ReplyFields, isOpen: boolean, context: AccountContext): VenueOrder {
  const kind = textField(fields, 'type');
  if (!KNOWN_TYPE.test(kind)) throw new UnreadableReply('"type" is none that is known.');
  const side = knownWord(SIDES, textField(fields, 'side'), 'side');
  const clientOrderId = nameOf(fields);
  const timeInForce = fields['time_in_force'];
  // Ours is a market buy with a price that protects it.
  const isProtected = side === 'buy' && timeInForce === 'ioc' && clientOrderId !== null;
  const type = MARKET_TYPE.test(kind) || isProtected ? 'market' : 'limit';
  const { amount, filledAmount } = amountsOf(fields, MARKET_TYPE.test(kind) && side === 'buy');
  const placedAtMs = instantField(fields, 'create_time');
  return {
    venueOrderId: idField(fields, 'id'),
    clientOrderId,
    marketTag: tagOf(fields, context),
    side,
    type,
    price: type === 'market' ? ZERO : decimalField(fields, 'price'),
    amount,
    terms: { ...PLAIN_TERMS, isPostOnly: timeInForce === 'poc' },
    filledAmount,
    averageFillPrice: averageOf(fields, filledAmount),
    ...endOf(fields, isOpen, { amount, filledAmount }),
    placedAtMs,
    updatedAtMs: Math.max(placedAtMs, instantField(fields, 'update_time')),
  };
}

/** Only orders of the owner are by value: of these the amount is what they got. */
function amountsOf(
  fields: ReplyFields,
  isByValue: boolean,
): { readonly amount: Decimal; readonly filledAmount: Decimal } {
  if (isByValue) {
    const filledAmount = decimalField(fields, 'filled_amount');
    return { amount: filledAmount, filledAmount };
  }
  const amount = decimalField(fields, 'amount');
  const left = decimalField(fields, 'left');
  if (left < 0n || left > amount) throw new UnreadableReply('"left" is no part of the amount.');
  return { amount, filledAmount: subtractDecimal(amount, left) };
}

/** The sum of what was paid is exact, the average of the venue is rounded. */
function averageOf(fields: ReplyFields, filledAmount: Decimal): Decimal {
  if (filledAmount === 0n) return ZERO;
  const total = optionalDecimal(fields, 'filled_total');
  const average =
    total > 0n
      ? divideDecimal(total, filledAmount, 'half_even')
      : decimalField(fields, 'avg_deal_price');
  return roundToDigits(average, AVERAGE_DIGITS);
}

/** Other programs have names of their own, and the venue's pages have numbers. */
export function nameOf({ text }: ReplyFields): string | null {
  return typeof text === 'string' ? ownGateName(text) : null;
}

/** In seconds, beside which newer replies have milliseconds, as a number or as text. */
function instantField(fields: ReplyFields, name: string): number {
  const inMs = `${name}_ms`;
  return fields[inMs] === undefined
    ? integerField(fields, name) * 1_000
    : integerField(fields, inMs);
}

/** How an order ends that nobody ended by hand. Words that are not listed are shown as they are. */
const NO_REASONS = new Set<unknown>([undefined, null, '', '-', 'open', 'filled', 'cancelled']);
/** A post-only order that would have taken. */
const WOULD_TAKE = 'poc';

/** What ended with fills was neither rejected nor did it expire as a whole. */
function endOf(
  fields: ReplyFields,
  isOpen: boolean,
  { amount, filledAmount }: { readonly amount: Decimal; readonly filledAmount: Decimal },
): { readonly state: VenueOrderState; readonly reason: string | null } {
  insistOnFills(!isOpen && fields['finish_as'] === 'filled', filledAmount);
  if (isOpen) return { state: 'open', reason: null };
  if (filledAmount > 0n && filledAmount >= amount) return { state: 'filled', reason: null };
  const { finish_as: how } = fields;
  if (NO_REASONS.has(how)) return { state: 'cancelled', reason: null };
  const word = String(how)
    .replaceAll(/[^\w .-]+/g, ' ')
    .slice(0, 40);
  if (how === WOULD_TAKE && filledAmount === 0n)
    return { state: 'rejected', reason: 'The post-only order would have been filled at once.' };
  const reason = `The exchange ended the order by its own rules (${word}).`;
  return { state: filledAmount > 0n ? 'cancelled' : 'expired', reason };
}
