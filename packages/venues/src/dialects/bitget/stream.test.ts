import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import type { StreamEvent } from '#venues/dialect.ts';
import { NOW_MS, ORDER_ID, OUR_NAME, SPOT } from '#venues/dialects/bitget/bitget.fixture.ts';
import { BITGET_STREAM } from '#venues/dialects/bitget/stream.ts';

const KEYS = { apiKey: 'the key', secret: 'the secret', passphrase: 'the phrase' };

test('the stream of Bitget is logged on by a signature of the time in seconds', () => {
  const [frame, ...others] = BITGET_STREAM.open(KEYS, null, NOW_MS + 999);
  const timestamp = '1700000000';
  const text = `${timestamp}GET/user/verify`;
  const sign = createHmac('sha256', 'the secret').update(text).digest('base64');
  assert.deepEqual(others, []);
  assert.deepEqual(JSON.parse(frame ?? ''), {
    op: 'login',
    args: [{ apiKey: 'the key', passphrase: 'the phrase', timestamp, sign }],
  });
  assert.equal(BITGET_STREAM.ping?.frame(NOW_MS), 'ping');
});

/** As a frame shows an order that rests; `size` is its value. */
const ORDER = {
  instId: 'BTCUSDT',
  orderId: ORDER_ID,
  clientOid: OUR_NAME,
  price: '34567.81',
  size: '432.0976',
  newSize: '0.0125',
  notional: '432.0976',
  orderType: 'limit',
  force: 'gtc',
  side: 'buy',
  accBaseVolume: '0',
  priceAvg: '0',
  status: 'live',
  cTime: '1699999999123',
  uTime: '1699999999456',
  stpMode: 'none',
  feeDetail: [],
  enterPointSource: 'API',
};
const FILLS = { accBaseVolume: '0.01', priceAvg: '34567.8', baseVolume: '0.002', tradeId: '1' };

const arg = { instType: 'SPOT', channel: 'orders', instId: 'default' };
const pushed = (...data: readonly unknown[]) => ({ action: 'snapshot', arg, data, ts: NOW_MS });
const failure = (code: unknown) => ({ event: 'error', code, msg: 'what is wrong' });

function brief(events: readonly StreamEvent[]): readonly string[] {
  return events.map((event) => {
    if (event.kind === 'news') return `news ${event.news.kind}`;
    return event.kind === 'refused' ? `refused ${event.failure}` : event.kind;
  });
}

const FRAMES: readonly (readonly [string, unknown, readonly string[]])[] = [
  ['that it is logged on', { event: 'login', code: 0 }, ['send']],
  ['the same with text for a code', { event: 'login', code: '0', msg: '' }, ['send']],
  ['that it is not', { event: 'login', code: '30015' }, ['refused unauthorized']],
  ['that it is subscribed', { event: 'subscribe', arg }, ['ready']],
  ['a wrong key', failure(30_011), ['refused unauthorized']],
  ['a wrong passphrase', failure('30012'), ['refused unauthorized']],
  ['no log-on', failure(30_004), ['refused unauthorized']],
  ['a late log-on', failure(30_005), ['refused unavailable']],
  ['too many requests', failure(30_006), ['refused unavailable']],
  ['an error without a code', { event: 'error' }, ['refused unavailable']],
  ['an order', pushed(ORDER), ['news order']],
  ['two orders', pushed(ORDER, { ...ORDER, orderId: '2' }), ['news order', 'news order']],
  ['an order that cannot be read, and one that can', pushed({}, ORDER), ['sweep', 'news order']],
  ['a status never seen', pushed({ ...ORDER, status: 'merged' }), ['sweep']],
  ['fills without a price', pushed({ ...ORDER, accBaseVolume: '0.01' }), ['sweep']],
  ['an order without its size', pushed({ ...ORDER, newSize: undefined }), ['sweep']],
  ['no order', pushed(null), ['sweep']],
  ['no list', { ...pushed(), data: null }, ['sweep']],
  ['another channel', { ...pushed(ORDER), arg: { ...arg, channel: 'account' } }, []],
  ['futures', { ...pushed(ORDER), arg: { ...arg, instType: 'USDT-FUTURES' } }, []],
  ['the end of a subscription', { event: 'unsubscribe', arg }, []],
  ['a reply to a ping', 'pong', []],
  ['no JSON', '<html>', ['sweep']],
];

for (const [title, content, expected] of FRAMES)
  test(`Bitget sends ${title}: ${expected.join(', ') || 'nothing'}`, () => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    assert.deepEqual(brief(BITGET_STREAM.read(text, SPOT)), expected);
  });

test('a frame of Bitget that cannot be read says whose order it is about', () => {
  const text = JSON.stringify(pushed({ ...ORDER, status: 'merged' }));
  assert.deepEqual(BITGET_STREAM.read(text, SPOT), [
    { kind: 'sweep', marketTag: null, reported: OUR_NAME },
  ]);
});

/** What a frame says of an order, and what it comes to: state, filled, amount, post-only. */
const ORDERS: readonly (readonly [object, readonly unknown[]])[] = [
  [{}, ['open', '0', '0.0125', false]],
  [{ force: 'post_only' }, ['open', '0', '0.0125', true]],
  [{ ...FILLS, status: 'partially_filled' }, ['open', '0.01', '0.0125', false]],
  [{ ...FILLS, accBaseVolume: '0.0125', status: 'filled' }, ['filled', '0.0125', '0.0125', false]],
  [{ status: 'cancelled' }, ['cancelled', '0', '0.0125', false]],
  [{ ...FILLS, status: 'cancelled' }, ['cancelled', '0.01', '0.0125', false]],
  // A market buy of the owner: its size is a value.
  [
    { ...FILLS, status: 'filled', orderType: 'market', newSize: '500', price: undefined },
    ['filled', '0.01', '0.01', false],
  ],
];

for (const [changes, [state, filled, amount, isPostOnly]] of ORDERS)
  test(`an order in the stream of Bitget with ${JSON.stringify(changes)} is ${String(state)}`, () => {
    const [only] = BITGET_STREAM.read(JSON.stringify(pushed({ ...ORDER, ...changes })), SPOT);
    assert(only?.kind === 'news' && only.news.kind === 'order');
    const { order } = only.news;
    assert.deepEqual(
      [order.clientOrderId, order.state, order.filledAmount, order.amount, order.terms.isPostOnly],
      [OUR_NAME, state, decimal(String(filled)), decimal(String(amount)), isPostOnly],
    );
  });
