// Runs in the reader's browser, not here: the text of DRAWING is written into the page, so its
// functions use one another and nothing else. The chart library is in the page before them.

import type { ChartContent } from '#services/reports/report-content.ts';

type Series = {
  setData(points: readonly object[]): void;
  createPriceLine(options: object): unknown;
  priceScale(): { applyOptions(options: object): void };
};
type Range = { readonly from: number; readonly to: number };

type Chart = {
  addSeries(type: unknown, options: object, pane: number): Series;
  panes(): readonly { setStretchFactor(factor: number): void }[];
  timeScale(): { fitContent(): void; setVisibleRange(range: Range): void };
  subscribeCrosshairMove(hear: (at: Pointer) => void): void;
};

/** What is used of the library (lightweight-charts 5). */
type Library = {
  readonly CandlestickSeries: unknown;
  readonly AreaSeries: unknown;
  readonly LineSeries: unknown;
  readonly HistogramSeries: unknown;
  createChart(root: unknown, options: object): Chart;
  createSeriesMarkers(series: Series, marks: readonly object[]): void;
};

type Pointer = {
  readonly hoveredObjectId?: unknown;
  readonly point?: { readonly x: number; readonly y: number };
};

/** Shows the text of the mark that is pointed at. */
type Label = {
  textContent: string;
  hidden: boolean;
  readonly style: { left: string; top: string };
};

type Row = {
  readonly dataset: { readonly from?: string; readonly to?: string };
  addEventListener(event: 'click', run: () => void): void;
};

type Page = {
  readonly root: { readonly clientWidth: number; scrollIntoView(options: object): void };
  readonly label: Label;
  readonly isDark: boolean;
  /** Rows of trades; a click shows the trade in the chart. */
  readonly rows: readonly Row[];
  /** Calls back when the page has been laid out and drawn. */
  afterDrawing(run: () => void): void;
  /** Names a curve of the chart. */
  addToLegend(name: string, color: string): void;
};

type Bar = {
  readonly time: number;
  readonly open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

type Gathered = {
  readonly bars: readonly Bar[];
  /** The time of the bar into which the bar of this time went. */
  timeOf(this: void, time: number): number;
};

type Drawn = Gathered & {
  readonly library: Library;
  readonly chart: Chart;
  readonly content: ChartContent;
  readonly page: Page;
};

type Points = readonly (readonly [number, number])[];

/**
 * Draws price with plots, volume and marks, and below it other plots, equity, profit beside buying
 * and holding, and drawdown.
 */
export function drawCharts(library: Library, content: ChartContent, page: Page) {
  const chart = emptyChart(library, page);
  const gathered = gatherBars(content.bars, page.root.clientWidth);
  const drawn = { library, chart, content, page, ...gathered };
  const price = drawPrice(drawn);
  const panesOfPlots = drawPlots(drawn, price);
  drawResult(drawn, panesOfPlots + 1);
  // Last: a series that is added moves the places of bars, and marks would stay where they were.
  const marks = drawMarks(drawn, price);
  drawShapes(drawn, price);
  const factors = [6, ...Array.from({ length: panesOfPlots }, () => 2), 2, 2, 1];
  for (const [index, factor] of factors.entries()) chart.panes()[index]?.setStretchFactor(factor);
  chart.timeScale().fitContent();
  // The scale at the right takes its width from the bars only once they are drawn.
  page.afterDrawing(() => chart.timeScale().fitContent());
  listenToRows(drawn);
  const texts = content.marks.map(({ text }) => text);
  return { chart, price, bars: gathered.bars, marks, texts };
}

function emptyChart(library: Library, page: Page): Chart {
  const line = page.isDark ? '#232b37' : '#eceff3';
  return library.createChart(page.root, {
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      textColor: page.isDark ? '#dde3ec' : '#1c2330',
      panes: { separatorColor: line },
    },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    timeScale: {
      timeVisible: true,
      secondsVisible: false,
      minBarSpacing: 0.02,
      lockVisibleTimeRangeOnResize: true,
    },
    rightPriceScale: { borderVisible: false },
  });
}

/** On a narrow screen, where many bars would share a pixel, some are gathered into one. */
function gatherBars(given: ChartContent['bars'], width: number): Gathered {
  const together = Math.max(1, Math.ceil(given.length / Math.max(200, width * 8)));
  const bars: Bar[] = [];
  const times = new Map<number, number>();
  for (const [index, [time, open, high, low, close, volume]] of given.entries()) {
    const last = bars.at(-1);
    if (index % together === 0 || last === undefined) {
      bars.push({ time, open, high, low, close, volume });
      times.set(time, time);
      continue;
    }
    last.high = Math.max(last.high, high);
    last.low = Math.min(last.low, low);
    last.close = close;
    last.volume += volume;
    times.set(time, last.time);
  }
  return { bars, timeOf: (time) => times.get(time) ?? time };
}

function priceFormatOf({ priceDecimals: precision }: ChartContent): object {
  return { type: 'price', precision, minMove: Number((10 ** -precision).toFixed(precision)) };
}

function drawPrice({ bars, chart, content, library, page }: Drawn): Series {
  const priceFormat = priceFormatOf(content);
  const price = chart.addSeries(library.CandlestickSeries, { priceFormat }, 0);
  price.setData(bars.map(({ time, open, high, low, close }) => ({ time, open, high, low, close })));
  const options = {
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    priceLineVisible: false,
    lastValueVisible: false,
    color: page.isDark ? '#95a0b124' : '#5b657524',
  };
  const volumes = chart.addSeries(library.HistogramSeries, options, 0);
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.88, bottom: 0 } });
  volumes.setData(bars.map(({ time, volume }) => ({ time, value: volume })));
  return price;
}

/** Those of the first chart stand on the price; returns how many panes the others have. */
function drawPlots(drawn: Drawn, price: Series): number {
  const { content } = drawn;
  const colours = ['#3b7dd8', '#c77d0a', '#8a4fc7', '#0b8a8a', '#c2459a', '#5c8a1f'];
  const paneOf = new Map([[0, 0]]);
  const seriesOf = new Map([[0, price]]);
  for (const [index, { chart, name, color, points }] of content.plots.entries()) {
    if (!paneOf.has(chart)) paneOf.set(chart, paneOf.size);
    const pane = paneOf.get(chart) ?? 0;
    const colour = color ?? colours[index % colours.length] ?? '';
    const format = chart === 0 ? { priceFormat: priceFormatOf(content) } : {};
    const curve = { name, pane, colour, isFilled: false, options: format };
    const series = drawCurve(drawn, curve, points);
    if (!seriesOf.has(chart)) seriesOf.set(chart, series);
  }
  for (const { chart, name, color, value } of content.levels) {
    const level = { price: value, title: name, color: color ?? '#7a8699', lineWidth: 1 };
    seriesOf.get(chart)?.createPriceLine({ ...level, lineStyle: 2, axisLabelVisible: false });
  }
  return paneOf.size - 1;
}

function drawResult(drawn: Drawn, pane: number): void {
  const { content } = drawn;
  const thick = { lineWidth: 2 };
  const [teal, blue, grey, red] = ['#0b8a8a', '#3b7dd8', '#7a8699', '#d2453d'] as const;
  const equity = { name: 'equity', pane, colour: teal, isFilled: true, options: thick };
  drawCurve(drawn, equity, content.equity);
  const hold = { name: 'buy and hold, %', pane: pane + 1, colour: grey, isFilled: false };
  drawCurve(drawn, { ...hold, options: {} }, content.hold);
  const gain = { name: 'profit, %', pane: pane + 1, colour: blue, isFilled: false };
  drawCurve(drawn, { ...gain, options: thick }, content.gain);
  const fall = { name: 'drawdown, %', pane: pane + 2, colour: red, isFilled: true, options: {} };
  drawCurve(drawn, fall, content.drawdown);
}

type Curve = {
  readonly name: string;
  readonly pane: number;
  readonly colour: string;
  readonly isFilled: boolean;
  readonly options: object;
};

/** One point a bar, the last one of each. */
function drawCurve(
  { chart, library, page, timeOf }: Drawn,
  { colour, isFilled, name, options, pane }: Curve,
  points: Points,
): Series {
  const byTime = new Map<number, number>();
  for (const [time, value] of points) byTime.set(timeOf(time), value);
  const data = [...byTime].map(([time, value]) => ({ time, value }));
  const look = isFilled
    ? { lineColor: colour, topColor: `${colour}44`, bottomColor: `${colour}08` }
    : { color: colour };
  const quiet = { priceLineVisible: false, lastValueVisible: false, lineWidth: 1 };
  const type = isFilled ? library.AreaSeries : library.LineSeries;
  const series = chart.addSeries(type, { ...quiet, ...look, ...options }, pane);
  series.setData(data);
  page.addToLegend(name, colour);
  return series;
}

function drawMarks({ chart, content, library, page, timeOf }: Drawn, price: Series) {
  const looks = {
    long: { position: 'belowBar', shape: 'arrowUp', color: '#1a9b5f' },
    short: { position: 'aboveBar', shape: 'arrowDown', color: '#d2453d' },
    win: { position: 'aboveBar', shape: 'circle', color: '#1a9b5f' },
    loss: { position: 'aboveBar', shape: 'circle', color: '#d2453d' },
  };
  const marks = content.marks.map(({ time, kind }, index) => {
    return { id: String(index), time: timeOf(time), ...looks[kind] };
  });
  library.createSeriesMarkers(price, marks);
  chart.subscribeCrosshairMove(({ hoveredObjectId, point }) => {
    const [, shape] = /^shape (\d+)$/.exec(String(hoveredObjectId)) ?? [];
    const text =
      shape === undefined
        ? content.marks[Number(hoveredObjectId ?? -1)]?.text
        : content.shapes[Number(shape)]?.text;
    page.label.hidden = text === undefined || point === undefined;
    page.label.textContent = text ?? '';
    // Within the chart, also at its right edge.
    const left = Math.min((point?.x ?? 0) + 12, page.root.clientWidth - 150);
    page.label.style.left = `${Math.max(0, left)}px`;
    page.label.style.top = `${(point?.y ?? 0) + 12}px`;
  });
  return marks;
}

/** What the script drew at candles; a text is shown while its shape is pointed at. */
function drawShapes({ content, library, timeOf }: Drawn, price: Series): void {
  const looks: { readonly [shape: string]: string } = {
    '14': 'square',
    '19': 'square',
    '21': 'arrowDown',
    '22': 'arrowUp',
  };
  const shapes = content.shapes.map(({ time, shape, color, isAbove, text }, index) => ({
    time: timeOf(time),
    position: isAbove ? 'aboveBar' : 'belowBar',
    shape: looks[shape ?? ''] ?? 'circle',
    color: color ?? '#3b7dd8',
    ...(text === '' ? {} : { id: `shape ${index}` }),
  }));
  if (shapes.length > 0) library.createSeriesMarkers(price, shapes);
}

/** A click on a trade shows it. */
function listenToRows({ bars, chart, content, page }: Drawn): void {
  const perBar = Math.ceil(content.bars.length / Math.max(1, bars.length));
  const barSeconds = content.barSeconds * Math.max(1, perBar);
  for (const row of page.rows) {
    row.addEventListener('click', () => {
      const from = Number(row.dataset.from);
      const to = Number(row.dataset.to);
      const margin = Math.max(30 * barSeconds, (to - from) / 2);
      chart.timeScale().setVisibleRange({ from: from - margin, to: to + margin });
      page.root.scrollIntoView({ behavior: 'smooth', block: 'center' });
    });
  }
}

/** The text of a function's body that returns `drawCharts`. */
export const DRAWING = [
  emptyChart,
  gatherBars,
  priceFormatOf,
  drawPrice,
  drawPlots,
  drawResult,
  drawCurve,
  drawMarks,
  drawShapes,
  listenToRows,
]
  .map((part) => part.toString())
  .concat(`return ${drawCharts.toString()}`)
  .join('\n');
