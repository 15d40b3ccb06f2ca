// One backtest: it waits, runs, has a report, or failed with a reason.

import type { BacktestJob } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { backtestQuery, scriptsQuery } from '../api/queries.ts';
import { INTERVALS } from '../chart/intervals.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Empty, explain, Loading } from '../parts/states.tsx';
import { ReportView } from '../report/report-view.tsx';

export function BacktestPage() {
  const { backtestId } = useParams({ from: '/inside/backtests/$backtestId' });
  const job = useQuery(backtestQuery(backtestId));
  return (
    <div className="page page-report">
      {job.data === undefined ? (
        job.isError ? (
          <Missing error={job.error} />
        ) : (
          <Loading lines={8} />
        )
      ) : (
        <Report key={backtestId} job={job.data} />
      )}
    </div>
  );
}

function Missing({ error }: { readonly error: unknown }) {
  return (
    <>
      <header className="page-head">
        <div>
          <p className="crumb">
            <Link to="/backtests">Backtests</Link>
          </p>
          <h1>No result</h1>
        </div>
      </header>
      <Empty
        title="This backtest has no result"
        actions={
          <Link className="button" to="/backtests">
            All backtests
          </Link>
        }
      >
        {explain(error)}
      </Empty>
    </>
  );
}

function Report({ job }: { readonly job: BacktestJob }) {
  const { data: scripts } = useQuery(scriptsQuery);
  const script = scripts?.find(({ script_id: id }) => id === job.script_id);
  const { report } = job;
  return (
    <>
      <header className="page-head">
        <div>
          <p className="crumb">
            <Link to="/backtests">Backtests</Link>
          </p>
          <h1>{script?.name ?? 'Backtest'}</h1>
          <p>{subtitleOf(job)}</p>
        </div>
        <div className="actions">
          {job.script_id === null ? null : (
            <>
              <Link
                className="button"
                to="/labs"
                search={{ script: job.script_id, backtest: job.backtest_id }}
              >
                Search its inputs
              </Link>
              <Link className="button" to="/scripts/$scriptId" params={{ scriptId: job.script_id }}>
                Open the script
              </Link>
            </>
          )}
          <Remove backtestId={job.backtest_id} />
        </div>
      </header>
      <Parameters job={job} />
      {report === null ? (
        <section className="panel">
          <div className="state" role="status">
            <h3>It waits or runs</h3>
            <p>A month takes a second or two, years take longer. The report comes by itself.</p>
          </div>
          <Loading lines={6} />
        </section>
      ) : (
        <ReportView job={job} report={report} />
      )}
    </>
  );
}

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** Market, candles and window. */
export function subtitleOf({ market_tag, start_at, end_at, request }: BacktestJob): string {
  const candles = INTERVALS.find(([minutes]) => minutes === request.interval)?.[1];
  if (market_tag === null || start_at === null || end_at === null) return `${candles} candles`;
  const days = `${DAY.format(new Date(start_at))} – ${DAY.format(new Date(end_at))}`;
  return `${market_tag} · ${candles} · ${days}`;
}

function Parameters({ job }: { readonly job: BacktestJob }) {
  const chosen = Object.entries(job.request.parameters);
  if (chosen.length === 0) return null;
  return (
    <p className="chips" aria-label="Inputs that were set">
      {chosen.map(([key, value]) => (
        <span key={key} className="tag">
          {key} <b>{String(value)}</b>
        </span>
      ))}
    </p>
  );
}

function Remove({ backtestId }: { readonly backtestId: string }) {
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
          title="Delete this backtest?"
          act="Delete it"
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsking(false)}
        >
          Its result is discarded with all of its trades. It can be run again with the same inputs.
        </Confirm>
      ) : null}
    </>
  );
}
