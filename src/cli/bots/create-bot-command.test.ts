// Making a bot from the command line.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
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

test('a bot like another one has its script, market, name and settings', async () => {
  const { run, harness } = await withScript();
  const { store } = harness;
  const made = await run(`${MAKE} --interval 15 --set Fast=7 --trade-amount 250`);
  const from = /bot_\w+/.exec(made.out)?.[0] ?? 'none';
  const accountId = 'paper_01jd3f8k2m5q7r9t1v3x5z7b9c';
  const own = await store.findAccount(harness.spot.userId, harness.spot.accountId);
  await store.insertAccount({ ...present(own, 'the account of the harness'), accountId });
  const unclear = await run(`bots create --from ${from}`);
  assert.match(unclear.error, /2 accounts.*--account ID/s);
  const like = await run(`bots create --from ${from} --account ${accountId}`);
  assert.match(like.out, /"first" on SIM_BTC_USDT, with play money \(paper account\)/);
  const botId = /bot_\w+/.exec(like.out)?.[0] ?? 'none';
  const back = await run(
    `bots create --from ${botId} --account ${harness.spot.accountId} --name real --set Fast=9`,
  );
  const realId = /bot_\w+/.exec(back.out)?.[0] ?? 'none';
  const { userId } = harness.spot;
  const [first, paper, real] = await Promise.all(
    [from, botId, realId].map((id) => store.findBot(userId, id)),
  );
  assert.deepEqual(paper?.settings, first?.settings);
  assert.deepEqual(paper?.brain, first?.brain);
  assert.deepEqual(real?.settings, { ...first?.settings, inputs: { Fast: 9 } });
  assert.deepEqual([real?.name, real?.accountId], ['real', harness.spot.accountId]);
  const shown = JSON.parse((await run(`bots show ${botId} --json`)).out);
  assert.equal(shown.is_paper, true);
  assert.match((await run(`bots show ${botId}`)).out, /paper: play money/);
  assert.match((await run('bots list')).out, /paper/);
});

test('a bot is made and started by one command', async () => {
  const { run } = await withScript();
  const made = await run(`${MAKE} --start`);
  assert.equal(made.error, '');
  const botId = /^Made bot (bot_\w+) /.exec(made.out)?.[1] ?? 'none';
  assert.ok(made.out.includes(`Bot ${botId} runs.\n`), made.out);
  assert.equal(JSON.parse((await run(`bots show ${botId} --json`)).out).is_activated, true);
  const again = JSON.parse((await run(`bots create --from ${botId} --name b --start --json`)).out);
  assert.deepEqual([again.name, again.is_activated], ['b', true]);
});

for (const [words, ...reasons] of [
  ['bots create scr_averages --from bot_x', 'exclude each other', 'Leave one'],
  ['bots create --from bot_x', 'no bot "bot_x"', 'tidemill bots list'],
  ['bots create --name a', 'needs a script', '--from BOT_ID'],
  ['bots create scr_averages --name a', 'needs a market', '--market TAG'],
  ['bots create scr_averages --market a', 'needs a name', '--name NAME'],
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
