// One backtest: it waits, runs, has a report, or failed with a reason.

import type { BacktestJob } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { accountsQuery, backtestQuery } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { useMarket } from '../parts/market-name.ts';
import { Bones, explain, Loaded } from '../parts/states.tsx';
import { ChosenInputs } from '../report/chosen-inputs.tsx';
import { ErrorBar } from '../report/error-bar.tsx';
import { useJobName } from '../report/job-name.ts';
import { subtitleOf } from '../report/report-subtitle.ts';
import { ReportView } from '../report/report-view.tsx';

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
            <Link to="/backtests">Backtests</Link>
          </p>
          <h1>{nameOf(job) ?? 'Backtest'}</h1>
          <p>{subtitleOf(job)}</p>
        </div>
        <div className="actions">
          {job.script_id === null ? null : (
            <>
              {/* Before it finished, its market and window are not stated. */}
              {job.market_tag === null ? null : (
                <Link
                  className="button"
                  to="/labs"
                  search={{ script: job.script_id, backtest: job.backtest_id }}
                >
                  Search its inputs
                </Link>
              )}
              <Link className="button" to="/scripts/$scriptId" params={{ scriptId: job.script_id }}>
                Open the script
              </Link>
            </>
          )}
          <Remove backtestId={job.backtest_id} name={nameOf(job) ?? 'this backtest'} />
        </div>
      </header>
      <ChosenInputs job={job} />
      {report === null ? (
        <section className="panel">
          <div className="state" role="status">
            <h3>Waiting or running</h3>
            <p>A month takes a second or two, years take longer. The report comes by itself.</p>
          </div>
          <Bones lines={6} />
        </section>
      ) : (
        <ReportView
          job={job}
          report={report}
          decimals={decimals}
          scriptLink={
            job.script_id === null ? null : (
              <Link to="/scripts/$scriptId" params={{ scriptId: job.script_id }}>
                Open the script
              </Link>
            )
          }
          beside={<ErrorBar job={job} />}
        />
      )}
    </>
  );
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
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => api.deleteBacktest({ backtest_id: backtestId }),
    async onSuccess() {
      await navigate({ to: '/backtests' });
      client.removeQueries({ queryKey: ['backtests', backtestId] });
      await client.invalidateQueries({ queryKey: ['backtests', 'list'] });
    },
  });
  return (
    <>
      <Button look="plain" isDisabled={remove.isPending} onPress={() => setIsAsking(true)}>
        Delete
      </Button>
      {remove.isError ? (
        <span className="wrong" role="alert">
          {explain(remove.error)}
        </span>
      ) : null}
      {isAsking ? (
        <Confirm
          title={`Delete the backtest of ${name}?`}
          act="Delete the backtest"
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsking(false)}
        >
          Its result is discarded with all of its trades. It can be run again with the same inputs.
        </Confirm>
      ) : null}
    </>
  );
}
