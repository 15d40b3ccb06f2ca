// Contract of stores of runs: one owner per shard, whole steps or none, no writing without right.

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, decimal, ZERO } from '#lib/decimal.ts';
import { EQUITY } from '#ports/stores/bot-equity-store.contract.ts';
import { INBOX } from '#ports/stores/bot-inbox.contract.ts';
import { LIMITED_STEPS } from '#ports/work/limited-steps.contract.ts';
import { BOT_SHARDS_COUNT } from '#ports/stores/bot-run-store.ts';
import { VALUES } from '#ports/stores/bot-value-store.contract.ts';
import { SNAPSHOTS } from '#ports/stores/bot-snapshot-store.contract.ts';
import type { BotRunHarness } from '#ports/stores/bot-run.fixture.ts';
import {
  LONG_MS,
  OWNERS,
  SAMPLE_BRACKET,
  SAMPLE_PAIRS,
  begun,
  commitStep,
  fenceFor,
  newOwner,
  orderOf,
  recordOf,
  start,
  startedBot,
  startedBotOn,
  ENDING,
  REFUSAL,
  stepAfter,
} from '#ports/stores/bot-run.fixture.ts';

const STOPPED_AT_MS = 1_800_000_000_000;
const TTL_MS = 400;
const COMMITTED = { kind: 'committed', refused: [] };

type Case = (harness: BotRunHarness) => Promise<void>;

const LEASES: { readonly [statement: string]: Case } = {
  'the only process gets all shards, and keeps them with their tokens': async ({ runs }) => {
    const owner = newOwner();
    const first = await runs.renewLeases(owner, LONG_MS);
    assert.equal(first.leases.length, BOT_SHARDS_COUNT);
    assert.equal(first.shareCount, BOT_SHARDS_COUNT);
    const again = await runs.renewLeases(owner, LONG_MS);
    const sorted = (leases: typeof first.leases) =>
      leases.toSorted((left, right) => left.shard - right.shard);
    assert.deepEqual(sorted(again.leases), sorted(first.leases));
  },
  'another one waits until they are given back, and gets higher tokens': async ({ runs }) => {
    const [one, two] = [newOwner(), newOwner()];
    const first = await runs.renewLeases(one, LONG_MS);
    const waiting = await runs.renewLeases(two, LONG_MS);
    assert.deepEqual([waiting.leases.length, waiting.shareCount], [0, BOT_SHARDS_COUNT / 2]);
    await runs.releaseLeases(one, [0, 1]);
    const some = await runs.renewLeases(two, LONG_MS);
    assert.equal(some.leases.length, 2);
    for (const { shard, token } of some.leases)
      assert.ok(token > (first.leases.find((lease) => lease.shard === shard)?.token ?? Infinity));
  },
  'a lease that ran out is taken over, and is not renewed': async ({ runs, passMs }) => {
    const [one, two] = [newOwner(), newOwner()];
    await runs.renewLeases(one, TTL_MS);
    await passMs(2 * TTL_MS);
    assert.equal((await runs.renewLeases(two, LONG_MS)).leases.length, BOT_SHARDS_COUNT);
    assert.equal((await runs.renewLeases(one, LONG_MS)).leases.length, 0);
  },
};

const STEPS: { readonly [statement: string]: Case } = {
  'a run begins once, while its bot runs': async (harness) => {
    const { runs, bot, fence, record, store } = await begun(harness);
    assert.equal(await runs.insertRun(fence, record), false);
    assert.deepEqual(await runs.findRun(bot.botId, 1), record);
    assert.equal(await runs.findRun(bot.botId, 2), null);
    await store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    const next = await start(store, bot);
    assert.deepEqual(await runs.findEarlierRun(bot.botId, next.activation), record);
    assert.equal(await runs.insertRun(fence, recordOf(next)), true);
    assert.equal(await runs.findEarlierRun(bot.botId, 1), null);
  },
  'a run is begun with its first line, and shows how far it has come': async (harness) => {
    const { runs, store } = harness;
    const bot = await startedBot(harness);
    const fence = await fenceFor(harness, bot, newOwner());
    assert.deepEqual(await runs.findProgress([bot.botId, 'bot_none']), new Map());
    const line = { atMs: 4, severity: 'info', message: 'began' };
    const record = recordOf(bot);
    assert.ok(await runs.insertRun(fence, record, line));
    const lines = await runs.listLines(bot.botId, null, 9);
    assert.deepEqual(
      lines.map(({ sequence: _sequence, ...rest }) => rest),
      [line],
    );
    const step = stepAfter(record);
    await commitStep(runs, fence, step);
    const { doneUntilMs } = step.record;
    assert.deepEqual(await runs.findProgress([bot.botId]), new Map([[bot.botId, { doneUntilMs }]]));
    await store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    await start(store, bot);
    assert.deepEqual(await runs.findProgress([bot.botId]), new Map());
  },
  'a step is written as a whole': async (harness) => {
    const { runs, bot, fence, record, store } = await begun(harness);
    const order = orderOf(bot);
    const lines = [
      { atMs: 1, severity: 'info', message: 'one' },
      { atMs: 2, severity: 'error', message: 'two' },
    ];
    const step = stepAfter(record, { events: ['{"e":1}', '{"e":2}'], orders: [order], lines });
    assert.deepEqual(await commitStep(runs, fence, step), COMMITTED);
    assert.deepEqual(await runs.findRun(bot.botId, 1), step.record);
    const next = stepAfter(step.record, { events: ['{"e":3}'] });
    assert.deepEqual(await commitStep(runs, fence, next), COMMITTED);
    assert.deepEqual(await runs.listEvents(bot.botId, 1), ['{"e":1}', '{"e":2}', '{"e":3}']);
    assert.deepEqual(await runs.listWorkingBotOrders(bot.botId), [order]);
    assert.deepEqual(await runs.findBotOrders(bot.botId, [order.orderId, 'ord_x']), [order]);
    assert.equal((await runs.findPositions(bot.botId))?.positions, '[1]');
    const newest = await runs.listLines(bot.botId, null, 1);
    assert.equal(newest[0]?.message, 'two');
    const older = await runs.listLines(bot.botId, newest[0]?.sequence ?? 0, 9);
    assert.deepEqual(
      older.map(({ message }) => message),
      ['one'],
    );
    const now = present(await store.findBot(bot.userId, bot.botId), 'the bot is there');
    assert.equal(now.realizedProfit, decimal('1.5'));
    assert.equal(now.unrealizedProfit, decimal('-2'));
    assert.equal(now.roiPercent, decimal('0.25'));
    assert.deepEqual(now.pairs, SAMPLE_PAIRS);
    assert.deepEqual(now.bracket, SAMPLE_BRACKET);
    await store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    const { pairs, bracket } = await start(store, bot);
    assert.deepEqual([pairs, bracket], [null, null], 'a new activation counts anew');
  },
  'a step that was written and is given again counts as written, and is not repeated': async (
    harness,
  ) => {
    const { runs, fence, record, bot, inbox } = await begun(harness);
    const input = { kind: 'edited', config: '' } as const;
    await inbox.send([{ botId: bot.botId, input }], 1, null);
    const waiting = await inbox.listWaiting([fence.shard], 99);
    const taken = waiting.filter(({ botId }) => botId === bot.botId).map((each) => each.sequence);
    const lines = [{ atMs: 1, severity: 'info', message: 'one' }];
    const step = stepAfter(record, { events: ['{}'], orders: [orderOf(bot)], lines, taken });
    assert.deepEqual(await commitStep(runs, fence, step), COMMITTED);
    assert.deepEqual(await commitStep(runs, fence, step), COMMITTED);
    assert.equal((await runs.listEvents(bot.botId, 1)).length, 1);
    assert.equal((await runs.listLines(bot.botId, null, 9)).length, 1);
    assert.equal((await runs.listWorkingBotOrders(bot.botId)).length, 1);
  },
  'another step than the one that was written is refused': async (harness) => {
    const { runs, fence, record, bot } = await begun(harness);
    await commitStep(runs, fence, stepAfter(record, { events: ['{}'], orders: [orderOf(bot)] }));
    const other = stepAfter(record, { events: ['{"other":1}', '{}'] });
    assert.deepEqual(await commitStep(runs, fence, other), { kind: 'stale' });
    assert.deepEqual(await runs.listEvents(bot.botId, 1), ['{}']);
  },
  'of several steps at once each is taken or refused for itself': async (harness) => {
    const first = await begun(harness);
    const { runs, store, owner, bot, record } = first;
    const others = [await startedBot(harness), await startedBot(harness)];
    const fences = await Promise.all(others.map((other) => fenceFor(harness, other, owner)));
    for (const [index, other] of others.entries())
      assert.ok(await runs.insertRun(fences[index] ?? first.fence, recordOf(other)));
    const [stopped, lost] = others;
    assert(stopped !== undefined && lost !== undefined);
    await store.deactivateBot(stopped.userId, stopped.botId, STOPPED_AT_MS);
    const unknown = orderOf(bot, { state: 'unknown', botId: null });
    await store.insertIntent(unknown);
    const orders = [orderOf(bot), orderOf(bot, { marketTag: 'SIM_ETH_USDT' })];
    const lateFence = { ...first.fence, shard: fences[1]?.shard ?? 0, token: -1 };
    const outcomes = await runs.commitSteps([
      { fence: fences[0] ?? first.fence, step: stepAfter(recordOf(stopped), { events: ['{}'] }) },
      { fence: lateFence, step: stepAfter(recordOf(lost), { events: ['{}'] }) },
      { fence: first.fence, step: stepAfter(record, { events: ['{"a":1}', '{}'], orders }) },
    ]);
    assert.deepEqual(outcomes, [
      { kind: 'deactivated' },
      { kind: 'stale' },
      { kind: 'committed', refused: [orders[0]?.orderId] },
    ]);
    assert.deepEqual(await runs.listEvents(bot.botId, 1), ['{"a":1}', '{}']);
    for (const { botId } of others) assert.deepEqual(await runs.listEvents(botId, 1), []);
  },
  'text that no database keeps is stored with U+FFFD, and figures within their range': async (
    harness,
  ) => {
    const { runs, store, bot, fence, record, owner } = await begun(harness);
    const lines = [{ atMs: 1, severity: 'error', message: 'line\0 \uD800' }];
    const huge = (10n ** 40n) as Decimal;
    const figures = {
      profitCurrency: 'USDT',
      realizedProfit: huge,
      unrealizedProfit: -huge as Decimal,
      roiPercent: huge,
    };
    const step = stepAfter(record, {
      lines,
      ending: { reason: 'boom\0 \uDC00', by: 'script' },
      figures: { ...figures, pairs: null, bracket: null, isPaused: false },
    });
    assert.deepEqual(await commitStep(runs, fence, step), COMMITTED);
    const now = present(await store.findBot(bot.userId, bot.botId), 'the bot is there');
    assert.deepEqual([now.isActivated, now.stopReason], [false, 'boom\uFFFD \uFFFD']);
    assert.ok(now.realizedProfit > 10n ** 35n && now.unrealizedProfit < -(10n ** 35n));
    assert.equal((await runs.listLines(bot.botId, null, 1))[0]?.message, 'line\uFFFD \uFFFD');
    const other = await startedBot(harness);
    const otherFence = await fenceFor(harness, other, owner);
    const refusal = { ...REFUSAL, botId: other.botId, reason: 'no\0 market' };
    assert.equal(await runs.refuseRun(otherFence, refusal), true);
    const then = await store.findBot(other.userId, other.botId);
    assert.deepEqual([then?.stopReason, then?.startsAnew], ['no\uFFFD market', true]);
  },
  'who lost the lease writes nothing': async (harness) => {
    const { runs, bot, owner, fence, record } = await begun(harness);
    await runs.releaseLeases(owner, null);
    const taken = await fenceFor(harness, bot, newOwner());
    const step = stepAfter(record, { orders: [orderOf(bot)], events: ['{}'] });
    assert.deepEqual(await commitStep(runs, fence, step), { kind: 'stale' });
    const refusal = { ...REFUSAL, botId: bot.botId, reason: 'r' };
    assert.equal(await runs.refuseRun(fence, refusal), false);
    assert.deepEqual(await runs.listWorkingBotOrders(bot.botId), []);
    assert.equal((await commitStep(runs, taken, step)).kind, 'committed');
  },
  'nothing is written for a bot that was stopped or started anew': async (harness) => {
    const { runs, store, bot, fence, record } = await begun(harness);
    const step = stepAfter(record, { orders: [orderOf(bot)] });
    await store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    assert.deepEqual(await commitStep(runs, fence, step), { kind: 'deactivated' });
    await start(store, bot);
    assert.deepEqual(await commitStep(runs, fence, step), { kind: 'deactivated' });
    assert.deepEqual(await runs.listWorkingBotOrders(bot.botId), []);
    assert.deepEqual(await runs.findRun(bot.botId, 1), record);
  },
  'an ending stops the bot with its reason': async (harness) => {
    const { runs, store, bot, fence, record } = await begun(harness);
    const step = stepAfter(record, { ending: ENDING });
    assert.equal((await commitStep(runs, fence, step)).kind, 'committed');
    const now = present(await store.findBot(bot.userId, bot.botId), 'the bot is there');
    assert.deepEqual([now.stopReason, now.stoppedBy, now.startsAnew], ['Done.', 'script', true]);
  },
  'an ending is written also where it is all that a step brings': async (harness) => {
    const { runs, store, bot, fence, record } = await begun(harness);
    const step = { ...stepAfter(record, { ending: { reason: 'gone', by: 'exchange' } }), record };
    assert.equal((await commitStep(runs, fence, step)).kind, 'committed');
    const now = present(await store.findBot(bot.userId, bot.botId), 'the bot is there');
    assert.deepEqual([now.isActivated, now.stopReason], [false, 'gone']);
  },
  'bots that hold something are found by their account, with what they hold': async (harness) => {
    const { runs, bot, fence, record } = await begun(harness);
    const { userId, accountId, botId } = bot;
    assert.deepEqual(await runs.listHolders(userId, accountId), []);
    const held = stepAfter(record, { events: ['{}'] });
    await commitStep(runs, fence, held);
    const holder = { botId, positions: '[1]' };
    assert.deepEqual(await runs.listHolders(userId, accountId), [holder]);
    assert.deepEqual(await runs.listHolders(userId, 'acc_other'), []);
    assert.deepEqual(await runs.listHolders('user_other', accountId), []);
    const left = stepAfter(held.record, { events: ['{}'], positions: '[]' });
    await commitStep(runs, fence, left);
    assert.deepEqual(await runs.listHolders(userId, accountId), []);
  },
  'a stopped bot with orders that may still fill is listed and followed': async (harness) => {
    const { runs, store, bot, fence, record } = await begun(harness);
    const { botId, userId } = bot;
    const isListed = async () =>
      (await runs.listRunnableBots([fence.shard])).some((each) => each.bot.botId === botId);
    const ordered = stepAfter(record, { events: ['{}'] });
    await commitStep(runs, fence, ordered);
    await store.deactivateBot(userId, botId, STOPPED_AT_MS);
    assert.equal(await isListed(), true);
    const stale = stepAfter(ordered.record, { events: ['{}'] });
    assert.deepEqual(await commitStep(runs, fence, stale), { kind: 'deactivated' });
    const next = stepAfter(ordered.record, { events: ['{}'], isFollowing: true });
    const last = { ...next, record: { ...next.record, openCount: 0 } };
    assert.equal((await commitStep(runs, fence, last)).kind, 'committed');
    const now = present(await store.findBot(userId, botId), 'the bot is there');
    assert.deepEqual([now.isActivated, now.stopReason], [false, null]);
    assert.equal(now.realizedProfit, decimal('1.5'));
    assert.equal(await isListed(), false);
  },
  'a stopped bot stays listed while its steps say so, with the instant of its stop': async (
    harness,
  ) => {
    const { runs, store, bot, fence, record } = await begun(harness);
    const { botId, userId } = bot;
    const find = async () =>
      (await runs.listRunnableBots([fence.shard])).find((each) => each.bot.botId === botId);
    assert.equal((await find())?.stoppedAtMs, null);
    const ordered = stepAfter(record, { events: ['{}'] });
    await commitStep(runs, fence, ordered);
    await store.deactivateBot(userId, botId, STOPPED_AT_MS);
    let before = ordered.record;
    for (const staysFollowed of [true, true, false]) {
      assert.equal((await find())?.stoppedAtMs, STOPPED_AT_MS);
      const next = stepAfter(before, { events: ['{}'], isFollowing: true, staysFollowed });
      const step = { ...next, record: { ...next.record, openCount: 0 } };
      assert.equal((await commitStep(runs, fence, step)).kind, 'committed');
      before = step.record;
    }
    assert.equal(await find(), undefined);
  },
  'a stopped bot that traded or holds futures is listed until its next step': async (harness) => {
    const { runs, store } = harness;
    const owner = newOwner();
    for (const [marketType, positions, hasTraded, isFollowed] of [
      ['spot', '[1]', true, false],
      ['futures', '[1]', false, true],
      ['futures', '[]', true, true],
      ['futures', '[]', false, false],
    ] as const) {
      const bot = await startedBotOn(harness, marketType);
      const { botId, userId } = bot;
      const fence = await fenceFor(harness, bot, owner);
      const isListed = async () =>
        (await runs.listRunnableBots([fence.shard])).some((each) => each.bot.botId === botId);
      await runs.insertRun(fence, recordOf(bot));
      const orders = hasTraded ? [orderOf(bot)] : [];
      const ordered = stepAfter(recordOf(bot), { events: ['{}'], positions, orders });
      const holding = { ...ordered, record: { ...ordered.record, openCount: 0 } };
      assert.equal((await commitStep(runs, fence, holding)).kind, 'committed');
      await store.deactivateBot(userId, botId, STOPPED_AT_MS);
      assert.equal(await isListed(), isFollowed);
      const changes = { events: ['{}'], positions, isFollowing: true };
      const next = stepAfter(holding.record, changes);
      const last = { ...next, record: { ...next.record, openCount: 0 } };
      assert.equal((await commitStep(runs, fence, last)).kind, 'committed');
      assert.equal(await isListed(), false);
      await store.deactivateBot(userId, botId, STOPPED_AT_MS);
      assert.equal(await isListed(), false);
    }
  },
  'a step for an earlier stop than the last one does not end the following': async (harness) => {
    const { runs, store, bot, fence, record } = await begun(harness);
    const { botId, userId } = bot;
    const find = async () =>
      (await runs.listRunnableBots([fence.shard])).find((each) => each.bot.botId === botId);
    await commitStep(runs, fence, stepAfter(record, { events: ['{}'] }));
    await store.deactivateBot(userId, botId, STOPPED_AT_MS);
    const left = { marketTag: 'A_B', reason: 'too little', line: 'it stays' };
    await store.windDownBot(userId, botId, STOPPED_AT_MS + 5, [left]);
    assert.deepEqual((await runs.findPositions(botId))?.leftReasons, { A_B: 'too little' });
    const said = (await runs.listLines(botId, null, 1)).map(({ message }) => message);
    assert.deepEqual([...said, (await find())?.stoppedAtMs], ['it stays', STOPPED_AT_MS + 5]);
    let before = stepAfter(record, { events: ['{}'] }).record;
    for (const [stoppedAtMs, isListed] of [
      [STOPPED_AT_MS, true],
      [STOPPED_AT_MS + 5, false],
    ] as const) {
      const next = stepAfter(before, { events: ['{}'], isFollowing: true, stoppedAtMs });
      const step = { ...next, record: { ...next.record, openCount: 0 } };
      assert.equal((await commitStep(runs, fence, step)).kind, 'committed');
      assert.equal((await find()) !== undefined, isListed);
      before = step.record;
    }
  },
  'a bot that a step ends is listed where it traded or holds futures': async (harness) => {
    const { runs } = harness;
    const owner = newOwner();
    for (const [marketType, positions, hasTraded] of [
      ['spot', '[1]', false],
      ['futures', '[1]', false],
      ['futures', '[]', true],
    ] as const) {
      const bot = await startedBotOn(harness, marketType);
      const fence = await fenceFor(harness, bot, owner);
      await runs.insertRun(fence, recordOf(bot));
      const orders = hasTraded ? [orderOf(bot)] : [];
      const changes = { events: ['{}'], positions, orders, ending: ENDING };
      const next = stepAfter(recordOf(bot), changes);
      const ended = { ...next, record: { ...next.record, openCount: 0 } };
      assert.equal((await commitStep(runs, fence, ended)).kind, 'committed');
      const listed = await runs.listRunnableBots([fence.shard]);
      const found = listed.find((each) => each.bot.botId === bot.botId);
      assert.equal(found !== undefined, marketType === 'futures');
      if (found !== undefined) assert.equal(found.stoppedAtMs, ended.atMs);
    }
  },
  'what earlier activations made is retained while the currency is the same': async (harness) => {
    const { runs, bot, fence, record, store } = await begun(harness);
    const { botId, userId } = bot;
    const profits = async () => {
      const now = present(await store.findBot(userId, botId), 'the bot is there');
      return [now.earlierProfit, now.realizedProfit, now.profitCurrency];
    };
    const startAgain = async () => {
      await store.deactivateBot(userId, botId, STOPPED_AT_MS);
      const next = recordOf(await start(store, bot));
      assert.equal(await runs.insertRun(fence, next), true);
      return next;
    };
    const made = decimal('1.5');
    assert.deepEqual(await profits(), [ZERO, ZERO, null]);
    const step = stepAfter(record);
    await commitStep(runs, fence, step);
    assert.deepEqual(await profits(), [ZERO, made, 'USDT']);
    const second = await startAgain();
    assert.deepEqual(await profits(), [made, ZERO, 'USDT']);
    await commitStep(runs, fence, stepAfter(second));
    assert.deepEqual(await profits(), [made, made, 'USDT']);
    const third = await startAgain();
    assert.deepEqual(await profits(), [addDecimal(made, made), ZERO, 'USDT']);
    const figures = { ...step.figures, profitCurrency: 'BTC' };
    await commitStep(runs, fence, stepAfter(third, { figures }));
    assert.deepEqual(await profits(), [ZERO, made, 'BTC']);
  },
  'a bot that cannot run is stopped with the reason, once': async (harness) => {
    const { runs, store, bot, fence } = await begun(harness);
    const refusal = { ...REFUSAL, botId: bot.botId, reason: 'no market' };
    assert.equal(await runs.refuseRun(fence, refusal), true);
    assert.equal(await runs.refuseRun(fence, refusal), false);
    const now = present(await store.findBot(bot.userId, bot.botId), 'the bot is there');
    assert.deepEqual([now.isActivated, now.stopReason], [false, 'no market']);
    assert.equal((await runs.listLines(bot.botId, null, 9))[0]?.message, 'no market');
  },
  'a strike is noted by who holds the lease, and counted for its bot and its owner': async (
    harness,
  ) => {
    const { runs, store, bot, fence } = await begun(harness);
    const { botId, userId } = bot;
    const strike = { botId, activation: 1, reason: 'its script took too long', atMs: 7 };
    const ownerStrikes = async () => {
      const listed = await runs.listRunnableBots([fence.shard]);
      return listed.find((each) => each.bot.botId === botId)?.ownerStrikesCount;
    };
    assert.equal(await ownerStrikes(), 0);
    assert.equal(await runs.noteStrike({ ...fence, token: -1 }, strike), null);
    assert.equal(await runs.noteStrike(fence, { ...strike, activation: 2 }), null);
    assert.equal(await runs.noteStrike(fence, strike), 1);
    assert.equal(await runs.noteStrike(fence, strike), 2);
    assert.equal(await ownerStrikes(), 2);
    const [line] = await runs.listLines(botId, null, 1);
    assert.deepEqual([line?.severity, line?.message, line?.atMs], ['error', strike.reason, 7]);
    await store.deactivateBot(userId, botId, STOPPED_AT_MS);
    assert.equal(await runs.noteStrike(fence, strike), null);
  },
  'an order beside one of unknown outcome is left out, and said to be': async (harness) => {
    const { runs, store, bot, fence, record } = await begun(harness);
    const unknown = orderOf(bot, { state: 'unknown', botId: null });
    await store.insertIntent(unknown);
    const other = orderOf(bot, { marketTag: 'SIM_ETH_USDT' });
    const waiting = orderOf(bot);
    const step = stepAfter(record, { orders: [waiting, other] });
    const outcome = { kind: 'committed', refused: [waiting.orderId] };
    assert.deepEqual(await commitStep(runs, fence, step), outcome);
    assert.deepEqual(await runs.listWorkingBotOrders(bot.botId), [other]);
  },
  'what is retained of a bot goes with it': async (harness) => {
    const { runs, store, bot, fence, record } = await begun(harness);
    const lines = [{ atMs: 1, severity: 'info', message: 'one' }];
    const closedPositions = [{ positionId: 'p1', position: '{}' }];
    const step = stepAfter(record, { events: ['{}'], lines, closedPositions });
    await commitStep(runs, fence, step);
    assert.equal((await runs.listClosedPositions(bot.botId, null, 9)).length, 1);
    await store.deleteBot(bot.userId, bot.botId);
    while ((await store.purgeDeletedBots(100)) > 0);
    assert.deepEqual(await runs.listClosedPositions(bot.botId, null, 9), []);
    assert.equal(await runs.findRun(bot.botId, 1), null);
    assert.deepEqual(await runs.listLines(bot.botId, null, 9), []);
    assert.deepEqual(await runs.listEvents(bot.botId, 1), []);
  },
};

const SUITES = {
  leases: LEASES,
  steps: STEPS,
  'limited steps': LIMITED_STEPS,
  inbox: INBOX,
  snapshots: SNAPSHOTS,
  equity: EQUITY,
  values: VALUES,
};

/** Declares the tests; `open` is called once. */
export function botRunStoreContract(open: () => Promise<BotRunHarness>): void {
  let opened: BotRunHarness | undefined;
  let hasFailed = false;
  before(async () => void (opened = await open()));
  after(async () => opened?.close(hasFailed));
  for (const [name, cases] of Object.entries(SUITES)) {
    suite(name, () => {
      for (const [statement, assertCase] of Object.entries(cases)) {
        test(statement, async () => {
          const harness = present(opened, 'the store is open');
          try {
            await assertCase(harness);
          } catch (error) {
            hasFailed = true;
            throw error;
          }
          // The next case begins with free shards.
          for (const owner of OWNERS.splice(0)) await harness.runs.releaseLeases(owner, null);
        });
      }
    });
  }
}
