// A bot's run is made again from what is kept of it, also when it has been stopped, and what would
// be different is told.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { bytesToHex } from '#lib/bytes-to-hex.ts';
import { decimal } from '#lib/decimal.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotWorld } from '#services/live/runner/bot-harness.fixture.ts';
import { botWorld, EACH_MINUTE } from '#services/live/runner/bot-harness.fixture.ts';
import type { ReplayRunDeps } from '#services/live/run/replay-run.ts';
import { replayRun } from '#services/live/run/replay-run.ts';
import { stateOf, wholeDigestOf } from '#services/live/run/run-snapshot.ts';

const STOPPED_AT_MS = 1_800_000_000_000;

const LISTENER = `${EACH_MINUTE}
  if GetRemoteSignal("go") == SignalLong then
    PlaceBuyOrder(CurrentPrice().close * 0.9, 0.002, {type = NoTimeOutOrderType})
  end`;

function depsOf({ deps, runs, store }: BotWorld): ReplayRunDeps {
  return { ...deps, bots: store, botRuns: runs };
}

async function traded() {
  const world = await botWorld();
  const bot = await world.start(LISTENER);
  const runner = world.runner();
  await world.passMinutes(3, [runner]);
  await runner.renew();
  const input = {
    kind: 'signal',
    name: 'go',
    action: 'long',
    signalAtMs: 1,
    payload: null,
  } as const;
  await world.inbox.send([{ botId: bot.botId, input }], world.sim.nowMs(), null);
  await runner.receive();
  await runner.settled();
  await world.passMinutes(2, [runner]);
  return { world, bot };
}

async function replayed(world: BotWorld, { userId, botId }: Bot, deps = depsOf(world)) {
  const found = await replayRun(deps, { userId, botId });
  assert.ok(found.ok);
  return found.value;
}

test('the same orders come of it, those of signals too, while it runs and after', async () => {
  const { world, bot } = await traded();
  const stored = await world.ordersOf(bot);
  for (const isStopped of [false, true]) {
    if (isStopped) await world.store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    const run = await replayed(world, bot);
    assert.equal(run.difference, null);
    assert.deepEqual(
      run.orders.map(({ orderId, difference }) => [orderId, difference]),
      stored.map(({ orderId }) => [orderId, null]),
    );
    assert.deepEqual([run.minutesCount, run.orders.length], [5, 7]);
  }
  assert.deepEqual(await world.ordersOf(bot), stored);
});

test('an order that was another one then is named', async () => {
  const { world, bot } = await traded();
  const deps = depsOf(world);
  const findBotOrders: typeof world.runs.findBotOrders = async (...given) => {
    const found = await world.runs.findBotOrders(...given);
    return found.map((order, index) => (index === 2 ? { ...order, amount: decimal('7') } : order));
  };
  const run = await replayed(world, bot, { ...deps, botRuns: { ...world.runs, findBotOrders } });
  assert.deepEqual(
    run.orders.map(({ difference }) => difference),
    [null, null, 'amount was 7', null, null, null, null],
  );
});

test('a run that would come to other orders is told', async () => {
  const { world, bot } = await traded();
  const deps = depsOf(world);
  const listEvents: typeof world.runs.listEvents = async (...given) => {
    const events = await world.runs.listEvents(...given);
    return events.filter((text) => !text.includes('"kind":"input"'));
  };
  const run = await replayed(world, bot, { ...deps, botRuns: { ...world.runs, listEvents } });
  assert.match(run.difference ?? '', /did not ask for order "o6"/);
});

test("one that never ran, and another user's, have none", async () => {
  const world = await botWorld();
  const bot = await world.start(LISTENER);
  const deps = depsOf(world);
  const never = await replayRun(deps, bot);
  assert.deepEqual(never, { ok: false, rejection: { code: 'never_ran' } });
  const foreign = await replayRun(deps, { userId: 'usr_other', botId: bot.botId });
  assert.deepEqual(foreign, { ok: false, rejection: { code: 'bot_not_found' } });
});

/** Ten minutes with snapshots: the newest is not the last of them. */
async function snapped() {
  const world = await botWorld();
  const bot = await world.start(LISTENER);
  const pace = { inputsMax: 1_000, minutesMax: 4, checkEvery: Infinity };
  await world.passMinutes(11, [world.runner({}, { snapshotPace: pace })]);
  const { snapshots } = await world.runs.findSnapshots(bot.botId, 1);
  assert.equal(snapshots.length, 2);
  return { world, bot, snapshots };
}

/** The same run, where each snapshot is stored as `change` makes it of what was written. */
function storedAs(world: BotWorld, change: (text: string) => string): ReplayRunDeps {
  const findSnapshots: typeof world.runs.findSnapshots = async (...given) => {
    const { snapshots, refusal } = await world.runs.findSnapshots(...given);
    const changed = snapshots.map((each) => {
      const text = change(each.text);
      const stateDigest = bytesToHex(systemDigest.sha256(stateOf({ text })));
      const own = { ...each, text, stateDigest };
      return { ...own, wholeDigest: wholeDigestOf(systemDigest, own) };
    });
    return { snapshots: changed, refusal };
  };
  return { ...depsOf(world), botRuns: { ...world.runs, findSnapshots } };
}

test('snapshots are compared with what the run comes to', async () => {
  const { world, bot, snapshots } = await snapped();
  const run = await replayed(world, bot);
  const same = snapshots.map(({ doneUntilMs, eventCount }) => {
    return { doneUntilMs, eventCount, useless: null, difference: null };
  });
  assert.deepEqual([run.snapshots, run.snapshotRefusal], [same, null]);
});

test('where a snapshot first differs is told', async () => {
  const { world, bot } = await snapped();
  const saved = /(?<=\["map",\["count"\],\[)\d+/;
  const deps = storedAs(world, (text) => text.replace(saved, (count) => `${Number(count) + 5}`));
  const run = await replayed(world, bot, deps);
  const told = run.snapshots.map(({ difference }) => difference);
  assert.equal(told.length, 2);
  for (const difference of told)
    assert.match(difference ?? '', /^run members memory count: \d+, not \d+$/);
});

test('a snapshot that would not be used says why', async () => {
  const { world, bot } = await snapped();
  const findSnapshots: typeof world.runs.findSnapshots = async (...given) => {
    const { snapshots } = await world.runs.findSnapshots(...given);
    return { snapshots: snapshots.map((each) => ({ ...each, format: 1 })), refusal: 'a function' };
  };
  const deps = { ...depsOf(world), botRuns: { ...world.runs, findSnapshots } };
  const run = await replayed(world, bot, deps);
  const told = run.snapshots.map(({ useless, difference }) => [useless, difference]);
  assert.deepEqual(told, [
    ['it has another format', null],
    ['it has another format', null],
  ]);
  assert.equal(run.snapshotRefusal, 'a function');
});
