// Backtest beside what it was run from: its first figures, its chart, and why there are no trades.

import type { BacktestJob } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { statisticsQuery, tradesQuery } from '../api/backtest-queries.ts';
import { accountsQuery, backtestQuery } from '../api/queries.ts';
import { useMarket } from '../parts/market-name.ts';
import { Bones, explain, Loaded, useIsSlow } from '../parts/states.tsx';
import { Figure } from '../parts/widgets.tsx';
import { TradeCount } from './figures.tsx';
import { Percent, percentText, ratioText } from './percent.tsx';
import { ReportChartOf } from './report-view.tsx';
import { hasNoFills, WhyNoTrades } from './why-no-trades.tsx';

type Props = {
  readonly backtestId: string;
  /** Button that changes what retained it from trading. */
  readonly mend?: ReactNode;
};

export function ShortReport({ backtestId, mend }: Props) {
  const job = useQuery(backtestQuery(backtestId));
  if (job.isError)
    return (
      <div className="panel-body">
        <p className="notice notice-wrong" role="alert">
          {explain(job.error)}
        </p>
      </div>
    );
  if (job.data === undefined || job.data.status === 'queued') return <Running />;
  return <Finished job={job.data} mend={mend} />;
}

/** Most are done before one could read a word. */
const SLOW_MS = 3_000;

function Running() {
  const isSlow = useIsSlow(SLOW_MS);
  return (
    <>
      {isSlow ? (
        <p className="panel-body hint" role="status">
          It waits or runs. The first run over a market of an exchange reads its prices from there,
          which can take a minute.
        </p>
      ) : null}
      <Bones lines={6} />
    </>
  );
}

type FinishedProps = { readonly job: BacktestJob; readonly mend: ReactNode };

function Finished({ job, mend }: FinishedProps) {
  const { data: accounts } = useQuery(accountsQuery);
  const exchange = accounts?.find(({ account_id: id }) => id === job.account_id)?.exchange;
  const decimals = useMarket(job.market_tag, exchange)?.price_decimals ?? 2;
  const trades = useQuery(tradesQuery(job.backtest_id));
  const [shownTrade, setShownTrade] = useState<string | null>(null);
  const { report } = job;
  return (
    <>
      <Short backtestId={job.backtest_id} />
      {report !== null && trades.data?.length === 0 && hasNoFills(job) ? (
        <div className="panel-body">
          <WhyNoTrades job={job} report={report} isBesideText scriptLink={mend} />
        </div>
      ) : null}
      <ReportChartOf
        job={job}
        decimals={decimals}
        shownTrade={shownTrade}
        onShowAll={() => setShownTrade(null)}
        isSmall
      />
      <div className="panel-body actions">
        <Link
          className="button"
          to="/backtests/$backtestId"
          params={{ backtestId: job.backtest_id }}
        >
          Open the whole report
        </Link>
      </div>
    </>
  );
}

function Short({ backtestId }: { readonly backtestId: string }) {
  const statistics = useQuery(statisticsQuery(backtestId));
  return (
    <Loaded query={statistics} lines={2}>
      {(of) => (
        <>
          <p className="conclusion">{of.conclusion}</p>
          <dl className="figures figures-flat">
            <Figure label="Total return">
              <Percent value={of.total_return} />
            </Figure>
            <Figure label="Buy and hold">
              <Percent value={of.buy_and_hold.return} />
            </Figure>
            <Figure label="Drawdown">{percentText(of.max_drawdown_percent)}</Figure>
            <Figure label="Sharpe">{ratioText(of.returns.sharpe_ratio)}</Figure>
            <TradeCount of={of} />
            <Figure label="Profit factor">{ratioText((of.pairs ?? of.all).profit_factor)}</Figure>
          </dl>
        </>
      )}
    </Loaded>
  );
}
