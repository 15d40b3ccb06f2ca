// A grid bot over candles written by hand: what it places, what it earns, and how it ends. A tick
// is 0.01 USDT, a lot 0.0001 BTC, both fees are 0.1 percent, the price begins at 24,100.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { futuresMarket } from '#venue-port/market/market.fixture.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { EXAMPLE_MARKET, gridOf, marketAt } from '#strategies/grid/grid.fixture.ts';
import { gridReport } from '#strategies/grid/grid-run.fixture.ts';
import { previewGrid } from '#strategies/grid/preview-grid.ts';

/** Minutes that stand still at these prices. */
function at(...prices: readonly number[]): Bar[] {
  return prices.map((price) => {
    const ticks = Math.round(price * 100);
    return [ticks, ticks, ticks, ticks, 10 ** 9];
  });
}

/** A minute that opens at 24,100 and ends lower. */
function falling(price: number): Bar {
  return [2_410_000, 2_410_000, price * 100, price * 100, 10 ** 9];
}

function orders({ orders: all }: BacktestReport): string[] {
  return all.map(({ side, type, price, amount, state }) => {
    const where = type === 'market' ? 'market' : formatDecimal(price);
    return `${side} ${formatDecimal(amount)} ${where} ${state}`;
  });
}

const text = (value: Decimal): string => formatDecimal(value);

suite('a spot grid', () => {
  test('opens and buys first, sells as soon as it holds what it sells', () => {
    const report = gridReport(gridOf(), EXAMPLE_MARKET, at(24_100, 24_100, 24_100));
    assert.deepEqual(orders(report), [
      'buy 0.03 market filled',
      'buy 0.01 20000 open',
      'buy 0.01 22000 open',
      'sell 0.01 26000 open',
      'sell 0.01 28000 open',
      'sell 0.01 30000 open',
    ]);
  });

  test('places what its preview promised, order by order', () => {
    const config = gridOf({ grid_mode: 'geometric', grid_count: 12 });
    const { figures } = previewGrid(config, marketAt('24100'), null);
    const report = gridReport(config, EXAMPLE_MARKET, at(24_100, 24_100, 24_100));
    const promised = (figures?.levels ?? []).filter(({ side }) => side !== null);
    const bySide = (side: string) =>
      promised
        .filter((level) => level.side === side)
        .map(({ price, amount }) => `${side} ${text(amount)} ${text(price)} open`);
    const opening = `buy ${text(figures?.initialOrder?.amount ?? (0n as Decimal))} market filled`;
    assert.deepEqual(orders(report), [opening, ...bySide('buy'), ...bySide('sell')]);
  });

  test('orders on the other line after each fill, for the profit of one grid', () => {
    const bars = [...at(24_100, 24_100, 24_100), falling(21_999), ...at(21_999, 21_999)];
    bars.push([2_199_900, 2_400_100, 2_199_900, 2_400_100, 10 ** 9], ...at(24_001));
    const report = gridReport(gridOf(), EXAMPLE_MARKET, bars);
    assert.deepEqual(orders(report).slice(6), ['sell 0.01 24000 filled', 'buy 0.01 22000 open']);
    const [bought, sold] = [report.orders[2], report.orders[6]];
    // 2,000 of price for 0.01: 20, 0.22 and 0.24 of fees.
    assert.equal(text(bought?.fees ?? (0n as Decimal)), '0.22');
    assert.equal(text(sold?.fees ?? (0n as Decimal)), '0.24');
    const { pairs } = report;
    assert.deepEqual(
      [pairs?.winning, pairs?.losing, text(pairs?.profit ?? (0n as Decimal))],
      [1, 0, '19.54'],
    );
    assert.equal(text(pairs?.biggestWin ?? (0n as Decimal)), '19.54');
    assert.equal(text(pairs?.winRatePercent ?? (0n as Decimal)), '100');
  });

  test('waits for its start price, from either side', () => {
    const config = gridOf({ start_condition: 'price', start_price: '24500' });
    const seen: number[] = [];
    gridReport(config, EXAMPLE_MARKET, at(24_100, 24_400, 24_600, 24_600), {}, (api) => {
      seen.push(api.orders.open(null).length);
    });
    assert.deepEqual(seen.slice(0, 2), [0, 0]);
    assert.ok((seen[2] ?? 0) > 0);
  });

  test('without buying at the start enters only behind the price', () => {
    const config = gridOf({ fill_grid_on_start: false });
    const report = gridReport(config, EXAMPLE_MARKET, at(24_100, 24_100, 26_100, 26_100));
    assert.deepEqual(
      report.orders.map(({ side, price }) => `${side} ${text(price)}`),
      ['buy 20000', 'buy 22000', 'buy 24000', 'buy 26000'],
    );
  });

  test('stops at its stop loss, sells what it holds, and leaves no order', () => {
    const config = gridOf({ stop_loss_price: '19000', sell_base_on_stop: true });
    const bars = at(24_100, 24_100, 24_100, 18_900, 18_900, 18_900, 18_900, 18_900);
    const report = gridReport(config, EXAMPLE_MARKET, bars);
    assert.deepEqual(
      report.orders.filter(({ state }) => state === 'open'),
      [],
    );
    assert.equal(report.wallet.find(({ currency }) => currency === 'BTC')?.amount ?? 0n, 0n);
    assert.match(report.logs.map(({ message }) => message).join('\n'), /the stop loss price was/);
  });

  for (const price of [31_000, 30_000.01, 33_333.33])
    test(`takes its profit at exactly ${price}`, () => {
      const config = gridOf({ take_profit_price: price });
      const bars = at(24_100, 24_100, 24_100, price, price, price);
      const report = gridReport(config, EXAMPLE_MARKET, bars);
      assert.match(
        report.logs.map(({ message }) => message).join('\n'),
        /the take profit price was/,
      );
    });

  test('a stop must hold for its delay', () => {
    const config = gridOf({ take_profit_price: '31000', stop_delay_seconds: 120 });
    const bars = at(24_100, 24_100, 31_100, 29_000, 31_100, 31_100, 31_100, 31_100);
    const seen: number[] = [];
    gridReport(config, EXAMPLE_MARKET, bars, {}, (api) => {
      seen.push(api.orders.open(null).length);
    });
    assert.ok((seen[3] ?? 0) > 0 && (seen[5] ?? 0) > 0, 'once it held for a minute only');
    assert.equal(seen.at(-1), 0);
  });

  test('is not started where the preview has a problem, and says so', () => {
    const report = gridReport(gridOf({ investment: '50' }), EXAMPLE_MARKET, at(24_100, 24_100));
    assert.deepEqual(report.orders, []);
    assert.match(report.logs[0]?.message ?? '', /"investment" must be at least 57.19/);
  });

  test('follows the price up by whole lines', () => {
    const config = gridOf({ trailing_up: true, trailing_up_limit: '32000', investment: '1500' });
    const bars = at(24_100, 24_100, 24_100, 30_100, 32_100, 32_100, 32_100, 34_100, 34_100);
    const report = gridReport(config, EXAMPLE_MARKET, bars);
    const open = report.orders.filter(({ state }) => state === 'open');
    assert.deepEqual(open.map(({ price }) => text(price)).sort(), [
      '22000',
      '24000',
      '26000',
      '28000',
      '30000',
    ]);
  });

  test('lets no more orders rest than it may, the nearest ones', () => {
    const config = gridOf({ max_active_orders: 2 });
    const report = gridReport(config, EXAMPLE_MARKET, at(24_100, 24_100, 24_100));
    const open = report.orders.filter(({ state }) => state === 'open');
    assert.deepEqual(open.map(({ price }) => text(price)).sort(), ['22000', '26000']);
  });
});

suite('a futures grid', () => {
  const market = futuresMarket('vanilla', '1', { minOrderValue: '10' });

  test('neutral: holds either direction and ends flat where it began', () => {
    const config = gridOf({ investment: '3000', leverage: 2 }, 'futures_grid');
    const bars = at(24_100, 24_100, 26_100, 26_100, 23_900, 23_900, 23_900);
    const report = gridReport(config, market, bars);
    const filled = report.orders.filter(({ state }) => state === 'filled');
    assert.deepEqual(
      filled.map(({ side, price }) => `${side} ${text(price)}`),
      ['sell 26000', 'buy 24000'],
    );
    assert.equal(report.positionsClosed, 1);
    assert.ok(report.realizedProfit > 0n);
  });

  test('short: opens short, buys back below, sells above', () => {
    const config = gridOf({ direction: 'short', investment: '3000', leverage: 2 }, 'futures_grid');
    const report = gridReport(config, market, at(24_100, 24_100, 24_100));
    assert.deepEqual(
      report.orders.map(({ side, price, type }) => `${side} ${type} ${text(price)}`),
      [
        'sell market 0',
        'sell limit 26000',
        'sell limit 28000',
        'sell limit 30000',
        'buy limit 20000',
        'buy limit 22000',
      ],
    );
  });
});
