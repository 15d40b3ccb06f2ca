// All bots: found, sorted, chosen, started and stopped, and where a new one is made. The address
// holds what is shown.

import type { Bot } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { accountsQuery, botsQuery, scriptsQuery } from '../../api/queries.ts';
import { strategiesQuery } from '../../api/strategy-queries.ts';
import { useGo } from '../../app/use-go.ts';
import { Button } from '../../parts/button.tsx';
import { SearchInput } from '../../parts/search-input.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Segments } from '../../parts/widgets.tsx';
import { BotList } from './bot-list.tsx';
import type { BotFilter, Column } from './chosen-bots.ts';
import { chosenBots, profitOf, STATES } from './chosen-bots.ts';
import { NewBotDialog } from './new-bot-dialog.tsx';
import { SwitchChosen } from './switch-chosen.tsx';
import { BOTS } from '../../words/bots.ts';
import { served } from '../../words/served.ts';

export function BotsPage() {
  const bots = useQuery(botsQuery);
  const {
    new: isMaking = false,
    script,
    backtest,
    like,
    ...filter
  } = useSearch({ from: '/inside/bots' });
  const go = useGo({ from: '/bots' });
  const setIsMaking = (next: boolean): void => {
    void go({ search: next ? { ...filter, new: true } : filter });
  };
  const make = (
    <Button look="main" onPress={() => setIsMaking(true)}>
      {BOTS.newBot}
    </Button>
  );
  return (
    <div className="page page-wide">
      <header className="page-head">
        <div>
          <h1>{BOTS.bots}</h1>
          <p>{BOTS.scriptsAndStrategiesThat}</p>
        </div>
        <div className="actions">
          <Link className="button" to="/bots/new-strategy">
            {BOTS.newStrategyBot}
          </Link>
          {make}
        </div>
      </header>
      <section className="panel" aria-label={BOTS.bots}>
        <Loaded query={bots} lines={8}>
          {(all) =>
            all.length === 0 ? (
              <Empty title={BOTS.noBotsYet} actions={make}>
                {BOTS.aBotRunsOne}
              </Empty>
            ) : (
              <Bots bots={all} />
            )
          }
        </Loaded>
      </section>
      {isMaking ? (
        <NewBotDialog
          scriptId={script}
          backtestId={backtest}
          botId={like}
          onClose={() => setIsMaking(false)}
        />
      ) : null}
    </div>
  );
}

const NOBODY: ReadonlySet<string> = new Set();

function Bots({ bots }: { readonly bots: readonly Bot[] }) {
  const { filter, change } = useFilter();
  const listed = useListed(bots);
  const shown = useMemo(() => chosenBots(listed, filter), [listed, filter]);
  const [chosen, setChosen] = useState(NOBODY);
  const chosenOnes = useMemo(() => bots.filter((bot) => chosen.has(bot.bot_id)), [bots, chosen]);
  const onSort = (column: Column): void =>
    change({
      sort: column,
      isDescending: filter.sort === column ? !filter.isDescending : column === 'profit',
    });
  return (
    <>
      <Filters filter={filter} change={change} shownCount={shown.length} allCount={bots.length} />
      {chosenOnes.length === 0 ? null : (
        <SwitchChosen bots={chosenOnes} onClear={() => setChosen(NOBODY)} />
      )}
      {shown.length === 0 ? (
        <Empty
          title={BOTS.noSuchBot}
          actions={
            <Button onPress={() => change({ state: 'all', search: '', account: null })}>
              {BOTS.showAll}
            </Button>
          }
        >
          {BOTS.noBotHasThis}
        </Empty>
      ) : (
        <BotList
          bots={shown}
          chosen={chosen}
          sort={filter.sort}
          isDescending={filter.isDescending}
          onChoose={setChosen}
          onSort={onSort}
        />
      )}
    </>
  );
}

function useListed(bots: readonly Bot[]) {
  const { data: scripts } = useQuery(scriptsQuery);
  const { data: accounts } = useQuery(accountsQuery);
  const { data: strategies } = useQuery(strategiesQuery);
  return useMemo(() => {
    const strategyNames = new Map(strategies?.data.map((of) => [of.type, of.name]));
    const scriptNames = new Map(scripts?.map((of) => [of.script_id, of.name]));
    const accountNames = new Map(accounts?.map((of) => [of.account_id, of.name]));
    return bots.map((bot) => ({
      bot,
      brainName:
        bot.strategy === null
          ? (scriptNames.get(bot.script_id) ?? '')
          : served(strategyNames.get(bot.strategy) ?? ''),
      accountName: accountNames.get(bot.account_id) ?? '',
      profit: profitOf(bot),
    }));
  }, [bots, scripts, strategies, accounts]);
}

type Change = (next: Partial<BotFilter>) => void;

function useFilter(): { readonly filter: BotFilter; readonly change: Change } {
  const address = useSearch({ from: '/inside/bots' });
  const go = useGo({ from: '/bots' });
  const { state = 'all', search = '', account = null, sort = 'name', down = false } = address;
  const filter = useMemo(
    () => ({ state, search, account, sort, isDescending: down }),
    [state, search, account, sort, down],
  );
  const change: Change = (next) => {
    const { isDescending, ...rest } = { ...filter, ...next };
    void go({
      search: {
        ...(rest.state === 'all' ? {} : { state: rest.state }),
        ...(rest.search === '' ? {} : { search: rest.search }),
        ...(rest.account === null ? {} : { account: rest.account }),
        ...(rest.sort === 'name' ? {} : { sort: rest.sort }),
        ...(isDescending ? { down: true } : {}),
      },
      replace: true,
    });
  };
  return { filter, change };
}

type FiltersProps = {
  readonly filter: BotFilter;
  readonly change: Change;
  readonly shownCount: number;
  readonly allCount: number;
};

function Filters({ filter, change, shownCount, allCount }: FiltersProps) {
  const { data: accounts = [] } = useQuery(accountsQuery);
  return (
    <div className="panel-head">
      <Segments
        label={BOTS.state}
        value={filter.state}
        choices={STATES}
        onChange={(state) => change({ state })}
      />
      <div className="filters">
        <span className="hint">
          {shownCount === allCount ? allCount : BOTS.of(shownCount, allCount)}
        </span>
        {accounts.length < 2 ? null : (
          <select
            className="input filter-account"
            aria-label={BOTS.account}
            value={filter.account ?? ''}
            onChange={(event) =>
              change({ account: event.target.value === '' ? null : event.target.value })
            }
          >
            <option value="">{BOTS.allAccounts}</option>
            {accounts.map((of) => (
              <option key={of.account_id} value={of.account_id}>
                {of.name}
              </option>
            ))}
          </select>
        )}
        <SearchInput
          label={BOTS.findByNameMarket}
          placeholder={BOTS.nameMarketOrScript}
          value={filter.search}
          onChange={(search) => change({ search })}
        />
      </div>
    </div>
  );
}
