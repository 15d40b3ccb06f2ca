// Values of a running bot's blocks from the command line.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tradingInstallation } from '#cli/trading-installation.fixture.ts';

test('a bot without values says why, and an unknown one is refused', async () => {
  const { run, bot } = await tradingInstallation();
  assert.match((await run(`bots values ${bot.botId}`)).error, /Its script was deleted/);
  assert.match((await run('bots values bot_none')).error, /has no bot "bot_none"/);
  assert.match((await run(`bots values ${bot.botId} --wait x`)).error, /number of seconds/);
});
