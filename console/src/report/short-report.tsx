// Backtest beside what it was run from: its first figures, its chart, and why there are no trades.

import type { BacktestJob, BacktestPosition } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { statisticsQuery, tradesQuery } from '../api/backtest-queries.ts';
import { accountsQuery, backtestQuery } from '../api/queries.ts';
import { useMarket } from '../parts/market-name.ts';
import { Bones, explain, Loaded, useIsSlow } from '../parts/states.tsx';
import { Figure } from '../parts/widgets.tsx';
import { conclusionText } from './conclusion-text.ts';
import { TradeCount } from './figures.tsx';
import { Percent, percentText, ratioText } from './percent.tsx';
import { ReportChartOf } from './report-view.tsx';
import { TradesTable } from './trades-table.tsx';
import { hasNoFills, WhyNoTrades } from './why-no-trades.tsx';
import { REPORT } from '../words/report.ts';

type Props = {
  readonly backtestId: string;
  /** Button that changes what retained it from trading. */
  readonly mend?: ReactNode;
  /** Of what it was run from, which shows what stood at a bar and what led to a trade. */
  readonly watch?: ReportWatch | undefined;
};

export type ReportWatch = {
  readonly shownTrade: string | null;
  readonly onTrade: (positionId: string | null) => void;
  /** Index of the candle at the pointer; null: it is elsewhere. */
  readonly onBar: (bar: number | null) => void;
};

export function ShortReport({ backtestId, mend, watch }: Props) {
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
  return <Finished job={job.data} mend={mend} watch={watch} />;
}

/** Most are done before one could read a word. */
const SLOW_MS = 3_000;

function Running() {
  const isSlow = useIsSlow(SLOW_MS);
  return (
    <>
      {isSlow ? (
        <p className="panel-body hint" role="status">
          {REPORT.itWaitsOrRuns}
        </p>
      ) : null}
      <Bones lines={6} />
    </>
  );
}

type FinishedProps = {
  readonly job: BacktestJob;
  readonly mend: ReactNode;
  readonly watch: ReportWatch | undefined;
};

function Finished({ job, mend, watch }: FinishedProps) {
  const { data: accounts } = useQuery(accountsQuery);
  const exchange = accounts?.find(({ account_id: id }) => id === job.account_id)?.exchange;
  const decimals = useMarket(job.market_tag, exchange)?.price_decimals ?? 2;
  const trades = useQuery(tradesQuery(job.backtest_id));
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
        shownTrade={watch?.shownTrade ?? null}
        onShowAll={() => watch?.onTrade(null)}
        onBar={watch?.onBar}
        onTrade={watch?.onTrade}
        isSmall
      />
      {watch === undefined ? null : (
        <Loaded query={trades} lines={4}>
          {(all) => (
            <WatchedTrades
              trades={all}
              decimals={decimals}
              watch={watch}
              openProfit={report?.performance.unrealized_profit}
            />
          )}
        </Loaded>
      )}
      <div className="panel-body actions">
        <Link
          className="button"
          to="/backtests/$backtestId"
          params={{ backtestId: job.backtest_id }}
        >
          {REPORT.openTheWholeReport}
        </Link>
      </div>
    </>
  );
}

type WatchedProps = {
  readonly trades: readonly BacktestPosition[];
  readonly decimals: number;
  readonly watch: ReportWatch;
  readonly openProfit: string | undefined;
};

function WatchedTrades({ trades, decimals, watch, openProfit }: WatchedProps) {
  if (trades.length === 0) return null;
  return (
    <section className="watched-trades" aria-label={REPORT.tradesOfTheRun}>
      <p className="hint">{REPORT.chooseATradeHere}</p>
      <TradesTable
        trades={trades}
        priceDecimals={decimals}
        shownTrade={watch.shownTrade}
        onShow={watch.onTrade}
        isNarrow
        openProfit={openProfit}
      />
    </section>
  );
}

function Short({ backtestId }: { readonly backtestId: string }) {
  const statistics = useQuery(statisticsQuery(backtestId));
  return (
    <Loaded query={statistics} lines={2}>
      {(of) => (
        <>
          <p className="conclusion">{conclusionText(of.conclusion)}</p>
          <dl className="figures figures-flat">
            <Figure label={REPORT.totalReturn}>
              <Percent value={of.total_return} />
            </Figure>
            <Figure label={REPORT.buyAndHold}>
              <Percent value={of.buy_and_hold.return} />
            </Figure>
            <Figure label={REPORT.drawdown}>{percentText(of.max_drawdown_percent)}</Figure>
            <Figure label={REPORT.sharpe}>{ratioText(of.returns.sharpe_ratio)}</Figure>
            <TradeCount of={of} />
            <Figure label={REPORT.profitFactor}>
              {ratioText((of.pairs ?? of.all).profit_factor)}
            </Figure>
          </dl>
        </>
      )}
    </Loaded>
  );
}
