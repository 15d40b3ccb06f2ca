// Exits of more than a market takes in one order. A tick is 1 USDT, a lot 0.001 BTC.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import { flat, ordersAt, planInput, reportOf, runPlan, wish } from '#backtesting/feed.fixture.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { assertMoneyAddsUp } from '#backtesting/ledger-identity.fixture.ts';

const BOUNDS = { priceStep: '1', minOrderValue: '100', maxOrderAmount: '0.004' };
const FUTURES = futuresMarket('vanilla', '1', BOUNDS);
const SPOT = spotMarket(BOUNDS);
const PRICE = 60_000;

function filledOf({ orders }: BacktestReport, side: 'buy' | 'sell'): readonly string[] {
  return orders
    .filter((order) => order.side === side && order.filledAmount > 0n)
    .map(({ filledAmount }) => formatDecimal(filledAmount));
}

function errorsOf({ logs }: BacktestReport): readonly string[] {
  return logs.filter(({ severity }) => severity === 'error').map(({ message }) => message);
}

suite('an exit at market above the most of one order', () => {
  test('goes in several on futures, and leaves nothing', () => {
    const orders = ordersAt({
      0: [{ action: 'go_long', amount: 0.004 }],
      1: [{ action: 'go_long', amount: 0.004 }],
      2: [{ action: 'go_long', amount: 0.001, isReduceOnly: false, price: 200 }],
      3: [{ action: 'go_long', amount: 0.002 }],
      5: [{ action: 'exit_long', amount: 0.01 }],
    });
    const report = reportOf(orders, flat(PRICE, 8), { market: FUTURES });
    assert.deepEqual(filledOf(report, 'sell'), ['0.004', '0.004', '0.002']);
    assert.deepEqual(
      report.positions.map(({ isClosed }) => isClosed),
      [true],
    );
  });

  test('goes in several on spot, none of them below the minimum, and the money adds up', () => {
    const orders = ordersAt({
      0: [{ amount: 0.004 }],
      1: [{ amount: 0.002 }],
      2: [{ amount: 0.003 }],
      5: [{ action: 'sell', amount: 0.009 }],
    });
    const input = planInput(flat(PRICE, 8), { market: SPOT });
    const { feed, report } = runPlan(orders, input);
    assertMoneyAddsUp(feed, input);
    assert.deepEqual(filledOf(report, 'sell'), ['0.004', '0.003', '0.002']);
    assert.deepEqual(errorsOf(report), []);
  });

  test('is bounded by what orders may be worth, too', () => {
    const market = futuresMarket('vanilla', '1', { priceStep: '1', maxOrderValue: '250' });
    const orders = ordersAt({
      0: [{ action: 'go_short', amount: 0.004 }],
      1: [{ action: 'go_short', amount: 0.004 }],
      3: [{ action: 'exit_short', amount: 0.008 }],
    });
    const report = reportOf(orders, flat(PRICE, 6), { market });
    assert.deepEqual(filledOf(report, 'buy'), ['0.004', '0.004']);
  });
});

test('an exit of more than is held on futures closes it, and no more', () => {
  const orders = ordersAt({
    0: [{ action: 'go_long', amount: 0.003 }],
    2: [{ action: 'exit_long', amount: 1 }],
  });
  const report = reportOf(orders, flat(PRICE, 5), { market: FUTURES });
  assert.deepEqual(filledOf(report, 'sell'), ['0.003']);
  assert.deepEqual(errorsOf(report), []);
});

test('an entry above the most of one order is refused', () => {
  const orders = ordersAt({
    0: [{ action: 'go_long', amount: 0.004 }],
    1: [{ action: 'go_long', amount: 0.008 }],
  });
  const [error = ''] = errorsOf(reportOf(orders, flat(PRICE, 6), { market: FUTURES }));
  assert.match(error, /above the maximum amount 0\.004/);
});

test('an exit that rests is one order to its bot, which cancels it as one', () => {
  const seen: unknown[] = [];
  let exit = '';
  const plan = (api: CommandContext, row: number): void => {
    if (row < 2) api.orders.place(wish({ action: 'go_long', amount: 0.004 }));
    if (row === 3 || row === 6)
      exit = api.orders.place(
        wish({ action: 'exit_long', amount: 0.008, type: 'limit', price: 70_000 }),
      );
    if (row === 5) api.orders.cancel(exit);
    if (row < 4) return;
    const { state, amount, filledAmount } = api.orders.find(exit) ?? {};
    const open = api.orders.open(null).map((order) => [order.orderId === exit, order.amount]);
    seen.push([state, amount, filledAmount, open]);
  };
  const bars = [...flat(PRICE, 8), ...flat(70_100, 2)];
  const report = reportOf(plan, bars, { market: FUTURES });
  const open = ['open', 0.008, 0, [[true, 0.008]]];
  assert.deepEqual(seen, [
    open,
    open,
    open,
    open,
    ['filled', 0.008, 0.008, []],
    ['filled', 0.008, 0.008, []],
  ]);
  const sold = report.orders.filter(({ side }) => side === 'sell').map(({ state }) => state);
  assert.deepEqual(sold, ['cancelled', 'cancelled', 'filled', 'filled']);
});
