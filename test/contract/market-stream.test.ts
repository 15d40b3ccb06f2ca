// The stream of a market over real connections: its ticker as it changes, its minutes as they
// close, exchanges that do not respond, and what is refused.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimCandleSource } from '#adapters/sim/sim-candle-source.ts';
import { makeSimExchange } from '#adapters/sim/sim-exchange.ts';
import { makeAccountUpdater } from '#adapters/sim/account-updater.ts';
import { HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { FeedNews } from '#venue-port/exchange/market-feed.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { EventReader } from '../support/event-reader.ts';
import { readEventStream } from '../support/event-reader.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { handClock } from '../support/hand-clock.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from '../support/test-service.ts';

const TAG = 'SIM_BTC_USDT';

type Message = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };

function messagesOf(reader: EventReader): readonly Message[] {
  const texts = reader.text().matchAll(/^data: (\{"type".*)\n\n/gm);
  return [...texts].map(([, text]) => JSON.parse(text ?? '') as Message);
}

async function setUp(context: Parameters<typeof closeAfter>[0]) {
  const world = { isAway: false, pricedCount: 0, followed: [] as string[], left: [] as string[] };
  const service = await makeTestService((deps) => {
    const { clock } = deps.ports;
    const store = makeMemorySimStore();
    const prices = HARNESS_PRICES;
    const api = makeAccountUpdater({ store, prices, clock });
    const sim = makeSimExchange({ store, api, prices, clock, nextFillShare: () => null });
    const exchange: Exchange = {
      ...sim,
      async fetchPrice(marketTag) {
        world.pricedCount += 1;
        if (world.isAway) throw new Failure('unavailable', 'it is away', { exchange: 'sim' });
        return sim.fetchPrice(marketTag);
      },
    };
    const follow = async (
      marketTag: string,
      _onNews: (news: FeedNews) => void,
      signal: AbortSignal,
    ) => {
      world.followed.push(marketTag);
      signal.addEventListener('abort', () => world.left.push(marketTag));
    };
    const services = {
      ...deps.services,
      exchanges: exchangeRegistry([exchange]),
      candleSources: [makeSimCandleSource(prices)],
      marketFeeds: new Map([[sim.code, { follow }]]),
    };
    return { ...deps, services };
  }, AMPLE_BUDGETS);
  closeAfter(context, service);
  const address = await service.api.listen({ host: '127.0.0.1', port: 0 });
  const key = await service.makeKey(['read']);
  const read = (marketTag = TAG): EventReader =>
    readEventStream(address, key, { path: `/v1/markets/${marketTag}/stream` });
  const has =
    (reader: EventReader, type: string, count = 1) =>
    () =>
      messagesOf(reader).filter((message) => message.type === type).length >= count;
  const pass = async (reader: EventReader, type: string, count = 1): Promise<void> => {
    await reader.until(() => {
      if (has(reader, type, count)()) return true;
      service.clock.advance(LIMITS.marketStreamMs);
      return false;
    });
  };
  return { service, key, read, has, pass, world };
}

suite('GET /v1/markets/{market_tag}/stream', () => {
  test('begins with the ticker, and sends each new one with its minute', async (context) => {
    const { read, has, pass, service, key } = await setUp(context);
    const reader = read();
    await reader.until(has(reader, 'ticker'));
    const headers = { authorization: `Bearer ${key}` };
    const url = `/v1/markets/${TAG}/ticker`;
    const ticker = await service.api.app.inject({ url, headers });
    const [first] = messagesOf(reader);
    assert.deepEqual(first, { type: 'ticker', data: ticker.json() });
    assert.notEqual(first?.data['forming'], null);
    await pass(reader, 'ticker', 5);
    const instants = messagesOf(reader).map(({ data }) => String(data['at']));
    assert.deepEqual(instants, instants.toSorted());
    assert.equal(new Set(instants).size, instants.length);
    reader.cut();
  });

  test('sends each minute as it closes, once', async (context) => {
    const { read, pass } = await setUp(context);
    const reader = read();
    await pass(reader, 'minute', 3);
    const minutes = messagesOf(reader).filter(({ type }) => type === 'minute');
    const starts = minutes.map(({ data }) => Date.parse(String(data['start_at'])));
    const [first = 0] = starts;
    assert.deepEqual(starts, [first, first + MINUTE_MS, first + 2 * MINUTE_MS]);
    const candle = HARNESS_PRICES.candleAt(TAG, first);
    assert.equal(Number(minutes[0]?.data['close']) * 100, Number(candle?.close));
    reader.cut();
  });

  test('is priced once for all who read, and followed while they do', async (context) => {
    const { read, has, service, world } = await setUp(context);
    const readers = [read(), read(), read()];
    for (const reader of readers) await reader.until(has(reader, 'ticker'));
    assert.deepEqual([world.pricedCount, world.followed], [1, [TAG]]);
    readers[0]?.cut();
    readers[1]?.cut();
    await readers[2]?.until(has(readers[2], 'ticker'));
    assert.deepEqual(world.left, []);
    readers[2]?.cut();
    const before = service.clock.repetitionsCount;
    while (world.left.length === 0) await new Promise((resolve) => setImmediate(resolve));
    assert.ok(service.clock.repetitionsCount < before);
  });

  test('says in words that no price comes, and goes on when one does', async (context) => {
    const { read, has, pass, world } = await setUp(context);
    const reader = read();
    await reader.until(has(reader, 'ticker'));
    world.isAway = true;
    await pass(reader, 'interrupted');
    assert.deepEqual(messagesOf(reader).at(-1)?.data, {
      detail: 'Exchange "sim" gives no price now.',
    });
    world.isAway = false;
    await pass(reader, 'ticker', 2);
    const types = messagesOf(reader).map(({ type }) => type);
    assert.deepEqual(types.filter((type) => type === 'interrupted').length, 1);
    reader.cut();
  });

  test('refuses markets that are none, parameters, and keys without the scope', async (context) => {
    const { key, service } = await setUp(context);
    const ask = (path: string, by = key) =>
      service.api.app.inject({
        url: `/v1/markets/${path}`,
        headers: { authorization: `Bearer ${by}` },
      });
    assertProblem(await ask('NONE/stream'), 'market_not_found', true);
    assertProblem(await ask(`${TAG}/stream?after=1`), 'invalid_request', true);
    const lacking = await service.makeKey(['bots']);
    assertProblem(await ask(`${TAG}/stream`, lacking), 'insufficient_scope', true);
    assert.equal(service.clock.repetitionsCount, handClock(0).repetitionsCount);
  });

  test('ends when the service stops', async (context) => {
    const { read, has, service } = await setUp(context);
    const reader = read();
    await reader.until(has(reader, 'ticker'));
    await service.close();
    await reader.until(() => reader.text().includes('{"reason":"stopping",'));
    assert.ok(reader.text().includes('event: end\n'));
  });
});
