// All accounts with what each is worth, and where a new one is opened.

import type { Account } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { accountsQuery, botsQuery } from '../../api/queries.ts';
import { useGo } from '../../app/use-go.ts';
import { AccountKind, AccountStatus } from '../../parts/account-state.tsx';
import { AccountWorth } from '../../parts/account-worth.tsx';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Panel } from '../../parts/widgets.tsx';
import { NewAccountDialog } from './new-account-dialog.tsx';
import { ACCOUNTS } from '../../words/accounts.ts';
import { served } from '../../words/served.ts';

export function AccountsPage() {
  const accounts = useQuery(accountsQuery);
  const { new: isAdding = false } = useSearch({ from: '/inside/accounts' });
  const go = useGo({ from: '/accounts' });
  const setIsAdding = (next: boolean): void => {
    void go({ search: next ? { new: true } : {} });
  };
  const add = (
    <Button look="main" onPress={() => setIsAdding(true)}>
      {ACCOUNTS.newAccount}
    </Button>
  );
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{ACCOUNTS.accounts}</h1>
          <p>{ACCOUNTS.whereYourScriptsAnd}</p>
        </div>
        <div className="actions">{add}</div>
      </header>
      <Panel>
        <Loaded query={accounts}>
          {(all) =>
            all.length === 0 ? (
              <Empty title={ACCOUNTS.noAccountsYet} actions={add}>
                {ACCOUNTS.aPaperAccountHas}
              </Empty>
            ) : (
              <AccountTable accounts={all} />
            )
          }
        </Loaded>
      </Panel>
      {isAdding ? <NewAccountDialog onClose={() => setIsAdding(false)} /> : null}
    </div>
  );
}

function AccountTable({ accounts }: { readonly accounts: readonly Account[] }) {
  const { data: bots = [] } = useQuery(botsQuery);
  const runningOn = (id: string): number =>
    bots.filter((bot) => bot.is_activated && bot.account_id === id).length;
  return (
    <DataTable rows={accounts} keyOf={(account) => account.account_id}>
      {(column) => [
        column(ACCOUNTS.account, '', (account) => (
          <>
            <Link
              className="row-link"
              to="/accounts/$accountId"
              params={{ accountId: account.account_id }}
            >
              {account.name}
            </Link>
            <div className="faint">
              {account.exchange} · {served(account.market_type)}
            </div>
            <div className="narrow-only">
              <AccountKind account={account} /> <AccountStatus account={account} />
            </div>
          </>
        )),
        column(ACCOUNTS.kind, 'wide-only', (account) => <AccountKind account={account} />),
        column(ACCOUNTS.status, 'wide-only', (account) => <AccountStatus account={account} />),
        column(ACCOUNTS.runningBots, 'right wide-only', (account) => runningOn(account.account_id)),
        column(ACCOUNTS.value, 'right', (account) => (
          <AccountWorth accountId={account.account_id} />
        )),
      ]}
    </DataTable>
  );
}
