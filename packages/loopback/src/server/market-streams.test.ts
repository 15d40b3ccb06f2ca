import { once } from 'node:events';
import test from 'node:test';
import type { TestContext } from 'node:test';
import assert from 'node:assert/strict';

import { WebSocket } from 'ws';

import type { VenueClient } from '#loopback/venue-client.ts';
import { openVenue } from '#loopback/venue-client.ts';

type Frame = Readonly<Record<string, unknown>>;

async function listen(t: TestContext, venue: VenueClient, path: string, subscribe: object) {
  const socket = new WebSocket(`${venue.server.address.replace('http', 'ws')}${path}`);
  t.after(() => socket.terminate());
  await once(socket, 'open');
  const frames: Frame[] = [];
  const subscribed = once(socket, 'message');
  socket.send(JSON.stringify(subscribe));
  await subscribed;
  socket.on('message', (bytes: Buffer) => frames.push(JSON.parse(bytes.toString('utf8')) as Frame));
  return frames;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** Two prices in one minute, and its end. */
function playMinute(venue: VenueClient, code: string): void {
  const market = { venue: code, market: 'spot:BTCUSDT' };
  venue.control('price', { ...market, price: '60500' });
  venue.control('price', { ...market, price: '60400' });
  venue.control('advance', { ms: 60_000 });
}

test('Binance sends each candle while it is open, and once when it has closed', async (t) => {
  const venue = await openVenue(t);
  const subscribe = { method: 'SUBSCRIBE', params: ['btcusdt@kline_1m'], id: 1 };
  const frames = await listen(t, venue, '/ws', subscribe);
  playMinute(venue, 'binance');
  const candles = () => frames.map((frame) => frame['k'] as { x: boolean; c: string });
  await until(() => candles().some(({ x }) => x));
  assert.equal(candles().findLast(({ x }) => x)?.c, '60400.00000000');
  assert(candles().filter(({ x }) => !x).length >= 2);
});

test('Bybit sends each candle while it is open, and confirms it when it has closed', async (t) => {
  const venue = await openVenue(t);
  const subscribe = { op: 'subscribe', args: ['kline.1.BTCUSDT', 'tickers.BTCUSDT'] };
  const frames = await listen(t, venue, '/v5/public/spot', subscribe);
  playMinute(venue, 'bybit');
  const rows = () =>
    frames
      .filter(({ topic }) => topic === 'kline.1.BTCUSDT')
      .flatMap((frame) => frame['data'] as { confirm: boolean; close: string }[]);
  await until(() => rows().some(({ confirm }) => confirm));
  assert.equal(rows().findLast(({ confirm }) => confirm)?.close, '60400');
  const tickers = frames.filter(({ topic }) => topic === 'tickers.BTCUSDT');
  assert.deepEqual(
    tickers.map((frame) => (frame['data'] as { lastPrice: string }).lastPrice),
    ['60500', '60400'],
  );
});
