// Candles and volume of a market; older ones are read as one moves back in time. The library is
// loaded with this file.

import type { IChartApi, ISeriesApi, UTCTimestamp } from 'lightweight-charts';
import { CandlestickSeries, createChart, HistogramSeries } from 'lightweight-charts';
import { useEffect, useRef, useState } from 'react';
import { api } from '../api/client.ts';
import type { Candle } from '@tidemill/client';
import type { Interval } from './intervals.ts';
import { chartColours, chartOptions, useThemeCount } from './chart-theme.ts';

type Props = {
  readonly marketTag: string;
  readonly interval: Interval;
  readonly priceDecimals: number;
};

const BARS_AT_ONCE = 500;
const REFRESH_MS = 15_000;

type State = 'loading' | 'ready' | 'empty' | 'failed';

export function CandleChart({ marketTag, interval, priceDecimals }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>('loading');
  const themeCount = useThemeCount();
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    setState('loading');
    const drawn = drawChart(element, priceDecimals);
    const feed = feedChart(drawn, marketTag, interval, setState);
    return () => {
      feed.stop();
      drawn.chart.remove();
    };
  }, [marketTag, interval, priceDecimals, themeCount]);
  return (
    <div className="chart">
      <div ref={place} style={{ height: '100%' }} />
      {state === 'ready' ? null : (
        <div className="chart-state" role="status">
          {TEXTS[state]}
        </div>
      )}
    </div>
  );
}

const TEXTS = {
  loading: 'Loading candles…',
  empty: 'No candles are known for this market.',
  failed: 'The candles could not be loaded. Trying again soon.',
} as const;

type Drawn = {
  readonly chart: IChartApi;
  readonly candles: ISeriesApi<'Candlestick'>;
  readonly volumes: ISeriesApi<'Histogram'>;
};

function drawChart(element: HTMLElement, decimals: number): Drawn {
  const colours = chartColours();
  const chart = createChart(element, chartOptions(colours));
  const candles = chart.addSeries(CandlestickSeries, {
    upColor: colours.rise,
    downColor: colours.fall,
    wickUpColor: colours.rise,
    wickDownColor: colours.fall,
    borderVisible: false,
    priceFormat: { type: 'price', precision: decimals, minMove: 10 ** -decimals },
  });
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
    color: colours.volume,
  });
  chart.priceScale('right').applyOptions({ scaleMargins: { top: 0.08, bottom: 0.24 } });
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
  return { chart, candles, volumes };
}

/** Fills the chart, keeps its end new, and reads more before its beginning. */
function feedChart(
  { chart, candles, volumes }: Drawn,
  marketTag: string,
  interval: Interval,
  onState: (state: State) => void,
) {
  const known = new Map<number, Candle>();
  const abort = new AbortController();
  let isReading = false;
  let hasOlder = true;

  async function read(fromMs: number, toMs: number): Promise<number> {
    const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
    const { data } = await api.listMarketCandles(
      { market_tag: marketTag, interval, from, to, limit: 1_000 },
      { signal: abort.signal },
    );
    for (const candle of data) known.set(Date.parse(candle.start_at) / 1_000, candle);
    return data.length;
  }

  function show(): void {
    const sorted = [...known].sort(([left], [right]) => left - right);
    candles.setData(sorted.map(([time, of]) => ({ time: time as UTCTimestamp, ...pricesOf(of) })));
    volumes.setData(
      sorted.map(([time, of]) => ({ time: time as UTCTimestamp, value: Number(of.volume) })),
    );
    onState(sorted.length === 0 ? 'empty' : 'ready');
  }

  async function extend(): Promise<void> {
    if (isReading) return;
    isReading = true;
    const stepMs = interval * 60_000;
    const endMs = Math.ceil(Date.now() / stepMs) * stepMs;
    try {
      await read(endMs - (known.size === 0 ? BARS_AT_ONCE : 3) * stepMs, endMs);
      show();
    } catch {
      if (!abort.signal.aborted && known.size === 0) onState('failed');
    } finally {
      isReading = false;
    }
  }

  async function readOlder(): Promise<void> {
    if (isReading || !hasOlder || known.size === 0) return;
    isReading = true;
    const firstMs = Math.min(...known.keys()) * 1_000;
    try {
      const count = await read(firstMs - BARS_AT_ONCE * interval * 60_000, firstMs);
      hasOlder = count > 0;
      if (hasOlder) show();
    } catch {
      hasOlder = false;
    } finally {
      isReading = false;
    }
  }

  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range !== null && range.from < 20) void readOlder();
  });
  void extend();
  const timer = setInterval(() => void extend(), REFRESH_MS);
  return {
    stop(): void {
      clearInterval(timer);
      abort.abort();
    },
  };
}

function pricesOf({ open, high, low, close }: Candle) {
  return { open: Number(open), high: Number(high), low: Number(low), close: Number(close) };
}
