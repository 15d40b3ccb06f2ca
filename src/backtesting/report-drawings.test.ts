// Drawings of a script beside its lines, and the candles under it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '#lib/time.ts';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import { withDrawnPrices } from '#backtesting/drawn-prices.ts';
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
    PlotVerticalLine(1, 'x', Red, Time())
    PlotVerticalZone(1, 'y', Blue(20), Time() - 60, Time())`);
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

test('vertical lines and zones stand at their instants', () => {
  const report = reportOf(`PlotVerticalLine(1, 'x', Red, 1700000000)
    PlotVerticalZone(0, 'y', Blue(20), 1700000000, 1700000060)`);
  const at = 1_700_000_000_000;
  assert.deepEqual(
    (report.drawings ?? []).map(({ kind, chart, name, atMs, endMs }) => {
      return [kind, chart, name, atMs, endMs];
    }),
    [
      ['vertical_line', 1, 'x', at, null],
      ['vertical_zone', 0, 'y', at, at + MINUTE_MS],
    ],
  );
});

test('a band lies between two lines of one chart, in its colour or in theirs', () => {
  const report = reportOf(`local a, b = Plot(0, 'a', 1), Plot(0, 'b', 2)
    local c = Plot(1, 'c', 3)
    PlotBands(a, b, SkyBlue(10))
    PlotCloud(a, b, 40)
    PlotBands(a, c, Red)
    PlotBBandsChart(2, 'bb', 3, 2, 1)`);
  assert.deepEqual(
    kindsOf(report, 'band').map(({ chart, lines, color, opacity }) => {
      return [chart, lines, color, opacity];
    }),
    [
      [0, ['a', 'b'], '#33CCFF1A', null],
      [0, ['a', 'b'], null, 40],
      [2, ['bb upper', 'bb lower'], null, null],
    ],
  );
});

test('candles are marked, and signals stand at theirs, each once', () => {
  const report = reportOf(`if CurrentMinute() == 15 then MarkCandle(0, 2) end
    PlotSignalBar(-1, CurrentMinute() <= 10 and Green or Red)
    PlotSignalEnum(-2, SignalNone)
    PlotSignalEnum(-3, SignalLong)`);
  const candleOf = (atMs: number | null): number =>
    Math.floor(((atMs ?? 0) - 1 - START_MS) / (10 * MINUTE_MS));
  const marked = kindsOf(report, 'marked_candle').map(({ atMs }) => candleOf(atMs));
  assert.deepEqual(marked, [1, 0]);
  const signals = kindsOf(report, 'signal');
  assert.deepEqual(
    signals.filter(({ chart }) => chart === -1).map(({ atMs, color }) => [candleOf(atMs), color]),
    [
      [0, '#00FF00'],
      [1, '#FF0000'],
      [2, '#FF0000'],
    ],
  );
  assert.deepEqual([...new Set(signals.map(({ chart }) => chart))], [-1, -3]);
});

test('a line is drawn as its options and the commands with its id say', () => {
  const { plots } = reportOf(`Plot(1, 'plain', 1, Blue)
    Plot(1, 'dashed', 1, {c = Red, deco = Dashed, w = 3})
    Plot(1, 'steps', 1, LineOptions(Blue, Step))
    PlotHistogram(Plot(1, 'hist', 1, Gray), Red)
    PlotBars(Plot(1, 'bars', 1), 5)
    PlotCircle(Plot(1, 'circles', 1))
    PlotShapes(Plot(1, 'shapes', 1), ShapeDiamond)
    PlotDoubleColor(Plot(1, 'double', 1, Green), 50, Red)
    PlotStackedArea({Plot(2, 'low', 1), Plot(2, 'high', 2)})`);
  const looks = plots.map(({ name, look }) => [
    name,
    look?.kind,
    look?.dash,
    look?.width,
    look?.secondColor,
    look?.base,
    look?.shape,
    look?.stack,
  ]);
  assert.deepEqual(looks, [
    ['plain', ...Array.from({ length: 7 })],
    ['dashed', 'line', 'dashed', 3, null, null, null, null],
    ['steps', 'steps', 'solid', 1, null, null, null, null],
    ['hist', 'histogram', 'solid', null, '#FF0000', 0, null, null],
    ['bars', 'bars', 'solid', null, null, 5, null, null],
    ['circles', 'circles', 'solid', null, null, null, null, null],
    ['shapes', 'shapes', 'solid', null, null, null, '18', null],
    ['double', 'two_colors', 'solid', null, '#FF0000', 50, null, null],
    ['low', 'area', 'solid', null, null, null, null, 0],
    ['high', 'area', 'solid', null, null, null, null, 0],
  ]);
});

test('insides are those that were chosen, and what is to be an outline says so', () => {
  const report = reportOf(`PlotHistogram(Plot(1, 'hist', 1, Gray), Red, true)
    PlotHistogram(Plot(1, 'hollow', 1, Gray), Red)
    PlotBars(Plot(1, 'bars', 1), 5, '#112233')
    PlotCircle(Plot(1, 'circles', 1), '#11223344')
    PlotShapes(Plot(1, 'shapes', 1), ShapeDiamond, Red)
    PlotDoubleColor(Plot(1, 'double', 1, Green), 50, Red, Blue(20))
    PlotPrice(0, PriceMarket(), 10, Candlestick, Green, false, Red, true, '#445566', false)
    PlotPrice(1, PriceMarket(), 10, Candlestick)
    PlotVolume(2, Green, Red, true, false)`);
  assert.deepEqual(
    report.plots.map(({ name, look }) => [name, look?.fillColor, look?.fillsRises]),
    [
      ['hist', undefined, true],
      ['hollow', undefined, undefined],
      ['bars', '#112233', undefined],
      ['circles', '#11223344', undefined],
      ['shapes', '#FF0000', undefined],
      ['double', '#0000CC33', undefined],
    ],
  );
  assert.deepEqual(
    (report.drawings ?? []).map(({ markColor, isRiseFilled, isFallFilled, isMarkFilled }) => [
      markColor,
      isRiseFilled,
      isFallFilled,
      isMarkFilled,
    ]),
    [
      ['#445566', false, undefined, false],
      [undefined, undefined, undefined, undefined],
      [undefined, undefined, false, undefined],
    ],
  );
});

test('what is set of charts and axes is retained as it was set last, each label once', () => {
  const report = reportOf(`ChartAddAxisLabel(0, RightAxis, 'Entry', CurrentMinute(), Red, White)
    ChartAddAxisLabel(0, RightAxis, 'Stop', 7)
    ChartSetAxisOptions(1, LeftAxis, 0, 100, false, PercentageAxis)
    ChartSetOptions(1, 'Strength', 0.2, HeikinAshi)
    PlotPivot(5, 3)
    PlotVolume(2, Green, Red)`);
  const values = (report.drawings ?? []).map(
    ({ kind, chart, name, value, end, side, size, ...of }) => [
      kind,
      chart,
      name,
      value,
      end,
      side ?? of.style ?? null,
      size ?? of.secondColor ?? of.scale ?? null,
    ],
  );
  assert.deepEqual(values, [
    ['axis_label', 0, 'Entry', 30, null, 'right', '#FFFFFF'],
    ['axis_label', 0, 'Stop', 7, null, 'right', null],
    ['axis', 1, '', 0, 100, 'left', 'percentage'],
    ['chart', 1, 'Strength', null, null, 'heikin_ashi', 0.2],
    ['pivot', 0, '', 5, 3, null, null],
    ['volume', 2, '', null, null, 'right', '#FF0000'],
  ]);
});

test('prices of a market have the candles that the run had of it, and others none', () => {
  const input = { ...planInput(flat(20_000, 30)), intervalMinutes: 10 };
  const [market] = input.markets;
  assert.ok(market !== undefined);
  const tag = market.market.marketTag;
  const report = reportOf(`PlotPrice(0, PriceMarket(), 10, OHLC)
    PlotPrice(1, PriceMarket(), 20, Mountain, Green, true, Red)
    PlotPrice(2, 'SIM_NOWHERE_USDT')`);
  const drawn = withDrawnPrices(input, report).drawings ?? [];
  assert.deepEqual(
    drawn.map(({ chart, name, style, bars }) => [chart, name, style, bars?.length ?? null]),
    [
      [0, tag, 'bars', null],
      [1, tag, 'area', 2],
    ],
  );
});

test('a line has the place that its options choose', () => {
  const { plots } = reportOf(`Plot(1, 'plain', 1, LineOptions(Blue))
    Plot(1, 'placed', 1, LineOptions(Blue, nil, nil, 1, -26, LeftAxis, nil, true, true, true))
    PlotStackedArea({Plot(2, 'low', 1), Plot(2, 'high', 2)})
    SetStackedAreaOpacity(2, 30)`);
  const looks = plots.map(({ look }) => look);
  const { offset, side, isBehind, isOffAxis, trails } = looks[1] ?? {};
  assert.deepEqual([offset, side, isBehind, isOffAxis, trails], [-26, 'left', true, true, true]);
  assert.deepEqual(
    looks.map((look) => [look?.side, look?.opacity]),
    [
      [undefined, undefined],
      ['left', undefined],
      [undefined, 30],
      [undefined, 30],
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
