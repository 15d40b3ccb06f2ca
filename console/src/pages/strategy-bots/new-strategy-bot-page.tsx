// A new grid, averaging or signal bot: its settings beside the chart, on which its lines are drawn
// as they change, with what it needs and a backtest, before anything is made. All that is chosen is
// in the address.

import type { Account, Market, PartnerStrategy } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { accountsQuery, balanceQuery } from '../../api/queries.ts';
import { strategiesQuery } from '../../api/strategy-queries.ts';
import type { StrategyAddress } from '../../app/strategy-address.ts';
import { MarketChoice } from '../../parts/market-choice.tsx';
import { useMarket } from '../../parts/market-name.ts';
import { Empty, whatKeeps } from '../../parts/states.tsx';
import { Choice, Panel } from '../../parts/widgets.tsx';
import { PreparedForm } from './prepared-form.tsx';

export function NewStrategyBotPage() {
  const [accounts, strategies] = [useQuery(accountsQuery), useQuery(strategiesQuery)];
  return (
    <div className="page page-wide">
      <header className="page-head">
        <div>
          <p className="crumb">
            <Link to="/bots">Bots</Link> / New
          </p>
          <h1>Strategy bot</h1>
          <p>A grid, averaging or signal bot. No orders are placed until you start it.</p>
        </div>
      </header>
      {accounts.data === undefined || strategies.data === undefined ? (
        whatKeeps([accounts, strategies], { lines: 6 })
      ) : accounts.data.length === 0 ? (
        <Panel>
          <Empty
            title="It needs an account"
            actions={<Link to="/accounts">Open a paper account</Link>}
          >
            A paper account has play money on the prices of an exchange.
          </Empty>
        </Panel>
      ) : (
        <Chosen accounts={accounts.data} strategies={strategies.data.data} />
      )}
    </div>
  );
}

type ChosenProps = {
  readonly accounts: readonly Account[];
  readonly strategies: readonly PartnerStrategy[];
};

function Chosen({ accounts, strategies }: ChosenProps) {
  const retained = useSearch({ from: '/inside/bots/new-strategy' });
  const navigate = useNavigate({ from: '/bots/new-strategy' });
  const keep = (next: StrategyAddress): void =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  /** Elsewhere, other settings make sense. */
  const begin = (next: StrategyAddress): void =>
    void navigate({
      search: ({ days }) => ({ ...where, ...next, ...(days === undefined ? {} : { days }) }),
      replace: true,
    });
  const account =
    accounts.find((of) => of.account_id === retained.account) ??
    accounts.find((of) => retained.strategy !== undefined && isFor(retained.strategy, of)) ??
    accounts[0];
  const accountId = account?.account_id ?? '';
  const market = useMarket(retained.market ?? '', account?.exchange);
  const possible = strategies.filter(({ type }) => isFor(type, account));
  const strategy = possible.find(({ type }) => type === retained.strategy) ?? possible[0];
  const where = {
    account: accountId,
    ...(strategy === undefined ? {} : { strategy: strategy.type }),
    ...(retained.market === undefined ? {} : { market: retained.market }),
  };
  const head = (
    <Panel title="Where it trades">
      <div className="panel-body stack">
        <Choice
          label="Strategy"
          value={strategy?.type ?? ''}
          choices={possible.map((of) => [of.type, of.name])}
          onChange={(type) => begin({ strategy: type })}
        />
        <Choice
          label="Account"
          value={accountId}
          choices={accounts.map((of) => [of.account_id, `${of.name} (${of.exchange})`])}
          onChange={(id) => begin({ account: id })}
        />
        <MarketChoice
          account={account}
          value={retained.market ?? ''}
          onChange={(tag) => (retained.market === undefined ? keep : begin)({ market: tag })}
        />
        <p className="hint">{strategy?.description}.</p>
      </div>
    </Panel>
  );
  if (account === undefined || strategy === undefined || market === null) return head;
  return (
    <Prepared
      key={`${accountId} ${strategy.type} ${market.market_tag}`}
      account={account}
      strategy={strategy}
      market={market}
      head={head}
      retained={retained}
      onKeep={keep}
    />
  );
}

function isFor(type: string, account: Account | undefined): boolean {
  if (type === 'webhook') return true;
  return type.startsWith('spot_') === (account?.market_type === 'spot');
}

type PreparedProps = {
  readonly account: Account;
  readonly strategy: PartnerStrategy;
  readonly market: Market;
  readonly head: ReactNode;
  readonly retained: StrategyAddress;
  readonly onKeep: (next: StrategyAddress) => void;
};

function Prepared({ account, ...shown }: PreparedProps) {
  const { account_id: accountId } = account;
  const balance = useQuery(balanceQuery(accountId));
  return <PreparedForm owner={{ accountId }} balance={balance} {...shown} />;
}
