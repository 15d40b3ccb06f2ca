// One market: its candles with one's own orders and fills on them, the ticket, and what one has
// there.

import type { Account, Market, MarketTicker } from '@tidemill/client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import {
  accountsQuery,
  exchangesQuery,
  marketFillsQuery,
  marketOrdersQuery,
  marketsQuery,
  priceQuery,
  tickerQuery,
} from '../../api/queries.ts';
import { useGo } from '../../app/use-go.ts';
import { IntervalChoice, SpanBar } from '../../chart/chart-toolbar.tsx';
import type { Interval } from '../../chart/intervals.ts';
import { linesOfOrder, tradeOfFill } from '../../chart/own-trades.ts';
import type { Look } from '../../chart/price-chart-view.tsx';
import { formatFixed, formatVolume } from '../../parts/format.ts';
import { useMarket } from '../../parts/market-name.ts';
import { Empty, Failed, Loaded, Loading } from '../../parts/states.tsx';
import { Choice, Panel } from '../../parts/widgets.tsx';
import { useChosenIndicators } from './chosen-indicators.ts';
import { DayChange } from './day-change.tsx';
import { MarketActivity } from './market-activity.tsx';
import { OrderTicket } from './order-ticket.tsx';
import { PriceNow } from './price-now.tsx';
import { WatchStar } from './watch-star.tsx';
import { MARKET } from '../../words/market.ts';
import { served } from '../../words/served.ts';

const PriceChartView = lazy(async () => {
  const { PriceChartView: view } = await import('../../chart/price-chart-view.tsx');
  return { default: view };
});

const IndicatorBar = lazy(async () => {
  const { IndicatorBar: bar } = await import('../../chart/indicator-bar.tsx');
  return { default: bar };
});

export function MarketPage() {
  const { marketTag } = useParams({ from: '/inside/markets/$marketTag' });
  const { exchange } = useSearch({ from: '/inside/markets/$marketTag' });
  const accounts = useQuery(accountsQuery);
  const found = useExchangeWith(marketTag, exchange === undefined && accounts.data?.length === 0);
  const known = exchange ?? accounts.data?.[0]?.exchange ?? found.exchange;
  const market = useMarket(marketTag, known);
  const markets = useQuery({ ...marketsQuery(known ?? ''), enabled: known !== undefined });
  if (known === undefined && accounts.isError)
    return <NoMarket marketTag={marketTag} error={accounts.error} />;
  const isNowhere = known === undefined && found.isOver;
  if (market === null && (markets.isFetched || isNowhere))
    return <NoMarket marketTag={marketTag} error={markets.error} />;
  return (
    <div className="page page-wide">
      <Title market={market} />
      <Head marketTag={marketTag} market={market} />
      <div className="trade">
        <Chart market={market} />
        <div className="trade-ticket">
          <Panel title={MARKET.order}>
            {market === null ? (
              <Loading />
            ) : (
              <Loaded query={accounts}>
                {(all) => <TicketPlace market={market} accounts={tradersOf(all, market)} />}
              </Loaded>
            )}
          </Panel>
        </div>
        {market === null ? null : (
          <Loaded query={accounts}>
            {(all) => <MarketActivity market={market} accounts={tradersOf(all, market)} />}
          </Loaded>
        )}
      </div>
    </div>
  );
}

/**
 * For who has no account yet, and an address without the exchange: the first that has it, of those
 * whose markets are known.
 */
function useExchangeWith(marketTag: string, isWanted: boolean) {
  const { data: exchanges, isError } = useQuery({ ...exchangesQuery, enabled: isWanted });
  return useQueries({
    queries: (exchanges?.data ?? [])
      .filter((of) => of.markets_count > 0)
      .map(({ exchange }) => marketsQuery(exchange)),
    combine: (results) => {
      const all = results.flatMap(({ data }) => data ?? []);
      const isRead = exchanges !== undefined && results.every(({ isFetched }) => isFetched);
      return {
        exchange: all.find(({ market_tag: tag }) => tag === marketTag)?.exchange,
        isOver: isWanted && (isError || isRead),
      };
    },
  });
}

type NoMarketProps = { readonly marketTag: string; readonly error: Error | null };

/** `error`: why the markets of the exchange could not be read; null: it has no such market. */
function NoMarket({ marketTag, error }: NoMarketProps) {
  return (
    <div className="page">
      <header className="page-head">
        <h1>{marketTag}</h1>
      </header>
      {error === null ? (
        <Empty
          title={MARKET.thereIsNoSuch}
          actions={
            <Link className="button" to="/markets">
              {MARKET.allMarkets}
            </Link>
          }
        >
          {MARKET.itMayHaveBeen}
        </Empty>
      ) : (
        <Failed error={error} onRetry={() => location.reload()} />
      )}
    </div>
  );
}

/** Accounts that can trade the market. */
function tradersOf(accounts: readonly Account[], market: Market): readonly Account[] {
  return accounts.filter(
    (of) => of.exchange === market.exchange && of.market_type === market.market_type,
  );
}

/** Of the window. It is a part of its own so that a price does not draw the whole page. */
function Title({ market }: { readonly market: Market | null }) {
  const { data } = useQuery({
    ...priceQuery(market?.market_tag ?? ''),
    enabled: market !== null,
  });
  const price = data?.price ?? null;
  useEffect(() => {
    if (market === null) return;
    const shown = price === null ? '' : `${formatFixed(price, market.price_decimals)} `;
    document.title = MARKET.tidemill(shown, market.base, market.quote);
    return () => {
      document.title = 'Tidemill';
    };
  }, [market, price]);
  return null;
}

function Head({ marketTag, market }: { marketTag: string; market: Market | null }) {
  const ticker = useQuery(tickerQuery(marketTag));
  return (
    <header className="page-head">
      <div>
        <p className="crumb">
          <Link to="/markets" search={market === null ? {} : { exchange: market.exchange }}>
            {MARKET.markets}
          </Link>{' '}
          / {market?.exchange ?? '…'} / {served(market?.market_type ?? '')}
        </p>
        <div className="quote-name">
          <h1 data-own-title={market === null ? undefined : ''}>
            {market === null ? marketTag : `${market.base}/${market.quote}`}
          </h1>
          {market === null ? null : <WatchStar market={market} />}
        </div>
      </div>
      <div className="quote">
        <PriceNow marketTag={marketTag} market={market} />
        {market === null || ticker.data?.day === undefined ? null : (
          <Day market={market} day={ticker.data.day} />
        )}
      </div>
    </header>
  );
}

function Day({ market, day }: { market: Market; day: MarketTicker['day'] }) {
  const price = useQuery(priceQuery(market.market_tag));
  if (day === null) return null;
  const now = Number(price.data?.price ?? day.close);
  const percent = ((now - Number(day.open)) / Number(day.open)) * 100;
  const fixed = (text: string): string => formatFixed(text, market.price_decimals);
  return (
    <dl className="quote-day">
      <div>
        <dt>{MARKET.of24Hours}</dt>
        <dd>
          <DayChange percent={percent} />
        </dd>
      </div>
      <div>
        <dt>{MARKET.high}</dt>
        <dd>{fixed(day.high)}</dd>
      </div>
      <div>
        <dt>{MARKET.low}</dt>
        <dd>{fixed(day.low)}</dd>
      </div>
      <div>
        <dt>{MARKET.volume}</dt>
        <dd>
          {formatVolume(Number(day.volume))} {market.amount_currency ?? ''}
        </dd>
      </div>
    </dl>
  );
}

const NEWEST: Look = { at: 'newest', bars: null };

function Chart({ market }: { readonly market: Market | null }) {
  const { interval = 60 } = useSearch({ from: '/inside/markets/$marketTag' });
  const go = useGo({ from: '/markets/$marketTag' });
  const [look, setLook] = useState(NEWEST);
  const [isLogarithmic, setIsLogarithmic] = useState(false);
  const onInterval = (next: Interval): void => {
    void go({ search: (before) => ({ ...before, interval: next }), replace: true });
  };
  const own = useOwn(market);
  const { text, partsOn, change } = useChosenIndicators();
  const [isChoosing, setIsChoosing] = useState(text !== '');
  return (
    <section className="panel" aria-label={MARKET.chart}>
      <header className="panel-head panel-head-tight">
        <IntervalChoice interval={interval} onInterval={onInterval} />
        <button
          type="button"
          className="chart-tool"
          aria-expanded={isChoosing}
          onClick={() => setIsChoosing(!isChoosing)}
        >
          {MARKET.indicators}
        </button>
      </header>
      {isChoosing ? (
        <Suspense fallback={<div className="chart-indicators" />}>
          <IndicatorBar text={text} onChange={change} />
        </Suspense>
      ) : null}
      <Suspense fallback={<div className="chart chart-tall" />}>
        {market === null ? (
          <div className="chart chart-tall">
            <Loading lines={6} />
          </div>
        ) : (
          <PriceChartView
            className="chart chart-tall"
            market={market}
            interval={interval}
            look={look}
            isLogarithmic={isLogarithmic}
            isLive
            {...(partsOn === undefined ? {} : { partsOn })}
            {...own}
          />
        )}
      </Suspense>
      <SpanBar
        interval={interval}
        onInterval={onInterval}
        onLook={setLook}
        isLogarithmic={isLogarithmic}
        onLogarithmic={setIsLogarithmic}
      />
    </section>
  );
}

/** One's own fills as marks, and open orders as lines at their prices. */
function useOwn(market: Market | null) {
  const tag = market?.market_tag ?? '';
  const fills = useQuery({ ...marketFillsQuery(tag), enabled: tag !== '' });
  const open = useQuery({ ...marketOrdersQuery(tag, 'working'), enabled: tag !== '' });
  const decimals = market?.price_decimals ?? 2;
  const trades = useMemo(
    () => (fills.data ?? []).map((fill) => tradeOfFill(fill, decimals)),
    [fills.data, decimals],
  );
  const lines = useMemo(
    () => (open.data?.data ?? []).flatMap((order) => linesOfOrder(order)),
    [open.data],
  );
  return { trades, lines };
}

type TicketProps = { readonly market: Market; readonly accounts: readonly Account[] };

function TicketPlace({ market, accounts }: TicketProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const price = useQuery(priceQuery(market.market_tag));
  const account = accounts.find((of) => of.account_id === chosen) ?? accounts[0];
  if (!market.is_open)
    return <Empty title={MARKET.theMarketIsClosed}>{MARKET.ordersCanBePlaced}</Empty>;
  if (account === undefined)
    return (
      <Empty
        title={MARKET.noAccountTradesHere}
        actions={
          <Link className="button" to="/accounts" search={{ new: true }}>
            {MARKET.openAnAccount}
          </Link>
        }
      >
        {MARKET.aPaperAccountAt(market.exchange)}
      </Empty>
    );
  return (
    <div className="panel-body stack">
      {accounts.length === 1 ? null : (
        <Choice
          label={MARKET.account}
          value={account.account_id}
          choices={accounts.map((of) => [
            of.account_id,
            `${of.name}${of.is_simulated ? MARKET.playMoney : ''}`,
          ])}
          onChange={setChosen}
        />
      )}
      <OrderTicket
        key={account.account_id}
        market={market}
        account={account}
        price={price.data?.price ?? null}
      />
    </div>
  );
}
