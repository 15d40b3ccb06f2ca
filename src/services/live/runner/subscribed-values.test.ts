// Subscriptions to values of bots of visual scripts: what they show, and that no bot does anything
// else for them, whoever runs it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { present } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { checkScript } from '#commands/check/check-script.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import { sampleCaller } from '#ports/stores/store.fixture.ts';
import type { BotValues } from '#services/bots/bot-values.ts';
import { readBotValues } from '#services/bots/bot-values.ts';
import { createBot } from '#services/bots/create-bot.ts';
import { startBot } from '#services/bots/start-bot.ts';
import { orderLines, liveRun } from '#services/live/run/live-parity.fixture.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import {
  botHarness,
  IDLE,
  runThreadsInProcess,
} from '#services/live/runner/bot-harness.fixture.ts';
import type { BotRunner } from '#services/live/runner/bot-runner.ts';
import { createVisualScript } from '#services/scripts/create-script.ts';
import { replaceSource } from '#services/scripts/replace-source.ts';

const wires = (...names: readonly string[]) => ({ wires: names });
const price = (part: string, of: string) => ({ value1: wires(part), value2: wires(of) });

/** Buys and sells in turn as two short averages cross. */
const DOCUMENT = JSON.stringify({
  format: 'tidemill-visual',
  version: 1,
  blocks: [
    { id: 'close', command: 'ClosePrices' },
    { id: 'fast', command: 'SMA', inputs: { prices: wires('close'), period: 2 } },
    { id: 'slow', command: 'SMA', inputs: { prices: wires('close'), period: 5 } },
    { id: 'over', command: 'CrossOver', inputs: price('fast', 'slow') },
    { id: 'under', command: 'CrossUnder', inputs: price('fast', 'slow') },
    { id: 'buy', command: 'DoLong', gate: ['over'] },
    { id: 'sell', command: 'DoExitPosition', gate: ['under'] },
  ],
});

const LUA_ONLY = DOCUMENT.replace('"period":5', '"period":6');

function scriptDeps({ store }: BotHarness) {
  return {
    scripts: store,
    checker: { check: async (text: string) => checkScript(text, []) },
    clock: { nowMs: () => 1 },
    digest: systemDigest,
  };
}

/** A bot of the document that runs. */
async function visualBot(harness: BotHarness): Promise<Bot> {
  const { store, spot, deps } = harness;
  const { userId } = spot;
  const wish = { userId, name: 'drawn', description: null, source: DOCUMENT };
  const made = await createVisualScript(scriptDeps(harness), { ...wish, derivationId: 'idm_0' });
  assert.ok(made.ok);
  const caller = sampleCaller(userId, { plan: 'unlimited' });
  const botDeps = { ...deps, bots: store, scripts: store, accounts: store };
  const place = { accountId: spot.accountId, marketTag: 'SIM_BTC_USDT' };
  const settings = { ...UNCHOSEN_SETTINGS, intervalMinutes: 1 };
  const { scriptId } = made.value;
  const bot = await createBot(botDeps, {
    caller,
    name: 'b',
    scriptId,
    ...place,
    settings,
    derivationId: 'idm_1',
  });
  assert.ok(bot.ok);
  const begun = await startBot(botDeps, { caller, botId: bot.value.botId });
  assert.ok(begun.ok);
  return harness.find(bot.value);
}

async function valuesNow({ store, runs }: BotHarness, bot: Bot): Promise<BotValues> {
  const deps = { bots: store, botRuns: runs, scripts: store };
  const found = await readBotValues(deps, bot);
  assert.ok(found.ok);
  return found.value;
}

/** Minutes close one by one, and the subscription is renewed in between as a page does. */
async function passSubscribed(
  harness: BotHarness,
  bot: Bot,
  minutes: number,
  runners: readonly BotRunner[],
): Promise<BotValues> {
  let seen = await valuesNow(harness, bot);
  for (let minute = 0; minute < minutes; minute += 1) {
    for (let renewal = 0; renewal < 2; renewal += 1) {
      harness.passMs((LIMITS.botSubscriptionMs * 2) / 3);
      seen = await valuesNow(harness, bot);
    }
    await harness.passMinutes(1, runners);
    for (const runner of runners) await runner.settled();
  }
  seen = await valuesNow(harness, bot);
  return seen;
}

const textOf = ({ values }: BotValues, block: string): string | null =>
  values.find((each) => each.block === block)?.value ?? null;

test('a subscriber sees the values of the newest update, with its time', async () => {
  const harness = await botHarness();
  const bot = await visualBot(harness);
  const runner = harness.runner();
  await harness.passMinutes(8, [runner]);
  const first = await valuesNow(harness, bot);
  assert.deepEqual(first, { updatedAtMs: null, scriptVersion: 1, missing: null, values: [] });
  const seen = await passSubscribed(harness, bot, 3, [runner]);
  assert.equal(seen.updatedAtMs, harness.sim.nowMs() - (harness.sim.nowMs() % MINUTE_MS));
  const kinds = seen.values.map(({ block, kind }) => `${block} ${kind}`);
  assert.deepEqual(kinds.slice(0, 4), [
    'over condition',
    'under condition',
    'buy action',
    'sell action',
  ]);
  const close = Number(textOf(seen, 'close'));
  const candles = present(harness.prices, 'there are prices');
  assert.ok(candles !== null && close > 0);
  assert.ok(Math.abs(Number(textOf(seen, 'fast')) - close) < close / 50);
  assert.equal(textOf(seen, 'buy'), textOf(seen, 'over') === 'true' ? 'true' : null);
});

test('a subscription changes no order, no line and no state of the run', async () => {
  const [watched, alone] = [await botHarness(), await botHarness()];
  const [one, other] = [await visualBot(watched), await visualBot(alone)];
  const pace = { inputsMax: 1, minutesMax: 1, checkEvery: 1 };
  const runners = [
    watched.runner({}, { snapshotPace: pace }),
    alone.runner({}, { snapshotPace: pace }),
  ];
  const [first, second] = [present(runners[0], 'one'), present(runners[1], 'two')];
  await watched.passMinutes(1, [first]);
  await alone.passMinutes(1, [second]);
  let seenCount = 0;
  for (let minute = 0; minute < 40; minute += 1) {
    if (minute % 7 < 4) {
      const { updatedAtMs } = await passSubscribed(watched, one, 1, [first]);
      if (updatedAtMs !== null) seenCount += 1;
    } else await watched.passMinutes(1, [first]);
    await alone.passMinutes(1, [second]);
  }
  assert.ok(seenCount > 10, `${seenCount} updates were recorded`);
  const [seen, expected] = [await liveRun(watched, one, 41), await liveRun(alone, other, 41)];
  assert.ok(orderLines(expected).length > 3);
  assert.deepEqual(orderLines(seen), orderLines(expected));
  assert.deepEqual(await watched.linesOf(one), await alone.linesOf(other));
  const digestOf = async ({ runs }: BotHarness, bot: Bot) => {
    const [snapshot] = (await runs.findSnapshots(bot.botId, 1)).snapshots;
    const { stateDigest, compiler, doneUntilMs } = present(snapshot, 'it was written');
    return { stateDigest, compiler, doneUntilMs };
  };
  assert.deepEqual(await digestOf(watched, one), await digestOf(alone, other));
});

test('nothing is recorded when nobody subscribes any more', async () => {
  const harness = await botHarness();
  const bot = await visualBot(harness);
  const runner = harness.runner();
  await harness.passMinutes(2, [runner]);
  const seen = await passSubscribed(harness, bot, 2, [runner]);
  assert.notEqual(seen.updatedAtMs, null);
  let notes = 0;
  const noteValues = harness.runs.noteValues.bind(harness.runs);
  harness.runs.noteValues = async (...values) => {
    notes += 1;
    return noteValues(...values);
  };
  await harness.passMinutes(3, [runner]);
  assert.ok(notes <= 1, `${notes} were written`);
  assert.equal((await valuesNow(harness, bot)).updatedAtMs, null);
});

test('another process that takes the bot over records them, and so does a new thread', async () => {
  const harness = await botHarness();
  const bot = await visualBot(harness);
  const threads = runThreadsInProcess();
  const first = harness.runner({}, {}, threads);
  await harness.passMinutes(2, [first]);
  const before = await passSubscribed(harness, bot, 2, [first]);
  assert.notEqual(before.updatedAtMs, null);
  for (const thread of threads.threads.keys()) threads.lose(thread);
  const anew = await passSubscribed(harness, bot, 3, [first]);
  assert.equal(anew.updatedAtMs, (before.updatedAtMs ?? 0) + 3 * MINUTE_MS);
  await first.close();
  const second = harness.runner();
  const after = await passSubscribed(harness, bot, 3, [second]);
  assert.equal(after.updatedAtMs, (anew.updatedAtMs ?? 0) + 3 * MINUTE_MS);
});

test('a bot shows the version that it loaded', async () => {
  const harness = await botHarness();
  const bot = await visualBot(harness);
  const runner = harness.runner();
  await harness.passMinutes(2, [runner]);
  const { brain } = bot;
  assert.ok(brain.kind === 'script');
  const { scriptId } = brain;
  const changed = { userId: bot.userId, scriptId, source: LUA_ONLY };
  assert.ok((await replaceSource(scriptDeps(harness), changed)).ok);
  const seen = await passSubscribed(harness, bot, 2, [runner]);
  assert.deepEqual([seen.scriptVersion, seen.missing], [1, null]);
  assert.notEqual(seen.updatedAtMs, null);
});

test('why there are none is said: stopped, of another kind, deleted', async () => {
  const harness = await botHarness();
  const bot = await visualBot(harness);
  const { store } = harness;
  const text = await harness.start(IDLE);
  assert.match((await valuesNow(harness, text)).missing ?? '', /deleted/);
  const { brain } = bot;
  assert.ok(brain.kind === 'script');
  await store.deleteScript(bot.userId, brain.scriptId);
  assert.match((await valuesNow(harness, bot)).missing ?? '', /deleted/);
  await store.deactivateBot(bot.userId, bot.botId, 1_800_000_000_000);
  assert.match((await valuesNow(harness, bot)).missing ?? '', /does not run/);
  const deps = { bots: store, botRuns: harness.runs, scripts: store };
  const foreign = await readBotValues(deps, { userId: 'usr_other', botId: bot.botId });
  assert.deepEqual(foreign, { ok: false, rejection: 'bot_not_found' });
});
