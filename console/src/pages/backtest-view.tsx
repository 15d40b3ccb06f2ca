// A finished backtest in short: figures, equity, trades.

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { backtestPositionsQuery, equityQuery } from '../api/queries.ts';
import type { BacktestJob } from '@tidemill/client';
import { formatDecimal } from '../parts/format.ts';
import { Empty, Loaded } from '../parts/states.tsx';
import { Figure, Gain, Time } from '../parts/widgets.tsx';

const EquityChart = lazy(async () => {
  const { EquityChart: chart } = await import('../chart/equity-chart.tsx');
  return { default: chart };
});

export function BacktestView({ job }: { readonly job: BacktestJob }) {
  const { result, report } = job;
  if (result === null)
    return <Empty title="It ended without a result">The run failed. Its log may say why.</Empty>;
  const { performance } = report ?? {};
  return (
    <>
      <dl className="figures" style={{ borderRadius: 0 }}>
        <Figure label="Profit">
          <Gain value={result.realized_profit} />{' '}
          <span className="unit">{result.profit_currency}</span>
        </Figure>
        <Figure label="Return on equity">
          <EquityReturn job={job} />
        </Figure>
        <Figure label="Trades">
          {result.positions_closed}
          {result.positions_closed === 0 ? null : (
            <span className="unit"> {formatDecimal(result.win_rate, 0)} % won</span>
          )}
        </Figure>
        <Figure label="Deepest fall">
          {performance === undefined ? '–' : formatDecimal(performance.max_drawdown_percent, 2)}{' '}
          <span className="unit">%</span>
        </Figure>
        <Figure label="Buy and hold">
          {performance === undefined ? '–' : <Gain value={performance.price_change} />}{' '}
          <span className="unit">%</span>
        </Figure>
        <Figure label="Fees">
          {formatDecimal(result.fees, 2)} <span className="unit">{result.profit_currency}</span>
        </Figure>
      </dl>
      <Equity job={job} />
      <Trades backtestId={job.backtest_id} />
    </>
  );
}

/** Points that can be read and drawn within a second. */
const POINTS_MAX = 10_000;

function useEquity({ backtest_id: id, request, start_at: start, end_at: end }: BacktestJob) {
  const minutes = (Date.parse(end ?? '') - Date.parse(start ?? '')) / 60_000;
  const isDrawable = minutes / request.interval <= POINTS_MAX;
  const { data } = useQuery({ ...equityQuery(id), enabled: isDrawable });
  return { points: data ?? null, isDrawable };
}

/** Of what the account was worth at first. */
function EquityReturn({ job }: { readonly job: BacktestJob }) {
  const { points } = useEquity(job);
  const [first, last] = [Number(points?.at(0)?.equity), Number(points?.at(-1)?.equity)];
  if (!(first > 0)) return <>–</>;
  return (
    <>
      <Gain value={((last / first - 1) * 100).toFixed(4)} /> <span className="unit">%</span>
    </>
  );
}

function Equity({ job }: { readonly job: BacktestJob }) {
  const { points, isDrawable } = useEquity(job);
  if (!isDrawable)
    return (
      <p className="panel-body hint">
        So many candles are not drawn here. Take a longer interval or a shorter period to see the
        equity.
      </p>
    );
  if (points !== null && points.length < 2) return null;
  return (
    <div className="panel-body">
      <p className="hint">Equity</p>
      <Suspense fallback={<div className="chart chart-small" />}>
        {points === null ? <div className="chart chart-small" /> : <EquityChart points={points} />}
      </Suspense>
    </div>
  );
}

const TRADES_SHOWN = 50;

function Trades({ backtestId }: { readonly backtestId: string }) {
  const trades = useQuery(backtestPositionsQuery(backtestId));
  return (
    <Loaded query={trades}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty title="It did not trade">
            No signal came in this time. Try a longer period, a shorter interval, or other inputs.
          </Empty>
        ) : (
          <div className="scroll">
            <table className="table">
              <thead>
                <tr>
                  <th>Trade</th>
                  <th className="right">Price</th>
                  <th className="right">Profit</th>
                </tr>
              </thead>
              <tbody>
                {data.slice(0, TRADES_SHOWN).map((of) => (
                  <tr key={of.position_id}>
                    <td>
                      <span className={of.direction === 'long' ? 'tag tag-rise' : 'tag tag-fall'}>
                        {of.direction}
                      </span>
                      <div className="faint">
                        <Time at={of.opened_at} />
                      </div>
                    </td>
                    <td className="right">{formatDecimal(of.average_price, 4)}</td>
                    <td className="right">
                      <Gain value={of.realized_profit} unit={of.profit_currency} />
                      <div className="faint">{formatDecimal(of.roi, 2)} %</div>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Loaded>
  );
}
