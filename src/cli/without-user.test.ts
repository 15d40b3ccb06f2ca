// `--user` is taken by a command, or refused by it with the reason; none calls it unknown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_EXAMPLES } from '#cli/help/command-examples.ts';
import { tradingInstallation } from '#cli/trading-installation.fixture.ts';
import { whyWithoutUser } from '#cli/without-user.ts';

test('each command takes a user, or says why it takes none', async () => {
  const { run } = await tradingInstallation();
  const missing: string[] = [];
  for (const words of Object.keys(COMMAND_EXAMPLES)) {
    const help = (await run(`${words} --help`)).out;
    const isGroup = /^Commands:/m.test(help);
    if (!isGroup && !help.includes('--user <NAME>') && whyWithoutUser(words) === null)
      missing.push(words);
  }
  assert.deepEqual(missing, []);
});

test('a command that is about no user refuses one by name', async () => {
  const { run } = await tradingInstallation();
  const refused = await run('markets --user bob');
  assert.equal(refused.exitCode, 2);
  assert.match(refused.error, /"tidemill markets" takes no user: markets, their prices/);
  const account = await run('accounts check acc_x --user bob');
  assert.match(account.error, /"tidemill accounts check" takes no user: the account is named/);
  assert.doesNotMatch((await run('markets --help')).out, /--user/);
});
