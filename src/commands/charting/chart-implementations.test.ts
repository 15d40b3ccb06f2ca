// Drawing: what is recorded, and that nothing of it is read back.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ChartCall, ChartApi, ChartStyle } from '#engine/run-api/chart-api.ts';
import { meter, STEPS } from '#lua/runtime/meter.ts';
import { benchOf, evaluate, messageOf } from '#commands/binding/script-bench.fixture.ts';

type Recording = {
  readonly points: [number, string, number, ChartStyle][];
  readonly calls: ChartCall[];
};

function record(source: string): Recording {
  const points: Recording['points'] = [];
  const calls: ChartCall[] = [];
  benchOf(source, { charts: chartsOf({ points, calls }, true) }).run();
  return { points, calls };
}

function chartsOf({ points, calls }: Recording, isShown: boolean): ChartApi {
  return {
    isShown,
    plot: (...point) => `line-${points.push(point)}`,
    draw: (call) => `shape-${calls.push(call)}`,
  };
}

suite('Plot', () => {
  test('records the newest value of a series, and the looks of the line', () => {
    const { points } = record(`Plot(1, 'RSI', HNC(3, 50), SkyBlue)
      Plot(0, 'x', 5, {c = Red(50), s = Dashed, w = 2, id = 'own'})
      Plot(0, 'y', 5, LineOptions(Blue, {width = 3}))`);
    assert.deepEqual(
      points.map(([chart, name, value, { color, width, id }]) => [
        chart,
        name,
        value,
        color,
        width,
        id,
      ]),
      [
        [1, 'RSI', 50, '#33CCFF', null, null],
        [0, 'x', 5, '#FF000080', 2, 'own'],
        [0, 'y', 5, '#0000CC', 3, null],
      ],
    );
  });

  test('returns the id of the line', () => {
    assert.equal(evaluate(`Plot(0, 'a', 1) ~= ''`), true);
  });

  test('refuses nil', () => {
    assert.match(messageOf(`Plot(0, 'a', nil)`), /bad argument #3 to 'Plot'/);
  });
});

suite('other drawings', () => {
  test('are recorded by name, with their arguments as plain values', () => {
    const { calls } = record(`PlotHorizontalLine(1, 'top', Red, 70)
      PlotBands('a', 'b', SkyBlue(10))`);
    assert.deepEqual(calls[0]?.values.slice(0, 4), [1, 'top', '#FF0000', 70]);
    assert.deepEqual(calls[1], { command: 'PlotBands', values: ['a', 'b', '#33CCFF1A'] });
  });

  test('of several lines record each', () => {
    const { points, calls } = record(`PlotBBandsChart(0, 'bb', 3, 2, 1)`);
    assert.deepEqual(
      points.map(([, name]) => name),
      ['bb upper', 'bb middle', 'bb lower'],
    );
    assert.deepEqual(calls[0]?.values, ['line-1', 'line-2', 'line-3']);
  });

  test('of a signal return the signal', () => {
    assert.equal(evaluate('PlotSignalEnum(-1, SignalLong) == SignalLong'), true);
  });
});

suite('where nobody looks', () => {
  const source = `PlotHorizontalLine(1, 'a level', Red, HNC(3, 50))
    PlotBands(('upper '):rep(2000), 'lower', SkyBlue(10))`;

  test('nothing is recorded, and each call costs what it costs elsewhere', () => {
    const spent = [true, false].map((isShown) => {
      const recording: Recording = { points: [], calls: [] };
      const bench = benchOf(source, { charts: chartsOf(recording, isShown) });
      bench.run();
      assert.equal(recording.calls.length, isShown ? 2 : 0);
      return meter[STEPS];
    });
    assert.equal(spent[0], spent[1]);
  });
});

suite('ChangeColorOpacity', () => {
  test('writes the opacity behind the colour', () => {
    assert.equal(evaluate(`ChangeColorOpacity('#112233', 50)`), '#11223380');
    assert.equal(evaluate(`ChangeColorOpacity(Red(10), 100)`), '#FF0000');
    assert.match(messageOf(`ChangeColorOpacity('red', 50)`), /is no colour/);
  });
});
