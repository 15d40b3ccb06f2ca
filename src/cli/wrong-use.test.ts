// Wrong use is refused before anything is opened, with what was expected.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { emptyInstallation } from '#cli/empty-installation.fixture.ts';

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
    const { run, seen } = emptyInstallation();
    const { exitCode, out, error } = await run(line);
    assert.equal(exitCode, 2);
    assert.equal(out, '');
    assert.equal(seen.opened, 0);
    for (const word of words) assert.ok(error.includes(word), error);
  });
}
