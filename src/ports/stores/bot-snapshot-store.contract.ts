// Contract of every store of snapshots: the last two of a run, written by who holds its lease.

import assert from 'node:assert/strict';
import type { BotRunHarness } from '#ports/stores/bot-run.fixture.ts';
import { begun, commitStep, start, stepAfter } from '#ports/stores/bot-run.fixture.ts';
import type { BotRunRecord } from '#ports/stores/bot-run-store.ts';
import type { BotSnapshot } from '#ports/stores/bot-snapshot-store.ts';

const STOPPED_AT_MS = 1_800_000_000_000;

function snapshotOf(record: BotRunRecord, changes: Partial<BotSnapshot> = {}): BotSnapshot {
  const { botId, activation, doneUntilMs, eventCount } = record;
  return {
    botId,
    activation,
    format: 3,
    compiler: 'abc',
    scriptHash: 'def',
    windowStartMs: 120_000,
    doneUntilMs,
    eventCount,
    inputsDigest: '01',
    stateDigest: '02',
    wholeDigest: '03',
    text: `{"text":"\\u0000 \ud83d\ude00"}\n`.repeat(500),
    ...changes,
  };
}

/** A run that has come to three events. */
async function advanced(harness: BotRunHarness) {
  const { runs, fence, record, ...rest } = await begun(harness);
  const step = stepAfter(record, { events: ['{"a":1}', '{"b":2}', '{"c":3}'] });
  await commitStep(runs, fence, step);
  return { ...rest, runs, fence, record: step.record };
}

type Case = (harness: BotRunHarness) => Promise<void>;

export const SNAPSHOTS: { readonly [statement: string]: Case } = {
  'the last two are retained, newest first, as they were': async (harness) => {
    const { runs, fence, record, bot } = await advanced(harness);
    const [one, two, three] = [1, 2, 3].map((format) => snapshotOf(record, { format }));
    assert.deepEqual(await runs.findSnapshots(bot.botId, 1), { snapshots: [], refusal: null });
    for (const snapshot of [one, two, three])
      assert.equal(await runs.saveSnapshot(fence, snapshot as BotSnapshot), true);
    const retained = { snapshots: [three, two], refusal: null };
    assert.deepEqual(await runs.findSnapshots(bot.botId, 1), retained);
    const newest = { snapshots: [three], refusal: null };
    assert.deepEqual(await runs.findSnapshots(bot.botId, 1, 1), newest);
  },
  'requested at once, each gets its own': async (harness) => {
    const { runs, fence, record, bot } = await advanced(harness);
    const snapshot = snapshotOf(record);
    await runs.saveSnapshot(fence, snapshot);
    const requested = [bot.botId, 'bot_none', bot.botId];
    const none = { snapshots: [], refusal: null };
    const own = { snapshots: [snapshot], refusal: null };
    const retained = requested.map((botId) => runs.findSnapshots(botId, 1));
    assert.deepEqual(await Promise.all(retained), [own, none, own]);
    const found = requested.map((botId) => runs.findRun(botId, 1));
    assert.deepEqual(await Promise.all(found), [record, null, record]);
    const listed = requested.map((botId, at) => runs.listEvents(botId, 1, at));
    const all = ['{"a":1}', '{"b":2}', '{"c":3}'];
    assert.deepEqual(await Promise.all(listed), [all, [], all.slice(2)]);
  },
  'none is written by who has lost the lease, or ahead of its run': async (harness) => {
    const { runs, fence, record, bot } = await advanced(harness);
    const save = (changes: Partial<BotSnapshot>, token = fence.token) =>
      runs.saveSnapshot({ ...fence, token }, snapshotOf(record, changes));
    assert.equal(await save({}, -1), false);
    assert.equal(await save({ eventCount: record.eventCount + 1 }), false);
    assert.equal(await save({ doneUntilMs: record.doneUntilMs + 1 }), false);
    assert.equal(await save({ activation: 2 }), false);
    assert.deepEqual((await runs.findSnapshots(bot.botId, 1)).snapshots, []);
    assert.equal(await save({ eventCount: 1 }), true);
  },
  'dropped, they are gone, and why there are none is retained': async (harness) => {
    const { runs, fence, record, bot } = await advanced(harness);
    await runs.saveSnapshot(fence, snapshotOf(record));
    const dropped = { botId: bot.botId, activation: 1, refusal: 'a function' };
    assert.equal(await runs.dropSnapshots({ ...fence, token: -1 }, dropped), false);
    assert.equal(await runs.dropSnapshots(fence, dropped), true);
    const retained = { snapshots: [], refusal: 'a function' };
    assert.deepEqual(await runs.findSnapshots(bot.botId, 1), retained);
    await runs.dropSnapshots(fence, { ...dropped, refusal: null });
    assert.equal((await runs.findSnapshots(bot.botId, 1)).refusal, null);
  },
  'those of an earlier activation are found by it, and go with the bot': async (harness) => {
    const { runs, store, fence, record, bot } = await advanced(harness);
    const snapshot = snapshotOf(record);
    await runs.saveSnapshot(fence, snapshot);
    await store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    await start(store, bot);
    assert.equal(await runs.saveSnapshot(fence, snapshot), false);
    assert.deepEqual((await runs.findSnapshots(bot.botId, 1)).snapshots, [snapshot]);
    assert.deepEqual((await runs.findSnapshots(bot.botId, 2)).snapshots, []);
    await store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    await store.deleteBot(bot.userId, bot.botId);
    assert.deepEqual((await runs.findSnapshots(bot.botId, 1)).snapshots, []);
  },
  'events are listed behind the first so many, wherever steps began': async (harness) => {
    const { runs, fence, record, bot } = await advanced(harness);
    await commitStep(runs, fence, stepAfter(record, { events: ['{"d":4}', '{"e":5}'] }));
    const all = ['{"a":1}', '{"b":2}', '{"c":3}', '{"d":4}', '{"e":5}'];
    for (const count of [0, 1, 2, 3, 4, 5])
      assert.deepEqual(await runs.listEvents(bot.botId, 1, count), all.slice(count));
  },
};
