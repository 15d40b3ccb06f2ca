// Contract of every store of signals: running bots that listen get one, nobody else does, and what
// became of it can be read.

import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { BotRunRecord, StepSignal } from '#ports/stores/bot-run-store.ts';
import { UNREAD_SIGNAL, unreadSignalText } from '#ports/stores/bot-inbox.ts';
import { ALL_SHARDS, recordOf, stepAfter } from '#ports/stores/bot-run.fixture.ts';
import type { PartnerBot } from '#ports/stores/partner-bot-store.ts';
import type { PartnerHarness } from '#ports/stores/partner-bot.fixture.ts';
import {
  NOW_MS,
  startBot,
  storedEndUser,
  storedPartner,
  storedPartnerBot,
} from '#ports/stores/partner-bot.fixture.ts';
import { lostCompletion, sampleClaim, sampleId, sampleOrder } from '#ports/stores/store.fixture.ts';

type Case = (harness: PartnerHarness) => Promise<void>;

const byText = (left: unknown, right: unknown) =>
  JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;

function signal(partnerId: string, changes: { readonly endUserId?: string | null } = {}) {
  const base = { partnerId, endUserId: null, token: 'trend', action: 'buy', atMs: NOW_MS };
  return { ...base, completion: null, ...changes };
}

async function runningBot(harness: PartnerHarness, partnerId: string): Promise<PartnerBot> {
  const bot = await storedPartnerBot(harness, await storedEndUser(harness, partnerId));
  await startBot(harness, bot);
  return bot;
}

type Taking = {
  readonly later?: readonly Omit<StepSignal, 'sequence'>[];
  readonly reception?: 'heard' | 'unheard';
  /** Of the step before; null: the run begins. */
  readonly from?: BotRunRecord | null;
  readonly atMs?: number;
};

/** The run of a bot takes in what waits, and asks for an order; later steps follow the first. */
async function takeIn(
  { runs, store, inbox }: PartnerHarness,
  { bot }: PartnerBot,
  { later = [], reception = 'heard', from = null, ...at }: Taking = {},
): Promise<{ readonly orderId: string; readonly record: BotRunRecord }> {
  const owner = sampleId('owner');
  const { leases } = await runs.renewLeases(owner, 60_000);
  const listed = await runs.listRunnableBots(ALL_SHARDS);
  const { shard } = present(
    listed.find((each) => each.bot.botId === bot.botId),
    'the bot runs',
  );
  const lease = present(
    leases.find((each) => each.shard === shard),
    'nobody else holds the shard',
  );
  const fence = { ...lease, owner };
  const stored = present(await store.findBot(bot.userId, bot.botId), 'the bot is there');
  const record = from ?? recordOf(stored);
  if (from === null) await runs.insertRun(fence, record);
  const waiting = await inbox.listWaiting([shard], 10_000);
  const own = waiting.filter(({ botId }) => botId === bot.botId);
  const order = sampleOrder(bot.accountId, { botId: bot.botId });
  const line = { atMs: NOW_MS, severity: 'info', message: 'buy: enters long' };
  const taken = own.map(({ sequence }) => sequence);
  const orderIds = [order.orderId];
  const effect = { reception, orderIds, messages: [line.message] } as const;
  const signals = taken.map((sequence) => ({ sequence, ...effect }));
  const changes = { events: ['{}'], taken, signals, orders: [order], lines: [line] };
  const step = stepAfter(record, { ...changes, ...at });
  const [outcome] = await runs.commitSteps([{ fence, step }]);
  assert.equal(outcome?.kind, 'committed');
  let { record: written } = step;
  for (const effect of later) {
    const signals = [{ sequence: present(taken[0], 'it took one'), ...effect }];
    const next = stepAfter(written, { signals });
    assert.equal((await runs.commitSteps([{ fence, step: next }]))[0]?.kind, 'committed');
    written = next.record;
  }
  await runs.releaseLeases(owner, null);
  return { orderId: order.orderId, record: written };
}

/** Events of signals that nobody heard, oldest first. */
async function unheardOf({ events }: PartnerHarness, userId: string) {
  while ((await events.numberEvents(1_000)) > 0);
  const query = { userId, after: 0, types: ['signal.unheard'], limit: 100 } as const;
  const page = await events.readEvents(query);
  return page.events.flatMap((event) => (event.type === 'signal.unheard' ? [event] : []));
}

export const SIGNAL_CASES: { readonly [statement: string]: Case } = {
  'running bots of the partner that listen get it': async (harness) => {
    const [partnerId, foreignId] = [await storedPartner(harness), await storedPartner(harness)];
    const listening = await runningBot(harness, partnerId);
    await storedPartnerBot(harness, await storedEndUser(harness, partnerId));
    await runningBot(harness, foreignId);
    assert.equal(await harness.signals.sendSignal(signal(partnerId)), 1);
    const waiting = await harness.inbox.listWaiting(ALL_SHARDS, 10_000);
    const { botId } = listening.bot;
    assert.deepEqual(
      waiting.filter((each) => each.botId === botId).map(({ input }) => input),
      [{ kind: 'signal', name: 'trend', action: 'buy', signalAtMs: NOW_MS, payload: null }],
    );
  },
  'one that nobody listens to is noted all the same': async (harness) => {
    const partnerId = await storedPartner(harness);
    assert.equal(await harness.signals.sendSignal(signal(partnerId)), 0);
    const reach = { partnerId, endUserId: null };
    const listed = await harness.signals.listSignals(reach, 'trend', 0, null, 10);
    assert.deepEqual(
      listed.map(({ action, receivedAtMs, effects }) => [action, receivedAtMs, effects]),
      [['buy', NOW_MS, []]],
    );
    assert.deepEqual(await harness.signals.listSignals(reach, 'other', 0, null, 10), []);
    assert.deepEqual(await harness.signals.listSignals(reach, 'trend', NOW_MS + 1, null, 10), []);
  },
  'that no bot gets one is an event of the partner': async (harness) => {
    const [partnerId, otherId] = [await storedPartner(harness), await storedPartner(harness)];
    await runningBot(harness, otherId);
    await storedPartnerBot(harness, await storedEndUser(harness, partnerId));
    await harness.signals.sendSignal(signal(partnerId));
    await harness.signals.sendSignal(signal(otherId));
    assert.deepEqual(await unheardOf(harness, otherId), []);
    assert.deepEqual(
      (await unheardOf(harness, partnerId)).map(({ objectId, data }) => ({ objectId, ...data })),
      [
        {
          objectId: 'trend',
          botId: null,
          signalId: null,
          signalToken: 'trend',
          reason: 'No running bot got the signal "trend" (buy).',
          signalsCount: 1,
        },
      ],
    );
  },
  'a flood that no bot gets is one event a minute of its token, which counts them': async (
    harness,
  ) => {
    const [partnerId, otherId] = [await storedPartner(harness), await storedPartner(harness)];
    const flood = (ofPartner: string, token: string, atMs: readonly number[]) =>
      Promise.all(
        atMs.map((ms) =>
          harness.signals.sendSignal({ ...signal(ofPartner), token, atMs: NOW_MS + ms }),
        ),
      );
    await flood(partnerId, 'trend', [0]);
    await flood(partnerId, 'trend', [10, 20, 30, 59_999]);
    await flood(partnerId, 'other', [40]);
    await flood(otherId, 'trend', [50]);
    await flood(partnerId, 'trend', [60_000]);
    await flood(partnerId, 'trend', [60_001, 119_000]);
    await flood(partnerId, 'trend', [600_000, 600_001]);
    const counted = (await unheardOf(harness, partnerId)).map(({ objectId, data }) => {
      return [objectId, data.signalsCount];
    });
    assert.deepEqual(counted.slice(0, 3), [
      ['trend', 1],
      ['other', 1],
      ['trend', 5],
    ]);
    // The last two may have come as one group.
    const [, last] = counted.slice(3)[0] ?? [];
    assert.equal(counted.length, 4);
    assert(last === 3 || last === 4);
    assert.equal((await unheardOf(harness, otherId)).length, 1);
    const reach = { partnerId, endUserId: null };
    const listed = await harness.signals.listSignals(reach, 'trend', 0, null, 100);
    assert.equal(listed.length, 10);
  },
  'a flood that a bot does not listen to is one event a minute of its bot': async (harness) => {
    const partnerId = await storedPartner(harness);
    const bot = await runningBot(harness, partnerId);
    const { userId } = bot.bot;
    let from: BotRunRecord | null = null;
    for (const ms of [0, 20_000, 59_999, 60_000]) {
      const atMs = NOW_MS + ms;
      await harness.signals.sendSignal({ ...signal(partnerId), atMs });
      const taken = await takeIn(harness, bot, { reception: 'unheard', from, atMs });
      from = taken.record;
    }
    assert.deepEqual(
      (await unheardOf(harness, userId)).map(({ objectId, data }) => [objectId, data.signalsCount]),
      [
        [bot.bot.botId, 1],
        [bot.bot.botId, 3],
      ],
    );
  },
  'one whose bot is stopped before it reads it does not wait for ever': async (harness) => {
    const partnerId = await storedPartner(harness);
    const partnerBot = await runningBot(harness, partnerId);
    await harness.signals.sendSignal(signal(partnerId));
    const reach = { partnerId, endUserId: null };
    const known = async () =>
      (await harness.signals.listSignals(reach, 'trend', 0, null, 10)).flatMap(({ effects }) =>
        effects.map(({ reception, messages }) => ({ reception, messages })),
      );
    assert.deepEqual(await known(), [{ reception: null, messages: [] }]);
    const { userId, botId } = partnerBot.bot;
    await harness.store.deactivateBot(userId, botId, NOW_MS + 1);
    const unread = [{ reception: 'unheard', messages: [UNREAD_SIGNAL] }];
    assert.deepEqual(await known(), unread);
    // A new run does not read what was sent to the one before.
    await startBot(harness, partnerBot, NOW_MS + 2);
    assert.deepEqual(await known(), unread);
    await harness.inbox.endUnread(ALL_SHARDS, NOW_MS + 3, 10_000);
    const reason = unreadSignalText('trend', 'buy');
    assert.deepEqual(await known(), [{ reception: 'unheard', messages: [reason] }]);
    assert.deepEqual(
      (await unheardOf(harness, userId)).map(({ objectId, data }) => [objectId, data.reason]),
      [[botId, reason]],
    );
  },
  'one for an end user reaches its bots alone, and is shown to nobody else': async (harness) => {
    const partnerId = await storedPartner(harness);
    const [one, other] = [
      await runningBot(harness, partnerId),
      await runningBot(harness, partnerId),
    ];
    const { userId } = one.bot;
    const restricted = signal(partnerId, { endUserId: userId });
    assert.equal(await harness.signals.sendSignal(restricted), 1);
    assert.equal(await harness.signals.sendSignal(signal(partnerId)), 2);
    const seenBy = async (endUserId: string | null) => {
      const reach = { partnerId, endUserId };
      const listed = await harness.signals.listSignals(reach, 'trend', 0, null, 10);
      return listed.map(({ effects }) => effects.map((effect) => effect.userId).toSorted());
    };
    const both = [userId, other.bot.userId].toSorted();
    assert.deepEqual(await seenBy(null), [both, [userId]]);
    assert.deepEqual(await seenBy(userId), [[userId], [userId]]);
    assert.deepEqual(await seenBy(other.bot.userId), [[other.bot.userId]]);
  },
  'of many at once each reaches its bots, and is shown with them': async (harness) => {
    const [partnerId, otherId] = [await storedPartner(harness), await storedPartner(harness)];
    const [one, two] = [await runningBot(harness, partnerId), await runningBot(harness, partnerId)];
    const foreign = await runningBot(harness, otherId);
    const sent = [
      signal(partnerId),
      signal(otherId),
      signal(partnerId, { endUserId: two.bot.userId }),
      { ...signal(partnerId), token: 'other' },
      { ...signal(partnerId), action: 'sell "all"' },
    ];
    const counts = await Promise.all(sent.map((each) => harness.signals.sendSignal(each)));
    assert.deepEqual(counts, [2, 1, 1, 0, 2]);
    const listed = await harness.signals.listSignals(
      { partnerId, endUserId: null },
      'trend',
      0,
      null,
      10,
    );
    const shown = listed.map(({ action, effects }) => [
      action,
      effects.map(({ botId }) => botId).toSorted(),
    ]);
    const both = [one.bot.botId, two.bot.botId].toSorted();
    const wanted = [
      ['buy', both],
      ['buy', [two.bot.botId]],
      ['sell "all"', both],
    ];
    assert.deepEqual(shown.toSorted(byText), wanted.toSorted(byText));
    const waiting = await harness.inbox.listWaiting(ALL_SHARDS, 10_000);
    const countOf = (id: string) => waiting.filter(({ botId }) => botId === id).length;
    const ids = [one, two, foreign].map(({ bot }) => bot.botId);
    assert.deepEqual(ids.map(countOf), [2, 3, 1]);
  },
  'no more than so many wait for a bot, however many come at once': async (harness) => {
    const partnerId = await storedPartner(harness);
    await runningBot(harness, partnerId);
    const most = LIMITS.botInboxItemsMax;
    const sent = Array.from({ length: 4 * most }, () => signal(partnerId));
    const counts = await Promise.all(sent.map((each) => harness.signals.sendSignal(each)));
    const taken = counts.filter((count) => count === 1).length;
    assert.equal(taken, most);
    assert.equal(await harness.signals.sendSignal(signal(partnerId)), 0);
  },
  'what a bot did with it is shown: its orders and what it wrote': async (harness) => {
    const partnerId = await storedPartner(harness);
    const bot = await runningBot(harness, partnerId);
    await harness.signals.sendSignal(signal(partnerId));
    const reach = { partnerId, endUserId: null };
    const before = await harness.signals.listSignals(reach, 'trend', 0, null, 1);
    const { botId, userId } = bot.bot;
    const signalId = present(before[0]?.effects[0], 'the bot got it').signalId;
    assert.match(signalId, /^[1-9]\d*$/);
    const effect = { signalId, botId, userId };
    assert.deepEqual(before[0]?.effects, [
      { ...effect, takenAtMs: null, reception: null, orderIds: [], messages: [] },
    ]);
    // A later step says what followed, and what it says nothing of stays.
    const followed = { reception: null, orderIds: ['ord_later'], messages: ['bought'] };
    const { orderId } = await takeIn(harness, bot, { later: [followed] });
    const listed = await harness.signals.listSignals(reach, 'trend', 0, null, 1);
    const orderIds = [orderId, 'ord_later'];
    const messages = ['buy: enters long', 'bought'];
    assert.deepEqual(listed[0]?.effects, [
      { ...effect, takenAtMs: 3, reception: 'heard', orderIds, messages },
    ]);
  },
  'signals are listed newest first, in pages, and forgotten': async (harness) => {
    const partnerId = await storedPartner(harness);
    for (const atMs of [10, 20, 30])
      await harness.signals.sendSignal({ ...signal(partnerId), atMs });
    const reach = { partnerId, endUserId: null };
    const page = async (before: number | null) =>
      harness.signals.listSignals(reach, 'trend', 0, before, 2);
    const first = await page(null);
    assert.deepEqual(
      first.map(({ receivedAtMs }) => receivedAtMs),
      [30, 20],
    );
    const second = await page(first[1]?.sequence ?? 0);
    assert.deepEqual(
      second.map(({ receivedAtMs }) => receivedAtMs),
      [10],
    );
    assert((await harness.signals.purgeSignals(25, 100)) >= 2);
    assert.equal((await page(null)).length, 1);
  },
  'those of all tokens are listed by when they came, in pages, to the partner alone': async (
    harness,
  ) => {
    const [partnerId, foreignId] = [await storedPartner(harness), await storedPartner(harness)];
    const { userId } = await storedEndUser(harness, partnerId);
    await harness.signals.sendSignal(signal(foreignId));
    for (const [token, atMs, endUserId] of [
      ['one', 10, null],
      ['two', 30, userId],
      ['one', 20, null],
    ] as const)
      await harness.signals.sendSignal({ ...signal(partnerId), token, atMs, endUserId });
    const reach = { partnerId, endUserId: null };
    const page = async (before: number | null, of: string | null = null) =>
      harness.signals.listSignals({ ...reach, endUserId: of }, null, 10, before, 2);
    const seen = (signals: Awaited<ReturnType<typeof page>>) =>
      signals.map(({ token, receivedAtMs }) => [token, receivedAtMs]);
    const first = await page(null);
    assert.deepEqual(seen(first), [
      ['two', 30],
      ['one', 20],
    ]);
    assert.deepEqual(seen(await page(first[1]?.sequence ?? 0)), [['one', 10]]);
    const other = await storedEndUser(harness, partnerId);
    assert.deepEqual(seen(await page(null, other.userId)), [
      ['one', 20],
      ['one', 10],
    ]);
  },
  'a request that was taken over sends nothing': async (harness) => {
    const partnerId = await storedPartner(harness);
    await runningBot(harness, partnerId);
    const completion = await lostCompletion(harness.store);
    const sending = harness.signals.sendSignal({ ...signal(partnerId), completion });
    await assert.rejects(sending, { code: 'conflict' });
    const reach = { partnerId, endUserId: null };
    assert.deepEqual(await harness.signals.listSignals(reach, 'trend', 0, null, 10), []);
  },
  'a request is completed with what it sent': async (harness) => {
    const partnerId = await storedPartner(harness);
    const claim = sampleClaim();
    await harness.store.claim(claim);
    const { recordId, ownerId } = claim;
    const completion = { recordId, ownerId, outcome: new Uint8Array([1]) };
    await harness.signals.sendSignal({ ...signal(partnerId), completion });
    assert.equal((await harness.store.claim(claim)).kind, 'completed');
  },
};
