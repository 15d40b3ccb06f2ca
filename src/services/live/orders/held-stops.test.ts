// Stops that the exchange holds because the owner of a bot chose so: sent with the position,
// decided once for each order, and watched by the service where the exchange does not hold them.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import { rejected } from '#lib/result.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import type { Exchange, VenueRejection } from '#venue-port/exchange/exchange.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { StopHolder } from '#venue-port/order/order-terms.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { replayRun } from '#services/live/run/replay-run.ts';

const STOPS: readonly OrderType[] = ['stop_limit', 'stop_market'];
const PLAIN: readonly OrderType[] = ['limit', 'market'];
const MARKET_TAG = 'SIM_BTC_USDT_PERP';

type Trouble = 'refuses' | 'is_down' | 'loses' | 'lies';

/** An exchange with stops for those who choose them, or one of an earlier release without any. */
function exchangeOf(harness: BotHarness, isEarlier = false) {
  const { exchange: sim } = harness.sim;
  const sent: string[] = [];
  const trouble: { next: Trouble | null } = { next: null };
  const exchange: Exchange = {
    ...sim,
    code: 'sim',
    orderSupport: {
      ...sim.orderSupport,
      types: PLAIN,
      ...(isEarlier ? {} : { stops: { spot: STOPS, futures: STOPS } }),
    },
    async placeOrder(account, order) {
      sent.push(`${order.side} ${order.type} ${formatDecimal(order.amount)}`);
      const isStop = STOPS.includes(order.type);
      const { next } = trouble;
      if (!isStop || next === null) return sim.placeOrder(account, order);
      trouble.next = null;
      if (next === 'is_down') throw new Failure('unavailable', 'the exchange is down');
      if (next === 'refuses') return rejected<VenueRejection>(TOO_MANY);
      await sim.placeOrder(account, order);
      if (next === 'lies') throw new Failure('unavailable', 'the exchange is down');
      throw new OutcomeUnknown('the reply was lost');
    },
  };
  const deps = { ...harness.deps, exchanges: exchangeRegistry([exchange]) };
  return { exchange, deps, sent, trouble };
}

const TOO_MANY = { code: 'order_rejected', detail: 'Too many stops (110009).' } as const;

async function startBot(harness: BotHarness, script: string, stops?: StopHolder): Promise<Bot> {
  const { accountId } = harness.futures;
  const settings = { ...UNCHOSEN_SETTINGS, ...(stops === undefined ? {} : { stops }) };
  return harness.start(script, { accountId, marketTag: MARKET_TAG, settings });
}

/** Goes long in the first minute, with a stop at this share of the price. */
const longWithStop = (share: number, entry = 'MarketOrderType', entryShare = 1): string => `
  if Load('requested', false) then return end
  Save('requested', true)
  local price = CurrentPrice().close
  PlaceGoLongOrder(price * ${entryShare}, 0.01, {type = ${entry}})
  PlaceExitLongOrder(price * ${share}, 0.01, {type = StopMarketOrderType})`;

async function passMinutes(harness: BotHarness, deps: BotHarness['deps'], minutes: number) {
  for (let passed = 0; passed < minutes; passed += 1) {
    const runner = harness.runner(deps);
    await harness.passMinutes(1, [runner]);
    harness.passMs(5_000);
    await runner.tick();
    await runner.close();
  }
}

async function ordersOf(harness: BotHarness, bot: Bot): Promise<readonly string[]> {
  return (await harness.ordersOf(bot)).map(
    ({ type, state, terms }) => `${type} ${state} ${terms.heldBy}`,
  );
}

async function linesOf(harness: BotHarness, bot: Bot): Promise<string> {
  return (await harness.linesOf(bot)).map(({ message }) => message).join('\n');
}

async function isReplayed({ deps, runs, store }: BotHarness, { userId, botId }: Bot, used: object) {
  const replayed = await replayRun(
    { ...deps, bots: store, botRuns: runs, ...used },
    { userId, botId },
  );
  assert.ok(replayed.ok);
  return replayed.value.difference;
}

suite('a stop of a bot whose stops its exchange holds', () => {
  test('is sent once its entry has filled, and only reduces', async () => {
    const harness = await botHarness();
    const { deps, exchange, sent } = exchangeOf(harness);
    const bot = await startBot(harness, longWithStop(0.5), 'exchange');
    await passMinutes(harness, deps, 2);
    assert.deepEqual(sent, ['buy market 0.01', 'sell stop_market 0.01']);
    const open = await exchange.fetchOpenOrders(harness.futures);
    assert.deepEqual(
      open.map(({ type, terms }) => [type, terms.isReduceOnly]),
      [['stop_market', true]],
    );
    assert.deepEqual(await ordersOf(harness, bot), [
      'market filled exchange',
      'stop_market open exchange',
    ]);
    assert.equal(await isReplayed(harness, bot, deps), null);
  });

  test('waits with its entry while that has not filled, and goes with it', async () => {
    const harness = await botHarness();
    const { deps, sent } = exchangeOf(harness);
    const script = longWithStop(0.5, 'NoTimeOutOrderType', 0.6);
    const bot = await startBot(harness, script, 'exchange');
    await passMinutes(harness, deps, 3);
    assert.deepEqual(sent, ['buy limit 0.01']);
    assert.deepEqual(await ordersOf(harness, bot), ['limit open exchange']);
  });

  test('is held by the service where nothing was chosen, and where that was chosen', async () => {
    for (const stops of [undefined, 'service'] as const) {
      const harness = await botHarness();
      const { deps, sent } = exchangeOf(harness);
      const bot = await startBot(harness, longWithStop(0.5), stops);
      await passMinutes(harness, deps, 2);
      assert.deepEqual(sent, ['buy market 0.01']);
      assert.equal((await ordersOf(harness, bot))[1], 'stop_market open service');
    }
  });

  test('is held by the service when it opens a position', async () => {
    const harness = await botHarness();
    const { deps, sent } = exchangeOf(harness);
    const script = `
      if Load('requested', false) then return end
      Save('requested', true)
      PlaceGoLongOrder(CurrentPrice().close * 1.5, 0.01, {type = StopMarketOrderType})`;
    const bot = await startBot(harness, script, 'exchange');
    await passMinutes(harness, deps, 2);
    assert.deepEqual(sent, []);
    assert.deepEqual(await ordersOf(harness, bot), ['stop_market open service']);
  });
});

suite('a stop that its exchange does not hold after all', () => {
  for (const trouble of ['refuses', 'is_down'] as const)
    test(`stays open and is watched by the service: the exchange ${trouble}`, async () => {
      const harness = await botHarness();
      const venue = exchangeOf(harness);
      const bot = await startBot(harness, longWithStop(0.9998), 'exchange');
      venue.trouble.next = trouble;
      await passMinutes(harness, venue.deps, 1);
      await passMinutes(harness, venue.deps, 2);
      const [, refused, watched] = await ordersOf(harness, bot);
      const state = trouble === 'refuses' ? 'rejected' : 'unplaced';
      assert.equal(refused, `stop_market ${state} exchange`);
      assert.match(watched ?? '', /^stop_market \w+ service$/);
      assert.match(await linesOf(harness, bot), /order o2 is not held by its exchange \(.+\)/);
      assert.match(await linesOf(harness, bot), /Tidemill watches .+ not while Tidemill is down/);
      for (let round = 0; round < 12 && venue.sent.length < 3; round += 1)
        await passMinutes(harness, venue.deps, 4);
      assert.deepEqual(venue.sent, [
        'buy market 0.01',
        'sell stop_market 0.01',
        'sell market 0.01',
      ]);
      await passMinutes(harness, venue.deps, 2);
      assert.deepEqual(await venue.exchange.fetchPositions(harness.futures), []);
      assert.equal((await ordersOf(harness, bot)).at(-1), 'stop_market filled service');
      assert.equal(await isReplayed(harness, bot, venue.deps), null);
    });

  test('is one stop where only the reply was lost', async () => {
    const harness = await botHarness();
    const venue = exchangeOf(harness);
    const bot = await startBot(harness, longWithStop(0.5), 'exchange');
    venue.trouble.next = 'loses';
    await passMinutes(harness, venue.deps, 6);
    assert.equal((await venue.exchange.fetchOpenOrders(harness.futures)).length, 1);
    assert.equal((await ordersOf(harness, bot)).length, 2);
  });
});

suite('a stop that its exchange holds although it said that it does not', () => {
  test('is cancelled there once it is found, and the other one stays', async () => {
    const harness = await botHarness();
    const venue = exchangeOf(harness);
    const bot = await startBot(harness, longWithStop(0.5), 'exchange');
    venue.trouble.next = 'lies';
    await passMinutes(harness, venue.deps, 2);
    await reconcileAccount(venue.deps, { account: harness.futures, exchange: venue.exchange });
    await passMinutes(harness, venue.deps, 2);
    assert.deepEqual(await venue.exchange.fetchOpenOrders(harness.futures), []);
    assert.deepEqual((await ordersOf(harness, bot)).slice(1), [
      'stop_market cancelled exchange',
      'stop_market open service',
    ]);
  });

  test('ends the other one where it has filled', async () => {
    const harness = await botHarness();
    const venue = exchangeOf(harness);
    const bot = await startBot(harness, longWithStop(0.9999), 'exchange');
    venue.trouble.next = 'lies';
    await passMinutes(harness, venue.deps, 30);
    assert.deepEqual(await venue.exchange.fetchPositions(harness.futures), []);
    const { fills } = await venue.exchange.fetchFills(harness.futures, [], null, 9);
    assert.equal(fills.length, 2);
    assert.doesNotMatch((await ordersOf(harness, bot)).join(), / open /);
  });
});

suite('who holds a stop is decided once', () => {
  test('an exchange that holds stops since an upgrade does not get those from before', async () => {
    const harness = await botHarness();
    const earlier = exchangeOf(harness, true);
    const bot = await startBot(harness, longWithStop(0.9998), 'exchange');
    await passMinutes(harness, earlier.deps, 2);
    assert.equal((await ordersOf(harness, bot))[1], 'stop_market open service');
    const { deps, exchange, sent } = exchangeOf(harness);
    const grown = {
      ...exchange,
      orderSupport: { ...exchange.orderSupport, types: [...PLAIN, ...STOPS] },
    };
    const now = { ...deps, exchanges: exchangeRegistry([grown]) };
    assert.equal(await isReplayed(harness, bot, now), null);
    for (let round = 0; round < 12 && sent.length === 0; round += 1)
      await passMinutes(harness, now, 4);
    assert.deepEqual(sent, ['sell market 0.01']);
  });

  test('nor does one that holds none any more lose those that it has', async () => {
    const harness = await botHarness();
    const { deps } = exchangeOf(harness);
    const bot = await startBot(harness, longWithStop(0.9998), 'exchange');
    await passMinutes(harness, deps, 2);
    const before = exchangeOf(harness, true);
    assert.equal(await isReplayed(harness, bot, before.deps), null);
    for (let round = 0; round < 12; round += 1) await passMinutes(harness, before.deps, 4);
    assert.deepEqual(before.sent, []);
    assert.equal((await ordersOf(harness, bot))[1], 'stop_market filled exchange');
  });
});
