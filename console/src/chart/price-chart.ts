// A chart of candles with volume, lines at prices, marks on bars and plots, drawn on a canvas. It
// asks its feed for more bars as one moves; no more are given to the library than it can draw well.

import type {
  AutoscaleInfo,
  IChartApiBase,
  IPriceLine,
  ISeriesApi,
  ISeriesMarkersPluginApi,
  LogicalRange,
  MouseEventParams,
  SeriesMarker,
  Time,
  UTCTimestamp,
} from 'lightweight-charts';
import {
  CandlestickSeries,
  createChartEx,
  createSeriesMarkers,
  HistogramSeries,
  LineStyle,
  PriceScaleMode,
} from 'lightweight-charts';
import type { BarChange, BarFeed } from './bar-feed.ts';
import type { Bar } from './bars.ts';
import { barIndexAt } from './bars.ts';
import type { ChartColours } from './chart-theme.ts';
import type { ChartReading, Pointer } from './chart-reading.ts';
import { chartReading } from './chart-reading.ts';
import { chartColours, chartOptions } from './chart-theme.ts';
import type { DrawnScript } from './draw-script.ts';
import { drawScript } from './draw-script.ts';
import { markerShape } from './drawn-plots.ts';
import { crosshairTime, horizontalScale } from './local-time.ts';
import type { Mark, Trade } from './marks.ts';
import { marksOn } from './marks.ts';
import { inPageColours } from './script-colours.ts';
import type { DrawnShape, ScriptParts } from './script-parts.ts';
import { NO_PARTS } from './script-parts.ts';

/** What a colour of a line means. */
export type LineLook = 'buy' | 'sell' | 'accent' | 'warn' | 'faint';

export type PriceLine = {
  readonly id: string;
  readonly price: number;
  readonly look: LineLook;
  readonly isDashed?: boolean;
  /** Whether the axis reaches as far as the line. */
  readonly isFitted?: boolean;
};

/** What a script drew, on these bars. */
export type PartsOn = (bars: readonly Bar[]) => ScriptParts;

export type PriceChartOptions = {
  readonly intervalMinutes: number;
  readonly priceDecimals: number;
  readonly formatPrice: (price: number) => string;
  /** Whether the newest bar is in view. */
  readonly onFollow: (isAtEnd: boolean) => void;
  /** The oldest instant that is drawn, in seconds, when it changes. */
  readonly onOldest: (seconds: number) => void;
};

type Series = {
  readonly chart: IChartApiBase;
  readonly candles: ISeriesApi<'Candlestick'>;
  readonly volumes: ISeriesApi<'Histogram'>;
  readonly markers: ISeriesMarkersPluginApi<Time>;
  readonly colours: ChartColours;
};

/** Bars beside those in view at which more are read. */
const MARGIN_BARS = 300;
/** Bars that the library is given at most; others are left out where nobody looks. */
const DRAWN_MAX = 40_000;
const DRAWN_AFTER_TRIM = 16_000;

type Drawing = Series & {
  readonly feed: BarFeed;
  readonly options: PriceChartOptions;
  readonly reading: ChartReading;
  readonly lines: Map<string, IPriceLine>;
  /** What the script drew, as it is drawn now. */
  drawn: DrawnScript | null;
  trades: readonly Trade[];
  marks: readonly Mark[];
  partsOn: PartsOn;
  isLive: boolean;
  parts: ScriptParts;
  /** The first of the feed's bars that is drawn; those before it are left out. */
  drawnFrom: number;
  /** What is drawn now. */
  shown: readonly Bar[];
  /** What was under way when the chart went away comes to nothing. */
  isRemoved: boolean;
};

export type PriceChart = ReturnType<typeof makePriceChart>;

/** Chart in an element, which `remove` takes out again with its listeners. */
export function makePriceChart(element: HTMLElement, feed: BarFeed, options: PriceChartOptions) {
  const series = makeSeries(element, options);
  const { chart, candles } = series;
  const drawing = newDrawing(series, feed, options);
  const scale = chart.timeScale();
  scale.subscribeVisibleLogicalRangeChange((range) => moveOn(drawing, range));
  chart.subscribeCrosshairMove((event) => drawing.reading.point(pointerOf(event)));
  return {
    reading: drawing.reading,
    noteChange: (change: BarChange): void => noteChange(drawing, change),
    setTrades(trades: readonly Trade[]): void {
      drawing.trades = trades;
      drawMarks(drawing);
      drawing.reading.refresh();
    },
    /** `isLive`: what is drawn follows the last bar as it moves. */
    setScript(partsOn: PartsOn, isLive = false): void {
      drawing.partsOn = partsOn;
      drawing.isLive = isLive;
      if (drawing.shown.length > 0) drawAll(drawing);
    },
    setLines: (lines: readonly PriceLine[]): void => drawLines(drawing, lines),
    /** Shows so many of the newest bars. */
    showNewest(count: number): void {
      if (drawing.isRemoved) return;
      const last = feed.bars().length - drawing.drawnFrom;
      scale.setVisibleLogicalRange({ from: last - count, to: last + 4 });
    },
    /** Brings an instant, in seconds, into the middle. */
    show(seconds: number): void {
      if (drawing.isRemoved) return;
      const range = scale.getVisibleLogicalRange();
      const half = range === null ? 60 : (range.to - range.from) / 2;
      const index = barIndexAt(drawing.shown, seconds);
      scale.setVisibleLogicalRange({ from: index - half, to: index + half });
    },
    followEnd: () => scale.scrollToRealTime(),
    setLogarithmic(isLogarithmic: boolean): void {
      const mode = isLogarithmic ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal;
      chart.priceScale('right').applyOptions({ mode, autoScale: true });
    },
    /** Pixels from the top; null: the price is not on the chart. */
    yOf: (price: number): number | null => candles.priceToCoordinate(price),
    priceAt: (y: number): number | null => candles.coordinateToPrice(y),
    /** Called when what is at a place may be elsewhere. */
    onMove(listener: () => void): () => void {
      scale.subscribeVisibleLogicalRangeChange(listener);
      return () => scale.unsubscribeVisibleLogicalRangeChange(listener);
    },
    remove(): void {
      drawing.isRemoved = true;
      chart.remove();
    },
  };
}

function newDrawing(series: Series, feed: BarFeed, options: PriceChartOptions): Drawing {
  const drawing: Drawing = {
    ...series,
    feed,
    options,
    reading: chartReading(() => ({
      bars: drawing.shown,
      marks: drawing.marks,
      plots: drawing.parts.plots,
    })),
    lines: new Map(),
    drawn: null,
    trades: [],
    marks: [],
    partsOn: () => NO_PARTS,
    isLive: false,
    parts: NO_PARTS,
    drawnFrom: 0,
    shown: [],
    isRemoved: false,
  };
  return drawing;
}

function drawAll(drawing: Drawing): void {
  const { feed, drawnFrom, candles, volumes, colours, options } = drawing;
  const bars = feed.bars().slice(drawnFrom);
  drawing.shown = bars;
  drawing.parts = inPageColours(drawing.partsOn(bars), drawing.colours);
  const marked = drawing.parts.markedBars.get(0);
  candles.setData(
    bars.map((bar) => ({
      ...candleOf(bar),
      ...(marked?.has(bar.time) === true ? { color: colours.sell, wickColor: colours.sell } : {}),
    })),
  );
  volumes.setData(bars.map((bar) => volumeOf(bar, colours)));
  drawMarks(drawing);
  drawParts(drawing);
  drawing.reading.refresh();
  options.onOldest(bars[0]?.time ?? 0);
}

/** Draws other bars around those in view, which stay where they are; at the end it is followed. */
function drawAround(drawing: Drawing): void {
  const { chart, shown: before } = drawing;
  const range = chart.timeScale().getVisibleLogicalRange();
  const isAtEnd = range !== null && range.to >= before.length - 1;
  const anchor = Math.max(0, Math.floor(range?.from ?? 0));
  const time = before[anchor]?.time;
  drawAll(drawing);
  if (range === null || time === undefined || isAtEnd) return;
  const shift = barIndexAt(drawing.shown, time) - anchor;
  chart.timeScale().setVisibleLogicalRange({ from: range.from + shift, to: range.to + shift });
}

function drawMarks(drawing: Drawing): void {
  const { options, trades, colours, marks: drawn } = drawing;
  const marks = marksOn(drawing.shown, trades, options.intervalMinutes);
  const shapes = drawing.parts.shapes.filter((shape) => shape.chart === 0);
  if (marks.length + shapes.length === 0 && drawn.length === 0) return;
  drawing.marks = marks;
  const markers = [
    ...marks.map((mark) => markerOf(mark, colours)),
    ...shapes.map((shape) => shapeMarkerOf(shape, colours)),
  ];
  drawing.markers.setMarkers(markers.sort((one, other) => Number(one.time) - Number(other.time)));
}

function drawParts(drawing: Drawing): void {
  drawing.drawn?.remove();
  const { chart, candles, shown: bars, colours, parts } = drawing;
  drawing.drawn = drawScript({ chart, candles, bars, colours }, parts);
  drawing.drawn.setHeights(chart.options().height);
}

/** A shape of the script. */
export function shapeMarkerOf(
  { time, shape, color, size, is_above: isAbove }: DrawnShape,
  colours: ChartColours,
): SeriesMarker<Time> {
  return {
    time: time as UTCTimestamp,
    position: isAbove ? 'aboveBar' : 'belowBar',
    shape: markerShape(shape),
    color: color?.slice(0, 7) ?? colours.text,
    size: size === null ? 0.8 : Math.min(3, Math.max(0.4, Number(size) / 12)),
  };
}

function drawLines({ candles, lines, colours }: Drawing, wanted: readonly PriceLine[]): void {
  const ids = new Set(wanted.map(({ id }) => id));
  for (const [id, line] of lines) {
    if (ids.has(id)) continue;
    candles.removePriceLine(line);
    lines.delete(id);
  }
  for (const line of wanted) {
    const known = lines.get(line.id);
    const look = lineOptions(line, colours);
    if (known === undefined) lines.set(line.id, candles.createPriceLine(look));
    else known.applyOptions(look);
  }
  const fitted = wanted.filter(({ isFitted }) => isFitted === true).map(({ price }) => price);
  candles.applyOptions({
    autoscaleInfoProvider: (own: () => AutoscaleInfo | null) => stretched(own(), fitted),
  });
}

/** The part of the axis that the candles need, and the lines. */
function stretched(info: AutoscaleInfo | null, prices: readonly number[]): AutoscaleInfo | null {
  if (info === null || info.priceRange === null || prices.length === 0) return info;
  const { minValue, maxValue } = info.priceRange;
  const priceRange = {
    minValue: Math.min(minValue, ...prices),
    maxValue: Math.max(maxValue, ...prices),
  };
  return { ...info, priceRange };
}

function noteChange(drawing: Drawing, change: BarChange): void {
  if (drawing.isRemoved) return;
  const { feed, candles, volumes, colours } = drawing;
  const bars = feed.bars();
  const last = bars.at(-1);
  if (change === 'end') {
    if (last === undefined) return;
    drawing.shown = bars.slice(drawing.drawnFrom);
    candles.update(candleOf(last));
    volumes.update(volumeOf(last, colours));
    if (drawing.isLive) moveParts(drawing);
    drawing.reading.refresh();
    return;
  }
  if (change === 'all') {
    drawing.drawnFrom = 0;
    drawAll(drawing);
    return;
  }
  const oldest = drawing.shown[0]?.time ?? 0;
  if (drawing.drawnFrom > 0) drawing.drawnFrom = Math.max(0, barIndexAt(bars, oldest));
  drawAround(drawing);
}

/** The last values of what is drawn, after the last bar has moved or begun. */
function moveParts(drawing: Drawing): void {
  drawing.parts = inPageColours(drawing.partsOn(drawing.shown), drawing.colours);
  if (drawing.drawn?.moveEnd(drawing.parts.plots) !== true) drawParts(drawing);
}

/** Reads on where one gets near an end of what is drawn. */
function moveOn(drawing: Drawing, range: LogicalRange | null): void {
  if (range === null) return;
  const { feed, options } = drawing;
  const count = feed.bars().length - drawing.drawnFrom;
  options.onFollow(!feed.hasNewer() && range.to >= count - 2);
  if (range.from < MARGIN_BARS) {
    if (drawing.drawnFrom > 0) {
      drawing.drawnFrom = Math.max(0, drawing.drawnFrom - DRAWN_AFTER_TRIM);
      drawAround(drawing);
    } else void feed.readOlder();
  } else trim(drawing, range, count);
  if (range.to > count - MARGIN_BARS && feed.hasNewer()) void feed.readNewer();
}

/** Leaves out bars far to the left of what is in view, unless they are not many. */
function trim(drawing: Drawing, range: LogicalRange, count: number): void {
  if (count <= DRAWN_MAX || range.from < count - DRAWN_AFTER_TRIM) return;
  drawing.drawnFrom = drawing.feed.bars().length - DRAWN_AFTER_TRIM;
  drawAround(drawing);
}

function pointerOf({ time, point }: MouseEventParams): Pointer | null {
  return time === undefined || point === undefined ? null : { ...point, time: Number(time) };
}

function makeSeries(element: HTMLElement, options: PriceChartOptions): Series {
  const { intervalMinutes, priceDecimals, formatPrice } = options;
  const colours = chartColours();
  const common = chartOptions(colours);
  const chart = createChartEx<Time, ReturnType<typeof horizontalScale>>(
    element,
    horizontalScale(intervalMinutes),
    {
      ...common,
      localization: {
        ...common.localization,
        priceFormatter: formatPrice,
        timeFormatter: crosshairTime(intervalMinutes),
      },
      timeScale: { ...common.timeScale, minBarSpacing: 0.2 },
    },
  );
  const candles = chart.addSeries(CandlestickSeries, {
    upColor: colours.rise,
    downColor: colours.fall,
    wickUpColor: colours.rise,
    wickDownColor: colours.fall,
    borderVisible: false,
    priceFormat: { type: 'price', precision: priceDecimals, minMove: 10 ** -priceDecimals },
  });
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  chart.priceScale('right').applyOptions({ scaleMargins: { top: 0.08, bottom: 0.24 } });
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
  const markers = createSeriesMarkers(candles, [], { autoScale: true, zOrder: 'aboveSeries' });
  return { chart, candles, volumes, markers, colours };
}

function candleOf({ time, open, high, low, close }: Bar) {
  return { time: time as UTCTimestamp, open, high, low, close };
}

function volumeOf({ time, open, close, volume }: Bar, colours: ChartColours) {
  const color = close >= open ? colours.riseFaded : colours.fallFaded;
  return { time: time as UTCTimestamp, value: volume, color };
}

function markerOf({ id, time, side }: Mark, colours: ChartColours): SeriesMarker<Time> {
  const isBuy = side === 'buy';
  return {
    id,
    time: time as UTCTimestamp,
    position: isBuy ? 'belowBar' : 'aboveBar',
    shape: isBuy ? 'arrowUp' : 'arrowDown',
    color: isBuy ? colours.accent : colours.sell,
    size: 1,
  };
}

function lineOptions({ price, look, isDashed = true }: PriceLine, colours: ChartColours) {
  const looks = {
    buy: [colours.rise, colours.riseSoft],
    sell: [colours.fall, colours.fallSoft],
    accent: [colours.accent, colours.accentSoft],
    warn: [colours.sell, colours.warnSoft],
    faint: [colours.volume, colours.line],
  } as const;
  const [color, axisLabelColor] = looks[look];
  return {
    price,
    color,
    lineWidth: 1 as const,
    lineStyle: isDashed ? LineStyle.Dashed : LineStyle.Solid,
    axisLabelVisible: look !== 'faint',
    axisLabelColor,
    axisLabelTextColor: color,
    title: '',
  };
}
