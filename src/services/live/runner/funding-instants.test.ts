// Funding is for what a bot held when it was due, in whatever order its exchange lists fills and
// payments.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, subtractDecimal } from '#lib/decimal.ts';
import { fundedBot, paymentsOf } from '#services/live/runner/funded-bot.fixture.ts';
import type { FundedBot } from '#services/live/runner/funded-bot.fixture.ts';

const HALF = 50_000_000n;

/** Buys 0.01 at its first and at its fifth update. */
const TWICE = `
  local count = Load('count', 0) + 1
  Save('count', count)
  if count == 1 or count == 5 then
    PlaceGoLongOrder(CurrentPrice().close, 0.01, {type = MarketOrderType})
  end`;

/** Buys 0.01 at its first update and sells it at its fifth. */
const OUT = `
  local count = Load('count', 0) + 1
  Save('count', count)
  if count == 1 then PlaceGoLongOrder(CurrentPrice().close, 0.01, {type = MarketOrderType}) end
  if count == 5 then PlaceExitLongOrder(CurrentPrice().close, 0.01, {type = MarketOrderType}) end`;

/** Runs past both orders; the payment that was due between them is listed then. */
async function paidLate(funded: FundedBot, takeOver = async (): Promise<void> => undefined) {
  const { harness, bot, deps, pay } = funded;
  const pace = { inputsMax: 1_000, minutesMax: 3, checkEvery: 1 } as const;
  const runner = harness.runner(deps, { snapshotPace: pace });
  await harness.passMinutes(3, [runner]);
  const atMs = harness.sim.nowMs();
  await harness.passMinutes(4, [runner]);
  const orders = await harness.ordersOf(bot);
  assert.deepEqual(
    orders.map(({ state }) => state),
    ['filled', 'filled'],
  );
  await takeOver();
  pay({ atMs });
  const { differingCount } = runner.figures().snapshots;
  assert.equal(differingCount, 0);
  return runner;
}

suite('a payment of funding', () => {
  test('is in the record where its position was opened between two requests', async () => {
    const { harness, bot, deps, pay, between } = await fundedBot();
    between.next = pay;
    await harness.passMinutes(4, [harness.runner(deps)]);
    assert.equal(between.next, null);
    assert.deepEqual(await paymentsOf(harness, bot), [HALF]);
  });

  test('is for what was held then, not for what was bought before it was listed', async () => {
    const funded = await fundedBot(TWICE);
    const { harness, bot } = funded;
    await harness.passMinutes(2, [await paidLate(funded)]);
    assert.deepEqual(await paymentsOf(harness, bot), [HALF]);
  });

  test('counts for the bot where the position is closed before it is listed', async () => {
    const funded = await fundedBot(OUT);
    const { harness, bot } = funded;
    const runner = await paidLate(funded);
    const before = await harness.find(bot);
    await harness.passMinutes(2, [runner]);
    assert.deepEqual(await paymentsOf(harness, bot), [HALF]);
    const { realizedProfit } = await harness.find(bot);
    assert.equal(subtractDecimal(before.realizedProfit, realizedProfit), decimal('0.5'));
  });

  test('is not for what was bought after it was due', async () => {
    const funded = await fundedBot(TWICE);
    const { harness, bot, pay, deps } = funded;
    const runner = harness.runner(deps);
    const atMs = harness.sim.nowMs();
    await harness.passMinutes(3, [runner]);
    pay({ atMs });
    await harness.passMinutes(2, [runner]);
    assert.deepEqual(await paymentsOf(harness, bot), []);
  });

  for (const [sequence, amount, paid] of [
    [15n, '0.01', HALF],
    [25n, '0.02', 2n * HALF],
    [undefined, '0.01', HALF],
  ] as const)
    test(`in the millisecond of a fill, numbered ${sequence}, is for ${amount}`, async () => {
      const funded = await fundedBot(TWICE);
      const { harness, bot, deps, pay, numbered } = funded;
      numbered.isOn = true;
      const runner = harness.runner(deps);
      await harness.passMinutes(7, [runner]);
      const { fills } = await harness.sim.exchange.fetchFills(
        harness.futures,
        ['SIM_BTC_USDT_PERP'],
        null,
        10,
      );
      const atMs = fills[1]?.filledAtMs ?? 0;
      const of = sequence === undefined ? {} : { sequence };
      pay({ atMs, amount, paid: amount === '0.02' ? '1' : '0.5', ...of });
      await harness.passMinutes(2, [runner]);
      assert.deepEqual(await paymentsOf(harness, bot), [paid]);
    });

  test('is read with the fill of its millisecond in the order of their numbers', async () => {
    const { harness, bot, deps, pay, numbered } = await fundedBot();
    numbered.isOn = true;
    const runner = harness.runner(deps);
    await harness.passMinutes(1, [runner]);
    const { fills } = await harness.sim.exchange.fetchFills(
      harness.futures,
      ['SIM_BTC_USDT_PERP'],
      null,
      10,
    );
    assert.deepEqual((await harness.runs.findPositions(bot.botId))?.positions ?? '[]', '[]');
    pay({ atMs: fills[0]?.filledAtMs ?? 0, sequence: 15n });
    await harness.passMinutes(3, [runner]);
    assert.deepEqual(await paymentsOf(harness, bot), [HALF]);
  });

  for (const [what, isOrderly] of [
    ['was killed', false],
    ['has left a snapshot', true],
  ] as const)
    test(`is for what was held then, also if the process that held it ${what}`, async () => {
      const funded = await fundedBot(TWICE);
      const { harness, bot, deps } = funded;
      const runner = await paidLate(funded);
      if (isOrderly) await runner.close();
      harness.passMs(60_000);
      await harness.passMinutes(2, [harness.runner(deps)]);
      assert.deepEqual(await paymentsOf(harness, bot), [HALF]);
    });

  test('waits for a fill before it that the exchange may still hide', async () => {
    const { harness, bot, deps, pay, hidden } = await fundedBot(undefined, 30_000);
    const runner = harness.runner(deps);
    await harness.passMinutes(1, [runner]);
    hidden.untilMs = harness.sim.nowMs() + 70_000;
    harness.passMs(50_000);
    pay();
    await harness.passMinutes(1, [runner]);
    assert.deepEqual(await paymentsOf(harness, bot), []);
    await harness.passMinutes(1, [runner]);
    assert.deepEqual(await paymentsOf(harness, bot), [HALF]);
  });

  test('is for a fill before it that a remembered list of fills is without', async () => {
    const { harness, bot, deps, pay, remembered } = await fundedBot();
    const runner = harness.runner(deps);
    remembered.isOn = true;
    await harness.passMinutes(2, [runner]);
    pay();
    await harness.passMinutes(2, [runner]);
    assert.deepEqual(await paymentsOf(harness, bot), [HALF]);
  });

  test('is read again where its own list may have hidden what came before it', async () => {
    const { harness, bot, deps, pay, behind } = await fundedBot(undefined, 30_000);
    const runner = harness.runner(deps);
    await harness.passMinutes(2, [runner]);
    harness.passMs(50_000);
    pay();
    // The list of fills is requested so late that it has everything.
    behind.next = () => harness.passMs(40_000);
    await harness.passMinutes(1, [runner]);
    assert.equal(behind.next, null);
    assert.deepEqual(await paymentsOf(harness, bot), []);
    await harness.passMinutes(2, [runner]);
    assert.deepEqual(await paymentsOf(harness, bot), [HALF]);
  });
});
