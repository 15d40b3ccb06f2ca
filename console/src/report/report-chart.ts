// The chart of a backtest: candles with volume, what the script drew, entries and exits on their
// bars, and below them profit beside buying and holding.

import type {
  IChartApiBase,
  ISeriesApi,
  MouseEventParams,
  SeriesMarker,
  SeriesType,
  Time,
  UTCTimestamp,
} from 'lightweight-charts';
import {
  AreaSeries,
  CandlestickSeries,
  createChartEx,
  createSeriesMarkers,
  HistogramSeries,
  LineSeries,
  LineStyle,
  MismatchDirection,
} from 'lightweight-charts';
import type { Bar } from '../chart/bars.ts';
import { barIndexAt } from '../chart/bars.ts';
import type { ChartColours } from '../chart/chart-theme.ts';
import { chartColours, chartOptions, fadedColour } from '../chart/chart-theme.ts';
import { shapeMarkerOf } from '../chart/price-chart.ts';
import type { DrawnScript } from '../chart/draw-script.ts';
import { drawScript } from '../chart/draw-script.ts';
import { crosshairTime, horizontalScale } from '../chart/local-time.ts';
import { inPageColours } from '../chart/script-colours.ts';
import type { DrawnShape } from '../chart/script-parts.ts';
import type { Point, ReportContent, TradeMark } from './report-content.ts';
import { REPORT } from '../words/report.ts';
import { fixedNumber } from '../parts/format.ts';

/** A line with what it is at the pointer. */
export type Reading = {
  readonly name: string;
  readonly colour: string;
  readonly pane: number;
  readonly value: number | null;
  readonly unit: string;
  readonly isHidden: boolean;
};

export type PointerReading = {
  readonly bar: Bar;
  /** Among the bars of the chart. */
  readonly index: number;
  readonly isPointed: boolean;
  readonly readings: readonly Reading[];
  readonly marks: readonly TradeMark[];
  readonly shapes: readonly DrawnShape[];
  /** Tooltips of labels on the bar. */
  readonly tooltips: readonly string[];
  readonly x: number;
  readonly y: number;
};

export type ReportChartOptions = {
  readonly intervalMinutes: number;
  readonly priceDecimals: number;
  readonly formatPrice: (price: number) => string;
  readonly onPoint: (pointed: PointerReading | null) => void;
  /** A bar with trades was clicked. */
  readonly onPick: (mark: TradeMark) => void;
};

type Line = {
  readonly series: ISeriesApi<SeriesType>;
  readonly reading: Omit<Reading, 'value' | 'isHidden'>;
};

export type ReportChart = ReturnType<typeof makeReportChart>;

/** Chart in an element, which `remove` takes out again; lines are hidden by their index. */
export function makeReportChart(
  element: HTMLElement,
  content: ReportContent,
  options: ReportChartOptions,
) {
  const colours = chartColours();
  const chart = emptyChart(element, colours, options);
  const candles = addCandles(chart, content, colours, options);
  const { bars } = content;
  const drawn = drawScript({ chart, candles, bars, colours }, inPageColours(content, colours));
  const lines: Line[] = drawn.series.map(lineOf);
  addResult(chart, content, colours, drawn.panesCount + 1, lines);
  const focus = chart.addSeries(LineSeries, {
    ...QUIET,
    color: colours.accent,
    lineWidth: 2,
    lineStyle: LineStyle.Dashed,
  });
  // Last: each series that is added moves the places of the bars.
  addMarkers(candles, content, colours);
  for (const [index, pane] of chart.panes().entries())
    pane.setStretchFactor(index === 0 ? 6 : index <= drawn.panesCount ? 1.6 : 2.2);
  drawn.setHeights(element.clientHeight);
  chart.timeScale().fitContent();
  function pointedAt(index: number, event: MouseEventParams | null): PointerReading | null {
    const bar = bars[index];
    if (bar === undefined) return null;
    return {
      bar,
      index,
      isPointed: event !== null,
      readings: lines.map((line) => readingOf(line, index)),
      marks: content.marks.filter(({ time }) => time === bar.time),
      shapes: [...content.shapes, ...content.instants].filter(({ time }) => time === bar.time),
      tooltips: tooltipsAt(content, index),
      x: event?.point?.x ?? 0,
      y: event?.point?.y ?? 0,
    };
  }

  chart.subscribeCrosshairMove((event) => {
    const isAt = event.time !== undefined && event.point !== undefined;
    const index = isAt ? barIndexAt(bars, Number(event.time)) : bars.length - 1;
    options.onPoint(pointedAt(index, isAt ? event : null));
  });
  pickByClick(chart, content, options);
  options.onPoint(pointedAt(bars.length - 1, null));
  return {
    /** Brings a trade into the middle, and joins its entry and exit. */
    showTrade(marks: readonly TradeMark[]): void {
      const places = marks.map(({ time }) => barIndexAt(bars, time));
      const [from, to] = [Math.min(...places), Math.max(...places)];
      const margin = Math.max(30, (to - from) * 0.6);
      focus.setData(joinOf(marks));
      chart.timeScale().setVisibleLogicalRange({ from: from - margin, to: to + margin });
    },
    showAll(): void {
      focus.setData([]);
      chart.timeScale().fitContent();
    },
    /** Hides a line, or shows it again. */
    toggle(index: number): void {
      const series = lines[index]?.series;
      series?.applyOptions({ visible: !series.options().visible });
      options.onPoint(pointedAt(bars.length - 1, null));
    },
    remove: () => chart.remove(),
    picture: () => chart.takeScreenshot(),
  };
}

/** Of objects that begin at a bar. */
function tooltipsAt({ objects }: ReportContent, index: number): readonly string[] {
  return objects
    .filter(({ tooltip, spots }) => tooltip !== '' && spots[0]?.at === index)
    .map(({ tooltip }) => tooltip);
}

function pickByClick(
  chart: IChartApiBase,
  { bars, marks }: ReportContent,
  { onPick }: ReportChartOptions,
): void {
  chart.subscribeClick(({ time }) => {
    const at = time === undefined ? undefined : bars[barIndexAt(bars, Number(time))];
    const mark = marks.find((each) => each.time === at?.time);
    if (mark !== undefined) onPick(mark);
  });
}

function lineOf({ series, ...reading }: DrawnScript['series'][number]): Line {
  return { series, reading: { ...reading, unit: '' } };
}

function readingOf({ series, reading }: Line, index: number): Reading {
  const data = series.dataByIndex(index, MismatchDirection.NearestLeft) as {
    value?: number;
    close?: number;
  } | null;
  return {
    ...reading,
    value: data?.value ?? data?.close ?? null,
    isHidden: !series.options().visible,
  };
}

function addMarkers(
  candles: ISeriesApi<'Candlestick'>,
  { marks, shapes }: ReportContent,
  colours: ChartColours,
): void {
  const markers = [
    ...marks.map((mark) => markerOf(mark, colours)),
    ...shapes.filter((shape) => shape.chart === 0).map((shape) => shapeMarkerOf(shape, colours)),
  ].sort((left, right) => Number(left.time) - Number(right.time));
  createSeriesMarkers(candles, markers, { autoScale: true, zOrder: 'aboveSeries' });
}

const QUIET = {
  priceLineVisible: false,
  lastValueVisible: false,
  crosshairMarkerVisible: false,
} as const;

function emptyChart(
  element: HTMLElement,
  colours: ChartColours,
  { intervalMinutes }: ReportChartOptions,
): IChartApiBase {
  const shared = chartOptions(colours);
  return createChartEx<Time, ReturnType<typeof horizontalScale>>(
    element,
    horizontalScale(intervalMinutes),
    {
      ...shared,
      layout: {
        ...shared.layout,
        panes: { separatorColor: colours.line, separatorHoverColor: colours.line },
      },
      localization: { ...shared.localization, timeFormatter: crosshairTime(intervalMinutes) },
      timeScale: { ...shared.timeScale, minBarSpacing: 0.05, rightOffset: 2 },
    },
  );
}

function addCandles(
  chart: IChartApiBase,
  { bars, markedBars }: ReportContent,
  colours: ChartColours,
  { priceDecimals, formatPrice }: ReportChartOptions,
) {
  const priceFormat = priceFormatOf(priceDecimals, formatPrice);
  const candles = chart.addSeries(CandlestickSeries, {
    upColor: colours.rise,
    downColor: colours.fall,
    wickUpColor: colours.rise,
    wickDownColor: colours.fall,
    borderVisible: false,
    priceLineVisible: false,
    priceFormat,
  });
  const { sell } = colours;
  const [times, marked] = [markedBars.get(0), { color: sell, wickColor: sell, borderColor: sell }];
  candles.setData(
    bars.map(({ time, ...prices }) => ({
      time: time as UTCTimestamp,
      ...prices,
      ...(times?.has(time) === true ? marked : {}),
    })),
  );
  const volumes = chart.addSeries(HistogramSeries, {
    ...QUIET,
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
  });
  volumes.setData(
    bars.map(({ time, open, close, volume }) => ({
      time: time as UTCTimestamp,
      value: volume,
      color: close >= open ? colours.riseFaded : colours.fallFaded,
    })),
  );
  chart.priceScale('right').applyOptions({ scaleMargins: { top: 0.12, bottom: 0.2 } });
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.86, bottom: 0 } });
  return candles;
}

function priceFormatOf(precision: number, formatter: (price: number) => string) {
  return { type: 'custom' as const, formatter, minMove: 10 ** -precision };
}

function addResult(
  chart: IChartApiBase,
  { gain, hold }: ReportContent,
  colours: ChartColours,
  pane: number,
  lines: Line[],
): void {
  const percent = { type: 'custom' as const, formatter: percentText, minMove: 0.000_1 };
  const held = chart.addSeries(
    LineSeries,
    { ...QUIET, color: colours.volume, lineWidth: 1, priceFormat: percent },
    pane,
  );
  held.setData(dataOf(hold));
  // Of a run that risks little, nothing would be seen beside the market.
  held.applyOptions({ visible: reachOf(hold) < HIDDEN_BEYOND * reachOf(gain) });
  const gained = chart.addSeries(
    AreaSeries,
    {
      ...QUIET,
      lineColor: colours.accent,
      topColor: fadedColour(colours.accent, 0.25),
      bottomColor: fadedColour(colours.accent, 0.02),
      lineWidth: 2,
      priceFormat: percent,
    },
    pane,
  );
  gained.setData(dataOf(gain));
  const reading = { pane, unit: ' %' };
  lines.push(
    { series: gained, reading: { ...reading, name: REPORT.thisRun, colour: colours.accent } },
    { series: held, reading: { ...reading, name: REPORT.buyAndHold, colour: colours.volume } },
  );
}

/** How many times as far as the run the market may have moved to be drawn beside it. */
const HIDDEN_BEYOND = 12;

function reachOf(points: readonly Point[]): number {
  return points.reduce((most, { value }) => Math.max(most, Math.abs(value)), 0);
}

const percentText = (value: number): string =>
  `${fixedNumber(value, Math.abs(value) < 1 && value !== 0 ? 3 : 1)} %`;

function dataOf(points: readonly Point[]) {
  return points.map(({ time, value }) => ({ time: time as UTCTimestamp, value }));
}

function markerOf({ trade, what, time }: TradeMark, colours: ChartColours): SeriesMarker<Time> {
  const isLong = trade.direction === 'long';
  const place = { id: `${what} ${trade.position_id}`, time: time as UTCTimestamp };
  if (what === 'entry')
    return {
      ...place,
      position: isLong ? 'belowBar' : 'aboveBar',
      shape: isLong ? 'arrowUp' : 'arrowDown',
      color: isLong ? colours.accent : colours.sell,
      size: 1,
    };
  const hasWon = Number(trade.realized_profit) >= 0;
  return {
    ...place,
    position: isLong ? 'aboveBar' : 'belowBar',
    shape: 'circle',
    color: hasWon ? colours.rise : colours.fall,
    size: 0.7,
  };
}

/** Nothing joins an entry and an exit on one bar. */
function joinOf(marks: readonly TradeMark[]) {
  const byTime = new Map(
    marks.map(({ trade, what, time }) => [
      time,
      Number(what === 'entry' ? trade.average_price : (trade.exit_price ?? trade.average_price)),
    ]),
  );
  if (byTime.size < 2) return [];
  return dataOf(
    [...byTime].map(([time, value]) => ({ time, value })).sort((a, b) => a.time - b.time),
  );
}
