// Balances of accounts and markets, from the command line.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tradingInstallation } from '#cli/trading-installation.fixture.ts';

test('balances of all accounts are shown, or of one', async () => {
  const { run, harness } = await tradingInstallation();
  const all = JSON.parse((await run('balance --json')).out) as {
    readonly data: readonly { readonly account_id: string; readonly total: string }[];
  };
  const ids = new Set(all.data.map(({ account_id }) => account_id));
  assert.deepEqual(ids, new Set([harness.spot.accountId, harness.futures.accountId]));
  const one = (await run(`balance --account ${harness.spot.accountId}`)).out;
  assert.match(one, /^ACCOUNT +CURRENCY +TOTAL +AVAILABLE +LOCKED\n/);
  assert.doesNotMatch(one, new RegExp(harness.futures.accountId));
  const unknown = await run('balance --account acc_x');
  assert.equal(unknown.exitCode, 1);
  assert.match(unknown.error, /no account "acc_x".*tidemill accounts list$/ms);
});

test('a position is shown with its side, and none where there is none', async () => {
  const { run, harness } = await tradingInstallation();
  assert.equal((await run('positions')).out, 'No position is open.\n');
  const futures = (await harness.deps.exchanges.list()[0]?.listMarkets()) ?? [];
  const tag = futures.find(({ marketType }) => marketType === 'futures')?.marketTag ?? '';
  const placed = await run(`orders place --market ${tag} --side sell --amount 0.01`);
  assert.equal(placed.exitCode, 0, placed.error);
  const { out } = await run('positions');
  assert.match(out, new RegExp(`\n${tag} +short +0\\.01 `));
  const { data } = JSON.parse((await run('positions --json')).out);
  assert.deepEqual([data.length, data[0].direction, data[0].bot_id], [1, 'short', null]);
});

test('an account that cannot be read is named, and hides no other', async () => {
  const { run, harness } = await tradingInstallation();
  const ids = [harness.spot.accountId, harness.futures.accountId];
  harness.sim.faults?.inject({ kind: 'disconnect' });
  const { exitCode, out, error } = await run('balance --json');
  assert.equal(exitCode, 1);
  const { data } = JSON.parse(out) as { readonly data: readonly { account_id: string }[] };
  const [shown, ...others] = new Set(data.map(({ account_id }) => account_id));
  assert.deepEqual(others, []);
  const [failed] = ids.filter((accountId) => accountId !== shown);
  assert.match(error, new RegExp(`Account .*${failed}.* at .*sim.*tidemill accounts list`, 's'));
});

test('markets are listed by exchange and by kind', async () => {
  const { run } = await tradingInstallation();
  const all = (await run('markets')).out;
  assert.match(all, /\nSIM_BTC_USDT +sim +BTC\/USDT +spot +0\.01/);
  const spot = JSON.parse((await run('markets --type spot --json')).out) as {
    readonly data: readonly { readonly market_type: string }[];
  };
  assert.ok(spot.data.length > 0);
  assert.ok(spot.data.every(({ market_type }) => market_type === 'spot'));
  const nowhere = await run('markets --exchange moon');
  assert.match(nowhere.error, /no exchange "moon".*tidemill exchanges list$/ms);
  assert.match((await run('markets --type margin')).error, /spot, futures/);
});

test('the price of a market is shown with its decimals and its currency', async () => {
  const { run } = await tradingInstallation();
  assert.match(
    (await run('price SIM_BTC_USDT')).out,
    /^SIM_BTC_USDT {2}[\d,]+\.\d\d USDT {2}at 20/,
  );
  const { price } = JSON.parse((await run('price SIM_BTC_USDT --json')).out);
  assert.match(price, /^\d+(\.\d+)?$/);
  assert.match((await run('price SIM_NONE')).error, /no market "SIM_NONE".*tidemill markets$/ms);
});
