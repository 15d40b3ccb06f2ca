// What a script draws beside the candles, as series of a chart: lines, steps, areas, bars, circles,
// shapes, and lines of two colours.

import type { BacktestPlot } from '@tidemill/client';
import type {
  IChartApiBase,
  ISeriesApi,
  SeriesMarker,
  SeriesType,
  Time,
  UTCTimestamp,
} from 'lightweight-charts';
import {
  AreaSeries,
  BaselineSeries,
  createSeriesMarkers,
  HistogramSeries,
  LineSeries,
  LineStyle,
  LineType,
} from 'lightweight-charts';

export type PlotPoint = { readonly time: number; readonly value: number };

/** Points have the times of bars, oldest first. */
export type DrawnPlot = Pick<
  BacktestPlot,
  | 'chart'
  | 'name'
  | 'color'
  | 'look'
  | 'dash'
  | 'width'
  | 'second_color'
  | 'shape'
  | 'stack'
  | 'opacity'
  | 'side'
  | 'is_behind'
  | 'is_off_axis'
  | 'trails'
> & { readonly base: number | null; readonly points: readonly PlotPoint[] };

type PlotSeries = ISeriesApi<SeriesType>;

export const QUIET = {
  priceLineVisible: false,
  lastValueVisible: false,
  crosshairMarkerVisible: false,
} as const;

const DASHES = {
  solid: LineStyle.Solid,
  dashed: LineStyle.Dashed,
  dotted: LineStyle.Dotted,
} as const;

const PALETTE = ['#3b82d6', '#d08a1d', '#9a5fd0', '#0f9c9c', '#d0549e', '#6f9a2b'];

/** The script's, without its opacity; else one of a few. */
export function plotColour({ color }: Pick<DrawnPlot, 'color'>, index: number): string {
  return color?.slice(0, 7) ?? PALETTE[index % PALETTE.length] ?? '#3b82d6';
}

/** In the order in which they are drawn: of a stack the whole first, and its parts over it. */
export function inDrawingOrder<Of extends DrawnPlot>(plots: readonly Of[]): readonly Of[] {
  const whole = plots.map((plot, index) => ({ ...plot, points: stackedPoints(plots, index) }));
  const stackOf = ({ stack, chart }: Of): string | null =>
    stack === null ? null : `${chart} ${stack}`;
  const seen = new Set<string>();
  return whole.flatMap((plot) => {
    const stack = stackOf(plot);
    if (stack === null) return [plot];
    if (seen.has(stack)) return [];
    seen.add(stack);
    return whole.filter((other) => stackOf(other) === stack).toReversed();
  });
}

/** A line of a stack stands on those before it. */
function stackedPoints(plots: readonly DrawnPlot[], index: number): readonly PlotPoint[] {
  const plot = plots[index];
  if (plot === undefined) return [];
  if (plot.stack === null) return plot.points;
  const sums = new Map<number, number>();
  for (const below of plots.slice(0, index)) {
    if (below.stack !== plot.stack || below.chart !== plot.chart) continue;
    for (const { time, value } of below.points) sums.set(time, (sums.get(time) ?? 0) + value);
  }
  return plot.points.map(({ time, value }) => ({ time, value: value + (sums.get(time) ?? 0) }));
}

/** On its axis, before or behind what else is there. */
export function addPlotSeries(
  chart: IChartApiBase,
  plot: DrawnPlot,
  pane: number,
  colour: string,
): PlotSeries {
  const series = addLook(chart, plot, pane, colour);
  series.applyOptions({
    priceScaleId: plot.side,
    ...(plot.is_off_axis ? { autoscaleInfoProvider: () => null } : {}),
    ...(plot.trails ? { priceLineVisible: true, priceLineStyle: LineStyle.Dotted } : {}),
  });
  if (plot.side === 'left')
    chart.applyOptions({ leftPriceScale: { visible: true, borderVisible: false } });
  if (plot.is_behind) series.setSeriesOrder(0);
  return series;
}

function addLook(chart: IChartApiBase, plot: DrawnPlot, pane: number, colour: string): PlotSeries {
  const lineWidth = Math.min(4, Math.max(1, plot.width ?? 1)) as 1 | 2 | 3 | 4;
  const lineStyle = DASHES[plot.dash];
  const second = plot.second_color?.slice(0, 7) ?? colour;
  switch (plot.look) {
    case 'histogram':
    case 'bars':
      return chart.addSeries(
        HistogramSeries,
        { ...QUIET, color: colour, base: plot.base ?? 0 },
        pane,
      );
    case 'area': {
      const whole = opacityOf(plot.opacity === null ? 85 : Number(plot.opacity));
      const [top, bottom] = plot.stack === null ? ['55', '0a'] : [whole, whole];
      const fill = { topColor: colour + top, bottomColor: colour + bottom };
      return chart.addSeries(
        AreaSeries,
        { ...QUIET, ...fill, lineColor: colour, lineWidth, lineStyle },
        pane,
      );
    }
    case 'two_colors':
      return chart.addSeries(
        BaselineSeries,
        {
          ...QUIET,
          baseValue: { type: 'price', price: plot.base ?? 0 },
          topLineColor: colour,
          bottomLineColor: second,
          topFillColor1: 'transparent',
          topFillColor2: 'transparent',
          bottomFillColor1: 'transparent',
          bottomFillColor2: 'transparent',
          lineWidth,
          lineStyle,
        },
        pane,
      );
    case 'line':
    case 'steps':
    case 'circles':
    case 'shapes': {
      const isLine = plot.look === 'line' || plot.look === 'steps';
      return chart.addSeries(
        LineSeries,
        {
          ...QUIET,
          color: colour,
          lineWidth,
          lineStyle,
          lineType: plot.look === 'steps' ? LineType.WithSteps : LineType.Simple,
          lineVisible: isLine,
          pointMarkersVisible: plot.look === 'circles',
          pointMarkersRadius: 2.5,
        },
        pane,
      );
    }
  }
}

/** Percent as two digits behind a colour. */
export function opacityOf(percent: number): string {
  const alpha = Math.round(2.55 * Math.min(100, Math.max(0, percent)));
  return alpha.toString(16).padStart(2, '0');
}

export function setPlotPoints(
  series: PlotSeries,
  plot: DrawnPlot,
  points: readonly PlotPoint[],
  colour: string,
): void {
  const second = plot.second_color?.slice(0, 7) ?? colour;
  const hasBars = plot.look === 'histogram' || plot.look === 'bars';
  series.setData(
    points.map(({ time, value }) => {
      const at = { time: time as UTCTimestamp, value };
      return hasBars ? { ...at, color: value < (plot.base ?? 0) ? second : colour } : at;
    }),
  );
  if (plot.look === 'shapes') createSeriesMarkers(series, points.map(shapeOf(plot, colour)));
}

function shapeOf({ shape }: DrawnPlot, color: string) {
  const look = markerShape(shape);
  return ({ time }: PlotPoint): SeriesMarker<Time> => ({
    time: time as UTCTimestamp,
    position: 'inBar',
    shape: look,
    color,
    size: 0.6,
  });
}

type MarkerShape = 'arrowUp' | 'arrowDown' | 'square' | 'circle';

const MARKER_SHAPES: { readonly [shape: string]: MarkerShape } = {
  triangle_up: 'arrowUp',
  triangle_down: 'arrowDown',
  square: 'square',
  plus: 'square',
  dash: 'square',
};

/** The nearest that the library draws. */
export function markerShape(shape: string | null): MarkerShape {
  return MARKER_SHAPES[shape ?? ''] ?? 'circle';
}
