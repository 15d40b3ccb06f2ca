// Plots of a Pine script, as they stand in the report.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { inputOf, reportOf } from '#pine/brain/logged-values.fixture.ts';

function reportOfOverlay(body: string) {
  const input = inputOf(body);
  const source = input.script.source.replace('strategy("x"', 'strategy("x", overlay = true');
  const done = runBacktest({ ...input, script: { ...input.script, source } }, () => true);
  assert(done.ok, done.ok ? '' : done.rejection.message);
  return done.value;
}

suite('plots of a Pine script', () => {
  test('stand on the prices where the script is an overlay, else below', () => {
    const body = 'plot(close)\nplot(open, "Open", force_overlay = true)';
    const below = reportOf(body).plots.map(({ chart, name }) => [chart, name]);
    assert.deepEqual(below, [
      [1, 'Plot'],
      [0, 'Open'],
    ]);
    const above = reportOfOverlay(body).plots.map(({ chart, name }) => [chart, name]);
    assert.deepEqual(above, [
      [0, 'Plot'],
      [0, 'Open'],
    ]);
  });

  test('are two lines where two have no title, also after a bar that has none of the first', () => {
    const { plots } = reportOf('plot(bar_index > 2 ? close : na)\nplot(open)');
    assert.deepEqual(plots.map(({ name }) => name).toSorted(), ['Plot', 'Plot 2']);
    const first = plots.find(({ name }) => name === 'Plot')?.points[0]?.value;
    assert.equal(first, 106);
  });

  test('have their look, and lines of their own for the colors of columns', () => {
    const { plots } = reportOf(
      'plot(close - open, "Body", close >= open ? color.green : color.red, 3, ' +
        'plot.style_columns)\n' +
        'plot(close, "Steps", style = plot.style_stepline, offset = 2)\n' +
        'plot(close, "Dots", color.blue, style = plot.style_circles)\n' +
        'plot(close, "Hidden", display = display.none)\n' +
        'plot(close, "Data", display = display.data_window)\n' +
        'plot(close, "Uncolored", color = na)',
    );
    const looks = plots.map(({ name, color, look }) => [name, color, look?.kind]);
    assert.deepEqual(looks, [
      ['Body', '#4CAF50', 'histogram'],
      ['Steps', null, 'steps'],
      ['Dots', '#2962FF', 'circles'],
      ['Body (2)', '#F23645', 'histogram'],
    ]);
    assert.equal(plots[1]?.look?.offset, 2);
    const counts = plots.map(({ points }) => points.length);
    assert.equal((counts[0] ?? 0) + (counts[3] ?? 0), counts[1]);
  });

  test('have levels, and fills between lines or levels', () => {
    const { drawings = [] } = reportOf(
      'a = plot(high, "A")\nb = plot(low, "B")\nfill(a, b, color.new(color.teal, 80))\n' +
        'h = hline(70, "High")\nl = hline(30, "Low", color.red, hline.style_solid)\n' +
        'fill(h, l, color.new(color.gray, 90))',
    );
    const seen = drawings.map(({ kind, chart, lines, value, end, dash }) => [
      kind,
      chart,
      lines ?? null,
      value,
      end,
      dash ?? null,
    ]);
    assert.deepEqual(seen, [
      ['band', 1, ['A', 'B'], null, null, null],
      ['level', 1, null, 70, null, 'dashed'],
      ['level', 1, null, 30, null, 'solid'],
      ['zone', 1, null, 70, 30, null],
    ]);
  });

  test('have shapes and colors behind bars, where the script is true', () => {
    const { drawings = [] } = reportOfOverlay(
      'plotshape(close > open, "Up", shape.triangleup, location.belowbar, color.green, ' +
        'text = "up")\n' +
        'plotchar(close < open, "Down", "D")\n' +
        'bgcolor(close > 105 ? color.new(color.red, 80) : na)',
    );
    const shapes = drawings.filter(({ kind }) => kind === 'shape');
    assert.ok(
      shapes.some(({ isAbove, name, color }) => !isAbove && name === 'up' && color === '#4CAF50'),
    );
    assert.ok(shapes.some(({ isAbove, name }) => isAbove && name === 'D'));
    const arrows = reportOfOverlay('plotarrow(close - open)').drawings ?? [];
    assert.deepEqual(new Set(arrows.map(({ shape }) => shape)), new Set(['21', '22']));
    const behind = drawings.filter(({ kind }) => kind === 'signal');
    assert.equal(behind.length, 7);
    assert.equal(behind[0]?.color, '#F2364533');
  });

  test('of the bars before the run and of other lengths are not drawn', () => {
    const body =
      'f() =>\n    close\nplot(close, "Own")\nx = request.security("", "2", close)\nlog.info("")';
    const { plots, logs } = reportOf(body);
    assert.deepEqual(
      plots.map(({ name }) => name),
      ['Own'],
    );
    assert.equal(plots[0]?.points.length, logs.length);
  });
});
