import { test } from 'node:test';
import assert from 'node:assert/strict';
import { BTC_PERPETUAL, BTC_SPOT, SPOT } from '#venues/dialects/bybit/bybit.fixture.ts';
import { BYBIT_MARKET_STREAM } from '#venues/dialects/bybit/market-stream.ts';

/** As recorded, with the interval of a minute. */
const KLINE = {
  topic: 'kline.1.BTCUSDT',
  data: [
    {
      start: 1_672_324_800_000,
      end: 1_672_324_859_999,
      interval: '1',
      open: '16649.5',
      close: '16677',
      high: '16677',
      low: '16608',
      volume: '2.081',
      turnover: '34666.4005',
      confirm: true,
      timestamp: 1_672_324_860_012,
    },
  ],
  ts: 1_672_324_860_015,
  type: 'snapshot',
};

function read(frame: unknown) {
  return BYBIT_MARKET_STREAM.read(JSON.stringify(frame), 'spot', SPOT.findMarket);
}

test('a frame has candles in steps of their market', () => {
  const [event, ...more] = read(KLINE);
  assert(event?.kind === 'candle');
  const { marketTag, isClosed, atMs, candle } = event.streamed;
  assert.equal(marketTag, BTC_SPOT.market.marketTag);
  assert.deepEqual([isClosed, atMs], [true, 1_672_324_860_015]);
  assert.equal(candle.openTimeMs, 1_672_324_800_000);
  const { priceStep, amountStep } = BTC_SPOT.market;
  const scale = 1_000_000_000_000_000_000n;
  assert.equal(candle.open * priceStep, (scale * 166_495n) / 10n);
  assert.equal(candle.low * priceStep, scale * 16_608n);
  assert.equal(candle.volume * amountStep, (scale * 2_081n) / 1_000n);
  assert.deepEqual(more, []);
});

const NOTHING: readonly unknown[] = [
  { ...KLINE, topic: 'kline.5.BTCUSDT' },
  { ...KLINE, topic: 'kline.1.OTHER' },
  { ...KLINE, data: {} },
  { ...KLINE, data: [{ ...KLINE.data[0], open: null }] },
  { success: true, op: 'ping', ret_msg: 'pong', req_id: '1' },
  'text',
  null,
];
for (const frame of NOTHING)
  test(`a frame without events: ${JSON.stringify(frame)?.slice(0, 60)}`, () => {
    assert.deepEqual(read(frame), []);
  });

test('responses name the frame that they belong to, as far as the venue does', () => {
  const accepted = { success: true, ret_msg: '', op: 'subscribe', req_id: '7' };
  assert.deepEqual(read(accepted), [{ kind: 'subscribed', frameNumber: 7 }]);
  const [event] = read({ success: false, ret_msg: 'Invalid topic: x', op: 'subscribe' });
  assert(event?.kind === 'refused');
  assert.match(event.detail, /Invalid topic/);
});

test('frames subscribe by topics, and each category has its address', () => {
  const { address, subscribe, unsubscribe, ping, marketsPerFrameMax } = BYBIT_MARKET_STREAM;
  assert.equal(address('spot'), 'wss://stream.bybit.com/v5/public/spot');
  assert.equal(address('futures'), 'wss://stream.bybit.com/v5/public/linear');
  const args = ['kline.1.BTCUSDT', `kline.1.${BTC_PERPETUAL.symbol}`];
  const markets = [BTC_SPOT, BTC_PERPETUAL];
  assert.deepEqual(JSON.parse(subscribe(markets, 1, 0)), { req_id: '1', op: 'subscribe', args });
  assert.deepEqual(JSON.parse(unsubscribe(markets, 2, 0)), {
    req_id: '2',
    op: 'unsubscribe',
    args,
  });
  assert.deepEqual(JSON.parse(ping.frame(3, 0)), { req_id: '3', op: 'ping' });
  assert.equal(marketsPerFrameMax, 10);
});
