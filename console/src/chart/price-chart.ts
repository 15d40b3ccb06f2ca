// A chart of candles with volume, lines at prices, marks on bars and plots, drawn on a canvas. It
// asks its feed for more bars as one moves; no more are given to the library than it can draw well.

import type {
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
  LineSeries,
  LineStyle,
  PriceScaleMode,
} from 'lightweight-charts';
import type { BarChange, BarFeed } from './bar-feed.ts';
import type { Bar } from './bars.ts';
import { barIndexAt } from './bars.ts';
import type { ChartColours } from './chart-theme.ts';
import { chartColours, chartOptions } from './chart-theme.ts';
import { crosshairTime, horizontalScale } from './local-time.ts';
import type { Mark, Trade } from './marks.ts';
import { marksOn } from './marks.ts';

/** What a colour of a line means. */
export type LineLook = 'buy' | 'sell' | 'accent' | 'warn' | 'faint';

export type PriceLine = {
  readonly id: string;
  readonly price: number;
  readonly look: LineLook;
  readonly isDashed?: boolean;
};

export type PlotPoint = { readonly time: number; readonly value: number };
export type Plot = {
  readonly id: string;
  readonly colour: string | null;
  /** 0: over the candles; others are drawn below them, one under the other. */
  readonly pane: number;
  /** Oldest first. */
  readonly points: readonly PlotPoint[];
};

/** What the pointer is at; null: at nothing. */
export type Pointed = {
  readonly bar: Bar;
  /** Close of the bar before. */
  readonly former: number | null;
  readonly marks: readonly Mark[];
  readonly x: number;
  readonly y: number;
} | null;

export type PriceChartOptions = {
  readonly intervalMinutes: number;
  readonly priceDecimals: number;
  readonly formatPrice: (price: number) => string;
  readonly onPoint: (pointed: Pointed) => void;
  /** Whether the newest bar is in sight. */
  readonly onFollow: (isAtEnd: boolean) => void;
  /** The oldest instant that is drawn, in seconds, when it changes. */
  readonly onOldest: (seconds: number) => void;
};

type Series = {
  readonly chart: IChartApiBase;
  readonly candles: ISeriesApi<'Candlestick'>;
  readonly volumes: ISeriesApi<'Histogram'>;
  readonly marks: ISeriesMarkersPluginApi<Time>;
  readonly colours: ChartColours;
};

/** Bars beside those in sight at which more are read. */
const MARGIN_BARS = 300;
/** Bars that the library is given at most; others are left out where nobody looks. */
const DRAWN_MAX = 40_000;
const DRAWN_AFTER_TRIM = 16_000;

export type PriceChart = ReturnType<typeof makePriceChart>;

export function makePriceChart(element: HTMLElement, feed: BarFeed, options: PriceChartOptions) {
  const series = makeSeries(element, options);
  const { chart, candles, volumes, colours } = series;
  const lines = new Map<string, IPriceLine>();
  const plots = new Map<string, ISeriesApi<'Line'>>();
  let trades: readonly Trade[] = [];
  let marks: readonly Mark[] = [];
  let wantedPlots: readonly Plot[] = [];
  /** The first of the feed's bars that is drawn; those before it are left out. */
  let drawnFrom = 0;
  let oldestDrawn = 0;

  const drawn = (): readonly Bar[] => feed.bars().slice(drawnFrom);

  function drawAll(): void {
    const bars = drawn();
    candles.setData(bars.map((bar) => candleOf(bar)));
    volumes.setData(bars.map((bar) => volumeOf(bar, colours)));
    drawMarks();
    drawPlots();
    oldestDrawn = bars[0]?.time ?? 0;
    options.onOldest(oldestDrawn);
  }

  function drawMarks(): void {
    marks = marksOn(drawn(), trades, options.intervalMinutes);
    series.marks.setMarkers(marks.map((mark) => markerOf(mark, colours)));
  }

  function drawPlots(): void {
    const wanted = new Set(wantedPlots.map(({ id }) => id));
    for (const [id, line] of plots) {
      if (wanted.has(id)) continue;
      chart.removeSeries(line);
      plots.delete(id);
    }
    const from = drawn()[0]?.time ?? 0;
    for (const { id, pane, colour, points } of wantedPlots) {
      let line = plots.get(id);
      line ??= chart.addSeries(LineSeries, plotOptions(colour ?? colours.accent), pane);
      plots.set(id, line);
      line.setData(
        points
          .filter(({ time }) => time >= from)
          .map(({ time, value }) => ({ time: time as UTCTimestamp, value })),
      );
    }
  }

  /** Leaves out bars far to the left of what is in sight, unless they are not many. */
  function trim(range: LogicalRange): void {
    const count = feed.bars().length - drawnFrom;
    if (count <= DRAWN_MAX || range.from < count - DRAWN_AFTER_TRIM) return;
    drawnFrom = feed.bars().length - DRAWN_AFTER_TRIM;
    drawAll();
  }

  function noteChange(change: BarChange): void {
    const bars = feed.bars();
    if (change === 'end') {
      const last = bars.at(-1);
      if (last === undefined) return;
      candles.update(candleOf(last));
      volumes.update(volumeOf(last, colours));
      return;
    }
    if (change === 'all') drawnFrom = 0;
    else if (drawnFrom > 0) drawnFrom = Math.max(0, barIndexAt(bars, oldestDrawn));
    drawAll();
    if (change === 'all') chart.timeScale().applyOptions({ rightOffset: 4 });
  }

  function moveOn(range: LogicalRange | null): void {
    if (range === null) return;
    const count = feed.bars().length - drawnFrom;
    options.onFollow(!feed.hasNewer() && range.to >= count - 2);
    if (range.from < MARGIN_BARS) {
      if (drawnFrom > 0) {
        drawnFrom = Math.max(0, drawnFrom - DRAWN_AFTER_TRIM);
        drawAll();
      } else void feed.readOlder();
    } else trim(range);
    if (range.to > count - MARGIN_BARS && feed.hasNewer()) void feed.readNewer();
  }

  function point(event: MouseEventParams): void {
    const bars = drawn();
    const index = event.time === undefined ? -1 : barIndexAt(bars, Number(event.time));
    const bar = bars[index];
    if (bar === undefined || event.point === undefined) return options.onPoint(null);
    options.onPoint({
      bar,
      former: bars[index - 1]?.close ?? null,
      marks: marks.filter(({ time }) => time === bar.time),
      x: event.point.x,
      y: event.point.y,
    });
  }

  chart.timeScale().subscribeVisibleLogicalRangeChange(moveOn);
  chart.subscribeCrosshairMove(point);
  return {
    noteChange,
    setTrades(next: readonly Trade[]): void {
      trades = next;
      drawMarks();
    },
    setPlots(next: readonly Plot[]): void {
      wantedPlots = next;
      drawPlots();
    },
    setLines(next: readonly PriceLine[]): void {
      const wanted = new Set(next.map(({ id }) => id));
      for (const [id, line] of lines) {
        if (wanted.has(id)) continue;
        candles.removePriceLine(line);
        lines.delete(id);
      }
      for (const line of next) {
        const known = lines.get(line.id);
        const look = lineOptions(line, colours);
        if (known === undefined) lines.set(line.id, candles.createPriceLine(look));
        else known.applyOptions(look);
      }
    },
    /** Shows so many of the newest bars. */
    showNewest(count: number): void {
      const last = feed.bars().length - drawnFrom;
      chart.timeScale().setVisibleLogicalRange({ from: last - count, to: last + 4 });
    },
    /** Brings an instant, in seconds, into the middle. */
    show(seconds: number): void {
      const range = chart.timeScale().getVisibleLogicalRange();
      const half = range === null ? 60 : (range.to - range.from) / 2;
      const index = barIndexAt(drawn(), seconds);
      chart.timeScale().setVisibleLogicalRange({ from: index - half, to: index + half });
    },
    followEnd: () => chart.timeScale().scrollToRealTime(),
    setLogarithmic(isLogarithmic: boolean): void {
      const mode = isLogarithmic ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal;
      chart.priceScale('right').applyOptions({ mode, autoScale: true });
    },
    /** Pixels from the top; null: the price is not on the chart. */
    yOf: (price: number): number | null => candles.priceToCoordinate(price),
    priceAt: (y: number): number | null => candles.coordinateToPrice(y),
    /** Called when what is at a place may be elsewhere. */
    onMove(listener: () => void): () => void {
      chart.timeScale().subscribeVisibleLogicalRangeChange(listener);
      return () => chart.timeScale().unsubscribeVisibleLogicalRangeChange(listener);
    },
    remove: () => chart.remove(),
  };
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
  const marks = createSeriesMarkers(candles, [], { autoScale: true, zOrder: 'aboveSeries' });
  return { chart, candles, volumes, marks, colours };
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
  const color = {
    buy: colours.rise,
    sell: colours.fall,
    accent: colours.accent,
    warn: colours.sell,
    faint: colours.volume,
  }[look];
  return {
    price,
    color,
    lineWidth: 1 as const,
    lineStyle: isDashed ? LineStyle.Dashed : LineStyle.Solid,
    axisLabelVisible: look !== 'faint',
    title: '',
  };
}

function plotOptions(color: string) {
  return {
    color,
    lineWidth: 2 as const,
    priceLineVisible: false,
    lastValueVisible: false,
    crosshairMarkerVisible: false,
  };
}
