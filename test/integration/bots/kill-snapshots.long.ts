// Bots with a state of their own, under a process that is killed in the middle of a minute: the
// next one takes each up from its snapshot, as if it had never stopped. Every update of its life is
// there once, what it holds in memory is what a run without a break comes to, and no order is there
// twice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { jsonLog } from '#adapters/system/json-log.ts';
import { systemClock, systemDigest } from '#adapters/system/system-ports.ts';
import { openExchanges } from '#main/opening/open-exchanges.ts';
import type { Bot, LoadedBrain } from '#ports/stores/bot-store.ts';
import { replayRun } from '#services/live/run/replay-run.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { BotFleet, BotProcess } from '../../support/bot-fleet.ts';
import { withBotFleet } from '../../support/bot-fleet.ts';
import { freePort } from '../../support/free-port.ts';

/** Keeps a diary in tables that lead back to themselves, saves, and trades each minute. */
const DIARY = `
  diary = diary or {}
  diary.self = diary
  diary[#diary + 1] = {at = Time(), close = CurrentPrice().close, chance = math.random()}
  Save('updates', Load('updates', 0) + 1)
  local average = EMA(ClosePrices(), 9)
  Log('update ' .. #diary .. ' of ' .. Load('updates') .. ' ' .. tostring(diary.self == diary))
  if #diary % 2 == 1 then PlaceBuyOrder(CurrentPrice().close, 0.001, {type = MarketOrderType})
  else PlaceSellOrder(CurrentPrice().close, 0.001, {type = MarketOrderType}) end
  if GetRemoteSignal('go') == SignalLong then signals = (signals or 0) + 1 Log('signal ' .. signals) end`;

/** Has one order rest far below the price, and knows it by its id. */
const RESTING = `
  count = (count or 0) + 1
  if resting == nil then
    resting = PlaceBuyOrder(CurrentPrice().close * 0.5, 0.001, {type = NoTimeOutOrderType})
  end
  Log('update ' .. count .. ' of ' .. count .. ' ' .. tostring(IsOrderOpen(resting)))`;

const TALLY = `DefineCommand('Tally', 'Counts its calls')
  calls = (calls or 0) + 1
  return calls`;

const CALLER = `
  local calls = CC_Tally()
  Log('update ' .. calls .. ' of ' .. calls .. ' true')`;

const SCRIPTS: readonly LoadedBrain[] = [
  { kind: 'script', source: DIARY, libraries: [] },
  { kind: 'script', source: RESTING, libraries: [] },
  { kind: 'script', source: CALLER, libraries: [{ name: 'tally', source: TALLY }] },
];

/** Buys on its first update and rests a target: its deal is in its snapshot. */
const AVERAGING: LoadedBrain = {
  kind: 'strategy',
  type: 'spot_dollar_cost_averaging',
  config: {
    market_tag: 'SIM_BTC_USDT',
    base_order_size: '100',
    averaging_order_size: '100',
    max_averaging_orders: 3,
    price_deviation_percent: '2',
    take_profit_percent: '9',
  },
};

/** So many seconds into a minute a process is killed. */
const KILLED_AT_MS = 30_000;

async function untilMinute(atMs: number): Promise<void> {
  const inMinute = Date.now() % MINUTE_MS;
  await pause(inMinute < atMs ? atMs - inMinute : MINUTE_MS - inMinute + atMs);
}

async function startWithStatus(fleet: BotFleet) {
  const port = await freePort();
  const process = await fleet.startProcess(false, { TIDEMILL_STATUS_PORT: String(port) });
  const snapshots = async (state: string): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const line = new RegExp(`^tidemill_bot_snapshots_total\\{state="${state}"\\} (\\d+)$`, 'mu');
    return Number(line.exec(text)?.[1]);
  };
  return { process, snapshots };
}

async function untilTaken(fleet: BotFleet, process: BotProcess, bots: readonly Bot[]) {
  await fleet.until('it has all bots', () => bots.every((bot) => process.timesTaken(bot) > 0));
}

async function untilUpdates(fleet: BotFleet, bots: readonly Bot[], count: number): Promise<void> {
  // One by one, because each may take a minute.
  for (let each = 1; each <= count; each += 1)
    await fleet.until(`each has ${each} updates`, async () => {
      const lines = await Promise.all(bots.map((bot) => updatesOf(fleet, bot)));
      return lines.every(({ length }) => length >= each);
    });
}

async function updatesOf({ runs }: BotFleet, { botId }: Bot): Promise<readonly string[]> {
  const lines = await runs.listLines(botId, null, 1_000);
  const messages = lines.toReversed().map(({ message }) => message);
  return messages.filter((message) => message.startsWith('update '));
}

function replayDeps({ database, store, runs }: BotFleet) {
  const { registry, history, candleSources, archiveCode } = openExchanges(database, systemClock);
  return {
    accounts: store,
    bots: store,
    botRuns: runs,
    exchanges: exchangeRegistry(registry.list()),
    history,
    candleSources,
    archiveCode,
    clock: systemClock,
    digest: systemDigest,
    log: jsonLog('error'),
  };
}

/** All that the bots hold is what their inputs come to, and each order is there once. */
async function assertUnbroken(fleet: BotFleet, bots: readonly Bot[]): Promise<void> {
  for (const bot of bots) {
    const found = await replayRun(replayDeps(fleet), bot);
    assert.ok(found.ok, found.ok ? '' : JSON.stringify(found.rejection));
    const { difference, orders, snapshots } = found.value;
    assert.equal(difference, null);
    for (const order of orders) assert.equal(order.difference, null);
    assert.ok(snapshots.length > 0, 'it has a snapshot');
    for (const each of snapshots) assert.deepEqual([each.useless, each.difference], [null, null]);
    const stored = await fleet.ordersOf(bot);
    assert.deepEqual(
      stored.map(({ orderId }) => orderId),
      orders.map(({ orderId }) => orderId),
    );
  }
  const text = 'SELECT FROM sim_orders';
  const atVenue = await fleet.database.read({ text }, []);
  const placed = 'SELECT FROM orders WHERE venue_order_id IS NOT NULL';
  const ours = await fleet.database.read({ text: placed }, []);
  assert.equal(atVenue.length, ours.length);
}

test('bots of a killed process go on from their snapshots', { timeout: 600_000 }, async () => {
  await withBotFleet(async (fleet) => {
    const first = await startWithStatus(fleet);
    const scripted: Bot[] = [];
    for (const brain of SCRIPTS) scripted.push(await fleet.startBot(brain));
    const bots = [...scripted, await fleet.startBot(AVERAGING)];
    const [diary, resting] = scripted as [Bot, Bot];
    await untilTaken(fleet, first.process, bots);
    await untilUpdates(fleet, scripted, 2);
    // An orderly stop leaves snapshots; what comes after is in the inputs alone.
    assert.equal(await first.process.end('SIGTERM'), 0);
    const second = await startWithStatus(fleet);
    await untilTaken(fleet, second.process, bots);
    assert.equal(await second.snapshots('loaded'), bots.length);
    const before = (await updatesOf(fleet, diary)).length;
    await untilUpdates(fleet, scripted, before + 1);
    await untilMinute(KILLED_AT_MS);
    const signalAtMs = Date.now();
    const input = {
      kind: 'signal',
      name: 'go',
      action: 'buy',
      signalAtMs,
      payload: null,
    } as const;
    await fleet.inbox.send([{ botId: diary.botId, input }], signalAtMs, null);
    await second.process.end('SIGKILL');
    const third = await startWithStatus(fleet);
    await untilTaken(fleet, third.process, bots);
    assert.deepEqual(
      [await third.snapshots('loaded'), await third.snapshots('replayed')],
      [bots.length, 0],
    );
    const killed = (await updatesOf(fleet, resting)).length;
    await untilUpdates(fleet, scripted, killed + 2);
    await fleet.until('no order is pending', async () => {
      const text = "SELECT FROM orders WHERE state = 'pending'";
      return (await fleet.database.read({ text }, [])).length === 0;
    });
    assert.equal(await third.process.end('SIGTERM'), 0);
    for (const bot of scripted) {
      const lines = await updatesOf(fleet, bot);
      const expected = lines.map((_, at) => `update ${at + 1} of ${at + 1} true`);
      assert.deepEqual(lines, expected, 'each update is there once');
    }
    const [order, ...others] = await fleet.ordersOf(resting);
    assert.deepEqual([order?.state, order?.amount, others], ['open', decimal('0.001'), []]);
    const lines = await fleet.runs.listLines(diary.botId, null, 1_000);
    assert.equal(lines.filter(({ message }) => message === 'signal 1').length, 1);
    assert.equal(lines.filter(({ message }) => message.startsWith('signal ')).length, 1);
    await assertUnbroken(fleet, bots);
  });
});
