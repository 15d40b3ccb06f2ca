// Contract of every inbox of bots, together with the store of runs: what was sent to a bot that
// runs is taken in once, by the step that says so, or waits.

import assert from 'node:assert/strict';
import type { BotInput } from '#ports/stores/bot-inbox.ts';
import { SILENT_SIGNAL, UNREAD_INPUT, unreadSignalText } from '#ports/stores/bot-inbox.ts';
import type { BotRunHarness } from '#ports/stores/bot-run.fixture.ts';
import { lostCompletion, sampleClaim } from '#ports/stores/store.fixture.ts';
import {
  ALL_SHARDS,
  begun,
  commitStep,
  fenceFor,
  newOwner,
  recordOf,
  start,
  startedBot,
  stepAfter,
} from '#ports/stores/bot-run.fixture.ts';

const STOPPED_AT_MS = 1_800_000_000_000;

type Case = (harness: BotRunHarness) => Promise<void>;

const MOST = 10_000;

const EDITED: BotInput = { kind: 'edited', config: '{"grid_count":5}' };

function signal(action: string): BotInput {
  return {
    kind: 'signal',
    name: 'trend',
    action,
    signalAtMs: 7,
    payload: { price: [1, 'a', null] },
  };
}

async function waitingFor({ inbox }: BotRunHarness, botId: string) {
  const waiting = await inbox.listWaiting(ALL_SHARDS, MOST);
  return waiting.filter((each) => each.botId === botId);
}

export const INBOX: { readonly [statement: string]: Case } = {
  'what is sent to a running bot waits for it, in order': async (harness) => {
    const { bot, inbox } = await begun(harness);
    const { botId, activation } = bot;
    const inputs = [signal('buy'), EDITED];
    const deliveries = inputs.map((input) => ({ botId, input }));
    assert.deepEqual(await inbox.send(deliveries, 9, null), [botId]);
    assert.deepEqual(await inbox.send([{ botId, input: signal('sell') }], 10, null), [botId]);
    const waiting = await waitingFor(harness, botId);
    const expected = [...inputs, signal('sell')];
    assert.deepEqual(
      waiting.map(({ input }) => input),
      expected,
    );
    assert.deepEqual(
      waiting.map((each) => [each.activation, each.receivedAtMs]),
      [9, 9, 10].map((atMs) => [activation, atMs]),
    );
    const sequences = waiting.map(({ sequence }) => sequence);
    assert.deepEqual(
      sequences,
      sequences.toSorted((left, right) => left - right),
    );
    assert.equal(new Set(sequences).size, expected.length);
  },
  'each of several bots gets its own': async (harness) => {
    const [one, two] = [await startedBot(harness), await startedBot(harness)];
    const deliveries = [one, two].map(({ botId }) => ({ botId, input: signal(botId) }));
    const got = await harness.inbox.send(deliveries, 1, null);
    assert.deepEqual(got.toSorted(), [one.botId, two.botId].toSorted());
    for (const { botId } of [one, two])
      assert.deepEqual(
        (await waitingFor(harness, botId)).map(({ input }) => input),
        [signal(botId)],
      );
  },
  'a bot that does not run gets nothing, nor does one that is not there': async (harness) => {
    const { bot, store, inbox } = await begun(harness);
    await store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    const deliveries = [bot.botId, 'bot_none'].map((botId) => ({ botId, input: EDITED }));
    assert.deepEqual(await inbox.send(deliveries, 1, null), []);
    assert.deepEqual(await waitingFor(harness, bot.botId), []);
  },
  'who does not hold the shard is shown nothing, and no more than is requested': async (
    harness,
  ) => {
    const { bot, fence, inbox } = await begun(harness);
    const delivery = { botId: bot.botId, input: EDITED };
    await inbox.send([delivery, delivery, delivery], 1, null);
    const others = ALL_SHARDS.filter((shard) => shard !== fence.shard);
    const foreign = await inbox.listWaiting(others, MOST);
    assert.ok(foreign.every(({ botId }) => botId !== bot.botId));
    assert.equal((await inbox.listWaiting([fence.shard], 2)).length, 2);
  },
  'what is known is not shown again': async (harness) => {
    const { bot, fence, inbox } = await begun(harness);
    const delivery = { botId: bot.botId, input: EDITED };
    await inbox.send([delivery, delivery, delivery], 1, null);
    const [first, second, third] = await waitingFor(harness, bot.botId);
    const known = [first?.sequence ?? 0, third?.sequence ?? 0];
    const waiting = await inbox.listWaiting([fence.shard], MOST, known);
    const own = waiting.filter(({ botId }) => botId === bot.botId);
    assert.deepEqual(own, [second]);
  },
  'a step takes inputs in, once': async (harness) => {
    const { runs, bot, fence, record, inbox } = await begun(harness);
    const delivery = { botId: bot.botId, input: signal('buy') };
    await inbox.send([delivery, delivery], 1, null);
    const [first, second] = await waitingFor(harness, bot.botId);
    const taken = [first?.sequence ?? 0];
    const step = stepAfter(record, { events: ['{}'], taken });
    assert.equal((await commitStep(runs, fence, step)).kind, 'committed');
    assert.deepEqual(await waitingFor(harness, bot.botId), [second]);
    // The same input again, in a step that would follow.
    const again = stepAfter(step.record, { events: ['{}'], taken });
    assert.deepEqual(await commitStep(runs, fence, again), { kind: 'stale' });
    assert.equal((await runs.listEvents(bot.botId, 1)).length, 1);
  },
  'a step that is refused takes nothing in': async (harness) => {
    const { runs, bot, owner, fence, record, inbox } = await begun(harness);
    await inbox.send([{ botId: bot.botId, input: EDITED }], 1, null);
    const waiting = await waitingFor(harness, bot.botId);
    const taken = waiting.map(({ sequence }) => sequence);
    await runs.releaseLeases(owner, null);
    await fenceFor(harness, bot, newOwner());
    const step = stepAfter(record, { events: ['{}'], taken });
    assert.deepEqual(await commitStep(runs, fence, step), { kind: 'stale' });
    assert.deepEqual(await waitingFor(harness, bot.botId), waiting);
  },
  'a later activation does not get what an earlier one left': async (harness) => {
    const { bot, store, inbox } = await begun(harness);
    await inbox.send([{ botId: bot.botId, input: EDITED }], 1, null);
    await store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    assert.deepEqual(await waitingFor(harness, bot.botId), []);
    await start(store, bot);
    assert.deepEqual(await waitingFor(harness, bot.botId), []);
  },
  'a signal that waits for a run that has ended is taken out, and said to be unheard, once': async (
    harness,
  ) => {
    const { bot, store, runs, inbox, fence } = await begun(harness);
    const { userId, botId } = bot;
    await inbox.send([{ botId, input: signal('buy') }], 1, null);
    await inbox.endUnread(ALL_SHARDS, 2, MOST);
    assert.equal((await waitingFor(harness, botId)).length, 1);
    await store.deactivateBot(userId, botId, STOPPED_AT_MS);
    await start(store, bot);
    await runs.insertRun(fence, recordOf({ ...bot, activation: 2 }));
    for (let count = 0; count < 2; count += 1) {
      await inbox.endUnread(ALL_SHARDS, STOPPED_AT_MS + 1, MOST);
      const said = (await runs.listLines(botId, null, 9)).map(({ message }) => message);
      assert.deepEqual(said, [unreadSignalText('trend', 'buy')]);
    }
    assert.deepEqual(await waitingFor(harness, botId), []);
  },
  'settings and pauses that wait for a run that has ended are taken out, and said in its log':
    async (harness) => {
      const { bot, store, runs, inbox, fence } = await begun(harness);
      const { userId, botId } = bot;
      const paused = { kind: 'switched', isPaused: true } as const;
      const inputs = [EDITED, paused, { ...paused, isPaused: false }];
      const deliveries = inputs.map((input) => ({ botId, input }));
      await inbox.send(deliveries, 1, null);
      await store.deactivateBot(userId, botId, STOPPED_AT_MS);
      await start(store, bot);
      await runs.insertRun(fence, recordOf({ ...bot, activation: 2 }));
      const { edited, ...switched } = UNREAD_INPUT;
      for (let count = 0; count < 2; count += 1) {
        await inbox.endUnread(ALL_SHARDS, STOPPED_AT_MS + 1, MOST);
        const said = (await runs.listLines(botId, null, 9)).map(({ message }) => message);
        assert.deepEqual(said.toReversed(), [edited, switched.paused, switched.resumed]);
      }
    },
  'a signal that a run took in without a word is said to be unheard when it has ended': async (
    harness,
  ) => {
    const { bot, store, runs, inbox, fence, record } = await begun(harness);
    const { userId, botId } = bot;
    const inputs = [signal('buy'), signal('sell'), EDITED];
    const deliveries = inputs.map((input) => ({ botId, input }));
    await inbox.send(deliveries, 1, null);
    const taken = (await waitingFor(harness, botId)).map(({ sequence }) => sequence);
    const heard = { reception: 'heard', orderIds: [], messages: ['enters'] } as const;
    const signals = [{ sequence: taken[1] ?? 0, ...heard }];
    const step = stepAfter(record, { atMs: 6, events: ['{}'], taken, signals });
    const quiet = { ...step, record: { ...step.record, openCount: 0 } };
    assert.equal((await commitStep(runs, fence, quiet)).kind, 'committed');
    const said = async () => (await runs.listLines(botId, null, 9)).map(({ message }) => message);
    await inbox.endUnread(ALL_SHARDS, 2, MOST);
    assert.deepEqual(await said(), []);
    await store.deactivateBot(userId, botId, STOPPED_AT_MS);
    for (let count = 0; count < 2; count += 1) {
      await inbox.endUnread(ALL_SHARDS, STOPPED_AT_MS + 1, MOST);
      assert.deepEqual(await said(), [SILENT_SIGNAL]);
    }
  },
  'a request that reaches no bot is not completed': async (harness) => {
    const { bot, store, inbox } = await begun(harness);
    await store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    const claim = sampleClaim();
    await store.claim(claim);
    const { recordId, ownerId } = claim;
    const delivery = { botId: bot.botId, input: EDITED };
    const completion = { recordId, ownerId, outcome: new Uint8Array([1]) };
    assert.deepEqual(await inbox.send([delivery], 1, completion), []);
    const again = await store.claim({ ...claim, ownerId: 'own_2' });
    assert.equal(again.kind, 'in_progress');
  },
  'a request that was taken over sends nothing': async (harness) => {
    const { bot, store, inbox } = await begun(harness);
    const delivery = { botId: bot.botId, input: EDITED };
    const sending = inbox.send([delivery], 1, await lostCompletion(store));
    await assert.rejects(sending, { code: 'conflict' });
    assert.deepEqual(await waitingFor(harness, bot.botId), []);
  },
  'a request is completed with what it sent': async (harness) => {
    const { bot, store, inbox } = await begun(harness);
    const request = {
      claimantId: 'key_1',
      idempotencyKey: bot.botId,
      fingerprint: new Uint8Array([1]),
      recordId: `rec_${bot.botId}`,
      ownerId: 'own_1',
      nowMs: 1,
      lockMs: 1_000,
      keepMs: 1_000,
    };
    await store.claim(request);
    const { recordId, ownerId } = request;
    const outcome = new Uint8Array([1, 2]);
    const delivery = { botId: bot.botId, input: EDITED };
    await inbox.send([delivery], 1, { recordId, ownerId, outcome });
    const claim = await store.claim({ ...request, ownerId: 'own_2' });
    assert.equal(claim.kind, 'completed');
  },
};
