// Contents of a report beside the money.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, formatDecimal, ZERO } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import {
  flat,
  ordersAt,
  planInput,
  reportOf,
  runPlan,
  START_MS,
} from '#backtesting/feed.fixture.ts';
import { NO_EXECUTION_SETTINGS } from '#backtesting/execution-settings.ts';

test('reasons of refusal are counted, the most frequent first', () => {
  const small = { amount: 0.0001 };
  const report = reportOf(
    ordersAt({ 0: [{ type: 'limit', price: 20_000, amount: 1 }], 1: [small, small], 2: [small] }),
    flat(20_000, 4),
  );
  assert.equal(report.assumptions.rejectedOrders, 4);
  assert.deepEqual(
    report.rejections.map(({ count }) => count),
    [3, 1],
  );
  assert.match(report.rejections[1]?.reason ?? '', /^insufficient funds: 10040 USDT/);
});

test('orders name the position that they filled for', () => {
  const report = reportOf(
    ordersAt({
      0: [{}],
      1: [{ action: 'sell' }],
      2: [{}, { type: 'limit', price: 10_000, amount: 0.01 }],
    }),
    flat(20_000, 5),
  );
  assert.deepEqual(
    report.orders.map(({ positionId }) => positionId),
    ['p1', 'p1', 'p2', null],
  );
  assert.deepEqual(
    report.positions.map(({ positionId }) => positionId),
    ['p1', 'p2'],
  );
});

test('chosen inputs that the script never asks for are reported', () => {
  const { report } = runPlan(() => undefined, {
    ...planInput(flat(20_000, 2)),
    inputs: { Lenght: 3 },
  });
  assert.deepEqual(report.unusedInputs, ['Lenght']);
});

test('the return of a position has at most 8 places', () => {
  const bars: Bar[] = [...flat(20_000, 3), ...flat(20_777, 3)];
  const report = reportOf(ordersAt({ 0: [{ amount: 0.3 }], 3: [{ action: 'sell' }] }), bars);
  assert.match(formatDecimal(report.positions[0]?.roiPercent ?? ZERO), /^\d+(\.\d{1,8})?$/);
});

test('the first bar of the chart counts whole, also where bars are magnified', () => {
  const bars = [...flat(20_000, 2), ...flat(20_500, 1), ...flat(21_000, 3)];
  for (const magnifiesBars of [false, true]) {
    const execution = { ...NO_EXECUTION_SETTINGS, magnifiesBars };
    const report = reportOf(() => undefined, bars, {
      settings: { rules: 'tradingview', execution },
      intervalMinutes: 3,
    });
    assert.equal(report.priceChangePercent, decimal('5'), 'from 20,000 to 21,000');
    assert.equal(report.warmUp?.firstUpdateMs, START_MS + 3 * MINUTE_MS);
    assert.equal(report.equity[0]?.atMs, START_MS + 3 * MINUTE_MS);
  }
});
