// Panel for a backtest beside the text of a script, with its chart and its figures.

import type { Account, BacktestJob, BacktestSettings, ScriptInput } from '@tidemill/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '../api/api.ts';
import { statisticsQuery, tradesQuery } from '../api/backtest-queries.ts';
import { accountsQuery, backtestQuery } from '../api/queries.ts';
import type { ChosenInputs } from '../bench/inputs-form.tsx';
import { InputsForm } from '../bench/inputs-form.tsx';
import type { RunChoices } from '../bench/run-choices.tsx';
import { firstChoices, RunFields, SettingsFields, windowOf } from '../bench/run-choices.tsx';
import { Button } from '../parts/button.tsx';
import { useMarket } from '../parts/market-name.ts';
import { Bones, Empty, explain, Loaded, useIsSlow } from '../parts/states.tsx';
import { Figure, Panel } from '../parts/widgets.tsx';
import { Percent, percentText, ratioText } from '../report/percent.tsx';
import { ReportChartOf } from '../report/report-view.tsx';
import { WhyNoTrades } from '../report/why-no-trades.tsx';

type Props = {
  readonly scriptId: string;
  readonly inputs: readonly ScriptInput[];
  readonly isUsable: boolean;
  /** Saves what was changed; false: it has mistakes. Null: nothing was changed. */
  readonly saveFirst: (() => Promise<boolean>) | null;
  /** Grows when a run is wanted from elsewhere. */
  readonly runCount: number;
  /** Where mistakes are marked, when that is not the text. */
  readonly marked?: string;
  /** Settings that are also shown elsewhere. */
  readonly settings?: BacktestSettings;
  readonly onSettings?: (settings: BacktestSettings) => void;
};

export function BacktestPanel(props: Props) {
  const accounts = useQuery(accountsQuery);
  return (
    <Panel title="Backtest">
      <Loaded query={accounts}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              title="An account is missing"
              actions={
                <Link className="button" to="/accounts" search={{ new: true }}>
                  Open a paper account
                </Link>
              }
            >
              A backtest takes fees and markets from an account.
            </Empty>
          ) : (
            <Bench {...props} accounts={all} />
          )
        }
      </Loaded>
    </Panel>
  );
}

type BenchProps = Props & { readonly accounts: readonly Account[] };

/** Settings may be shown elsewhere as well; the others are chosen here. */
function useChoices({ accounts, settings, onSettings }: BenchProps) {
  const [own, setOwn] = useState<RunChoices>(() => firstChoices(accounts));
  const choices = { ...own, settings: settings ?? own.settings };
  const choose = (next: RunChoices): void => {
    setOwn(next);
    if (next.settings !== choices.settings) onSettings?.(next.settings);
  };
  return [choices, choose] as const;
}

function useRun(
  { scriptId, inputs, saveFirst }: BenchProps,
  choices: RunChoices,
  chosen: ChosenInputs,
) {
  return useMutation({
    async mutationFn() {
      if (saveFirst !== null && !(await saveFirst())) return null;
      return api.createBacktest({
        body: {
          script_id: scriptId,
          account_id: choices.accountId,
          market_tag: choices.marketTag,
          interval: choices.interval,
          ...windowOf(choices),
          parameters: known(chosen, inputs),
          settings: choices.settings,
        },
      });
    },
  });
}

function Bench(props: BenchProps) {
  const { inputs, isUsable, accounts, runCount, marked = 'in the text' } = props;
  const [choices, setChoices] = useChoices(props);
  const [chosen, setChosen] = useState<ChosenInputs>({});
  const run = useRun(props, choices, chosen);
  const { mutate } = run;
  const isReady = choices.marketTag !== '' && isUsable;
  useEffect(() => {
    if (runCount > 0 && isReady) mutate();
    // Only a new wish runs it, not whatever else has changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as the line above says
  }, [runCount]);
  const changedCount = Object.keys(known(chosen, inputs)).length;
  const settingsCount = Object.keys(choices.settings).length;
  return (
    <>
      <div className="panel-body stack bench-form">
        <RunFields accounts={accounts} choices={choices} onChange={setChoices} />
        <details className="fold">
          <summary>
            Inputs of the script{changedCount === 0 ? '' : `, ${changedCount} changed`}
          </summary>
          <InputsForm inputs={inputs} chosen={chosen} onChange={setChosen} />
        </details>
        <details className="fold">
          <summary>How orders fill{settingsCount === 0 ? '' : `, ${settingsCount} chosen`}</summary>
          <SettingsFields
            settings={choices.settings}
            onChange={(settings) => setChoices({ ...choices, settings })}
          />
        </details>
        <div className="row bench-run">
          <Button look="main" isDisabled={run.isPending || !isReady} onPress={() => mutate()}>
            {run.isPending ? 'Starting…' : 'Run'}
          </Button>
          {props.marked === undefined ? (
            <span className="hint wide-only">Ctrl Enter in the text</span>
          ) : null}
        </div>
        {run.isError ? (
          <p className="notice notice-wrong" role="alert">
            {explain(run.error)}
          </p>
        ) : null}
      </div>
      {run.data === undefined || run.data === null ? (
        <Empty title={isUsable ? 'No backtest yet' : 'The script has mistakes'}>
          {isUsable
            ? 'Run it to see its trades in the chart, its profit and how deep it fell.'
            : `Fix the mistakes marked ${marked}, then run it.`}
        </Empty>
      ) : (
        <Result backtestId={run.data.backtest_id} />
      )}
    </>
  );
}

/** Inputs that the script does not have any more are left out. */
function known(chosen: ChosenInputs, inputs: readonly ScriptInput[]): ChosenInputs {
  const keys = new Set(inputs.map(({ key }) => key));
  return Object.fromEntries(Object.entries(chosen).filter(([key]) => keys.has(key)));
}

function Result({ backtestId }: { readonly backtestId: string }) {
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
  return <Finished job={job.data} />;
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

function Finished({ job }: { readonly job: BacktestJob }) {
  const { data: accounts } = useQuery(accountsQuery);
  const exchange = accounts?.find(({ account_id: id }) => id === job.account_id)?.exchange;
  const decimals = useMarket(job.market_tag, exchange)?.price_decimals ?? 2;
  const trades = useQuery(tradesQuery(job.backtest_id));
  const [shownTrade, setShownTrade] = useState<string | null>(null);
  const { report } = job;
  return (
    <>
      <Short backtestId={job.backtest_id} />
      {report !== null && trades.data?.length === 0 ? (
        <div className="panel-body">
          <WhyNoTrades job={job} report={report} isBesideText />
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
      {({ net_profit_percent, buy_and_hold, max_drawdown_percent, returns, all }) => (
        <dl className="figures figures-flat">
          <Figure label="Net profit">
            <Percent value={net_profit_percent} />
          </Figure>
          <Figure label="Buy and hold">
            <Percent value={buy_and_hold.return} />
          </Figure>
          <Figure label="Drawdown">{percentText(max_drawdown_percent)}</Figure>
          <Figure label="Sharpe">{ratioText(returns.sharpe_ratio)}</Figure>
          <Figure label="Trades">
            {all.count}{' '}
            <span className="unit">
              {all.win_rate === null ? '' : `${Number(all.win_rate).toFixed(0)} % won`}
            </span>
          </Figure>
          <Figure label="Profit factor">{ratioText(all.profit_factor)}</Figure>
        </dl>
      )}
    </Loaded>
  );
}
