// A bot whose exchange knows only the minutes that have closed, as a paper account's does, beside a
// backtest of the same recorded minutes. Orders that rest fill alike to the last unit. One that
// takes as it arrives fills at the same instants; its price differs, because a backtest reckons the
// impact with the volume of a minute that nobody knows yet.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { BacktestOrder } from '#backtesting/backtest.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { backtestOf, liveRun, orderLines } from '#services/live/run/live-parity.fixture.ts';
import { skipWithout } from '../support/reference-data.ts';
import { recordedPrices } from '../support/recorded-prices.ts';

const TAG = 'SIM_SOL_USDT';
const DAY = 1_440;
const MINUTES = 360;

const RESTING = `
local price, held = CurrentPrice().close, GetPositionAmount()
if IsAnyOrderOpen() then return end
if held == 0 then PlaceBuyOrder(price * 0.9995, 5, {type = LimitOrderType, timeout = 1200})
else PlaceSellOrder(price * 1.0005, held, {type = LimitOrderType, timeout = 1200}) end`;

const TAKING = `
local price, held = CurrentPrice().close, GetPositionAmount()
if held == 0 then PlaceBuyOrder(price, 5, {type = MarketOrderType})
else PlaceSellOrder(price, held, {type = MarketOrderType}) end`;

async function bothOf(source: string) {
  const recorded = recordedPrices('SOLUSDT', [TAG], MINUTES + DAY + 2);
  const prices = { ...recorded.prices, knowsRunningMinute: () => false };
  const harness = await botHarness({
    prices,
    startMs: recorded.fromMs + DAY * MINUTE_MS + 20_000,
  });
  const { accountId } = harness.spot;
  const bot = await harness.start(source, { accountId, marketTag: TAG });
  const runner = harness.runner();
  await harness.passMinutes(MINUTES, [runner]);
  await runner.close();
  const live = await liveRun(harness, bot, MINUTES);
  const report = await backtestOf(harness, bot, MINUTES);
  const { endMs } = live;
  return { live, backtest: { ...report, endMs } };
}

type Sides = Awaited<ReturnType<typeof bothOf>>;

function endedBefore({ orders }: Pick<Sides['live'], 'orders'>, endMs: number) {
  return orders.filter(({ endedAtMs }) => endedAtMs !== null && endedAtMs < endMs);
}

function paid({ orderId, averagePrice, fees, endedAtMs }: BacktestOrder): string {
  return [orderId, formatDecimal(averagePrice), formatDecimal(fees), endedAtMs].join(' ');
}

function apart(one: Decimal, two: Decimal): number {
  return Math.abs(Number(formatDecimal(one)) / Number(formatDecimal(two)) - 1);
}

suite('on prices of which only closed minutes are known', { skip: skipWithout('candles') }, () => {
  test('orders that rest fill as in a backtest, to the last unit', async () => {
    const { live, backtest } = await bothOf(RESTING);
    assert.deepEqual(orderLines(live), orderLines(backtest));
    const [here, there] = [live, backtest].map((each) => endedBefore(each, live.endMs).map(paid));
    assert.ok((here?.length ?? 0) > 20, `${here?.length} orders`);
    assert.deepEqual(here, there);
  });

  test('orders that take fill at the same instants, and differ by their impact alone', async () => {
    const { live, backtest } = await bothOf(TAKING);
    assert.deepEqual(orderLines(live), orderLines(backtest));
    const there = endedBefore(backtest, live.endMs);
    for (const [index, order] of endedBefore(live, live.endMs).entries()) {
      const other = there[index];
      assert.ok(other !== undefined && other.endedAtMs === order.endedAtMs, order.orderId);
      // Half a percent for an order as large as the volume, of which it may take a tenth.
      assert.ok(apart(order.averagePrice, other.averagePrice) < 0.000_5, order.orderId);
    }
  });
});
