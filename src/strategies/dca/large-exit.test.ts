// A deal that several orders made larger than its market takes in one. A tick is 0.01 USDT, a lot
// 0.0001.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { dcaOf, dcaReport } from '#strategies/dca/dca-run.fixture.ts';

const BOUNDS = { amountStep: '0.0001', maxOrderAmount: '0.2' };
const DEAL = {
  base_order_size: '15',
  averaging_order_size: '15',
  max_averaging_orders: 3,
  price_deviation_percent: 1,
  step_scale: 1,
  volume_scale: '1',
  take_profit_percent: 50,
  stop_loss_percent: 20,
  max_deals: 1,
};

function at(price: number, count: number): Bar[] {
  const ticks = price * 100;
  return Array.from({ length: count }, (): Bar => [ticks, ticks, ticks, ticks, 10 ** 9]);
}

function soldBy({ orders }: BacktestReport): readonly string[] {
  const sold = orders.filter(({ side, filledAmount }) => side === 'sell' && filledAmount > 0n);
  return sold.map(({ filledAmount }) => formatDecimal(filledAmount));
}

suite('a deal above the most of one order', () => {
  for (const [kind, market] of [
    ['spot_dollar_cost_averaging', spotMarket(BOUNDS)],
    ['futures_dollar_cost_averaging', futuresMarket('vanilla', '1', BOUNDS)],
  ] as const)
    test(`is closed by its stop at once: ${kind}`, () => {
      const config = kind === 'spot_dollar_cost_averaging' ? DEAL : { ...DEAL, direction: 'long' };
      const bars = [...at(100, 3), ...at(98, 3), ...at(96, 3), ...at(70, 4)];
      const report = dcaReport(dcaOf(config, kind), market, bars);
      assert.equal(soldBy(report).length, 4, soldBy(report).join());
      assert.deepEqual(
        report.positions.map(({ isClosed }) => isClosed),
        [true],
      );
    });
});
