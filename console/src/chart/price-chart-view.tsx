// The chart of a market's prices on a page: it reads its bars, follows the price, says what the
// pointer is at, and is drawn anew when the colours change. The library is loaded with this file.

import type { Market } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../api/api.ts';
import { useMarketStream } from '../api/market-stream.ts';
import { priceQuery } from '../api/queries.ts';
import { formatPriceNumber } from '../parts/format.ts';
import type { BarFeed, FeedState } from './bar-feed.ts';
import { makeBarFeed } from './bar-feed.ts';
import { ChartLegend } from './chart-legend.tsx';
import { useThemeCount } from './chart-theme.ts';
import type { Interval } from './intervals.ts';
import type { Trade } from './marks.ts';
import type { PartsOn, PriceChart, PriceLine } from './price-chart.ts';
import { makePriceChart } from './price-chart.ts';
import { NO_PARTS } from './script-parts.ts';
import type { BarSource } from './read-bars.ts';
import { readBars } from './read-bars.ts';
import { CHART } from '../words/chart.ts';

/** Where one looks: at the newest bars, so many of them, or at a day. */
export type Look =
  | { readonly at: 'newest'; readonly bars: number | null }
  | { readonly at: 'day'; readonly seconds: number };

export const NEWEST: Look = { at: 'newest', bars: null };

type Props = {
  readonly market: Market;
  readonly interval: Interval;
  readonly look?: Look;
  readonly trades?: readonly Trade[];
  readonly lines?: readonly PriceLine[];
  /** What a script drew. */
  readonly partsOn?: PartsOn;
  /** Whether that follows the last bar as it moves. */
  readonly isLive?: boolean;
  readonly isLogarithmic?: boolean;
  readonly className?: string;
  /** The oldest instant that is drawn, in seconds. */
  readonly onOldest?: (seconds: number) => void;
  /** What lies over the chart and moves with its prices. */
  readonly overlay?: (chart: PriceChart) => ReactNode;
};

const NO_TRADES: readonly Trade[] = [];
const NO_LINES: readonly PriceLine[] = [];
const NOTHING_DRAWN: PartsOn = () => NO_PARTS;

export function PriceChartView(props: Props) {
  const { market, interval, look = NEWEST, overlay } = props;
  const { trades = NO_TRADES, lines = NO_LINES, partsOn = NOTHING_DRAWN } = props;
  const { isLogarithmic = false, isLive = false } = props;
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<FeedState>('loading');
  const [isFollowing, setIsFollowing] = useState(true);
  const [isFetching, setIsFetching] = useState(false);
  const shown = useChart(place, props, { setState, setIsFollowing, setIsFetching });
  const chart = shown?.chart ?? null;
  useEffect(() => chart?.setTrades(trades), [chart, trades]);
  useEffect(() => chart?.setLines(lines), [chart, lines]);
  useEffect(() => chart?.setScript(partsOn, isLive), [chart, partsOn, isLive]);
  useEffect(() => chart?.setLogarithmic(isLogarithmic), [chart, isLogarithmic]);
  useLook(shown, look);
  const goToEnd = (): void => {
    if (shown?.feed.hasNewer() === true) void shown.feed.goTo(null);
    else shown?.chart.followEnd();
  };
  return (
    <div className={props.className ?? 'chart'}>
      <div ref={place} className="chart-canvas" />
      {shown === null ? null : (
        <>
          <LiveEnd feed={shown.feed} marketTag={market.market_tag} />
          <ChartLegend market={market} interval={interval} reading={shown.chart.reading} />
        </>
      )}
      {chart === null || overlay === undefined ? null : overlay(chart)}
      {isFollowing || state !== 'ready' ? null : (
        <button type="button" className="chart-end button button-small" onClick={goToEnd}>
          {CHART.newest}
        </button>
      )}
      {isFetching && state === 'ready' ? (
        <div className="chart-fetch" role="status">
          {FETCHING}
        </div>
      ) : null}
      {state === 'ready' ? null : (
        <div className="chart-state" role="status">
          {isFetching ? FETCHING : TEXTS[state]}
          {state === 'failed' ? (
            <button
              type="button"
              className="button button-small"
              onClick={() => void shown?.feed.goTo(null)}
            >
              {CHART.tryAgain}
            </button>
          ) : null}
        </div>
      )}
    </div>
  );
}

const FETCHING = CHART.fetchingOlderCandlesFrom;

const TEXTS = {
  loading: CHART.loadingCandles,
  empty: CHART.noCandlesAreKnown,
  failed: CHART.theCandlesCouldNot,
} as const;

type OpenChart = { readonly chart: PriceChart; readonly feed: BarFeed };

type Setters = {
  readonly setState: (state: FeedState) => void;
  readonly setIsFollowing: (isFollowing: boolean) => void;
  readonly setIsFetching: (isFetching: boolean) => void;
};

function useChart(
  place: { readonly current: HTMLDivElement | null },
  { market, interval, onOldest }: Props,
  { setState, setIsFollowing, setIsFetching }: Setters,
): OpenChart | null {
  const [shown, setShown] = useState<OpenChart | null>(null);
  const themeCount = useThemeCount();
  const oldest = useRef(onOldest);
  useEffect(() => {
    oldest.current = onOldest;
  });
  const { market_tag: marketTag, price_decimals: priceDecimals } = market;
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const feed = makeBarFeed(
      interval,
      readBars(sourceOf(marketTag, interval), setIsFetching),
      (change) => chart.noteChange(change),
      setState,
    );
    const chart = makePriceChart(element, feed, {
      intervalMinutes: interval,
      priceDecimals,
      formatPrice: (price) => formatPriceNumber(price, priceDecimals),
      onFollow: setIsFollowing,
      onOldest: (seconds) => oldest.current?.(seconds),
    });
    // oxlint-disable-next-line react/set-state-in-effect -- the chart is made where its element is
    setShown({ chart, feed });
    return () => {
      setShown(null);
      feed.stop();
      chart.remove();
    };
  }, [
    place,
    marketTag,
    interval,
    priceDecimals,
    themeCount,
    setState,
    setIsFollowing,
    setIsFetching,
  ]);
  return shown;
}

function sourceOf(marketTag: string, interval: Interval): BarSource {
  const market = { market_tag: marketTag };
  return {
    read: ({ isForming, ...query }, signal) =>
      api.listCandleColumns({ ...market, interval, forming: isForming, ...query }, { signal }),
    known: (signal) => api.getMarketHistory(market, { signal }),
    fetch: (from, signal) => api.fetchMarketHistory({ ...market, body: { from } }, { signal }),
  };
}

/** Read for one look: years of days are a page each few months. */
const PAGES_MAX = 20;

function useLook(shown: OpenChart | null, look: Look): void {
  useEffect(() => {
    if (shown === null) return;
    const { chart, feed } = shown;
    let isGone = false;
    void (async () => {
      const isThere = await feed.goTo(look.at === 'day' ? look.seconds : null);
      if (!isThere || isGone) return;
      if (look.at === 'day') return chart.show(look.seconds);
      if (look.bars === null) return;
      for (let pages = 0; pages < PAGES_MAX; pages += 1) {
        chart.showNewest(Math.min(look.bars, feed.bars().length));
        if (feed.bars().length >= look.bars || !feed.hasOlder()) return;
        // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
        await feed.readOlder();
        if (isGone) return;
      }
    })();
    return () => {
      isGone = true;
    };
  }, [shown, look]);
}

/** Its candle is known by then, should the stream not have brought it. */
const AFTER_MINUTE_MS = 5_000;
const MINUTE_MS = 60_000;

type LiveEndProps = { readonly feed: BarFeed; readonly marketTag: string };

/**
 * The last bar moves with the price; when a minute has ended, what it was is read. Draws nothing:
 * it is a part of its own so that a price draws no more than what shows it.
 */
function LiveEnd({ feed, marketTag }: LiveEndProps) {
  const { data } = useQuery(priceQuery(marketTag));
  const readAtMs = useRef(0);
  const refresh = useCallback((): void => {
    readAtMs.current = Date.now();
    void feed.refresh();
  }, [feed]);
  useMarketStream(marketTag, refresh);
  useEffect(() => {
    if (typeof data?.price !== 'string' || typeof data.at !== 'string') return;
    feed.notePrice(Number(data.price), Date.parse(data.at));
  }, [feed, data]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (): void => {
      const untilMs = MINUTE_MS - (Date.now() % MINUTE_MS) + AFTER_MINUTE_MS;
      timer = setTimeout(() => {
        if (!document.hidden && Date.now() - readAtMs.current > 2 * AFTER_MINUTE_MS) refresh();
        wait();
      }, untilMs);
    };
    const look = (): void => {
      if (!document.hidden) refresh();
    };
    document.addEventListener('visibilitychange', look);
    wait();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [refresh]);
  return null;
}
