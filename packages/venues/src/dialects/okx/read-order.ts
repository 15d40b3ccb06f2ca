// Orders of OKX, as its lists and its stream show them: both have the same keys.

import type { Decimal } from '#lib/decimal.ts';
import { AVERAGE_DIGITS, roundToDigits, ZERO } from '#lib/decimal.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { VenueOrder, VenueOrderState } from '#venue-port/exchange/exchange.ts';
import type { AccountContext } from '#venues/dialect.ts';
import { okxMarketTag } from '#venues/dialects/okx/read-market.ts';
import { ownOrderName } from '#venues/dialects/reply/own-order-name.ts';
import { insistOnFills } from '#venues/dialects/reply/insist-on-fills.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  codeIn,
  decimalField,
  idField,
  integerField,
  knownWord,
  optionalDecimal,
  replyFields,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';

type Ending = 'open' | 'filled' | 'ended';

const STATES: { readonly [state: string]: Ending } = {
  live: 'open',
  partially_filled: 'open',
  filled: 'filled',
  canceled: 'ended',
  mmp_canceled: 'ended',
};

const KINDS: { readonly [ordType: string]: 'limit' | 'market' } = {
  limit: 'limit',
  post_only: 'limit',
  fok: 'limit',
  ioc: 'limit',
  elp: 'limit',
  rpi: 'limit',
  mmp: 'limit',
  mmp_and_post_only: 'limit',
  market: 'market',
  optimal_limit_ioc: 'market',
};

const POST_ONLY = new Set<unknown>(['post_only', 'mmp_and_post_only']);

export const SIDES: { readonly [side: string]: OrderSide } = { buy: 'buy', sell: 'sell' };

/** Order of a row or frame; one by value has the amount that it got. */
export function readOrder(value: unknown, context: AccountContext): VenueOrder {
  const fields = replyFields(value, 'The order');
  const filledAmount = optionalDecimal(fields, 'accFillSz');
  const side = knownWord(SIDES, textField(fields, 'side'), 'side');
  const clientOrderId = nameOf(fields);
  const kind = knownWord(KINDS, textField(fields, 'ordType'), 'ordType');
  // Ours is a market buy with a price that protects it.
  const isProtected = fields['ordType'] === 'ioc' && side === 'buy' && clientOrderId !== null;
  const type = isProtected ? 'market' : kind;
  return {
    venueOrderId: idField(fields, 'ordId'),
    clientOrderId,
    marketTag: tagOf(fields, context),
    side,
    type,
    price: type === 'limit' ? decimalField(fields, 'px') : ZERO,
    amount: isByValue(fields, side) ? filledAmount : decimalField(fields, 'sz'),
    terms: {
      ...PLAIN_TERMS,
      isPostOnly: POST_ONLY.has(fields['ordType']),
      isReduceOnly: fields['reduceOnly'] === 'true',
    },
    filledAmount,
    averageFillPrice:
      filledAmount > 0n ? roundToDigits(decimalField(fields, 'avgPx'), AVERAGE_DIGITS) : ZERO,
    ...endOf(fields, filledAmount),
    placedAtMs: integerField(fields, 'cTime'),
    updatedAtMs: integerField(fields, 'uTime'),
  };
}

/** Tag of a row's market; a market that is not listed has the tag of its symbol. */
export function tagOf(fields: ReplyFields, { marketType, findMarket }: AccountContext): string {
  const symbol = textField(fields, 'instId');
  return findMarket(marketType, symbol)?.market.marketTag ?? okxMarketTag(symbol);
}

/** Orders of the owner may have no name. What came of one that waited has that one's as well. */
export function nameOf({ clOrdId, algoClOrdId }: ReplyFields): string | null {
  const own = typeof clOrdId === 'string' ? ownOrderName(clOrdId) : null;
  return own ?? (typeof algoClOrdId === 'string' ? ownOrderName(algoClOrdId) : null);
}

/** Only orders of the owner are by value: of these the amount is what they got, or nothing yet. */
function isByValue({ instType, ordType, tgtCcy }: ReplyFields, side: OrderSide): boolean {
  if (instType !== 'SPOT' || ordType !== 'market') return false;
  return tgtCcy === 'quote_ccy' || (side === 'buy' && tgtCcy !== 'base_ccy');
}

/** Nothing, or a cancellation that was requested. */
const NO_REASONS = new Set<unknown>([undefined, null, '', '1']);
/** A post-only order would have taken. */
const REFUSED = '31';

/** What ended with fills was neither rejected nor did it expire as a whole. */
function endOf(
  fields: ReplyFields,
  filledAmount: Decimal,
): { readonly state: VenueOrderState; readonly reason: string | null } {
  const ending = knownWord(STATES, textField(fields, 'state'), 'state');
  insistOnFills(ending === 'filled', filledAmount);
  if (ending === 'open' || ending === 'filled') return { state: ending, reason: null };
  const cancelSource = codeIn(fields['cancelSource']);
  const { cancelSourceReason } = fields;
  if (NO_REASONS.has(cancelSource)) return { state: 'cancelled', reason: null };
  const isRejected = cancelSource === REFUSED;
  const text = isRejected
    ? 'The exchange rejected the order'
    : 'The exchange ended the order by its own rules';
  const words = [cancelSource, cancelSourceReason].filter((each) => each !== '').map(plainWord);
  const reason = `${text} (${words.filter((each) => each !== '').join(': ')}).`;
  if (filledAmount > 0n) return { state: 'cancelled', reason };
  return { state: isRejected ? 'rejected' : 'expired', reason };
}

const WORD_CHARACTERS_MAX = 100;

function plainWord(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value.replaceAll(/[^\w .,:/-]+/g, ' ').slice(0, WORD_CHARACTERS_MAX);
}
