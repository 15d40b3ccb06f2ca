// A bot whose market gets other steps: it is stopped, and runs again once its history was synced
// anew and it was started anew.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import { plainExchange } from '#adapters/sim/plain-exchange.fixture.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { syncHistory } from '#services/history/sync-history.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';

const OTHER_STEPS = /^The steps of its market "SIM_BTC_USDT" were changed/;

/** Whether the market has changed is in the hands of the test. */
function changingExchange(harness: BotHarness, exchange: Exchange) {
  const state = { hasChanged: false };
  const changing: Exchange = {
    ...exchange,
    code: 'sim',
    async listMarkets() {
      const markets = await harness.sim.sim.listMarkets();
      if (!state.hasChanged) return markets;
      return markets.map((market) => ({ ...market, priceStep: decimal('0.1') }));
    },
  };
  // Its minutes are fetched, and stored in steps.
  return { state, changes: { exchanges: exchangeRegistry([changing]), candleSources: [] } };
}

const SOURCE = "Log('price ' .. CurrentPrice().close)";

test('a bot runs again once its history is in the new steps and it was started anew', async () => {
  const harness = await botHarness();
  const { state, changes } = changingExchange(harness, harness.sim.exchange);
  const deps = { ...harness.deps, ...changes };
  const runner = harness.runner(changes);
  const bot = await harness.start(SOURCE);
  const marketTag = present(bot.marketTag, 'it has a market');
  const updatesIn = async (minutes: number): Promise<number> => {
    const before = (await harness.linesOf(bot)).length;
    for (let passed = 0; passed < minutes; passed += 1) {
      await syncHistory(deps, { marketTag, fromMs: null }, () => undefined);
      await harness.passMinutes(1, [runner]);
    }
    const since = (await harness.linesOf(bot)).slice(before);
    return since.filter(({ message }) => message.startsWith('price ')).length;
  };
  assert.notEqual(await updatesIn(3), 0);
  state.hasChanged = true;
  assert.equal(await updatesIn(2), 0);
  const { isActivated, stopReason } = await harness.find(bot);
  assert.equal(isActivated, false);
  assert.match(stopReason ?? '', OTHER_STEPS);
  await deps.history.deleteHistory(marketTag);
  // What it has seen is counted in the former steps, so only a new start helps.
  assert.equal(await updatesIn(2), 0);
  assert.equal((await harness.find(bot)).isActivated, false);
  await harness.restart(bot, SOURCE);
  assert.notEqual(await updatesIn(3), 0);
});

const ORDERS = `
if Load('requested', false) then return end
Save('requested', true)
local price = CurrentPrice().close
PlaceBuyOrder(price * 0.5, 0.01)
PlaceBuyOrder(price * 1.5, 0.01, {type = StopMarketOrderType})`;

test('what waited with us for a price is cancelled, what is at the exchange stays', async () => {
  const harness = await botHarness();
  const plain = plainExchange(harness.sim.exchange);
  const { state, changes } = changingExchange(harness, plain);
  const deps = { ...harness.deps, ...changes };
  const runner = harness.runner(changes);
  const bot = await harness.start(ORDERS);
  const marketTag = present(bot.marketTag, 'it has a market');
  const statesAfter = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 1) {
      await syncHistory(deps, { marketTag, fromMs: null }, () => undefined);
      await harness.passMinutes(1, [runner]);
    }
    return (await harness.ordersOf(bot)).map((order) => `${order.type} ${order.state}`);
  };
  assert.deepEqual(await statesAfter(3), ['limit open', 'stop_market open']);
  state.hasChanged = true;
  assert.deepEqual(await statesAfter(2), ['limit open', 'stop_market cancelled']);
  assert.match((await harness.find(bot)).stopReason ?? '', OTHER_STEPS);
});

test('the same holds for a bot that had been stopped before', async () => {
  const harness = await botHarness();
  const plain = plainExchange(harness.sim.exchange);
  const { state, changes } = changingExchange(harness, plain);
  const deps = { ...harness.deps, ...changes };
  const runner = harness.runner(changes);
  const bot = await harness.start(ORDERS);
  const marketTag = present(bot.marketTag, 'it has a market');
  const pass = async (minutes: number): Promise<void> => {
    for (let passed = 0; passed < minutes; passed += 1) {
      await syncHistory(deps, { marketTag, fromMs: null }, () => undefined);
      await harness.passMinutes(1, [runner]);
    }
  };
  await pass(3);
  await harness.store.deactivateBot(bot.userId, bot.botId, harness.sim.nowMs());
  await pass(2);
  state.hasChanged = true;
  await pass(2);
  const states = (await harness.ordersOf(bot)).map((order) => `${order.type} ${order.state}`);
  assert.deepEqual(states, ['limit open', 'stop_market cancelled']);
});
