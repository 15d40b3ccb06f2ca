// A bot on a paper account of futures, whose exchange is a loopback venue that shows recorded
// minutes and pays funding, beside a backtest with the rates that the venue lists: the same fills,
// payments, margin and liquidations, to the last unit.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { BacktestPosition } from '#backtesting/backtest.ts';
import type { BotSettings } from '#ports/stores/bot-store.ts';
import { orderLines } from '#services/live/run/live-parity.fixture.ts';
import { skipWithout } from '../support/reference-data.ts';
import type { BothSides } from './paper-beside-backtest.ts';
import { FUTURES_VENUE, paidOrders, paperBesideBacktest } from './paper-beside-backtest.ts';

/** Goes long and short in turns, holds each for 20 minutes, with limits that rest where it can. */
const TURNS = `
local count = Load('count', 0) + 1
Save('count', count)
local price, held = CurrentPrice().close, GetPositionAmount()
if IsAnyOrderOpen() then return end
if count % 40 < 20 then
  if GetPositionDirection() == PositionShort then
    PlaceExitShortOrder(price, held, {type = MarketOrderType})
  elseif held == 0 then
    PlaceGoLongOrder(price * 0.9998, 5, {type = LimitOrderType, timeout = 600})
  end
else
  if GetPositionDirection() == PositionLong then
    PlaceExitLongOrder(price, held, {type = MarketOrderType})
  elseif held == 0 then
    PlaceGoShortOrder(price * 1.0002, 5, {type = LimitOrderType, timeout = 600})
  end
end`;

/** Orders in each minute, so that some arrive at the very instant of a payment. */
const RESTLESS = `
local price, held = CurrentPrice().close, GetPositionAmount()
if held == 0 then PlaceGoLongOrder(price, 5, {type = MarketOrderType})
elseif held < 15 then PlaceGoLongOrder(price, 2, {type = MarketOrderType})
else PlaceExitLongOrder(price, held, {type = MarketOrderType}) end`;

/** Shorts with all that the margin gives. */
const DARING = `
local price, held = CurrentPrice().close, GetPositionAmount()
if held == 0 and not IsAnyOrderOpen() then
  PlaceGoShortOrder(price, 20, {type = MarketOrderType})
end`;

const RATES = { 5: '0.0003', 65: '-0.00012345' };
const SETTINGS: BotSettings = {
  intervalMinutes: 1,
  inputs: {},
  leverage: decimal('5'),
  marginMode: 'isolated',
  tradeAmountQuote: null,
};

/** Those that closed before the end, with all that they earned and cost. */
function closedPositions(
  { live }: BothSides,
  { positions }: Pick<BothSides['live'], 'positions'>,
): readonly string[] {
  return positions
    .filter(({ closedAtMs }) => closedAtMs !== null && closedAtMs < live.endMs)
    .toSorted((left, right) => left.openedAtMs - right.openedAtMs)
    .map(positionLine);
}

function positionLine(position: BacktestPosition): string {
  const { direction, amount, averagePrice, exitPrice, realizedProfit, fees, margin } = position;
  const figures = [amount, averagePrice, exitPrice ?? 0n, realizedProfit, fees, margin];
  return [direction, ...figures.map((each) => formatDecimal(each as typeof amount))].join(' ');
}

function assertAlike(sides: BothSides): void {
  const { live, backtest } = sides;
  assert.deepEqual(orderLines(live), orderLines(backtest));
  assert.deepEqual(paidOrders(sides, live), paidOrders(sides, backtest));
  assert.deepEqual(closedPositions(sides, live), closedPositions(sides, backtest));
  assert.equal(formatDecimal(live.funding), formatDecimal(backtest.funding));
  assert.equal(live.liquidations, backtest.assumptions.liquidations);
}

const ALONE = { skip: skipWithout('candles'), concurrency: true };

suite('a paper account of futures over the loopback venue', ALONE, () => {
  for (const [what, source, changes] of [
    ['longs and shorts in turns', TURNS, {}],
    ['orders at the instants of payments, on cross margin', RESTLESS, { marginMode: 'cross' }],
  ] as const)
    test(`${what}: fills and funding as in a backtest, to the last unit`, async (t) => {
      const sides = await paperBesideBacktest(t, FUTURES_VENUE, {
        source,
        thinnedBy: 1,
        afterMs: 500,
        settings: { ...SETTINGS, ...changes },
        fundingRates: RATES,
        minutes: 70,
      });
      assertAlike(sides);
      assert.ok(sides.live.orders.length > 5, `${sides.live.orders.length} orders`);
      assert.notEqual(sides.live.funding, 0n);
    });

  test('liquidations as in a backtest, to the last unit', async (t) => {
    const sides = await paperBesideBacktest(t, FUTURES_VENUE, {
      source: DARING,
      thinnedBy: 1,
      afterMs: 500,
      settings: { ...SETTINGS, leverage: decimal('100') },
      fundingRates: RATES,
      minutes: 70,
    });
    assertAlike(sides);
    assert.ok(sides.live.liquidations > 0, 'nothing was liquidated');
  });
});
