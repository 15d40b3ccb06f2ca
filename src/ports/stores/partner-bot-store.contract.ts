// Contract of every store of end users' bots: nothing of others is seen, copies and followers are
// counted right however many come at once, and an edit reaches all or none.

import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import { ZERO } from '#lib/decimal.ts';
import { declareSuites } from '#ports/declare-cases.contract.ts';
import type { PartnerBot, SettingsEdit, SettingsEdits } from '#ports/stores/partner-bot-store.ts';
import type { PartnerHarness } from '#ports/stores/partner-bot.fixture.ts';
import {
  copyOf,
  found,
  NOW_MS,
  sampleRequest,
  startBot,
  storedEndUser,
  storedPartner,
  storedPartnerBot,
} from '#ports/stores/partner-bot.fixture.ts';
import { RESTART_CASES } from '#ports/stores/partner-bot-restart.contract.ts';
import { USAGE_CASES } from '#ports/stores/partner-usage-store.contract.ts';
import { SIGNAL_CASES } from '#ports/stores/partner-signal-store.contract.ts';
import { ALL_SHARDS, recordOf, stepAfter } from '#ports/stores/bot-run.fixture.ts';
import { lostCompletion, sampleClaim, sampleId } from '#ports/stores/store.fixture.ts';

type Case = (harness: PartnerHarness) => Promise<void>;

const NO_TURNOVER = { marketType: 'spot', currency: 'USDT', volume: ZERO } as const;

function editOf({ bot, version }: PartnerBot, size: string): SettingsEdit {
  return {
    botId: bot.botId,
    version,
    isActivated: bot.isActivated,
    marketTag: bot.marketTag ?? '',
    accountId: bot.accountId,
    brain: { ...bot.brain, config: { order_size: size } },
    signalToken: 'trend',
  };
}

function editsOf(root: PartnerBot, others: readonly PartnerBot[], size = '20'): SettingsEdits {
  const edits = [root, ...others].map((each) => editOf(each, size));
  return { rootBotId: root.bot.botId, edits, skipped: [], atMs: NOW_MS, completion: null };
}

async function waitingFor({ inbox }: PartnerHarness, botId: string) {
  const waiting = await inbox.listWaiting(ALL_SHARDS, 10_000);
  return waiting.filter((each) => each.botId === botId).map(({ input }) => input);
}

const BOT_CASES: { readonly [statement: string]: Case } = {
  'a bot is found by its end user, whole': async (harness) => {
    const endUser = await storedEndUser(harness, await storedPartner(harness));
    const request = await sampleRequest(harness, endUser);
    assert.equal(await harness.partnerBots.insertPartnerBot(request), 'inserted');
    const { bot, partnerId, exchange } = request;
    const counts = {
      masterBotId: null,
      copiedBotId: null,
      clonedCount: 0,
      followersCount: 0,
      version: 0,
    };
    assert.deepEqual(await found(harness, bot), { bot, partnerId, exchange, ...counts });
    assert.equal(await harness.partnerBots.findPartnerBot('usr_none', bot.botId), null);
    assert.equal(await harness.partnerBots.findPartnerBot(bot.userId, 'bot_none'), null);
  },
  'a repeated bot changes nothing, and completes the request': async (harness) => {
    const endUser = await storedEndUser(harness, await storedPartner(harness));
    const request = await sampleRequest(harness, endUser);
    await harness.partnerBots.insertPartnerBot(request);
    const claim = sampleClaim();
    await harness.store.claim(claim);
    const { recordId, ownerId } = claim;
    const completion = { recordId, ownerId, outcome: new Uint8Array([7]) };
    const again = await harness.partnerBots.insertPartnerBot({ ...request, completion });
    assert.equal(again, 'exists');
    assert.equal((await harness.store.claim(claim)).kind, 'completed');
  },
  'a request that was taken over writes no bot, and edits none': async (harness) => {
    const endUser = await storedEndUser(harness, await storedPartner(harness));
    const request = await sampleRequest(harness, endUser);
    const completion = await lostCompletion(harness.store);
    const inserting = harness.partnerBots.insertPartnerBot({ ...request, completion });
    await assert.rejects(inserting, { code: 'conflict' });
    const { botId, userId } = request.bot;
    assert.equal(await harness.partnerBots.findPartnerBot(userId, botId), null);
    const bot = await storedPartnerBot(harness, endUser);
    const editing = harness.partnerBots.editSettings({ ...editsOf(bot, []), completion });
    await assert.rejects(editing, { code: 'conflict' });
    assert.deepEqual(await found(harness, bot.bot), bot);
  },
  'an end user shows how many bots it has, and how many run': async (harness) => {
    const endUser = await storedEndUser(harness, await storedPartner(harness));
    const { partnerId, userId } = endUser;
    const bots = [
      await storedPartnerBot(harness, endUser),
      await storedPartnerBot(harness, endUser),
    ];
    const [one, other] = bots as [PartnerBot, PartnerBot];
    await startBot(harness, one);
    const view = async () => {
      const shown = await harness.store.findEndUserView({ partnerId, endUserId: null }, userId);
      return [shown?.botsCount, shown?.runningBotsCount, shown?.lastActivityAtMs];
    };
    assert.deepEqual(await view(), [2, 1, NOW_MS]);
    await harness.partnerBots.deletePartnerBot(userId, other.bot.botId, NOW_MS);
    assert.deepEqual(await view(), [1, 1, NOW_MS]);
  },
  'the bots of a deleted end user are stopped and gone, and let their followers go': async (
    harness,
  ) => {
    const partnerId = await storedPartner(harness);
    const [one, other] = [
      await storedEndUser(harness, partnerId),
      await storedEndUser(harness, partnerId),
    ];
    const root = await storedPartnerBot(harness, one);
    const copy = await storedPartnerBot(harness, other, { source: copyOf(root, true) });
    await startBot(harness, root);
    const reach = { partnerId, endUserId: null };
    await harness.store.deleteEndUser(reach, one.userId, NOW_MS);
    const { userId, botId } = root.bot;
    assert.equal(await harness.partnerBots.findPartnerBot(userId, botId), null);
    assert.equal((await harness.store.findBot(userId, botId))?.isActivated, false);
    const left = await found(harness, copy.bot);
    assert.deepEqual([left.masterBotId, left.copiedBotId], [null, null]);
  },
  'a plain copy knows what it was copied from': async (harness) => {
    const endUser = await storedEndUser(harness, await storedPartner(harness));
    const root = await storedPartnerBot(harness, endUser);
    const copy = await storedPartnerBot(harness, endUser, { source: copyOf(root, false) });
    const { masterBotId, copiedBotId } = await found(harness, copy.bot);
    assert.deepEqual([masterBotId, copiedBotId], [null, root.bot.botId]);
    assert.equal((await found(harness, root.bot)).copiedBotId, null);
  },
  'a deleted end user gets no bots': async (harness) => {
    const endUser = await storedEndUser(harness, await storedPartner(harness));
    const { partnerId, userId } = endUser;
    const request = await sampleRequest(harness, endUser);
    await harness.store.deleteEndUser({ partnerId, endUserId: null }, userId, NOW_MS);
    assert.equal(await harness.partnerBots.insertPartnerBot(request), 'user_not_found');
  },
  'a partner has at most so many bots, however many are made at once': async (harness) => {
    const partnerId = await storedPartner(harness);
    const users = [
      await storedEndUser(harness, partnerId),
      await storedEndUser(harness, partnerId),
    ];
    const wishes = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        sampleRequest(harness, present(users[index % 2], 'a user'), { botsMax: 5 }),
      ),
    );
    const outcomes = await Promise.all(
      wishes.map((wish) => harness.partnerBots.insertPartnerBot(wish)),
    );
    assert.equal(outcomes.filter((outcome) => outcome === 'inserted').length, 5);
    assert.equal(outcomes.filter((outcome) => outcome === 'limit').length, 7);
  },
  'bots are listed by id in pages, of a partner or of one end user': async (harness) => {
    const [partnerId, foreignId] = [await storedPartner(harness), await storedPartner(harness)];
    const [one, other] = [
      await storedEndUser(harness, partnerId),
      await storedEndUser(harness, partnerId),
    ];
    await storedPartnerBot(harness, await storedEndUser(harness, foreignId));
    const made = [
      await storedPartnerBot(harness, one),
      await storedPartnerBot(harness, other),
      await storedPartnerBot(harness, one),
    ] as const;
    const list = async (endUserId: string | null, afterId: string | null, limit: number) => {
      const reach = { partnerId, endUserId };
      const bots = await harness.partnerBots.listPartnerBots(reach, afterId, limit);
      return bots.map(({ bot }) => bot.botId);
    };
    const [a, b, c] = made.map(({ bot }) => bot.botId);
    assert.deepEqual(await list(null, null, 10), [a, b, c]);
    assert.deepEqual(await list(null, a ?? '', 1), [b]);
    assert.deepEqual(await list(one.userId, null, 10), [a, c]);
  },
  'a listed bot shows what the found one does': async (harness) => {
    const partnerId = await storedPartner(harness);
    const endUser = await storedEndUser(harness, partnerId);
    const root = await storedPartnerBot(harness, endUser);
    const copy = await storedPartnerBot(harness, endUser, { source: copyOf(root, true) });
    const reach = { partnerId, endUserId: null };
    const listed = await harness.partnerBots.listPartnerBots(reach, null, 10);
    const each = await Promise.all([root, copy].map(({ bot }) => found(harness, bot)));
    assert.equal(listed.length, each.length);
    for (const [index, shown] of listed.entries())
      assert.partialDeepStrictEqual(each[index], shown);
  },
  'fifty copies at once are all counted, at the source and as followers': async (harness) => {
    const endUser = await storedEndUser(harness, await storedPartner(harness));
    const source = await storedPartnerBot(harness, endUser);
    const wishes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        sampleRequest(harness, endUser, { source: copyOf(source, index % 2 === 0) }),
      ),
    );
    const outcomes = await Promise.all(
      wishes.map((wish) => harness.partnerBots.insertPartnerBot(wish)),
    );
    assert(outcomes.every((outcome) => outcome === 'inserted'));
    const { clonedCount, followersCount } = await found(harness, source.bot);
    assert.deepEqual([clonedCount, followersCount], [50, 25]);
    const deletions = wishes
      .slice(0, 10)
      .map(({ bot }) => harness.partnerBots.deletePartnerBot(bot.userId, bot.botId, NOW_MS));
    await Promise.all(deletions);
    const later = await found(harness, source.bot);
    assert.deepEqual([later.clonedCount, later.followersCount], [50, 20]);
  },
  'a copy of what was edited or deleted since it was read is refused': async (harness) => {
    const endUser = await storedEndUser(harness, await storedPartner(harness));
    const source = await storedPartnerBot(harness, endUser);
    assert.equal(await harness.partnerBots.editSettings(editsOf(source, [])), true);
    const copy = await sampleRequest(harness, endUser, { source: copyOf(source, true) });
    assert.equal(await harness.partnerBots.insertPartnerBot(copy), 'source_changed');
    const current = await found(harness, source.bot);
    await harness.partnerBots.deletePartnerBot(endUser.userId, source.bot.botId, NOW_MS);
    const late = await sampleRequest(harness, endUser, { source: copyOf(current, true) });
    assert.equal(await harness.partnerBots.insertPartnerBot(late), 'source_changed');
  },
  'an edit reaches followers and theirs; running ones get it into their inbox': async (harness) => {
    const endUser = await storedEndUser(harness, await storedPartner(harness));
    const root = await storedPartnerBot(harness, endUser);
    const child = await storedPartnerBot(harness, endUser, { source: copyOf(root, true) });
    const grandchild = await storedPartnerBot(harness, endUser, { source: copyOf(child, true) });
    await storedPartnerBot(harness, endUser, { source: copyOf(root, false) });
    await startBot(harness, child);
    const followers = await harness.partnerBots.listFollowers(root.bot.botId);
    const ids = followers.map(({ bot }) => bot.botId);
    assert.deepEqual(ids, [child.bot.botId, grandchild.bot.botId]);
    assert.equal(await harness.partnerBots.editSettings(editsOf(root, followers)), true);
    for (const { bot } of [root, child, grandchild]) {
      const { bot: edited, version } = await found(harness, bot);
      assert.deepEqual([edited.brain.config, version], [{ order_size: '20' }, 1]);
    }
    assert.deepEqual(await waitingFor(harness, child.bot.botId), [
      { kind: 'edited', config: '{"order_size":"20"}' },
    ]);
    assert.deepEqual(await waitingFor(harness, root.bot.botId), []);
  },
  'an edit of what changed since it was read writes nothing': async (harness) => {
    const endUser = await storedEndUser(harness, await storedPartner(harness));
    const root = await storedPartnerBot(harness, endUser);
    await startBot(harness, root);
    assert.equal(await harness.partnerBots.editSettings(editsOf(root, [])), false);
    const running = await found(harness, root.bot);
    await storedPartnerBot(harness, endUser, { source: copyOf(running, true) });
    assert.equal(await harness.partnerBots.editSettings(editsOf(running, [])), false);
    assert.deepEqual((await found(harness, root.bot)).bot.brain.config, { order_size: '10' });
  },
  'of many edits of one bot at once, one is made from what was read': async (harness) => {
    const endUser = await storedEndUser(harness, await storedPartner(harness));
    const root = await storedPartnerBot(harness, endUser);
    const tries = Array.from({ length: 10 }, (_, index) =>
      harness.partnerBots.editSettings(editsOf(root, [], String(index))),
    );
    const written = await Promise.all(tries);
    assert.equal(written.filter(Boolean).length, 1);
    assert.equal((await found(harness, root.bot)).version, 1);
  },
  'a follower that does not take an edit is described in its log': async (harness) => {
    const endUser = await storedEndUser(harness, await storedPartner(harness));
    const root = await storedPartnerBot(harness, endUser);
    const child = await storedPartnerBot(harness, endUser, { source: copyOf(root, true) });
    const line = { atMs: NOW_MS, severity: 'warning', message: 'not taken' };
    const skipped = [{ botId: child.bot.botId, line }];
    const edits = { ...editsOf(root, []), skipped };
    assert.equal(await harness.partnerBots.editSettings(edits), true);
    const [written] = await harness.runs.listLines(child.bot.botId, null, 1);
    assert.equal(written?.message, 'not taken');
    assert.deepEqual((await found(harness, child.bot)).bot.brain.config, { order_size: '10' });
  },
  'a strategy starts with its settings as they are then': async (harness) => {
    const endUser = await storedEndUser(harness, await storedPartner(harness));
    const root = await storedPartnerBot(harness, endUser);
    await harness.partnerBots.editSettings(editsOf(root, []));
    await startBot(harness, root);
    const loaded = await harness.store.findLoadedBrain(root.bot.botId);
    assert.deepEqual(loaded, { ...root.bot.brain, config: { order_size: '20' } });
  },
  'what positions and orders came to is retained, by activation, newest position first': async (
    harness,
  ) => {
    const endUser = await storedEndUser(harness, await storedPartner(harness));
    const root = await storedPartnerBot(harness, endUser);
    await startBot(harness, root);
    const { botId } = root.bot;
    const owner = sampleId('owner');
    const { leases } = await harness.runs.renewLeases(owner, 60_000);
    const listed = await harness.runs.listRunnableBots(ALL_SHARDS);
    const runnable = present(
      listed.find(({ bot }) => bot.botId === botId),
      'it runs',
    );
    const lease = present(
      leases.find(({ shard }) => shard === runnable.shard),
      'nobody else holds the shard',
    );
    const fence = { ...lease, owner };
    const record = recordOf(runnable.bot);
    await harness.runs.insertRun(fence, record);
    const closedPositions = ['p1', 'p2'].map((positionId) => ({ positionId, position: '{}' }));
    const filledOrders = [
      { positionId: 'p1', orderId: 'ord_1', filled: '{"a":1}' },
      { positionId: 'p2', orderId: 'ord_2', filled: '{"a":2}' },
    ];
    const counted = filledOrders.map((each) => ({ ...each, turnover: NO_TURNOVER }));
    const step = stepAfter(record, { events: ['{}'], closedPositions, filledOrders: counted });
    const [outcome] = await harness.runs.commitSteps([{ fence, step }]);
    assert.equal(outcome?.kind, 'committed');
    await harness.runs.releaseLeases(owner, null);
    const newest = await harness.runs.listClosedPositions(botId, null, 1);
    const last = present(newest[0], 'a position was closed');
    assert.deepEqual([last.positionId, last.activation], ['p2', 1]);
    const earlier = await harness.runs.listClosedPositions(botId, last.sequence, 10);
    assert.deepEqual(
      earlier.map(({ positionId }) => positionId),
      ['p1'],
    );
    const filled = await harness.runs.listFilledOrders(botId, 1, 'p1', 10);
    assert.deepEqual(filled, [filledOrders[0]]);
    assert.deepEqual(await harness.runs.listFilledOrders(botId, 2, 'p1', 10), []);
    const within = (activation: number, fromMs: number, toMs: number, limit = 10) =>
      harness.runs.listOrdersFilledWithin({ botId, activation }, { fromMs, toMs }, limit);
    assert.deepEqual(await within(1, step.atMs, step.atMs + 1), filledOrders);
    assert.deepEqual(await within(1, step.atMs, step.atMs + 1, 1), [filledOrders[0]]);
    assert.deepEqual(await within(1, step.atMs + 1, step.atMs + 2), []);
    assert.deepEqual(await within(1, step.atMs - 1, step.atMs), []);
    assert.deepEqual(await within(2, step.atMs, step.atMs + 1), []);
  },
  'a deleted master leaves its followers running, and following none': async (harness) => {
    const endUser = await storedEndUser(harness, await storedPartner(harness));
    const root = await storedPartnerBot(harness, endUser);
    const child = await storedPartnerBot(harness, endUser, { source: copyOf(root, true) });
    await startBot(harness, root);
    await startBot(harness, child);
    const { userId, botId } = root.bot;
    assert.equal(await harness.partnerBots.deletePartnerBot('usr_none', botId, NOW_MS), false);
    assert.equal(await harness.partnerBots.deletePartnerBot(userId, botId, NOW_MS), true);
    assert.equal(await harness.partnerBots.deletePartnerBot(userId, botId, NOW_MS), false);
    assert.equal(await harness.partnerBots.findPartnerBot(userId, botId), null);
    assert.equal((await harness.store.findBot(userId, botId))?.isActivated, false);
    const left = await found(harness, child.bot);
    assert.deepEqual([left.masterBotId, left.bot.isActivated], [null, true]);
  },
};

const CASES = {
  bots: BOT_CASES,
  restarts: RESTART_CASES,
  signals: SIGNAL_CASES,
  usage: USAGE_CASES,
};

/** Declares the tests; `open` is called once. */
export function partnerBotStoreContract(open: () => Promise<PartnerHarness>): void {
  declareSuites(CASES, open, (harness) => harness);
}
