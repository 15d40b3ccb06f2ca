// A finished backtest: its figures first, then the chart with its trades, then everything else.

import type { BacktestJob, BacktestReport, BacktestStatistics } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import {
  barsQuery,
  curveQuery,
  drawingsQuery,
  exportsQuery,
  objectsQuery,
  plotsQuery,
  statisticsQuery,
  tradesQuery,
} from '../api/backtest-queries.ts';
import { Loaded, Loading, whatKeeps } from '../parts/states.tsx';
import { Panel } from '../parts/widgets.tsx';
import { Assumptions } from './assumptions.tsx';
import { ExportTables } from './export-tables.tsx';
import { HeadFigures, hasTrades, ReturnsTable, TradeFiguresTable } from './figures.tsx';
import { MonthsTable } from './months-table.tsx';
import { reportContent } from './report-content.ts';
import { ReportLog } from './report-log.tsx';
import { TradesTable } from './trades-table.tsx';
import { hasNoFills, WhyNoTrades } from './why-no-trades.tsx';
import { REPORT } from '../words/report.ts';

const ReportChartView = lazy(async () => {
  const { ReportChartView: view } = await import('./report-chart-view.tsx');
  return { default: view };
});
const StatisticsFigures = lazy(async () => {
  const { StatisticsFigures: figures } = await import('./statistics-figures.tsx');
  return { default: figures };
});

type Props = {
  readonly job: BacktestJob;
  readonly report: BacktestReport;
  /** Of the market's prices. */
  readonly decimals: number;
  /** Leads to the script, where there is one to change. */
  readonly scriptLink?: ReactNode;
  /** What stands beside the assumptions; the log, unless it is given. */
  readonly beside?: ReactNode;
};

export function ReportView({ job, report, decimals, scriptLink, beside }: Props) {
  const id = job.backtest_id;
  const statistics = useQuery(statisticsQuery(id));
  const trades = useQuery(tradesQuery(id));
  const exported = useQuery(exportsQuery(id));
  const [shownTrade, setShownTrade] = useState<string | null>(null);
  const chart = useRef<HTMLDivElement>(null);
  const showTrade = useCallback((positionId: string): void => {
    setShownTrade(positionId);
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const behavior = isStill ? 'instant' : 'smooth';
    chart.current?.scrollIntoView({ behavior, block: 'nearest' });
  }, []);
  const log = <ReportLog backtestId={id} />;
  const hasAnyTrade = (trades.data?.length ?? 1) > 0;
  return (
    <>
      <Loaded query={statistics} lines={2}>
        {(of) => <HeadFigures of={of} />}
      </Loaded>
      {hasAnyTrade || !hasNoFills(job) ? null : (
        <WhyNoTrades job={job} report={report} scriptLink={scriptLink} />
      )}
      <div ref={chart} className="panel">
        <ReportChartOf
          job={job}
          decimals={decimals}
          shownTrade={shownTrade}
          onShowAll={() => setShownTrade(null)}
        />
      </div>
      {hasAnyTrade ? (
        <Panel title={REPORT.trades} side={<span className="hint">{REPORT.chooseOneToSee}</span>}>
          <Loaded query={trades} lines={6}>
            {(all) => (
              <TradesTable
                trades={all}
                priceDecimals={decimals}
                shownTrade={shownTrade}
                onShow={showTrade}
                openProfit={report.performance.unrealized_profit}
              />
            )}
          </Loaded>
        </Panel>
      ) : null}
      <Loaded query={statistics} lines={8}>
        {(of) => <StatisticsPanels of={of} />}
      </Loaded>
      <div className="grid-2 grid-top">
        <Assumptions job={job} report={report} />
        {beside ?? log}
      </div>
      <ExportTables parts={exported.data ?? []} />
      {beside === undefined ? null : log}
    </>
  );
}

function StatisticsPanels({ of }: { readonly of: BacktestStatistics }) {
  return (
    <>
      <Panel title={REPORT.returnsByMonth}>
        <MonthsTable months={of.months} years={of.years} />
      </Panel>
      <div className={hasTrades(of) ? 'grid-2 grid-top' : ''}>
        <Panel title={REPORT.returns}>
          <ReturnsTable of={of} />
        </Panel>
        {hasTrades(of) ? (
          <Panel title={REPORT.tradesByDirectionTitle(of.profit_currency)}>
            <TradeFiguresTable of={of} />
          </Panel>
        ) : null}
      </div>
      {hasTrades(of) ? (
        <Suspense fallback={<Loading lines={6} />}>
          <StatisticsFigures of={of} />
        </Suspense>
      ) : null}
    </>
  );
}

type ChartProps = {
  readonly job: BacktestJob;
  readonly decimals: number;
  readonly shownTrade: string | null;
  readonly onShowAll: () => void;
  readonly isSmall?: boolean;
  readonly onBar?: ((bar: number | null) => void) | undefined;
  readonly onTrade?: ((positionId: string) => void) | undefined;
};

/** Also beside the text of a script. */
export function ReportChartOf(props: ChartProps) {
  const { job, decimals, shownTrade, onShowAll, isSmall, onBar, onTrade } = props;
  const id = job.backtest_id;
  const bars = useQuery(barsQuery(id));
  const equity = useQuery(curveQuery(id));
  const plots = useQuery(plotsQuery(id));
  const drawings = useQuery(drawingsQuery(id));
  const objects = useQuery(objectsQuery(id));
  const trades = useQuery(tradesQuery(id));
  const parts = [bars, equity, plots, drawings, objects, trades];
  const content = useMemo(() => {
    if (
      bars.data === undefined ||
      equity.data === undefined ||
      plots.data === undefined ||
      drawings.data === undefined ||
      objects.data === undefined ||
      trades.data === undefined
    )
      return null;
    return reportContent({
      bars: bars.data,
      equity: equity.data,
      plots: plots.data,
      drawings: drawings.data,
      objects: objects.data,
      trades: trades.data,
      startEquity: Number(job.report?.performance.start_equity ?? equity.data[0]?.equity ?? 0),
      fillsAtClose: job.request.settings.fill_at_close === true,
    });
  }, [bars.data, equity.data, plots.data, drawings.data, objects.data, trades.data, job]);
  const minutes = job.report?.bar_minutes ?? null;
  if (parts.some((part) => part.isError && part.data === undefined)) return whatKeeps(parts);
  const empty = <div className="chart report-chart" style={{ height: isSmall ? 330 : 500 }} />;
  if (content === null) return empty;
  if (minutes === null || content.bars.length === 0)
    return <p className="panel-body hint">{REPORT.thisResultWasMade}</p>;
  return (
    <Suspense fallback={empty}>
      <ReportChartView
        content={content}
        intervalMinutes={minutes}
        priceDecimals={decimals}
        shownTrade={shownTrade}
        onShowAll={onShowAll}
        isSmall={isSmall ?? false}
        onBar={onBar}
        onTrade={onTrade}
      />
    </Suspense>
  );
}
