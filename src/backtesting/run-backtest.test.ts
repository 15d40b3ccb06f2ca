// Whole backtests of scripts: what a script decides by.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';

/** Prices that go up and down by some hundred, in no regular way. */
const BARS = Array.from({ length: 400 }, (_, row): Bar => {
  const price = 20_000 + Math.round(600 * Math.sin(row / 9) + ((row * 7919) % 101));
  return [price, price + 20, price - 20, price + ((row * 31) % 17)];
});

function reportOf(source: string): BacktestReport {
  const input = { ...planInput(BARS, { warmUpRows: 50 }), script: { name: 'script', source } };
  const ended = runBacktest(input, () => true);
  assert.ok(ended.ok, ended.ok ? '' : ended.rejection.message);
  return ended.value;
}

suite('the newest value of a series', () => {
  const traded = (low: string, high: string): readonly (readonly unknown[])[] => {
    const source = `if ${low} < 35 and LongAmount() == 0 then DoLong() end
if ${high} > 65 then DoExitPosition() end`;
    return reportOf(source).orders.map(({ side, openedAtMs, averagePrice }) => [
      side,
      openedAtMs,
      averagePrice,
    ]);
  };
  const plain = traded('RSI(ClosePrices(), 14)', 'RSI(ClosePrices(), 14)');
  const forms = [
    ['RSI(ClosePrices(), 14).Value', 'RSI(ClosePrices(), 14)["Value"]'],
    ['RSI(ClosePrices(), 14).Values[1]', 'RSI(ClosePrices(), 14)[1].Value'],
    ['ArrayGet(RSI(ClosePrices(), 14), 1)', 'ArrayGet(RSI(ClosePrices(), 14).Values, 1)'],
  ] as const;

  test('decides in each update', () => {
    assert.ok(plain.length > 4, `${plain.length} orders`);
  });
  for (const [low, high] of forms) {
    test(`${low} and ${high} decide as the series itself does`, () => {
      assert.deepEqual(traded(low, high), plain);
    });
  }
});
