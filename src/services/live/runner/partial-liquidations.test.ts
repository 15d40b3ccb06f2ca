// Liquidations of which each takes a part of a position: what is left stays with the bot, which can
// leave it, and several of them come to the whole.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, formatDecimal, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { fundedBot } from '#services/live/runner/funded-bot.fixture.ts';
import { liveRun } from '#services/live/run/live-parity.fixture.ts';

/** Buys 0.01 at its first update, and leaves what it holds at its eighth. */
const SCRIPT = `
  local count = Load('count', 0) + 1
  Save('count', count)
  local price = CurrentPrice().close
  Log('holds ' .. GetPositionAmount())
  if count == 1 then PlaceGoLongOrder(price, 0.01, {type = MarketOrderType}) end
  if count == 8 and GetPositionAmount() > 0 then
    PlaceExitLongOrder(price, GetPositionAmount(), {type = MarketOrderType})
  end`;

type Part = readonly [amount: string, price: string];

/** Parts that are listed at once, or one in each minute; what there is of the bot then. */
async function liquidated(parts: readonly Part[], apartMinutes: number) {
  const { harness, bot, deps, liquidate } = await fundedBot(SCRIPT);
  const runner = harness.runner(deps);
  await harness.passMinutes(3, [runner]);
  for (const [amount, price] of parts) {
    liquidate(harness.sim.nowMs(), price, amount);
    if (apartMinutes > 0) await harness.passMinutes(apartMinutes, [runner]);
  }
  await harness.passMinutes(2, [runner]);
  const { isActivated } = await harness.find(bot);
  const held = (await harness.linesOf(bot)).map(({ message }) => message);
  const { positions } = await liveRun(harness, bot, 8);
  await harness.passMinutes(6, [runner]);
  await runner.close();
  return {
    isActivated,
    holds: held.findLast((message) => message.startsWith('holds')),
    messages: (await harness.linesOf(bot)).map(({ message }) => message),
    orders: (await harness.ordersOf(bot)).map(
      ({ side, amount, state }) => `${side} ${formatDecimal(amount)} ${state}`,
    ),
    positions: positions.map(({ isClosed, amount, exitPrice }) => {
      const exit = exitPrice === null ? '-' : formatDecimal(exitPrice);
      return [isClosed ? 'closed' : 'open', formatDecimal(amount), exit].join(' ');
    }),
  };
}

suite('a liquidation of a part', () => {
  for (const [title, taken, left] of [
    ['a third', '0.003', '0.007'],
    ['all but one lot', '0.009', '0.001'],
    ['one lot', '0.001', '0.009'],
  ] as const)
    test(`that takes ${title} leaves the rest with the bot, which can leave it`, async () => {
      const { isActivated, holds, orders, messages } = await liquidated([[taken, '50000']], 0);
      assert(isActivated);
      assert.equal(holds, `holds ${left}`);
      assert(messages.some((message) => message.startsWith('a part of the position on ')));
      assert.deepEqual(orders, ['buy 0.01 filled', `sell ${left} filled`]);
    });

  for (const apartMinutes of [0, 1])
    test(`is one of several that come to the whole, ${apartMinutes} minutes apart`, async () => {
      const parts = [
        ['0.002', '50000'],
        ['0.003', '49000'],
        ['0.005', '48000'],
      ] as const;
      const { isActivated, holds, orders, positions } = await liquidated(parts, apartMinutes);
      assert(isActivated);
      assert.equal(holds, 'holds 0');
      assert.deepEqual(orders, ['buy 0.01 filled']);
      // 0.002 at 50,000, 0.003 at 49,000 and 0.005 at 48,000.
      assert.deepEqual(positions, ['closed 0.01 48700']);
    });

  test('is shared with what the account holds beside the bot', async () => {
    const { harness, bot, deps, liquidate } = await fundedBot(SCRIPT);
    const runner = harness.runner(deps);
    await harness.passMinutes(2, [runner]);
    const { sim, futures } = harness;
    const placed = await sim.exchange.placeOrder(futures, {
      clientOrderId: sim.newClientOrderId(),
      marketTag: 'SIM_BTC_USDT_PERP',
      side: 'buy',
      type: 'market',
      price: ZERO,
      amount: decimal('0.01'),
      terms: PLAIN_TERMS,
      decidedAtMs: sim.nowMs(),
      sendByMs: sim.nowMs() + 5_000,
    });
    assert(placed.ok);
    await harness.passMinutes(1, [runner]);
    liquidate(sim.nowMs(), '50000', '0.004');
    await harness.passMinutes(2, [runner]);
    await runner.close();
    const held = (await harness.linesOf(bot)).map(({ message }) => message);
    const holds = held.findLast((message) => message.startsWith('holds'));
    assert.equal(holds, 'holds 0.008');
  });
});
