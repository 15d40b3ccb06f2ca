// The stream of an account at Binance USD-M futures: by a listen key, which a request gives and
// another one keeps.

import { ZERO } from '#lib/decimal.ts';
import type { AccountContext, StreamDialect, StreamEvent } from '#venues/dialect.ts';
import { binanceFillId } from '#venues/dialects/binance/read-trade.ts';
import { triggerOf, usdmOrder } from '#venues/dialects/binance-usdm/read-order.ts';
import { waitingOrder } from '#venues/dialects/binance-usdm/read-waiting-order.ts';
import { usdmRequest } from '#venues/dialects/binance-usdm/requests.ts';
import { usdmVerdict } from '#venues/dialects/binance-usdm/verdict.ts';
import { countedIdField } from '#venues/dialects/reply/counted-id.ts';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  flagField,
  idField,
  integerField,
  optionalDecimal,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

const ADDRESS = 'wss://fstream.binance.com/private/ws';
const EVENTS =
  'ORDER_TRADE_UPDATE/ALGO_UPDATE/ACCOUNT_UPDATE/ACCOUNT_CONFIG_UPDATE/listenKeyExpired';
const LISTEN_KEY = /^[A-Za-z0-9_-]{1,200}$/;

/** A listen key ends after an hour. */
const KEEP_EVERY_MS = 1_800_000;
/**
 * The venue's own pings are not seen above the WebSocket, so a request that it replies to shows
 * that the connection lives.
 */
const PING_EVERY_MS = 30_000;
const SILENCE_MS_MAX = 45_000;
const SUBSCRIPTIONS = 1;
const PING = 2;

export const USDM_STREAM: StreamDialect = {
  token: () => ({
    call: usdmRequest('openStream'),
    read: (outcome) =>
      usdmVerdict('read', outcome, (body) => {
        const key = textField(replyFields(body, 'The stream'), 'listenKey');
        if (!LISTEN_KEY.test(key)) throw new UnreadableReply('"listenKey" is no key.');
        return key;
      }),
  }),
  keepToken: {
    everyMs: KEEP_EVERY_MS,
    query: () => ({
      call: usdmRequest('keepStream'),
      read: (outcome) => usdmVerdict('read', outcome, () => null),
    }),
  },
  address: (token) => `${ADDRESS}?listenKey=${token ?? ''}&events=${EVENTS}`,
  open: () => [subscriptionsRequest(SUBSCRIPTIONS)],
  read: readFrame,
  ping: { everyMs: PING_EVERY_MS, frame: () => subscriptionsRequest(PING) },
  silenceMsMax: SILENCE_MS_MAX,
};

function subscriptionsRequest(id: number): string {
  return JSON.stringify({ method: 'LIST_SUBSCRIPTIONS', id });
}

const SWEEP: StreamEvent = { kind: 'sweep', marketTag: null };

/** What cannot be read says at least that something happened. */
function readFrame(frame: string, context: AccountContext): readonly StreamEvent[] {
  try {
    const fields = replyFields(parseJson(frame), 'The frame');
    return fields['e'] === undefined ? readResponse(fields) : readEvent(fields, context);
  } catch (error) {
    if (!(error instanceof UnreadableReply || error instanceof SyntaxError)) throw error;
    return [SWEEP];
  }
}

function readResponse(fields: ReplyFields): readonly StreamEvent[] {
  return fields['id'] === SUBSCRIPTIONS ? [{ kind: 'ready' }] : [];
}

function readEvent(event: ReplyFields, context: AccountContext): readonly StreamEvent[] {
  switch (event['e']) {
    case 'ORDER_TRADE_UPDATE':
      return readReport(replyFields(event['o'], 'The order'), context);
    case 'ALGO_UPDATE':
      return readWaiting(event, context);
    case 'ACCOUNT_UPDATE':
      // Each order makes one; only what comes of something else is news.
      return replyFields(event['a'], 'The account')['m'] === 'ORDER' ? [] : [SWEEP];
    case 'ACCOUNT_CONFIG_UPDATE':
      return [SWEEP];
    case 'listenKeyExpired':
      return [{ kind: 'over' }];
    default:
      return [];
  }
}

/**
 * What has come of an order that waited says so by itself, and before: an event of the two may be
 * older than what is known by then.
 */
function readWaiting(event: ReplyFields, context: AccountContext): readonly StreamEvent[] {
  const report = replyFields(event['o'], 'The order');
  const status = textField(report, 'X');
  const words = {
    algoId: idField(report, 'aid'),
    name: textField(report, 'caid'),
    status,
    symbol: textField(report, 's'),
    type: textField(report, 'o'),
    side: textField(report, 'S'),
    timeInForce: textField(report, 'f'),
    price: optionalDecimal(report, 'p'),
    amount: optionalDecimal(report, 'q'),
    triggerPrice: report['o'] === 'TRAILING_STOP_MARKET' ? ZERO : optionalDecimal(report, 'tp'),
    isReduceOnly: report['R'] === true,
    orderId: (report['ai'] ?? '') === '' ? '' : idField(report, 'ai'),
    filledAmount: optionalDecimal(report, 'aq'),
    averagePrice: optionalDecimal(report, 'ap'),
    triggeredAtMs: integerField(report, 'tt'),
    // The frame does not say when it was placed.
    placedAtMs: integerField(event, 'T'),
    updatedAtMs: integerField(event, 'T'),
  };
  const order = waitingOrder(words, context);
  const hasBecomeOrder = words.orderId !== '' || status === 'TRIGGERING';
  if (hasBecomeOrder) return [{ kind: 'sweep', marketTag: order.marketTag }];
  return [{ kind: 'news', news: { kind: 'order', order } }];
}

/** What the venue does with a position by itself is read from the lists. */
function readReport(report: ReplyFields, context: AccountContext): readonly StreamEvent[] {
  if (report['x'] === 'CALCULATED') return [SWEEP];
  const order = usdmOrder(
    {
      symbol: textField(report, 's'),
      orderId: idField(report, 'i'),
      name: textField(report, 'c'),
      status: textField(report, 'X'),
      type: textField(report, 'o'),
      timeInForce: textField(report, 'f'),
      side: textField(report, 'S'),
      price: decimalField(report, 'p'),
      amount: decimalField(report, 'q'),
      filledAmount: decimalField(report, 'z'),
      averagePrice: optionalDecimal(report, 'ap'),
      triggerPrice: triggerOf(report, { stop: 'sp', activation: 'AP' }),
      isReduceOnly: report['R'] === true,
      // The frame does not say when it was placed.
      placedAtMs: integerField(report, 'T'),
      updatedAtMs: integerField(report, 'T'),
    },
    context,
  );
  const news: StreamEvent = { kind: 'news', news: { kind: 'order', order } };
  if (report['x'] !== 'TRADE') return [news];
  // Without a currency of the fee the fill is read from the list.
  if (typeof report['N'] !== 'string') return [news, SWEEP];
  const { venueOrderId, clientOrderId, marketTag, side } = order;
  const fill = {
    fillId: binanceFillId(textField(report, 's'), countedIdField(report, 't')),
    venueOrderId,
    clientOrderId,
    marketTag,
    side,
    price: decimalField(report, 'L'),
    amount: decimalField(report, 'l'),
    fee: decimalField(report, 'n'),
    feeCurrency: textField(report, 'N'),
    isMaker: flagField(report, 'm'),
    filledAtMs: integerField(report, 'T'),
  };
  return [{ kind: 'news', news: { kind: 'fill', fill } }, news];
}
