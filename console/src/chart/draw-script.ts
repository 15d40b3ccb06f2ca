// Draws what a script drew: its lines over the candles and in panes of their own, and behind them
// bands, zones, vertical lines and signals.

import type {
  IChartApiBase,
  IPriceLine,
  ISeriesApi,
  SeriesType,
  UTCTimestamp,
} from 'lightweight-charts';
import { LineSeries, LineStyle } from 'lightweight-charts';
import type { Bar } from './bars.ts';
import { addAxisLabel, addTitle, setAxis, setHeights } from './set-axis.ts';
import type { ChartColours } from './chart-theme.ts';
import {
  addPlotSeries,
  inDrawingOrder,
  opacityOf,
  plotColour,
  QUIET,
  setPlotPoints,
} from './drawn-plots.ts';
import { objectPainter } from './object-painters.ts';
import type { Painter } from './painter.ts';
import {
  bandPainter,
  paintBehind,
  signalPainter,
  verticalPainter,
  zonePainter,
} from './painter.ts';
import type { Look } from './price-series.ts';
import { addPriceSeries, addVolumeSeries } from './price-series.ts';
import type { ScriptParts } from './script-parts.ts';

type Series = ISeriesApi<SeriesType>;
type FirstOf = Map<number, Series>;

type NamedSeries = {
  readonly series: Series;
  readonly name: string;
  readonly colour: string;
  readonly pane: number;
};

export type DrawnScript = {
  readonly series: readonly NamedSeries[];
  /** Below that of the candles. */
  readonly panesCount: number;
  /** Moves the ends of the same plots; false: they are others. */
  moveEnd(this: void, plots: ScriptParts['plots']): boolean;
  /** Gives the panes the heights that the script chose, of so many pixels. */
  setHeights(this: void, wholePx: number): void;
  /** Takes all of it away again. */
  remove(): void;
};

/** What is there before the script draws. */
export type Ground = {
  readonly chart: IChartApiBase;
  readonly candles: Series;
  readonly bars: readonly Bar[];
  readonly colours: ChartColours;
};

/** Those of chart 0 stand on the prices. */
export function drawScript(ground: Ground, parts: ScriptParts): DrawnScript {
  const { chart, candles } = ground;
  const { plots, levels } = parts;
  const paneOf = new Map([[0, 0]]);
  const firstOf: FirstOf = new Map([[0, candles]]);
  const added: Series[] = [];
  const undo: (() => void)[] = [];
  const paneAt = (number: number): number => {
    if (!paneOf.has(number)) paneOf.set(number, paneOf.size);
    return paneOf.get(number) ?? 0;
  };
  const named: NamedSeries[] = [];
  undo.push(...drawOwnPrices(ground, parts, added));
  const colourOf = new Map(plots.map((plot, index) => [keyOf(plot), plotColour(plot, index)]));
  const series = inDrawingOrder(plots).map((plot) => {
    const pane = paneAt(plot.chart);
    const colour = colourOf.get(keyOf(plot)) ?? plotColour(plot, 0);
    const line = addPlotSeries(chart, plot, pane, colour);
    undo.push(...setPlotPoints(chart, line, plot, colour));
    added.push(line);
    if (!firstOf.has(plot.chart)) firstOf.set(plot.chart, line);
    return { series: line, name: plot.name, colour, pane };
  });
  drawPrices(ground, parts, { paneAt, added, firstOf, named });
  addEmptyCharts(ground, parts, { paneAt, added, firstOf });
  undo.push(...paintFills(chart, parts, firstOf, colourOf));
  undo.push(...paintObjects(ground, parts, firstOf));
  for (const level of levels) undo.push(...addLevel(level, firstOf.get(level.chart)));
  for (const label of parts.labels) undo.push(...addAxisLabel(label, firstOf.get(label.chart)));
  // What is set of a chart on which nothing is drawn has no place.
  for (const axis of parts.axes) {
    const pane = paneOf.get(axis.chart);
    if (pane !== undefined)
      undo.push(...setAxis(chart, axis, pane, chart.panes()[pane]?.getSeries() ?? []));
  }
  for (const title of parts.charts) {
    const pane = paneOf.get(title.chart);
    if (pane !== undefined) undo.push(...addTitle(chart, title, pane, ground.colours.text));
  }
  return {
    series: [...series, ...named],
    panesCount: paneOf.size - 1,
    moveEnd: (moved) => moveEnd(series, inDrawingOrder(moved)),
    setHeights: (wholePx) => setHeights(chart, parts.charts, paneOf, wholePx),
    remove() {
      for (const step of undo) step();
      for (const line of added) chart.removeSeries(line);
    },
  };
}

function moveEnd(series: readonly NamedSeries[], plots: ScriptParts['plots']): boolean {
  if (plots.length !== series.length) return false;
  if (plots.some(({ name }, index) => series[index]?.name !== name)) return false;
  for (const [index, { points }] of plots.entries()) {
    const end = points.at(-1);
    if (end !== undefined)
      series[index]?.series.update({ time: end.time as UTCTimestamp, value: end.value });
  }
  return true;
}

type Places = {
  readonly paneAt: (chart: number) => number;
  readonly added: Series[];
  readonly firstOf: FirstOf;
};

/** The prices of the chart itself, in the look that the script chose. */
function drawOwnPrices(
  { chart, candles, bars, colours }: Ground,
  { prices, charts, markedBars }: ScriptParts,
  added: Series[],
): readonly (() => void)[] {
  const own: readonly Look[] = prices.filter((of) => of.chart === 0 && of.bars.length === 0);
  const styled: readonly Look[] = charts.filter(
    (of) => of.chart === 0 && (of.style ?? 'candles') !== 'candles',
  );
  const [look] = [...own, ...styled];
  if (look === undefined) return [];
  const before = { ...candles.options() };
  candles.applyOptions(UNSEEN);
  const place = { pane: 0, scaleId: 'right', marked: markedBars.get(0) };
  added.push(addPriceSeries(chart, bars, look, { ...colours, mark: colours.sell }, place));
  return [() => candles.applyOptions(before)];
}

/** Candles and volume on other charts, behind the lines that are there. */
function drawPrices(
  { chart, bars, colours }: Ground,
  { prices, volumes, markedBars }: ScriptParts,
  { paneAt, added, firstOf, named }: Places & { readonly named: NamedSeries[] },
): void {
  const add = (number: number, series: Series): void => {
    added.push(series);
    if (number !== 0) series.setSeriesOrder(0);
    if (!firstOf.has(number)) firstOf.set(number, series);
  };
  for (const [index, of] of prices.entries()) {
    if (of.bars.length === 0) continue;
    const pane = paneAt(of.chart);
    // Another market's prices on the chart of the own ones have a scale of their own.
    const scaleId = pane === 0 ? `prices ${index}` : 'right';
    const marked = markedBars.get(of.chart);
    const look = { ...colours, mark: colours.sell };
    const series = addPriceSeries(chart, of.bars, of, look, { pane, scaleId, marked });
    named.push({ series, name: of.name, colour: of.color?.slice(0, 7) ?? colours.rise, pane });
    add(of.chart, series);
  }
  const faded = { rise: colours.riseFaded, fall: colours.fallFaded };
  for (const of of volumes)
    add(of.chart, addVolumeSeries(chart, bars, of, faded, paneAt(of.chart)));
}

const CLEAR = 'transparent';
const UNSEEN = {
  upColor: CLEAR,
  downColor: CLEAR,
  wickUpColor: CLEAR,
  wickDownColor: CLEAR,
};

/** A chart may have nothing but signals, levels or labels. */
function addEmptyCharts(
  { chart, bars }: Ground,
  { signals, levels, labels, objects }: ScriptParts,
  { paneAt, added, firstOf }: Places,
): void {
  for (const { chart: number } of [...signals, ...levels, ...labels, ...objects]) {
    if (firstOf.has(number)) continue;
    const own = objects.filter((of) => of.chart === number);
    const empty = chart.addSeries(LineSeries, { ...QUIET, ...rangeOf(own) }, paneAt(number));
    // A scale needs a value: one that is not seen.
    const value = own.find(({ spots }) => spots.length > 0)?.spots[0]?.value ?? 0;
    if (own.length > 0)
      empty.setData(bars.map(({ time }) => ({ time: time as UTCTimestamp, value })));
    added.push(empty);
    firstOf.set(number, empty);
  }
}

/** Of a chart that has nothing but objects: all of them are in view. */
function rangeOf(objects: ScriptParts['objects']) {
  const values = objects.flatMap(({ spots }) => spots.map(({ value }) => value));
  if (objects.length === 0) return {};
  const [least, most] = values.length === 0 ? [-1, 1] : [Math.min(...values), Math.max(...values)];
  const margin = (most - least) * 0.1 || Math.abs(most) * 0.01 || 1;
  const priceRange = { minValue: least - margin, maxValue: most + margin };
  return { color: CLEAR, autoscaleInfoProvider: () => ({ priceRange }) };
}

function paintObjects(
  { chart, colours }: Ground,
  { objects }: ScriptParts,
  firstOf: FirstOf,
): readonly (() => void)[] {
  return [...new Set(objects.map((of) => of.chart))].flatMap((number) => {
    const series = firstOf.get(number);
    const own = objects.filter((of) => of.chart === number);
    if (series === undefined) return [];
    return [paintBehind(chart, series, objectPainter(own, colours.text), 'top')];
  });
}

function addLevel(
  { name, color, value, end, dash }: ScriptParts['levels'][number],
  series: Series | undefined,
): (() => void)[] {
  if (series === undefined) return [];
  return [value, end].flatMap((price) => {
    if (price === null) return [];
    const line: IPriceLine = series.createPriceLine({
      price: Number(price),
      color: color?.slice(0, 7) ?? GREY,
      lineWidth: 1,
      lineStyle: dash === null ? LineStyle.Dashed : DASHES[dash],
      axisLabelVisible: false,
      title: name,
    });
    return [() => series.removePriceLine(line)];
  });
}

const DASHES = {
  solid: LineStyle.Solid,
  dashed: LineStyle.Dashed,
  dotted: LineStyle.Dotted,
} as const;
const keyOf = ({ chart, name }: { readonly chart: number; readonly name: string }): string =>
  `${chart} ${name}`;
const GREY = '#8792a2';
/** Of what covers much of a chart, where the script chose no opacity. */
const FAINT = '1f';

function paintFills(
  chart: IChartApiBase,
  { plots, bands, levels, instants, signals }: ScriptParts,
  firstOf: FirstOf,
  colourOf: ReadonlyMap<string, string>,
): readonly (() => void)[] {
  const undo: (() => void)[] = [];
  const paint = (number: number, painter: Painter, layer?: 'normal'): void => {
    const series = firstOf.get(number);
    if (series !== undefined) undo.push(paintBehind(chart, series, painter, layer));
  };
  for (const { chart: number, lines, color, opacity } of bands) {
    const [one, other] = (lines ?? []).map((name) => keyOf({ chart: number, name }));
    const pointsOf = (key = '') => plots.find((plot) => keyOf(plot) === key)?.points ?? [];
    const fill = (key = ''): string =>
      color ?? withOpacity(colourOf.get(key) ?? GREY, opacity === null ? 12 : Number(opacity));
    paint(number, bandPainter(pointsOf(one), pointsOf(other), [fill(one), fill(other)]));
  }
  for (const { chart: number, kind, value, end, color } of levels)
    if (kind === 'zone' && value !== null && end !== null)
      paint(number, zonePainter(Number(value), Number(end), faintly(color)));
  for (const { chart: number, time, endTime, color, dash } of instants)
    paint(
      number,
      verticalPainter(time, endTime, endTime === null ? (color ?? GREY) : faintly(color), dash),
      ...(endTime === null ? (['normal'] as const) : []),
    );
  for (const number of new Set(signals.map((signal) => signal.chart))) {
    const own = signals.filter((signal) => signal.chart === number);
    const blocks = own.map(({ time, color }) => ({ time, colour: color ?? GREY }));
    paint(number, signalPainter(blocks));
  }
  return undo;
}

function withOpacity(colour: string, percent: number): string {
  return `${colour.slice(0, 7)}${opacityOf(percent)}`;
}

/** `#RRGGBB` has no opacity of its own. */
function faintly(color: string | null): string {
  const known = color ?? GREY;
  return known.length > 7 ? known : `${known}${FAINT}`;
}
