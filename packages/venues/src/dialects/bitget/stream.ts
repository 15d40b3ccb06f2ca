// The private streams of Bitget: log on, then subscribe to orders of all spot markets, or of a
// unified account as a whole.

import type { AccountContext, StreamDialect, StreamEvent } from '#venues/dialect.ts';
import { isUnified } from '#venues/dialects/bitget/account-mode.ts';
import { nameOf, readStreamedOrder } from '#venues/dialects/bitget/read-order.ts';
import { isSpot, readUnifiedOrder } from '#venues/dialects/bitget/read-unified-order.ts';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';
import { venueDetail } from '#venues/dialects/reply/read-outcome.ts';
import { readFrameRows } from '#venues/dialects/reply/frame-rows.ts';
import { byField } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { replyFields, replyList, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import { signedText } from '#venues/dialects/reply/sign-text.ts';
import type { VenueCredentials } from '#venues/wire/venue-wire.ts';

const ADDRESS = 'wss://ws.bitget.com/v2/ws/private';
const UNIFIED_ADDRESS = 'wss://ws.bitget.com/v3/ws/private';
/** The venue ends a connection after two minutes without one; it asks for one each half minute. */
const PING_EVERY_MS = 20_000;
const SILENCE_MS_MAX = 45_000;
/** Not logged on, key, passphrase, signature. */
const UNAUTHORIZED = new Set(['30004', '30011', '30012', '30015']);

export const BITGET_STREAM: StreamDialect = {
  token: null,
  keepToken: null,
  address: (_token, _marketType, mode) =>
    isUnified(mode === undefined ? {} : { mode }) ? UNIFIED_ADDRESS : ADDRESS,
  open: (credentials, _token, nowMs) => [logOn(credentials, nowMs)],
  read: readFrame,
  ping: { everyMs: PING_EVERY_MS, frame: () => 'ping' },
  silenceMsMax: SILENCE_MS_MAX,
};

/** The time is in seconds here. */
function logOn(credentials: VenueCredentials, nowMs: number): string {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const sign = signedText(credentials, `${timestamp}GET/user/verify`, 'base64');
  const { apiKey, passphrase } = credentials;
  const args = [{ apiKey, passphrase: passphrase ?? '', timestamp, sign }];
  return JSON.stringify({ op: 'login', args });
}

const SUBSCRIBE = JSON.stringify({
  op: 'subscribe',
  args: [{ instType: 'SPOT', channel: 'orders', instId: 'default' }],
});
const SUBSCRIBE_UNIFIED = JSON.stringify({
  op: 'subscribe',
  args: [{ instType: 'UTA', topic: 'order' }],
});

const SWEEP = { kind: 'sweep', marketTag: null } as const;

/** What cannot be read says at least that something happened. */
function readFrame(frame: string, context: AccountContext): readonly StreamEvent[] {
  if (frame === 'pong') return [];
  try {
    const fields = replyFields(parseJson(frame), 'The frame');
    return fields['event'] === undefined
      ? readChannel(fields, context)
      : readEvent(fields, context);
  } catch (error) {
    if (!(error instanceof UnreadableReply || error instanceof SyntaxError)) throw error;
    return [SWEEP];
  }
}

/** Codes are numbers or text. */
function readEvent(
  { event, code, msg }: ReplyFields,
  context: AccountContext,
): readonly StreamEvent[] {
  const number = typeof code === 'number' || typeof code === 'string' ? String(code) : '';
  if (event === 'login' && number === '0')
    return [{ kind: 'send', frames: [isUnified(context) ? SUBSCRIBE_UNIFIED : SUBSCRIBE] }];
  if (event === 'subscribe') return [{ kind: 'ready' }];
  if (event !== 'error' && event !== 'login') return [];
  return [
    {
      kind: 'refused',
      failure: UNAUTHORIZED.has(number) ? 'unauthorized' : 'unavailable',
      detail: venueDetail(typeof msg === 'string' ? msg : '', number),
    },
  ];
}

function readChannel(fields: ReplyFields, context: AccountContext): readonly StreamEvent[] {
  const { channel, instType, topic } = replyFields(fields['arg'], 'The frame');
  // Futures have markets of the same names.
  const isOfOrders = isUnified(context)
    ? topic === 'order' && instType === 'UTA'
    : channel === 'orders' && instType === 'SPOT';
  if (!isOfOrders) return [];
  const rows = replyList(fields['data'], 'The frame');
  return readFrameRows<StreamEvent>(rows, byField('orderId'), (value) => newsOf(value, context), [
    SWEEP,
  ]);
}

function newsOf(value: unknown, context: AccountContext): readonly StreamEvent[] {
  const fields = replyFields(value, 'The order');
  try {
    if (isUnified(context) && !isSpot(fields)) return [];
    const order = (isUnified(context) ? readUnifiedOrder : readStreamedOrder)(fields, context);
    return [{ kind: 'news', news: { kind: 'order', order } }];
  } catch (error) {
    if (!(error instanceof UnreadableReply)) throw error;
    const reported = nameOf(fields);
    return [reported === null ? SWEEP : { ...SWEEP, reported }];
  }
}
