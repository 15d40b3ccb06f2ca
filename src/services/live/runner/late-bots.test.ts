// Bots that get their turn late, because their process has a long queue or was frozen: what they
// decided for the last minute is sent, once, and what they decided for an older one is not.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Order } from '#domain/order/order.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { botWorld, EACH_MINUTE } from '#services/live/runner/bot-harness.fixture.ts';
import type { BotWorld } from '#services/live/runner/bot-harness.fixture.ts';
import type { BotRunner } from '#services/live/runner/bot-runner.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';

const SLOW_MS = 500;
const BOTS_COUNT = 25;

/** Four orders at once that rest, far below the market. */
const LADDER = `
if not IsAnyOrderOpen() then
  for step = 1, 4 do
    PlaceBuyOrder(CurrentPrice().close * (1 - 0.1 * step), 0.001, {type = NoTimeOutOrderType})
  end
end`;

/** To this long after the next minute's close; nobody works meanwhile. */
function passTo(world: BotWorld, sinceCloseMs: number): void {
  const nowMs = world.sim.nowMs();
  world.passMs(MINUTE_MS - (nowMs % MINUTE_MS) + sinceCloseMs);
}

async function round(runner: BotRunner): Promise<void> {
  await runner.renew();
  await runner.tick();
}

function statesOf(orders: readonly Order[]): string {
  return orders.map(({ state }) => state).join(' ');
}

/** A process whose exchange takes one order after the other, while its lease is renewed. */
function slowRunner(world: BotWorld): BotRunner {
  const exchange = { ...world.sim.exchange, code: 'sim' };
  let queue: Promise<unknown> = Promise.resolve();
  const slow: typeof exchange = {
    ...exchange,
    placeOrder(account, order) {
      const placed = queue.then(async () => {
        world.passMs(SLOW_MS);
        await runner.renew();
        return exchange.placeOrder(account, order);
      });
      queue = placed;
      return placed;
    },
  };
  const runner = world.runner({ exchanges: exchangeRegistry([slow]) });
  return runner;
}

/** A process that is frozen once, after the step with its first orders was written. */
function freezing(world: BotWorld, whileFrozen: () => Promise<unknown>): BotRunner {
  let isOver = false;
  const runner = world.runner({
    runs: {
      ...world.runs,
      async commitSteps(steps) {
        const outcomes = await world.runs.commitSteps(steps);
        if (isOver || !steps.some(({ step }) => step.orders.length > 0)) return outcomes;
        isOver = true;
        world.passMs(3 * LIMITS.exchangeRequestTimeoutMs);
        await whileFrozen();
        return outcomes;
      },
    },
  });
  return runner;
}

suite('a bot that gets its turn late', () => {
  test('has what it decides for the last minute sent', async () => {
    const world = await botWorld();
    const runner = world.runner();
    const bot = await world.start(EACH_MINUTE);
    passTo(world, 40_000);
    await round(runner);
    const orders = await world.ordersOf(bot);
    assert.equal(statesOf(orders), 'filled');
    const [order] = orders;
    // It was decided for the close, which is what a run that is made again says too.
    assert.equal((order?.placedAtMs ?? 0) % MINUTE_MS, 0);
  });

  test('begins with the last minute, when it has not begun yet', async () => {
    const world = await botWorld();
    const runner = world.runner();
    const bot = await world.start(EACH_MINUTE);
    passTo(world, 0);
    world.passMs(10 * MINUTE_MS + 20_000);
    await round(runner);
    assert.equal(statesOf(await world.ordersOf(bot)), 'filled');
    const next = world.runner();
    world.passMs(LIMITS.botLeaseMs);
    await world.passMinutes(1, [next]);
    assert.ok((await world.find(bot)).isActivated, 'made again it is the same run');
    assert.equal(statesOf(await world.ordersOf(bot)), 'filled filled');
  });

  test('sends nothing that it decided for a minute long gone', async () => {
    const world = await botWorld();
    const runner = world.runner();
    const bot = await world.start(EACH_MINUTE);
    await world.passMinutes(1, [runner]);
    passTo(world, LIMITS.botDecisionMsMax + 1);
    await round(runner);
    assert.equal(statesOf(await world.ordersOf(bot)), 'filled unplaced filled filled');
  });

  test('sends no order whose own time is over', async () => {
    const world = await botWorld();
    const runner = world.runner();
    const price = 'CurrentPrice().close * 0.5';
    const bot = await world.start(
      `PlaceBuyOrder(${price}, 0.001, {type = LimitOrderType, timeout = 30})`,
    );
    passTo(world, 31_000);
    await round(runner);
    const [order] = await world.ordersOf(bot);
    assert.equal(order?.state, 'unplaced');
    assert.match(order?.reason ?? '', /time was over/);
  });
});

suite('many bots that were started at once', () => {
  test('have all their orders sent, however long the queue is', async () => {
    const world = await botWorld();
    const runner = slowRunner(world);
    const bots = await Promise.all(Array.from({ length: BOTS_COUNT }, () => world.start(LADDER)));
    passTo(world, 500);
    await round(runner);
    const orders = (await Promise.all(bots.map((bot) => world.ordersOf(bot)))).flat();
    assert.equal(orders.length, BOTS_COUNT * 4);
    assert.deepEqual(new Set(orders.map(({ state }) => state)), new Set(['open']));
    const sentForMs = world.sim.nowMs() - Math.max(...orders.map((each) => each.placedAtMs ?? 0));
    assert.ok(sentForMs > LIMITS.exchangeRequestTimeoutMs, 'the queue was long');
  });
});

suite('a process that was frozen between writing an order and sending it', () => {
  test('sends it when nobody has given it up', async () => {
    const world = await botWorld();
    const runner = freezing(world, () => Promise.resolve());
    const bot = await world.start(EACH_MINUTE);
    await world.passMinutes(1, [runner]);
    assert.equal(statesOf(await world.ordersOf(bot)), 'pending');
    await world.passMinutes(1, [runner]);
    assert.equal(statesOf(await world.ordersOf(bot)), 'filled filled');
  });

  test('and does not when reconciliation has looked for it', async () => {
    const world = await botWorld();
    const at = { account: world.spot, exchange: world.sim.exchange };
    const runner = freezing(world, () => reconcileAccount(world.deps, at));
    const bot = await world.start(EACH_MINUTE);
    await world.passMinutes(2, [runner]);
    const [order] = await world.ordersOf(bot);
    assert.equal(order?.state, 'unplaced');
    const venue = await world.sim.exchange.fetchOrder(
      world.spot,
      'SIM_BTC_USDT',
      order?.clientOrderId ?? '',
    );
    assert.equal(venue, null);
  });
});
