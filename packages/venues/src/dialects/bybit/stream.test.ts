import { createHmac, generateKeyPairSync, verify } from 'node:crypto';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import {
  EXECUTION,
  FUTURES,
  NOW_MS,
  OUR_NAME,
  RESTING,
  SPOT,
} from '#venues/dialects/bybit/bybit.fixture.ts';
import { BYBIT_STREAM } from '#venues/dialects/bybit/stream.ts';

type LogOn = { readonly op: string; readonly args: readonly [string, number, string] };

function logOn(secret: string): LogOn {
  const [frame] = BYBIT_STREAM.open({ apiKey: 'key', secret, passphrase: null }, null, NOW_MS);
  assert(frame !== undefined);
  return JSON.parse(frame) as LogOn;
}

test('a log-on is signed, and valid for a short while', () => {
  const { op, args } = logOn('secret');
  const expiresAtMs = NOW_MS + 10_000;
  const text = `GET/realtime${expiresAtMs}`;
  const signature = createHmac('sha256', 'secret').update(text).digest('hex');
  assert.deepEqual([op, args], ['auth', ['key', expiresAtMs, signature]]);
});

test('a log-on may be signed by a private key', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const secret = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const [, expiresAtMs, signature] = logOn(secret).args;
  const text = Buffer.from(`GET/realtime${expiresAtMs}`);
  assert(verify('sha256', text, publicKey, Buffer.from(signature, 'base64')));
});

function read(frame: unknown, context = SPOT) {
  return BYBIT_STREAM.read(JSON.stringify(frame), context);
}

for (const [context, topics] of [
  [SPOT, ['order.spot', 'execution.spot']],
  [FUTURES, ['order.linear', 'execution.linear', 'position.linear']],
] as const)
  test(`after the log-on ${topics.join(', ')} are subscribed to`, () => {
    const [event] = read({ success: true, ret_msg: '', op: 'auth' }, context);
    assert(event?.kind === 'send');
    assert.deepEqual(
      event.frames.map((frame) => JSON.parse(frame) as unknown),
      [{ op: 'subscribe', args: topics }],
    );
  });

test('the subscription makes the stream ready', () => {
  assert.deepEqual(read({ success: true, ret_msg: '', op: 'subscribe' }), [{ kind: 'ready' }]);
});

/** What the venue refuses, and what it means. */
const REFUSALS = [
  [{ op: 'auth', success: false, ret_msg: 'API key is invalid.' }, 'unauthorized'],
  [{ op: 'auth', success: false, retCode: 10_003, retMsg: 'Invalid apikey' }, 'unauthorized'],
  [{ op: 'auth', success: false, ret_msg: 'Params Error: request expired' }, 'unavailable'],
  [{ op: 'auth', success: false, retCode: 10_002, retMsg: '' }, 'unavailable'],
  [{ op: 'subscribe', success: false, ret_msg: 'Invalid topic' }, 'unavailable'],
] as const;

for (const [frame, failure] of REFUSALS)
  test(`${JSON.stringify(frame)} refuses the stream as ${failure}`, () => {
    const [event] = read(frame);
    assert(event?.kind === 'refused');
    assert.equal(event.failure, failure);
  });

test('a ping is a frame, and its response is no news', () => {
  assert.equal(BYBIT_STREAM.ping?.frame(NOW_MS), '{"op":"ping"}');
  assert.deepEqual(read({ op: 'pong', args: ['1675418560633'] }), []);
});

test('each order of a frame is news', () => {
  const other = { ...RESTING, orderId: '2', orderLinkId: 'web_1', orderStatus: 'Cancelled' };
  const events = read({ topic: 'order.spot', data: [RESTING, other] });
  assert.deepEqual(
    events
      .map((event) => event.kind === 'news' && event.news.kind === 'order' && event.news.order)
      .map((order) => order && [order.clientOrderId, order.state, order.marketTag]),
    [
      [OUR_NAME, 'open', 'BYBIT_BTC_USDT'],
      [null, 'cancelled', 'BYBIT_BTC_USDT'],
    ],
  );
});

test('an order of another category is none of these markets', () => {
  const frame = (category: string) => ({ topic: 'order', data: [{ ...RESTING, category }] });
  assert.deepEqual(read(frame('linear')), []);
  assert.equal(read(frame('spot')).length, 1);
  assert.equal(read(frame('linear'), FUTURES).length, 1);
});

test('a trade is news of a fill, with the id that lists have', () => {
  const [event] = read({ topic: 'execution.spot', data: [EXECUTION] });
  assert(event?.kind === 'news' && event.news.kind === 'fill');
  const { fill } = event.news;
  assert.deepEqual(
    [fill.fillId, fill.clientOrderId, fill.amount],
    [EXECUTION.execId, OUR_NAME, decimal('0.0125')],
  );
});

/** Frames that say that something happened, and not what. */
const SWEEPS: readonly (readonly [string, unknown])[] = [
  ['funding', { topic: 'execution', data: [{ ...EXECUTION, execType: 'Funding' }] }],
  ['a liquidation', { topic: 'execution', data: [{ ...EXECUTION, execType: 'BustTrade' }] }],
  ['a fee without a currency', { topic: 'execution', data: [{ ...EXECUTION, feeCurrency: '' }] }],
  ['a position taken over', { topic: 'position', data: [{ positionStatus: 'Liq' }] }],
  ['an unknown status', { topic: 'order', data: [{ ...RESTING, orderStatus: 'Merged' }] }],
  ['no list', { topic: 'order', data: null }],
  ['no object', 7],
];

for (const [title, frame] of SWEEPS)
  test(`a frame with ${title} asks for a sweep`, () => {
    assert.deepEqual(read(frame), [{ kind: 'sweep', marketTag: null }]);
  });

test('what is no JSON asks for a sweep', () => {
  assert.deepEqual(BYBIT_STREAM.read('<html>', SPOT), [{ kind: 'sweep', marketTag: null }]);
});

test('what follows from orders and trades is no news of its own', () => {
  assert.deepEqual(read({ topic: 'position.linear', data: [{ positionStatus: 'Normal' }] }), []);
  assert.deepEqual(read({ topic: 'wallet', data: [] }), []);
});
