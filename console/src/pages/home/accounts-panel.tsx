// Accounts with what each is worth now.

import type { Account } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountsQuery } from '../../api/queries.ts';
import { AccountKind } from '../../parts/account-state.tsx';
import { AccountWorth } from '../../parts/account-worth.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Panel } from '../../parts/widgets.tsx';
import { HOME } from '../../words/home.ts';

const SHOWN_MAX = 8;

export function AccountsPanel() {
  const accounts = useQuery(accountsQuery);
  return (
    <Panel title={HOME.accounts} side={<Link to="/accounts">{HOME.allAccounts}</Link>}>
      <Loaded query={accounts}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              title={HOME.noAccounts}
              actions={
                <Link className="button" to="/accounts" search={{ new: true }}>
                  {HOME.openAccount}
                </Link>
              }
            >
              {HOME.beginWithPlay}
            </Empty>
          ) : (
            <DataTable rows={all.slice(0, SHOWN_MAX)} keyOf={(of) => of.account_id}>
              {(column) => [
                column('', '', (of) => <AccountName account={of} />),
                column('', 'right', (of) => (
                  <>
                    <AccountWorth accountId={of.account_id} />
                    <div>
                      <AccountKind account={of} />
                    </div>
                  </>
                )),
              ]}
            </DataTable>
          )
        }
      </Loaded>
    </Panel>
  );
}

function AccountName({ account }: { readonly account: Account }) {
  return (
    <>
      <Link
        className="row-link"
        to="/accounts/$accountId"
        params={{ accountId: account.account_id }}
      >
        {account.name}
      </Link>
      <div className="faint">
        {account.exchange} · {account.market_type === 'spot' ? HOME.spot : HOME.futures}
      </div>
    </>
  );
}
