// Bots that were stopped or paused: nothing is run, and what their orders do is still counted.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { multiplyDecimal, ZERO } from '#lib/decimal.ts';
import { plainExchange } from '#adapters/sim/plain-exchange.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';

const STOPPED_AT_MS = 1_800_000_000_000;

/** Buys, and leaves a sale at a little more; says how often it ran. */
const LADDER = `
  Save('runs', Load('runs', 0) + 1)
  Log('run ' .. Load('runs'))
  if Load('requested', false) then return end
  Save('requested', true)
  local price = CurrentPrice().close
  PlaceBuyOrder(price, 0.01, {type = MarketOrderType})
  PlaceSellOrder(price * 1.0004, 0.01, {type = NoTimeOutOrderType})`;

async function statesOf(harness: BotHarness, bot: Parameters<BotHarness['ordersOf']>[0]) {
  return (await harness.ordersOf(bot)).map(({ state }) => state);
}

suite('a bot that was stopped', () => {
  test('has what fills later in its profit and its positions, and runs no more', async () => {
    const harness = await botHarness();
    const bot = await harness.start(LADDER);
    await harness.passMinutes(1, [harness.runner()]);
    await harness.store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    assert.deepEqual(await statesOf(harness, bot), ['filled', 'open']);
    const runner = harness.runner();
    harness.passMs(5_000);
    await harness.passMinutes(20, [runner]);
    assert.deepEqual(await statesOf(harness, bot), ['filled', 'filled']);
    const now = await harness.find(bot);
    assert.deepEqual([now.isActivated, now.stopReason], [false, null]);
    assert.notEqual(now.realizedProfit, ZERO);
    assert.equal((await harness.runs.findPositions(bot.botId))?.positions, '[]');
    const [entered, left] = harness.turnoversOf(bot);
    assert.deepEqual([entered?.marketType, entered?.currency], ['spot', 'USDT']);
    const [, sale] = await harness.ordersOf(bot);
    assert(sale !== undefined && entered !== undefined && entered.volume > 0n);
    assert.equal(left?.volume, multiplyDecimal(sale.price, sale.filledAmount, 'half_even'));
    const lines = (await harness.linesOf(bot)).map(({ message }) => message);
    assert.deepEqual(
      lines.filter((message) => message.startsWith('run')),
      ['run 1'],
    );
    assert.match(lines.at(-1) ?? '', /order o2 sold 0.01/);
    assert.equal(runner.figures().runningCount, 0);
  });

  test('is not followed once its orders have ended, and starts afresh', async () => {
    const harness = await botHarness();
    const bot = await harness.start(LADDER);
    const runner = harness.runner();
    await harness.passMinutes(1, [runner]);
    await harness.store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    await harness.passMinutes(2, [runner]);
    await harness.restart(bot, "Log('again')");
    await harness.passMinutes(2, [runner]);
    const now = await harness.find(bot);
    assert.ok(now.isActivated);
    assert.equal(now.realizedProfit, ZERO);
    assert.equal(runner.figures().runningCount, 1);
  });

  test('keeps a stop that waits with us', async () => {
    const harness = await botHarness();
    const plain = { ...plainExchange(harness.sim.exchange), code: 'sim' };
    const deps = { exchanges: exchangeRegistry([plain]) };
    const source = LADDER.replace('price * 1.0004', 'price * 0.9995').replace(
      'NoTimeOutOrderType',
      'StopMarketOrderType',
    );
    const bot = await harness.start(source);
    await harness.passMinutes(1, [harness.runner(deps)]);
    await harness.store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    harness.passMs(5_000);
    await harness.passMinutes(60, [harness.runner(deps)]);
    assert.deepEqual(await statesOf(harness, bot), ['filled', 'filled']);
    assert.equal((await harness.runs.findPositions(bot.botId))?.positions, '[]');
  });
});

test('a paused bot has what fills meanwhile', async () => {
  const harness = await botHarness();
  const bot = await harness.start(`${LADDER} PauseBot()`);
  await harness.passMinutes(20, [harness.runner()]);
  const now = await harness.find(bot);
  assert.deepEqual([now.isActivated, now.isPaused, now.stopReason], [true, true, null]);
  assert.deepEqual(await statesOf(harness, bot), ['filled', 'filled']);
  assert.notEqual(now.realizedProfit, ZERO);
});
