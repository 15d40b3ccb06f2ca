// Snapshots of running bots: when they are written, what a process that takes a bot up makes of
// them, and that whatever is wrong with one costs nothing but time.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { LIMITS } from '#lib/limits.ts';
import { present } from '#lib/assert.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { BotSnapshot } from '#ports/stores/bot-snapshot-store.ts';
import type { Bot, LoadedBrain } from '#ports/stores/bot-store.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness, EACH_MINUTE } from '#services/live/runner/bot-harness.fixture.ts';
import { wholeDigestOf } from '#services/live/run/run-snapshot.ts';

const PACE = { inputsMax: 1_000, minutesMax: 4, checkEvery: 1 } as const;

const OWN = "DefineCommand('Own', 'Keeps something')";

/** Calls a custom command in each update. */
const CALLER = { kind: 'script', source: `${EACH_MINUTE}\nCC_Own()`, libraries: [] } as const;

async function ran(source: string | LoadedBrain, minutes = 10) {
  const harness = await botHarness();
  const bot = await harness.start(source);
  const runner = harness.runner({}, { snapshotPace: PACE });
  await harness.passMinutes(minutes, [runner]);
  return { harness, bot, runner };
}

function snapshotsOf({ runs }: BotHarness, { botId, activation }: Bot) {
  return runs.findSnapshots(botId, activation);
}

/** Another process loads the bot, with a store that responds in its own way, and runs on. */
async function takenUp(harness: BotHarness, bot: Bot, changes: Partial<BotRunStore> = {}) {
  harness.passMs(2 * LIMITS.botLeaseMs);
  const requested: number[] = [];
  const listEvents: BotRunStore['listEvents'] = async (botId, activation, earlierCount = 0) => {
    requested.push(earlierCount);
    return harness.runs.listEvents(botId, activation, earlierCount);
  };
  const runner = harness.runner({ runs: { ...harness.runs, listEvents, ...changes } });
  const before = (await harness.ordersOf(bot)).length;
  await harness.passMinutes(3, [runner]);
  assert.equal((await harness.find(bot)).stopReason, null);
  assert.ok((await harness.ordersOf(bot)).length > before, 'it runs on');
  return { figures: runner.figures().snapshots, requested };
}

function altered({ runs }: BotHarness, change: (each: BotSnapshot, place: number) => BotSnapshot) {
  const findSnapshots: BotRunStore['findSnapshots'] = async (...given) => {
    const { snapshots, refusal } = await runs.findSnapshots(...given);
    return { snapshots: snapshots.map(change), refusal };
  };
  return { findSnapshots };
}

/** As flipped bytes of a stored row. */
function damaged(snapshot: BotSnapshot): BotSnapshot {
  return { ...snapshot, text: snapshot.text.replace(/\d/, (digit) => String(9 - Number(digit))) };
}

suite('snapshots of a running bot', () => {
  test('are written now and then, checked by a replay, and the last two are retained', async () => {
    const { harness, bot, runner } = await ran(EACH_MINUTE, 14);
    const { writtenCount, checkedCount, differingCount } = runner.figures().snapshots;
    assert.ok(writtenCount >= 3, `${writtenCount} were written`);
    assert.deepEqual([checkedCount, differingCount], [writtenCount, 0]);
    assert.equal((await snapshotsOf(harness, bot)).snapshots.length, 2);
  });

  test('are written in an orderly stop, with all that was run', async () => {
    const { harness, bot, runner } = await ran(EACH_MINUTE, 2);
    assert.deepEqual((await snapshotsOf(harness, bot)).snapshots, []);
    await runner.close();
    const [newest] = (await snapshotsOf(harness, bot)).snapshots;
    const record = present(await harness.runs.findRun(bot.botId, 1), 'it has run');
    assert.deepEqual(
      [newest?.doneUntilMs, newest?.eventCount],
      [record.doneUntilMs, record.eventCount],
    );
  });

  test('spare whoever loads the bot all inputs before', async () => {
    const { harness, bot } = await ran(EACH_MINUTE);
    const [newest] = (await snapshotsOf(harness, bot)).snapshots;
    const { figures, requested } = await takenUp(harness, bot);
    assert.deepEqual([figures.loadedCount, figures.replayedCount], [1, 0]);
    assert.deepEqual(requested, [newest?.eventCount]);
  });

  test('that are damaged, or of another compiler, give way to the one before', async () => {
    const changes = [damaged, (each: BotSnapshot) => ({ ...each, compiler: 'another' })];
    for (const change of changes) {
      const { harness, bot } = await ran(EACH_MINUTE);
      const [, older] = (await snapshotsOf(harness, bot)).snapshots;
      const newest = altered(harness, (each, place) => (place === 0 ? change(each) : each));
      const { figures, requested } = await takenUp(harness, bot, newest);
      assert.deepEqual([figures.loadedCount, figures.unfitCount], [1, 1]);
      assert.deepEqual(requested.slice(-1), [older?.eventCount]);
    }
  });

  test('of which none is of use give way to a replay', async () => {
    const reasons: readonly ((each: BotSnapshot) => BotSnapshot)[] = [
      damaged,
      (each) => ({ ...each, text: '' }),
      (each) => ({ ...each, format: 0 }),
      (each) => ({ ...each, scriptHash: '' }),
    ];
    for (const change of reasons) {
      const { harness, bot } = await ran(EACH_MINUTE);
      const { figures, requested } = await takenUp(harness, bot, altered(harness, change));
      assert.deepEqual([figures.replayedCount, figures.unfitCount], [1, 2]);
      assert.equal(requested.at(-1), 0);
    }
  });

  test('that come to other orders than were written down are dropped as a defect', async () => {
    const { harness, bot } = await ran(EACH_MINUTE);
    const { snapshots } = await snapshotsOf(harness, bot);
    const older = present(snapshots[1], 'there are two');
    const saved = /(?<=\["map",\["count"\],\[)\d+/;
    const text = older.text.replace(saved, (count) => String(Number(count) + 1));
    assert.notEqual(text, older.text);
    const changed = { ...older, text };
    const wrong = { ...changed, wholeDigest: wholeDigestOf(systemDigest, changed) };
    const { figures } = await takenUp(harness, bot, {
      findSnapshots: async () => ({ snapshots: [wrong], refusal: null }),
    });
    assert.deepEqual([figures.replayedCount, figures.differingCount], [1, 1]);
    assert.deepEqual((await snapshotsOf(harness, bot)).snapshots, []);
  });

  test('are no defect where the bot is deleted while one is checked', async () => {
    const harness = await botHarness();
    const bot = await harness.start(EACH_MINUTE);
    const { store } = harness;
    let isDeleted = false;
    const listEvents: BotRunStore['listEvents'] = async (...given) => {
      if ((await snapshotsOf(harness, bot)).snapshots.length > 0) {
        await store.deactivateBot(bot.userId, bot.botId, harness.sim.nowMs());
        await store.deleteBot(bot.userId, bot.botId);
        isDeleted = true;
      }
      return harness.runs.listEvents(...given);
    };
    const runs = { ...harness.runs, listEvents };
    const runner = harness.runner({ runs }, { snapshotPace: PACE });
    await harness.passMinutes(6, [runner]);
    const { checkedCount, differingCount } = runner.figures().snapshots;
    assert.ok(isDeleted, 'a snapshot was to be checked');
    assert.deepEqual([checkedCount, differingCount], [0, 0]);
  });

  test('are not stored of a script that carries a function, and its log says so once', async () => {
    const source = `${EACH_MINUTE}\nretained = retained or function() return 1 end`;
    const { harness, bot, runner } = await ran(source, 20);
    const why = 'its global "retained" (line 6) keeps a function from update to update';
    const lines = (await harness.linesOf(bot)).filter(({ message }) => message.startsWith(why));
    assert.equal(lines.length, 1);
    assert.ok(runner.figures().snapshots.refusedCount >= 2);
    assert.deepEqual(await snapshotsOf(harness, bot), { snapshots: [], refusal: why });
    const { figures } = await takenUp(harness, bot);
    assert.deepEqual([figures.replayedCount, figures.unfitCount], [1, 0]);
    assert.match(lines[0]?.message ?? '', /run again from its beginning.* for each 30 days$/);
    const later = (await harness.linesOf(bot)).filter(({ message }) => message.startsWith(why));
    assert.equal(later.length, 1);
  });

  test('are retained with what custom commands keep', async () => {
    const { harness, bot } = await ran({
      ...CALLER,
      libraries: [{ name: 'own', source: `${OWN}\n n = (n or 0) + 1\nreturn n` }],
    });
    assert.equal((await snapshotsOf(harness, bot)).snapshots.length, 2);
    const { figures } = await takenUp(harness, bot);
    assert.deepEqual([figures.loadedCount, figures.replayedCount], [1, 0]);
  });

  test('are not retained where a custom command retains what cannot be stored', async () => {
    const reasons: readonly (readonly [lines: string, why: string])[] = [
      [
        'n = n or function() end',
        'the global "n" (line 2) of its custom command "CC_Own" keeps a function from update to update',
      ],
      [
        'DefineIntervalOptimization(60)\nreturn {f = function() end}',
        'what its custom command "CC_Own" returns for an interval keeps a function',
      ],
      [
        'inner = inner or coroutine.create(function() end)',
        'the global "inner" (line 2) of its custom command "CC_Own" keeps a coroutine from update to update',
      ],
    ];
    for (const [lines, why] of reasons) {
      const libraries = [{ name: 'own', source: `${OWN}\n${lines}` }];
      const { harness, bot } = await ran({ ...CALLER, libraries });
      assert.deepEqual(await snapshotsOf(harness, bot), { snapshots: [], refusal: why });
    }
  });
});
