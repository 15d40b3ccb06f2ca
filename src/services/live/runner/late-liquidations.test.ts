// A liquidation is of what a bot held at its instant, in whatever order its exchange lists it and
// fills.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import { fundedBot } from '#services/live/runner/funded-bot.fixture.ts';
import { liveRun } from '#services/live/run/live-parity.fixture.ts';

const PRICE = '50000';

/** Buys 0.01 at its first update, and does `later` at its fifth. */
function script(later: string): string {
  return `
    local count = Load('count', 0) + 1
    Save('count', count)
    local price = CurrentPrice().close
    if count == 1 then PlaceGoLongOrder(price, 0.01, {type = MarketOrderType, positionId = 'a'}) end
    if count == 5 then ${later} end`;
}

/** A liquidation between both, or after them, is listed when both have filled. */
async function liquidated(later: string, isAfter = false) {
  const { harness, bot, deps, liquidate } = await fundedBot(script(later));
  const runner = harness.runner(deps);
  await harness.passMinutes(3, [runner]);
  const betweenMs = harness.sim.nowMs();
  await harness.passMinutes(4, [runner]);
  const filled = (await harness.ordersOf(bot)).map(({ state }) => state);
  assert.deepEqual(filled, ['filled', 'filled']);
  if (isAfter) liquidate(harness.sim.nowMs(), PRICE, '0.03');
  else liquidate(betweenMs, PRICE);
  await harness.passMinutes(1, [runner]);
  await runner.close();
  const { positions, liquidations } = await liveRun(harness, bot, 8);
  assert.equal(liquidations, 1);
  return positions.map(({ direction, isClosed, amount, exitPrice }) => {
    const exit = exitPrice === null ? '-' : formatDecimal(exitPrice);
    return [direction, isClosed ? 'closed' : 'open', formatDecimal(amount), exit].join(' ');
  });
}

const BUY = "PlaceGoLongOrder(price, 0.02, {type = MarketOrderType, positionId = 'a'})";
const OPEN_ANOTHER = BUY.replace("'a'", "'b'");
const LEAVE = "PlaceExitLongOrder(price, 0.01, {type = MarketOrderType, positionId = 'a'})";
const LEAVE_A_PART = LEAVE.replace('0.01', '0.004');

suite('a liquidation that is listed after later fills', () => {
  test('leaves open what was bought after it', async () => {
    assert.deepEqual(await liquidated(BUY), ['long open 0.02 50000']);
  });

  test('leaves a position as it is that was opened after it', async () => {
    assert.deepEqual(await liquidated(OPEN_ANOTHER), [
      'long closed 0.01 50000',
      'long open 0.02 -',
    ]);
  });

  test('closes what is left where a part was sold after it', async () => {
    const [position, ...others] = await liquidated(LEAVE_A_PART);
    assert.match(position ?? '', /^long closed 0\.01 /);
    assert.deepEqual(others, []);
  });

  test('changes nothing where all of it was sold after it', async () => {
    const [position, ...others] = await liquidated(LEAVE);
    assert.match(position ?? '', /^long closed 0\.01 (?!50000)/);
    assert.deepEqual(others, []);
  });

  test('closes all where it came after them', async () => {
    const [position, ...others] = await liquidated(BUY, true);
    assert.match(position ?? '', /^long closed 0\.03 50000$/);
    assert.deepEqual(others, []);
  });
});
