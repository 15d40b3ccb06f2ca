// Frames of Bitget's public stream; those of the venue's documentation, with the market of the
// fixture.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { BTC_SPOT, SPOT } from '#venues/dialects/bitget/bitget.fixture.ts';
import {
  BITGET_BEST_PRICE_STREAM,
  BITGET_MARKET_STREAM,
} from '#venues/dialects/bitget/market-stream.ts';

const OPEN_MS = 1_695_672_780_000;
const { marketTag } = BTC_SPOT.market;
const CANDLES = { instType: 'SPOT', channel: 'candle1m', instId: 'BTCUSDT' };
const BOOK = { ...CANDLES, channel: 'books1' };

function rowAt(openTimeMs: number, volume = '9.9287'): readonly string[] {
  const prices = ['44080.23', '44108.11', '44028.5', '44028.51'];
  return [String(openTimeMs), ...prices, volume, '437404.105512', '437404.105512'];
}

function read(frame: unknown) {
  return BITGET_MARKET_STREAM.read(JSON.stringify(frame), 'spot', SPOT.findMarket);
}

function candlesIn(data: readonly unknown[], ts: number) {
  return read({ action: 'update', arg: CANDLES, data, ts }).map((event) =>
    event.kind === 'candle'
      ? [event.streamed.candle.openTimeMs - OPEN_MS, event.streamed.isClosed]
      : event.kind,
  );
}

test('a row is a candle, in steps of its market', () => {
  const frame = { action: 'snapshot', arg: CANDLES, data: [rowAt(OPEN_MS)], ts: OPEN_MS + 20_000 };
  assert.deepEqual(read(frame), [
    {
      kind: 'candle',
      streamed: {
        marketTag,
        isClosed: false,
        atMs: OPEN_MS + 20_000,
        candle: {
          openTimeMs: OPEN_MS,
          open: 4_408_023n,
          high: 4_410_811n,
          low: 4_402_850n,
          close: 4_402_851n,
          volume: 9_928_700n,
        },
      },
    },
  ]);
});

test('a candle has closed where its frame was made after its end', () => {
  const rows = [rowAt(OPEN_MS), rowAt(OPEN_MS + MINUTE_MS)];
  assert.deepEqual(candlesIn(rows, OPEN_MS + MINUTE_MS - 1), [
    [0, false],
    [MINUTE_MS, false],
  ]);
  assert.deepEqual(candlesIn(rows, OPEN_MS + MINUTE_MS), [
    [0, true],
    [MINUTE_MS, false],
  ]);
});

test('the past that the first frame has is left out', () => {
  const rows = [-9, -3, -2, -1, 0].map((minutes) => rowAt(OPEN_MS + minutes * MINUTE_MS));
  assert.deepEqual(candlesIn(rows, OPEN_MS + 1_000), [
    [-MINUTE_MS, true],
    [0, false],
  ]);
});

test('the best bid and ask are those of the first level', () => {
  const book = {
    asks: [['27000.5', '8.760']],
    bids: [['27000.0', '2.710']],
    checksum: 0,
    seq: 123,
  };
  const readBook = (data: readonly unknown[]) =>
    BITGET_BEST_PRICE_STREAM.read(
      JSON.stringify({ action: 'snapshot', arg: BOOK, data, ts: OPEN_MS }),
      'spot',
      SPOT.findMarket,
    );
  const best = { bid: decimal('27000'), ask: decimal('27000.5') };
  assert.deepEqual(readBook([book]), [{ kind: 'best_prices', marketTag, best }]);
  assert.deepEqual(readBook([{ ...book, bids: [] }]), [
    { kind: 'best_prices', marketTag, best: null },
  ]);
});

test('each market of a frame is confirmed by itself, and refused with the reason', () => {
  assert.deepEqual(read({ event: 'subscribe', arg: CANDLES }), [{ kind: 'confirmed', marketTag }]);
  const msg = "instType:SPOT,channel:candle1m,instId:NONE doesn't exist";
  const arg = { ...CANDLES, instId: 'NONE' };
  assert.deepEqual(read({ event: 'error', arg, code: 30_001, msg }), [
    { kind: 'refused', frameNumber: null, detail: `${msg} (30001)` },
  ]);
});

test('what concerns nobody, or cannot be read, says nothing', () => {
  const data = [rowAt(OPEN_MS)];
  for (const frame of [
    { event: 'unsubscribe', arg: CANDLES },
    { action: 'update', arg: { ...CANDLES, instId: 'NONE' }, data, ts: OPEN_MS },
    { action: 'update', arg: BOOK, data, ts: OPEN_MS },
    { action: 'update', arg: CANDLES, data: [['soon']], ts: OPEN_MS },
    { action: 'update', arg: CANDLES, data },
    { event: 'subscribe' },
  ])
    assert.deepEqual(read(frame), []);
  assert.deepEqual(BITGET_MARKET_STREAM.read('pong', 'spot', SPOT.findMarket), []);
  assert.deepEqual(BITGET_MARKET_STREAM.read('{', 'spot', SPOT.findMarket), []);
});

test('a frame subscribes several markets at the public socket', () => {
  const { address, subscribe, unsubscribe, ping } = BITGET_MARKET_STREAM;
  assert.equal(address('spot'), 'wss://ws.bitget.com/v2/ws/public');
  const args = [CANDLES, CANDLES];
  assert.deepEqual(JSON.parse(subscribe([BTC_SPOT, BTC_SPOT], 7, OPEN_MS)), {
    op: 'subscribe',
    args,
  });
  assert.deepEqual(JSON.parse(unsubscribe([BTC_SPOT], 8, OPEN_MS)), {
    op: 'unsubscribe',
    args: [CANDLES],
  });
  assert.equal(ping.frame(1, OPEN_MS), 'ping');
});
