import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite, test } from 'node:test';

import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import { memoryJobs } from '#adapters/memory/memory-jobs.ts';
import { memoryLabStore } from '#adapters/memory/memory-lab-store.ts';
import { memoryBacktestStore } from '#adapters/memory/memory-backtest-store.ts';
import { memoryBotRunStore } from '#adapters/memory/memory-bot-run-store.ts';
import { memoryState } from '#adapters/memory/memory-state.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { rejected } from '#lib/result.ts';
import { systemSecrets } from '#adapters/system/system-secrets.ts';
import { systemDigest, systemRandom } from '#adapters/system/system-ports.ts';
import { CommandFailed, WrongUse } from '#cli/command-error.ts';
import type { Check, Flags, Host, Welcome } from '#cli/host.ts';
import { runCommandLine } from '#cli/run-command-line.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';

const refuseFile = async (): Promise<never> => {
  throw new CommandFailed('There are no files here.', 'Do without.');
};

const WELCOME: Welcome = {
  baseUrl: 'http://127.0.0.1:8080',
  userName: 'demo',
  accountId: 'acc_1',
  key: 'tm_live_secret',
  scriptId: 'scr_1',
  scriptName: 'Moving averages',
  exchange: 'paper',
  marketTag: 'paper:BTC/USDT',
  orderAmount: '0.001',
  backtestFrom: '2026-11-14T00:00:00.000Z',
  backtestTo: '2026-11-21T00:00:00.000Z',
};

function storesOf(store: ReturnType<typeof memoryStore>) {
  const stores = { users: store, keys: store, accounts: store, scripts: store };
  return { ...stores, bots: store, partners: store };
}

/** An installation in memory; each command opens and closes it. */
function installation(checks: readonly Check[] = []) {
  const store = memoryStore();
  const labs = memoryLabStore(memoryJobs(), store);
  let nowMs = 1_763_700_000_000;
  const seen = { out: '', error: '', opened: 0, closed: 0, flags: [] as Flags[] };
  const host: Host = {
    version: '1.2.3',
    terminal: {
      write: (text) => void (seen.out += text),
      writeError: (text) => void (seen.error += text),
      isColored: false,
    },
    async openApplication(flags) {
      if (flags.dataDir === '/nowhere') throw new CommandFailed('It is closed.', 'Open it.');
      if (flags.dataDir === '/defect') throw new TypeError('undefined is not a function');
      seen.opened += 1;
      seen.flags.push(flags);
      return {
        deps: {
          ...storesOf(store),
          secrets: systemSecrets(new Uint8Array(32)),
          botRuns: memoryBotRunStore(memoryState(), { nowMs: () => 0 }),
          exchanges: exchangeRegistry([]),
          simulatedVenues: [],
          history: memoryHistoryStore(),
          candleSources: [],
          futuresTerms: [],
          archiveCode: 'archive',
          candleFiles: { open: refuseFile, write: refuseFile },
          // Each reading is a millisecond later, so that ids sort in the order of creation.
          clock: { nowMs: () => (nowMs += 1) },
          random: systemRandom,
          digest: systemDigest,
        },
        close: async () => void (seen.closed += 1),
      };
    },
    async openLabApplication(flags) {
      const application = await host.openApplication(flags);
      const backtests = memoryBacktestStore(memoryJobs(), store);
      const deps = { ...application.deps, bots: store, labs, backtests };
      return { deps, close: () => application.close() };
    },
    openRiskApplication: () => Promise.reject(new Error('no command here asks for it')),
    async serve(flags, _roles, welcome) {
      if (flags.port === 'x') throw new WrongUse('--port: expected a number');
      welcome(WELCOME);
    },
    async checkScript(source) {
      const isValid = !source.includes('Nope');
      const errors = isValid ? [] : [{ message: "unknown reference 'Nope'", line: 2, column: 3 }];
      return { isValid, errors, warnings: [], inputs: [], commandName: null };
    },
    async runBacktest() {
      return rejected({ kind: 'too_long', message: 'It took too long.' });
    },
    renderReport: async () => '<!doctype html>',
    openFile: async (file) => void (seen.out += `opened ${file}`),
    async *diagnose() {
      yield* checks;
    },
    explain: () => null,
  };
  const run = async (line: string) => {
    Object.assign(seen, { out: '', error: '' });
    const exitCode = await runCommandLine(host, line === '' ? [] : line.split(' '));
    return { exitCode, out: seen.out, error: seen.error };
  };
  return { run, seen };
}

const IMPORT = 'history import a.csv --exchange archive --symbol BTC/USDT';
const BACKTEST = 'backtest x.lua --market SIM_BTC_USDT --from 2024-01-01';
const ACCOUNT = 'accounts create --user ada --name A --market-type spot';

for (const [line, ...words] of [
  ['', 'Usage: tidemill'],
  ['users', 'Usage: tidemill users'],
  ['serv', "unknown command 'serv'", 'serve'],
  ['users creat', 'unknown command', 'create'],
  ['users create', "missing required argument 'NAME'"],
  ['users create ada bob', 'too many arguments'],
  ['users create ada --plan gold', 'starter, standard', '"gold"'],
  ['users create ada --colour', "unknown option '--colour'"],
  ['users set-plan ada', "missing required argument 'PLAN'"],
  ['users set-plan ada gold', 'unlimited', '"gold"'],
  ['users set-plan ada starter --until tomorrow', '2027-01-31', '"tomorrow"'],
  ['users set-plan ada starter --until 2027-02-30', '"2027-02-30"'],
  ['keys create --user ada', '--name <NAME>'],
  ['orders cancel', "missing required argument 'ID'"],
  ['keys create --user ada --name x --scopes read,write', 'read, bots', '"write"'],
  ['keys disable', "missing required argument 'ID'"],
  ['keys enable', "missing required argument 'ID'"],
  ['keys delete', "missing required argument 'ID'"],
  [`${ACCOUNT} --exchange sim`, '--balance'],
  [`${ACCOUNT} --balance USDT=1`, '--exchange'],
  [`${ACCOUNT} --exchange sim --balance USDT`, 'CURRENCY=AMOUNT', '"USDT"'],
  [`${ACCOUNT} --exchange sim --balance USDT=1e5`, '"USDT=1e5"'],
  ['accounts create --market-type margin', 'spot, futures'],
  ['accounts activate-bots', "missing required argument 'ID'"],
  ['exchanges', 'Usage: tidemill exchanges'],
  ['history', 'Usage: tidemill history'],
  ['history import --exchange archive --symbol BTC/USDT', "missing required argument 'FILE'"],
  ['history import a.csv --exchange archive', '--symbol'],
  [`${IMPORT} --columns when=1`, 'time, open', '"when=1"'],
  [`${IMPORT} --columns time=1,time=2`, 'at most once', '"time=2"'],
  [`${IMPORT} --price-step 0`, 'above zero', '"0"'],
  [`${IMPORT} --taker-fee 100`, 'percentage', '"100"'],
  [`${IMPORT} --last-line guess`, 'refuse, read, skip'],
  [`${IMPORT} --market-type margin`, 'spot, futures'],
  ['history check', '--market'],
  ['history check --market X --from soon', '"soon"'],
  ['history export --market X', "missing required argument 'FILE'"],
  ['history export a.csv --market X --format json', 'csv, parquet'],
  ['history delete', '--market'],
  [`${BACKTEST} --open`, '--open', '--report FILE'],
  ['labs results lab_x --open', '--open', '--report FILE'],
  ['completion', "missing required argument 'SHELL'"],
  ['completion tcsh', 'bash, zsh, fish'],
  ['orders place --market X --side hold --amount 1', 'buy, sell'],
  ['orders place --market X --side buy --amount 0', 'above zero', '"0"'],
  ['bots create scr_x --name a --market X --set Fast', 'NAME=VALUE', '"Fast"'],
  ['bots create scr_x --name a --market X --interval 7', '"7"'],
  ['backtests list --limit 0', 'from 1 to', '"0"'],
  ['keys create --name x --until soon', '"soon"'],
  ['serve --port x', '--port: expected a number'],
  ['serve --worker --bots', 'processes of their own'],
  [`${BACKTEST} --to 2024-02-30`, 'such as 2027-01-31', '"2024-02-30"'],
  [`${BACKTEST} --to 2024-02-01 --interval 1h`, 'a whole number', '"1h"'],
  [`${BACKTEST} --to 2024-02-01 --rules kind`, 'realistic, tradingview, touch'],
  [`${BACKTEST} --to 2024-02-01 --slippage-ticks 10001`, 'from 0 to 10000', '"10001"'],
  [`${BACKTEST} --to 2024-02-01 --commission -1`, 'zero or above', '"-1"'],
  [`${BACKTEST} --to 2024-02-01 --set Length`, 'NAME=VALUE', '"Length"'],
] as const) {
  test(`"tidemill ${line}" is wrong use and says ${JSON.stringify(words)}`, async () => {
    const { run, seen } = installation();
    const { exitCode, out, error } = await run(line);
    assert.equal(exitCode, 2);
    assert.equal(out, '');
    assert.equal(seen.opened, 0);
    for (const word of words) assert.ok(error.includes(word), error);
  });
}

test('help and version are answers, not mistakes', async () => {
  const { run } = installation();
  for (const line of ['--help', 'users --help', 'keys create --help', 'serve -h', '--version']) {
    const { exitCode, out, error } = await run(line);
    assert.deepEqual([exitCode, error], [0, '']);
    assert.match(out, line === '--version' ? /^1\.2\.3\n$/ : /^Usage: tidemill/);
  }
});

test('the help has the commands by what they are for, and each has its help', async () => {
  const { run } = installation();
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
  const { exitCode, error } = await installation().run('users create ada --plan gold --json');
  assert.equal(exitCode, 2);
  assert.equal(JSON.parse(error).error.code, 'wrong_use');
});

test('an installation is opened with the flags and closed, after failures too', async () => {
  const { run, seen } = installation();
  await run('users list --data-dir d --database-url postgres://h/x');
  await run('users set-plan nobody starter');
  assert.deepEqual([seen.opened, seen.closed], [2, 2]);
  assert.deepEqual(seen.flags[0], { dataDir: 'd', databaseUrl: 'postgres://h/x' });
});

test('a failure says what to do next, for people and for machines', async () => {
  const { run } = installation();
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
  const { exitCode, error } = await installation().run('users list --data-dir /defect');
  assert.equal(exitCode, 1);
  assert.match(error, /TypeError: undefined is not a function\n.*at /);
});

test('users are made, moved and listed in aligned columns', async () => {
  const { run } = installation();
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
  const { run } = installation();
  await run('users create ada');
  for (const line of ['users set-plan bob starter', 'keys create --user bob --name x']) {
    const { exitCode, error } = await run(line);
    assert.equal(exitCode, 1);
    assert.match(error, /no user "bob"\. There are: ada\.\nMake it: tidemill users create bob/);
  }
});

test('a key is shown when it is made and never again', async () => {
  const { run } = installation();
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
  const { run } = installation();
  await run('users create ada');
  const { exitCode, error } = await run(`${ACCOUNT} --exchange moon --balance usdt=5`);
  assert.equal(exitCode, 1);
  assert.match(error, /no simulated exchange "moon"/);
});

test('the first start shows the key, three requests and a backtest for a shell', async () => {
  const { out } = await installation().run('serve');
  const requests = out.split('\n').filter((line) => line.startsWith('curl '));
  assert.equal(requests.length, 4);
  assert.match(requests[3] ?? '', /\/v1\/backtests'.*"script_id":"scr_1"/);
  for (const request of requests) {
    assert.ok(request.includes(`-H 'Authorization: Bearer ${WELCOME.key}'`));
    assert.equal(request.replace(/'[^']*'/g, '').match(/[?&{}"$;|<>`\\]/), null);
  }
});

test('the doctor fails when a check fails and not for warnings', async () => {
  const warned: Check = { name: 'disk', result: 'warn', detail: '1 GB', advice: 'Make room.' };
  const failed: Check = {
    name: 'port',
    result: 'fail',
    detail: 'taken',
    advice: 'Choose another.',
  };
  const fine = await installation([warned]).run('doctor');
  assert.deepEqual(fine, { exitCode: 0, out: 'warn  disk: 1 GB\n      Make room.\n', error: '' });
  const ill = await installation([warned, failed]).run('doctor --json');
  assert.equal(ill.exitCode, 1);
  assert.deepEqual(JSON.parse(ill.out), { data: [warned, failed] });
});

test('scripts are checked with the line and the place of each error', async (t) => {
  const { run } = installation();
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
  const { run } = installation();
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

test('a lab is made of a script, listed, and says what to do next', async (t) => {
  const { run } = installation();
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
  const { run } = installation();
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
  const { run } = installation();
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
  const { run } = installation();
  await run('users create ada');
  assert.match((await run('backtests list')).out, /There are no backtests/);
  assert.deepEqual(JSON.parse((await run('backtests list --json')).out), { data: [] });
  const unknown = await run('backtests show bt_none');
  assert.equal(unknown.exitCode, 1);
  assert.match(unknown.error, /no backtest "bt_none".*tidemill backtests list$/ms);
});

test('bots are listed with their state, and an unknown one has no log', async () => {
  const { run } = installation();
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
    const { run } = installation();
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

  test('who is none is told how to become one', async () => {
    const { run } = installation();
    await run('users create ada');
    assert.match((await run('partners keys ada')).error, /tidemill partners create ada/);
    assert.match((await run('partners enable-exchange bob sim')).error, /no user "bob"/);
    await run('partners create ada');
    const refused = await run('partners enable-exchange ada nowhere');
    assert.match(refused.error, /no exchange "nowhere"/);
    assert.match((await run('partners enable-market ada m1')).error, /no|No/);
  });

  test('a tariff is set price by price, shown, and changes no bill of the past', async () => {
    const { run } = installation();
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
    const { run } = installation();
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
