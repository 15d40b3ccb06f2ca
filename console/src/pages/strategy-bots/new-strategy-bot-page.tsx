// A new grid, averaging or signal bot: its settings beside the chart, on which its lines are drawn
// as they change, with what it needs and a backtest, before anything is made. All that is chosen is
// in the address.

import type { Account, Market, PartnerStrategy } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { accountsQuery, balanceQuery } from '../../api/queries.ts';
import { strategiesQuery } from '../../api/strategy-queries.ts';
import type { StrategyAddress } from '../../app/strategy-address.ts';
import { useGo } from '../../app/use-go.ts';
import { MarketChoice } from '../../parts/market-choice.tsx';
import { useMarket } from '../../parts/market-name.ts';
import { Empty, whatKeeps } from '../../parts/states.tsx';
import { Choice, Panel } from '../../parts/widgets.tsx';
import { PreparedForm } from './prepared-form.tsx';
import { STRATEGIES } from '../../words/strategies.ts';
import { served } from '../../words/served.ts';
import { accountChoice, SpotNote } from '../../parts/spot-note.tsx';

export function NewStrategyBotPage() {
  const [accounts, strategies] = [useQuery(accountsQuery), useQuery(strategiesQuery)];
  return (
    <div className="page page-wide">
      <header className="page-head">
        <div>
          <p className="crumb">
            <Link to="/bots">{STRATEGIES.bots}</Link> {STRATEGIES.new}
          </p>
          <h1>{STRATEGIES.strategyBot}</h1>
          <p>{STRATEGIES.aGridAveragingOr}</p>
        </div>
      </header>
      {accounts.data === undefined || strategies.data === undefined ? (
        whatKeeps([accounts, strategies], { lines: 6 })
      ) : accounts.data.length === 0 ? (
        <Panel>
          <Empty
            title={STRATEGIES.itNeedsAnAccount}
            actions={<Link to="/accounts">{STRATEGIES.openAPaperAccount}</Link>}
          >
            {STRATEGIES.aPaperAccountHas}
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
  const go = useGo({ from: '/bots/new-strategy' });
  const keep = (next: StrategyAddress): void => {
    void go({ search: (before) => ({ ...before, ...next }), replace: true });
  };
  /** Elsewhere, other settings make sense. */
  const begin = (next: StrategyAddress): void =>
    void go({
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
    <Panel title={STRATEGIES.whereItTrades}>
      <div className="panel-body stack">
        <Choice
          label={STRATEGIES.strategy}
          value={strategy?.type ?? ''}
          choices={possible.map((of) => [of.type, served(of.name)])}
          onChange={(type) => begin({ strategy: type })}
        />
        <Choice
          label={STRATEGIES.account}
          value={accountId}
          choices={accounts.map((of) => [of.account_id, accountChoice(of)])}
          onChange={(id) => begin({ account: id })}
        />
        <SpotNote account={account} accounts={accounts} />
        <MarketChoice
          account={account}
          value={retained.market ?? ''}
          onChange={(tag) => (retained.market === undefined ? keep : begin)({ market: tag })}
        />
        <p className="hint">{served(strategy?.description ?? '')}.</p>
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
