// Bots that get their turn late, because their process has a long queue or was frozen: what they
// decided for the last minute is sent, once, and what they decided for an older one is not.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Order } from '#venue-port/order/order.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { botHarness, EACH_MINUTE } from '#services/live/runner/bot-harness.fixture.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
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
function passTo(harness: BotHarness, sinceCloseMs: number): void {
  const nowMs = harness.sim.nowMs();
  harness.passMs(MINUTE_MS - (nowMs % MINUTE_MS) + sinceCloseMs);
}

async function round(runner: BotRunner): Promise<void> {
  await runner.renew();
  await runner.tick();
}

function statesOf(orders: readonly Order[]): string {
  return orders.map(({ state }) => state).join(' ');
}

/** A process whose exchange takes one order after the other, while its lease is renewed. */
function slowRunner(harness: BotHarness): BotRunner {
  const exchange = { ...harness.sim.exchange, code: 'sim' };
  let queue: Promise<unknown> = Promise.resolve();
  const slow: typeof exchange = {
    ...exchange,
    placeOrder(account, order) {
      const placed = queue.then(async () => {
        harness.passMs(SLOW_MS);
        await runner.renew();
        return exchange.placeOrder(account, order);
      });
      queue = placed;
      return placed;
    },
  };
  const runner = harness.runner({ exchanges: exchangeRegistry([slow]) });
  return runner;
}

/** A process that is frozen once, after the step with its first orders was written. */
function freezing(harness: BotHarness, whileFrozen: () => Promise<unknown>): BotRunner {
  let isOver = false;
  const runner = harness.runner({
    runs: {
      ...harness.runs,
      async commitSteps(steps) {
        const outcomes = await harness.runs.commitSteps(steps);
        if (isOver || !steps.some(({ step }) => step.orders.length > 0)) return outcomes;
        isOver = true;
        harness.passMs(3 * LIMITS.exchangeRequestTimeoutMs);
        await whileFrozen();
        return outcomes;
      },
    },
  });
  return runner;
}

suite('a bot that gets its turn late', () => {
  test('has what it decides for the last minute sent', async () => {
    const harness = await botHarness();
    const runner = harness.runner();
    const bot = await harness.start(EACH_MINUTE);
    passTo(harness, 40_000);
    await round(runner);
    const orders = await harness.ordersOf(bot);
    assert.equal(statesOf(orders), 'filled');
    const [order] = orders;
    // It was decided for the close, which is what a run that is made again says too.
    assert.equal((order?.placedAtMs ?? 0) % MINUTE_MS, 0);
  });

  test('begins with the last minute, when it has not begun yet', async () => {
    const harness = await botHarness();
    const runner = harness.runner();
    const bot = await harness.start(EACH_MINUTE);
    passTo(harness, 0);
    harness.passMs(10 * MINUTE_MS + 20_000);
    await round(runner);
    assert.equal(statesOf(await harness.ordersOf(bot)), 'filled');
    const next = harness.runner();
    harness.passMs(LIMITS.botLeaseMs);
    await harness.passMinutes(1, [next]);
    assert.ok((await harness.find(bot)).isActivated, 'made again it is the same run');
    assert.equal(statesOf(await harness.ordersOf(bot)), 'filled filled');
  });

  test('sends nothing that it decided for a minute long gone', async () => {
    const harness = await botHarness();
    const runner = harness.runner();
    const bot = await harness.start(EACH_MINUTE);
    await harness.passMinutes(1, [runner]);
    passTo(harness, LIMITS.botDecisionMsMax + 1);
    await round(runner);
    assert.equal(statesOf(await harness.ordersOf(bot)), 'filled unplaced filled filled');
  });

  test('sends no order whose own time is over', async () => {
    const harness = await botHarness();
    const runner = harness.runner();
    const price = 'CurrentPrice().close * 0.5';
    const bot = await harness.start(
      `PlaceBuyOrder(${price}, 0.001, {type = LimitOrderType, timeout = 30})`,
    );
    passTo(harness, 31_000);
    await round(runner);
    const [order] = await harness.ordersOf(bot);
    assert.equal(order?.state, 'unplaced');
    assert.match(order?.reason ?? '', /time was over/);
  });
});

suite('many bots that were started at once', () => {
  test('have all their orders sent, however long the queue is', async () => {
    const harness = await botHarness();
    const runner = slowRunner(harness);
    const bots = await Promise.all(Array.from({ length: BOTS_COUNT }, () => harness.start(LADDER)));
    passTo(harness, 500);
    await round(runner);
    const orders = (await Promise.all(bots.map((bot) => harness.ordersOf(bot)))).flat();
    assert.equal(orders.length, BOTS_COUNT * 4);
    assert.deepEqual(new Set(orders.map(({ state }) => state)), new Set(['open']));
    const sentForMs = harness.sim.nowMs() - Math.max(...orders.map((each) => each.placedAtMs ?? 0));
    assert.ok(sentForMs > LIMITS.exchangeRequestTimeoutMs, 'the queue was long');
  });
});

suite('a process that was frozen between writing an order and sending it', () => {
  test('sends it when nobody has given it up', async () => {
    const harness = await botHarness();
    const runner = freezing(harness, () => Promise.resolve());
    const bot = await harness.start(EACH_MINUTE);
    await harness.passMinutes(1, [runner]);
    assert.equal(statesOf(await harness.ordersOf(bot)), 'pending');
    await harness.passMinutes(1, [runner]);
    assert.equal(statesOf(await harness.ordersOf(bot)), 'filled filled');
  });

  test('and does not when reconciliation has looked for it', async () => {
    const harness = await botHarness();
    const at = { account: harness.spot, exchange: harness.sim.exchange };
    const runner = freezing(harness, () => reconcileAccount(harness.deps, at));
    const bot = await harness.start(EACH_MINUTE);
    await harness.passMinutes(2, [runner]);
    const [order] = await harness.ordersOf(bot);
    assert.equal(order?.state, 'unplaced');
    const name = { clientOrderId: order.clientOrderId, venueOrderId: null, placedAtMs: 0 };
    const seen = await harness.sim.exchange.fetchOrder(harness.spot, 'SIM_BTC_USDT', name);
    assert.equal(seen.kind, 'absent');
  });
});
