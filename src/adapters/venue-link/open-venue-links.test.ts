// Calls find the venue process that trades their account, also while accounts change hands, and
// what may have been carried out is never sent to another one.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { linkedExchange } from '#adapters/venue-link/linked-exchange.ts';
import { linkedFeed } from '#adapters/venue-link/linked-feed.ts';
import type { VenueLinksOptions } from '#adapters/venue-link/open-venue-links.ts';
import { SYSTEM_LINK_TIME } from '#adapters/venue-link/link-time.ts';
import { openVenueLinks } from '#adapters/venue-link/open-venue-links.ts';
import { SYSTEM_SOCKETS } from '#adapters/venue-link/venue-sockets.ts';
import { serveTo, socketPathOf } from '#adapters/venue-link/venue-link.fixture.ts';
import { newOrder } from '#ports/exchange/exchange-harness.contract.ts';
import type { AccountNews, Exchange } from '#venue-port/exchange/exchange.ts';
import type { FeedNews, MarketFeed } from '#venue-port/exchange/market-feed.ts';
import type { AccountRoutes, LinkEndpoint } from '#ports/stores/account-lease-store.ts';
import { ACCOUNT_SHARDS_COUNT } from '#ports/stores/account-lease-store.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';

const unavailable = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'unavailable';
const SECRET = Buffer.alloc(32, 7).toString('base64');
const NEVER = new AbortController().signal;

type Options = {
  /** Only over the network, with this secret at its end. */
  readonly secret?: string;
  readonly exchange?: Partial<Exchange>;
};

const FIGURES = { open: 2n, high: 3n, low: 1n, close: 2n, volume: 9_007_199_254_740_993n };
const MINUTES: FeedNews = {
  kind: 'minutes',
  closed: { fromMs: 0, toMs: 60_000, candles: [{ openTimeMs: 0, ...FIGURES }] },
};

async function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
}

function feedOf(note: (method: string) => void): MarketFeed {
  return {
    async follow(marketTag, onNews, signal) {
      note(`follow ${marketTag}`);
      onNews({ kind: 'known', untilMs: 0 });
      onNews(MINUTES);
      await aborted(signal);
      note('left');
    },
  };
}

/** By the store; a process that is asked says the same unless the test says otherwise. */
const QUIET = { holder: 'one', trader: 'one', isAway: false, isStarting: false, looksCount: 0 };

async function installation(t: TestContext, changes: Partial<VenueLinksOptions> = {}) {
  const sim = await makeSimHarness(makeMemorySimStore());
  const processes = new Map<string, AccountRoutes['processes'][number]>();
  const calls: string[] = [];
  const state = { ...QUIET };
  const lost = new Map<string, AbortController>();

  async function start(owner: string, { secret, exchange = {} }: Options = {}) {
    const socketPath = socketPathOf(t);
    lost.set(owner, new AbortController());
    const note = (method: string): void => void calls.push(`${owner} ${method}`);
    const served: Exchange = {
      ...sim.exchange,
      async listMarkets() {
        note('listMarkets');
        return sim.exchange.listMarkets();
      },
      async placeOrder(...given) {
        note('placeOrder');
        return sim.exchange.placeOrder(...given);
      },
      async watchAccount(_account, onNews, signal) {
        note('watchAccount');
        onNews({ kind: 'connected' });
        await aborted(signal);
      },
      ...exchange,
    };
    const isRemote = secret !== undefined;
    const server = await serveTo(t, socketPath, [served], {
      endpoint: isRemote ? { host: '127.0.0.1', port: 0, secret } : null,
      feeds: new Map([[sim.exchange.code, feedOf(note)]]),
      accounts: {
        enter: () =>
          state.trader === owner
            ? { lost: lost.get(owner)?.signal ?? NEVER, leave: () => undefined }
            : null,
      },
    });
    const endpoint: LinkEndpoint | null =
      server.port === null ? null : { host: '127.0.0.1', port: server.port, secret: SECRET };
    const shownPath = isRemote ? `${socketPath}.elsewhere` : socketPath;
    processes.set(owner, { owner, socketPath: shownPath, endpoint, egress: '' });
    return server;
  }

  const links = openVenueLinks({
    time: SYSTEM_LINK_TIME,
    sockets: SYSTEM_SOCKETS,
    connectTimeoutMs: 20_000,
    replyTimeoutMs: 20_000,
    actsBeginWithinMs: 20_000,
    silenceMs: 20_000,
    takeoverWaitMs: 20_000,
    async findRoutes() {
      state.looksCount += 1;
      if (state.isAway) throw new Failure('unavailable', 'the store is away');
      const shards = Array.from({ length: ACCOUNT_SHARDS_COUNT }, (_, shard) => shard);
      const owners = new Map(shards.map((shard) => [shard, state.holder]));
      return { processes: [...processes.values()], owners, isStarting: state.isStarting };
    },
    ...changes,
  });
  t.after(links.close);
  const exchange = linkedExchange(links, sim.exchange, SYSTEM_LINK_TIME);
  const { account } = sim.spot;
  const order = () => newOrder(sim, sim.spot, { side: 'buy' });
  return { sim, links, exchange, account, order, state, start, processes, calls, lost };
}

/** Until the end of a connection is noticed; a call before that is of unknown outcome. */
async function untilLost(exchange: Exchange): Promise<void> {
  while (exchange.health() !== 'down') await new Promise((resolve) => setImmediate(resolve));
}

suite('links to several venue processes', () => {
  test('lead to the one that trades the account, and look for it once', async (t) => {
    const { exchange, account, order, state, start, calls } = await installation(t);
    await start('one');
    await start('two');
    state.holder = state.trader = 'two';
    for (let count = 0; count < 3; count++)
      assert.ok((await exchange.placeOrder(account, await order())).ok);
    assert.deepEqual(new Set(calls), new Set(['two placeOrder']));
    assert.equal(state.looksCount, 1);
    assert.equal(exchange.health(), 'open');
  });

  test('follow an account that has changed hands', async (t) => {
    const { exchange, account, order, state, start, calls } = await installation(t);
    await start('one');
    await start('two');
    await exchange.placeOrder(account, await order());
    state.holder = state.trader = 'two';
    assert.ok((await exchange.placeOrder(account, await order())).ok);
    assert.deepEqual(calls, ['one placeOrder', 'two placeOrder']);
  });

  test('wait for the process that takes over, and send once', async (t) => {
    const { exchange, account, order, state, start, calls } = await installation(t);
    await start('one');
    await start('two');
    state.trader = 'nobody';
    const placing = exchange.placeOrder(account, await order());
    while (state.looksCount < 3) await new Promise((resolve) => setImmediate(resolve));
    state.holder = state.trader = 'two';
    assert.ok((await placing).ok);
    assert.deepEqual(calls, ['two placeOrder']);
  });

  test('say that nothing was sent when nobody takes over in time', async (t) => {
    const { exchange, account, order, state, start, calls } = await installation(t, {
      takeoverWaitMs: 100,
    });
    await assert.rejects(exchange.placeOrder(account, await order()), unavailable);
    await start('one');
    await start('two');
    state.trader = 'nobody';
    await assert.rejects(exchange.placeOrder(account, await order()), (error) => {
      assert.ok(unavailable(error) && String(error).includes('nothing was sent'));
      return true;
    });
    assert.deepEqual(calls, []);
  });

  test('wait for the first process while it is being started', async (t) => {
    const { exchange, state, start, calls } = await installation(t, { takeoverWaitMs: 0 });
    state.isStarting = true;
    const listing = exchange.listMarkets();
    while (state.looksCount < 3) await new Promise((resolve) => setImmediate(resolve));
    state.isStarting = false;
    await start('one');
    assert.ok((await listing).length > 0);
    assert.deepEqual(calls, ['one listMarkets']);
  });

  test('say at once that no process runs where none is being started', async (t) => {
    const { exchange, state } = await installation(t);
    await assert.rejects(exchange.listMarkets(), (error) => {
      assert.ok(unavailable(error) && String(error).includes('no process for exchanges runs now'));
      return true;
    });
    assert.equal(state.looksCount, 1);
  });

  test('lead from a dead process to the one that has its accounts now', async (t) => {
    const { exchange, account, order, state, start, processes } = await installation(t);
    const first = await start('one');
    await start('two');
    await exchange.placeOrder(account, await order());
    await first.close();
    await untilLost(exchange);
    processes.delete('one');
    state.holder = state.trader = 'two';
    assert.ok((await exchange.placeOrder(account, await order())).ok);
  });

  test('send nothing again that a process may have carried out', async (t) => {
    const { exchange, account, order, state, start, calls } = await installation(t);
    const dies: Partial<Exchange> = {
      placeOrder() {
        state.holder = state.trader = 'two';
        void first.close();
        return new Promise<never>(() => undefined);
      },
    };
    const first = await start('one', { exchange: dies });
    await start('two');
    await assert.rejects(exchange.placeOrder(account, await order()), OutcomeUnknown);
    assert.deepEqual(calls, []);
  });

  test('serve with what was known while the store is away', async (t) => {
    const { exchange, account, order, state, start, calls } = await installation(t);
    await start('one');
    await start('two');
    state.isAway = true;
    await assert.rejects(exchange.placeOrder(account, await order()), unavailable);
    state.isAway = false;
    await exchange.placeOrder(account, await order());
    state.isAway = true;
    state.trader = 'nobody';
    const placing = exchange.placeOrder(account, await order());
    while (state.looksCount < 5) await new Promise((resolve) => setImmediate(resolve));
    state.trader = 'one';
    assert.ok((await placing).ok);
    assert.deepEqual(calls, ['one placeOrder', 'one placeOrder']);
  });

  test('take public requests to any process', async (t) => {
    const { exchange, start, processes, calls, state } = await installation(t);
    const first = await start('one');
    state.holder = state.trader = 'two';
    await exchange.listMarkets();
    await first.close();
    await untilLost(exchange);
    await start('two');
    assert.ok((await exchange.fetchPrice('SIM_BTC_USDT')).price > 0n);
    assert.ok(processes.has('one'), 'the dead one is still in the store');
    assert.deepEqual(calls, ['one listMarkets']);
  });

  test('carry news from the process that has the account, one after the other', async (t) => {
    const { exchange, account, state, start, calls, lost } = await installation(t);
    await start('one');
    await start('two');
    const heard: AccountNews['kind'][] = [];
    const controller = new AbortController();
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const watching = exchange.watchAccount(
      account,
      ({ kind }) => {
        heard.push(kind);
        if (kind === 'connected') (heard.length === 1 ? first : second).resolve();
      },
      controller.signal,
    );
    await first.promise;
    state.holder = state.trader = 'two';
    lost.get('one')?.abort();
    await second.promise;
    controller.abort();
    await watching;
    assert.deepEqual(heard, ['connected', 'disconnected', 'connected']);
    assert.deepEqual(calls, ['one watchAccount', 'two watchAccount']);
  });

  test('carry minutes of a market from the process that follows it', async (t) => {
    const { links, sim, state, start, calls, lost } = await installation(t);
    await start('one');
    await start('two');
    const heard: FeedNews[] = [];
    const controller = new AbortController();
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const following = linkedFeed(links, sim.exchange.code).follow(
      'SIM_BTC_USDT',
      (news) => {
        heard.push(news);
        if (news.kind === 'minutes') (heard.length === 2 ? first : second).resolve();
      },
      controller.signal,
    );
    await first.promise;
    state.holder = state.trader = 'two';
    lost.get('one')?.abort();
    await second.promise;
    controller.abort();
    await following;
    const known: FeedNews = { kind: 'known', untilMs: 0 };
    assert.deepEqual(heard, [known, MINUTES, { kind: 'lost' }, known, MINUTES]);
    while (!calls.includes('two left')) await new Promise((resolve) => setImmediate(resolve));
    const follow = 'follow SIM_BTC_USDT';
    assert.deepEqual(calls, [`one ${follow}`, 'one left', `two ${follow}`, 'two left']);
  });
});

suite('a link between machines', () => {
  test('carries calls over the network', async (t) => {
    const { exchange, account, order, start, calls } = await installation(t);
    await start('one', { secret: SECRET });
    assert.ok((await exchange.placeOrder(account, await order())).ok);
    assert.ok((await exchange.listMarkets()).length > 0);
    assert.deepEqual(calls, ['one placeOrder', 'one listMarkets']);
  });

  test('is refused to who does not know the secret, in both directions', async (t) => {
    const { exchange, account, order, start, calls } = await installation(t, {
      takeoverWaitMs: 100,
    });
    await start('one', { secret: Buffer.alloc(32, 8).toString('base64') });
    await assert.rejects(exchange.placeOrder(account, await order()), unavailable);
    assert.deepEqual(calls, []);
  });

  test('is not there for a process without an address', async (t) => {
    const { exchange, account, order, start, processes } = await installation(t);
    await start('one');
    const one = processes.get('one') ?? assert.fail();
    processes.set('one', { ...one, socketPath: '/nowhere/venues.sock' });
    await assert.rejects(exchange.placeOrder(account, await order()), (error) => {
      assert.ok(unavailable(error) && String(error).includes('another machine'));
      return true;
    });
  });
});
