// Making a bot from the command line.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tradingInstallation } from '#cli/trading-installation.fixture.ts';

const MAKE = 'bots create scr_averages --name first --market SIM_BTC_USDT';

async function withScript() {
  const installation = await tradingInstallation();
  const { userId } = installation.bot;
  const source = "Log(Input('Fast', 5))";
  const input = { key: 'Fast', label: 'Fast', kind: 'number', defaultValue: 5 } as const;
  const range = {
    description: null,
    group: null,
    options: [],
    least: null,
    most: null,
    step: null,
  };
  const check = {
    isValid: true,
    errors: [],
    warnings: [],
    inputs: [{ ...input, ...range }],
    commandName: null,
  };
  const script = { scriptId: 'scr_averages', userId, name: 'a', description: null, type: 'lua' };
  const at = { createdAtMs: 1, updatedAtMs: 1 };
  await installation.harness.store.insertScript({ ...script, ...at, source, check } as never);
  return installation;
}

test('a bot is made on the only account that can trade its market, and started', async () => {
  const { run, harness } = await withScript();
  const made = await run(`${MAKE} --interval 15 --set Fast=7`);
  assert.equal(made.error, '');
  const botId = /^Made bot (bot_\w+) "first" on SIM_BTC_USDT\.\n/.exec(made.out)?.[1] ?? 'none';
  assert.ok(made.out.endsWith(`Start it: tidemill bots start ${botId}\n`), made.out);
  const shown = JSON.parse((await run(`bots show ${botId} --json`)).out);
  assert.equal(shown.account_id, harness.spot.accountId);
  assert.deepEqual([shown.interval, shown.parameters], [15, { Fast: 7 }]);
  assert.equal(shown.is_activated, false);
  assert.match((await run(`bots start ${botId}`)).out, /runs\./);
});

for (const [words, ...reasons] of [
  [MAKE.replace('scr_averages', 'scr_none'), 'no script "scr_none"', 'tidemill scripts list'],
  [MAKE.replace('SIM_BTC_USDT', 'X'), 'no market "X"', 'tidemill markets'],
  [`${MAKE} --account acc_none`, 'no account "acc_none"', 'tidemill accounts list'],
  [`${MAKE} --set Fats=3`, '"Fats"', '--set NAME=VALUE'],
  [`${MAKE} --leverage 3`, 'a spot market, which has no leverage', '--leverage'],
] as const) {
  test(`"${words}" is refused with ${JSON.stringify(reasons)}`, async () => {
    const { run } = await withScript();
    const { error, exitCode } = await run(words);
    assert.equal(exitCode, 1);
    for (const reason of reasons) assert.ok(error.includes(reason), error);
  });
}
