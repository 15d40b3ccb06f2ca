// Reads of an account while its stream is connected, and those that are not repeated.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { AccountNews, VenueOrder } from '#venue-port/exchange/exchange.ts';
import { OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { StreamDialect, StreamEvent, Verdict } from '#venues/dialect.ts';
import { rememberAccounts } from '#venues/remember-accounts.ts';
import type { Script } from '#venues/scripted-venue.fixture.ts';
import {
  ACCOUNT,
  LOG,
  NAME,
  ORDER,
  scriptedVenue,
  venueOrder,
} from '#venues/scripted-venue.fixture.ts';

const HORIZON_AND_LAG_MS = 17_000;
const LAG_MS = 1_000;
const SWEPT_EVERY_MS = 600_000;

const done = (value: unknown) => ({ kind: 'done', value }) as const;
const page = (...items: readonly VenueOrder[]) => done({ items, next: null });
const WALLET = done({ updatedAtMs: 1, balances: [] });
const NO_FILLS = done({ items: [], cursor: null, rest: null });
const READS: Script = {
  open: Array.from({ length: 9 }, () => page(venueOrder())),
  balances: Array.from({ length: 9 }, () => WALLET),
  fills: Array.from({ length: 9 }, () => NO_FILLS),
};

/** An exchange over a scripted venue, with a stream that says what the test says. */
function remembered(t: TestContext, script: Script = READS) {
  const said = new Map<string, readonly StreamEvent[]>();
  const streams: { say(this: void, ...events: readonly StreamEvent[]): void; end(): void }[] = [];
  const stream: StreamDialect = {
    token: null,
    keepToken: null,
    address: () => 'wss://stream.example/',
    open: () => [],
    read: (frame) => present(said.get(frame), 'a frame is said before it is read'),
    ping: null,
    silenceMsMax: 10 ** 9,
  };
  const venue = scriptedVenue(script, {
    stream,
    async openStream(_address, onFrame, signal) {
      const ended = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => ended.resolve(), { once: true });
      streams.push({
        say(...events) {
          said.set(String(said.size), events);
          onFrame(String(said.size - 1));
        },
        end: ended.resolve,
      });
      return { send: () => undefined, ended: ended.promise };
    },
  });
  const { exchange, forget } = rememberAccounts(venue.exchange, venue.time, LOG);
  /** Hears until it stops, and is connected when it is there. */
  const watch = async () => {
    const news: AccountNews['kind'][] = [];
    const stopping = new AbortController();
    const ended = exchange.watchAccount(ACCOUNT, ({ kind }) => news.push(kind), stopping.signal);
    const stop = async (): Promise<void> => {
      stopping.abort();
      await ended;
    };
    t.after(stop);
    await settle();
    return { news, stop };
  };
  /** What the reads of an account sent. */
  const sentBy = async (act: () => Promise<unknown>): Promise<readonly string[]> => {
    const before = venue.sent.length;
    await act();
    return venue.sent.slice(before);
  };
  const readAll = async (): Promise<readonly string[]> =>
    sentBy(async () => {
      await exchange.fetchOpenOrders(ACCOUNT);
      await exchange.fetchBalances(ACCOUNT);
      await exchange.fetchFills(ACCOUNT, ['m1'], null, 100);
    });
  return { ...venue, exchange, forget, watch, readAll, sentBy, streams };
}

/** Until what is under way without any input has been done. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** One whose stream is connected, and all of which is remembered. */
async function quiet(t: TestContext, script: Script = READS) {
  const harness = remembered(t, script);
  const watcher = await harness.watch();
  const [stream] = harness.streams;
  present(stream, 'a stream was opened').say({ kind: 'ready' });
  harness.time.advance(HORIZON_AND_LAG_MS);
  await harness.readAll();
  return { ...harness, watcher, stream: present(stream, 'a stream was opened') };
}

const ALL = ['open', 'balances', 'fills'];

suite('reads of an account', () => {
  test('are sent each time as long as nobody watches it', async (t) => {
    const { readAll } = remembered(t);
    assert.deepEqual(await readAll(), ALL);
    assert.deepEqual(await readAll(), ALL);
  });

  test('are sent once while its stream is connected, and again at its sweep', async (t) => {
    const { readAll, time, stream } = await quiet(t);
    assert.deepEqual(await readAll(), []);
    for (let passedMs = 0; passedMs < SWEPT_EVERY_MS; passedMs += 30_000) {
      stream.say();
      time.advance(30_000);
    }
    assert.deepEqual(await readAll(), ALL);
    assert.deepEqual(await readAll(), []);
  });

  test('are sent each time until what was sent earlier can no longer arrive', async (t) => {
    const { watch, streams, readAll, time } = remembered(t);
    await watch();
    streams[0]?.say({ kind: 'ready' });
    assert.deepEqual(await readAll(), ALL);
    time.advance(HORIZON_AND_LAG_MS - 1);
    assert.deepEqual(await readAll(), ALL);
    time.advance(1);
    assert.deepEqual(await readAll(), ALL);
    assert.deepEqual(await readAll(), []);
  });

  test('are sent again when the stream is lost, and when it is back', async (t) => {
    const { readAll, stream, streams, time, watcher } = await quiet(t);
    stream.end();
    await settle();
    assert.deepEqual(watcher.news, ['connected', 'disconnected']);
    assert.deepEqual(await readAll(), ALL);
    time.advance(1_000);
    await settle();
    streams[1]?.say({ kind: 'ready' });
    assert.deepEqual(await readAll(), ALL);
  });

  test('are sent again when something of it changed that the venue does not say', async (t) => {
    const { readAll, stream } = await quiet(t);
    stream.say({ kind: 'sweep', marketTag: null });
    assert.deepEqual(await readAll(), ALL);
  });

  test('are sent again when all is to be forgotten', async (t) => {
    const { readAll, forget } = await quiet(t);
    forget();
    assert.deepEqual(await readAll(), ALL);
  });

  test('of fills are sent whatever is remembered, where news may have been lost', async (t) => {
    const { exchange, readAll, sentBy } = await quiet(t);
    const readAnew = () => exchange.fetchFills(ACCOUNT, ['m1'], null, 100, undefined, true);
    assert.deepEqual(await sentBy(readAnew), ['fills']);
    assert.deepEqual(await readAll(), []);
    assert.deepEqual(await sentBy(readAnew), ['fills']);
  });

  test('that are under way are shared', async (t) => {
    const { exchange, sentBy, stream } = await quiet(t);
    stream.say({ kind: 'sweep', marketTag: null });
    const both = async () =>
      Promise.all([exchange.fetchBalances(ACCOUNT), exchange.fetchBalances(ACCOUNT)]);
    assert.deepEqual(await sentBy(both), ['balances']);
  });

  test('that failed are not remembered', async (t) => {
    const harness = remembered(t, {
      balances: [{ kind: 'unknown', detail: 'busy' }, WALLET],
    });
    await harness.watch();
    harness.streams[0]?.say({ kind: 'ready' });
    harness.time.advance(HORIZON_AND_LAG_MS);
    await assert.rejects(harness.exchange.fetchBalances(ACCOUNT));
    assert.deepEqual(await harness.exchange.fetchBalances(ACCOUNT), WALLET.value);
  });
});

suite('news of an order', () => {
  const news = (order: VenueOrder): StreamEvent => ({
    kind: 'news',
    news: { kind: 'order', order },
  });
  const ended = venueOrder({ state: 'cancelled', updatedAtMs: ORDER.decidedAtMs + 1 });

  test('that ended takes it from the open ones; only balances are read again', async (t) => {
    const { exchange, readAll, stream } = await quiet(t);
    stream.say(news(ended));
    assert.deepEqual(await exchange.fetchOpenOrders(ACCOUNT), []);
    assert.deepEqual(await readAll(), ['balances']);
  });

  test('that came of one that waited takes that one from the open ones', async (t) => {
    const terms = { ...PLAIN_TERMS, triggerPrice: decimal('90') };
    const open = [page(venueOrder({ venueOrderId: 'w1', terms }), venueOrder())];
    const { exchange, stream } = await quiet(t, { ...READS, open: [...open, ...open] });
    stream.say(news({ ...ended, venueOrderId: 'v2', clientOrderId: NAME.clientOrderId }));
    const left = await exchange.fetchOpenOrders(ACCOUNT);
    assert.deepEqual(
      left.map(({ venueOrderId }) => venueOrderId),
      ['v1'],
    );
  });

  test('that was filled has fills read, and not remembered within the lag', async (t) => {
    const { readAll, stream, time } = await quiet(t);
    stream.say(news({ ...ended, state: 'filled', filledAmount: ORDER.amount }));
    assert.deepEqual(await readAll(), ['balances', 'fills']);
    assert.deepEqual(await readAll(), ['balances', 'fills']);
    time.advance(LAG_MS);
    assert.deepEqual(await readAll(), ['balances', 'fills']);
    assert.deepEqual(await readAll(), []);
  });

  test('that comes late does not open it again', async (t) => {
    const { exchange, sentBy, stream } = await quiet(t);
    stream.say(news(ended));
    stream.say(news(venueOrder()));
    const open = async () => assert.deepEqual(await exchange.fetchOpenOrders(ACCOUNT), []);
    assert.deepEqual(await sentBy(open), []);
  });

  test('that is not listed has the list read again', async (t) => {
    const { readAll, stream } = await quiet(t);
    stream.say(news(venueOrder({ venueOrderId: 'v2', clientOrderId: null })));
    assert.deepEqual(await readAll(), ['open', 'balances']);
  });

  test('that grew shows what is filled; older news of it does not', async (t) => {
    const { exchange, stream } = await quiet(t);
    const filledAmount = decimal('0.001');
    stream.say(news(venueOrder({ filledAmount, updatedAtMs: ORDER.decidedAtMs + 2 })));
    stream.say(news(venueOrder({ updatedAtMs: ORDER.decidedAtMs + 1 })));
    const [open] = await exchange.fetchOpenOrders(ACCOUNT);
    assert.equal(open?.filledAmount, filledAmount);
  });
});

suite('an order that is placed here', () => {
  const second = venueOrder({ venueOrderId: 'v2', clientOrderId: 'ours-2' });
  const order = { ...ORDER, clientOrderId: 'ours-2' };

  test('is among the open ones without a request', async (t) => {
    const { exchange, readAll, stream } = await quiet(t, { ...READS, place: [done(second)] });
    const placing = exchange.placeOrder(ACCOUNT, order);
    stream.say({ kind: 'news', news: { kind: 'order', order: second } });
    await placing;
    assert.deepEqual(await readAll(), ['balances']);
    const open = await exchange.fetchOpenOrders(ACCOUNT);
    assert.deepEqual(
      open.map(({ venueOrderId }) => venueOrderId),
      ['v1', 'v2'],
    );
  });

  test('has ended when its news came before the reply', async (t) => {
    const { exchange, stream } = await quiet(t, { ...READS, place: [done(second)] });
    const placing = exchange.placeOrder(ACCOUNT, order);
    const filled = { ...second, state: 'filled', filledAmount: second.amount } as const;
    stream.say({ kind: 'news', news: { kind: 'order', order: filled } });
    await placing;
    assert.equal((await exchange.fetchOpenOrders(ACCOUNT)).length, 1);
  });

  test('without a reply has all read until it can no longer arrive', async (t) => {
    const unknown = { kind: 'unknown', detail: 'busy' } as const;
    const { exchange, readAll, time } = await quiet(t, { ...READS, place: [unknown] });
    await assert.rejects(exchange.placeOrder(ACCOUNT, order), OutcomeUnknown);
    time.advance(HORIZON_AND_LAG_MS - 1);
    assert.deepEqual(await readAll(), ALL);
    assert.deepEqual(await readAll(), ALL);
    time.advance(1);
    assert.deepEqual(await readAll(), ALL);
    assert.deepEqual(await readAll(), []);
  });

  test('that is cancelled here is no longer among the open ones', async (t) => {
    const cancel = [done(venueOrder({ state: 'cancelled' }))];
    const { exchange, readAll } = await quiet(t, { ...READS, cancel });
    assert((await exchange.cancelOrder(ACCOUNT, 'm1', NAME)).ok);
    assert.deepEqual(await exchange.fetchOpenOrders(ACCOUNT), []);
    assert.deepEqual(await readAll(), ['balances']);
  });
});

suite('a stream that leaves out an order that was placed here', () => {
  const second = venueOrder({ venueOrderId: 'v2', clientOrderId: 'ours-2' });
  const order = { ...ORDER, clientOrderId: 'ours-2' };
  const script: Script = { ...READS, place: [done(second)] };
  const REPORTED_WITHIN_MS = 30_000;

  test('is opened again after thirty seconds, and all is read', async (t) => {
    const { exchange, readAll, time, streams, watcher } = await quiet(t, script);
    await exchange.placeOrder(ACCOUNT, order);
    time.advance(REPORTED_WITHIN_MS - 1);
    await settle();
    assert.deepEqual(watcher.news, ['connected']);
    time.advance(1);
    await settle();
    assert.deepEqual(watcher.news, ['connected', 'disconnected']);
    assert.equal(streams.length, 2);
    assert.deepEqual(await readAll(), ALL);
    streams[1]?.say({ kind: 'ready' });
    assert.deepEqual(watcher.news, ['connected', 'disconnected', 'connected']);
    time.advance(REPORTED_WITHIN_MS);
    await settle();
    assert.equal(streams.length, 2);
  });

  test('is opened again also when it says twice that it is connected', async (t) => {
    const { exchange, time, stream, streams } = await quiet(t, script);
    await exchange.placeOrder(ACCOUNT, order);
    stream.say({ kind: 'ready' });
    time.advance(REPORTED_WITHIN_MS);
    await settle();
    assert.equal(streams.length, 2);
  });

  test('is not, once the order was reported, before its reply or after it', async (t) => {
    for (const isBefore of [true, false]) {
      const { exchange, time, stream, streams } = await quiet(t, script);
      const placing = exchange.placeOrder(ACCOUNT, order);
      if (!isBefore) await placing;
      stream.say({ kind: 'news', news: { kind: 'order', order: second } });
      await placing;
      time.advance(REPORTED_WITHIN_MS);
      await settle();
      assert.equal(streams.length, 1);
    }
  });

  test('is not, once it was said that something happened to the order', async (t) => {
    const { exchange, time, stream, streams } = await quiet(t, script);
    await exchange.placeOrder(ACCOUNT, order);
    stream.say({ kind: 'sweep', marketTag: null, reported: 'ours-2' });
    time.advance(REPORTED_WITHIN_MS);
    await settle();
    assert.equal(streams.length, 1);
  });

  test('is not when the order was refused, or waits for a price', async (t) => {
    const refused = { kind: 'rejected', code: 'order_rejected', detail: 'no' } as const;
    const waiting = { ...order, type: 'stop_market' } as const;
    for (const [verdict, placed] of [
      [refused, order],
      [done(second), waiting],
    ] as const) {
      const place: readonly Verdict<unknown>[] = [verdict];
      const look_up = [{ kind: 'absent' }, { kind: 'absent' }] as const;
      const { exchange, time, streams } = await quiet(t, { ...READS, place, look_up });
      await exchange.placeOrder(ACCOUNT, placed);
      time.advance(REPORTED_WITHIN_MS);
      await settle();
      assert.equal(streams.length, 1);
    }
  });

  test('ends for good when nobody watches any more', async (t) => {
    const { exchange, time, streams, watcher } = await quiet(t, script);
    await exchange.placeOrder(ACCOUNT, order);
    await watcher.stop();
    time.advance(REPORTED_WITHIN_MS);
    await settle();
    assert.equal(streams.length, 1);
    assert.equal(time.waitingCount, 0);
  });
});

suite('an account that several watch', () => {
  test('has one stream, which ends with the last of them', async (t) => {
    const { watch, streams, watcher, stream } = await quiet(t);
    const second = await watch();
    assert.deepEqual(second.news, ['connected']);
    stream.say({ kind: 'sweep', marketTag: null });
    await watcher.stop();
    stream.say({ kind: 'sweep', marketTag: null });
    assert.deepEqual(watcher.news, ['connected', 'connected']);
    assert.deepEqual(second.news, ['connected', 'connected', 'connected']);
    await second.stop();
    assert.equal(streams.length, 1);
    await watch();
    assert.equal(streams.length, 2);
  });
});
