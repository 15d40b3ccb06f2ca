// Bots that run: each minute, once, and each trouble stays with the bot that has it.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, ZERO } from '#lib/decimal.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { CandleSource } from '#ports/world/history.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { botHarness, EACH_MINUTE, IDLE } from '#services/live/runner/bot-harness.fixture.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';

const STOPPED_AT_MS = 1_800_000_000_000;

const LIMIT_FAR = 'PlaceBuyOrder(CurrentPrice().close * 0.5, 0.001, {type = NoTimeOutOrderType})';

async function messages(harness: BotHarness, bot: Bot): Promise<readonly string[]> {
  return (await harness.linesOf(bot)).map(({ message }) => message);
}

/** Runs a bot with this script for some minutes and returns how it stands. */
async function runFor(source: string, minutes: number, changes: Partial<Bot> = {}) {
  const harness = await botHarness();
  const runner = harness.runner();
  const bot = await harness.start(source, changes);
  await harness.passMinutes(minutes, [runner]);
  return { harness, runner, bot, now: await harness.find(bot) };
}

suite('a running bot', () => {
  test('runs its script as each minute closes, and trades', async () => {
    const { harness, bot, now } = await runFor(EACH_MINUTE, 5);
    const orders = await harness.ordersOf(bot);
    assert.deepEqual(
      orders.map(({ side, state }) => `${side} ${state}`),
      ['buy filled', 'sell filled', 'buy filled', 'sell filled', 'buy filled'],
    );
    assert.notEqual(now.realizedProfit, ZERO);
    assert.match((await messages(harness, bot)).join(), /order o1 bought 0.001 at/);
    assert.notEqual(await harness.runs.findPositions(bot.botId), null);
  });

  test('has its exchange queried for open orders only while one of its own may fill', async () => {
    const harness = await botHarness();
    const requested: string[] = [];
    const exchange: Exchange = {
      ...harness.sim.exchange,
      fetchOpenOrders(account) {
        requested.push(account.accountId);
        return harness.sim.exchange.fetchOpenOrders(account);
      },
    };
    const runner = harness.runner({ exchanges: exchangeRegistry([exchange]) });
    const bot = await harness.start(EACH_MINUTE);
    await harness.passMinutes(5, [runner]);
    assert.equal((await harness.ordersOf(bot)).length, 5);
    assert.deepEqual(requested, []);
    await harness.start(LIMIT_FAR);
    await harness.passMinutes(2, [runner]);
    assert.deepEqual(requested, [harness.spot.accountId]);
  });

  test('hears that its market changed also while no minute can be read', async () => {
    const harness = await botHarness();
    const { exchange } = harness.sim;
    let hasChanged = false;
    const changing: Exchange = {
      ...exchange,
      async listMarkets() {
        const markets = await harness.sim.sim.listMarkets();
        if (!hasChanged) return markets;
        return markets.map((market) => ({ ...market, minOrderValue: decimal('20') }));
      },
    };
    const [source] = harness.deps.candleSources;
    assert(source !== undefined);
    const failing: CandleSource = {
      ...source,
      async computeCandles(...query) {
        if (hasChanged) throw new Failure('unavailable', 'the history cannot be read');
        return source.computeCandles(...query);
      },
    };
    const exchanges = exchangeRegistry([changing]);
    const runner = harness.runner({ exchanges, candleSources: [failing] });
    const bot = await harness.start(IDLE);
    await harness.passMinutes(2, [runner]);
    hasChanged = true;
    await harness.passMinutes(2, [runner]);
    assert.match((await messages(harness, bot)).join(), /has other limits than/);
  });

  test('gets no minutes that are counted in other steps than it was loaded with', async () => {
    const harness = await botHarness();
    const { exchange } = harness.sim;
    let hasChanged = false;
    const changing: Exchange = {
      ...exchange,
      async listMarkets() {
        const markets = await harness.sim.sim.listMarkets();
        if (!hasChanged) return markets;
        return markets.map((market) => ({ ...market, priceStep: decimal('0.1') }));
      },
    };
    const runner = harness.runner({ exchanges: exchangeRegistry([changing]) });
    const bot = await harness.start("Log('price ' .. CurrentPrice().close)");
    await harness.passMinutes(2, [runner]);
    const before = await messages(harness, bot);
    assert.match(before.join(), /price/);
    hasChanged = true;
    await harness.passMinutes(2, [runner]);
    const since = (await messages(harness, bot)).slice(before.length);
    assert.equal(since.length, 1, since.join());
    assert.match(since.join(), /steps of its market .* were changed/);
  });

  test('is released when it is stopped, and its orders stay', async () => {
    const { harness, runner, bot } = await runFor(LIMIT_FAR, 2);
    await harness.store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    await harness.passMinutes(2, [runner]);
    assert.equal(runner.figures().runningCount, 0);
    const orders = await harness.ordersOf(bot);
    assert.deepEqual(
      orders.map(({ state }) => state),
      ['open', 'open'],
    );
  });

  test('remembers what its script saved until it is deleted', async () => {
    const source = "Log('count ' .. Load('count', 0)) Save('count', Load('count', 0) + 1)";
    const { harness, runner, bot } = await runFor(source, 2);
    await harness.restart(bot, source);
    await harness.passMinutes(1, [runner]);
    assert.deepEqual(await messages(harness, bot), ['count 0', 'count 1', 'count 2']);
  });

  test('is paused by its script, and its orders are followed all the same', async () => {
    const source = `
      if Load('placed', false) then PauseBot() else
        Save('placed', true)
        PlaceBuyOrder(CurrentPrice().close, 0.001, {type = MarketOrderType})
      end`;
    const { harness, runner, bot, now } = await runFor(source, 3);
    assert.ok(now.isActivated && now.isPaused);
    assert.equal(runner.figures().runningCount, 1);
    assert.equal((await harness.ordersOf(bot)).length, 1);
  });

  test('deactivates itself with a reason, and cancels its orders where it says so', async () => {
    const source = `
      if Load('placed', false) then DeactivateBot('enough', true) else
        Save('placed', true)
        ${LIMIT_FAR}
      end`;
    const { harness, bot, now } = await runFor(source, 3);
    assert.equal(now.isActivated, false);
    assert.match(now.stopReason ?? '', /enough/);
    const orders = await harness.ordersOf(bot);
    assert.deepEqual(
      orders.map(({ state }) => state),
      ['cancelled'],
    );
    assert.match((await messages(harness, bot)).at(-1) ?? '', /stopped: .*enough/);
  });

  test('has orders that time out cancelled', async () => {
    const source = `
      if not Load('placed', false) then
        Save('placed', true)
        PlaceBuyOrder(CurrentPrice().close * 0.5, 0.001, {type = LimitOrderType, timeout = 120})
      end`;
    const { harness, bot } = await runFor(source, 2);
    assert.deepEqual(
      (await harness.ordersOf(bot)).map(({ state }) => state),
      ['open'],
    );
    const later = await runFor(source, 5);
    const [order] = await later.harness.ordersOf(later.bot);
    assert.equal(order?.state, 'expired');
    assert.match((await messages(later.harness, later.bot)).join(), /its time was over/);
  });

  test('catches up after a time in which nobody ran it, sending nothing that is old', async () => {
    const { harness, runner, bot } = await runFor(EACH_MINUTE, 2);
    harness.passMs(10 * 60_000);
    await harness.passMinutes(1, [runner]);
    const orders = await harness.ordersOf(bot);
    assert.equal(orders.length, 13);
    assert.deepEqual(
      orders.map(({ state }) => (state === 'filled' ? '+' : '-')).join(''),
      '++---------++',
    );
  });
});

suite('trouble stays with the bot that has it', () => {
  const CASES: { readonly [what: string]: readonly [source: string, reason: RegExp] } = {
    'a fault': ["error('oh no')", /oh no/],
    'a loop': ['while true do end', /steps|instruction|budget/i],
  };
  for (const [what, [source, reason]] of Object.entries(CASES)) {
    test(what, async () => {
      const harness = await botHarness();
      const runner = harness.runner();
      const idle = await harness.start(IDLE);
      const bot = await harness.start(source);
      await harness.passMinutes(2, [runner]);
      const now = await harness.find(bot);
      assert.equal(now.isActivated, false, what);
      assert.match(now.stopReason ?? '', reason);
      assert.match((await messages(harness, bot)).at(-1) ?? '', reason);
      assert.ok((await harness.find(idle)).isActivated);
      assert.equal(runner.figures().runningCount, 1);
    });
  }

  test('an exit whose entry has not filled, which would open a position', async () => {
    const source = `
      local price = CurrentPrice().close
      PlaceGoLongOrder(price * 0.5, 0.01, {type = NoTimeOutOrderType})
      PlaceExitLongOrder(price, 0.01, {type = MarketOrderType})`;
    const harness = await botHarness();
    const changes = { accountId: harness.futures.accountId, marketTag: 'SIM_BTC_USDT_PERP' };
    const bot = await harness.start(source, changes);
    await harness.passMinutes(2, [harness.runner()]);
    // The run is made again, and comes to the same.
    harness.passMs(5_000);
    await harness.passMinutes(1, [harness.runner()]);
    assert.ok((await harness.find(bot)).isActivated);
    const orders = await harness.ordersOf(bot);
    assert.deepEqual(
      orders.map(({ side, state }) => `${side} ${state}`),
      ['buy open', 'buy open', 'buy open'],
    );
    assert.match(
      (await messages(harness, bot)).join('\n'),
      /order o2 failed: there is no position/,
    );
  });

  test('a market that is gone', async () => {
    const { now } = await runFor(IDLE, 1, { marketTag: 'SIM_NONE_USDT' });
    assert.equal(now.isActivated, false);
    assert.match(now.stopReason ?? '', /SIM_NONE_USDT.*no longer exists/);
  });

  test('a script that does not compile any more', async () => {
    const { now } = await runFor('Nope(', 1);
    assert.match(now.stopReason ?? '', /not valid/);
  });

  test('a wallet that cannot pay is reported to the script, order by order', async () => {
    const source = 'PlaceBuyOrder(CurrentPrice().close, 3, {type = MarketOrderType})';
    const { harness, bot, now } = await runFor(source, 3);
    assert.ok(now.isActivated);
    const orders = await harness.ordersOf(bot);
    assert.deepEqual(
      orders.map(({ state }) => state),
      ['rejected', 'rejected', 'rejected'],
    );
    assert.match((await messages(harness, bot)).join('\n'), /order o1 failed: .*USDT/);
  });

  test('one that asks for ten thousand orders gets as many as it may have open', async () => {
    const source = `
      for index = 1, 10000 do
        PlaceBuyOrder(CurrentPrice().close * 0.5, 0.0002, {type = NoTimeOutOrderType})
      end`;
    const { harness, bot } = await runFor(source, 2);
    assert.equal((await harness.ordersOf(bot)).length, 200);
    assert.match((await messages(harness, bot)).join('\n'), /200 orders are open/);
  });

  test('a store that does not respond for half a minute', async () => {
    const harness = await botHarness();
    let isDown = false;
    const failing = (): never => {
      throw new Failure('unavailable', 'the store is away');
    };
    const runs = {
      ...harness.runs,
      commitSteps: (...given: Parameters<typeof harness.runs.commitSteps>) =>
        isDown ? failing() : harness.runs.commitSteps(...given),
      renewLeases: (...given: Parameters<typeof harness.runs.renewLeases>) =>
        isDown ? failing() : harness.runs.renewLeases(...given),
    };
    const runner = harness.runner({ runs });
    const bot = await harness.start(EACH_MINUTE);
    await harness.passMinutes(2, [runner]);
    isDown = true;
    harness.passMs(60_000);
    await runner.tick();
    isDown = false;
    await harness.passMinutes(3, [runner]);
    assert.ok((await harness.find(bot)).isActivated);
    const orders = await harness.ordersOf(bot);
    assert.equal(orders.length, 6);
    assert.equal(orders.filter(({ state }) => state === 'filled').length, 6);
  });
});

suite('one process runs a bot', () => {
  test('and another takes it over when the first is gone', async () => {
    const harness = await botHarness();
    const [first, second] = [harness.runner(), harness.runner()];
    const bot = await harness.start(EACH_MINUTE);
    await harness.passMinutes(2, [first]);
    await harness.passMinutes(2, [second]);
    assert.equal(second.figures().runningCount, 1);
    assert.equal((await harness.ordersOf(bot)).length, 4);
    await first.renew();
    await first.tick();
    assert.equal(first.figures().runningCount, 0);
    assert.equal((await harness.ordersOf(bot)).length, 4);
  });

  test('and one that was frozen can neither write nor order', async () => {
    const harness = await botHarness();
    // Its own clock stood still, so it believes in its lease.
    const frozen = harness.runner({}, { monotonicMs: () => 0 });
    const bot = await harness.start(EACH_MINUTE);
    await harness.passMinutes(2, [frozen]);
    const other = harness.runner();
    await harness.passMinutes(2, [other]);
    const before = await harness.ordersOf(bot);
    harness.passMs(60_000);
    await frozen.tick();
    assert.deepEqual(await harness.ordersOf(bot), before);
    await harness.passMinutes(1, [other]);
    assert.equal((await harness.ordersOf(bot)).length, 6);
  });

  test('and one that lost its shard while it sent, and leases again, sends no more', async () => {
    const harness = await botHarness();
    const twice = `for step = 1, 2 do
      PlaceBuyOrder(CurrentPrice().close * 0.5, 0.001, {type = NoTimeOutOrderType})
    end`;
    const sent: string[] = [];
    const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
    const { promise: asleep, resolve: sleep } = Promise.withResolvers<void>();
    const exchange: typeof harness.sim.exchange = {
      ...harness.sim.exchange,
      code: 'sim',
      async placeOrder(account, order) {
        sent.push(order.clientOrderId);
        sleep();
        await woken;
        return harness.sim.exchange.placeOrder(account, order);
      },
    };
    const frozen = harness.runner({ exchanges: exchangeRegistry([exchange]) });
    const bot = await harness.start(twice);
    const passing = harness.passMinutes(1, [frozen]);
    await asleep;
    harness.passMs(5_000);
    const other = harness.runner();
    await other.renew();
    await other.tick();
    await frozen.renew();
    wake();
    await passing;
    assert.equal(sent.length, 1);
    assert.deepEqual(
      (await harness.ordersOf(bot)).map(({ state }) => state),
      ['open', 'open'],
    );
  });

  test('and one that was frozen while it resumed an order does not send it', async () => {
    const harness = await botHarness();
    const bot = await harness.start(EACH_MINUTE);
    const orders = {
      ...harness.store,
      transition: () => Promise.reject(new Failure('unavailable', 'away')),
    };
    const away: Exchange = {
      ...harness.sim.exchange,
      code: 'sim',
      placeOrder: () => Promise.reject(new Failure('unavailable', 'away')),
    };
    const first = harness.runner({ orders, exchanges: exchangeRegistry([away]) });
    await harness.passMinutes(1, [first]);
    await first.close();
    const sent: string[] = [];
    const frozenExchange: Exchange = {
      ...away,
      async fetchOrder(...question) {
        const found = await harness.sim.exchange.fetchOrder(...question);
        harness.passMs(5_000);
        const other = harness.runner({ orders, exchanges: exchangeRegistry([away]) });
        await other.renew();
        await other.tick();
        await frozen.renew();
        return found;
      },
      async placeOrder(account, order) {
        sent.push(order.clientOrderId);
        return harness.sim.exchange.placeOrder(account, order);
      },
    };
    const frozen = harness.runner({ exchanges: exchangeRegistry([frozenExchange]) });
    await frozen.renew();
    await frozen.tick();
    assert.deepEqual(sent, []);
    assert.equal((await harness.ordersOf(bot)).length, 1);
  });

  test('and one that was frozen while it took a bot up finds nothing wrong with it', async () => {
    const harness = await botHarness();
    const bot = await harness.start(EACH_MINUTE);
    const first = harness.runner();
    await harness.passMinutes(2, [first]);
    await first.close();
    const refused: string[] = [];
    const runs: typeof harness.runs = {
      ...harness.runs,
      async findRun(botId, activation) {
        const record = await harness.runs.findRun(botId, activation);
        harness.passMs(5_000);
        await harness.passMinutes(3, [harness.runner()]);
        return record;
      },
    };
    const note = (event: string): void => void refused.push(event);
    const log = { ...harness.deps.log, warn: note, error: note };
    const frozen = harness.runner({ runs, log });
    await frozen.renew();
    await frozen.tick();
    assert.deepEqual(refused, []);
    assert.ok((await harness.find(bot)).isActivated);
  });

  test('and one that gives shards back keeps none by a response that was on its way', async () => {
    const harness = await botHarness();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let renewing = Promise.resolve();
    let isSlow = false;
    const second = harness.runner();
    const first = harness.runner({
      runs: {
        ...harness.runs,
        async renewLeases(...request) {
          const held = await harness.runs.renewLeases(...request);
          if (isSlow) await released;
          return held;
        },
        async releaseLeases(...request) {
          await harness.runs.releaseLeases(...request);
          release();
          await renewing;
          await second.renew();
        },
      },
    });
    for (let index = 0; index < 40; index += 1) await harness.start(IDLE);
    await harness.passMinutes(1, [first]);
    await second.renew();
    await first.renew();
    harness.passMs(600);
    isSlow = true;
    renewing = first.renew();
    for (const runner of [first, second]) await runner.tick();
    assert.equal(first.figures().runningCount + second.figures().runningCount, 40);
    assert.ok(second.figures().runningCount > 5);
  });

  test('and shares fairly with one that comes later', async () => {
    const harness = await botHarness();
    const [first, second] = [harness.runner(), harness.runner()];
    for (let index = 0; index < 40; index += 1) await harness.start(IDLE);
    await harness.passMinutes(1, [first]);
    assert.equal(first.figures().runningCount, 40);
    await harness.passMinutes(3, [second, first]);
    for (let round = 0; round < 3; round += 1) {
      for (const runner of [first, second]) {
        await runner.renew();
        harness.passMs(600);
        await runner.tick();
      }
    }
    assert.equal(first.figures().runningCount + second.figures().runningCount, 40);
    assert.ok(first.figures().runningCount > 5 && second.figures().runningCount > 5);
    await first.close();
    harness.passMs(600);
    await second.renew();
    await second.tick();
    assert.equal(second.figures().runningCount, 40);
  });
});
