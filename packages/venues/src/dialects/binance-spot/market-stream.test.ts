import { test } from 'node:test';
import assert from 'node:assert/strict';
import { CONTEXT, ETH_BTC } from '#venues/dialects/binance-spot/binance-spot.fixture.ts';
import { SPOT_MARKET_STREAM } from '#venues/dialects/binance-spot/market-stream.ts';

const KLINE = {
  e: 'kline',
  E: 1_638_747_660_123,
  s: 'ETHBTC',
  k: {
    t: 1_638_747_600_000,
    T: 1_638_747_659_999,
    s: 'ETHBTC',
    i: '1m',
    f: 100,
    L: 200,
    o: '0.034500',
    c: '0.034510',
    h: '0.034520',
    l: '0.034490',
    v: '12.345',
    n: 100,
    x: true,
    q: '1.0000',
    V: '500',
    Q: '0.500',
    B: '123456',
  },
};

function read(frame: unknown) {
  return SPOT_MARKET_STREAM.read(JSON.stringify(frame), 'spot', CONTEXT.findMarket);
}

test('a combined event is a candle in steps of its market', () => {
  assert.deepEqual(read({ stream: 'ethbtc@kline_1m', data: KLINE }), [
    {
      kind: 'candle',
      streamed: {
        marketTag: 'BINANCE_ETH_BTC',
        isClosed: true,
        atMs: 1_638_747_660_123,
        candle: {
          openTimeMs: 1_638_747_600_000,
          open: 34_500n,
          high: 34_520n,
          low: 34_490n,
          close: 34_510n,
          volume: 12_345n,
        },
      },
    },
  ]);
});

test('a candle that forms is not closed', () => {
  const [event] = read({ stream: 'a', data: { ...KLINE, k: { ...KLINE.k, x: false } } });
  assert(event?.kind === 'candle');
  assert.equal(event.streamed.isClosed, false);
});

/** What cannot be read, or concerns nobody, has no events. */
const NOTHING: readonly unknown[] = [
  { stream: 'a', data: { ...KLINE, k: { ...KLINE.k, s: 'OTHER' } } },
  { stream: 'a', data: { ...KLINE, k: { ...KLINE.k, i: '5m' } } },
  { stream: 'a', data: { ...KLINE, k: { ...KLINE.k, o: 'many' } } },
  { stream: 'a', data: { ...KLINE, k: { ...KLINE.k, x: 'yes' } } },
  { stream: 'a', data: { ...KLINE, E: null } },
  { stream: 'a', data: { e: 'trade' } },
  { stream: 'a', data: [] },
  'text',
  null,
];
for (const frame of NOTHING)
  test(`a frame without events: ${JSON.stringify(frame)?.slice(0, 60)}`, () => {
    assert.deepEqual(read(frame), []);
  });

test('responses name the frame that they belong to', () => {
  assert.deepEqual(read({ result: null, id: 3 }), [{ kind: 'subscribed', frameNumber: 3 }]);
  const refusal = { error: { code: 2, msg: 'Invalid request' }, id: 4 };
  const [event] = read(refusal);
  assert(event?.kind === 'refused');
  assert.equal(event.frameNumber, 4);
  assert.match(event.detail, /Invalid request/);
  assert.deepEqual(read({ stream: '', data: { e: 'serverShutdown' } }), [{ kind: 'over' }]);
});

test('frames subscribe by the names of streams, within the limits of the venue', () => {
  const { address, subscribe, unsubscribe, ping, marketsMax } = SPOT_MARKET_STREAM;
  assert.equal(address('spot'), 'wss://stream.binance.com/stream');
  const names = { params: ['ethbtc@kline_1m'] };
  const [one, two, three] = [
    subscribe([ETH_BTC], 1, 0),
    unsubscribe([ETH_BTC], 2, 0),
    ping.frame(3, 0),
  ];
  assert.deepEqual(JSON.parse(one), { method: 'SUBSCRIBE', ...names, id: 1 });
  assert.deepEqual(JSON.parse(two), { method: 'UNSUBSCRIBE', ...names, id: 2 });
  assert.deepEqual(JSON.parse(three), { method: 'LIST_SUBSCRIPTIONS', id: 3 });
  assert.equal(marketsMax, 1_024);
});
