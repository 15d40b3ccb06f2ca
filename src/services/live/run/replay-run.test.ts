// A bot's run is made again from what is retained of it, also when it has been stopped, and what
// would be different is reported.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { bytesToHex } from '#lib/bytes-to-hex.ts';
import { decimal } from '#lib/decimal.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness, EACH_MINUTE } from '#services/live/runner/bot-harness.fixture.ts';
import type { ReplayRunDeps } from '#services/live/run/replay-run.ts';
import { replayRun } from '#services/live/run/replay-run.ts';
import { stateOf, wholeDigestOf } from '#services/live/run/run-snapshot.ts';

const STOPPED_AT_MS = 1_800_000_000_000;

const LISTENER = `${EACH_MINUTE}
  if GetRemoteSignal("go") == SignalLong then
    PlaceBuyOrder(CurrentPrice().close * 0.9, 0.002, {type = NoTimeOutOrderType})
  end`;

function depsOf({ deps, runs, store }: BotHarness): ReplayRunDeps {
  return { ...deps, bots: store, botRuns: runs };
}

async function traded() {
  const harness = await botHarness();
  const bot = await harness.start(LISTENER);
  const runner = harness.runner();
  await harness.passMinutes(3, [runner]);
  await runner.renew();
  const input = {
    kind: 'signal',
    name: 'go',
    action: 'long',
    signalAtMs: 1,
    payload: null,
  } as const;
  await harness.inbox.send([{ botId: bot.botId, input }], harness.sim.nowMs(), null);
  await runner.receive();
  await runner.settled();
  await harness.passMinutes(2, [runner]);
  return { harness, bot };
}

async function replayed(harness: BotHarness, { userId, botId }: Bot, deps = depsOf(harness)) {
  const found = await replayRun(deps, { userId, botId });
  assert.ok(found.ok);
  return found.value;
}

test('the same orders come of it, those of signals too, while it runs and after', async () => {
  const { harness, bot } = await traded();
  const stored = await harness.ordersOf(bot);
  for (const isStopped of [false, true]) {
    if (isStopped) await harness.store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    const run = await replayed(harness, bot);
    assert.equal(run.difference, null);
    assert.deepEqual(
      run.orders.map(({ orderId, difference }) => [orderId, difference]),
      stored.map(({ orderId }) => [orderId, null]),
    );
    assert.deepEqual([run.minutesCount, run.orders.length], [5, 7]);
  }
  assert.deepEqual(await harness.ordersOf(bot), stored);
});

test('an order that was another one then is named', async () => {
  const { harness, bot } = await traded();
  const deps = depsOf(harness);
  const findBotOrders: typeof harness.runs.findBotOrders = async (...given) => {
    const found = await harness.runs.findBotOrders(...given);
    return found.map((order, index) => (index === 2 ? { ...order, amount: decimal('7') } : order));
  };
  const run = await replayed(harness, bot, {
    ...deps,
    botRuns: { ...harness.runs, findBotOrders },
  });
  assert.deepEqual(
    run.orders.map(({ difference }) => difference),
    [null, null, 'amount was 7', null, null, null, null],
  );
});

test('a run that would come to other orders is reported', async () => {
  const { harness, bot } = await traded();
  const deps = depsOf(harness);
  const listEvents: typeof harness.runs.listEvents = async (...given) => {
    const events = await harness.runs.listEvents(...given);
    return events.filter((text) => !text.includes('"kind":"input"'));
  };
  const run = await replayed(harness, bot, { ...deps, botRuns: { ...harness.runs, listEvents } });
  assert.match(run.difference ?? '', /did not ask for order "o6"/);
});

test("one that never ran, and another user's, have none", async () => {
  const harness = await botHarness();
  const bot = await harness.start(LISTENER);
  const deps = depsOf(harness);
  const never = await replayRun(deps, bot);
  assert.deepEqual(never, { ok: false, rejection: { code: 'never_ran' } });
  const foreign = await replayRun(deps, { userId: 'usr_other', botId: bot.botId });
  assert.deepEqual(foreign, { ok: false, rejection: { code: 'bot_not_found' } });
});

/** Ten minutes with snapshots: the newest is not the last of them. */
async function snapped() {
  const harness = await botHarness();
  const bot = await harness.start(LISTENER);
  const pace = { inputsMax: 1_000, minutesMax: 4, checkEvery: Infinity };
  await harness.passMinutes(11, [harness.runner({}, { snapshotPace: pace })]);
  const { snapshots } = await harness.runs.findSnapshots(bot.botId, 1);
  assert.equal(snapshots.length, 2);
  return { harness, bot, snapshots };
}

/** The same run, where each snapshot is stored as `change` makes it of what was written. */
function storedAs(harness: BotHarness, change: (text: string) => string): ReplayRunDeps {
  const findSnapshots: typeof harness.runs.findSnapshots = async (...given) => {
    const { snapshots, refusal } = await harness.runs.findSnapshots(...given);
    const changed = snapshots.map((each) => {
      const text = change(each.text);
      const stateDigest = bytesToHex(systemDigest.sha256(stateOf({ text })));
      const own = { ...each, text, stateDigest };
      return { ...own, wholeDigest: wholeDigestOf(systemDigest, own) };
    });
    return { snapshots: changed, refusal };
  };
  return { ...depsOf(harness), botRuns: { ...harness.runs, findSnapshots } };
}

test('snapshots are compared with what the run comes to', async () => {
  const { harness, bot, snapshots } = await snapped();
  const run = await replayed(harness, bot);
  const same = snapshots.map(({ doneUntilMs, eventCount }) => {
    return { doneUntilMs, eventCount, useless: null, difference: null };
  });
  assert.deepEqual([run.snapshots, run.snapshotRefusal], [same, null]);
});

test('where a snapshot first differs is reported', async () => {
  const { harness, bot } = await snapped();
  const saved = /(?<=\["map",\["count"\],\[)\d+/;
  const deps = storedAs(harness, (text) => text.replace(saved, (count) => `${Number(count) + 5}`));
  const run = await replayed(harness, bot, deps);
  const delivered = run.snapshots.map(({ difference }) => difference);
  assert.equal(delivered.length, 2);
  for (const difference of delivered)
    assert.match(difference ?? '', /^run members memory count: \d+, not \d+$/);
});

test('a snapshot that would not be used says why', async () => {
  const { harness, bot } = await snapped();
  const findSnapshots: typeof harness.runs.findSnapshots = async (...given) => {
    const { snapshots } = await harness.runs.findSnapshots(...given);
    return { snapshots: snapshots.map((each) => ({ ...each, format: 1 })), refusal: 'a function' };
  };
  const deps = { ...depsOf(harness), botRuns: { ...harness.runs, findSnapshots } };
  const run = await replayed(harness, bot, deps);
  const delivered = run.snapshots.map(({ useless, difference }) => [useless, difference]);
  assert.deepEqual(delivered, [
    ['it has another format', null],
    ['it has another format', null],
  ]);
  assert.equal(run.snapshotRefusal, 'a function');
});
