import { test } from 'node:test';
import type { TestContext } from 'node:test';
import assert from 'node:assert/strict';
import type { AccountNews } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { StreamDialect, StreamEvent } from '#venues/dialect.ts';
import type { HandTime } from '#venues/monotonic-time.fixture.ts';
import {
  ACCOUNT,
  KEYS,
  NOW_MS,
  scriptedVenue,
  venueOrder,
} from '#venues/scripted-venue.fixture.ts';

/** One connection as the venue has it. */
type Connection = {
  readonly address: string;
  readonly frames: string[];
  say(events: readonly StreamEvent[]): void;
  sayText(frame: string): void;
  end(): void;
  readonly signal: AbortSignal;
};

const DIALECT: StreamDialect = {
  token: null,
  keepToken: null,
  address: () => 'wss://stream.example/ws',
  open: ({ apiKey }, _token, nowMs) => [`auth ${apiKey} ${nowMs}`],
  read: (frame) => JSON.parse(frame) as readonly StreamEvent[],
  ping: { everyMs: 20_000, frame: () => 'ping' },
  silenceMsMax: 60_000,
};
const READY: StreamEvent = { kind: 'ready' };
const ORDER_NEWS = {
  kind: 'order',
  order: { ...venueOrder(), price: 1, amount: 1, filledAmount: 0, averageFillPrice: 0 },
};

test('news is passed on between connected and disconnected', async (t) => {
  const watch = watching(t);
  const connection = await watch.connection(0);
  assert.deepEqual(connection.frames, [`auth ${KEYS.apiKey} ${NOW_MS}`]);
  connection.say([{ kind: 'send', frames: ['subscribe'] }]);
  connection.say([READY]);
  connection.say([
    { kind: 'news', news: ORDER_NEWS as unknown as { kind: 'order'; order: never } },
  ]);
  connection.say([{ kind: 'sweep', marketTag: null }]);
  assert.deepEqual(connection.frames.slice(1), ['subscribe']);
  assert.deepEqual(watch.kinds(), ['connected', 'order', 'connected']);
  await watch.stop();
  assert.deepEqual(watch.kinds(), ['connected', 'order', 'connected', 'disconnected']);
  connection.say([READY]);
  assert.equal(watch.kinds().length, 4);
});

test('a venue that asks for it is logged on to when it does, and not before', async (t) => {
  const dialect: StreamDialect = {
    ...DIALECT,
    token: () => assert.fail('no token is requested'),
    needsNoToken: (mode) => mode === undefined,
    open: () => [],
    logOn: ({ apiKey }, nowMs) => [`auth ${apiKey} ${nowMs}`],
  };
  const watch = watching(t, { dialect });
  const connection = await watch.connection(0);
  assert.deepEqual(connection.frames, []);
  connection.say([{ kind: 'log_on' }]);
  assert.deepEqual(connection.frames, [`auth ${KEYS.apiKey} ${NOW_MS}`]);
  connection.say([{ kind: 'send', frames: ['subscribe'] }, READY]);
  assert.deepEqual(connection.frames.slice(1), ['subscribe']);
  assert.deepEqual(watch.kinds(), ['connected']);
  await watch.stop();
});

test('a connection that ends is made anew, later each time', async (t) => {
  const watch = watching(t);
  let waitedMs = 0;
  for (const [index, delayMs] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
    (await watch.connection(index)).end();
    await settle();
    watch.time.advance(delayMs - 1);
    await settle();
    assert.equal(watch.count(), index + 1);
    watch.time.advance(1);
    waitedMs += delayMs;
  }
  await watch.connection(7);
  assert.equal(waitedMs, 91_000);
  await watch.stop();
});

test('a stream is dead after 45 s of silence, whatever the dialect allows', async (t) => {
  const watch = watching(t);
  const connection = await watch.connection(0);
  connection.say([READY]);
  watch.time.advance(44_000);
  connection.say([]);
  watch.time.advance(45_000);
  assert.equal(connection.signal.aborted, false);
  assert.deepEqual(connection.frames.slice(1), ['ping', 'ping', 'ping', 'ping']);
  watch.time.advance(5_000);
  assert.equal(connection.signal.aborted, true);
  await settle();
  assert.deepEqual(watch.kinds(), ['connected', 'disconnected']);
  watch.time.advance(1_000);
  (await watch.connection(1)).say([READY]);
  assert.deepEqual(watch.kinds(), ['connected', 'disconnected', 'connected']);
  await watch.stop();
});

test('a subscription that the venue never accepts is given up', async (t) => {
  const watch = watching(t);
  const connection = await watch.connection(0);
  watch.time.advance(10_000);
  connection.say([]);
  watch.time.advance(5_000);
  assert.equal(connection.signal.aborted, true);
  await settle();
  assert.deepEqual(watch.kinds(), []);
  await watch.stop();
});

test('a refused key is tried again after a minute, an announced end after a second', async (t) => {
  const watch = watching(t);
  (await watch.connection(0)).say([{ kind: 'refused', failure: 'unauthorized', detail: 'no' }]);
  await settle();
  watch.time.advance(59_999);
  await settle();
  assert.equal(watch.count(), 1);
  watch.time.advance(1);
  const second = await watch.connection(1);
  second.say([READY, { kind: 'over' }]);
  await settle();
  assert.deepEqual(watch.kinds(), ['connected', 'disconnected']);
  watch.time.advance(1_000);
  await watch.connection(2);
  await watch.stop();
});

test('a stream that does not open is tried again, and nothing is reported', async (t) => {
  const watch = watching(t, { failures: 2 });
  await settle();
  watch.time.advance(1_000);
  await settle();
  watch.time.advance(2_000);
  const connection = await watch.connection(0);
  assert.deepEqual(watch.kinds(), []);
  connection.say([READY]);
  assert.deepEqual(watch.kinds(), ['connected']);
  await watch.stop();
});

test('a frame that cannot be read ends its connection, not the process', async (t) => {
  const watch = watching(t);
  const connection = await watch.connection(0);
  connection.say([READY]);
  connection.sayText('no JSON');
  assert.equal(connection.signal.aborted, true);
  await settle();
  assert.deepEqual(watch.kinds(), ['connected', 'disconnected']);
  watch.time.advance(1_000);
  (await watch.connection(1)).say([READY]);
  assert.deepEqual(watch.kinds(), ['connected', 'disconnected', 'connected']);
  await watch.stop();
});

test('a token is requested, retained, and the stream ends when it cannot be', async (t) => {
  const token = { kind: 'done', value: 'listen-1' } as const;
  const results = [
    { kind: 'done', value: null },
    { kind: 'unknown', detail: '' },
  ] as const;
  let retainedCount = 0;
  const call = {
    access: 'private',
    section: 'x',
    method: 'POST',
    path: 'token',
    parameters: {},
    lane: 'lookup',
    cost: 1,
  } as const;
  const dialect: StreamDialect = {
    ...DIALECT,
    token: () => ({ call, read: () => token }),
    keepToken: {
      everyMs: 10_000,
      query: (held) => {
        assert.equal(held, 'listen-1');
        return { call, read: () => results[retainedCount++] ?? assert.fail() };
      },
    },
    address: (held) => `wss://stream.example/ws/${held ?? ''}`,
  };
  const watch = watching(t, { dialect });
  const connection = await watch.connection(0);
  assert.equal(connection.address, 'wss://stream.example/ws/listen-1');
  connection.say([READY]);
  watch.time.advance(10_000);
  await settle();
  assert.deepEqual([retainedCount, connection.signal.aborted], [1, false]);
  watch.time.advance(10_000);
  await settle();
  assert.deepEqual([retainedCount, connection.signal.aborted], [2, true]);
  await watch.stop();
});

type Watch = {
  readonly time: HandTime;
  connection(index: number): Promise<Connection>;
  count(): number;
  kinds(): readonly string[];
  stop(): Promise<void>;
};

function watching(
  t: TestContext,
  {
    dialect = DIALECT,
    failures = 0,
  }: { readonly dialect?: StreamDialect; readonly failures?: number } = {},
): Watch {
  const connections: Connection[] = [];
  const news: AccountNews[] = [];
  const abortion = new AbortController();
  let failuresLeft = failures;
  const venue = scriptedVenue(
    {},
    {
      stream: dialect,
      async openStream(address, onFrame, signal) {
        if (failuresLeft-- > 0) throw new Failure('unavailable', 'not now');
        const frames: string[] = [];
        const { promise: ended, resolve: end } = Promise.withResolvers<void>();
        signal.addEventListener('abort', () => end());
        const say = (events: readonly StreamEvent[]): void => {
          if (!signal.aborted) onFrame(JSON.stringify(events));
        };
        connections.push({ address, frames, say, sayText: onFrame, end, signal });
        return { send: (text) => void frames.push(text), ended };
      },
    },
  );
  const watched = venue.exchange.watchAccount(ACCOUNT, (item) => news.push(item), abortion.signal);
  const stop = async (): Promise<void> => {
    abortion.abort();
    await watched;
  };
  t.after(stop);
  return {
    time: venue.time,
    async connection(index) {
      for (let count = 0; count < 100 && connections.length <= index; count++) await settle();
      return connections[index] ?? assert.fail(`there is no connection ${index}`);
    },
    count: () => connections.length,
    kinds: () => news.map(({ kind }) => kind),
    stop,
  };
}

/** Lets everything run that waits for nothing. */
async function settle(): Promise<void> {
  for (let count = 0; count < 5; count++)
    await new Promise<void>((resolve) => void setImmediate(resolve));
}
