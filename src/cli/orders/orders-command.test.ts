// Orders and bots from the command line, on the simulated exchange: what there is, starting,
// stopping and cancelling, for a user who need not be named while there is no other one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { botWorld } from '#services/live/runner/bot-harness.fixture.ts';
import type { Host } from '#cli/host.ts';
import { runCommandLine } from '#cli/run-command-line.ts';

const RESTING = `
  if not IsAnyOrderOpen() then
    PlaceBuyOrder(1000, 0.01, {type = NoTimeOutOrderType})
  end`;

/** A bot that runs and has one order on the book. */
async function installation() {
  const world = await botWorld();
  const bot = await world.start(RESTING);
  const runner = world.runner();
  await world.passMinutes(2, [runner]);
  const { store } = world;
  const stores = { users: store, accounts: store, bots: store, orders: store, scripts: store };
  const deps = { ...world.deps, ...stores, botRuns: world.runs, idempotency: store };
  const seen = { out: '', error: '' };
  const open = async () => ({ deps, close: async () => undefined }) as never;
  const host = {
    version: '1.2.3',
    terminal: {
      write: (text) => void (seen.out += text),
      writeError: (text) => void (seen.error += text),
      isColored: false,
    },
    openApplication: open,
    openRiskApplication: open,
    explain: () => null,
  } satisfies Partial<Host> as unknown as Host;
  const run = async (line: string, ...words: readonly string[]) => {
    Object.assign(seen, { out: '', error: '' });
    const exitCode = await runCommandLine(host, [...line.split(' '), ...words]);
    return { exitCode, ...seen };
  };
  const orderIds = async () => (await world.ordersOf(bot)).map(({ orderId }) => orderId);
  return { world, bot, run, orderIds };
}

test('open orders are listed and cancelled, and then among the ended ones', async () => {
  const { run, orderIds, bot } = await installation();
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

test('a bot is shown and stopped, its orders only where that is asked', async () => {
  const { world, bot, run } = await installation();
  const { botId } = bot;
  assert.match((await run(`bots show ${botId}`)).out, /state +running/);
  const stopped = await run(`bots stop ${botId}`);
  assert.match(stopped.out, /does not run\.\n1 order of it is still open.*--cancel-orders/s);
  assert.equal((await world.find(bot)).isActivated, false);
  assert.match((await run('orders list')).out, /open/);
  const cleared = await run(`bots stop ${botId} --cancel-orders`);
  assert.equal(cleared.out, `Bot ${botId} does not run.\n`);
  assert.match((await run('orders list')).out, /No order is open/);
  const unknown = await run('bots stop bot_x');
  assert.match(unknown.error, /no bot "bot_x".*tidemill bots list$/ms);
  assert.match((await run('bots start bot_x')).error, /no bot "bot_x"/);
});

test('a bot whose script is gone is not started, with the reason', async () => {
  const { world, bot, run } = await installation();
  await world.store.deactivateBot(bot.userId, bot.botId, 1);
  const refused = await run(`bots start ${bot.botId}`);
  assert.equal(refused.exitCode, 1);
  assert.match(refused.error, /Its script .* no longer exists/);
});

test('with more than one user, the command asks for whom', async () => {
  const { world, run } = await installation();
  const first = present((await world.store.listUsers())[0], 'the world has a user').name;
  const eve = { userId: 'usr_eve', name: 'eve', plan: 'starter', planUntilMs: null } as const;
  await world.store.insertUser({ ...eve, createdAtMs: 1 });
  const { exitCode, error } = await run('orders list');
  assert.equal(exitCode, 1);
  assert.match(error, /There are 2 users, and "--user" does not say which/);
  assert.ok(error.includes(first) && error.includes('eve'));
  assert.match((await run('orders list --user', first)).out, /open/);
  assert.match((await run('orders list --user bob')).error, /There is no user "bob"/);
});
