// Error bar of a result: the same run under each rule set, side by side.

import type { BacktestJob } from '@tidemill/client';
import { useMutation, useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api/api.ts';
import { backtestQuery } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { explain } from '../parts/states.tsx';
import { Panel } from '../parts/widgets.tsx';
import { Percent } from './percent.tsx';
import { REPORT } from '../words/report.ts';

const RULES = ['touch', 'realistic', 'tradingview'] as const;
const MEANINGS = {
  touch: REPORT.limitsFillWhenTouched,
  realistic: REPORT.limitsMustBePassed,
  tradingview: REPORT.barsOfTheChart,
} as const;

export function ErrorBar({ job }: { readonly job: BacktestJob }) {
  const own = job.report?.rules;
  const others = RULES.filter((rules) => rules !== own);
  const run = useMutation({
    mutationFn: () => Promise.all(others.map((rules) => runUnder(job, rules))),
  });
  const ids = run.data ?? [];
  const runs = useQueries({ queries: ids.map((id) => backtestQuery(id)) });
  const isRunning = run.isPending || runs.some(({ data }) => data?.status !== 'finished');
  const all = [job, ...runs.flatMap(({ data }) => data ?? [])];
  const rows = RULES.flatMap((rules) => {
    const found = all.find((each) => each.report?.rules === rules);
    return found === undefined ? [] : [{ rules, job: found }];
  });
  const profits = rows.map((row) => Number(row.job.report?.performance.total_return ?? 0));
  const hasRun = ids.length > 0;
  return (
    <Panel
      title={REPORT.errorBar}
      side={
        hasRun ? null : (
          <Button isSmall isDisabled={run.isPending} onPress={() => run.mutate()}>
            {run.isPending ? REPORT.starting : REPORT.calculate}
          </Button>
        )
      }
    >
      <div className="panel-body stack">
        <p className="hint">{REPORT.aBacktestHasTo}</p>
        {run.isError ? <p className="wrong">{explain(run.error)}</p> : null}
        {hasRun && isRunning ? <p className="hint">{REPORT.runningUnderTheOther}</p> : null}
        {rows.length < 2 ? null : (
          <>
            <Range profits={profits} />
            <ul className="bars-list">
              {rows.map((row) => (
                <li key={row.rules}>
                  <Link to="/backtests/$backtestId" params={{ backtestId: row.job.backtest_id }}>
                    {row.rules}
                  </Link>
                  <span className="faint wide-only">{MEANINGS[row.rules]}</span>
                  <Percent value={row.job.report?.performance.total_return ?? null} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Panel>
  );
}

async function runUnder(job: BacktestJob, rules: (typeof RULES)[number]): Promise<string> {
  const { script_id, account_id, market_tag, start_at, end_at, request } = job;
  if (!script_id || !account_id || !market_tag || !start_at || !end_at)
    throw new Error('a finished backtest says what it is of');
  const { interval, parameters, settings } = request;
  const { backtest_id: id } = await api.createBacktest({
    body: {
      script_id,
      account_id,
      market_tag,
      start_at,
      end_at,
      interval: interval as never,
      parameters,
      settings: { ...settings, rules },
    },
  });
  return id;
}

/** From the worst to the best, with nothing marked. */
function Range({ profits }: { readonly profits: readonly number[] }) {
  const [least, most] = [Math.min(...profits), Math.max(...profits)];
  const reach = Math.max(Math.abs(least), Math.abs(most), 1e-9) * 1.15;
  const at = (value: number): number => ((value + reach) / (2 * reach)) * 100;
  return (
    <svg className="range" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
      <line x1="0" x2="100" y1="7" y2="7" className="range-axis" />
      <line x1="50" x2="50" y1="0" y2="14" className="range-axis" />
      <line x1={at(least)} x2={at(most)} y1="7" y2="7" className="range-bar" />
      {profits.map((value, index) => (
        <line key={index} x1={at(value)} x2={at(value)} y1="2" y2="12" className="range-bar" />
      ))}
    </svg>
  );
}
