// The private stream of a unified account of KuCoin: after its welcome a frame logs on, and then
// one subscribes to the orders of the account. An order that rests is news as it is; whatever else
// happens to one, the account is to be read.

import { ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, StreamEvent } from '#venues/dialect.ts';
import { nanosecondsField } from '#venues/dialects/kucoin/nanoseconds.ts';
import { tagOf } from '#venues/dialects/kucoin/read-market.ts';
import { orderIdField } from '#venues/dialects/kucoin/read-order.ts';
import { UNIFIED_SIDES } from '#venues/dialects/kucoin/read-unified-order.ts';
import { ownOrderName } from '#venues/dialects/reply/own-order-name.ts';
import { venueDetail } from '#venues/dialects/reply/read-outcome.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  codeIn,
  decimalField,
  knownWord,
  optionalDecimal,
  replyFields,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';
import { signedText } from '#venues/dialects/reply/sign-text.ts';
import type { VenueCredentials } from '#venues/wire/venue-wire.ts';

export const UNIFIED_ADDRESS = 'wss://wsapi-push.kucoin.com/';
const [LOG_ON, ORDERS] = ['log-on', 'orders'];
const TOPICS = new Set(['order', 'orderAll']);
const IS_LIVE = '2';

/** Signed are the time and a path of its own; the passphrase is not sent, its signature is. */
export function logOnFrame(credentials: VenueCredentials, nowMs: number): string {
  const timestamp = String(nowMs);
  const sign = (text: string): string => signedText(credentials, text, 'base64');
  return JSON.stringify({
    id: LOG_ON,
    op: 'auth',
    'kc-api-key': credentials.apiKey,
    'kc-api-sign': sign(`${timestamp}POST/api/websocket/users/verify`),
    'kc-api-timestamp': timestamp,
    'kc-api-passphrase': sign(credentials.passphrase ?? ''),
  });
}

/** Frame that keeps the connection alive. */
export function unifiedPing(nowMs: number): string {
  return JSON.stringify({ id: String(nowMs), op: 'ping', timestamp: nowMs });
}

const SUBSCRIBE = JSON.stringify({
  id: ORDERS,
  action: 'subscribe',
  channel: 'orderAll',
  tradeType: 'UNIFIED',
});

const SWEEP: StreamEvent = { kind: 'sweep', marketTag: null };

/** Events of a frame. Throws `UnreadableReply` for one that cannot be read. */
export function readUnifiedMessage(
  fields: ReplyFields,
  context: AccountContext,
): readonly StreamEvent[] {
  if (fields['message'] === 'welcome') return [{ kind: 'log_on' }];
  if (fields['id'] === LOG_ON || fields['id'] === ORDERS) return readReply(fields);
  const { T: topic } = fields;
  if (typeof topic !== 'string' || !TOPICS.has(topic.split('.')[0] ?? '')) return [];
  return readChange(replyFields(fields['d'], 'The change'), context);
}

/** It replies to either frame whether it has done what the frame wants. */
function readReply({ id, result, code, msg, reason }: ReplyFields): readonly StreamEvent[] {
  const isDone = result === true || result === 'true';
  if (isDone) return id === LOG_ON ? [{ kind: 'send', frames: [SUBSCRIBE] }] : [{ kind: 'ready' }];
  const text = [msg, reason].find((each) => typeof each === 'string');
  const number = codeIn(code);
  const detail = venueDetail(
    typeof text === 'string' ? text : '',
    typeof number === 'string' ? number : '',
  );
  return [{ kind: 'refused', failure: id === LOG_ON ? 'unauthorized' : 'unavailable', detail }];
}

function readChange(fields: ReplyFields, context: AccountContext): readonly StreamEvent[] {
  // Futures and margin of the account have orders in the same stream.
  if (textField(fields, 'tT') !== 'SPOT') return [];
  const isResting =
    String(codeIn(fields['os'])) === IS_LIVE &&
    fields['oT'] === 'LIMIT' &&
    optionalDecimal(fields, 'fS') === ZERO;
  if (!isResting) return [SWEEP];
  return [{ kind: 'news', news: { kind: 'order', order: restingOrder(fields, context) } }, SWEEP];
}

function restingOrder(fields: ReplyFields, context: AccountContext): VenueOrder {
  const name = fields['ci'];
  const placedAtMs = nanosecondsField(fields, 'O');
  return {
    venueOrderId: orderIdField(fields, 'oi'),
    clientOrderId: typeof name === 'string' ? ownOrderName(name) : null,
    marketTag: tagOf(textField(fields, 's'), context),
    side: knownWord(UNIFIED_SIDES, textField(fields, 'S'), 'S'),
    type: 'limit',
    price: decimalField(fields, 'p'),
    amount: decimalField(fields, 'q'),
    terms: { ...PLAIN_TERMS, isPostOnly: fields['pO'] === true },
    filledAmount: ZERO,
    averageFillPrice: ZERO,
    state: 'open',
    reason: null,
    placedAtMs,
    updatedAtMs: Math.max(placedAtMs, nanosecondsField(fields, 'U')),
  };
}
