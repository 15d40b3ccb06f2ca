// Orders and bots from the command line, on the simulated exchange: what there is, starting,
// stopping and cancelling, for a user who need not be named while there is no other one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { tradingInstallation } from '#cli/trading-installation.fixture.ts';

test('open orders are listed and cancelled, and then among the ended ones', async () => {
  const { run, orderIds, bot } = await tradingInstallation();
  const [orderId = ''] = await orderIds();
  const open = await run('orders list');
  assert.match(open.out, new RegExp(`${orderId} .* buy .* 1,000 .* open .* ${bot.botId}`));
  assert.match((await run('orders list --ended')).out, /No order has ended/);
  assert.match((await run(`orders cancel ${orderId}`)).out, /^Cancelled order/);
  assert.match((await run('orders list')).out, /No order is open/);
  const ended = JSON.parse((await run('orders list --ended --json')).out) as {
    readonly data: readonly { readonly order_id: string; readonly status: string }[];
  };
  assert.deepEqual(
    ended.data.map(({ order_id: id, status }) => [id, status]),
    [[orderId, 'cancelled']],
  );
  const again = await run(`orders cancel ${orderId}`);
  assert.equal(again.exitCode, 1);
  assert.match(again.error, /no working order.*tidemill orders list$/ms);
  assert.match((await run('orders list --account acc_x')).error, /no account "acc_x"/);
});

test('an order is settled by hand only where its exchange does not tell of it', async () => {
  const { run, orderIds } = await tradingInstallation();
  const [orderId = ''] = await orderIds();
  const refused = await run(`orders settle ${orderId} --as cancelled`);
  assert.equal(refused.exitCode, 1);
  assert.match(refused.error, /is open; only one that is lost or unknown can be settled/);
  assert.match((await run(`orders settle ${orderId}`)).error, /--as <STATE>/);
});

test('a bot is shown and stopped, its orders only where that is asked', async () => {
  const { harness, bot, run } = await tradingInstallation();
  const { botId } = bot;
  assert.match((await run(`bots show ${botId}`)).out, /state +running/);
  const stopped = await run(`bots stop ${botId}`);
  assert.match(
    stopped.out,
    /^Stopped\. Bot \S+ does not run\.\n1 order of it is still open.*--cancel-orders/s,
  );
  assert.equal((await harness.find(bot)).isActivated, false);
  assert.match((await run('orders list')).out, /open/);
  const cleared = await run(`bots stop ${botId} --cancel-orders`);
  assert.equal(cleared.out, `Stopped. Bot ${botId} does not run.\n`);
  assert.match((await run('orders list')).out, /No order is open/);
  const unknown = await run('bots stop bot_x');
  assert.match(unknown.error, /no bot "bot_x".*tidemill bots list$/ms);
  assert.match((await run('bots start bot_x')).error, /no bot "bot_x"/);
});

test('a running bot is paused, and resumed', async () => {
  const { harness, bot, run } = await tradingInstallation();
  const { botId } = bot;
  const runner = harness.runner();
  await harness.passMinutes(1, [runner]);
  for (const [command, words, state] of [
    ['pause', 'is paused', 'paused'],
    ['resume', 'goes on', 'running'],
  ] as const) {
    const sent = await run(`bots ${command} ${botId}`);
    assert.ok(sent.out.startsWith(`Bot ${botId} ${words}`), sent.error);
    await runner.receive();
    await runner.settled();
    assert.match((await run(`bots show ${botId}`)).out, new RegExp(`state +${state}`));
    assert.match((await run(`bots ${command} bot_x`)).error, /no bot "bot_x"/);
  }
  const json = JSON.parse((await run(`bots pause ${botId} --json`)).out) as unknown;
  assert.deepEqual(json, { bot_id: botId, is_paused: true, accepted: true });
  await run(`bots stop ${botId}`);
  assert.match((await run(`bots pause ${botId}`)).error, /does not run.*tidemill bots start/s);
});

test('a bot whose script is gone is not started, with the reason', async () => {
  const { harness, bot, run } = await tradingInstallation();
  await harness.store.deactivateBot(bot.userId, bot.botId, 1);
  const refused = await run(`bots start ${bot.botId}`);
  assert.equal(refused.exitCode, 1);
  assert.match(refused.error, /Its script .* no longer exists/);
});

test('with more than one user, the command asks for whom', async () => {
  const { harness, run } = await tradingInstallation();
  const first = present((await harness.store.listUsers())[0], 'the world has a user').name;
  const eve = { userId: 'usr_eve', name: 'eve', plan: 'starter', planUntilMs: null } as const;
  await harness.store.insertUser({ ...eve, createdAtMs: 1 });
  const { exitCode, error } = await run('orders list');
  assert.equal(exitCode, 1);
  assert.match(error, /There are 2 users, and "--user" does not say which/);
  assert.ok(error.includes(first) && error.includes('eve'));
  assert.match((await run('orders list --user', first)).out, /open/);
  assert.match((await run('orders list --user bob')).error, /There is no user "bob"/);
});

test('an order at market is filled at once, and says at what price', async () => {
  const { run, harness } = await tradingInstallation();
  const buy = 'orders place --market SIM_BTC_USDT --side buy --amount 0.01';
  const placed = await run(buy);
  assert.equal(placed.error, '');
  assert.match(placed.out, /^Order ord_\w+: buy 0\.01 BTC of SIM_BTC_USDT, filled\.\n/);
  assert.match(placed.out, /\nFilled 0\.01 BTC at [\d,.]+ USDT, fees [\d.]+ \w+\.\n$/);
  const sold = JSON.parse((await run(`${buy.replace('buy', 'sell')} --json`)).out);
  assert.deepEqual([sold.status, sold.filled_amount], ['filled', '0.01']);
  assert.equal(sold.account_id, harness.spot.accountId);
  assert.match(sold.average_price, /^\d+(\.\d+)?$/);
});

test('a limit order stays open and says how to cancel it', async () => {
  const { run } = await tradingInstallation();
  const limit = 'orders place --market SIM_BTC_USDT --side buy --amount 0.01 --price 1000';
  const { out } = await run(limit);
  const orderId = /Order (ord_\w+): .* at 1,000\.00 USDT, open\./.exec(out)?.[1] ?? 'none';
  assert.ok(out.includes(`To cancel: tidemill orders cancel ${orderId}\n`), out);
  assert.match((await run('orders list')).out, new RegExp(orderId));
});

test('an order is shown, all open ones are cancelled, and fills are listed', async () => {
  const { run, orderIds } = await tradingInstallation();
  const [orderId = ''] = await orderIds();
  assert.match((await run(`orders show ${orderId}`)).out, /Status +open/);
  assert.match((await run('orders show ord_x')).error, /There is no order "ord_x"/);
  assert.match((await run('fills list')).out, /Nothing was filled/);
  const none = await run('orders cancel-all --market SIM_ETH_USDT');
  assert.equal(none.out, 'Cancelled 0 orders.\n');
  assert.equal((await run('orders cancel-all')).out, 'Cancelled 1 order.\n');
  const shown = JSON.parse((await run(`orders show ${orderId} --json`)).out);
  assert.deepEqual([shown.status, shown.fees], ['cancelled', []]);
  await run('orders place --market SIM_BTC_USDT --side buy --amount 0.01');
  const { data } = JSON.parse((await run('fills list --market SIM_BTC_USDT --json')).out);
  assert.deepEqual([data.length, data[0].amount, data[0].side], [1, '0.01', 'buy']);
});

for (const [words, ...reasons] of [
  ['--market SIM_NONE --side buy --amount 1', 'no market "SIM_NONE"', 'tidemill markets'],
  ['--market SIM_BTC_USDT --side buy --amount 0.000001', 'tidemill markets', 'tidemill balance'],
  ['--market SIM_BTC_USDT --side buy --amount 1 --account acc_x', 'no account "acc_x"'],
] as const) {
  test(`"orders place ${words}" is refused with ${JSON.stringify(reasons)}`, async () => {
    const { run } = await tradingInstallation();
    const { exitCode, error } = await run(`orders place ${words}`);
    assert.equal(exitCode, 1);
    for (const reason of reasons) assert.ok(error.includes(reason), error);
  });
}
