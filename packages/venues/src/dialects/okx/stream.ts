// The private stream of OKX: log on, then subscribe to orders, and with futures to what changed the
// account otherwise. Figures of balances and positions are read by REST.

import type { VenueCredentials } from '#venues/wire/venue-wire.ts';
import type { AccountContext, StreamDialect, StreamEvent } from '#venues/dialect.ts';
import { isOrderByVenue, readStreamedFill } from '#venues/dialects/okx/read-fill.ts';
import { readOrder } from '#venues/dialects/okx/read-order.ts';
import { instTypeOf } from '#venues/dialects/okx/requests.ts';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';
import { venueDetail } from '#venues/dialects/reply/read-outcome.ts';
import { readFrameRows } from '#venues/dialects/reply/frame-rows.ts';
import { byField } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { replyFields, replyList, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import { signedText } from '#venues/dialects/reply/sign-text.ts';

const ADDRESS = 'wss://ws.okx.com:8443/ws/v5/private';
/** The venue ends a connection after thirty seconds without a frame. */
const PING_EVERY_MS = 20_000;
const SILENCE_MS_MAX = 45_000;
/** The key, its signature, its passphrase, or the key does not exist. */
const UNAUTHORIZED = new Set<unknown>(['60005', '60007', '60024', '60032']);
const SERVICE_UPGRADE = '64008';

export const OKX_STREAM: StreamDialect = {
  token: null,
  keepToken: null,
  address: () => ADDRESS,
  open: (credentials, _token, nowMs) => [logOn(credentials, nowMs)],
  read: readFrame,
  ping: { everyMs: PING_EVERY_MS, frame: () => 'ping' },
  silenceMsMax: SILENCE_MS_MAX,
};

/** The time is in seconds here. */
function logOn(credentials: VenueCredentials, nowMs: number): string {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const sign = signedText(credentials, `${timestamp}GET/users/self/verify`, 'base64');
  const { apiKey, passphrase } = credentials;
  const args = [{ apiKey, passphrase: passphrase ?? '', timestamp, sign }];
  return JSON.stringify({ op: 'login', args });
}

/** The orders last: when they are confirmed, everything is. */
function subscription(context: AccountContext): string {
  const orders = { channel: 'orders', instType: instTypeOf(context) };
  const args = context.marketType === 'spot' ? [orders] : [{ channel: CHANGES }, orders];
  return JSON.stringify({ op: 'subscribe', args });
}

const CHANGES = 'balance_and_position';
/** What the venue does to positions by itself. */
const TAKEN_OVER = new Set<unknown>([
  'funding_fee',
  'liquidation',
  'adl',
  'claw_back',
  'delivered',
  'settlement',
]);
const SWEEP: StreamEvent = { kind: 'sweep', marketTag: null };

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

function readEvent(
  { event, code, msg, arg }: ReplyFields,
  context: AccountContext,
): readonly StreamEvent[] {
  if (event === 'login' && code === '0') return [{ kind: 'send', frames: [subscription(context)] }];
  if (event === 'subscribe')
    return replyFields(arg, 'The frame')['channel'] === 'orders' ? [{ kind: 'ready' }] : [];
  if (event === 'notice') return code === SERVICE_UPGRADE ? [{ kind: 'over' }] : [];
  if (event !== 'error' && event !== 'login') return [];
  const text = typeof msg === 'string' ? msg : '';
  return [
    {
      kind: 'refused',
      failure: UNAUTHORIZED.has(code) ? 'unauthorized' : 'unavailable',
      detail: venueDetail(text, typeof code === 'string' ? code : 0),
    },
  ];
}

function readChannel(fields: ReplyFields, context: AccountContext): readonly StreamEvent[] {
  const { channel } = replyFields(fields['arg'], 'The frame');
  if (channel === CHANGES) {
    const changes = replyList(fields['data'], 'The frame');
    const read = (value: unknown): readonly StreamEvent[] =>
      TAKEN_OVER.has(replyFields(value, 'The change')['eventType']) ? [SWEEP] : [];
    return readFrameRows(changes, byField('eventType'), read, [SWEEP]).slice(0, 1);
  }
  return channel === 'orders' ? readOrders(fields, context) : [];
}

/** A fill comes with its order; its frame is that of the order after it. */
function readOrders(fields: ReplyFields, context: AccountContext): readonly StreamEvent[] {
  const read = (value: unknown): readonly StreamEvent[] => {
    // What the venue did by itself is no fill of an order of the account.
    if (isOrderByVenue(replyFields(value, 'The order'))) return [SWEEP];
    const order = readOrder(value, context);
    const news: StreamEvent = { kind: 'news', news: { kind: 'order', order } };
    // A cancellation may repeat the last fill, and an amendment as well.
    if (order.state !== 'filled' && order.state !== 'open') return [news];
    const fill = readStreamedFill(value, context);
    return fill === null ? [news] : [{ kind: 'news', news: { kind: 'fill', fill } }, news];
  };
  return readFrameRows(replyList(fields['data'], 'The frame'), byField('ordId'), read, [SWEEP]);
}
