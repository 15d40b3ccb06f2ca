// The private streams of KuCoin. That of classic accounts has a token by REST, and a subscription
// to what happens to orders after the welcome; frames say neither fees nor averages, so most of
// what they say is that the account is to be read. That of unified ones is in unified-stream.ts.

import { ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, StreamDialect, StreamEvent } from '#venues/dialect.ts';
import { isUnified } from '#venues/dialects/kucoin/account-mode.ts';
import { tagOf } from '#venues/dialects/kucoin/read-market.ts';
import { nameOf, orderIdField, SIDES } from '#venues/dialects/kucoin/read-order.ts';
import { kucoinRequest } from '#venues/dialects/kucoin/requests.ts';
import {
  logOnFrame,
  readUnifiedMessage,
  UNIFIED_ADDRESS,
  unifiedPing,
} from '#venues/dialects/kucoin/unified-stream.ts';
import { kucoinVerdict } from '#venues/dialects/kucoin/verdict.ts';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';
import { venueDetail } from '#venues/dialects/reply/read-outcome.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  integerField,
  knownWord,
  optionalDecimal,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

/** Whatever address the reply with the token names: nothing else is ever connected to. */
const ADDRESS = 'wss://ws-api-spot.kucoin.com/';
const TOPIC = '/spotMarket/tradeOrdersV2';
const SUBSCRIPTION = 'orders';
/** The venue wants one each 18 seconds, and replies within ten. */
const PING_EVERY_MS = 15_000;
const SILENCE_MS_MAX = 45_000;

export const KUCOIN_STREAM: StreamDialect = {
  token: () => ({
    call: kucoinRequest('streamToken'),
    read: (outcome) =>
      kucoinVerdict('read', outcome, (data) => textField(replyFields(data, 'The token'), 'token')),
  }),
  needsNoToken: (mode) => isUnified(ofMode(mode)),
  keepToken: null,
  address: (token, _marketType, mode) =>
    isUnified(ofMode(mode))
      ? UNIFIED_ADDRESS
      : `${ADDRESS}?token=${encodeURIComponent(token ?? '')}`,
  open: () => [],
  logOn: (credentials, nowMs) => [logOnFrame(credentials, nowMs)],
  read: readFrame,
  ping: {
    everyMs: PING_EVERY_MS,
    frame: (nowMs, mode) =>
      isUnified(ofMode(mode))
        ? unifiedPing(nowMs)
        : JSON.stringify({ id: String(nowMs), type: 'ping' }),
  },
  silenceMsMax: SILENCE_MS_MAX,
};

function ofMode(mode: string | undefined): Pick<AccountContext, 'mode'> {
  return mode === undefined ? {} : { mode };
}

const SUBSCRIBE = JSON.stringify({
  id: SUBSCRIPTION,
  type: 'subscribe',
  topic: TOPIC,
  privateChannel: true,
  response: true,
});

const SWEEP: StreamEvent = { kind: 'sweep', marketTag: null };

/** What cannot be read says at least that something happened. */
function readFrame(frame: string, context: AccountContext): readonly StreamEvent[] {
  try {
    const fields = replyFields(parseJson(frame), 'The frame');
    return (isUnified(context) ? readUnifiedMessage : readMessage)(fields, context);
  } catch (error) {
    if (!(error instanceof UnreadableReply || error instanceof SyntaxError)) throw error;
    return [SWEEP];
  }
}

function readMessage(fields: ReplyFields, context: AccountContext): readonly StreamEvent[] {
  switch (fields['type']) {
    case 'welcome':
      return [{ kind: 'send', frames: [SUBSCRIBE] }];
    case 'ack':
      return fields['id'] === SUBSCRIPTION ? [{ kind: 'ready' }] : [];
    case 'error':
      return [refused(fields)];
    case 'message':
      return fields['topic'] === TOPIC ? readChange(fields, context) : [];
    default:
      return [];
  }
}

/** A token that is not accepted is got anew with the next connection. */
function refused({ code, data }: ReplyFields): StreamEvent {
  const text = typeof data === 'string' ? data : '';
  const detail = venueDetail(text, typeof code === 'number' ? code : 0);
  return { kind: 'refused', failure: 'unavailable', detail };
}

/** That it was received changes nothing: the order has not met the book yet. */
function readChange({ data }: ReplyFields, context: AccountContext): readonly StreamEvent[] {
  const fields = replyFields(data, 'The change');
  if (fields['type'] === 'received') return [];
  if (fields['type'] !== 'open' || optionalDecimal(fields, 'filledSize') > 0n) return [SWEEP];
  return [{ kind: 'news', news: { kind: 'order', order: restingOrder(fields, context) } }, SWEEP];
}

/** Whether it is post-only is not said, and read with the rest. */
function restingOrder(fields: ReplyFields, context: AccountContext): VenueOrder {
  const placedAtMs = integerField(fields, 'orderTime');
  return {
    venueOrderId: orderIdField(fields, 'orderId'),
    clientOrderId: nameOf(fields),
    marketTag: tagOf(textField(fields, 'symbol'), context),
    side: knownWord(SIDES, textField(fields, 'side'), 'side'),
    type: 'limit',
    price: decimalField(fields, 'price'),
    amount: decimalField(fields, 'originSize'),
    terms: PLAIN_TERMS,
    filledAmount: ZERO,
    averageFillPrice: ZERO,
    state: 'open',
    reason: null,
    placedAtMs,
    updatedAtMs: placedAtMs,
  };
}
