// What a script draws beside its lines, and the candles under it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '#lib/time.ts';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import { flat, planInput, START_MS } from '#backtesting/feed.fixture.ts';
import { barMinutesOf, barsOf } from '#backtesting/report-bars.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';

function reportOf(source: string, changes: Partial<BacktestInput> = {}): BacktestReport {
  const input = { ...planInput(flat(20_000, 30)), intervalMinutes: 10, ...changes };
  const done = runBacktest({ ...input, script: { name: 'drawn', source } }, () => true);
  assert.ok(done.ok, done.ok ? '' : done.rejection.message);
  return done.value;
}

const kindsOf = ({ drawings = [] }: BacktestReport, kind: string) =>
  drawings.filter((each) => each.kind === kind);

test('a shape is drawn once at each candle, whatever the number of updates in it', () => {
  const report = reportOf(`PlotShape(0, ShapeDiamond, Red(50), 10, false, 'in')
    if CurrentMinute() == 15 then PlotShape(0, ShapeSquare) end`);
  const shapes = kindsOf(report, 'shape');
  const candleOf = (atMs: number | null): number =>
    Math.floor(((atMs ?? 0) - 1 - START_MS) / (10 * MINUTE_MS));
  assert.deepEqual(
    shapes.map(({ atMs, shape, isAbove, name, color }) => [
      candleOf(atMs),
      shape,
      isAbove,
      name,
      color,
    ]),
    [
      [0, '18', false, 'in', '#FF000080'],
      [1, '18', false, 'in', '#FF000080'],
      [1, '19', true, '', null],
      [2, '18', false, 'in', '#FF000080'],
    ],
  );
});

test('the newest shapes are retained', () => {
  const input = { ...planInput(flat(20_000, 5_000)), intervalMinutes: 1 };
  const shapes = kindsOf(reportOf('PlotShape()', input), 'shape');
  assert.equal(shapes.length, 2_000);
  assert.equal(shapes.at(-1)?.atMs, START_MS + 5_000 * MINUTE_MS);
});

test('levels and zones lie where they were drawn last', () => {
  const report = reportOf(`PlotHorizontalLine(1, 'top', Red, CurrentMinute())
    PlotHorizontalZone(1, 'middle', Blue(20), 30, 70)
    PlotBuySellZone(2, 20, 80)
    PlotVerticalLine(1, 'x', Red, Time())`);
  assert.deepEqual(
    kindsOf(report, 'level').map(({ chart, name, color, value }) => [chart, name, color, value]),
    [[1, 'top', '#FF0000', 30]],
  );
  assert.deepEqual(
    kindsOf(report, 'zone').map(({ chart, name, value, end }) => [chart, name, value, end]),
    [
      [1, 'middle', 30, 70],
      [2, '', 20, 80],
    ],
  );
});

test('the chart has candles of the interval, or of whole ones together', () => {
  const bars = Array.from({ length: 30 }, (_, row) => {
    const open = 20_000 + row;
    return [open, open + 5, open - 5, open + 1] as const;
  });
  const input = { ...planInput(bars), intervalMinutes: 10 };
  const seconds = START_MS / 1_000;
  assert.equal(barMinutesOf(input), 10);
  assert.deepEqual(barsOf(input, 10), [
    [seconds, 20_000, 20_014, 19_995, 20_010, 10_000],
    [seconds + 600, 20_010, 20_024, 20_005, 20_020, 10_000],
    [seconds + 1_200, 20_020, 20_034, 20_015, 20_030, 10_000],
  ]);
});
