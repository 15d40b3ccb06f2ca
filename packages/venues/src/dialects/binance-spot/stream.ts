// The stream of an account at Binance spot: a signed subscription on the WebSocket API. Listen keys
// were taken out of service for spot; a subscription needs neither one nor a log-on.

import { ZERO } from '#lib/decimal.ts';
import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, StreamDialect, StreamEvent } from '#venues/dialect.ts';
import { signedParameters } from '#venues/dialects/binance/sign-payload.ts';
import { binanceFillId } from '#venues/dialects/binance/read-trade.ts';
import type { SpotOrderWords } from '#venues/dialects/binance-spot/read-order.ts';
import { spotOrder } from '#venues/dialects/binance-spot/read-order.ts';
import { RECEIVE_WINDOW_MS } from '#venues/dialects/binance-spot/requests.ts';
import { isKeyRefusal } from '#venues/dialects/binance-spot/verdict.ts';
import { countedIdField } from '#venues/dialects/reply/counted-id.ts';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  flagField,
  idField,
  integerField,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import { venueDetail } from '#venues/dialects/reply/read-outcome.ts';

const ADDRESS = 'wss://ws-api.binance.com/ws-api/v3';
const SUBSCRIPTION = 'account';

/**
 * The venue's own pings are not seen above the WebSocket, so a request for one shows that the
 * connection lives; it costs one unit of the address's budget.
 */
const PING_EVERY_MS = 30_000;
const SILENCE_MS_MAX = 45_000;

export const SPOT_STREAM: StreamDialect = {
  token: null,
  keepToken: null,
  address: () => ADDRESS,
  open: (credentials, _token, nowMs) => {
    const parameters = {
      apiKey: credentials.apiKey,
      recvWindow: RECEIVE_WINDOW_MS,
      timestamp: nowMs,
    };
    const signature = signedParameters(credentials, parameters);
    return [
      JSON.stringify({
        id: SUBSCRIPTION,
        method: 'userDataStream.subscribe.signature',
        params: { ...parameters, signature },
      }),
    ];
  },
  read: readFrame,
  ping: { everyMs: PING_EVERY_MS, frame: () => JSON.stringify({ id: 'ping', method: 'ping' }) },
  silenceMsMax: SILENCE_MS_MAX,
};

/** What cannot be read says at least that something happened. */
function readFrame(frame: string, context: AccountContext): readonly StreamEvent[] {
  try {
    const fields = replyFields(parseJson(frame), 'The frame');
    if (fields['event'] === undefined) return readResponse(fields);
    return readEvent(replyFields(fields['event'], 'The event'), context);
  } catch (error) {
    if (!(error instanceof UnreadableReply || error instanceof SyntaxError)) throw error;
    return [{ kind: 'sweep', marketTag: null }];
  }
}

function readResponse(fields: ReplyFields): readonly StreamEvent[] {
  const status = integerField(fields, 'status');
  if (fields['id'] !== SUBSCRIPTION) return [];
  if (status === 200) return [{ kind: 'ready' }];
  const error = replyFields(fields['error'], 'The error');
  const code = integerField(error, 'code');
  return [
    {
      kind: 'refused',
      failure: isKeyRefusal(code) ? 'unauthorized' : 'unavailable',
      detail: venueDetail(textField(error, 'msg'), code),
    },
  ];
}

function readEvent(event: ReplyFields, context: AccountContext): readonly StreamEvent[] {
  switch (event['e']) {
    case 'executionReport':
      return readReport(event, context);
    case 'balanceUpdate':
    case 'externalLockUpdate':
      return [{ kind: 'sweep', marketTag: null }];
    case 'eventStreamTerminated':
    case 'serverShutdown':
      return [{ kind: 'over' }];
    // `outboundAccountPosition` and `listStatus` come with reports that say the same.
    default:
      return [];
  }
}

function readReport(event: ReplyFields, context: AccountContext): readonly StreamEvent[] {
  const words = reportWords(event);
  const order = spotOrder(words, context);
  const news: StreamEvent = { kind: 'news', news: { kind: 'order', order } };
  if (event['x'] !== 'TRADE') return [news];
  // Without a currency of the fee the fill is read from the list.
  if (typeof event['N'] !== 'string') return [news, { kind: 'sweep', marketTag: order.marketTag }];
  const fill = reportFill(event, order);
  return [{ kind: 'news', news: { kind: 'fill', fill } }, news];
}

function reportFill(
  event: ReplyFields,
  order: Pick<VenueFill, 'venueOrderId' | 'clientOrderId' | 'marketTag' | 'side'>,
): VenueFill {
  const { venueOrderId, clientOrderId, marketTag, side } = order;
  return {
    fillId: binanceFillId(textField(event, 's'), countedIdField(event, 't')),
    venueOrderId,
    clientOrderId,
    marketTag,
    side,
    price: decimalField(event, 'L'),
    amount: decimalField(event, 'l'),
    fee: decimalField(event, 'n'),
    feeCurrency: textField(event, 'N'),
    isMaker: flagField(event, 'm'),
    filledAtMs: integerField(event, 'T'),
  };
}

/** A cancellation has a name of its own; the order's is the original one. */
function reportWords(event: ReplyFields): SpotOrderWords {
  const original = event['C'];
  const isRenamed = typeof original === 'string' && original !== '';
  const { eR: expiryReason, r: rejectReason } = event;
  const reason = typeof expiryReason === 'string' ? expiryReason : rejectReason;
  return {
    symbol: textField(event, 's'),
    orderId: idField(event, 'i'),
    name: textField(event, isRenamed ? 'C' : 'c'),
    status: textField(event, 'X'),
    type: textField(event, 'o'),
    side: textField(event, 'S'),
    price: decimalField(event, 'p'),
    amount: decimalField(event, 'q'),
    filledAmount: decimalField(event, 'z'),
    filledValue: decimalField(event, 'Z'),
    triggerPrice: event['P'] === undefined ? ZERO : decimalField(event, 'P'),
    isTrailing: event['d'] !== undefined,
    endReason: typeof reason === 'string' && reason !== 'NONE' ? reason : null,
    placedAtMs: integerField(event, 'O'),
    updatedAtMs: integerField(event, 'T'),
  };
}
