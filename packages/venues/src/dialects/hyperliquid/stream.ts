// The stream of an account of Hyperliquid, which anybody who knows its address may follow: changes
// of orders, fills and payments of funding.

import { ZERO } from '#lib/decimal.ts';
import type { VenueCredentials } from '#venues/wire/venue-wire.ts';
import type { AccountContext, StreamDialect, StreamEvent } from '#venues/dialect.ts';
import { isOfOrder, readFill } from '#venues/dialects/hyperliquid/read-fill.ts';
import { isPerpetual } from '#venues/dialects/hyperliquid/read-market.ts';
import { readOrder } from '#venues/dialects/hyperliquid/read-order.ts';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';
import { venueDetail } from '#venues/dialects/reply/read-outcome.ts';
import { readFrameRows } from '#venues/dialects/reply/frame-rows.ts';
import { byField } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  integerField,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

const ADDRESS = 'wss://api.hyperliquid.xyz/ws';
/** In this order; when the last one is confirmed, everything is. */
const CHANNELS = ['userFundings', 'userFills', 'orderUpdates'] as const;
const LAST = CHANNELS[2];
/** The venue ends a connection after a minute without a frame. */
const PING_EVERY_MS = 20_000;
const SILENCE_MS_MAX = 45_000;

export const HYPERLIQUID_STREAM: StreamDialect = {
  token: null,
  keepToken: null,
  address: () => ADDRESS,
  open: (credentials) => CHANNELS.map((type) => subscription(type, credentials)),
  read: readFrame,
  ping: { everyMs: PING_EVERY_MS, frame: () => '{"method":"ping"}' },
  silenceMsMax: SILENCE_MS_MAX,
};

function subscription(type: string, { apiKey }: VenueCredentials): string {
  const user = apiKey.trim().toLowerCase();
  return JSON.stringify({ method: 'subscribe', subscription: { type, user } });
}

const SWEEP: StreamEvent = { kind: 'sweep', marketTag: null };

/** What cannot be read says at least that something happened. */
function readFrame(frame: string, context: AccountContext): readonly StreamEvent[] {
  try {
    return readMessage(replyFields(parseJson(frame), 'The frame'), context);
  } catch (error) {
    if (!(error instanceof UnreadableReply || error instanceof SyntaxError)) throw error;
    return [SWEEP];
  }
}

function readMessage({ channel, data }: ReplyFields, context: AccountContext) {
  switch (channel) {
    case 'subscriptionResponse':
      return confirmation(data);
    case 'error':
      return [refused(data)];
    case 'orderUpdates':
      return readFrameRows(
        replyList(data, 'The frame'),
        orderIdIn,
        (value) => readUpdate(value, context),
        [SWEEP],
      );
    case 'userFills':
      return readFills(replyFields(data, 'The frame'), context);
    case 'userFundings':
      return replyFields(data, 'The frame')['isSnapshot'] === true ? [] : [SWEEP];
    default:
      return [];
  }
}

function orderIdIn(row: unknown): unknown {
  return replyFields(replyFields(row, 'The update')['order'], 'The order')['oid'];
}

function confirmation(data: unknown): readonly StreamEvent[] {
  const { method, subscription: confirmed } = replyFields(data, 'The frame');
  const { type } = replyFields(confirmed, 'The frame');
  return method === 'subscribe' && type === LAST ? [{ kind: 'ready' }] : [];
}

/** An address follows ten accounts at most. */
function refused(data: unknown): StreamEvent {
  const detail = venueDetail(typeof data === 'string' ? data : '', 'stream');
  return { kind: 'refused', failure: 'unavailable', detail };
}

/** It neither says what kind of order it is nor for how much it was filled. */
function readUpdate(value: unknown, context: AccountContext): readonly StreamEvent[] {
  const fields = replyFields(value, 'The update');
  const order = replyFields(fields['order'], 'The order');
  if (!isPerpetual(textField(order, 'coin'))) return [];
  const word = textField(fields, 'status');
  const isWhole = decimalField(order, 'sz') === decimalField(order, 'origSz');
  if (word !== 'open' || !isWhole) return [SWEEP];
  const read = readOrder(
    order,
    { word, sinceMs: integerField(fields, 'statusTimestamp') },
    context,
  );
  return read.price === ZERO ? [SWEEP] : [{ kind: 'news', news: { kind: 'order', order: read } }];
}

/** What there was before is read by REST. */
function readFills(fields: ReplyFields, context: AccountContext): readonly StreamEvent[] {
  if (fields['isSnapshot'] === true) return [];
  const rows = replyList(fields['fills'], 'The frame');
  const read = (value: unknown): readonly StreamEvent[] => {
    const row = replyFields(value, 'The fill');
    if (!isPerpetual(textField(row, 'coin'))) return [];
    if (!isOfOrder(row)) return [SWEEP];
    return [{ kind: 'news', news: { kind: 'fill', fill: readFill(row, context) } }];
  };
  return readFrameRows(rows, byField('oid'), read, [SWEEP]);
}
