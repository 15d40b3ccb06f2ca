// Groups of orders of a running bot: after a fill of one the others are cancelled at the exchange,
// and what is left of one that only shrinks is asked for again, whoever runs the bot by then.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import type { Order } from '#domain/order/order.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotWorld } from '#services/live/runner/bot-harness.fixture.ts';
import { botWorld } from '#services/live/runner/bot-harness.fixture.ts';

/** Asks in minutes that are counted from one. */
function inMinutes(orders: Readonly<Record<number, string>>): string {
  const asked = Object.entries(orders).map(
    ([minute, text]) => `if count == ${minute} then ${text} end`,
  );
  return `
    local count = Load('count', 0) + 1
    Save('count', count)
    local price = CurrentPrice().close
    ${asked.join('\n')}`;
}

/** A new process every two minutes, which makes the run again. */
async function passMinutes(world: BotWorld, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 2) {
    const runner = world.runner();
    await world.passMinutes(2, [runner]);
    await runner.close();
    world.passMs(5_000);
  }
}

function shown(orders: readonly Order[]): string[] {
  return orders.map(
    ({ side, amount, filledAmount, state }) =>
      `${side} ${formatDecimal(amount)} ${formatDecimal(filledAmount)} ${state}`,
  );
}

async function logOf(world: BotWorld, bot: Bot): Promise<string> {
  return (await world.linesOf(bot)).map(({ message }) => message).join('\n');
}

suite('a group of a running bot', () => {
  test('cancels the others once one has filled', async () => {
    const world = await botWorld();
    const bot = await world.start(
      inMinutes({
        1: `PlaceBuyOrder(price * 0.9, 0.01, {type = NoTimeOutOrderType, ocaGroup = 'g'})
          PlaceBuyOrder(price * 1.5, 0.01, {type = StopMarketOrderType, ocaGroup = 'g'})
          PlaceBuyOrder(price * 0.9, 0.01, {type = NoTimeOutOrderType, ocaGroup = 'other'})`,
        2: "PlaceBuyOrder(0, 0.005, {type = MarketOrderType, ocaGroup = 'g'})",
      }),
    );
    await passMinutes(world, 6);
    assert.deepEqual(shown(await world.ordersOf(bot)), [
      'buy 0.01 0 cancelled',
      'buy 0.01 0 cancelled',
      'buy 0.01 0 open',
      'buy 0.005 0.005 filled',
    ]);
    const open = await world.sim.exchange.fetchOpenOrders(world.spot);
    assert.equal(open.length, 1);
    assert.match(await logOf(world, bot), /o1 cancelled: another order of its group was filled/);
    assert.ok((await world.find(bot)).isActivated);
  });

  test('asks again for what is left of an order that it reduces', async () => {
    const world = await botWorld();
    const bot = await world.start(
      inMinutes({
        1: `PlaceBuyOrder(price * 0.9, 0.02,
          {type = NoTimeOutOrderType, ocaGroup = 'g', ocaType = OcaReduceType})`,
        2: `PlaceBuyOrder(0, 0.005,
          {type = MarketOrderType, ocaGroup = 'g', ocaType = OcaReduceType})`,
        5: `PlaceBuyOrder(0, 0.015,
          {type = MarketOrderType, ocaGroup = 'g', ocaType = OcaReduceType})`,
      }),
    );
    await passMinutes(world, 4);
    assert.deepEqual(shown(await world.ordersOf(bot)), [
      'buy 0.02 0 cancelled',
      'buy 0.005 0.005 filled',
      'buy 0.015 0 open',
    ]);
    assert.match(await logOf(world, bot), /order o1 goes on as o3 with what is left/);
    await passMinutes(world, 4);
    const states = (await world.ordersOf(bot)).map(({ state }) => state);
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
      const world = await botWorld();
      const bot = await world.start(source);
      await passMinutes(world, 30);
      const filled = (await world.ordersOf(bot)).filter(
        ({ type, state }) => type === 'trailing_stop_market' && state === 'filled',
      );
      assert.deepEqual(shown(filled), ['sell 0.015 0.015 filled'], name);
      instants.set(name, filled[0]?.updatedAtMs ?? 0);
    }
    assert.equal(instants.get('reduced'), instants.get('alone'));
  });
});
