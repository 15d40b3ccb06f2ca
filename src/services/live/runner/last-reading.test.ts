// What the exchange books on the position of a bot that is being stopped: its funding is read once
// more, although no order of it is left to follow.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { Exchange, VenueMarginEvent } from '#ports/exchange/exchange.ts';
import { Failure } from '#ports/world/failure.ts';
import type { Order } from '#domain/order/order.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import type { LiveEvent } from '#services/live/state/hosted-run.ts';

const LONG = `
  if Load('requested', false) then return end
  Save('requested', true)
  PlaceGoLongOrder(CurrentPrice().close, 0.01, {type = MarketOrderType})`;

/** An exchange that pays funding when it is asked to, and fails a number of readings. */
async function fundedBot(script = LONG) {
  const harness = await botHarness();
  const { exchange: plain } = harness.sim;
  const payments: VenueMarginEvent[] = [];
  const broken = { readings: 0 };
  let readingsCount = 0;
  const exchange: Exchange = {
    ...plain,
    code: 'sim',
    async fetchMarginEvents(_account, cursor) {
      readingsCount += 1;
      if (broken.readings > 0) {
        broken.readings -= 1;
        throw new Failure('unavailable', 'the exchange is overloaded');
      }
      return { events: payments.slice(Number(cursor ?? 0)), cursor: String(payments.length) };
    },
  };
  const deps = { exchanges: exchangeRegistry([exchange]) };
  const marketTag = 'SIM_BTC_USDT_PERP';
  const bot = await harness.start(script, { accountId: harness.futures.accountId, marketTag });
  const pay = (): void => {
    payments.push({
      kind: 'funding',
      eventId: `f${payments.length}`,
      marketTag,
      direction: 'long',
      amount: decimal('0.01'),
      currency: 'USDT',
      atMs: harness.sim.nowMs(),
      paid: decimal('0.5'),
    });
  };
  const stop = () => harness.store.deactivateBot(bot.userId, bot.botId, harness.sim.nowMs());
  return { harness, bot, deps, pay, stop, broken, readingsCount: () => readingsCount };
}

async function paymentsOf({ runs }: BotHarness, { botId, activation }: Bot): Promise<number> {
  const events = await runs.listEvents(botId, activation);
  return events.filter((text) => (fromStoredForm(text) as LiveEvent).event.kind === 'funded')
    .length;
}

async function isListed({ runs }: BotHarness, bot: Bot): Promise<boolean> {
  const shards = Array.from({ length: 64 }, (_, shard) => shard);
  return (await runs.listRunnableBots(shards)).some((each) => each.bot.botId === bot.botId);
}

test('funding that was paid before a bot was stopped is in its record', async () => {
  const { harness, bot, deps, pay, stop } = await fundedBot();
  const runner = harness.runner(deps);
  await harness.passMinutes(3, [runner]);
  const orders: readonly Order[] = await harness.ordersOf(bot);
  assert.deepEqual(
    orders.map(({ state }) => state),
    ['filled'],
  );
  pay();
  await stop();
  await harness.passMinutes(3, [runner]);
  assert.equal(await paymentsOf(harness, bot), 1);
  assert.equal(await isListed(harness, bot), false);
  assert.equal(runner.figures().runningCount, 0);
});

test('the last reading is made by another process, and again where it fails', async () => {
  const { harness, bot, deps, pay, stop, broken } = await fundedBot();
  await harness.passMinutes(3, [harness.runner(deps)]);
  pay();
  await stop();
  harness.passMs(60_000);
  broken.readings = 2;
  await harness.passMinutes(5, [harness.runner(deps)]);
  assert.equal(await paymentsOf(harness, bot), 1);
  assert.equal(await isListed(harness, bot), false);
});

test('a bot without a payment is read once more, and left alone then', async () => {
  const { harness, bot, deps, pay, stop, readingsCount } = await fundedBot();
  const runner = harness.runner(deps);
  await harness.passMinutes(3, [runner]);
  await stop();
  await harness.passMinutes(3, [runner]);
  assert.equal(await isListed(harness, bot), false);
  const before = readingsCount();
  pay();
  await harness.passMinutes(3, [runner, harness.runner(deps)]);
  assert.equal(readingsCount(), before);
  assert.equal(await paymentsOf(harness, bot), 0);
});

test('a bot that holds nothing is not read again', async () => {
  const { harness, bot, deps, stop, readingsCount } = await fundedBot('local a = 1');
  const runner = harness.runner(deps);
  await harness.passMinutes(2, [runner]);
  await stop();
  assert.equal(await isListed(harness, bot), false);
  await harness.passMinutes(2, [runner]);
  assert.equal(readingsCount(), 0);
});
