import { test } from 'node:test';
import type { TestContext } from 'node:test';
import assert from 'node:assert/strict';
import type { MarketStreamNews } from '#venue-port/exchange/market-feed.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { ListedMarket, MarketStreamDialect } from '#venues/dialect.ts';
import { openMarketStream } from '#venues/market-stream.ts';
import { handTime } from '#venues/monotonic-time.fixture.ts';
import { ETH_BTC } from '#venues/dialects/binance-spot/binance-spot.fixture.ts';

const DIALECT: MarketStreamDialect = {
  marketsMax: 3,
  marketsPerFrameMax: 2,
  framesPerSecondMax: 2,
  address: (marketType) => `wss://stream.example/${marketType}`,
  subscribe: (markets, number) => `+${markets.map(({ symbol }) => symbol).join(',')} ${number}`,
  unsubscribe: (markets, number) => `-${markets.map(({ symbol }) => symbol).join(',')} ${number}`,
  read: (frame) => JSON.parse(frame) as ReturnType<MarketStreamDialect['read']>,
  ping: { everyMs: 20_000, frame: (number) => `ping ${number}` },
};
const TAGS = ['A', 'B', 'C', 'D'];
const VENUE_NOW_MS = 1_700_000_000_000;

type Connection = {
  readonly frames: string[];
  say(event: object): void;
  end(): void;
};

async function settle(): Promise<void> {
  for (let count = 0; count < 10; count += 1) await Promise.resolve();
}

function harness(t: TestContext, dialect = DIALECT) {
  const time = handTime();
  const connections: Connection[] = [];
  const news: MarketStreamNews[] = [];
  let isRefusing = false;
  const listed = new Map(
    TAGS.map((tag): [string, ListedMarket] => [
      tag,
      { symbol: tag.toLowerCase(), market: { ...ETH_BTC.market, marketTag: tag } },
    ]),
  );
  const ignore = (): void => undefined;
  const stream = openMarketStream(
    {
      code: 'example',
      dialect,
      venueNowMs: () => VENUE_NOW_MS,
      wire: {
        async openStream(_address, onFrame, signal) {
          if (isRefusing) throw new Failure('unavailable', 'no connection');
          const frames: string[] = [];
          const { promise: ended, resolve } = Promise.withResolvers<void>();
          signal.addEventListener('abort', () => resolve(), { once: true });
          connections.push({
            frames,
            say: (event) => onFrame(JSON.stringify([event])),
            end: resolve,
          });
          return { send: (text) => void frames.push(text), ended };
        },
      },
      directory: () => ({
        markets: [],
        byTag: listed,
        find: () => null,
      }),
      time,
      log: { info: ignore, warn: ignore },
    },
    (each) => void news.push(each),
  );
  t.after(() => stream.close());
  const advance = async (ms: number): Promise<void> => {
    await settle();
    time.advance(ms);
    await settle();
  };
  const setRefusing = (is: boolean): void => {
    isRefusing = is;
  };
  return { stream, connections, news, advance, setRefusing };
}

test('markets share connections, and are subscribed in frames at the venue’s pace', async (t) => {
  const { stream, connections, advance } = harness(t);
  for (const tag of TAGS) stream.follow(tag);
  await advance(20);
  assert.deepEqual(
    connections.map(({ frames }) => frames),
    [['+a,b 1'], ['+d 1']],
  );
  await advance(479);
  assert.equal(connections[0]?.frames.length, 1);
  await advance(1);
  assert.deepEqual(connections[0]?.frames, ['+a,b 1', '+c 2']);
});

test('frames are written with the time of the venue', async (t) => {
  const { stream, connections, advance } = harness(t, {
    ...DIALECT,
    subscribe: (_markets, number, nowMs) => `+ ${number} at ${nowMs}`,
    unsubscribe: (_markets, number, nowMs) => `- ${number} at ${nowMs}`,
    ping: { everyMs: 20_000, frame: (number, nowMs) => `ping ${number} at ${nowMs}` },
  });
  for (const tag of ['A', 'B']) stream.follow(tag);
  await advance(20);
  stream.leave('A');
  await advance(20_000);
  const at = `at ${VENUE_NOW_MS}`;
  assert.deepEqual(connections[0]?.frames, [`+ 1 ${at}`, `- 2 ${at}`, `ping 3 ${at}`]);
});

test('markets are connected one by one where the venue confirms each by itself', async (t) => {
  const { stream, connections, news, advance } = harness(t);
  stream.follow('A');
  stream.follow('B');
  await advance(20);
  connections[0]?.say({ kind: 'refused', frameNumber: null, detail: 'no such market' });
  for (const marketTag of ['B', 'D']) connections[0]?.say({ kind: 'confirmed', marketTag });
  connections[0]?.end();
  await advance(0);
  const marketTags = ['B'];
  assert.deepEqual(news, [
    { kind: 'connected', marketTags },
    { kind: 'disconnected', marketTags },
  ]);
});

test('markets are connected when the venue has accepted them, and until the end', async (t) => {
  const { stream, connections, news, advance } = harness(t);
  stream.follow('A');
  stream.follow('B');
  await advance(20);
  connections[0]?.say({ kind: 'subscribed', frameNumber: 1 });
  connections[0]?.end();
  await advance(0);
  const marketTags = ['A', 'B'];
  assert.deepEqual(news, [
    { kind: 'connected', marketTags },
    { kind: 'disconnected', marketTags },
  ]);
  await advance(1_000);
  await advance(0);
  assert.equal(connections.length, 2);
  assert.deepEqual(connections[1]?.frames, ['+a,b 2']);
});

test('candles are passed on of markets that are followed', async (t) => {
  const { stream, connections, news, advance } = harness(t);
  stream.follow('A');
  await advance(20);
  const candle = (marketTag: string) => ({ kind: 'candle', streamed: { marketTag } });
  connections[0]?.say(candle('A'));
  connections[0]?.say(candle('C'));
  assert.deepEqual(news, [{ ...candle('A'), market: { ...ETH_BTC.market, marketTag: 'A' } }]);
});

test('a stream is dead after 45 s of silence; a reply to a ping is no silence', async (t) => {
  const { stream, connections, advance } = harness(t);
  stream.follow('A');
  await advance(20);
  await advance(40_000);
  connections[0]?.say({ kind: 'subscribed', frameNumber: 9 });
  await advance(40_000);
  assert.equal(connections.length, 1);
  assert.equal(connections[0]?.frames.filter((frame) => frame.startsWith('ping')).length, 4);
  await advance(11_000);
  await advance(1_000);
  assert.equal(connections.length, 2);
});

test('the last market that is left ends its connection', async (t) => {
  const { stream, connections, advance } = harness(t);
  stream.follow('A');
  stream.follow('B');
  await advance(20);
  stream.leave('A');
  assert.deepEqual(connections[0]?.frames, ['+a,b 1', '-a 2']);
  stream.leave('B');
  await advance(60_000);
  assert.equal(connections.length, 1);
  assert.deepEqual(connections[0]?.frames, ['+a,b 1', '-a 2']);
});

test('a venue that takes no connection is tried again, later each time', async (t) => {
  const { stream, connections, advance, setRefusing } = harness(t);
  setRefusing(true);
  stream.follow('A');
  for (const delayMs of [1_000, 2_000, 4_000]) await advance(delayMs);
  setRefusing(false);
  await advance(7_999);
  assert.equal(connections.length, 0);
  await advance(1);
  assert.equal(connections.length, 1);
});
