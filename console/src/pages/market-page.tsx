// One market: its candles with one's own orders and fills on them, its price, and the ticket.

import type { Market } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { accountsQuery, priceQuery } from '../api/queries.ts';
import { IntervalChoice, SpanBar } from '../chart/chart-toolbar.tsx';
import type { Interval } from '../chart/intervals.ts';
import type { Look } from '../chart/price-chart-view.tsx';
import { formatDecimal, formatFixed } from '../parts/format.ts';
import { useMarket } from '../parts/market-name.ts';
import { Figure, Panel, Time } from '../parts/widgets.tsx';

const PriceChartView = lazy(async () => {
  const { PriceChartView: view } = await import('../chart/price-chart-view.tsx');
  return { default: view };
});

const NEWEST: Look = { at: 'newest', bars: null };

export function MarketPage() {
  const { marketTag } = useParams({ from: '/inside/markets/$marketTag' });
  const { interval = 60, exchange } = useSearch({ from: '/inside/markets/$marketTag' });
  const navigate = useNavigate({ from: '/markets/$marketTag' });
  const accounts = useQuery(accountsQuery);
  const market = useMarket(marketTag, exchange ?? accounts.data?.[0]?.exchange);
  const price = useQuery(priceQuery(marketTag));
  const decimals = market?.price_decimals ?? 2;
  const shown = price.data?.price;
  const [look, setLook] = useState(NEWEST);
  const [isLogarithmic, setIsLogarithmic] = useState(false);
  const onInterval = (next: Interval): void => {
    void navigate({ search: (before) => ({ ...before, interval: next }), replace: true });
  };
  return (
    <div className="page page-wide">
      <header className="page-head">
        <div>
          <p className="crumb">
            <Link to="/markets" search={market === null ? {} : { exchange: market.exchange }}>
              Markets
            </Link>{' '}
            / {market?.exchange ?? '…'}
          </p>
          <h1>{market === null ? marketTag : `${market.base}/${market.quote}`}</h1>
        </div>
        <div>
          <div className="price-now number">
            {typeof shown === 'string' ? formatFixed(shown, decimals) : '–'}{' '}
            <span className="faint">{market?.quote}</span>
          </div>
          <div className="hint">
            <Time at={price.data?.at ?? null} />
          </div>
        </div>
      </header>
      <Panel title="Chart" side={<IntervalChoice interval={interval} onInterval={onInterval} />}>
        <Suspense fallback={<div className="chart" />}>
          {market === null ? (
            <div className="chart" />
          ) : (
            <PriceChartView
              market={market}
              interval={interval}
              look={look}
              isLogarithmic={isLogarithmic}
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
      </Panel>
      {market === null ? null : <Terms market={market} />}
    </div>
  );
}

function Terms({ market }: { readonly market: Market }) {
  return (
    <section className="panel" aria-label="Terms">
      <dl className="figures">
        <Figure label="Type">{market.market_type}</Figure>
        <Figure label="Maker fee">{formatDecimal(market.maker_fee)} %</Figure>
        <Figure label="Taker fee">{formatDecimal(market.taker_fee)} %</Figure>
        <Figure label="Smallest order">
          {formatDecimal(market.min_order_amount)} <span className="unit">{market.base}</span>
        </Figure>
      </dl>
    </section>
  );
}
