// Statistics of a bot's run from the command line.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tradingInstallation } from '#cli/trading-installation.fixture.ts';

test('the report of a bot names its run, its equity and its trades', async () => {
  const { run, bot } = await tradingInstallation();
  const shown = await run(`bots report ${bot.botId}`);
  assert.equal(shown.error, '');
  for (const figure of ['Run', 'Net profit', 'Buy and hold', 'Largest drawdown', 'Closed trades'])
    assert.match(shown.out, new RegExp(figure));
  const { statistics, ...about } = JSON.parse((await run(`bots report ${bot.botId} --json`)).out);
  assert.deepEqual([about.run, about.is_cut], [1, false]);
  assert.equal(statistics.profitCurrency, 'USDT');
  assert.ok(statistics.startEquity > 0);
});

test('a run that never was has nothing to tell, and an unknown bot is refused', async () => {
  const { run, bot } = await tradingInstallation();
  assert.match((await run(`bots report ${bot.botId} --run 9`)).out, /nothing to tell yet/);
  assert.match((await run('bots report bot_none')).error, /has no bot "bot_none"/);
  assert.match((await run(`bots report ${bot.botId} --run 0`)).error, /Expected a number from 1/);
});
