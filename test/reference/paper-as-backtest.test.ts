// A bot whose exchange knows only the minutes that have closed, as a paper account's does, beside a
// backtest of the same recorded minutes: orders fill alike to the last unit.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
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
if IsAnyOrderOpen() then return end
local price, held = CurrentPrice().close, GetPositionAmount()
if held == 0 then PlaceBuyOrder(price, 5, {type = MarketOrderType})
else PlaceSellOrder(price, held, {type = MarketOrderType}) end`;

async function bothOf(source: string, thinnedBy: number) {
  const recorded = recordedPrices('SOLUSDT', [TAG], MINUTES + DAY + 2, { thinnedBy });
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

suite('on prices of which only closed minutes are known', { skip: skipWithout('candles') }, () => {
  for (const [what, source, thinnedBy] of [
    ['rest', RESTING, 1],
    ['take as they arrive', TAKING, 1],
    ['are larger than a tenth of the volume', TAKING, 200],
  ] as const)
    test(`orders that ${what} fill as in a backtest, to the last unit`, async () => {
      const { live, backtest } = await bothOf(source, thinnedBy);
      assert.deepEqual(orderLines(live), orderLines(backtest));
      const [here, there] = [live, backtest].map((each) => endedBefore(each, live.endMs).map(paid));
      assert.ok((here?.length ?? 0) > 20, `${here?.length} orders`);
      assert.deepEqual(here, there);
      assert.equal(backtest.assumptions.partialFills > 0, thinnedBy > 1);
    });
});
