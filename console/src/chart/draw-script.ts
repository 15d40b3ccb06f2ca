// Draws what a script drew: its lines over the candles and in panes of their own, and behind them
// bands, zones, vertical lines and signals.

import type { IChartApiBase, IPriceLine, ISeriesApi, SeriesType } from 'lightweight-charts';
import { LineSeries, LineStyle } from 'lightweight-charts';
import { addPlotSeries, inDrawingOrder, plotColour, QUIET, setPlotPoints } from './drawn-plots.ts';
import type { Painter } from './painter.ts';
import {
  bandPainter,
  paintBehind,
  signalPainter,
  verticalPainter,
  zonePainter,
} from './painter.ts';
import type { ScriptParts } from './script-parts.ts';

type Series = ISeriesApi<SeriesType>;
type FirstOf = Map<number, Series>;

export type DrawnScript = {
  readonly series: readonly {
    readonly series: Series;
    readonly name: string;
    readonly colour: string;
    readonly pane: number;
  }[];
  /** Below that of the candles. */
  readonly panesCount: number;
  /** Takes all of it away again. */
  remove(): void;
};

/** Those of chart 0 stand on the prices. */
export function drawScript(chart: IChartApiBase, candles: Series, parts: ScriptParts): DrawnScript {
  const { plots, levels, signals } = parts;
  const paneOf = new Map([[0, 0]]);
  const firstOf: FirstOf = new Map([[0, candles]]);
  const added: Series[] = [];
  const undo: (() => void)[] = [];
  const paneAt = (number: number): number => {
    if (!paneOf.has(number)) paneOf.set(number, paneOf.size);
    return paneOf.get(number) ?? 0;
  };
  const colourOf = new Map(plots.map((plot, index) => [keyOf(plot), plotColour(plot, index)]));
  const series = inDrawingOrder(plots).map((plot) => {
    const pane = paneAt(plot.chart);
    const colour = colourOf.get(keyOf(plot)) ?? plotColour(plot, 0);
    const line = addPlotSeries(chart, plot, pane, colour);
    setPlotPoints(line, plot, plot.points, colour);
    added.push(line);
    if (!firstOf.has(plot.chart)) firstOf.set(plot.chart, line);
    return { series: line, name: plot.name, colour, pane };
  });
  // A chart may have nothing but signals.
  for (const { chart: number } of signals) {
    if (firstOf.has(number)) continue;
    const empty = chart.addSeries(LineSeries, QUIET, paneAt(number));
    added.push(empty);
    firstOf.set(number, empty);
  }
  undo.push(...paintFills(chart, parts, firstOf, colourOf));
  for (const level of levels) undo.push(...addLevel(level, firstOf.get(level.chart)));
  return {
    series,
    panesCount: paneOf.size - 1,
    remove() {
      for (const step of undo) step();
      for (const line of added) chart.removeSeries(line);
    },
  };
}

function addLevel(
  { name, color, value, end }: ScriptParts['levels'][number],
  series: Series | undefined,
): (() => void)[] {
  if (series === undefined) return [];
  return [value, end].flatMap((price) => {
    if (price === null) return [];
    const line: IPriceLine = series.createPriceLine({
      price: Number(price),
      color: color?.slice(0, 7) ?? GREY,
      lineWidth: 1,
      lineStyle: LineStyle.Dashed,
      axisLabelVisible: false,
      title: name,
    });
    return [() => series.removePriceLine(line)];
  });
}

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
  for (const { chart: number, time, endTime, color } of instants)
    paint(
      number,
      verticalPainter(time, endTime, endTime === null ? (color ?? GREY) : faintly(color)),
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
  const alpha = Math.round(2.55 * Math.min(100, Math.max(0, percent)));
  return `${colour.slice(0, 7)}${alpha.toString(16).padStart(2, '0')}`;
}

/** `#RRGGBB` has no opacity of its own. */
function faintly(color: string | null): string {
  const known = color ?? GREY;
  return known.length > 7 ? known : `${known}${FAINT}`;
}
