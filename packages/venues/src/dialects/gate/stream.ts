// The stream of a user of Gate: orders of all markets, whole each time. Each subscription is
// signed.

import { createHmac } from 'node:crypto';
import type { AccountContext, StreamDialect, StreamEvent } from '#venues/dialect.ts';
import { readStreamedOrder } from '#venues/dialects/gate/read-order.ts';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';
import { venueDetail } from '#venues/dialects/reply/read-outcome.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { replyFields, replyList, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCredentials } from '#venues/wire/venue-wire.ts';

export const GATE_STREAM_ADDRESS = 'wss://api.gateio.ws/ws/v4/';
const CHANNEL = 'spot.orders';
const ALL_MARKETS = '!all';
const PING_EVERY_MS = 15_000;
const SILENCE_MS_MAX = 45_000;
/** The documented code of a key or signature that is not accepted. */
const UNAUTHORIZED = 4;

export const GATE_STREAM: StreamDialect = {
  token: null,
  keepToken: null,
  address: () => GATE_STREAM_ADDRESS,
  open: (credentials, _token, nowMs) => [subscription(credentials, nowMs)],
  read: readFrame,
  ping: { everyMs: PING_EVERY_MS, frame: gatePing },
  silenceMsMax: SILENCE_MS_MAX,
};

/** The venue replies to it with a frame. */
function gatePing(nowMs: number): string {
  return JSON.stringify({ time: Math.floor(nowMs / 1_000), channel: 'spot.ping' });
}

function subscription({ apiKey, secret }: VenueCredentials, nowMs: number): string {
  const time = Math.floor(nowMs / 1_000);
  const event = 'subscribe';
  const text = `channel=${CHANNEL}&event=${event}&time=${time}`;
  const SIGN = createHmac('sha512', secret).update(text).digest('hex');
  const auth = { method: 'api_key', KEY: apiKey, SIGN };
  return JSON.stringify({ time, channel: CHANNEL, event, payload: [ALL_MARKETS], auth });
}

const SWEEP: StreamEvent = { kind: 'sweep', marketTag: null };

/** What cannot be read says at least that something happened. */
function readFrame(frame: string, context: AccountContext): readonly StreamEvent[] {
  try {
    const fields = replyFields(parseJson(frame), 'The frame');
    if (isUpgrade(fields)) return [{ kind: 'over' }];
    const { channel, event, error } = fields;
    if (channel !== CHANNEL) return [];
    if (event === 'subscribe')
      return error === null || error === undefined
        ? [{ kind: 'ready' }]
        : [refused(replyFields(error, 'The error'))];
    if (event !== 'update') return [];
    return replyList(fields['result'], 'The frame').map((value) => newsOf(value, context));
  } catch (error) {
    if (!(error instanceof UnreadableReply || error instanceof SyntaxError)) throw error;
    return [SWEEP];
  }
}

/** The service is about to be replaced, and its connections end. */
export function isUpgrade({ type, channel }: ReplyFields): boolean {
  return type === 'upgrade' && channel === undefined;
}

function refused({ code, message }: ReplyFields): StreamEvent {
  const failure = code === UNAUTHORIZED ? 'unauthorized' : 'unavailable';
  const text = typeof message === 'string' ? message : '';
  return {
    kind: 'refused',
    failure,
    detail: venueDetail(text, typeof code === 'number' ? code : 0),
  };
}

function newsOf(value: unknown, context: AccountContext): StreamEvent {
  try {
    const order = readStreamedOrder(replyFields(value, 'The order'), context);
    return { kind: 'news', news: { kind: 'order', order } };
  } catch (error) {
    if (!(error instanceof UnreadableReply)) throw error;
    return SWEEP;
  }
}
