// Runs in the reader's browser, not here: its text is written into the page, so it uses nothing
// from outside its own body. The chart library is in the page before it.

import type { ChartContent } from '#services/reports/report-content.ts';

type Series = { setData(points: readonly object[]): void };
type Range = { readonly from: number; readonly to: number };

/** What is used of the library (lightweight-charts 5). */
type Library = {
  readonly CandlestickSeries: unknown;
  readonly AreaSeries: unknown;
  createChart(
    root: unknown,
    options: object,
  ): {
    addSeries(type: unknown, options: object, pane: number): Series;
    panes(): readonly { setStretchFactor(factor: number): void }[];
    timeScale(): { fitContent(): void; setVisibleRange(range: Range): void };
    subscribeCrosshairMove(hear: (at: Pointer) => void): void;
  };
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
  readonly root: { scrollIntoView(options: object): void };
  readonly label: Label;
  readonly isDark: boolean;
  /** Rows of trades; a click shows the trade in the chart. */
  readonly rows: readonly Row[];
};

/** Draws price with marks, equity and drawdown one below the other. */
export function drawCharts(library: Library, content: ChartContent, page: Page): void {
  const ink = page.isDark ? '#dde3ec' : '#1c2330';
  const line = page.isDark ? '#232b37' : '#eceff3';
  const chart = library.createChart(page.root, {
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      textColor: ink,
      panes: { separatorColor: line },
    },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    timeScale: { timeVisible: true, secondsVisible: false, minBarSpacing: 0.02 },
    rightPriceScale: { borderVisible: false },
  });
  const minMove = Number((10 ** -content.priceDecimals).toFixed(content.priceDecimals));
  const price = chart.addSeries(
    library.CandlestickSeries,
    { priceFormat: { type: 'price', precision: content.priceDecimals, minMove } },
    0,
  );
  const bars = content.bars.map((bar) => {
    const [time, open, high, low, close] = bar;
    return { time, open, high, low, close };
  });
  price.setData(bars);
  const looks = {
    long: { position: 'belowBar', shape: 'arrowUp', color: '#1a9b5f' },
    short: { position: 'aboveBar', shape: 'arrowDown', color: '#d2453d' },
    exit: { position: 'aboveBar', shape: 'circle', color: '#7a8699' },
  };
  const asPoint = ([time, value]: readonly [number, number]): object => ({ time, value });
  const equity = { title: 'equity', lineColor: '#0b8a8a', topColor: '#0b8a8a55', lineWidth: 2 };
  chart.addSeries(library.AreaSeries, equity, 1).setData(content.equity.map(asPoint));
  const fall = { title: 'drawdown %', lineColor: '#d2453d', topColor: '#d2453d22', lineWidth: 1 };
  chart.addSeries(library.AreaSeries, fall, 2).setData(content.drawdown.map(asPoint));
  // Last: a series that is added moves the places of bars, and marks would stay where they were.
  const marks = content.marks.map(({ time, kind }, index) => ({
    id: String(index),
    time,
    ...looks[kind],
  }));
  library.createSeriesMarkers(price, marks);
  chart.subscribeCrosshairMove(({ hoveredObjectId, point }) => {
    const text = content.marks[Number(hoveredObjectId ?? -1)]?.text;
    page.label.hidden = text === undefined || point === undefined;
    page.label.textContent = text ?? '';
    page.label.style.left = `${(point?.x ?? 0) + 12}px`;
    page.label.style.top = `${(point?.y ?? 0) + 12}px`;
  });
  for (const [index, factor] of [5, 2, 1].entries()) chart.panes()[index]?.setStretchFactor(factor);
  chart.timeScale().fitContent();
  for (const row of page.rows) {
    row.addEventListener('click', () => {
      const from = Number(row.dataset.from);
      const to = Number(row.dataset.to);
      const margin = Math.max(30 * content.barSeconds, (to - from) / 2);
      chart.timeScale().setVisibleRange({ from: from - margin, to: to + margin });
      page.root.scrollIntoView({ behavior: 'smooth', block: 'center' });
    });
  }
}
