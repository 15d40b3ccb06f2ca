// Owners of an account's positions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { sampleCaller } from '#ports/stores/store.fixture.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { listPositions } from '#services/accounts/list-positions.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';

const STOPPED_AT_MS = 1_800_000_000_000;

const HOLD = `
  if GetPositionAmount() == 0 then
    PlaceGoLongOrder(CurrentPrice().close, 0.01, {type = MarketOrderType})
  end`;

async function ownersOf(harness: BotHarness): Promise<readonly (string | null)[]> {
  const { userId, accountId } = harness.futures;
  const caller = sampleCaller(userId);
  const query = { caller, accountId };
  const listed = await listPositions({ ...harness.deps, botRuns: harness.runs }, query);
  assert.ok(listed.ok);
  return listed.value.positions.map(({ botId }) => botId);
}

async function startHolder(harness: BotHarness) {
  const { accountId } = harness.futures;
  return harness.start(HOLD, { accountId, marketTag: 'SIM_BTC_USDT_PERP' });
}

async function tradeByHand(harness: BotHarness): Promise<void> {
  const response = await harness.sim.exchange.placeOrder(harness.futures, {
    clientOrderId: harness.sim.newClientOrderId(),
    marketTag: 'SIM_BTC_USDT_PERP',
    side: 'buy',
    type: 'market',
    price: decimal('0'),
    amount: decimal('0.005'),
    terms: PLAIN_TERMS,
    decidedAtMs: harness.sim.nowMs(),
    sendByMs: Number.MAX_SAFE_INTEGER,
  });
  assert.ok(response.ok);
}

test('a position that one bot holds is its own, also when the bot was stopped', async () => {
  const harness = await botHarness();
  const bot = await startHolder(harness);
  await harness.passMinutes(2, [harness.runner()]);
  assert.deepEqual(await ownersOf(harness), [bot.botId]);
  await harness.store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
  assert.deepEqual(await ownersOf(harness), [bot.botId]);
});

test('a position that was traded by hand, in part or whole, names no bot', async () => {
  const harness = await botHarness();
  await tradeByHand(harness);
  assert.deepEqual(await ownersOf(harness), [null]);
  await startHolder(harness);
  await harness.passMinutes(2, [harness.runner()]);
  assert.deepEqual(await ownersOf(harness), [null]);
});

test('a position that several bots hold together names none', async () => {
  const harness = await botHarness();
  await startHolder(harness);
  await startHolder(harness);
  await harness.passMinutes(2, [harness.runner()]);
  assert.deepEqual(await ownersOf(harness), [null]);
});
