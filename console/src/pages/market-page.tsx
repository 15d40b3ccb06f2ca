// One market: its candles, its price, and what an order there has to be.

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { accountsQuery, priceQuery } from '../api/queries.ts';
import type { Market } from '@tidemill/client';
import type { Interval } from '../chart/intervals.ts';
import { formatDecimal, formatFixed } from '../parts/format.ts';
import { useMarket } from '../parts/market-name.ts';
import { Figure, Panel, Segments, Time } from '../parts/widgets.tsx';

const CandleChart = lazy(async () => {
  const { CandleChart: default_ } = await import('../chart/candle-chart.tsx');
  return { default: default_ };
});

const INTERVALS = [
  [1, '1m'],
  [5, '5m'],
  [15, '15m'],
  [60, '1h'],
  [240, '4h'],
  [1_440, '1d'],
] as const satisfies readonly (readonly [Interval, string])[];

export function MarketPage() {
  const { marketTag } = useParams({ from: '/inside/markets/$marketTag' });
  const { interval = 60, exchange } = useSearch({ from: '/inside/markets/$marketTag' });
  const navigate = useNavigate({ from: '/markets/$marketTag' });
  const accounts = useQuery(accountsQuery);
  const market = useMarket(marketTag, exchange ?? accounts.data?.[0]?.exchange);
  const price = useQuery(priceQuery(marketTag));
  const decimals = market?.price_decimals ?? 2;
  const shown = price.data?.price;
  return (
    <div className="page">
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
      <Panel
        title="Chart"
        side={
          <Segments
            label="Interval"
            value={interval}
            choices={INTERVALS}
            onChange={(next) =>
              void navigate({ search: (before) => ({ ...before, interval: next }), replace: true })
            }
          />
        }
      >
        <Suspense fallback={<div className="chart" />}>
          <CandleChart marketTag={marketTag} interval={interval} priceDecimals={decimals} />
        </Suspense>
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
