import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import {
  BTC_SPOT,
  FILLED,
  NOW_MS,
  OUR_NAME,
  RESTING,
  SPOT,
} from '#venues/dialects/gate/gate.fixture.ts';
import { GATE_MARKET_STREAM } from '#venues/dialects/gate/market-stream.ts';
import { GATE_STREAM } from '#venues/dialects/gate/stream.ts';
import type { StreamEvent } from '#venues/dialect.ts';

const KEYS = { apiKey: 'the key', secret: 'the secret', passphrase: null };

test('the stream of Gate is subscribed for all markets, by a frame that is signed', () => {
  const frames = GATE_STREAM.open(KEYS, null, NOW_MS);
  const text = `channel=spot.orders&event=subscribe&time=${NOW_MS / 1_000}`;
  assert.deepEqual(
    frames.map((frame) => JSON.parse(frame) as unknown),
    [
      {
        time: NOW_MS / 1_000,
        channel: 'spot.orders',
        event: 'subscribe',
        payload: ['!all'],
        auth: {
          method: 'api_key',
          KEY: 'the key',
          SIGN: createHmac('sha512', 'the secret').update(text).digest('hex'),
        },
      },
    ],
  );
  assert.equal(GATE_STREAM.ping?.frame(NOW_MS), '{"time":1700000000,"channel":"spot.ping"}');
});

/** As a frame shows an order: without a status. */
const { status: _status, ...ORDER } = {
  ...RESTING,
  create_time_ms: '1699999999123',
  update_time_ms: '1699999999123',
  user: 3_497_082,
  event: 'put',
};

function frame(content: object): object {
  return { time: 1_700_000_000, time_ms: NOW_MS, channel: 'spot.orders', ...content };
}
const update = (...result: readonly unknown[]) => frame({ event: 'update', result });
const receipt = (error: unknown) => frame({ event: 'subscribe', error, result: null });

function brief(events: readonly StreamEvent[]): readonly string[] {
  return events.map((event) => {
    if (event.kind === 'news') return `news ${event.news.kind}`;
    return event.kind === 'refused' ? `refused ${event.failure}` : event.kind;
  });
}

const FRAMES: readonly (readonly [string, unknown, readonly string[]])[] = [
  ['that it is subscribed', frame({ event: 'subscribe', error: null, result: {} }), ['ready']],
  ['a wrong key', receipt({ code: 4, message: 'Authentication fail' }), ['refused unauthorized']],
  ['a wrong argument', receipt({ code: 2, message: 'argument' }), ['refused unavailable']],
  ['an error of its own', receipt({ code: 3, message: '' }), ['refused unavailable']],
  ['an error without a code', receipt({}), ['refused unavailable']],
  ['an order', update(ORDER), ['news order']],
  ['two orders', update(ORDER, { ...ORDER, id: '2' }), ['news order', 'news order']],
  ['an order that cannot be read, and one that can', update({}, ORDER), ['sweep', 'news order']],
  ['an event never seen', update({ ...ORDER, event: 'merge' }), ['sweep']],
  ['no list', frame({ event: 'update', result: null }), ['sweep']],
  ['the end of a subscription', frame({ event: 'unsubscribe', error: null }), []],
  ['another channel', frame({ channel: 'spot.balances', event: 'update', result: [{}] }), []],
  ['a reply to a ping', frame({ channel: 'spot.pong', event: '', error: null }), []],
  ['an upgrade', { type: 'upgrade', msg: 'The connection will soon be closed' }, ['over']],
  ['no JSON', '<html>', ['sweep']],
];

for (const [title, content, expected] of FRAMES)
  test(`Gate sends ${title}: ${expected.join(', ') || 'nothing'}`, () => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    assert.deepEqual(brief(GATE_STREAM.read(text, SPOT)), expected);
  });

/** An event, what goes with it, and the order that it comes to. */
const EVENTS = [
  ['put', {}, ['open', '0']],
  ['update', { left: '0.0025', filled_total: '345.678' }, ['open', '0.01']],
  [
    'finish',
    { ...FILLED, status: undefined, update_time_ms: '1699999999500' },
    ['filled', '0.0125'],
  ],
  ['finish', { finish_as: 'cancelled' }, ['cancelled', '0']],
  ['finish', { finish_as: 'poc' }, ['rejected', '0']],
] as const;

for (const [event, changes, [state, filled]] of EVENTS)
  test(`an order in the stream of Gate with the event ${event} is ${state}`, () => {
    const text = JSON.stringify(update({ ...ORDER, ...changes, event }));
    const [only] = GATE_STREAM.read(text, SPOT);
    assert(only?.kind === 'news' && only.news.kind === 'order');
    const { order } = only.news;
    assert.deepEqual(
      [order.clientOrderId, order.state, order.filledAmount],
      [OUR_NAME, state, decimal(filled)],
    );
  });

const find = SPOT.findMarket;

function candleFrame(changes: object = {}): string {
  const result = {
    t: '1699999980',
    v: '11.09',
    c: '34567.5',
    h: '34568',
    l: '34567.1',
    o: '34567.8',
    n: '1m_BTC_USDT',
    a: '0.000321',
    w: true,
    ...changes,
  };
  return JSON.stringify({
    time: 1_700_000_000,
    time_ms: NOW_MS,
    channel: 'spot.candlesticks',
    event: 'update',
    result,
  });
}

test('a candle of Gate is read, and says whether it has closed', () => {
  for (const w of [true, false, undefined]) {
    const [event] = GATE_MARKET_STREAM.read(candleFrame({ w }), 'spot', find);
    assert(event?.kind === 'candle');
    const { marketTag, isClosed, atMs, candle } = event.streamed;
    assert.deepEqual([marketTag, isClosed, atMs], [BTC_SPOT.market.marketTag, w === true, NOW_MS]);
    assert.deepEqual(candle, {
      openTimeMs: 1_699_999_980_000,
      open: 345_678n,
      high: 345_680n,
      low: 345_671n,
      close: 345_675n,
      volume: 321n,
    });
  }
});

test('candles of Gate are subscribed by name, each market by itself', () => {
  const { subscribe, unsubscribe, ping, read, marketsPerFrameMax } = GATE_MARKET_STREAM;
  const frameOf = (event: string, id: number) => ({
    time: 1_700_000_000,
    id,
    channel: 'spot.candlesticks',
    event,
    payload: ['1m', 'BTC_USDT'],
  });
  assert.equal(marketsPerFrameMax, 1);
  assert.deepEqual(JSON.parse(subscribe([BTC_SPOT], 7, NOW_MS)), frameOf('subscribe', 7));
  assert.deepEqual(JSON.parse(unsubscribe([BTC_SPOT], 8, NOW_MS)), frameOf('unsubscribe', 8));
  assert.deepEqual(JSON.parse(ping.frame(9, NOW_MS)), {
    time: 1_700_000_000,
    id: 9,
    channel: 'spot.ping',
  });
  const of = (content: object) => read(JSON.stringify(content), 'spot', find);
  const reply = { channel: 'spot.candlesticks', event: 'subscribe', id: 7 };
  assert.deepEqual(of({ ...reply, error: null, result: { status: 'success' } }), [
    { kind: 'subscribed', frameNumber: 7 },
  ]);
  assert.deepEqual(of({ ...reply, error: { code: 2, message: 'unknown currency pair' } }), [
    { kind: 'refused', frameNumber: 7, detail: 'unknown currency pair (2)' },
  ]);
  assert.deepEqual(of({ type: 'upgrade', msg: 'soon' }), [{ kind: 'over' }]);
  assert.deepEqual(of({ ...reply, id: undefined, error: null }), []);
  assert.deepEqual(of({ channel: 'spot.pong', event: '' }), []);
  for (const text of [
    '<html>',
    candleFrame({ n: '1m_NO_NE' }),
    candleFrame({ n: '5m_BTC_USDT' }),
    candleFrame({ n: '1m' }),
    candleFrame({ o: null }),
  ])
    assert.deepEqual(read(text, 'spot', find), []);
});
