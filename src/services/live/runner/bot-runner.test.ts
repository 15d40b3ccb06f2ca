// Bots that run: each minute, once, and each trouble stays with the bot that has it.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ZERO } from '#lib/decimal.ts';
import { Failure } from '#ports/world/failure.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { Exchange } from '#ports/exchange/exchange.ts';
import { botWorld, EACH_MINUTE, IDLE } from '#services/live/runner/bot-harness.fixture.ts';
import type { BotWorld } from '#services/live/runner/bot-harness.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';

const STOPPED_AT_MS = 1_800_000_000_000;

const LIMIT_FAR = 'PlaceBuyOrder(CurrentPrice().close * 0.5, 0.001, {type = NoTimeOutOrderType})';

async function messages(world: BotWorld, bot: Bot): Promise<readonly string[]> {
  return (await world.linesOf(bot)).map(({ message }) => message);
}

/** Runs a bot with this script for some minutes and answers how it stands. */
async function runFor(source: string, minutes: number, changes: Partial<Bot> = {}) {
  const world = await botWorld();
  const runner = world.runner();
  const bot = await world.start(source, changes);
  await world.passMinutes(minutes, [runner]);
  return { world, runner, bot, now: await world.find(bot) };
}

suite('a running bot', () => {
  test('runs its script as each minute closes, and trades', async () => {
    const { world, bot, now } = await runFor(EACH_MINUTE, 5);
    const orders = await world.ordersOf(bot);
    assert.deepEqual(
      orders.map(({ side, state }) => `${side} ${state}`),
      ['buy filled', 'sell filled', 'buy filled', 'sell filled', 'buy filled'],
    );
    assert.notEqual(now.realizedProfit, ZERO);
    assert.match((await messages(world, bot)).join(), /order o1 bought 0.001 at/);
    assert.notEqual(await world.runs.findPositions(bot.botId), null);
  });

  test('has its exchange asked for open orders only while one of its own may fill', async () => {
    const world = await botWorld();
    const asked: string[] = [];
    const exchange: Exchange = {
      ...world.sim.exchange,
      fetchOpenOrders(account) {
        asked.push(account.accountId);
        return world.sim.exchange.fetchOpenOrders(account);
      },
    };
    const runner = world.runner({ exchanges: exchangeRegistry([exchange]) });
    const bot = await world.start(EACH_MINUTE);
    await world.passMinutes(5, [runner]);
    assert.equal((await world.ordersOf(bot)).length, 5);
    assert.deepEqual(asked, []);
    await world.start(LIMIT_FAR);
    await world.passMinutes(2, [runner]);
    assert.deepEqual(asked, [world.spot.accountId]);
  });

  test('is let go of when it is stopped, and its orders stay', async () => {
    const { world, runner, bot } = await runFor(LIMIT_FAR, 2);
    await world.store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    await world.passMinutes(2, [runner]);
    assert.equal(runner.figures().runningCount, 0);
    const orders = await world.ordersOf(bot);
    assert.deepEqual(
      orders.map(({ state }) => state),
      ['open', 'open'],
    );
  });

  test('remembers what its script saved until it is deleted', async () => {
    const source = "Log('count ' .. Load('count', 0)) Save('count', Load('count', 0) + 1)";
    const { world, runner, bot } = await runFor(source, 2);
    await world.restart(bot, source);
    await world.passMinutes(1, [runner]);
    assert.deepEqual(await messages(world, bot), ['count 0', 'count 1', 'count 2']);
  });

  test('is paused by its script, and its orders are followed all the same', async () => {
    const source = `
      if Load('placed', false) then PauseBot() else
        Save('placed', true)
        PlaceBuyOrder(CurrentPrice().close, 0.001, {type = MarketOrderType})
      end`;
    const { world, runner, bot, now } = await runFor(source, 3);
    assert.ok(now.isActivated && now.isPaused);
    assert.equal(runner.figures().runningCount, 1);
    assert.equal((await world.ordersOf(bot)).length, 1);
  });

  test('deactivates itself with a reason, and cancels its orders where it says so', async () => {
    const source = `
      if Load('placed', false) then DeactivateBot('enough', true) else
        Save('placed', true)
        ${LIMIT_FAR}
      end`;
    const { world, bot, now } = await runFor(source, 3);
    assert.equal(now.isActivated, false);
    assert.match(now.stopReason ?? '', /enough/);
    const orders = await world.ordersOf(bot);
    assert.deepEqual(
      orders.map(({ state }) => state),
      ['cancelled'],
    );
    assert.match((await messages(world, bot)).at(-1) ?? '', /stopped: .*enough/);
  });

  test('has orders that time out cancelled', async () => {
    const source = `
      if not Load('placed', false) then
        Save('placed', true)
        PlaceBuyOrder(CurrentPrice().close * 0.5, 0.001, {type = LimitOrderType, timeout = 120})
      end`;
    const { world, bot } = await runFor(source, 2);
    assert.deepEqual(
      (await world.ordersOf(bot)).map(({ state }) => state),
      ['open'],
    );
    const later = await runFor(source, 5);
    const [order] = await later.world.ordersOf(later.bot);
    assert.equal(order?.state, 'expired');
    assert.match((await messages(later.world, later.bot)).join(), /its time was over/);
  });

  test('catches up after a time in which nobody ran it, sending nothing that is old', async () => {
    const { world, runner, bot } = await runFor(EACH_MINUTE, 2);
    world.passMs(10 * 60_000);
    await world.passMinutes(1, [runner]);
    const orders = await world.ordersOf(bot);
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
      const world = await botWorld();
      const runner = world.runner();
      const idle = await world.start(IDLE);
      const bot = await world.start(source);
      await world.passMinutes(2, [runner]);
      const now = await world.find(bot);
      assert.equal(now.isActivated, false, what);
      assert.match(now.stopReason ?? '', reason);
      assert.match((await messages(world, bot)).at(-1) ?? '', reason);
      assert.ok((await world.find(idle)).isActivated);
      assert.equal(runner.figures().runningCount, 1);
    });
  }

  test('an exit whose entry has not filled, which would open a position', async () => {
    const source = `
      local price = CurrentPrice().close
      PlaceGoLongOrder(price * 0.5, 0.01, {type = NoTimeOutOrderType})
      PlaceExitLongOrder(price, 0.01, {type = MarketOrderType})`;
    const world = await botWorld();
    const changes = { accountId: world.futures.accountId, marketTag: 'SIM_BTC_USDT_PERP' };
    const bot = await world.start(source, changes);
    await world.passMinutes(2, [world.runner()]);
    // The run is made again, and comes to the same.
    world.passMs(5_000);
    await world.passMinutes(1, [world.runner()]);
    assert.ok((await world.find(bot)).isActivated);
    const orders = await world.ordersOf(bot);
    assert.deepEqual(
      orders.map(({ side, state }) => `${side} ${state}`),
      ['buy open', 'buy open', 'buy open'],
    );
    assert.match((await messages(world, bot)).join('\n'), /order o2 failed: there is no position/);
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

  test('a wallet that cannot pay is told to the script, order by order', async () => {
    const source = 'PlaceBuyOrder(CurrentPrice().close, 3, {type = MarketOrderType})';
    const { world, bot, now } = await runFor(source, 3);
    assert.ok(now.isActivated);
    const orders = await world.ordersOf(bot);
    assert.deepEqual(
      orders.map(({ state }) => state),
      ['rejected', 'rejected', 'rejected'],
    );
    assert.match((await messages(world, bot)).join('\n'), /order o1 failed: .*USDT/);
  });

  test('one that asks for ten thousand orders gets as many as it may have open', async () => {
    const source = `
      for index = 1, 10000 do
        PlaceBuyOrder(CurrentPrice().close * 0.5, 0.0002, {type = NoTimeOutOrderType})
      end`;
    const { world, bot } = await runFor(source, 2);
    assert.equal((await world.ordersOf(bot)).length, 200);
    assert.match((await messages(world, bot)).join('\n'), /200 orders are open/);
  });

  test('a store that does not answer for half a minute', async () => {
    const world = await botWorld();
    let isDown = false;
    const failing = (): never => {
      throw new Failure('unavailable', 'the store is away');
    };
    const runs = {
      ...world.runs,
      commitSteps: (...given: Parameters<typeof world.runs.commitSteps>) =>
        isDown ? failing() : world.runs.commitSteps(...given),
      renewLeases: (...given: Parameters<typeof world.runs.renewLeases>) =>
        isDown ? failing() : world.runs.renewLeases(...given),
    };
    const runner = world.runner({ runs });
    const bot = await world.start(EACH_MINUTE);
    await world.passMinutes(2, [runner]);
    isDown = true;
    world.passMs(60_000);
    await runner.tick();
    isDown = false;
    await world.passMinutes(3, [runner]);
    assert.ok((await world.find(bot)).isActivated);
    const orders = await world.ordersOf(bot);
    assert.equal(orders.length, 6);
    assert.equal(orders.filter(({ state }) => state === 'filled').length, 6);
  });
});

suite('one process runs a bot', () => {
  test('and another takes it over when the first is gone', async () => {
    const world = await botWorld();
    const [first, second] = [world.runner(), world.runner()];
    const bot = await world.start(EACH_MINUTE);
    await world.passMinutes(2, [first]);
    await world.passMinutes(2, [second]);
    assert.equal(second.figures().runningCount, 1);
    assert.equal((await world.ordersOf(bot)).length, 4);
    await first.renew();
    await first.tick();
    assert.equal(first.figures().runningCount, 0);
    assert.equal((await world.ordersOf(bot)).length, 4);
  });

  test('and one that was frozen can neither write nor order', async () => {
    const world = await botWorld();
    // Its own clock stood still, so it believes in its lease.
    const frozen = world.runner({}, { monotonicMs: () => 0 });
    const bot = await world.start(EACH_MINUTE);
    await world.passMinutes(2, [frozen]);
    const other = world.runner();
    await world.passMinutes(2, [other]);
    const before = await world.ordersOf(bot);
    world.passMs(60_000);
    await frozen.tick();
    assert.deepEqual(await world.ordersOf(bot), before);
    await world.passMinutes(1, [other]);
    assert.equal((await world.ordersOf(bot)).length, 6);
  });

  test('and one that lost its shard while it sent, and leases again, sends no more', async () => {
    const world = await botWorld();
    const twice = `for step = 1, 2 do
      PlaceBuyOrder(CurrentPrice().close * 0.5, 0.001, {type = NoTimeOutOrderType})
    end`;
    const sent: string[] = [];
    const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
    const { promise: asleep, resolve: sleep } = Promise.withResolvers<void>();
    const exchange: typeof world.sim.exchange = {
      ...world.sim.exchange,
      code: 'sim',
      async placeOrder(account, order) {
        sent.push(order.clientOrderId);
        sleep();
        await woken;
        return world.sim.exchange.placeOrder(account, order);
      },
    };
    const frozen = world.runner({ exchanges: exchangeRegistry([exchange]) });
    const bot = await world.start(twice);
    const passing = world.passMinutes(1, [frozen]);
    await asleep;
    world.passMs(5_000);
    const other = world.runner();
    await other.renew();
    await other.tick();
    await frozen.renew();
    wake();
    await passing;
    assert.equal(sent.length, 1);
    assert.deepEqual(
      (await world.ordersOf(bot)).map(({ state }) => state),
      ['open', 'open'],
    );
  });

  test('and one that was frozen while it resumed an order does not send it', async () => {
    const world = await botWorld();
    const bot = await world.start(EACH_MINUTE);
    const orders = {
      ...world.store,
      transition: () => Promise.reject(new Failure('unavailable', 'away')),
    };
    const away: Exchange = {
      ...world.sim.exchange,
      code: 'sim',
      placeOrder: () => Promise.reject(new Failure('unavailable', 'away')),
    };
    const first = world.runner({ orders, exchanges: exchangeRegistry([away]) });
    await world.passMinutes(1, [first]);
    await first.close();
    const sent: string[] = [];
    const frozenExchange: Exchange = {
      ...away,
      async fetchOrder(...question) {
        const found = await world.sim.exchange.fetchOrder(...question);
        world.passMs(5_000);
        const other = world.runner({ orders, exchanges: exchangeRegistry([away]) });
        await other.renew();
        await other.tick();
        await frozen.renew();
        return found;
      },
      async placeOrder(account, order) {
        sent.push(order.clientOrderId);
        return world.sim.exchange.placeOrder(account, order);
      },
    };
    const frozen = world.runner({ exchanges: exchangeRegistry([frozenExchange]) });
    await frozen.renew();
    await frozen.tick();
    assert.deepEqual(sent, []);
    assert.equal((await world.ordersOf(bot)).length, 1);
  });

  test('and one that was frozen while it took a bot up finds nothing wrong with it', async () => {
    const world = await botWorld();
    const bot = await world.start(EACH_MINUTE);
    const first = world.runner();
    await world.passMinutes(2, [first]);
    await first.close();
    const refused: string[] = [];
    const runs: typeof world.runs = {
      ...world.runs,
      async findRun(botId, activation) {
        const record = await world.runs.findRun(botId, activation);
        world.passMs(5_000);
        await world.passMinutes(3, [world.runner()]);
        return record;
      },
    };
    const note = (event: string): void => void refused.push(event);
    const log = { ...world.deps.log, warn: note, error: note };
    const frozen = world.runner({ runs, log });
    await frozen.renew();
    await frozen.tick();
    assert.deepEqual(refused, []);
    assert.ok((await world.find(bot)).isActivated);
  });

  test('and one that gives shards back keeps none by an answer that was on its way', async () => {
    const world = await botWorld();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let renewing = Promise.resolve();
    let isSlow = false;
    const second = world.runner();
    const first = world.runner({
      runs: {
        ...world.runs,
        async renewLeases(...request) {
          const held = await world.runs.renewLeases(...request);
          if (isSlow) await released;
          return held;
        },
        async releaseLeases(...request) {
          await world.runs.releaseLeases(...request);
          release();
          await renewing;
          await second.renew();
        },
      },
    });
    for (let index = 0; index < 40; index += 1) await world.start(IDLE);
    await world.passMinutes(1, [first]);
    await second.renew();
    await first.renew();
    world.passMs(600);
    isSlow = true;
    renewing = first.renew();
    for (const runner of [first, second]) await runner.tick();
    assert.equal(first.figures().runningCount + second.figures().runningCount, 40);
    assert.ok(second.figures().runningCount > 5);
  });

  test('and shares fairly with one that comes later', async () => {
    const world = await botWorld();
    const [first, second] = [world.runner(), world.runner()];
    for (let index = 0; index < 40; index += 1) await world.start(IDLE);
    await world.passMinutes(1, [first]);
    assert.equal(first.figures().runningCount, 40);
    await world.passMinutes(3, [second, first]);
    for (let round = 0; round < 3; round += 1) {
      for (const runner of [first, second]) {
        await runner.renew();
        world.passMs(600);
        await runner.tick();
      }
    }
    assert.equal(first.figures().runningCount + second.figures().runningCount, 40);
    assert.ok(first.figures().runningCount > 5 && second.figures().runningCount > 5);
    await first.close();
    world.passMs(600);
    await second.renew();
    await second.tick();
    assert.equal(second.figures().runningCount, 40);
  });
});
