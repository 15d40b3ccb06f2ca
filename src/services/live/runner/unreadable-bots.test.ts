// A bot whose row cannot be read is stopped with the reason, once; the others run.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import { shardOf } from '#adapters/memory/memory-bot-run-store.ts';
import { botHarness, EACH_MINUTE, IDLE } from '#services/live/runner/bot-harness.fixture.ts';

test('a bot that cannot be read is stopped, and the others run', async () => {
  const harness = await botHarness();
  const healthy = await harness.start(EACH_MINUTE);
  const damaged = await harness.start(IDLE);
  const { botId } = damaged;
  const refusals: string[] = [];
  const runs: BotRunStore = {
    ...harness.runs,
    async listRunnableBots(shards, onUnreadable) {
      const listed = await harness.runs.listRunnableBots(shards);
      const found = listed.find(({ bot }) => bot.botId === botId)?.bot;
      const cause = 'the stored number "undefined" is a decimal';
      if (found !== undefined && onUnreadable !== undefined) {
        const { activation, isActivated } = found;
        onUnreadable({ botId, activation, shard: shardOf(botId), isActivated, cause });
      }
      return listed.filter(({ bot }) => bot.botId !== botId);
    },
    async refuseRun(fence, refusal) {
      refusals.push(refusal.botId);
      return harness.runs.refuseRun(fence, refusal);
    },
  };
  const runner = harness.runner({ runs });
  await harness.passMinutes(4, [runner]);
  const now = await harness.find(damaged);
  assert.equal(now.isActivated, false);
  assert.match(now.stopReason ?? '', /cannot be read/);
  assert.deepEqual(refusals, [botId]);
  assert.equal((await harness.ordersOf(healthy)).length, 4);
});
