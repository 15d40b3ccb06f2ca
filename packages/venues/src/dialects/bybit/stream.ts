// The private stream of Bybit: log on, then subscribe to orders and executions of one category.
// Balances are read by REST: their frames do not say what changed them.

import type { VenueCredentials } from '#venues/wire/venue-wire.ts';
import type { AccountContext, StreamDialect, StreamEvent } from '#venues/dialect.ts';
import { readExecution, readFill } from '#venues/dialects/bybit/read-execution.ts';
import { readOrder } from '#venues/dialects/bybit/read-order.ts';
import { categoryOf } from '#venues/dialects/bybit/requests.ts';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';
import { venueDetail } from '#venues/dialects/reply/read-outcome.ts';
import { readFrameRows } from '#venues/dialects/reply/frame-rows.ts';
import { byField } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { replyFields, replyList, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import { signedText } from '#venues/dialects/reply/sign-text.ts';

const ADDRESS = 'wss://stream.bybit.com/v5/private';
/** How long the signature of the log-on is valid. */
const LOG_ON_MS = 10_000;
const PING_EVERY_MS = 20_000;
const SILENCE_MS_MAX = 45_000;

export const BYBIT_STREAM: StreamDialect = {
  token: null,
  keepToken: null,
  address: () => ADDRESS,
  open: (credentials, _token, nowMs) => [logOn(credentials, nowMs + LOG_ON_MS)],
  read: readFrame,
  ping: { everyMs: PING_EVERY_MS, frame: () => JSON.stringify({ op: 'ping' }) },
  silenceMsMax: SILENCE_MS_MAX,
};

function logOn(credentials: VenueCredentials, expiresAtMs: number): string {
  const signature = signedText(credentials, `GET/realtime${expiresAtMs}`);
  return JSON.stringify({ op: 'auth', args: [credentials.apiKey, expiresAtMs, signature] });
}

/** What cannot be read says at least that something happened. */
function readFrame(frame: string, context: AccountContext): readonly StreamEvent[] {
  try {
    const fields = replyFields(parseJson(frame), 'The frame');
    return fields['topic'] === undefined
      ? readResponse(fields, context)
      : readTopic(fields, context);
  } catch (error) {
    if (!(error instanceof UnreadableReply || error instanceof SyntaxError)) throw error;
    return [SWEEP];
  }
}

const SWEEP: StreamEvent = { kind: 'sweep', marketTag: null };

/** The response to a request names its operation. */
function readResponse(fields: ReplyFields, context: AccountContext): readonly StreamEvent[] {
  const { op, success } = fields;
  if (op !== 'auth' && op !== 'subscribe') return [];
  if (success === true)
    return op === 'auth'
      ? [{ kind: 'send', frames: [subscription(context)] }]
      : [{ kind: 'ready' }];
  const text = fields['ret_msg'] ?? fields['retMsg'];
  const code = fields['retCode'];
  // What is late is signed anew with the next connection; everything else is about the key.
  const isLate = code === 10_002 || (typeof text === 'string' && /expired|timestamp/i.test(text));
  return [
    {
      kind: 'refused',
      failure: op === 'auth' && !isLate ? 'unauthorized' : 'unavailable',
      detail: venueDetail(
        typeof text === 'string' ? text : '',
        typeof code === 'number' ? code : op,
      ),
    },
  ];
}

function subscription({ marketType }: AccountContext): string {
  const category = categoryOf(marketType);
  const topics = category === 'spot' ? ['order', 'execution'] : ['order', 'execution', 'position'];
  return JSON.stringify({ op: 'subscribe', args: topics.map((topic) => `${topic}.${category}`) });
}

function readTopic(fields: ReplyFields, context: AccountContext): readonly StreamEvent[] {
  const topic = String(fields['topic']).split('.')[0];
  const items = (): readonly unknown[] => replyList(fields['data'], 'The frame');
  const category = categoryOf(context.marketType);
  const rowsOf = (name: string, read: (row: unknown) => readonly StreamEvent[]) =>
    // Markets of other categories have the same names; what cannot be read is read by REST.
    readFrameRows(items(), byField(name), (row) => (isOf(row, category) ? read(row) : []), [SWEEP]);
  if (topic === 'order')
    return rowsOf('orderId', (value) => [
      { kind: 'news', news: { kind: 'order', order: readOrder(value, context) } },
    ]);
  if (topic === 'execution') return rowsOf('orderId', (value) => executionNews(value, context));
  // Each order makes a frame of a position; only what the venue does to it by itself is news.
  if (topic === 'position') {
    const changes = rowsOf('symbol', (value) => (isTakenOver(value) ? [SWEEP] : []));
    return changes.slice(0, 1);
  }
  return [];
}

function isOf(row: unknown, category: string): boolean {
  return (replyFields(row, 'The row')['category'] ?? category) === category;
}

/** Funding, liquidations and the like are read from the list. */
function executionNews(value: unknown, context: AccountContext): readonly StreamEvent[] {
  if (replyFields(value, 'The execution')['execType'] !== 'Trade') return [SWEEP];
  const { item } = readExecution(value, context, readFill);
  return [{ kind: 'news', news: { kind: 'fill', fill: item } }];
}

function isTakenOver(value: unknown): boolean {
  const status = replyFields(value, 'The position')['positionStatus'];
  return status === 'Liq' || status === 'Adl';
}
