// The drawing of a report's charts, run as a browser runs it: from its text alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { spotMarket } from '#domain/market/market.fixture.ts';
import type { drawCharts } from '#services/reports/draw-charts.ts';
import { DRAWING } from '#services/reports/draw-charts.ts';
import { chartContent } from '#services/reports/report-content.ts';
import { SAMPLE_START_MS, sampleInput, sampleReport } from '#services/reports/report.fixture.ts';

const PLOTS = [
  { chart: 0, name: 'average', color: null, points: [at(0, 1_000), at(5, 1_001)] },
  { chart: 3, name: 'strength', color: '#123456', points: [at(5, 50)] },
];

const NOTHING = { atMs: null, shape: null, isAbove: true, value: null, end: null, color: null };
const DRAWINGS = [
  { ...NOTHING, kind: 'shape', chart: 0, name: 'in', atMs: at(3, 0).atMs, shape: '22' },
  { ...NOTHING, kind: 'level', chart: 3, name: 'top', value: 70 },
  { ...NOTHING, kind: 'zone', chart: 0, name: 'zone', value: 990, end: 1_010 },
] as const;

function at(minute: number, value: number) {
  return { atMs: SAMPLE_START_MS + minute * 60_000, value };
}

type Call = { readonly what: string; readonly points: number };
type Hear = (at: object) => void;

/** What the page gives to the library of charts is noted. */
function fakeLibrary(calls: Call[], ranges: object[], onPointer: (hear: Hear) => void) {
  const series = (what: string) => ({
    setData: (points: readonly object[]) => void calls.push({ what, points: points.length }),
    createPriceLine: () => void calls.push({ what: `level on ${what}`, points: 1 }),
    priceScale: () => ({ applyOptions: () => undefined }),
  });
  return {
    CandlestickSeries: 'candles',
    AreaSeries: 'area',
    LineSeries: 'line',
    HistogramSeries: 'volume',
    createChart: () => ({
      addSeries: (type: unknown, _options: object, pane: number) =>
        series(`${String(type)} ${pane}`),
      panes: () => [],
      timeScale: () => ({
        fitContent: () => undefined,
        setVisibleRange: (range: object) => void ranges.push(range),
      }),
      subscribeCrosshairMove: onPointer,
    }),
    createSeriesMarkers: (_series: object, marks: readonly object[]) =>
      void calls.push({ what: 'marks', points: marks.length }),
  };
}

test('the price of a chart has the decimals of its market', () => {
  const formats: object[] = [];
  const library = fakeLibrary([], [], () => undefined);
  const chart = library.createChart();
  const addSeries = (type: unknown, options: object, pane: number) => {
    if (type === 'candles') formats.push(options);
    return chart.addSeries(type, options, pane);
  };
  const noting = { ...library, createChart: () => ({ ...chart, addSeries }) };
  const draw = runInNewContext(`(() => { ${DRAWING} })()`) as typeof drawCharts;
  const [first] = sampleInput().markets;
  assert(first !== undefined);
  for (const priceStep of ['1', '0.00001']) {
    const markets = [{ ...first, market: spotMarket({ priceStep }) }];
    draw(noting, chartContent(sampleInput({ markets }), sampleReport({ positions: [] })), {
      root: { clientWidth: 800, scrollIntoView: () => undefined },
      label: { textContent: '', hidden: true, style: { left: '', top: '' } },
      isDark: false,
      rows: [],
      afterDrawing: (run) => run(),
      addToLegend: () => undefined,
    });
  }
  assert.deepEqual(JSON.parse(JSON.stringify(formats)), [
    { priceFormat: { type: 'price', precision: 0, minMove: 1 } },
    { priceFormat: { type: 'price', precision: 5, minMove: 0.00001 } },
  ]);
});

test('the drawing hands over bars, marks and curves, and shows a clicked trade', () => {
  const calls: Call[] = [];
  const ranges: object[] = [];
  const names: string[] = [];
  let click = (): void => undefined;
  let point: Hear = () => undefined;
  const label = { textContent: '', hidden: true, style: { left: '', top: '' } };
  const library = fakeLibrary(calls, ranges, (hear) => {
    point = hear;
  });
  // As the page does it: from its text alone, without anything around it.
  const draw = runInNewContext(`(() => { ${DRAWING} })()`) as typeof drawCharts;
  draw(library, chartContent(sampleInput(), sampleReport({ plots: PLOTS, drawings: DRAWINGS })), {
    root: { clientWidth: 800, scrollIntoView: () => undefined },
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
    afterDrawing: (run) => run(),
    addToLegend: (name) => void names.push(name),
  });
  click();
  assert.deepEqual(calls, [
    { what: 'candles 0', points: 240 },
    { what: 'volume 0', points: 240 },
    // What the script plotted: beside the price, and in a pane of its own.
    { what: 'line 0', points: 2 },
    { what: 'line 1', points: 1 },
    { what: 'level on line 1', points: 1 },
    { what: 'level on candles 0', points: 1 },
    { what: 'level on candles 0', points: 1 },
    { what: 'area 2', points: 3 },
    { what: 'line 3', points: 240 },
    { what: 'line 3', points: 3 },
    { what: 'area 4', points: 3 },
    // Behind all series: each that is added moves the places of the bars.
    { what: 'marks', points: 2 },
    { what: 'marks', points: 1 },
  ]);
  assert.deepEqual(names.slice(0, 2), ['average', 'strength']);
  point({ hoveredObjectId: '1', point: { x: 10, y: 20 } });
  assert.deepEqual(
    { ...label, style: { ...label.style } },
    {
      textContent: '+3.8 USDT',
      hidden: false,
      style: { left: '22px', top: '32px' },
    },
  );
  point({ hoveredObjectId: 'shape 0', point: { x: 10, y: 20 } });
  assert.deepEqual([label.textContent, label.hidden], ['in', false]);
  point({});
  assert.equal(label.hidden, true);
  // Objects of the other realm have its prototypes.
  assert.deepEqual(JSON.parse(JSON.stringify(ranges)), [{ from: -800, to: 3_800 }]);
});
