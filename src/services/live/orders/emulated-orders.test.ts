// Orders that wait for a price, where the exchange takes nothing but plain ones: they wait with us,
// are sent once when their price comes, and outlive the process that watched them.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { plainExchange } from '#adapters/sim/plain-exchange.fixture.ts';
import { isEmulated } from '#domain/order/is-emulated.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { CANCELLED_BY_HAND, cancelAtVenue } from '#services/orders/cancel-order.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';

/** What reaches the exchange, beside the means to run bots on it. */
function plainHarness(harness: BotHarness) {
  const sent: string[] = [];
  const plain = plainExchange(harness.sim.exchange);
  const exchange: Exchange = {
    ...plain,
    code: 'sim',
    listMarkets: () => harness.sim.sim.listMarkets(),
    async placeOrder(account, order) {
      sent.push(`${order.side} ${order.type}`);
      return plain.placeOrder(account, order);
    },
  };
  const deps: LiveRunDeps = { ...harness.deps, exchanges: exchangeRegistry([exchange]) };
  return { sent, deps, at: { account: harness.spot, exchange } };
}

/** Asks once for an order, in the first minute. */
function once(order: string): string {
  return `
    if Load('requested', false) then return end
    Save('requested', true)
    local price = CurrentPrice().close
    ${order}`;
}

const TYPES: { readonly [type: string]: readonly [order: string, sent: string] } = {
  stop_market: ['PlaceBuyOrder(price * 1.0002, 0.01, {type = StopMarketOrderType})', 'buy market'],
  stop_limit: [
    'PlaceBuyOrder(price * 1.01, 0.01, {type = StopLimitOrderType, triggerPrice = price * 1.0002})',
    'buy limit',
  ],
  take_profit_market: [
    'PlaceSellOrder(price * 1.0002, 0.01, {type = TakeProfitMarketOrderType})',
    'sell market',
  ],
  take_profit_limit: [
    `PlaceSellOrder(price * 0.99, 0.01,
      {type = TakeProfitLimitOrderType, triggerPrice = price * 1.0002})`,
    'sell limit',
  ],
  trailing_stop_market: [
    'PlaceSellOrder(price * 0.9997, 0.01, {type = TrailingStopMarketOrderType})',
    'sell market',
  ],
  'trailing_stop_market from a price on': [
    `PlaceSellOrder(0, 0.01, {type = TrailingStopMarketOrderType,
      trailOffset = price * 0.0002, activationPrice = price * 1.0001})`,
    'sell market',
  ],
};

suite('an order that its exchange does not keep', () => {
  for (const [what, [order, form]] of Object.entries(TYPES))
    test(`${what}: waits with us, and is sent as what it is once triggered`, async () => {
      const [type] = what.split(' ');
      const harness = await botHarness();
      const { deps, sent } = plainHarness(harness);
      const bot = await harness.start(once(order));
      await harness.passMinutes(1, [harness.runner(deps)]);
      const [waiting] = await harness.ordersOf(bot);
      assert.deepEqual([waiting?.type, waiting?.state], [type, 'open']);
      assert.ok(waiting !== undefined && isEmulated(waiting));
      assert.deepEqual(sent, []);
      // Another process each time, which makes the run again.
      for (let round = 0; round < 12 && sent.length === 0; round += 1) {
        const runner = harness.runner(deps);
        harness.passMs(5_000);
        await harness.passMinutes(4, [runner]);
        await runner.close();
      }
      assert.deepEqual(sent, [form]);
      await harness.passMinutes(2, [harness.runner(deps)]);
      const [filled] = await harness.ordersOf(bot);
      assert.deepEqual([filled?.type, filled?.state], [type, 'filled']);
      const { fills } = await harness.sim.exchange.fetchFills(harness.spot, [], null, 9);
      assert.equal(fills.length, 1);
    });

  test('is left alone by reconciliation, and ends when it is cancelled', async () => {
    const harness = await botHarness();
    const { deps, at, sent } = plainHarness(harness);
    const runner = harness.runner(deps);
    const far = 'PlaceBuyOrder(price * 1.5, 0.01, {type = StopMarketOrderType})';
    const bot = await harness.start(once(far));
    await harness.passMinutes(3, [runner]);
    assert.deepEqual(await reconcileAccount(deps, at), { changed: 0, adopted: 0 });
    const [order] = await harness.ordersOf(bot);
    assert.ok(order?.state === 'open');
    assert.ok((await cancelAtVenue(deps, at, order, 'SIM_BTC_USDT', CANCELLED_BY_HAND)).ok);
    await harness.passMinutes(1, [runner]);
    const lines = (await harness.linesOf(bot)).map(({ message }) => message);
    assert.match(lines.join('\n'), /order o1 cancelled: it was cancelled by hand/);
    assert.deepEqual(sent, []);
  });

  test('ends when its time is over', async () => {
    const harness = await botHarness();
    const { deps, sent } = plainHarness(harness);
    const far = 'PlaceBuyOrder(price * 1.5, 0.01, {type = StopMarketOrderType, timeout = 120})';
    const bot = await harness.start(once(far));
    await harness.passMinutes(5, [harness.runner(deps)]);
    const [order] = await harness.ordersOf(bot);
    assert.equal(order?.state, 'cancelled');
    const lines = (await harness.linesOf(bot)).map(({ message }) => message);
    assert.match(lines.join('\n'), /order o1 cancelled: its time was over/);
    assert.deepEqual(sent, []);
  });

  test('is a plain limit where there are no post-only orders', async () => {
    const harness = await botHarness();
    const { deps, sent } = plainHarness(harness);
    const order = 'PlaceBuyOrder(price * 0.9, 0.01, {type = MakerOrCancelOrderType})';
    const bot = await harness.start(once(order));
    await harness.passMinutes(2, [harness.runner(deps)]);
    assert.deepEqual(sent, ['buy limit']);
    assert.equal((await harness.ordersOf(bot))[0]?.state, 'open');
  });
});
