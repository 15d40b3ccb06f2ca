// Orders of Kraken, as its lists show them.

import type { Decimal } from '#lib/decimal.ts';
import { AVERAGE_DIGITS, roundToDigits, ZERO } from '#lib/decimal.ts';
import type { OrderSide, OrderType } from '#venue-port/order/order.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { VenueOrder, VenueOrderState } from '#venue-port/exchange/exchange.ts';
import type { AccountContext } from '#venues/dialect.ts';
import { tagOf } from '#venues/dialects/kraken/read-market.ts';
import type { OpenRows } from '#venues/dialects/reply/read-open-orders.ts';
import { readOpenOrders } from '#venues/dialects/reply/read-open-orders.ts';
import { insistOnFills } from '#venues/dialects/reply/insist-on-fills.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  decimalInstantField,
  knownWord,
  replyFields,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';
import { ownUuidName } from '#venues/dialects/reply/uuid-order-name.ts';

export type Ending = 'open' | 'filled' | 'cancelled' | 'expired';

/** `closed` is an order that is filled. */
const STATES: { readonly [status: string]: Ending } = {
  pending: 'open',
  open: 'open',
  closed: 'filled',
  canceled: 'cancelled',
  expired: 'expired',
};

const TYPES: { readonly [ordertype: string]: OrderType } = {
  limit: 'limit',
  iceberg: 'limit',
  market: 'market',
  'stop-loss': 'stop_market',
  'stop-loss-limit': 'stop_limit',
  'take-profit': 'take_profit_market',
  'take-profit-limit': 'take_profit_limit',
  'trailing-stop': 'trailing_stop_market',
  'trailing-stop-limit': 'trailing_stop_limit',
  'settle-position': 'market',
};

export const SIDES: { readonly [type: string]: OrderSide } = { buy: 'buy', sell: 'sell' };

/** By the ids of the venue. */
export function readOrders(value: unknown, context: AccountContext): readonly VenueOrder[] {
  const orders = Object.entries(replyFields(value, 'The list of orders'));
  return orders.map(([id, order]) => readOrder(id, order, context));
}

/** One that cannot be read keeps no other back. */
export function readListedOrders(value: unknown, context: AccountContext): OpenRows<VenueOrder> {
  const orders = Object.entries(replyFields(value, 'The list of orders'));
  const rows = orders.map(([id, order]) => ({ id, order, name: nameIn(order) }));
  return readOpenOrders(rows, { id: 'id', name: 'name' }, (row) => {
    const { id, order } = row as (typeof rows)[number];
    return readOrder(id, order, context);
  });
}

function nameIn(order: unknown): unknown {
  return (order as ReplyFields | null)?.['cl_ord_id'];
}

function readOrder(venueOrderId: string, value: unknown, context: AccountContext): VenueOrder {
  const fields = replyFields(value, 'The order');
  const words = replyFields(fields['descr'], 'The description of the order');
  const filledAmount = decimalField(fields, 'vol_exec');
  const type = knownWord(TYPES, textField(words, 'ordertype'), 'ordertype');
  const flags = flagsOf(fields);
  const amount = flags.includes('viqc') ? filledAmount : decimalField(fields, 'vol');
  const placedAtMs = instantField(fields, 'opentm');
  return {
    venueOrderId,
    clientOrderId: nameOf(fields),
    marketTag: tagOf(textField(words, 'pair'), context),
    side: knownWord(SIDES, textField(words, 'type'), 'type'),
    type,
    price: limitOf(type, words),
    amount,
    terms: termsOf(type, words, flags),
    filledAmount,
    averageFillPrice:
      filledAmount > 0n ? roundToDigits(decimalField(fields, 'price'), AVERAGE_DIGITS) : ZERO,
    ...endOf(
      knownWord(STATES, textField(fields, 'status'), 'status'),
      { amount, filledAmount },
      fields['reason'],
    ),
    placedAtMs,
    updatedAtMs: fields['closetm'] === undefined ? placedAtMs : instantField(fields, 'closetm'),
  };
}

/** Orders of the owner may have no name. */
export function nameOf({ cl_ord_id: name }: ReplyFields): string | null {
  return typeof name === 'string' ? ownUuidName(name) : null;
}

function flagsOf({ oflags }: ReplyFields): readonly string[] {
  return typeof oflags === 'string' ? oflags.split(',') : [];
}

/** Of what waits for a price, the limit is the second one; of what trails, it is an offset. */
function limitOf(type: OrderType, words: ReplyFields): Decimal {
  if (type === 'limit') return decimalField(words, 'price');
  const isStop = type === 'stop_limit' || type === 'take_profit_limit';
  return isStop ? decimalField(words, 'price2') : ZERO;
}

function termsOf(type: OrderType, words: ReplyFields, flags: readonly string[]): OrderTerms {
  const isStop = type.startsWith('stop') || type.startsWith('take_profit');
  return {
    ...PLAIN_TERMS,
    isPostOnly: flags.includes('post'),
    triggerPrice: isStop ? decimalField(words, 'price') : null,
  };
}

const USER_REQUESTED = /^user (?:requested|canceled|cancelled)$/i;
const POST_ONLY = /^post only/i;

/** What ended with fills was neither rejected nor did it expire as a whole. */
export function endOf(
  ending: Ending,
  { amount, filledAmount }: Pick<VenueOrder, 'amount' | 'filledAmount'>,
  said: unknown,
): { readonly state: VenueOrderState; readonly reason: string | null } {
  insistOnFills(ending === 'filled', filledAmount);
  if (ending === 'open') return { state: 'open', reason: null };
  if (ending === 'filled' && filledAmount >= amount) return { state: 'filled', reason: null };
  const text = typeof said === 'string' ? plainWord(said) : '';
  if (ending === 'cancelled' && (text === '' || USER_REQUESTED.test(text)))
    return { state: 'cancelled', reason: null };
  const isRejected = POST_ONLY.test(text);
  const how = isRejected
    ? 'The exchange rejected the order'
    : 'The exchange ended the order by its own rules';
  const reason = text === '' ? `${how}.` : `${how} (${text}).`;
  if (filledAmount > 0n) return { state: 'cancelled', reason };
  return { state: isRejected ? 'rejected' : 'expired', reason };
}

const WORD_CHARACTERS_MAX = 100;

function plainWord(text: string): string {
  return text.replaceAll(/[^\w .,:/-]+/g, ' ').slice(0, WORD_CHARACTERS_MAX);
}

/** Seconds with a fraction. */
export function instantField(fields: ReplyFields, name: string): number {
  return decimalInstantField(fields, name, 'second');
}

/** Zero or above. */
export function positiveOf(value: Decimal): Decimal {
  return value > 0n ? value : ZERO;
}
