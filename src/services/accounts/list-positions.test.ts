// Whose an account's positions are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { sampleCaller } from '#ports/stores/store.fixture.ts';
import type { BotWorld } from '#services/live/runner/bot-harness.fixture.ts';
import { botWorld } from '#services/live/runner/bot-harness.fixture.ts';
import { listPositions } from '#services/accounts/list-positions.ts';
import { PLAIN_TERMS } from '#domain/order/order-terms.ts';

const STOPPED_AT_MS = 1_800_000_000_000;

const HOLD = `
  if GetPositionAmount() == 0 then
    PlaceGoLongOrder(CurrentPrice().close, 0.01, {type = MarketOrderType})
  end`;

async function ownersOf(world: BotWorld): Promise<readonly (string | null)[]> {
  const { userId, accountId } = world.futures;
  const caller = sampleCaller(userId);
  const query = { caller, accountId };
  const listed = await listPositions({ ...world.deps, botRuns: world.runs }, query);
  assert.ok(listed.ok);
  return listed.value.map(({ botId }) => botId);
}

async function startHolder(world: BotWorld) {
  const { accountId } = world.futures;
  return world.start(HOLD, { accountId, marketTag: 'SIM_BTC_USDT_PERP' });
}

async function tradeByHand(world: BotWorld): Promise<void> {
  const answer = await world.sim.exchange.placeOrder(world.futures, {
    clientOrderId: world.sim.newClientOrderId(),
    marketTag: 'SIM_BTC_USDT_PERP',
    side: 'buy',
    type: 'market',
    price: decimal('0'),
    amount: decimal('0.005'),
    terms: PLAIN_TERMS,
    decidedAtMs: world.sim.nowMs(),
  });
  assert.ok(answer.ok);
}

test('a position that one bot holds is its own, also when the bot was stopped', async () => {
  const world = await botWorld();
  const bot = await startHolder(world);
  await world.passMinutes(2, [world.runner()]);
  assert.deepEqual(await ownersOf(world), [bot.botId]);
  await world.store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
  assert.deepEqual(await ownersOf(world), [bot.botId]);
});

test('a position that was traded by hand, in part or whole, names no bot', async () => {
  const world = await botWorld();
  await tradeByHand(world);
  assert.deepEqual(await ownersOf(world), [null]);
  await startHolder(world);
  await world.passMinutes(2, [world.runner()]);
  assert.deepEqual(await ownersOf(world), [null]);
});

test('a position that several bots hold together names none', async () => {
  const world = await botWorld();
  await startHolder(world);
  await startHolder(world);
  await world.passMinutes(2, [world.runner()]);
  assert.deepEqual(await ownersOf(world), [null]);
});
