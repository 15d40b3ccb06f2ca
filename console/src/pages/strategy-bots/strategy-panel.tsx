// Settings of a bot of a strategy, and what its grid has earned: on its own page.

import type { Bot, PartnerStrategy, StrategyBot } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { strategiesQuery, strategyBotQuery } from '../../api/strategy-queries.ts';
import { Button } from '../../parts/button.tsx';
import { formatDecimal } from '../../parts/format.ts';
import { useExchangeOf } from '../../parts/market-name.ts';
import { Loaded } from '../../parts/states.tsx';
import { Figure, Gain, Panel } from '../../parts/widgets.tsx';
import { BotHook } from './bot-hook.tsx';
import { BacktestStrategy } from './backtest-strategy.tsx';
import { mainAndMore } from './chosen-settings.ts';
import { EditStrategyDialog } from './edit-strategy-dialog.tsx';
import { SendSignal } from './send-signal.tsx';
import { unitOf, wordsOf } from './setting-fields.tsx';
import { STRATEGIES } from '../../words/strategies.ts';
import { served } from '../../words/served.ts';

type Props = {
  readonly bot: Bot;
  /** What changes its name. */
  readonly rename: ReactNode;
};

export function StrategyPanel({ bot, rename }: Props) {
  const own = useQuery(strategyBotQuery(bot.bot_id));
  const strategies = useQuery(strategiesQuery);
  return (
    <Loaded query={own} lines={5}>
      {(of) => (
        <Loaded query={strategies} lines={5}>
          {({ data }) => {
            const strategy = data.find(({ type }) => type === of.type);
            return strategy === undefined ? null : (
              <StrategySettings bot={of} rename={rename} strategy={strategy} />
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

type StrategySettingsProps = {
  readonly bot: StrategyBot;
  readonly rename: ReactNode;
  readonly strategy: PartnerStrategy;
};

function StrategySettings({ bot, rename, strategy }: StrategySettingsProps) {
  const [isEditing, setIsEditing] = useState(false);
  const [retained, setRetained] = useState<{ readonly days?: number; readonly test?: string }>({});
  const exchange = useExchangeOf(bot.account_id);
  const token = bot.config['signal_token'];
  const edit = (
    <div className="actions">
      {rename}
      <Button isSmall onPress={() => setIsEditing(true)}>
        {STRATEGIES.editTitle}
      </Button>
    </div>
  );
  return (
    <>
      {bot.grid === null ? null : <GridResults bot={bot} grid={bot.grid} />}
      {typeof token === 'string' && token !== '' ? (
        <>
          <SendSignal bot={bot} token={token} />
          <BotHook bot={bot} token={token} />
        </>
      ) : null}
      <Panel title={served(strategy.name)} side={edit}>
        <StrategyValues bot={bot} settings={strategy.settings} />
      </Panel>
      <BacktestStrategy
        accountId={bot.account_id}
        plan={{ type: bot.type, config: bot.config }}
        retained={retained}
        onKeep={(next) => setRetained((before) => ({ ...before, ...next }))}
      />
      {isEditing ? (
        <EditStrategyDialog
          name={bot.name}
          isRunning={bot.is_activated}
          config={bot.config}
          exchange={exchange}
          settings={strategy.settings}
          save={(config) => api.editStrategyBot({ bot_id: bot.bot_id, body: { config } })}
          staleKey={['bots', bot.bot_id]}
          onClose={() => setIsEditing(false)}
        />
      ) : null}
    </>
  );
}

type ValuesProps = {
  readonly bot: Pick<StrategyBot, 'config'>;
  readonly settings: PartnerStrategy['settings'];
};

/** Those that most look for, and the others behind a fold. */
export function StrategyValues({ bot, settings }: ValuesProps) {
  const { main, more } = mainAndMore(settings);
  return (
    <>
      <Values bot={bot} settings={main} />
      {more.length === 0 ? null : (
        <details className="fold panel-fold">
          <summary>{STRATEGIES.moreSettings}</summary>
          <Values bot={bot} settings={more} />
        </details>
      )}
    </>
  );
}

function Values({ bot, settings }: ValuesProps) {
  return (
    <dl className="parameters">
      {settings.flatMap(({ key, name, type }) => {
        const value = bot.config[key] ?? null;
        return value === null || value === '' ? (
          []
        ) : (
          <div key={key} className="parameter">
            <dt>{name}</dt>
            <dd>
              {shownValue(value, type)}
              {unitOf(key) === null ? '' : ` ${unitOf(key)}`}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function shownValue(value: unknown, type: string): string {
  if (typeof value === 'boolean') return value ? STRATEGIES.yes : STRATEGIES.no;
  if (type === 'number') return formatDecimal(String(value));
  return type === 'option' ? wordsOf(String(value)) : String(value);
}

type GridProps = {
  readonly bot: Pick<StrategyBot, 'profit_currency'>;
  readonly grid: NonNullable<StrategyBot['grid']>;
};

/** Figures of a grid: what its pairs made, and what is unrealised. */
export function GridResults({ bot, grid }: GridProps) {
  const { profit_currency: currency } = bot;
  return (
    <section className="panel" aria-label={STRATEGIES.whatTheGridHas}>
      <dl className="figures figures-two">
        <Figure label={STRATEGIES.gridProfit}>
          <Gain value={grid.grid_profit} /> <span className="unit">{currency}</span>
        </Figure>
        <Figure label={STRATEGIES.floatingProfit}>
          <Gain value={grid.floating_profit} /> <span className="unit">{currency}</span>
        </Figure>
        <Figure label={STRATEGIES.gridsClosed}>{grid.closed}</Figure>
        <Figure label={STRATEGIES.profitOfOne}>
          <Gain value={grid.average_profit} /> <span className="unit">{currency}</span>
        </Figure>
      </dl>
    </section>
  );
}
