// The curve of a run by hand, and its bounds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { addDecimal, decimal, decimalFromFloat } from '#lib/decimal.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { flat, INVERSE, ordersAt, reportOf, VANILLA } from '#backtesting/feed.fixture.ts';

const long = ordersAt({ 0: [{ action: 'go_long' }] });
const close = (price: number): Bar => [price, price, price, price];

test('drawdown, highest and lowest profit are those of minute closes', () => {
  // 0.1 from 20,000 on, with a fee of 4: equity 9,996, 10,096, 9,896, 9,996.
  const bars = [20_000, 20_000, 21_000, 19_000, 20_000].map(close);
  const report = reportOf(long, bars, { market: VANILLA });
  assert.equal(report.highestProfit, decimal('96'));
  assert.equal(report.lowestProfit, decimal('-104'));
  assert.equal(report.maxDrawdown, decimal('200'));
  assert.equal(report.maxDrawdownPercent, decimal('1.98098257'), '200 of 10,096');
  assert.deepEqual(
    report.equity.map(({ value }) => value),
    [10_000, 9_996, 10_096, 9_896, 9_996],
  );
});

test('a script sees the same figures however long the minutes before were quiet', () => {
  const bars = [20_000, 20_000, 21_000, 19_000, 20_000].map(close);
  const seen: number[] = [];
  reportOf(
    (api, row) => {
      long(api, row);
      if (row > 2) seen.push(api.report.figures(null).maxDrawdown);
    },
    bars,
    { market: VANILLA },
  );
  assert.deepEqual(seen, [200, 200]);
});

test('there are at most 2,000 points, evenly apart, and the last minute is one of them', () => {
  const report = reportOf(() => undefined, flat(100, 4_321));
  const times = report.equity.map(({ atMs }) => atMs);
  assert.ok(times.length <= 2_000 && times.length > 1_000);
  assert.equal((times[1] ?? 0) - (times[0] ?? 0), 3 * MINUTE_MS);
  assert.equal((times.at(-1) ?? 0) % DAY_MS, MINUTE_MS, 'three days and a minute');
});

test('each point is exact: the start, what was realised and what is open, in whole units', () => {
  // 7 contracts of 100 bought at 20,003 are booked at 0.03499475 BTC and cost a fee of 0.00006999;
  // a sale pays 0.03499476 there, 0.03482414 at 20,101 and 0.03501226 at 19,993.
  const enter = ordersAt({ 0: [{ action: 'go_long', amount: 7 }] });
  const bars = [20_003, 20_003, 20_101, 19_993].map(close);
  const report = reportOf(enter, bars, { market: INVERSE, wallet: [['BTC', '1']] });
  const points = report.equity.map(({ value }) => value);
  assert.deepEqual(points, [1, 0.99993, 1.00010062, 0.9999125]);
  const { realizedProfit, unrealizedProfit } = report;
  const last = decimalFromFloat(points.at(-1) ?? 0, 18);
  assert.equal(last, addDecimal(decimal('1'), addDecimal(realizedProfit, unrealizedProfit)));
});
