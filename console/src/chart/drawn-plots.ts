// Plots of a script beside the candles, as series of a chart: lines, steps, areas, bars, circles,
// shapes, and lines of two colours.

import type { BacktestPlot } from '@tidemill/client';
import type { IChartApiBase, ISeriesApi, SeriesType, UTCTimestamp } from 'lightweight-charts';
import {
  AreaSeries,
  BaselineSeries,
  HistogramSeries,
  LineSeries,
  LineStyle,
  LineType,
} from 'lightweight-charts';

import { barsPainter, shapesPainter } from './figure-painters.ts';
import { paintBehind } from './painter.ts';
import type { PlotPoint } from './plot-point.ts';

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
  | 'fill_color'
  | 'is_rise_filled'
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
  const inside = plot.fill_color ?? 'transparent';
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
          topFillColor1: inside,
          topFillColor2: inside,
          bottomFillColor1: inside,
          bottomFillColor2: inside,
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

/** Returns what takes away again what is painted beside the series. */
export function setPlotPoints(
  chart: IChartApiBase,
  series: PlotSeries,
  plot: DrawnPlot,
  colour: string,
): readonly (() => void)[] {
  const { look, points, fill_color: fill } = plot;
  const base = plot.base ?? 0;
  const second = plot.second_color?.slice(0, 7) ?? colour;
  const isHistogram = look === 'histogram';
  if (!isHistogram && look !== 'bars') {
    series.setData(points.map(({ time, value }) => ({ time: time as UTCTimestamp, value })));
    if (look !== 'circles' && look !== 'shapes') return [];
    const shape = look === 'circles' ? 'circle' : plot.shape;
    const figures = points.map((point) => ({ ...point, stroke: colour, fill }));
    return [paintBehind(chart, series, shapesPainter(series, figures, shape), 'normal')];
  }
  const bars = points.map(({ time, value }, index) => {
    const isRise = value > (points[index - 1]?.value ?? value);
    const isFilled = isHistogram && (plot.is_rise_filled === true || !isRise);
    return { time, value, stroke: value < base ? second : colour, fill, isFilled };
  });
  series.setData(
    bars.map(({ time, value, stroke, isFilled }) => ({
      time: time as UTCTimestamp,
      value,
      color: isFilled ? stroke : 'transparent',
    })),
  );
  const outlined = bars.filter(({ isFilled }) => !isFilled);
  if (outlined.length === 0) return [];
  return [paintBehind(chart, series, barsPainter(series, outlined, base), 'normal')];
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
