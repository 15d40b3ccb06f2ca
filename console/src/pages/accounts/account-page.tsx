// One account: what it is worth and was, what it holds and has open, what it traded, what it may do
// at most, and its key.

import type { Account } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { accountQuery, equityOfQuery } from '../../api/queries.ts';
import { useGo } from '../../app/use-go.ts';
import { AccountKind, AccountStatus } from '../../parts/account-state.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Segments } from '../../parts/widgets.tsx';
import type { SpanName } from '../home/worth-span.ts';
import { Balances } from './balances.tsx';
import { EndedOrders, Fills, OpenOrders } from './account-orders.tsx';
import { AccountPositions } from './account-positions.tsx';
import { AccountKey } from './account-key.tsx';
import { RiskLimits } from './risk-limits.tsx';
import { WorthOverTime } from './worth-over-time.tsx';
import { ACCOUNTS } from '../../words/accounts.ts';
import { served } from '../../words/served.ts';

export function AccountPage() {
  const { accountId } = useParams({ from: '/inside/accounts/$accountId' });
  const account = useQuery(accountQuery(accountId));
  return (
    <div className="page">
      <Loaded query={account} lines={6} isPage>
        {(of) => <AccountView account={of} />}
      </Loaded>
    </div>
  );
}

const TABS = [
  ['orders', ACCOUNTS.orders],
  ['history', ACCOUNTS.history],
  ['fills', ACCOUNTS.fills],
  ['limits', ACCOUNTS.limits],
  ['key', ACCOUNTS.key],
] as const;

function AccountView({ account }: { readonly account: Account }) {
  const { account_id: accountId } = account;
  const { tab = 'orders' } = useSearch({ from: '/inside/accounts/$accountId' });
  const go = useGo({ from: '/accounts/$accountId' });
  const tabs = TABS.filter(([name]) => name !== 'key' || account.credentials !== null);
  return (
    <>
      <header className="page-head">
        <div>
          <p className="crumb">
            <Link to="/accounts">{ACCOUNTS.accounts}</Link> / {account.exchange} /{' '}
            {served(account.market_type)}
          </p>
          <h1>{account.name}</h1>
        </div>
        <div className="actions">
          <AccountKind account={account} />
          <AccountStatus account={account} />
          <Link className="button" to="/markets" search={{ exchange: account.exchange }}>
            {ACCOUNTS.trade}
          </Link>
        </div>
      </header>
      {account.credentials?.refusal ? (
        <p className="notice notice-wrong">
          <b>{ACCOUNTS.theExchangeRejectsIts}</b> {account.credentials.refusal}
        </p>
      ) : null}
      <Worth accountId={accountId} />
      <div className="grid-main">
        <div className="stack">
          <AccountPositions account={account} />
          <section className="panel" aria-label={ACCOUNTS.trading}>
            <header className="panel-head">
              <Segments
                label={ACCOUNTS.show}
                value={tab}
                choices={tabs}
                onChange={(next) =>
                  void go({
                    search: ({ tab: _former, ...rest }) =>
                      next === 'orders' ? rest : { ...rest, tab: next },
                    replace: true,
                  })
                }
              />
            </header>
            {tab === 'orders' ? <OpenOrders account={account} /> : null}
            {tab === 'history' ? <EndedOrders account={account} /> : null}
            {tab === 'fills' ? <Fills account={account} /> : null}
            {tab === 'limits' ? <RiskLimits account={account} /> : null}
            {tab === 'key' ? <AccountKey account={account} /> : null}
          </section>
        </div>
        <Balances accountId={accountId} />
      </div>
    </>
  );
}

function Worth({ accountId }: { readonly accountId: string }) {
  const { span = '1W' } = useSearch({ from: '/inside/accounts/$accountId' });
  const go = useGo({ from: '/accounts/$accountId' });
  const setSpan = (next: SpanName): void => {
    void go({
      search: ({ span: _former, ...rest }) => (next === '1W' ? rest : { ...rest, span: next }),
      replace: true,
    });
  };
  return (
    <WorthOverTime query={useQuery(equityOfQuery(accountId, span))} span={span} onSpan={setSpan} />
  );
}
