// The settings of a new bot with the plan that follows from them, on the chart and in figures.

import type { Market, PartnerStrategy } from '@tidemill/client';
import { ApiProblemError } from '@tidemill/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode, SyntheticEvent } from 'react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../../api/api.ts';
import { accountsQuery } from '../../api/queries.ts';
import type { Plan, PlanOwner, StrategyType } from '../../api/strategy-queries.ts';
import { planQuery } from '../../api/strategy-queries.ts';
import type { StrategyAddress } from '../../app/strategy-address.ts';
import { readStrategyAddress } from '../../app/strategy-address.ts';
import { useGo } from '../../app/use-go.ts';
import { Button } from '../../parts/button.tsx';
import { Wrong } from '../../parts/notice.tsx';
import { Empty, explain, whatKeeps } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { Panel } from '../../parts/widgets.tsx';
import type { StopHolder } from '../../parts/stops-choice.tsx';
import { StopsChoice } from '../../parts/stops-choice.tsx';
import { BacktestStrategy } from './backtest-strategy.tsx';
import type { ChosenSettings, Wrongs } from './chosen-settings.ts';
import {
  configOf,
  retainedSettings,
  shownSettings,
  wrongsIn,
  wrongsOf,
} from './chosen-settings.ts';
import type { Preview } from './plan-lines.ts';
import { linesOfPlan } from './plan-lines.ts';
import { PlanView } from './plan-view.tsx';
import { SettingFields } from './setting-fields.tsx';
import { SettingsChart } from './settings-chart.tsx';
import { useSettled } from './use-settled.ts';
import { STRATEGIES } from '../../words/strategies.ts';
import { served } from '../../words/served.ts';

/** Between the last key and the question. */
const PAUSE_MS = 350;

type Props = {
  readonly owner: PlanOwner;
  readonly strategy: PartnerStrategy;
  readonly market: Market;
  readonly usual: ChosenSettings;
  /** Where the bot trades. */
  readonly head: ReactNode;
  /** What the address has of the form. */
  readonly retained: StrategyAddress;
  readonly onKeep: (next: StrategyAddress) => void;
};

export function StrategyForm({ owner, strategy, market, usual, head, retained, onKeep }: Props) {
  const { type, settings } = strategy;
  const [chosen, setChosen] = useState(() => firstSettings(settings, usual, retained.set));
  const [name, setName] = useState(
    retained.name ?? STRATEGIES.on(served(strategy.name), market.base),
  );
  const [stops, setStops] = useState<StopHolder>(retained.stops ?? 'service');
  useKeeping({ settings, chosen, name, strategy: type, stops }, retained, onKeep);
  const config = useMemo(() => configOf(chosen, market.market_tag), [chosen, market.market_tag]);
  const settled = useSettled(config, PAUSE_MS);
  const plan = useQuery(planQuery({ owner, type, config: settled }));
  const make = useMake({ owner, name, type, config, stops });
  const preview = plan.isError ? undefined : plan.data;
  const lines = useMemo(() => linesOfPlan(preview), [preview]);
  const moveTo = (key: string, price: string): void =>
    setChosen((before) => ({ ...before, [key]: price }));
  const takeRange = (low: number, high: number): void => {
    const text = (price: number): string => price.toFixed(market.price_decimals);
    setChosen((former) => ({ ...former, lower_price: text(low), upper_price: text(high) }));
  };
  const wrongs = { ...wrongsOf(preview?.problems ?? []), ...wrongsIn(plan.error ?? make.error) };
  // A plan on its way takes no press from a hand that is on a button.
  const isPlanning = preview === undefined && plan.isFetching;
  const isReady = name.trim() !== '' && (isPlanning || preview?.is_valid === true);
  return (
    <form className="bot-grid strategy-form" onSubmit={withoutReload(make.mutate)}>
      <div className="stack">
        <SettingsChart
          market={market}
          settings={settings}
          chosen={chosen}
          lines={lines}
          status={plan.isFetching ? STRATEGIES.planning : ''}
          onPrice={moveTo}
        />
        <PlanPanel plan={plan} settings={settings} market={market} wrongs={wrongs} />
        {'accountId' in owner ? (
          <BacktestStrategy
            accountId={owner.accountId}
            plan={{ type, config }}
            isDisabled={preview === undefined && !isPlanning}
            retained={retained}
            onKeep={onKeep}
            onRange={takeRange}
          />
        ) : null}
      </div>
      <div className="stack">
        {head}
        <Panel title={STRATEGIES.settings}>
          <div className="panel-body stack">
            <Wrong error={make.error} />
            <TextInput label={STRATEGIES.name} value={name} onChange={setName} />
            <SettingFields
              settings={settings}
              chosen={chosen}
              wrongs={wrongs}
              onChange={setChosen}
            />
            <StopsOf of={{ owner, type, market }} value={stops} onChange={setStops} />
            <Button look="main" type="submit" isDisabled={make.isPending || !isReady}>
              {STRATEGIES.makeTheBot}
            </Button>
            {BEFORE_START}
          </div>
        </Panel>
      </div>
    </form>
  );
}

const BEFORE_START = <p className="hint">{STRATEGIES.itPlacesNoOrders}</p>;

function withoutReload(act: () => void): (event: SyntheticEvent) => void {
  return (event) => {
    event.preventDefault();
    act();
  };
}

/** Bots on futures whose stop is one level of all that they hold. */
function hasStop(type: StrategyType, { contract }: Market): boolean {
  return contract !== null && (type === 'futures_dollar_cost_averaging' || type === 'webhook');
}

type StopsOfProps = {
  readonly of: {
    readonly owner: PlanOwner;
    readonly type: StrategyType;
    readonly market: Market;
  };
  readonly value: StopHolder;
  readonly onChange: (value: StopHolder) => void;
};

function StopsOf({ of: { owner, type, market }, ...shown }: StopsOfProps) {
  const accounts = useQuery(accountsQuery);
  if (!('accountId' in owner) || !hasStop(type, market)) return null;
  const account = accounts.data?.find((each) => each.account_id === owner.accountId);
  return <StopsChoice account={account} {...shown} />;
}

type PlanProps = {
  readonly plan: UseQueryResult<Preview>;
  readonly settings: PartnerStrategy['settings'];
  readonly market: Market;
  readonly wrongs: Wrongs;
};

function PlanPanel({ plan, settings, market, wrongs }: PlanProps) {
  const preview = plan.isError ? undefined : plan.data;
  return (
    <Panel title={STRATEGIES.startingPlan}>
      {preview !== undefined ? (
        <PlanView preview={preview} market={market} />
      ) : plan.error instanceof ApiProblemError && plan.error.status < 500 ? (
        <Empty title={STRATEGIES.theseSettingsAreNot}>{explain(plan.error)}</Empty>
      ) : (
        whatKeeps([plan], { lines: 3 })
      )}
      {(preview?.problems ?? []).map(({ key }) => (
        <p key={key} className="notice notice-wrong">
          <b>{served(settings.find((of) => of.key === key)?.name ?? key)}</b> {wrongs[key]}
        </p>
      ))}
    </Panel>
  );
}

/** A field that was emptied is not in the address, and must not be filled again from there. */
function firstSettings(
  settings: PartnerStrategy['settings'],
  usual: ChosenSettings,
  retained: StrategyAddress['set'],
): ChosenSettings {
  if (retained === undefined) return shownSettings(settings, usual);
  const blank = Object.fromEntries(Object.keys(usual).map((key) => [key, '']));
  return shownSettings(settings, { ...blank, ...retained });
}

type FormState = {
  readonly settings: PartnerStrategy['settings'];
  readonly chosen: ChosenSettings;
  readonly name: string;
  readonly strategy: StrategyType;
  readonly stops: StopHolder;
};

/** Keeps what is filled in in the address, once one pauses. */
function useKeeping(
  filled: FormState,
  retained: StrategyAddress,
  onKeep: (next: StrategyAddress) => void,
): void {
  const { settings, chosen, name, strategy, stops } = filled;
  const chosenStops = stops === 'service' && retained.stops === undefined ? {} : { stops };
  const next = useSettled(
    JSON.stringify({ strategy, name, set: retainedSettings(settings, chosen), ...chosenStops }),
    PAUSE_MS,
  );
  const before = JSON.stringify({
    strategy: retained.strategy,
    name: retained.name,
    set: retained.set,
    stops: retained.stops,
  });
  const keep = useRef(onKeep);
  useEffect(() => {
    keep.current = onKeep;
  });
  useEffect(() => {
    if (next !== before)
      keep.current(readStrategyAddress(JSON.parse(next) as Record<string, unknown>));
  }, [next, before]);
}

type Wish = Plan & { readonly name: string; readonly stops: StopHolder };

function useMake({ owner, name, type, config, stops }: Wish) {
  const client = useQueryClient();
  const go = useGo();
  const wish = { name: name.trim(), type, config };
  return useMutation({
    async mutationFn() {
      if ('accountId' in owner) {
        const held = stops === 'exchange' ? { stops } : {};
        const body = { ...wish, ...held, account_id: owner.accountId };
        const { bot_id: botId } = await api.createStrategyBot({ body });
        return { botId, userId: null };
      }
      const { endUserId: userId } = owner;
      const { bot_id: botId } = await api.partnerCreateBot({ user_id: userId, body: wish });
      return { botId, userId };
    },
    async onSuccess({ botId, userId }) {
      await client.invalidateQueries({ queryKey: [userId === null ? 'bots' : 'partner'] });
      await (userId === null
        ? go({ to: '/bots/$botId', params: { botId } })
        : go({ to: '/partner/users/$userId/bots/$botId', params: { userId, botId } }));
    },
  });
}
