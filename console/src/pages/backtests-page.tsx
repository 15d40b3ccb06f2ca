// All backtests, newest first: several can be chosen to be compared or deleted.

import type { BacktestJob } from '@tidemill/client';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { backtestListQuery } from '../api/backtest-queries.ts';
import { api } from '../api/api.ts';
import { useGo } from '../app/use-go.ts';
import { INTERVALS } from '../chart/intervals.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { formatCount } from '../parts/format-amount.ts';
import { Empty, explain, Failed, Loading } from '../parts/states.tsx';
import { useJobName } from '../report/job-name.ts';
import { Percent, percentText, ratioText } from '../report/percent.tsx';
import { settingText, settingWords } from '../report/setting-words.ts';
import { BACKTESTS } from '../words/backtests.ts';
import { REPORT } from '../words/report.ts';
import { LOCALE } from '../words/language.ts';

/** More lines than that are no comparison. */
const COMPARED_MAX = 6;

export function BacktestsPage() {
  const list = useInfiniteQuery(backtestListQuery);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const jobs = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const known = jobs.filter(({ backtest_id: id }) => chosen.has(id));
  const choose = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{BACKTESTS.backtests}</h1>
          <p>{BACKTESTS.whatScriptsAndStrategies}</p>
        </div>
        <div className="actions">
          {known.length === 0 ? (
            <Link className="button button-main" to="/scripts">
              {BACKTESTS.runOneFromA}
            </Link>
          ) : (
            <Chosen jobs={known} onDone={() => setChosen(new Set())} />
          )}
        </div>
      </header>
      <section className="panel">
        <h2 className="unseen">{BACKTESTS.allBacktests}</h2>
        {list.isPending ? (
          <Loading lines={8} />
        ) : list.isError ? (
          <Failed error={list.error} onRetry={() => void list.refetch()} />
        ) : jobs.length === 0 ? (
          <Empty
            title={BACKTESTS.noBacktestsYet}
            actions={
              <Link className="button button-main" to="/scripts">
                {BACKTESTS.openAScript}
              </Link>
            }
          >
            {BACKTESTS.openAScriptAnd}
          </Empty>
        ) : (
          <JobTable jobs={jobs} chosen={chosen} onChoose={choose} />
        )}
      </section>
      {list.hasNextPage ? (
        <div className="centred">
          <Button isDisabled={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? BACKTESTS.loading : BACKTESTS.showOlderOnes}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

type ChosenProps = { readonly jobs: readonly BacktestJob[]; readonly onDone: () => void };

function Chosen({ jobs, onDone }: ChosenProps) {
  const [isAsking, setIsAsking] = useState(false);
  const go = useGo();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      Promise.all(jobs.map(({ backtest_id }) => api.deleteBacktest({ backtest_id }))),
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: ['backtests', 'list'] }),
  });
  const ids = jobs.map(({ backtest_id: id }) => id).join(',');
  const count = jobs.length === 1 ? BACKTESTS.oneChosen : BACKTESTS.chosenWithin(jobs.length);
  return (
    <>
      <span className="soft">{count}</span>
      {remove.isError ? (
        <span className="wrong" role="alert">
          {explain(remove.error)}
        </span>
      ) : null}
      <Button look="danger" isDisabled={remove.isPending} onPress={() => setIsAsking(true)}>
        {BACKTESTS.delete}
      </Button>
      <Button
        isDisabled={jobs.length < 2}
        onPress={() => void go({ to: '/portfolio', search: { backtests: ids } })}
      >
        {BACKTESTS.addUp}
      </Button>
      <Button
        look="main"
        isDisabled={jobs.length < 2 || jobs.length > COMPARED_MAX}
        onPress={() => void go({ to: '/backtests/compare', search: { ids } })}
      >
        {BACKTESTS.compare}
      </Button>
      {isAsking ? (
        <Confirm
          title={
            jobs.length === 1
              ? BACKTESTS.deleteThisBacktest
              : BACKTESTS.deleteBacktests(jobs.length)
          }
          act={BACKTESTS.delete}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsking(false)}
        >
          {jobs.length === 1
            ? BACKTESTS.itsResultIsDiscardedWith
            : BACKTESTS.theirResultsAreDiscarded}
        </Confirm>
      ) : null}
    </>
  );
}

type TableProps = {
  readonly jobs: readonly BacktestJob[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (id: string) => void;
};

function JobTable({ jobs, chosen, onChoose }: TableProps) {
  const nameOf = useJobName();
  return (
    <div className="scroll">
      <table className="table">
        <thead>
          <tr>
            <th className="check-cell">
              <span className="unseen">{BACKTESTS.chosenTitle}</span>
            </th>
            <th>{BACKTESTS.backtest}</th>
            <th className="right">{BACKTESTS.totalReturn}</th>
            <th className="right wide-only">{BACKTESTS.buyAndHold}</th>
            <th className="right wide-only">{BACKTESTS.drawdown}</th>
            <th className="right wide-only">{BACKTESTS.sharpe}</th>
            <th className="right wide-only">{BACKTESTS.trades}</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <JobRow
              key={job.backtest_id}
              job={job}
              name={nameOf(job) ?? BACKTESTS.aDeletedScriptTitle}
              isChosen={chosen.has(job.backtest_id)}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = {
  readonly job: BacktestJob;
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: (id: string) => void;
};

function JobRow({ job, name, isChosen, onChoose }: RowProps) {
  const { backtest_id: id, report, result } = job;
  const performance = report?.performance;
  return (
    <tr aria-selected={isChosen}>
      <td className="check-cell">
        <label className="check-hold">
          <input
            type="checkbox"
            className="tick"
            aria-label={BACKTESTS.choose(name)}
            checked={isChosen}
            onChange={() => onChoose(id)}
          />
        </label>
      </td>
      <td>
        <Link className="row-link" to="/backtests/$backtestId" params={{ backtestId: id }}>
          {name}
        </Link>
        <div className="faint">{windowOf(job)}</div>
        <div className="faint">{chosenText(job)}</div>
      </td>
      {performance === undefined || result === null ? (
        <td className="right soft" colSpan={5}>
          {BACKTESTS.waitingOrRunningTitle}
        </td>
      ) : (
        <>
          <td className="right">
            <Percent value={performance.total_return} />
          </td>
          <td className="right wide-only">
            <Percent value={performance.price_change} />
          </td>
          <td className="right wide-only">{percentText(performance.max_drawdown_percent)}</td>
          <td className="right wide-only">{ratioText(sharpeOf(performance.sharpe_ratio))}</td>
          <td className="right wide-only">
            {isGrid(job) ? '–' : formatCount(result.positions_closed)}
          </td>
        </>
      )}
    </tr>
  );
}

/** Zero stands for one that could not be computed. */
const sharpeOf = (ratio: string): string | null => (ratio === '0' ? null : ratio);

/** What it closes are grids, which its report counts. */
const isGrid = ({ request: { strategy } }: BacktestJob): boolean =>
  strategy?.type.endsWith('grid') === true;

function shortSetting(name: string, value: unknown): string {
  const text = settingText(value);
  if (name === 'trade_amount') return REPORT.ofQuote(text);
  if (name === 'trade_amount_percent') return REPORT.ofTheEquity(text);
  return `${settingWords(name)}: ${text}`;
}

/** By what runs of one script differ. */
function chosenText({ request: { parameters, settings } }: BacktestJob): string {
  const { seed: _seed, ...shown } = settings;
  const chosen = Object.entries(shown).map(([name, value]) => shortSetting(name, value));
  const inputs = Object.entries(parameters).map(([key, value]) => `${key} ${String(value)}`);
  return [...inputs, ...chosen].join(' · ');
}

const DAY = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', timeZone: 'UTC' });

function windowOf({ market_tag, start_at, end_at, request }: BacktestJob): string {
  const candles = INTERVALS.find(([minutes]) => minutes === request.interval)?.[1] ?? '';
  if (market_tag === null || start_at === null || end_at === null) return candles;
  const days = `${DAY.format(new Date(start_at))} – ${DAY.format(new Date(end_at))}`;
  return `${market_tag} · ${candles} · ${days}`;
}
