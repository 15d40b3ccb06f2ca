// All markets of an exchange, to be found by what is traded.

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { accountsQuery, exchangesQuery, marketsQuery } from '../api/queries.ts';
import { sessionQuery } from '../api/session-query.ts';
import type { Exchange, Market } from '@tidemill/client';
import { Button } from '../parts/button.tsx';
import { formatDecimal } from '../parts/format.ts';
import { SearchInput } from '../parts/search-input.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { Choice, Panel, Time } from '../parts/widgets.tsx';

const ImportCandlesDialog = lazy(async () => {
  const { ImportCandlesDialog: dialog } = await import('./import-candles.tsx');
  return { default: dialog };
});

export function MarketsPage() {
  const exchanges = useQuery(exchangesQuery);
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>Markets</h1>
          <p>What can be traded, and its prices.</p>
        </div>
        <ImportCandles />
      </header>
      <Markets exchanges={exchanges.data?.data ?? []} />
    </div>
  );
}

/** Of owners: what is imported is there for everybody. */
function ImportCandles() {
  const { data: session } = useQuery(sessionQuery);
  const [isOpen, setIsOpen] = useState(false);
  if (session?.role !== 'owner') return null;
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>Import candles</Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ImportCandlesDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** So many are shown; the others are found by their name. */
const SHOWN_MAX = 200;

function Markets({ exchanges }: { readonly exchanges: readonly Exchange[] }) {
  const accounts = useQuery(accountsQuery);
  const wanted = useSearch({ from: '/inside/markets' });
  const { exchange = accounts.data?.[0]?.exchange ?? 'sim', search = '' } = wanted;
  const navigate = useNavigate({ from: '/markets' });
  const markets = useQuery({ ...marketsQuery(exchange), enabled: exchange !== '' });
  // One that is not open and has accounts with keys is a real one that cannot be reached.
  const others = exchanges.filter(
    (of) => of.exchange !== exchange && (of.is_open || of.credential_fields.length > 0),
  );
  const own = exchanges.find((of) => of.exchange === exchange);
  const choices = [
    [exchange, own?.name ?? exchange] as const,
    ...others.map((of) => [of.exchange, nameOf(of)] as const),
  ];
  const change = (next: { exchange?: string; search?: string }): void => {
    void navigate({ search: { exchange, search, ...next }, replace: true });
  };
  return (
    <Panel>
      <div className="panel-head">
        <div className="row">
          <Choice
            label="Exchange"
            value={exchange}
            choices={choices}
            onChange={(next) => change({ exchange: next })}
          />
          <div className="field">
            <label htmlFor="find-market">Find</label>
            <SearchInput
              id="find-market"
              placeholder="BTC"
              value={search}
              onChange={(next) => change({ search: next })}
            />
          </div>
        </div>
      </div>
      <Loaded query={markets} lines={8}>
        {(all) => (
          <>
            {own?.reach === 'down' && own.markets_as_of !== null ? (
              <p className="notice notice-warn panel-note">
                {own.name} cannot be reached. Its markets are those of{' '}
                <Time at={own.markets_as_of} />.
              </p>
            ) : null}
            <MarketTable markets={matching(all, search)} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function nameOf({ name, is_open: isOpen, reach }: Exchange): string {
  if (isOpen) return name;
  if (reach === 'unused') return `${name} (not used yet)`;
  return reach === 'starting' ? `${name} (connecting)` : `${name} (cannot be reached)`;
}

function matching(markets: readonly Market[], search: string): readonly Market[] {
  const wanted = search
    .trim()
    .toUpperCase()
    .replace(/[\s/_-]/g, '');
  return markets.filter(({ base, quote }) => `${base}${quote}`.toUpperCase().includes(wanted));
}

function MarketTable({ markets }: { readonly markets: readonly Market[] }) {
  if (markets.length === 0)
    return <Empty title="No such market">Try fewer letters, or another exchange.</Empty>;
  return (
    <div className="scroll">
      <table className="table">
        <thead>
          <tr>
            <th>Market</th>
            <th>Type</th>
            <th className="right wide-only">Smallest order</th>
            <th className="right">Taker fee</th>
          </tr>
        </thead>
        <tbody>
          {markets.slice(0, SHOWN_MAX).map((of) => (
            <tr key={of.market_tag}>
              <td>
                <Link
                  className="row-link"
                  to="/markets/$marketTag"
                  params={{ marketTag: of.market_tag }}
                  search={{ exchange: of.exchange }}
                >
                  {of.base}/{of.quote}
                </Link>
                <div className="faint mono">{of.market_tag}</div>
              </td>
              <td>{of.market_type}</td>
              <td className="right wide-only">
                {formatDecimal(of.min_order_amount)} <span className="faint">{of.base}</span>
              </td>
              <td className="right">{formatDecimal(of.taker_fee)} %</td>
            </tr>
          ))}
        </tbody>
      </table>
      {markets.length > SHOWN_MAX ? (
        <p className="panel-body hint">
          {SHOWN_MAX} of {markets.length} are shown. Type above to find one.
        </p>
      ) : null}
    </div>
  );
}
