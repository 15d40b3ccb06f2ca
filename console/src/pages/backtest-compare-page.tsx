// Several backtests side by side: their equity in one chart, their figures in one table.

import type { BacktestJob, BacktestStatistics } from '@tidemill/client';
import { useQueries } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { curveQuery, statisticsQuery } from '../api/backtest-queries.ts';
import { backtestQuery } from '../api/queries.ts';
import { GainChart } from '../report/gain-chart.tsx';
import { useJobName } from '../report/job-name.ts';
import { COMPARED_COLOURS } from '../report/compared-colours.ts';
import { DifferencePanel } from '../report/difference-panel.tsx';
import { durationBetween } from '../report/duration.ts';
import { Empty, whatKeeps } from '../parts/states.tsx';
import { Panel } from '../parts/widgets.tsx';
import { Percent, percentText, ratioText } from '../report/percent.tsx';
import { subtitleOf } from '../report/report-subtitle.ts';
import { BACKTESTS } from '../words/backtests.ts';

export function BacktestComparePage() {
  const { ids } = useSearch({ from: '/inside/backtests/compare' });
  const all = ids.split(',').filter(Boolean);
  const jobs = useQueries({ queries: all.map((id) => backtestQuery(id)) });
  const statistics = useQueries({ queries: all.map((id) => statisticsQuery(id)) });
  const curves = useQueries({ queries: all.map((id) => curveQuery(id)) });
  const knownName = useJobName();
  const held = whatKeeps([...jobs, ...statistics, ...curves], { lines: 8 });
  const nameOf = (job: BacktestJob): string => knownName(job) ?? BACKTESTS.backtest;
  const compared = all.flatMap((id, index) => {
    const [job, of] = [jobs[index]?.data, statistics[index]?.data];
    if (job === undefined || of === undefined) return [];
    const colour = COMPARED_COLOURS[index % COMPARED_COLOURS.length] ?? '';
    const points = curves[index]?.data ?? [];
    return [{ id, job, of, colour, points, name: nameOf(job) }];
  });
  return (
    <div className="page page-report">
      <header className="page-head">
        <div>
          <p className="crumb">
            <Link to="/backtests">{BACKTESTS.backtests}</Link>
          </p>
          <h1>{BACKTESTS.comparison}</h1>
        </div>
      </header>
      {all.length < 2 ? (
        <Empty title={BACKTESTS.nothingToCompare}>{BACKTESTS.chooseTwoBacktestsOr}</Empty>
      ) : held !== null ? (
        held
      ) : (
        <>
          <Panel title={BACKTESTS.profitInPercentOf}>
            <GainChart
              lines={compared.map(({ id, colour, points, of }) => ({
                id,
                colour,
                start: Number(of.start_equity),
                points,
              }))}
            />
          </Panel>
          <DifferencePanel
            all={compared.map(({ id, name, job }) => ({ id, name, note: subtitleOf(job) }))}
          />
          <Panel title={BACKTESTS.figures}>
            <Compared all={compared} />
          </Panel>
        </>
      )}
    </div>
  );
}

type OneCompared = {
  readonly id: string;
  readonly job: BacktestJob;
  readonly of: BacktestStatistics;
  readonly colour: string;
  readonly name: string;
};

type Row = {
  readonly name: string;
  readonly show: (one: OneCompared) => ReactNode;
  /** What the best one has most of; null: nothing is best. */
  readonly judge: ((one: OneCompared) => string | number | null) | null;
};

const ROWS: readonly Row[] = [
  {
    name: BACKTESTS.totalReturn,
    show: ({ of }) => <Percent value={of.total_return} />,
    judge: ({ of }) => of.total_return,
  },
  {
    name: BACKTESTS.buyAndHold,
    show: ({ of }) => <Percent value={of.buy_and_hold.return} />,
    judge: null,
  },
  {
    name: BACKTESTS.growthPerYearCagr,
    show: ({ of }) => percentText(of.returns.cagr),
    judge: ({ of }) => of.returns.cagr,
  },
  {
    name: BACKTESTS.largestDrawdown,
    show: ({ of }) => percentText(of.max_drawdown_percent),
    judge: ({ of }) => -Number(of.max_drawdown_percent),
  },
  {
    name: BACKTESTS.longestTimeBelowA,
    show: ({ of: { drawdown_times: times } }) =>
      times === null ? '–' : durationBetween(times.longest_from, times.longest_to),
    judge: null,
  },
  {
    name: BACKTESTS.sharpe,
    show: ({ of }) => ratioText(of.returns.sharpe_ratio),
    judge: ({ of }) => of.returns.sharpe_ratio,
  },
  {
    name: BACKTESTS.sortino,
    show: ({ of }) => ratioText(of.returns.sortino_ratio),
    judge: ({ of }) => of.returns.sortino_ratio,
  },
  {
    name: BACKTESTS.calmar,
    show: ({ of }) => ratioText(of.returns.calmar_ratio),
    judge: ({ of }) => of.returns.calmar_ratio,
  },
  {
    name: BACKTESTS.volatilityPerYear,
    show: ({ of }) => percentText(of.returns.volatility),
    judge: null,
  },
  { name: BACKTESTS.timeInTheMarket, show: ({ of }) => percentText(of.exposure), judge: null },
  { name: BACKTESTS.trades, show: ({ of }) => of.pairs?.closed ?? of.all.count, judge: null },
  {
    name: BACKTESTS.winRate,
    show: ({ of }) => percentText((of.pairs ?? of.all).win_rate),
    judge: ({ of }) => (of.pairs ?? of.all).win_rate,
  },
  {
    name: BACKTESTS.profitFactor,
    show: ({ of }) => ratioText((of.pairs ?? of.all).profit_factor),
    judge: ({ of }) => (of.pairs ?? of.all).profit_factor,
  },
  {
    name: BACKTESTS.expectancy,
    show: ({ of }) => ratioText(of.all.expectancy),
    judge: ({ of }) => of.all.expectancy,
  },
];

function Compared({ all }: { readonly all: readonly OneCompared[] }) {
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={BACKTESTS.figures}>
      <table className="table table-dense">
        <thead>
          <tr>
            <th>
              <span className="unseen">{BACKTESTS.figure}</span>
            </th>
            {all.map(({ id, job, name, colour }) => (
              <th key={id} className="right compared-head">
                <i className="swatch" style={{ background: colour }} />{' '}
                <Link to="/backtests/$backtestId" params={{ backtestId: id }}>
                  {name}
                </Link>
                <div className="faint">{subtitleOf(job)}</div>
                <div className="faint">
                  {Object.entries(job.request.parameters)
                    .map(([key, value]) => `${key} ${value}`)
                    .join(', ')}
                </div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((row) => {
            const best = bestOf(all, row);
            return (
              <tr key={row.name}>
                <th scope="row" className="row-head">
                  {row.name}
                </th>
                {all.map((one) => (
                  <td key={one.id} className={one === best ? 'right best' : 'right'}>
                    {row.show(one)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Null where two are as good, or nothing is best. */
function bestOf(all: readonly OneCompared[], { judge }: Row): OneCompared | null {
  if (judge === null) return null;
  const judged = all
    .flatMap((one) => {
      const value = judge(one);
      return value === null ? [] : [{ one, value: Number(value) }];
    })
    .sort((left, right) => right.value - left.value);
  const [first, second] = judged;
  return first === undefined || first.value === second?.value ? null : first.one;
}
