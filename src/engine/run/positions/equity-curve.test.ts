// The curve of a run by hand, and its bounds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { addDecimal, decimal, decimalFromFloat } from '#lib/decimal.ts';
import { sweepChance } from '#backtesting/sweep/sweep-chance.ts';
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

test('falls begin, end and last as a walk over every minute finds', () => {
  const chance = sweepChance(5);
  for (let round = 0; round < 10; round += 1) {
    let price = 20_000;
    const bars = Array.from({ length: 700 }, (): Bar => {
      price += chance.below(401) - 200 + (round % 2 === 0 ? 4 : -4);
      return close(price);
    });
    const rows = Array.from({ length: 6 }, (_, index) => 20 + index * 100 + chance.below(90));
    const actions = ['go_long', 'exit_long', 'go_short', 'exit_short', 'go_long', 'exit_long'];
    const plan = ordersAt(
      Object.fromEntries(rows.map((row, at) => [row, [{ action: actions[at] as 'go_long' }]])),
    );
    const { equity, falls } = reportOf(plan, bars, { market: VANILLA });
    assert.deepEqual(falls, fallsOf(equity));
  }
});

test('a fall is deepest where it is first as deep, however long the value stays there', () => {
  const plan = ordersAt({ 0: [{ action: 'go_long' }], 2: [{ action: 'exit_long' }] });
  for (let loss = 1; loss <= 40; loss += 1) {
    const bars = Array.from({ length: 2_100 }, (_, row) =>
      close(20_000 - (row < 2 ? 0 : 7 * loss)),
    );
    const { falls } = reportOf(plan, bars, { market: VANILLA });
    const lasted = (falls?.troughAtMs ?? 0) - (falls?.peakAtMs ?? 0);
    assert.equal(lasted, 3 * MINUTE_MS, `with a loss of ${7 * loss}`);
  }
});

type Point = { readonly atMs: number; readonly value: number };

/** The slow way: for each point the highest before it. The curve has a point for each minute. */
function fallsOf(points: readonly Point[]) {
  const start = { atMs: (points[0]?.atMs ?? 0) - MINUTE_MS, value: 10_000 };
  const all = [start, ...points];
  const highest = (index: number): Point =>
    all.slice(0, index + 1).reduce((best, each) => (each.value >= best.value ? each : best));
  let deepest = { share: 0, peak: start, trough: start };
  for (const [index, point] of all.entries()) {
    const peak = highest(index);
    const share = 1 - point.value / peak.value;
    if (share > deepest.share) deepest = { share, peak, trough: point };
  }
  const { peak, trough } = deepest;
  const recovered =
    trough === start
      ? start
      : all.find(({ atMs, value }) => atMs > trough.atMs && value >= peak.value);
  let longest = { fromMs: start.atMs, toMs: start.atMs };
  for (const [index, from] of all.entries()) {
    if (highest(index) !== from) continue;
    const next = all.findIndex(({ value }, at) => at > index && value >= from.value);
    const isBelow = next < 0 || next > index + 1;
    const to = next < 0 ? all.at(-1) : all[next];
    if (isBelow && to !== undefined && to.atMs - from.atMs > longest.toMs - longest.fromMs)
      longest = { fromMs: from.atMs, toMs: to.atMs };
  }
  return {
    peakAtMs: peak.atMs,
    troughAtMs: trough.atMs,
    recoveredAtMs: recovered?.atMs ?? null,
    longestFromMs: longest.fromMs,
    longestToMs: longest.toMs,
  };
}
