import { test } from 'node:test';
import assert from 'node:assert/strict';
import { BTC_PERPETUAL, CONTEXT } from '#venues/dialects/binance-usdm/binance-usdm.fixture.ts';
import { BINANCE_USDM } from '#venues/dialects/binance-usdm/binance-usdm.ts';
import { USDM_MARKET_STREAM } from '#venues/dialects/binance-usdm/market-stream.ts';

const KLINE = {
  e: 'kline',
  E: 1_638_747_660_123,
  s: 'BTCUSDT',
  k: {
    t: 1_638_747_600_000,
    T: 1_638_747_659_999,
    s: 'BTCUSDT',
    i: '1m',
    f: 100,
    L: 200,
    o: '48000.10',
    c: '48010.50',
    h: '48020.00',
    l: '47990.90',
    v: '12.345',
    n: 100,
    x: true,
    q: '592000.1',
    V: '5.000',
    Q: '240000.5',
    B: '0',
  },
};

test('a combined event is a candle of the perpetual, in its steps', () => {
  const frame = JSON.stringify({ stream: 'btcusdt@kline_1m', data: KLINE });
  const candle = {
    openTimeMs: 1_638_747_600_000,
    open: 480_001n,
    high: 480_200n,
    low: 479_909n,
    close: 480_105n,
    volume: 12_345n,
  };
  const { marketTag } = BTC_PERPETUAL.market;
  const streamed = { marketTag, isClosed: true, atMs: 1_638_747_660_123, candle };
  assert.deepEqual(USDM_MARKET_STREAM.read(frame, 'futures', CONTEXT.findMarket), [
    { kind: 'candle', streamed },
  ]);
  assert.deepEqual(USDM_MARKET_STREAM.read(frame, 'spot', CONTEXT.findMarket), []);
});

test('frames subscribe at the address for markets, which the dialect may open', () => {
  const { address, subscribe, unsubscribe } = USDM_MARKET_STREAM;
  const url = new URL(address('futures'));
  assert.equal(url.href, 'wss://fstream.binance.com/market/stream');
  assert(BINANCE_USDM.hosts.includes(url.host));
  assert.equal(BINANCE_USDM.marketStream, USDM_MARKET_STREAM);
  const names = { params: ['btcusdt@kline_1m'] };
  const [one, two] = [subscribe([BTC_PERPETUAL], 1, 0), unsubscribe([BTC_PERPETUAL], 2, 0)];
  assert.deepEqual(JSON.parse(one), { method: 'SUBSCRIBE', ...names, id: 1 });
  assert.deepEqual(JSON.parse(two), { method: 'UNSUBSCRIBE', ...names, id: 2 });
});
