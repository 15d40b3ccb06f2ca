import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite, test } from 'node:test';

import type { Check } from '#cli/host.ts';
import { emptyInstallation, WELCOME } from '#cli/empty-installation.fixture.ts';

const ACCOUNT = 'accounts create --user ada --name A --market-type spot';

test('help and version are results, not mistakes', async () => {
  const { run } = emptyInstallation();
  for (const line of ['--help', 'users --help', 'keys create --help', 'serve -h', '--version']) {
    const { exitCode, out, error } = await run(line);
    assert.deepEqual([exitCode, error], [0, '']);
    assert.match(out, line === '--version' ? /^1\.2\.3\n$/ : /^Usage: tidemill/);
  }
});

test('the help has the commands by what they are for, and each has its help', async () => {
  const { run } = emptyInstallation();
  const { out } = await run('--help');
  for (const heading of ['To begin:', 'To trade:', 'To administer:'])
    assert.ok(out.includes(heading));
  assert.match(out, /tidemill help COMMAND\n$/);
  assert.equal((await run('help')).out, out);
  const bots = await run('help bots');
  assert.match(bots.out, /^Usage: tidemill bots/);
  const create = await run('help bots create');
  assert.equal(create.out, (await run('bots create --help')).out);
  assert.match(create.out, /\nExamples:\n {2}tidemill bots create scr_/);
  assert.ok(create.out.indexOf('--interval') < create.out.indexOf('Options of every command:'));
  const unknown = await run('help bots made');
  assert.equal(unknown.exitCode, 2);
  assert.match(unknown.error, /"bots" has no command "made"\. There are: create, list, /);
});

test('a mistake is JSON for machines', async () => {
  const { exitCode, error } = await emptyInstallation().run('users create ada --plan gold --json');
  assert.equal(exitCode, 2);
  assert.equal(JSON.parse(error).error.code, 'wrong_use');
});

test('an installation is opened with the flags and closed, after failures too', async () => {
  const { run, seen } = emptyInstallation();
  await run('users list --data-dir d --database-url postgres://h/x');
  await run('users set-plan nobody starter');
  assert.deepEqual([seen.opened, seen.closed], [2, 2]);
  assert.deepEqual(seen.flags[0], { dataDir: 'd', databaseUrl: 'postgres://h/x' });
});

test('a failure says what to do next, for people and for machines', async () => {
  const { run } = emptyInstallation();
  const forPeople = await run('users list --data-dir /nowhere');
  assert.deepEqual(forPeople, {
    exitCode: 1,
    out: '',
    error: 'Failed: It is closed.\nOpen it.\n',
  });
  const { error } = await run('users list --data-dir /nowhere --json');
  assert.deepEqual(JSON.parse(error), {
    error: { code: 'failed', message: 'It is closed.', advice: 'Open it.' },
  });
});

test('a defect shows its trace', async () => {
  const { exitCode, error } = await emptyInstallation().run('users list --data-dir /defect');
  assert.equal(exitCode, 1);
  assert.match(error, /TypeError: undefined is not a function\n.*at /);
});

test('users are made, moved and listed in aligned columns', async () => {
  const { run } = emptyInstallation();
  assert.match((await run('users list')).out, /^There are no users yet\./);
  await run('users create ada');
  await run('users create 山田 --plan starter');
  await run('users set-plan ada standard --until 2027-01-31');
  const { out } = await run('users list');
  const [head = '', first = '', second = ''] = out.split('\n');
  assert.match(head, /^NAME {2}PLAN {6}PLAN ENDS {17}CREATED/);
  assert.match(first, /^ada {3}standard {2}2027-01-31T00:00:00\.000Z {2}/);
  assert.match(second, /^山田 {2}starter {3}never/);
  const { data } = JSON.parse((await run('users list --json')).out);
  assert.equal(data[0].plan_until, '2027-01-31T00:00:00.000Z');
});

test('an unknown user is named beside those that exist', async () => {
  const { run } = emptyInstallation();
  await run('users create ada');
  for (const line of ['users set-plan bob starter', 'keys create --user bob --name x']) {
    const { exitCode, error } = await run(line);
    assert.equal(exitCode, 1);
    assert.match(error, /no user "bob"\. There are: ada\.\nMake it: tidemill users create bob/);
  }
});

test('a key is shown when it is made and never again', async () => {
  const { run } = emptyInstallation();
  await run('users create ada');
  const made = JSON.parse(
    (await run('keys create --user ada --name bot --scopes read --json')).out,
  );
  assert.match(made.key, /^tm_live_[0-9A-Za-z]{43}$/);
  const listed = await run('keys list');
  assert.match(listed.out, new RegExp(`${made.key_id}.*ada.*bot.*${made.prefix}.*read.*enabled`));
  assert.equal(listed.out.includes(made.key), false);
  assert.equal((await run(`keys disable ${made.key_id}`)).out, `Key ${made.key_id} is disabled.\n`);
  assert.match((await run('keys list --user ada')).out, /disabled/);
  assert.equal((await run(`keys enable ${made.key_id}`)).exitCode, 0);
  assert.equal((await run(`keys delete ${made.key_id}`)).exitCode, 0);
  const again = await run(`keys delete ${made.key_id}`);
  assert.equal(again.exitCode, 1);
  assert.match(again.error, /tidemill keys list/);
});

test('a refused account names what is allowed', async () => {
  const { run } = emptyInstallation();
  await run('users create ada');
  const { exitCode, error } = await run(`${ACCOUNT} --exchange moon --balance usdt=5`);
  assert.equal(exitCode, 1);
  assert.match(error, /no simulated exchange "moon"/);
});

test('the first start shows the key, three requests and a backtest for a shell', async () => {
  const { out } = await emptyInstallation().run('serve');
  const requests = out.split('\n').filter((line) => line.startsWith('curl '));
  assert.equal(requests.length, 4);
  assert.match(requests[3] ?? '', /\/v1\/backtests'.*"script_id":"scr_1"/);
  for (const request of requests) {
    assert.ok(request.includes(`-H 'Authorization: Bearer ${WELCOME.key}'`));
    assert.equal(request.replace(/'[^']*'/g, '').match(/[?&{}"$;|<>`\\]/), null);
  }
});

test('without a terminal the first start says in which file they are', async () => {
  const { run, seen } = emptyInstallation([], false);
  const { out, error } = await run('serve');
  assert.match(out, /in "\/nowhere\/first-start\.txt", which this user alone may read/);
  for (const secret of [WELCOME.key, WELCOME.signInLink]) {
    assert(!(out + error).includes(secret));
    assert(seen.written.includes(secret));
  }
  assert((await run('serve --json')).out.includes(WELCOME.key), 'who asks for JSON reads it');
});

test('the doctor fails when a check fails and not for warnings', async () => {
  const warned: Check = { name: 'disk', result: 'warn', detail: '1 GB', advice: 'Make room.' };
  const failed: Check = {
    name: 'port',
    result: 'fail',
    detail: 'taken',
    advice: 'Choose another.',
  };
  const fine = await emptyInstallation([warned]).run('doctor');
  assert.deepEqual(fine, { exitCode: 0, out: 'warn  disk: 1 GB\n      Make room.\n', error: '' });
  const ill = await emptyInstallation([warned, failed]).run('doctor --json');
  assert.equal(ill.exitCode, 1);
  assert.deepEqual(JSON.parse(ill.out), { data: [warned, failed] });
});

test('scripts are checked with the line and the place of each error', async (t) => {
  const { run } = emptyInstallation();
  const directory = mkdtempSync(path.join(tmpdir(), 'tidemill-scripts-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const good = path.join(directory, 'good.lua');
  const bad = path.join(directory, 'bad.lua');
  writeFileSync(good, "Log('a')\n");
  writeFileSync(bad, 'local a\n  Nope()\n');
  const checked = await run(`scripts check ${good} ${bad}`);
  assert.equal(checked.exitCode, 1);
  assert.equal(
    checked.out,
    `${good}: ok, 0 inputs\n${bad}:2:3: error: unknown reference 'Nope'\n` +
      '     2 |   Nope()\n       |   ^\n',
  );
  assert.match(checked.error, /1 of 2 scripts cannot run/);
  assert.equal((await run(`scripts check ${good}`)).exitCode, 0);
  assert.equal((await run(`scripts check ${directory}/none.lua`)).exitCode, 1);
});

test('scripts are added for a user and listed', async (t) => {
  const { run } = emptyInstallation();
  const directory = mkdtempSync(path.join(tmpdir(), 'tidemill-scripts-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const file = path.join(directory, 'cross.lua');
  writeFileSync(file, "Log('a')\n");
  assert.equal((await run(`scripts add ${file} --user ada`)).exitCode, 1);
  await run('users create ada');
  const added = await run(`scripts add ${file} --user ada`);
  assert.match(added.out, /^Added script scr_\w{26} "cross" \(valid\)\.\n$/);
  const listed = JSON.parse((await run('scripts list --user ada --json')).out) as {
    readonly data: readonly { readonly name: string; readonly is_valid: boolean }[];
  };
  assert.deepEqual(
    listed.data.map(({ name, is_valid }) => ({ name, is_valid })),
    [{ name: 'cross', is_valid: true }],
  );
});

test('documents are checked and added, shown as Lua, and exported to be read again', async (t) => {
  const { run } = emptyInstallation();
  const directory = mkdtempSync(path.join(tmpdir(), 'tidemill-documents-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const write = (name: string, blocks: readonly object[]): string => {
    const file = path.join(directory, name);
    writeFileSync(file, JSON.stringify({ format: 'tidemill-visual', version: 1, blocks }));
    return file;
  };
  const buy = { id: 'buy', command: 'DoLong' };
  const good = write('dip.json', [buy]);
  const bad = write('bad.json', [buy, { id: 'odd', command: 'DoLonger' }]);
  const checked = await run(`scripts check ${good} ${bad}`);
  assert.equal(checked.exitCode, 1);
  assert.match(checked.out, /dip\.json: ok, 0 inputs\n/);
  assert.match(checked.out, /bad\.json: block "odd": error: there is no command "DoLonger"/);
  await run('users create ada');
  const added = await run(`scripts add ${good} --user ada`);
  assert.match(added.out, /"dip" \(valid\)/);
  const id = /scr_\w{26}/.exec(added.out)?.[0] ?? '';
  assert.match((await run(`scripts lua ${id} --user ada`)).out, /^-- Made.*\nDoLong\(\)\n$/s);
  const lua = JSON.parse((await run(`scripts lua ${id} --user ada --json`)).out) as object;
  assert.deepEqual(Object.keys(lua), ['script_id', 'lua', 'line_blocks']);
  const own = (await run(`scripts export ${id} --as tidemill --user ada`)).out;
  for (const [name, text] of [
    ['own.json', own],
    ['foreign.hss', (await run(`scripts export ${id} --user ada`)).out],
  ] as const) {
    const file = path.join(directory, name);
    writeFileSync(file, text);
    const again = await run(`scripts add ${file} --user ada`);
    const copy = /scr_\w{26}/.exec(again.out)?.[0] ?? '';
    const compiled = (await run(`scripts lua ${copy} --user ada`)).out;
    assert.match(compiled, /^-- Made.*\nDoLong\(\)\n$/s, name);
  }
  const strange = await run('scripts lua scr_none --user ada');
  assert.match(strange.error, /There is no such script\..*scripts list --user ada/s);
  const plain = path.join(directory, 'plain.lua');
  writeFileSync(plain, "Log('a')\n");
  const text = await run(`scripts add ${plain} --user ada`);
  const plainId = /scr_\w{26}/.exec(text.out)?.[0] ?? '';
  assert.equal((await run(`scripts lua ${plainId} --user ada`)).out, "Log('a')\n");
  assert.match((await run(`scripts export ${plainId} --user ada`)).error, /is Lua/);
});

test('a lab is made of a script, listed, and says what to do next', async (t) => {
  const { run } = emptyInstallation();
  const directory = mkdtempSync(path.join(tmpdir(), 'tidemill-labs-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const file = path.join(directory, 'cross.lua');
  writeFileSync(file, "Log('a')\n");
  await run('users create ada');
  const added = JSON.parse((await run(`scripts add ${file} --user ada --json`)).out) as {
    readonly script_id: string;
  };
  await run('users set-plan ada starter');
  const create = `labs create ${added.script_id} --user ada --name sweep --algorithm random`;
  assert.match((await run(create)).error, /"starter" does not allow labs/);
  await run('users set-plan ada unlimited');
  const made = await run(create);
  const labId = /lab_\w{26}/.exec(made.out)?.[0] ?? '';
  const next = `tidemill labs configure ${labId} --user ada --account ID --market TAG`;
  assert.match(made.out, /sweep {2}random {2}created\n/);
  assert.ok(made.out.includes(`\nConfigure it: ${next}`), made.out);
  assert.match((await run('labs list --user ada')).out, /sweep +random +created +-/);
  const window = '--from 2024-01-01 --to 2024-02-01';
  const started = await run(`labs start ${labId} --user ada ${window}`);
  assert.match(started.error, /not configured yet/);
  const configure = `labs configure ${labId} --user ada --account a --market m`;
  const refusals = [
    ['--out-of-sample 91', /Expected a whole number from 0 to 90; found "91"/],
    ['--folds 12', /Expected a whole number from 0 to 11; found "12"/],
    ['--population 0', /Expected a whole number from 1 to 10000; found "0"/],
    ['--sweep Length=5:15', /Expected from:to:step, or values with commas; found "5:15"/],
    ['--leverage 0', /Expected a number above zero/],
  ] as const;
  for (const [option, reason] of refusals)
    assert.match((await run(`${configure} ${option}`)).error, reason);
  assert.match((await run(`labs results ${labId} --user ada`)).out, /There are no results/);
  assert.match(
    (await run('labs watch lab_none --user ada')).error,
    /no lab "lab_none".*list --user ada/s,
  );
  assert.match((await run(`labs cancel ${labId} --user ada`)).out, /created/);
  const bot = await run(`labs bot ${labId} bt_none --user ada --name averages`);
  assert.match(bot.error, /has no result "bt_none".*tidemill labs results .* --user ada/s);
});

test('the only user need not be named', async () => {
  const { run } = emptyInstallation();
  const nobody = await run('keys create --name one');
  assert.equal(nobody.exitCode, 1);
  assert.match(nobody.error, /There is no user yet.*tidemill users create NAME/s);
  await run('users create ada');
  assert.match((await run('keys create --name one')).out, /tm_live_/);
  assert.match((await run('bots logs bot_x')).error, /has no bot "bot_x".*bots list$/ms);
  await run('users create bob');
  assert.match((await run('scripts list')).error, /There are 2 users.*one of: ada, bob\./s);
});

test('a key may end by itself, and not in the past', async () => {
  const { run } = emptyInstallation();
  await run('users create ada');
  const made = await run('keys create --name short --until 2099-01-31');
  assert.match(made.out, /\nEnds +2099-01-31T00:00:00\.000Z\n/);
  assert.match((await run('keys list')).out, /ENDS .*\n.* 2099-01-31T00:00:00\.000Z /);
  const { data } = JSON.parse((await run('keys list --json')).out);
  assert.equal(data[0].expires_at, '2099-01-31T00:00:00.000Z');
  const late = await run('keys create --name late --until 2020-01-01');
  assert.equal(late.exitCode, 1);
  assert.match(late.error, /has passed already.*--until 2099-12-31/s);
});

test('backtests of the service are listed, and an unknown one is named', async () => {
  const { run } = emptyInstallation();
  await run('users create ada');
  assert.match((await run('backtests list')).out, /There are no backtests/);
  assert.deepEqual(JSON.parse((await run('backtests list --json')).out), { data: [] });
  for (const line of ['show bt_none', 'values bt_none', 'difference bt_none bt_other']) {
    const unknown = await run(`backtests ${line}`);
    assert.equal(unknown.exitCode, 1);
    assert.match(unknown.error, /no backtest "bt_none".*tidemill backtests list$/ms);
  }
});

test('a portfolio names what it does not find', async () => {
  const { run } = emptyInstallation();
  await run('users create ada');
  const unknown = await run('portfolio bt_none bot_none');
  assert.equal(unknown.exitCode, 1);
  assert.match(unknown.error, /no backtest "bt_none".*tidemill backtests list$/ms);
});

test('bots are listed with their state, and an unknown one has no log', async () => {
  const { run } = emptyInstallation();
  await run('users create ada');
  const listed = await run('bots list --user ada --json');
  assert.deepEqual(JSON.parse(listed.out), { data: [] });
  assert.match((await run('bots list --user ada')).out, /There are no bots/);
  const unknown = await run('bots logs bot_x --user ada');
  assert.equal(unknown.exitCode, 1);
  assert.match(unknown.error, /has no bot "bot_x".*bots list --user ada/s);
  assert.match((await run('bots list --user eve')).error, /There is no user "eve"/);
  for (const command of ['watch', 'replay']) {
    const found = await run(`bots ${command} bot_x --user ada`);
    assert.equal(found.exitCode, 1);
    assert.match(found.error, /has no bot "bot_x"/);
  }
});

suite('partners', () => {
  test('a user is made a partner, once, and listed with what it has', async () => {
    const { run } = emptyInstallation();
    await run('users create ada');
    assert.match((await run('partners create ada')).out, /ada is a partner/);
    const again = await run('partners create ada');
    assert.equal(again.exitCode, 1);
    assert.match(again.error, /a partner already/);
    const { data } = JSON.parse((await run('partners list --json')).out) as {
      readonly data: readonly { readonly user: string; readonly exchanges: readonly string[] }[];
    };
    assert.deepEqual(
      data.map(({ user, exchanges }) => [user, exchanges]),
      [['ada', []]],
    );
  });

  test('who is none is shown how to become one', async () => {
    const { run } = emptyInstallation();
    await run('users create ada');
    assert.match((await run('partners keys ada')).error, /tidemill partners create ada/);
    assert.match((await run('partners enable-exchange bob sim')).error, /no user "bob"/);
    await run('partners create ada');
    const refused = await run('partners enable-exchange ada nowhere');
    assert.match(refused.error, /no exchange "nowhere"/);
    assert.match((await run('partners enable-market ada m1')).error, /no|No/);
  });

  test('a tariff is set price by price, shown, and changes no bill of the past', async () => {
    const { run } = emptyInstallation();
    await run('users create ada');
    assert.match((await run('partners tariff ada')).error, /partners create ada/);
    await run('partners create ada');
    assert.match((await run('partners tariff ada')).out, /There is no tariff/);
    const prices = '--price active_bot=5 --price traded_volume=0.02 --currency usdc';
    const set = await run(`partners tariff ada ${prices} --from 2020-01-01`);
    assert.match(set.out, /2020-01-01.*active_bot +5 USDC +bot_month/);
    assert.match(set.out, /traded_volume +0\.02 % +percent/);
    const refused = await run(`partners tariff ada ${prices} --from 2020-02-01`);
    assert.match(refused.error, /cannot begin in the past/);
    assert.match((await run('partners tariff ada --price bots=5')).error, /active_bot/);
    assert.match((await run('partners tariff ada --price active_bot=-5')).error, /CODE=AMOUNT/);
    const { data } = JSON.parse((await run('partners tariff ada --json')).out) as {
      readonly data: readonly object[];
    };
    const tariff = { active_bot: '5', traded_volume: '0.02' };
    assert.deepEqual(data, [
      { from: '2020-01-01T00:00:00.000Z', currency: 'USDC', prices: tariff },
    ]);
  });

  test('a key is shown in full once, and is listed with its limits', async () => {
    const { run } = emptyInstallation();
    await run('users create ada');
    await run('partners create ada');
    const words = 'partners create-key ada --name k --until 2030-01-01 --address 192.0.2.0/24';
    const made = JSON.parse((await run(`${words} --json`)).out) as {
      readonly key: string;
      readonly user_id: string | null;
    };
    assert.match(made.key, /^tm_live_/);
    assert.equal(made.user_id, null, 'named as the API names it');
    const listed = (await run('partners keys ada')).out;
    assert.match(listed, /whitelabel.*all.*192\.0\.2\.0\/24.*2030-01-01/);
    assert(!listed.includes(made.key));
    const refused = await run('partners create-key ada --name k --address 1.2.3.4/24');
    assert.match(refused.error, /1\.2\.3\.0\/24/);
  });
});
