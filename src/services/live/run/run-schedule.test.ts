// Bots whose script requested more than the minutes: updated on the last price at their plan's
// pace, and on fills.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotRunner } from '#services/live/runner/bot-runner.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';

/** So often the runner is called in these tests. */
const STEP_MS = 1_000;

async function passSeconds(harness: BotHarness, runner: BotRunner, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) {
    harness.passMs(STEP_MS);
    await runner.renew();
    await runner.tick();
  }
}

async function started(source: string) {
  const harness = await botHarness();
  const runner = harness.runner();
  const bot = await harness.start(source);
  await harness.passMinutes(1, [runner]);
  return { harness, runner, bot };
}

/** A process that comes after: it makes the run again. */
async function assertSameAgain(harness: BotHarness, bot: Bot): Promise<void> {
  harness.passMs(5_000);
  const next = harness.runner();
  await harness.passMinutes(1, [next]);
  assert.ok((await harness.find(bot)).isActivated, 'the run was made again as it was');
}

const BUY_ONCE = `
  if not Load('done', false) then
    Save('done', true)
    PlaceBuyOrder(CurrentPrice().close, 0.001, {type = MarketOrderType})
  end`;

test('what a bot did at a close shows two seconds later, without an update', async () => {
  const { harness, runner, bot } = await started(`Log('update') ${BUY_ONCE}`);
  await passSeconds(harness, runner, 2);
  const found = await harness.runs.findPositions(bot.botId);
  assert.notEqual(found?.positions, '[]', 'the position is shown');
  const { unrealizedProfit, realizedProfit } = await harness.find(bot);
  assert.notEqual(unrealizedProfit + realizedProfit, ZERO, 'its fee and price are reckoned');
  const shown = async () => (await harness.linesOf(bot)).map(({ message }) => message);
  const lines = await shown();
  assert.match(lines.join('; '), /^update; order o1 bought 0\.001 at [\d.]+$/);
  await passSeconds(harness, runner, 50);
  assert.deepEqual(await shown(), lines);
  await assertSameAgain(harness, bot);
});

test('at high speed a script sees the last price each ten seconds, and its minutes', async () => {
  const { harness, runner, bot } = await started(
    'EnableHighSpeedUpdates() Log(CurrentPrice().close .. " " .. CurrentSecond())',
  );
  await passSeconds(harness, runner, 59);
  const written = (await harness.linesOf(bot)).map(({ message }) => message.split(' '));
  const seconds = written.map(([, second]) => Number(second));
  assert.equal(seconds[0], 0);
  assert.ok(seconds.length >= 6 && seconds.length <= 7, `${seconds.length} updates`);
  for (const [index, second] of seconds.slice(2).entries())
    assert.equal(second - (seconds[index + 1] ?? 0), 10);
  assert.ok(new Set(written.map(([price]) => price)).size > 3, 'prices move between closes');
  await assertSameAgain(harness, bot);
});

test('an order of a high-speed update is of its instant', async () => {
  const { harness, runner, bot } = await started(`
    EnableHighSpeedUpdates()
    if CurrentSecond() > 0 and not Load("done", false) then
      Save("done", true)
      PlaceBuyOrder(CurrentPrice().close, 0.001, {type = MarketOrderType})
    end`);
  await passSeconds(harness, runner, 45);
  const [order, ...others] = await harness.ordersOf(bot);
  assert.equal(order?.state, 'filled');
  assert.notEqual((order.placedAtMs ?? 0) % MINUTE_MS, 0);
  assert.deepEqual(others, []);
  await assertSameAgain(harness, bot);
});

test('a script that requested it is updated when its order has filled', async () => {
  const { harness, runner, bot } = await started(`
    EnableHighSpeedUpdates(true)
    if GetPositionAmount() > 0 then
      PlaceSellOrder(CurrentPrice().close * 1.5, GetPositionAmount(), {type = NoTimeOutOrderType})
    elseif not IsAnyOrderOpen() then
      PlaceBuyOrder(CurrentPrice().close, 0.001, {type = MarketOrderType})
    end`);
  const orders = await harness.ordersOf(bot);
  assert.deepEqual(
    orders.map(({ side, state }) => `${side} ${state}`),
    ['buy filled', 'sell open'],
  );
  const [bought = 0, sold = 0] = orders.map(({ placedAtMs }) => placedAtMs ?? 0);
  assert.equal(bought % MINUTE_MS, 0);
  assert.ok(sold > bought && sold - bought < STEP_MS, 'at once');
  await harness.passMinutes(1, [runner]);
  await assertSameAgain(harness, bot);
});

test('a script that did not ask runs as minutes close', async () => {
  const { harness, runner, bot } = await started('Log("minute")');
  await passSeconds(harness, runner, 40);
  assert.equal((await harness.linesOf(bot)).length, 1);
});
