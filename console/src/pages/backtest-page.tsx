// One backtest: it waits, runs, has a report, or failed with a reason.

import type { BacktestJob } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { accountsQuery, backtestQuery } from '../api/queries.ts';
import type { StrategyAddress } from '../app/strategy-address.ts';
import { readStrategyAddress } from '../app/strategy-address.ts';
import { useGo } from '../app/use-go.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { ExportMenu } from '../parts/export-menu.tsx';
import { useMarket } from '../parts/market-name.ts';
import { fileNameOf } from '../parts/save-file.ts';
import { Bones, explain, Loaded } from '../parts/states.tsx';
import { ChosenInputs } from '../report/chosen-inputs.tsx';
import { ErrorBar } from '../report/error-bar.tsx';
import { useJobName } from '../report/job-name.ts';
import { subtitleOf } from '../report/report-subtitle.ts';
import { ReportView } from '../report/report-view.tsx';
import { BACKTESTS } from '../words/backtests.ts';

export function BacktestPage() {
  const { backtestId } = useParams({ from: '/inside/backtests/$backtestId' });
  const job = useQuery(backtestQuery(backtestId));
  return (
    <div className="page page-report">
      <Loaded query={job} lines={8} isPage>
        {(of) => <Report key={backtestId} job={of} />}
      </Loaded>
    </div>
  );
}

function Report({ job }: { readonly job: BacktestJob }) {
  const nameOf = useJobName();
  const decimals = usePriceDecimals(job);
  const { report } = job;
  return (
    <>
      <header className="page-head">
        <div>
          <p className="crumb">
            <Link to="/backtests">{BACKTESTS.backtests}</Link>
          </p>
          <h1>{nameOf(job) ?? BACKTESTS.backtest}</h1>
          <p>{subtitleOf(job)}</p>
        </div>
        <div className="actions">
          <NextSteps job={job} />
          {report === null ? null : (
            <TakeAlong
              job={job}
              name={nameOf(job) ?? BACKTESTS.backtestTitle}
              decimals={decimals}
            />
          )}
          <Remove backtestId={job.backtest_id} name={nameOf(job) ?? BACKTESTS.thisBacktest} />
        </div>
      </header>
      <ChosenInputs job={job} />
      {report === null ? (
        <section className="panel">
          <div className="state" role="status">
            <h3>{BACKTESTS.waitingOrRunning}</h3>
            <p>{BACKTESTS.aMonthTakesA}</p>
          </div>
          <Bones lines={6} />
        </section>
      ) : (
        <ReportView
          job={job}
          report={report}
          decimals={decimals}
          scriptLink={<ChangeAndRun job={job} />}
          beside={<ErrorBar job={job} />}
        />
      )}
    </>
  );
}

/** What one does with a result: a bot of it, another run, a search. */
function NextSteps({ job }: { readonly job: BacktestJob }) {
  const { script_id: scriptId, backtest_id: backtest } = job;
  const address = strategyAddressOf(job);
  return (
    <>
      {address !== null ? (
        <Link className="button button-main" to="/bots/new-strategy" search={address}>
          {BACKTESTS.makeThisBot}
        </Link>
      ) : scriptId !== null ? (
        <Link
          className="button button-main"
          to="/bots"
          search={{ new: true, script: scriptId, backtest }}
        >
          {BACKTESTS.makeThisBot}
        </Link>
      ) : null}
      <ChangeAndRun job={job} />
      {/* Before it finished, its market and window are not stated. */}
      {scriptId === null || job.market_tag === null ? null : (
        <Link className="button" to="/labs" search={{ script: scriptId, backtest }}>
          {BACKTESTS.searchItsInputs}
        </Link>
      )}
    </>
  );
}

const TABLES = [
  [BACKTESTS.trades, 'listBacktestPositions'],
  [BACKTESTS.orders, 'listBacktestOrders'],
  [BACKTESTS.equity, 'listBacktestEquity'],
] as const;

type TakeAlongProps = {
  readonly job: BacktestJob;
  readonly name: string;
  readonly decimals: number;
};

function TakeAlong({ job, name, decimals }: TakeAlongProps) {
  const client = useQueryClient();
  const { backtest_id } = job;
  const tables = TABLES.map(([what, operation]) => ({
    what,
    load: {
      csv: () => api.table(operation, { backtest_id }),
      parquet: () => api.parquet(operation, { backtest_id }),
    },
  }));
  const makePage = async (): Promise<string> => {
    const { backtestPage } = await import('../report/make-page.ts');
    return backtestPage(client, job, { name, decimals });
  };
  return <ExportMenu tables={tables} name={fileNameOf(name)} makePage={makePage} />;
}

/** Leads to where it was set up, with all that was chosen. */
function ChangeAndRun({ job }: { readonly job: BacktestJob }) {
  const { script_id: scriptId, backtest_id: like } = job;
  const address = strategyAddressOf(job);
  if (address !== null)
    return (
      <Link className="button" to="/bots/new-strategy" search={address}>
        {BACKTESTS.changeAndRunAgain}
      </Link>
    );
  if (scriptId === null) return null;
  return (
    <Link className="button" to="/scripts/$scriptId" params={{ scriptId }} search={{ like }}>
      {BACKTESTS.changeAndRunAgain}
    </Link>
  );
}

const DAY_MS = 86_400_000;

/** Form of a strategy bot with the settings of a run; null: it was a script's. */
function strategyAddressOf(job: BacktestJob): StrategyAddress | null {
  const { account_id: account, market_tag: market, start_at: start, end_at: end } = job;
  const { strategy } = job.request;
  if (strategy === null) return null;
  const { market_tag: _market, ...set } = strategy.config;
  const days =
    start === null || end === null ? null : (Date.parse(end) - Date.parse(start)) / DAY_MS;
  return readStrategyAddress({
    strategy: strategy.type,
    account,
    market,
    set,
    ...(days === null ? {} : { days: Math.round(days) }),
    test: job.backtest_id,
  });
}

function usePriceDecimals(job: BacktestJob): number {
  const { data: accounts } = useQuery(accountsQuery);
  const exchange = accounts?.find(({ account_id: id }) => id === job.account_id)?.exchange;
  return useMarket(job.market_tag, exchange)?.price_decimals ?? 2;
}

type RemoveProps = { readonly backtestId: string; readonly name: string };

function Remove({ backtestId, name }: RemoveProps) {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const go = useGo();
  const remove = useMutation({
    mutationFn: () => api.deleteBacktest({ backtest_id: backtestId }),
    async onSuccess() {
      await go({ to: '/backtests' });
      client.removeQueries({ queryKey: ['backtests', backtestId] });
      await client.invalidateQueries({ queryKey: ['backtests', 'list'] });
    },
  });
  return (
    <>
      <Button look="plain" isDisabled={remove.isPending} onPress={() => setIsAsking(true)}>
        {BACKTESTS.delete}
      </Button>
      {remove.isError ? (
        <span className="wrong" role="alert">
          {explain(remove.error)}
        </span>
      ) : null}
      {isAsking ? (
        <Confirm
          title={BACKTESTS.deleteTheBacktestOf(name)}
          act={BACKTESTS.deleteTheBacktest}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsking(false)}
        >
          {BACKTESTS.itsResultIsDiscarded}
        </Confirm>
      ) : null}
    </>
  );
}
