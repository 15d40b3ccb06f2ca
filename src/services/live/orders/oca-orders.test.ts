// Groups of orders of a running bot: after a fill of one the others are cancelled at the exchange,
// and what is left of one that only shrinks is requested again, whoever runs the bot by then.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';

/** Asks in minutes that are counted from one. */
function inMinutes(orders: Readonly<Record<number, string>>): string {
  const requested = Object.entries(orders).map(
    ([minute, text]) => `if count == ${minute} then ${text} end`,
  );
  return `
    local count = Load('count', 0) + 1
    Save('count', count)
    local price = CurrentPrice().close
    ${requested.join('\n')}`;
}

/** A new process every two minutes, which makes the run again. */
async function passMinutes(harness: BotHarness, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 2) {
    const runner = harness.runner();
    await harness.passMinutes(2, [runner]);
    await runner.close();
    harness.passMs(5_000);
  }
}

function shown(orders: readonly Order[]): string[] {
  return orders.map(
    ({ side, amount, filledAmount, state }) =>
      `${side} ${formatDecimal(amount)} ${formatDecimal(filledAmount)} ${state}`,
  );
}

async function logOf(harness: BotHarness, bot: Bot): Promise<string> {
  return (await harness.linesOf(bot)).map(({ message }) => message).join('\n');
}

suite('a group of a running bot', () => {
  test('cancels the others once one has filled', async () => {
    const harness = await botHarness();
    const bot = await harness.start(
      inMinutes({
        1: `PlaceBuyOrder(price * 0.9, 0.01, {type = NoTimeOutOrderType, ocaGroup = 'g'})
          PlaceBuyOrder(price * 1.5, 0.01, {type = StopMarketOrderType, ocaGroup = 'g'})
          PlaceBuyOrder(price * 0.9, 0.01, {type = NoTimeOutOrderType, ocaGroup = 'other'})`,
        2: "PlaceBuyOrder(0, 0.005, {type = MarketOrderType, ocaGroup = 'g'})",
      }),
    );
    await passMinutes(harness, 6);
    assert.deepEqual(shown(await harness.ordersOf(bot)), [
      'buy 0.01 0 cancelled',
      'buy 0.01 0 cancelled',
      'buy 0.01 0 open',
      'buy 0.005 0.005 filled',
    ]);
    const open = await harness.sim.exchange.fetchOpenOrders(harness.spot);
    assert.equal(open.length, 1);
    assert.match(await logOf(harness, bot), /o1 cancelled: another order of its group was filled/);
    assert.ok((await harness.find(bot)).isActivated);
  });

  test('asks again for what is left of an order that it reduces', async () => {
    const harness = await botHarness();
    const bot = await harness.start(
      inMinutes({
        1: `PlaceBuyOrder(price * 0.9, 0.02,
          {type = NoTimeOutOrderType, ocaGroup = 'g', ocaType = OcaReduceType})`,
        2: `PlaceBuyOrder(0, 0.005,
          {type = MarketOrderType, ocaGroup = 'g', ocaType = OcaReduceType})`,
        5: `PlaceBuyOrder(0, 0.015,
          {type = MarketOrderType, ocaGroup = 'g', ocaType = OcaReduceType})`,
      }),
    );
    await passMinutes(harness, 4);
    assert.deepEqual(shown(await harness.ordersOf(bot)), [
      'buy 0.02 0 cancelled',
      'buy 0.005 0.005 filled',
      'buy 0.015 0 open',
    ]);
    assert.match(await logOf(harness, bot), /order o1 goes on as o3 with what is left/);
    await passMinutes(harness, 4);
    const states = (await harness.ordersOf(bot)).map(({ state }) => state);
    assert.deepEqual(states, ['cancelled', 'filled', 'cancelled', 'filled']);
  });

  test('leaves a trailing stop that it reduces as tight as it was', async () => {
    const trailing = (amount: number, more: string): string =>
      `PlaceSellOrder(0, ${amount},
        {type = TrailingStopMarketOrderType, trailOffset = price * 0.001 ${more}})`;
    const group = ", ocaGroup = 'g', ocaType = OcaReduceType";
    const scripts = {
      reduced: inMinutes({
        1: trailing(0.02, group),
        6: `PlaceSellOrder(0, 0.005, {type = MarketOrderType ${group}})`,
      }),
      alone: inMinutes({ 1: trailing(0.015, group) }),
    };
    const instants = new Map<string, number>();
    for (const [name, source] of Object.entries(scripts)) {
      const harness = await botHarness();
      const bot = await harness.start(source);
      await passMinutes(harness, 30);
      const filled = (await harness.ordersOf(bot)).filter(
        ({ type, state }) => type === 'trailing_stop_market' && state === 'filled',
      );
      assert.deepEqual(shown(filled), ['sell 0.015 0.015 filled'], name);
      instants.set(name, filled[0]?.updatedAtMs ?? 0);
    }
    assert.equal(instants.get('reduced'), instants.get('alone'));
  });
});
