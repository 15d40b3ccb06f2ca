// Price list: the markets of the watch list, of an exchange or of all of them, with their prices.

import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { everyMarketQuery, watchedQuery } from '../api/price-queries.ts';
import { accountsQuery, exchangesQuery, marketsQuery } from '../api/queries.ts';
import { sessionQuery } from '../api/session-query.ts';
import type { Exchange, Market } from '@tidemill/client';
import { useGo } from '../app/use-go.ts';
import { Button } from '../parts/button.tsx';
import { SearchInput } from '../parts/search-input.tsx';
import { Empty, Loaded, Loading } from '../parts/states.tsx';
import { Choice, Panel, Time } from '../parts/widgets.tsx';
import { PriceTable } from './market/price-table.tsx';
import { MARKETS } from '../words/markets.ts';

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
          <h1>{MARKETS.markets}</h1>
          <p>{MARKETS.whatCanBeTraded}</p>
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
      <Button onPress={() => setIsOpen(true)}>{MARKETS.importCandles}</Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ImportCandlesDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Choices beside the exchanges, whose codes are never these. */
const WATCHED = 'watched';
const EVERY = 'all';

function Markets({ exchanges }: { readonly exchanges: readonly Exchange[] }) {
  const accounts = useQuery(accountsQuery);
  const watched = useQuery(watchedQuery);
  const wanted = useSearch({ from: '/inside/markets' });
  const isWatching = watched.data !== undefined && watched.data.length > 0;
  const first = isWatching ? WATCHED : (accounts.data?.[0]?.exchange ?? 'sim');
  const { exchange = watched.isPending ? '' : first, search = '' } = wanted;
  const go = useGo({ from: '/markets' });
  const change = (next: { exchange?: string; search?: string }): void => {
    void go({ search: { exchange, search, ...next }, replace: true });
  };
  return (
    <Panel>
      <div className="panel-head">
        <div className="row">
          <Choice
            label={MARKETS.show}
            value={exchange}
            choices={choicesOf(exchanges, exchange)}
            onChange={(next) => change({ exchange: next })}
          />
          <div className="field">
            <label htmlFor="find-market">{MARKETS.find}</label>
            <SearchInput
              id="find-market"
              placeholder="BTC"
              value={search}
              onChange={(next) => change({ search: next })}
            />
          </div>
        </div>
      </div>
      {exchange === '' ? (
        <Loading lines={8} />
      ) : exchange === WATCHED ? (
        <WatchedMarkets search={search} />
      ) : (
        <ListedMarkets
          exchange={exchange}
          own={exchanges.find((of) => of.exchange === exchange)}
          search={search}
        />
      )}
    </Panel>
  );
}

function choicesOf(exchanges: readonly Exchange[], exchange: string) {
  // One that is not open and has accounts with keys is a real one that cannot be reached.
  const shown = exchanges.filter(
    (of) => of.exchange === exchange || of.is_open || of.credential_fields.length > 0,
  );
  return [
    [WATCHED, MARKETS.watchList] as const,
    [EVERY, MARKETS.allExchanges] as const,
    ...shown.map((of) => [of.exchange, nameOf(of)] as const),
  ];
}

function WatchedMarkets({ search }: { readonly search: string }) {
  const watched = useQuery(watchedQuery);
  return (
    <Loaded query={watched} lines={8}>
      {(all) =>
        all.length === 0 ? (
          <Empty title={MARKETS.noMarketIsOn}>{MARKETS.pressTheStarBeside}</Empty>
        ) : (
          <Found markets={all.flatMap(({ market }) => market ?? [])} search={search} isMixed />
        )
      }
    </Loaded>
  );
}

type ListedProps = {
  readonly exchange: string;
  readonly own: Exchange | undefined;
  readonly search: string;
};

function ListedMarkets({ exchange, own, search }: ListedProps) {
  const isEvery = exchange === EVERY;
  const of = useQuery({ ...marketsQuery(exchange), enabled: !isEvery });
  const every = useQuery({ ...everyMarketQuery, enabled: isEvery });
  return (
    <Loaded query={isEvery ? every : of} lines={8}>
      {(all) => (
        <>
          {own?.reach === 'down' && own.markets_as_of !== null ? (
            <p className="notice notice-warn panel-note">
              {MARKETS.cannotBeReachedIts(own.name)} <Time at={own.markets_as_of} />.
            </p>
          ) : null}
          <Found markets={all} search={search} isMixed={isEvery} />
        </>
      )}
    </Loaded>
  );
}

type FoundProps = {
  readonly markets: readonly Market[];
  readonly search: string;
  readonly isMixed: boolean;
};

function Found({ markets, search, isMixed }: FoundProps) {
  const found = matching(markets, search);
  if (found.length === 0)
    return <Empty title={MARKETS.noSuchMarket}>{MARKETS.tryFewerLettersOr}</Empty>;
  return <PriceTable markets={found} isMixed={isMixed} />;
}

function nameOf({ name, is_open: isOpen, reach }: Exchange): string {
  if (isOpen) return name;
  if (reach === 'unused') return MARKETS.notUsedYet(name);
  return reach === 'starting' ? MARKETS.connecting(name) : MARKETS.cannotBeReached(name);
}

function matching(markets: readonly Market[], search: string): readonly Market[] {
  const wanted = search
    .trim()
    .toUpperCase()
    .replace(/[\s/_-]/g, '');
  return markets.filter(({ base, quote }) => `${base}${quote}`.toUpperCase().includes(wanted));
}
