// All accounts, and where a new one is taken.

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { accountsQuery, balanceQuery } from '../api/queries.ts';
import type { Account } from '@tidemill/client';
import { AccountKind, AccountStatus } from '../parts/account-state.tsx';
import { Button } from '../parts/button.tsx';
import { formatDecimal } from '../parts/format.ts';
import { Empty, Loaded } from '../parts/states.tsx';
import { Panel } from '../parts/widgets.tsx';
import { PaperAccountDialog } from './paper-account-dialog.tsx';

export function AccountsPage() {
  const accounts = useQuery(accountsQuery);
  const { new: isAdding = false } = useSearch({ from: '/inside/accounts' });
  const navigate = useNavigate({ from: '/accounts' });
  const setIsAdding = (next: boolean): void => {
    void navigate({ search: next ? { new: true } : {} });
  };
  const add = (
    <Button look="main" onPress={() => setIsAdding(true)}>
      New paper account
    </Button>
  );
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>Accounts</h1>
          <p>Where your scripts and bots trade.</p>
        </div>
        <div className="actions">{add}</div>
      </header>
      <Panel>
        <Loaded query={accounts}>
          {(all) =>
            all.length === 0 ? (
              <Empty title="No accounts yet" actions={add}>
                A paper account has play money on the prices of an exchange. Real exchanges are
                connected on the machine: <code>bin/tidemill accounts connect</code>.
              </Empty>
            ) : (
              <AccountTable accounts={all} />
            )
          }
        </Loaded>
      </Panel>
      {isAdding ? <PaperAccountDialog onClose={() => setIsAdding(false)} /> : null}
    </div>
  );
}

function AccountTable({ accounts }: { readonly accounts: readonly Account[] }) {
  return (
    <div className="scroll">
      <table className="table">
        <thead>
          <tr>
            <th>Account</th>
            <th className="wide-only">Kind</th>
            <th className="wide-only">Status</th>
            <th className="right">Holds</th>
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
                  {account.exchange} · {account.market_type}
                </div>
              </td>
              <td className="wide-only">
                <AccountKind account={account} />
              </td>
              <td className="wide-only">
                <AccountStatus account={account} />
              </td>
              <td className="right">
                <Holdings accountId={account.account_id} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Holdings({ accountId }: { readonly accountId: string }) {
  const { data, isError } = useQuery(balanceQuery(accountId));
  if (isError) return <span className="faint">not known now</span>;
  const held = (data?.data ?? []).filter(({ total }) => /[1-9]/.test(total));
  return held.slice(0, 3).map(({ currency, total }) => (
    <div key={currency}>
      {formatDecimal(total, 6)} <span className="faint">{currency}</span>
    </div>
  ));
}
