// A bot on a paper account whose exchange is a loopback venue that shows recorded minutes one after
// the other, beside a backtest of the same minutes: orders fill alike to the last unit.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { orderLines } from '#services/live/run/live-parity.fixture.ts';
import { skipWithout } from '../support/reference-data.ts';
import { paidOrders, paperBesideBacktest, SPOT_VENUE } from './paper-beside-backtest.ts';

const AMOUNT = 5;

const RESTING = `
local price, held = CurrentPrice().close, GetPositionAmount()
if IsAnyOrderOpen() then return end
if held == 0 then PlaceBuyOrder(price * 0.9995, ${AMOUNT}, {type = LimitOrderType, timeout = 1200})
else PlaceSellOrder(price * 1.0005, held, {type = LimitOrderType, timeout = 1200}) end`;

const TAKING = `
if IsAnyOrderOpen() then return end
local price, held = CurrentPrice().close, GetPositionAmount()
if held == 0 then PlaceBuyOrder(price, ${AMOUNT}, {type = MarketOrderType})
else PlaceSellOrder(price, held, {type = MarketOrderType}) end`;

suite('a paper account over the loopback venue', { skip: skipWithout('candles') }, () => {
  for (const [what, source, thinnedBy, afterMs] of [
    ['rest', RESTING, 1, 500],
    ['take as they arrive', TAKING, 1, 500],
    ['are larger than a tenth of the volume', TAKING, 200, 500],
    ['arrive in the middle of a minute', TAKING, 1, 20_000],
  ] as const)
    test(`orders that ${what} fill as in a backtest, to the last unit`, async (t) => {
      const sides = await paperBesideBacktest(t, SPOT_VENUE, {
        source,
        thinnedBy,
        afterMs,
      });
      const { live, backtest } = sides;
      assert.deepEqual(orderLines(live), orderLines(backtest));
      assert.ok(paidOrders(sides, live).length > 10, `${paidOrders(sides, live).length} orders`);
      assert.deepEqual(paidOrders(sides, live), paidOrders(sides, backtest));
      assert.equal(backtest.assumptions.partialFills > 0, thinnedBy > 1);
    });
});
