// The first line of a bot's log.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import { openSimWallet } from '#adapters/sim/sim-wallets.ts';
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
      `It is updated at each minute's close, first at ${close}.`,
  );
});

test('the log of a bot on a paper account begins by saying that its money is play', async () => {
  const harness = await botHarness();
  const accountId = 'paper_01jd3f8k2m5q7r9t1v3x5z7b9c';
  const deposits = [{ currency: 'USDT', amount: decimal('1000') }];
  const wallet = { accountId, marketType: 'spot', deposits, nowMs: harness.sim.nowMs() } as const;
  await openSimWallet(harness.sim.store, wallet);
  await harness.store.insertAccount({ ...harness.spot, accountId });
  const runner = harness.runner();
  const bot = await harness.start(IDLE, { accountId });
  await runner.renew();
  await runner.tick();
  const [line] = await harness.runs.listLines(bot.botId, null, 9);
  assert.match(
    line?.message ?? '',
    /^Started its script on \S+ with play money \(paper account\);/,
  );
});
