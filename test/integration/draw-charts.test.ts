// The drawing of a report's charts, run as a browser runs it: from its text alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { drawCharts } from '#services/reports/draw-charts.ts';
import { chartContent } from '#services/reports/report-content.ts';
import { sampleInput, sampleReport } from '#services/reports/report.sample.ts';

test('the drawing hands over bars, marks and curves, and shows a clicked trade', () => {
  const calls: { what: string; points: number }[] = [];
  const ranges: object[] = [];
  let click = (): void => undefined;
  let point = (_at: object): void => undefined;
  const label = { textContent: '', hidden: true, style: { left: '', top: '' } };
  const series = (what: string) => ({
    setData: (points: readonly object[]) => void calls.push({ what, points: points.length }),
  });
  const library = {
    CandlestickSeries: 'candles',
    AreaSeries: 'area',
    createChart: () => ({
      addSeries: (type: unknown, _options: object, pane: number) =>
        series(`${String(type)} ${pane}`),
      panes: () => [],
      timeScale: () => ({
        fitContent: () => undefined,
        setVisibleRange: (range: object) => void ranges.push(range),
      }),
      subscribeCrosshairMove: (hear: typeof point) => {
        point = hear;
      },
    }),
    createSeriesMarkers: (_series: object, marks: readonly object[]) =>
      void calls.push({ what: 'marks', points: marks.length }),
  };
  // As the page does it: from its text alone, without anything around it.
  const draw = runInNewContext(`(${drawCharts.toString()})`) as typeof drawCharts;
  draw(library, chartContent(sampleInput(), sampleReport()), {
    root: { scrollIntoView: () => undefined },
    label,
    isDark: true,
    rows: [
      {
        dataset: { from: '1000', to: '2000' },
        addEventListener: (_event, run) => {
          click = run;
        },
      },
    ],
  });
  click();
  assert.deepEqual(calls, [
    { what: 'candles 0', points: 240 },
    { what: 'area 1', points: 3 },
    { what: 'area 2', points: 3 },
    // Behind all series: each that is added moves the places of the bars.
    { what: 'marks', points: 2 },
  ]);
  point({ hoveredObjectId: '1', point: { x: 10, y: 20 } });
  assert.deepEqual(
    { ...label, style: { ...label.style } },
    {
      textContent: '3.8 USDT',
      hidden: false,
      style: { left: '22px', top: '32px' },
    },
  );
  point({});
  assert.equal(label.hidden, true);
  // Objects of the other realm have its prototypes.
  assert.deepEqual(JSON.parse(JSON.stringify(ranges)), [{ from: -800, to: 3_800 }]);
});
