// A script that keeps its thread for itself, in a process that runs bots of others: theirs act on
// everything that they are sent, and the hostile one is stopped with the reason, also when the
// process is killed in between.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotFleet } from '../../support/bot-fleet.ts';
import { withBotFleet } from '../../support/bot-fleet.ts';

const IDLE = 'local price = CurrentPrice()';
const HANGS = `${IDLE} -- hangs on signals`;
/** Buys once for each signal. */
const BUYS = `
  if GetRemoteSignal("go") == SignalLong then
    PlaceBuyOrder(CurrentPrice().close, 0.001, {type = MarketOrderType})
  end`;

async function signal({ inbox }: BotFleet, { botId }: Bot): Promise<void> {
  const given = { name: 'go', action: 'buy', signalAtMs: Date.now(), payload: null };
  await inbox.send([{ botId, input: { kind: 'signal', ...given } }], Date.now(), null);
}

async function start(fleet: BotFleet) {
  const first = await fleet.startProcess(true);
  const foe = await fleet.openAccount();
  const hostile = await fleet.startBot(HANGS, foe);
  const buyer = await fleet.startBot(BUYS);
  const bots = [hostile, buyer, await fleet.startBot(IDLE), await fleet.startBot(IDLE)];
  await fleet.until('the bots run', () => bots.every((bot) => first.timesTaken(bot) > 0));
  return { first, hostile, buyer, bots };
}

async function strikesOf({ runs }: BotFleet, { botId }: Bot): Promise<number> {
  const lines = await runs.listLines(botId, null, 99);
  return lines.filter(({ message }) => message === 'Its script took longer than 5 s.').length;
}

async function isStopped({ store }: BotFleet, { userId, botId }: Bot): Promise<boolean> {
  const found = await store.findBot(userId, botId);
  return found?.isActivated === false && /took longer than/.test(found.stopReason ?? '');
}

async function tokensOf({ database }: BotFleet): Promise<readonly number[]> {
  const rows = await database.read<{ readonly token: number }>(
    { text: 'SELECT token FROM bot_leases ORDER BY shard' },
    [],
  );
  return rows.map(({ token }) => token);
}

test('a script that does not end is stopped; others act on every signal meanwhile', async () => {
  await withBotFleet(async (fleet) => {
    const { first, hostile, buyer, bots } = await start(fleet);
    const tokens = await tokensOf(fleet);
    await signal(fleet, hostile);
    let sentCount = 0;
    while (!(await isStopped(fleet, hostile))) {
      await signal(fleet, buyer);
      sentCount += 1;
      const countNow = sentCount;
      await fleet.until('the buyer has acted', async () => {
        const orders = await fleet.ordersOf(buyer);
        return orders.filter(({ state }) => state === 'filled').length === countNow;
      });
    }
    // On a slow machine it is stopped before the second one.
    assert.ok(sentCount > 0, `${sentCount} signals`);
    assert.deepEqual(await tokensOf(fleet), tokens, 'no lease was lost');
    for (const bot of bots.slice(1)) {
      const { botId, userId } = bot;
      assert.ok((await fleet.store.findBot(userId, botId))?.isActivated);
      assert.equal(first.timesTaken(bot), 1);
    }
  });
});

test('a strike outlives the process: the second one stops the bot', async () => {
  await withBotFleet(async (fleet) => {
    const { first, hostile } = await start(fleet);
    await signal(fleet, hostile);
    await fleet.until('it has a strike', async () => (await strikesOf(fleet, hostile)) === 1);
    await first.end('SIGKILL');
    assert.equal(await isStopped(fleet, hostile), false);
    await fleet.startProcess(true);
    await fleet.until('it is stopped', () => isStopped(fleet, hostile));
  });
});

test('a bot that hangs is released when its owner stops it', async () => {
  await withBotFleet(async (fleet) => {
    const { first, hostile } = await start(fleet);
    const { botId, userId } = hostile;
    await signal(fleet, hostile);
    await fleet.store.deactivateBot(userId, botId, Date.now());
    const after = await fleet.startBot(IDLE);
    await fleet.until('another one is loaded', () => first.timesTaken(after) > 0);
    assert.equal(await first.end('SIGTERM'), 0);
  });
});
