// Failures of the link or the venue process, as callers see them: never that an order was not sent
// when it may have been.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { decodeLine, encodeLine } from '#adapters/venue-link/link-message.ts';
import type { LinkRequest } from '#adapters/venue-link/link-message.ts';
import { SYSTEM_LINK_TIME } from '#adapters/venue-link/link-time.ts';
import { linkedExchange } from '#adapters/venue-link/linked-exchange.ts';
import { linkTo, serveTo, socketPathOf } from '#adapters/venue-link/venue-link.fixture.ts';
import { newOrder } from '#ports/exchange/exchange-harness.contract.ts';
import type { AccountNews, Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';

const unavailable = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'unavailable';
const outcomeUnknown = (error: unknown): boolean => error instanceof OutcomeUnknown;

const STATUS = encodeLine({ kind: 'status', nowMs: 0, exchanges: [] });

async function simulated(t: TestContext) {
  const harness = await makeSimHarness(makeMemorySimStore());
  const order = await newOrder(harness, harness.spot, { side: 'buy' });
  const socketPath = socketPathOf(t);
  return { harness, order, socketPath, account: harness.spot.account };
}

/** A venue process that does with its lines what the test says. */
async function otherEnd(
  t: TestContext,
  socketPath: string,
  onRequest: (socket: Socket, request: LinkRequest) => void,
  greeting = STATUS,
): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (greeting !== '') socket.write(greeting);
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      for (const line of text.trimEnd().split('\n'))
        onRequest(socket, decodeLine(line) as LinkRequest);
    });
    t.after(() => socket.destroy());
  });
  server.listen(socketPath);
  await once(server, 'listening');
  t.after(() => server.close());
  return server;
}

suite('an order over a link', () => {
  test('was not sent when nobody listens, and is when somebody does again', async (t) => {
    const { harness, order, socketPath, account } = await simulated(t);
    const link = linkTo(t, socketPath);
    const exchange = linkedExchange(link, harness.exchange, SYSTEM_LINK_TIME);
    assert.equal(exchange.health(), 'down');
    await assert.rejects(exchange.placeOrder(account, order), unavailable);
    await serveTo(t, socketPath, [harness.exchange]);
    const placed = await exchange.placeOrder(account, order);
    assert.ok(placed.ok && placed.value.clientOrderId === order.clientOrderId);
    assert.equal(exchange.health(), 'open');
    assert.equal(exchange.clockSkewMs(), 0);
  });

  test('is unknown when the venue process ends after it was sent; a read has failed', async (t) => {
    const { harness, order, socketPath, account } = await simulated(t);
    await otherEnd(t, socketPath, (socket) => socket.destroy());
    const exchange = linkedExchange(linkTo(t, socketPath), harness.exchange, SYSTEM_LINK_TIME);
    await assert.rejects(exchange.placeOrder(account, order), outcomeUnknown);
    await assert.rejects(exchange.fetchBalances(account), unavailable);
  });

  test('is unknown when no reply comes', async (t) => {
    const { harness, order, socketPath, account } = await simulated(t);
    await otherEnd(t, socketPath, () => undefined);
    const link = linkTo(t, socketPath, { replyTimeoutMs: 50 });
    const exchange = linkedExchange(link, harness.exchange, SYSTEM_LINK_TIME);
    await assert.rejects(exchange.placeOrder(account, order), outcomeUnknown);
    const timeout = (error: unknown) => error instanceof Failure && error.code === 'timeout';
    await assert.rejects(exchange.fetchBalances(account), timeout);
  });

  test('was not sent to a process that takes the connection and says nothing', async (t) => {
    const { harness, order, socketPath, account } = await simulated(t);
    const requests: LinkRequest[] = [];
    await otherEnd(t, socketPath, (_socket, request) => requests.push(request), '');
    const link = linkTo(t, socketPath, { connectTimeoutMs: 50 });
    const exchange = linkedExchange(link, harness.exchange, SYSTEM_LINK_TIME);
    await assert.rejects(exchange.placeOrder(account, order), unavailable);
    assert.deepEqual(requests, []);
  });

  test('is not begun after its caller has given up', async (t) => {
    const { harness, order, socketPath, account } = await simulated(t);
    // The venue process is frozen after its first line, for a minute.
    let linesCount = 0;
    const nowMs = () => ((linesCount += 1) === 1 ? 0 : 60_000);
    const frozen = { time: { ...SYSTEM_LINK_TIME, nowMs }, statusEveryMs: 3_600_000 };
    await serveTo(t, socketPath, [harness.exchange], frozen);
    const exchange = linkedExchange(linkTo(t, socketPath), harness.exchange, SYSTEM_LINK_TIME);
    await assert.rejects(exchange.placeOrder(account, order), unavailable);
    const name = { clientOrderId: order.clientOrderId, venueOrderId: null, placedAtMs: 0 };
    const lookup = await harness.exchange.fetchOrder(account, order.marketTag, name);
    assert.equal(lookup.kind, 'absent');
  });

  test('is begun soon or not at all, and what only reads may begin later', async (t) => {
    const { harness, order, socketPath, account } = await simulated(t);
    let linesCount = 0;
    const nowMs = () => ((linesCount += 1) === 1 ? 0 : 3_000);
    const slow = { time: { ...SYSTEM_LINK_TIME, nowMs }, statusEveryMs: 3_600_000 };
    await serveTo(t, socketPath, [harness.exchange], slow);
    const link = linkTo(t, socketPath, { actsBeginWithinMs: 2_000 });
    const exchange = linkedExchange(link, harness.exchange, SYSTEM_LINK_TIME);
    await assert.rejects(exchange.placeOrder(account, order), unavailable);
    assert.ok((await exchange.fetchBalances(account)).balances.length > 0);
  });

  test('is unknown after a defect of the venue process, whose text stays there', async (t) => {
    const { harness, order, socketPath, account } = await simulated(t);
    const broken: Exchange = {
      ...harness.exchange,
      placeOrder: () => Promise.reject(new TypeError('/srv/secret/path.ts')),
    };
    const { defects } = await serveTo(t, socketPath, [broken]);
    const exchange = linkedExchange(linkTo(t, socketPath), harness.exchange, SYSTEM_LINK_TIME);
    await assert.rejects(exchange.placeOrder(account, order), (error) => {
      assert.ok(outcomeUnknown(error));
      assert.ok(!String(error).includes('secret'));
      return true;
    });
    assert.equal(defects.length, 1);
  });
});

suite('a link', () => {
  test('that falls silent is dropped, and its open orders are unknown', async (t) => {
    const { harness, order, socketPath, account } = await simulated(t);
    let sent = 0;
    await otherEnd(t, socketPath, () => (sent += 1));
    const link = linkTo(t, socketPath, { silenceMs: 200 });
    const exchange = linkedExchange(link, harness.exchange, SYSTEM_LINK_TIME);
    const placing = exchange.placeOrder(account, order);
    await assert.rejects(placing, outcomeUnknown);
    assert.equal(sent, 1);
    assert.equal(link.statusOf('sim'), null);
  });

  test('whose other end writes nonsense is dropped', async (t) => {
    const { harness, socketPath, account } = await simulated(t);
    await otherEnd(t, socketPath, (socket) => socket.write('{"kind":\n'));
    const exchange = linkedExchange(linkTo(t, socketPath), harness.exchange, SYSTEM_LINK_TIME);
    await assert.rejects(exchange.fetchBalances(account), unavailable);
  });

  test('survives clients that write nonsense, and calls that are none', async (t) => {
    const { harness, socketPath, account } = await simulated(t);
    const { defects } = await serveTo(t, socketPath, [harness.exchange]);
    const hostile = connect(socketPath);
    const closed = once(hostile, 'close');
    hostile.on('error', () => undefined);
    hostile.resume();
    hostile.write('nonsense\n');
    await closed;
    const link = linkTo(t, socketPath);
    const method = 'toString' as 'fetchBalances';
    await assert.rejects(link.call('sim', method, []), unavailable);
    await assert.rejects(link.call('nowhere', 'fetchBalances', [account]), unavailable);
    assert.equal(defects.length, 1);
    const exchange = linkedExchange(link, harness.exchange, SYSTEM_LINK_TIME);
    assert.deepEqual(
      await exchange.fetchBalances(account),
      await harness.exchange.fetchBalances(account),
    );
  });

  test('carries news until the reader ends, also of a process that was restarted', async (t) => {
    const { harness, socketPath, account } = await simulated(t);
    const watching: (() => void)[] = [];
    const watched: Exchange = {
      ...harness.exchange,
      async watchAccount(_account, onNews, signal) {
        onNews({ kind: 'connected' });
        const { promise, resolve } = Promise.withResolvers<void>();
        watching.push(resolve);
        signal.addEventListener('abort', () => resolve());
        await promise;
      },
    };
    const first = await serveTo(t, socketPath, [watched]);
    const exchange = linkedExchange(linkTo(t, socketPath), harness.exchange, SYSTEM_LINK_TIME);
    const controller = new AbortController();
    const heard: AccountNews['kind'][] = [];
    const twice = Promise.withResolvers<void>();
    const once = Promise.withResolvers<void>();
    const ended = exchange.watchAccount(
      account,
      ({ kind }) => {
        heard.push(kind);
        if (kind !== 'connected') return;
        once.resolve();
        if (heard.filter((each) => each === 'connected').length === 2) twice.resolve();
      },
      controller.signal,
    );
    await once.promise;
    await first.close();
    await serveTo(t, socketPath, [watched]);
    await twice.promise;
    controller.abort();
    await ended;
    assert.deepEqual(
      [heard[0], heard[1], heard.at(-1)],
      ['connected', 'disconnected', 'connected'],
    );
    assert.equal(watching.length, 2);
  });

  test('asks for markets once in half a minute, and again after a failure', async (t) => {
    const { harness, socketPath } = await simulated(t);
    let requested = 0;
    const listed: Exchange = {
      ...harness.exchange,
      listMarkets() {
        requested += 1;
        return requested === 1
          ? Promise.reject(new Failure('unavailable', 'not yet'))
          : harness.exchange.listMarkets();
      },
    };
    await serveTo(t, socketPath, [listed]);
    let nowMs = 0;
    const exchange = linkedExchange(linkTo(t, socketPath), harness.exchange, {
      ...SYSTEM_LINK_TIME,
      nowMs: () => nowMs,
    });
    await assert.rejects(exchange.listMarkets(), unavailable);
    const both = await Promise.all([exchange.listMarkets(), exchange.listMarkets()]);
    assert.deepEqual(both[0], await harness.exchange.listMarkets());
    assert.equal(requested, 2);
    nowMs = 30_000;
    await exchange.listMarkets();
    assert.equal(requested, 3);
  });

  test('brings what has changed of an exchange before the reply that shows it', async (t) => {
    const { harness, socketPath, account } = await simulated(t);
    let clockSkewMs: number | null = null;
    const measured: Exchange = {
      ...harness.exchange,
      clockSkewMs: () => clockSkewMs,
      fetchBalances(of) {
        clockSkewMs = clockSkewMs === null ? 2_300 : null;
        return clockSkewMs === null
          ? Promise.reject(new Failure('unavailable', 'down'))
          : harness.exchange.fetchBalances(of);
      },
    };
    await serveTo(t, socketPath, [measured], { statusEveryMs: 60_000 });
    const exchange = linkedExchange(linkTo(t, socketPath), harness.exchange, SYSTEM_LINK_TIME);
    await exchange.fetchBalances(account);
    assert.equal(exchange.clockSkewMs(), 2_300);
    await assert.rejects(exchange.fetchBalances(account), unavailable);
    assert.equal(exchange.clockSkewMs(), null);
  });

  test('returns decimal numbers to the last digit', () => {
    const value = {
      price: decimal('0.000000000000000001'),
      amount: decimal('-123456789012345678'),
    };
    const line = encodeLine({ kind: 'result', id: 1, value });
    assert.deepEqual(decodeLine(line), { kind: 'result', id: 1, value });
  });
});
