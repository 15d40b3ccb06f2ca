// What a script would have done: a backtest beside its text, with its figures, its equity and its
// trades.

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountsQuery, backtestQuery } from '../api/queries.ts';
import { api } from '../api/api.ts';
import type { Account } from '@tidemill/client';
import { Button } from '../parts/button.tsx';
import { MarketChoice } from '../parts/market-choice.tsx';
import { Empty, explain, Loaded, Loading } from '../parts/states.tsx';
import { Choice, Panel } from '../parts/widgets.tsx';
import { BacktestView } from './backtest-view.tsx';

type Props = {
  readonly scriptId: string;
  readonly isUsable: boolean;
  /** Saves what was changed; false: it has mistakes. Null: nothing was changed. */
  readonly saveFirst: (() => Promise<boolean>) | null;
};

const INTERVALS = [
  [5, '5 minutes'],
  [15, '15 minutes'],
  [60, '1 hour'],
  [240, '4 hours'],
  [1440, '1 day'],
] as const;

const PERIODS = [
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
  ['365', 'Last year'],
] as const;

const DAY_MS = 86_400_000;

export function BacktestPanel(props: Props) {
  const accounts = useQuery(accountsQuery);
  return (
    <Panel title="Backtest">
      <Loaded query={accounts}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="An account is missing">
              A backtest takes fees and markets from an account. Take a paper account first.
            </Empty>
          ) : (
            <Bench {...props} accounts={all} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function Bench({
  scriptId,
  isUsable,
  saveFirst,
  accounts,
}: Props & { accounts: readonly Account[] }) {
  const [accountId, setAccountId] = useState(accounts[0]?.account_id ?? '');
  const [marketTag, setMarketTag] = useState('');
  const [interval, setInterval] = useState<(typeof INTERVALS)[number][0]>(15);
  const [days, setDays] = useState('30');
  const account = accounts.find((of) => of.account_id === accountId);
  const run = useMutation({
    async mutationFn() {
      if (saveFirst !== null && !(await saveFirst())) return null;
      return api.createBacktest({
        body: {
          script_id: scriptId,
          account_id: accountId,
          market_tag: marketTag,
          interval,
          ...windowOf(Number(days)),
        },
      });
    },
  });
  return (
    <>
      <div className="panel-body stack">
        <div className="row">
          <Choice
            label="Account"
            value={accountId}
            choices={accounts.map((of) => [of.account_id, of.name])}
            onChange={setAccountId}
          />
          <MarketChoice account={account} value={marketTag} onChange={setMarketTag} />
        </div>
        <div className="row">
          <Choice label="Interval" value={interval} choices={INTERVALS} onChange={setInterval} />
          <Choice label="Period" value={days} choices={PERIODS} onChange={setDays} />
          <Button
            look="main"
            isDisabled={run.isPending || marketTag === '' || (saveFirst === null && !isUsable)}
            onPress={() => run.mutate()}
          >
            {run.isPending ? 'Starting…' : 'Run'}
          </Button>
        </div>
        {run.isError ? (
          <p className="notice notice-wrong" role="alert">
            {explain(run.error)}
          </p>
        ) : null}
      </div>
      {run.data === undefined || run.data === null ? (
        <Empty title={isUsable ? 'Nothing was run yet' : 'The script has mistakes'}>
          {isUsable
            ? 'Run it to see its trades, its profit and how deep it fell.'
            : 'Mend what is marked in the text, then run it.'}
        </Empty>
      ) : (
        <Job backtestId={run.data.backtest_id} />
      )}
    </>
  );
}

/** Whole days up to the last midnight, so that a run can be repeated. */
function windowOf(days: number) {
  const endMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const text = (ms: number): string => new Date(ms).toISOString();
  return { start_at: text(endMs - days * DAY_MS), end_at: text(endMs) };
}

function Job({ backtestId }: { readonly backtestId: string }) {
  const job = useQuery(backtestQuery(backtestId));
  return (
    <Loaded query={job}>
      {(of) => (of.status === 'queued' ? <Loading lines={6} /> : <BacktestView job={of} />)}
    </Loaded>
  );
}
