// The stream of a user of Coinbase: orders with sums of what was filled. Frames do not always say
// the price of an order, or how much of it was wanted; the account is to be read then.

import { createHash } from 'node:crypto';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { AVERAGE_DIGITS, roundToDigits, ZERO } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, StreamDialect, StreamEvent } from '#venues/dialect.ts';
import {
  endOf,
  instantField,
  nameOf,
  SIDES,
  STATES,
  tagOf,
} from '#venues/dialects/coinbase/read-order.ts';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';
import { venueDetail } from '#venues/dialects/reply/read-outcome.ts';
import { readFrameRows } from '#venues/dialects/reply/frame-rows.ts';
import { byField } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  knownWord,
  optionalDecimal,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import { cdpToken, CDP_TOKEN_MS } from '#venues/wire/cdp-token.ts';
import type { VenueCredentials } from '#venues/wire/venue-wire.ts';

const ADDRESS = 'wss://advanced-trade-ws-user.coinbase.com';
const CHANNEL = 'user';
/** It has a frame a second; without it a quiet connection is ended. */
const HEARTBEATS = 'heartbeats';
const SILENCE_MS_MAX = 20_000;
/** A token is dated so far back, because the venue's clock may be behind. */
const DATED_BACK_MS = 10_000;

export const COINBASE_STREAM: StreamDialect = {
  token: null,
  keepToken: null,
  address: () => ADDRESS,
  // Of all markets. A subscription lasts as long as its connection.
  open: (credentials, _token, nowMs) =>
    [HEARTBEATS, CHANNEL].map((channel) =>
      JSON.stringify({ type: 'subscribe', channel, jwt: tokenFor(credentials, channel, nowMs) }),
    ),
  read: readFrame,
  ping: null,
  silenceMsMax: SILENCE_MS_MAX,
};

/** Each frame has a token of its own. */
function tokenFor(credentials: VenueCredentials, channel: string, nowMs: number): string {
  const { apiKey } = credentials;
  const nonce = createHash('sha256').update(`${apiKey} ${channel} ${nowMs}`).digest('hex');
  const endsAtMs = nowMs + CDP_TOKEN_MS - DATED_BACK_MS;
  return cdpToken(credentials, { nonce: nonce.slice(0, 32), endsAtMs, request: null });
}

const SWEEP = { kind: 'sweep', marketTag: null } as const;

/** What cannot be read says at least that something happened. */
function readFrame(frame: string, context: AccountContext): readonly StreamEvent[] {
  try {
    const fields = replyFields(parseJson(frame), 'The frame');
    if (fields['type'] === 'error') return [refused(fields)];
    const { channel } = fields;
    if (channel !== 'subscriptions' && channel !== CHANNEL) return [];
    const events = replyList(fields['events'], 'The frame').map((each) =>
      replyFields(each, 'The event'),
    );
    if (channel === 'subscriptions') return events.some(isSubscribed) ? [{ kind: 'ready' }] : [];
    return events.flatMap((event) => eventsOf(event, context));
  } catch (error) {
    if (!(error instanceof UnreadableReply || error instanceof SyntaxError)) throw error;
    return [SWEEP];
  }
}

/** Which error a wrong key receives is not documented, so any is tried again as others are. */
function refused({ message }: ReplyFields): StreamEvent {
  const text = typeof message === 'string' ? message : '';
  const isOfKey = /authenticat/i.test(text);
  const failure = isOfKey ? 'unauthorized' : 'unavailable';
  return { kind: 'refused', failure, detail: venueDetail(text, 'stream') };
}

function isSubscribed({ subscriptions }: ReplyFields): boolean {
  return Object.hasOwn(replyFields(subscriptions, 'The subscriptions'), CHANNEL);
}

/** What there is already is read by REST. */
function eventsOf(event: ReplyFields, context: AccountContext): readonly StreamEvent[] {
  if (event['type'] !== 'update') return [];
  const rows = replyList(event['orders'] ?? [], 'The event');
  return readFrameRows<StreamEvent>(
    rows,
    byField('order_id'),
    (value) => [newsOf(value, context)],
    [SWEEP],
  );
}

function newsOf(value: unknown, context: AccountContext): StreamEvent {
  const fields = replyFields(value, 'The order');
  const order = orderIn(fields, context);
  if (order !== null) return { kind: 'news', news: { kind: 'order', order } };
  const reported = nameOf(fields);
  return reported === null ? SWEEP : { ...SWEEP, reported };
}

/** Null where it does not say all that an order is, or is of one that only an owner places. */
function orderIn(fields: ReplyFields, context: AccountContext): VenueOrder | null {
  const { order_type: type, limit_price: limit } = fields;
  if (type !== 'Limit' || typeof limit !== 'string' || limit === '') return null;
  const ending = knownWord(STATES, textField(fields, 'status'), 'status');
  const filledAmount = decimalField(fields, 'cumulative_quantity');
  // When an order ends, nothing is left of it, whatever it was.
  if (ending !== 'open' && ending !== 'filled') return null;
  const amount = (filledAmount + decimalField(fields, 'leaves_quantity')) as Decimal;
  const atMs = instantField(fields, 'creation_time');
  return {
    venueOrderId: textField(fields, 'order_id'),
    clientOrderId: nameOf(fields),
    marketTag: tagOf(fields, context),
    side: knownWord(SIDES, textField(fields, 'order_side'), 'order_side'),
    type: 'limit',
    price: decimalField(fields, 'limit_price'),
    amount,
    terms: { ...PLAIN_TERMS, isPostOnly: String(fields['post_only']) === 'true' },
    filledAmount,
    averageFillPrice:
      filledAmount > 0n
        ? roundToDigits(optionalDecimal(fields, 'avg_price'), AVERAGE_DIGITS)
        : ZERO,
    ...endOf(ending, { amount, filledAmount }, []),
    placedAtMs: atMs,
    updatedAtMs: atMs,
  };
}
