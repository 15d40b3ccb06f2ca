// Orders of Coinbase, as its lists show them.

import type { Decimal } from '#lib/decimal.ts';
import { AVERAGE_DIGITS, roundToDigits, ZERO } from '#lib/decimal.ts';
import type { OrderSide, OrderType } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { VenueOrder, VenueOrderState } from '#venue-port/exchange/exchange.ts';
import type { AccountContext } from '#venues/dialect.ts';
import { coinbaseMarketTag } from '#venues/dialects/coinbase/read-market.ts';
import { insistOnFills } from '#venues/dialects/reply/insist-on-fills.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  knownWord,
  optionalDecimal,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import { ownUuidName } from '#venues/dialects/reply/uuid-order-name.ts';

export type Ending = 'open' | 'filled' | 'cancelled' | 'expired' | 'failed';

export const STATES: { readonly [status: string]: Ending } = {
  PENDING: 'open',
  QUEUED: 'open',
  OPEN: 'open',
  CANCEL_QUEUED: 'open',
  EDIT_QUEUED: 'open',
  FILLED: 'filled',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
  FAILED: 'failed',
};

export const SIDES: { readonly [side: string]: OrderSide } = { BUY: 'buy', SELL: 'sell' };

/** What an order is, by the only entry of its configuration. */
const TYPES: { readonly [configuration: string]: OrderType } = {
  limit_limit_gtc: 'limit',
  limit_limit_gtd: 'limit',
  limit_limit_fok: 'limit',
  sor_limit_ioc: 'limit',
  twap_limit_gtd: 'limit',
  market_market_ioc: 'market',
  market_market_fok: 'market',
  stop_limit_stop_limit_gtc: 'stop_limit',
  stop_limit_stop_limit_gtd: 'stop_limit',
  trigger_bracket_gtc: 'limit',
  trigger_bracket_gtd: 'limit',
};
const AT_ONCE = 'sor_limit_ioc';

/** Order of a row; one by value has the amount that it got. */
export function readOrder(value: unknown, context: AccountContext): VenueOrder {
  const fields = replyFields(value, 'The order');
  const { kind, words } = configurationOf(fields);
  const clientOrderId = nameOf(fields);
  // Ours is a market buy with a price that protects it.
  const type =
    kind === AT_ONCE && clientOrderId !== null ? 'market' : knownWord(TYPES, kind, 'configuration');
  const filledAmount = decimalField(fields, 'filled_size');
  // Only orders of the owner are by value: of these the amount is what they got, or nothing yet.
  const wanted = optionalDecimal(words, 'base_size');
  const amount = wanted > 0n ? wanted : filledAmount;
  return {
    venueOrderId: textField(fields, 'order_id'),
    clientOrderId,
    marketTag: tagOf(fields, context),
    side: knownWord(SIDES, textField(fields, 'side'), 'side'),
    type,
    price: type === 'market' ? ZERO : decimalField(words, 'limit_price'),
    amount,
    terms: {
      ...PLAIN_TERMS,
      isPostOnly: words['post_only'] === true,
      triggerPrice: type === 'stop_limit' ? decimalField(words, 'stop_price') : null,
    },
    filledAmount,
    averageFillPrice:
      filledAmount > 0n
        ? roundToDigits(decimalField(fields, 'average_filled_price'), AVERAGE_DIGITS)
        : ZERO,
    ...endOf(
      knownWord(STATES, textField(fields, 'status'), 'status'),
      { amount, filledAmount },
      reasonsIn(fields),
    ),
    ...instantsOf(fields),
  };
}

function configurationOf(fields: ReplyFields): {
  readonly kind: string;
  readonly words: ReplyFields;
} {
  const configuration = replyFields(fields['order_configuration'], 'The configuration');
  const [only, ...others] = Object.entries(configuration).filter(([, words]) => words !== null);
  if (only === undefined || others.length > 0)
    throw new UnreadableReply('The configuration of the order is not one.');
  return { kind: only[0], words: replyFields(only[1], 'The configuration') };
}

/** Other programs name orders by UUIDs too: one of theirs is a name that no order of ours has. */
export function nameOf({ client_order_id: name }: ReplyFields): string | null {
  return typeof name === 'string' ? ownUuidName(name) : null;
}

/** Tag of a row's market; a market that is not listed has the tag of its symbol. */
export function tagOf(fields: ReplyFields, { marketType, findMarket }: AccountContext): string {
  const symbol = textField(fields, 'product_id');
  return findMarket(marketType, symbol)?.market.marketTag ?? coinbaseMarketTag(symbol);
}

function reasonsIn(fields: ReplyFields): readonly unknown[] {
  return [fields['reject_reason'], fields['reject_message'], fields['cancel_message']];
}

function instantsOf(fields: ReplyFields): Pick<VenueOrder, 'placedAtMs' | 'updatedAtMs'> {
  const placedAtMs = instantField(fields, 'created_time');
  const last = fields['last_fill_time'] ?? null;
  const updatedAtMs = last === null ? placedAtMs : instantField(fields, 'last_fill_time');
  return { placedAtMs, updatedAtMs: Math.max(placedAtMs, updatedAtMs) };
}

/** Other texts are dates as well, to whoever takes them for one. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d/;

/** In the text of an instant, of which milliseconds count. */
export function instantField(fields: ReplyFields, name: string): number {
  const text = textField(fields, name);
  const atMs = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs)) throw new UnreadableReply(`"${name}" is no instant.`);
  return atMs;
}

const NO_REASONS = new Set<unknown>(['', 'REJECT_REASON_UNSPECIFIED']);
const USER_REQUESTED = /^user requested cancel$/i;

/** What ended with fills was neither rejected nor did it expire as a whole. */
export function endOf(
  ending: Ending,
  { amount, filledAmount }: { readonly amount: Decimal; readonly filledAmount: Decimal },
  said: readonly unknown[],
): { readonly state: VenueOrderState; readonly reason: string | null } {
  insistOnFills(ending === 'filled', filledAmount);
  if (ending === 'open') return { state: 'open', reason: null };
  if (ending === 'filled' && filledAmount >= amount) return { state: 'filled', reason: null };
  const words = said
    .filter((each) => typeof each === 'string' && !NO_REASONS.has(each))
    .map(plainWord);
  const isRequested = words.every((each) => USER_REQUESTED.test(each));
  if (ending === 'cancelled' && isRequested) return { state: 'cancelled', reason: null };
  const isRejected = ending === 'failed';
  const how = isRejected
    ? 'The exchange rejected the order'
    : 'The exchange ended the order by its own rules';
  const reason = words.length === 0 ? `${how}.` : `${how} (${words.join(': ')}).`;
  if (filledAmount > 0n) return { state: 'cancelled', reason };
  return { state: isRejected ? 'rejected' : 'expired', reason };
}

const WORD_CHARACTERS_MAX = 100;

function plainWord(value: unknown): string {
  return String(value)
    .replaceAll(/[^\w .,:/-]+/g, ' ')
    .slice(0, WORD_CHARACTERS_MAX);
}
