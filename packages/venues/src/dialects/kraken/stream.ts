// The private stream of Kraken: a token by REST, then a subscription to what happens to orders.
// Frames about an order that works say only what has changed, so most of what they say is that the
// account is to be read.

import { ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, StreamDialect, StreamEvent } from '#venues/dialect.ts';
import { readStreamedFill, streamInstant } from '#venues/dialects/kraken/read-fill.ts';
import { pairOfStream, tagOf } from '#venues/dialects/kraken/read-market.ts';
import type { Ending } from '#venues/dialects/kraken/read-order.ts';
import { endOf, nameOf, SIDES } from '#venues/dialects/kraken/read-order.ts';
import { krakenRequest } from '#venues/dialects/kraken/requests.ts';
import { krakenVerdict } from '#venues/dialects/kraken/verdict.ts';
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

const ADDRESS = 'wss://ws-auth.kraken.com/v2';
const CHANNEL = 'executions';
/** The venue ends a connection after a minute without a frame. */
const PING_EVERY_MS = 20_000;
const SILENCE_MS_MAX = 45_000;

export const KRAKEN_STREAM: StreamDialect = {
  // It is good for a quarter of an hour, and then for as long as the connection lasts.
  token: () => ({
    call: krakenRequest('streamToken'),
    read: (outcome) => krakenVerdict('read', outcome, (result) => textField(result, 'token')),
  }),
  keepToken: null,
  address: () => ADDRESS,
  open: (_credentials, token) => [
    JSON.stringify({
      method: 'subscribe',
      // What there is already is read by REST.
      params: { channel: CHANNEL, token, snap_orders: false, snap_trades: false },
    }),
  ],
  read: readFrame,
  ping: { everyMs: PING_EVERY_MS, frame: () => '{"method":"ping"}' },
  silenceMsMax: SILENCE_MS_MAX,
};

const SWEEP: StreamEvent = { kind: 'sweep', marketTag: null };

/** What cannot be read says at least that something happened. */
function readFrame(frame: string, context: AccountContext): readonly StreamEvent[] {
  try {
    const fields = replyFields(parseJson(frame), 'The frame');
    if (fields['method'] !== undefined) return readReply(fields);
    if (fields['channel'] !== CHANNEL || fields['type'] !== 'update') return [];
    const data = replyList(fields['data'], 'The frame');
    // One of them is enough.
    const read = (value: unknown): readonly StreamEvent[] => readEvent(value, context);
    return [...new Set(readFrameRows(data, byField('order_id'), read, [SWEEP]))];
  } catch (error) {
    if (!(error instanceof UnreadableReply || error instanceof SyntaxError)) throw error;
    return [SWEEP];
  }
}

/** A token that is not accepted is got anew with the next connection. */
function readReply({ method, success, error }: ReplyFields): readonly StreamEvent[] {
  if (method !== 'subscribe') return [];
  if (success === true) return [{ kind: 'ready' }];
  const text = typeof error === 'string' ? error : '';
  const isOfKey = text.startsWith('EGeneral:Permission denied');
  const failure = isOfKey ? 'unauthorized' : 'unavailable';
  return [{ kind: 'refused', failure, detail: venueDetail(text, 'stream') }];
}

/** Changes that neither begin nor end an order, nor trade, nor change its terms. */
const IS_PASSED_OVER = new Set(['status', 'iceberg_refill']);

function readEvent(value: unknown, context: AccountContext): readonly StreamEvent[] {
  const fields = replyFields(value, 'The event');
  const kind = textField(fields, 'exec_type');
  if (IS_PASSED_OVER.has(kind)) return [];
  // What is left of the order is not said.
  if (kind === 'trade')
    return [
      { kind: 'news', news: { kind: 'fill', fill: readStreamedFill(fields, context) } },
      SWEEP,
    ];
  const order = orderIn(fields, context);
  return order === null ? [SWEEP] : [{ kind: 'news', news: { kind: 'order', order } }];
}

const STATES: { readonly [status: string]: Ending } = {
  pending_new: 'open',
  new: 'open',
  partially_filled: 'open',
  filled: 'filled',
  canceled: 'cancelled',
  expired: 'expired',
};

/** Null where it does not say all that an order is, or is of one that only an owner places. */
function orderIn(fields: ReplyFields, context: AccountContext): VenueOrder | null {
  const { order_type: type, order_qty: amount, symbol, side } = fields;
  if (type !== 'limit' && type !== 'market') return null;
  if (amount === undefined || typeof symbol !== 'string' || typeof side !== 'string') return null;
  const figures = {
    amount: decimalField(fields, 'order_qty'),
    filledAmount: optionalDecimal(fields, 'cum_qty'),
  };
  const ending = knownWord(STATES, textField(fields, 'order_status'), 'order_status');
  const atMs = streamInstant(fields);
  return {
    venueOrderId: textField(fields, 'order_id'),
    clientOrderId: nameOf(fields),
    marketTag: tagOf(pairOfStream(symbol), context),
    side: knownWord(SIDES, side, 'side'),
    type,
    price: type === 'limit' ? decimalField(fields, 'limit_price') : ZERO,
    ...figures,
    terms: { ...PLAIN_TERMS, isPostOnly: fields['post_only'] === true },
    averageFillPrice: figures.filledAmount > 0n ? optionalDecimal(fields, 'avg_price') : ZERO,
    ...endOf(ending, figures, fields['reason']),
    placedAtMs: atMs,
    updatedAtMs: atMs,
  };
}
