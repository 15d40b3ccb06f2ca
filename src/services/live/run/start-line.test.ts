// The first line of a bot's log.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import { botHarness, IDLE } from '#services/live/runner/bot-harness.fixture.ts';

test('a bot says that it was started, with what, and when it is updated first', async () => {
  const harness = await botHarness();
  const runner = harness.runner();
  const settings = {
    ...UNCHOSEN_SETTINGS,
    intervalMinutes: 15,
    inputs: { Fast: 5, 'Averages.Kind': 'EMA' },
    tradeAmountQuote: decimal('250'),
  };
  const beganAtMs = harness.sim.nowMs();
  const bot = await harness.start(IDLE, { settings });
  await runner.renew();
  await runner.tick();
  const [line, ...others] = await harness.runs.listLines(bot.botId, null, 9);
  assert.deepEqual(others, []);
  const close = new Date(Math.floor(beganAtMs / 60_000) * 60_000 + 60_000).toISOString();
  assert.equal(
    line?.message,
    `Started its script on ${bot.marketTag}; chart interval 15 minutes; inputs Fast = 5, ` +
      'Averages.Kind = EMA, all others at their defaults; trade amount 250 in quote. ' +
      `It is updated at each minute's close, first at ${close.slice(11, 19)} UTC.`,
  );
});
