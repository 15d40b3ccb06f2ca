// All accounts with what each is worth, and where a new one is opened.

import type { Account } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { accountsQuery, botsQuery } from '../../api/queries.ts';
import { AccountKind, AccountStatus } from '../../parts/account-state.tsx';
import { AccountWorth } from '../../parts/account-worth.tsx';
import { Button } from '../../parts/button.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Panel } from '../../parts/widgets.tsx';
import { NewAccountDialog } from './new-account-dialog.tsx';
import { ACCOUNTS } from '../../words/accounts.ts';
import { served } from '../../words/served.ts';

export function AccountsPage() {
  const accounts = useQuery(accountsQuery);
  const { new: isAdding = false } = useSearch({ from: '/inside/accounts' });
  const navigate = useNavigate({ from: '/accounts' });
  const setIsAdding = (next: boolean): void => {
    void navigate({ search: next ? { new: true } : {} });
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
    <div className="scroll">
      <table className="table">
        <thead>
          <tr>
            <th>{ACCOUNTS.account}</th>
            <th className="wide-only">{ACCOUNTS.kind}</th>
            <th className="wide-only">{ACCOUNTS.status}</th>
            <th className="right wide-only">{ACCOUNTS.runningBots}</th>
            <th className="right">{ACCOUNTS.value}</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr key={account.account_id}>
              <td>
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
              </td>
              <td className="wide-only">
                <AccountKind account={account} />
              </td>
              <td className="wide-only">
                <AccountStatus account={account} />
              </td>
              <td className="right wide-only">{runningOn(account.account_id)}</td>
              <td className="right">
                <AccountWorth accountId={account.account_id} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
