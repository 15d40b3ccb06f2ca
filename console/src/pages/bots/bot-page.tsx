// One bot: its market with what it draws and does, what it holds and earns, its orders, its log as
// it comes, its settings, and how it compares with a backtest.

import type { Bot } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { accountQuery, botQuery, scriptsQuery } from '../../api/queries.ts';
import { useGo } from '../../app/use-go.ts';
import { BotState } from '../../parts/bot-state.tsx';
import { BotSwitch } from '../../parts/bot-switch.tsx';
import { useMarket } from '../../parts/market-name.ts';
import { useNowMs } from '../../parts/now.ts';
import { Loaded, Loading } from '../../parts/states.tsx';
import { hasStoppedByItself, stopWords } from '../../parts/stopped-by.ts';
import { Figure, Gain, Segments, Time } from '../../parts/widgets.tsx';
import { BotChart } from './bot-chart.tsx';
import { BotComparison } from './bot-comparison.tsx';
import { BotLog } from './bot-log.tsx';
import type { LogAddress } from './log-lines.ts';
import { BotEnded, BotOpenOrders, BotPositions } from './bot-orders.tsx';
import { BotParameters } from './bot-parameters.tsx';
import { StrategyPanel } from '../strategy-bots/strategy-panel.tsx';
import { RenameBot } from './rename-bot.tsx';
import { DeleteBot } from './delete-bot.tsx';
import { BOTS } from '../../words/bots.ts';
import { servedText } from '../../words/served.ts';

const BotResults = lazy(async () => {
  const { BotResults: results } = await import('./bot-results.tsx');
  return { default: results };
});

const BotRules = lazy(async () => {
  const { BotRules: rules } = await import('./bot-rules.tsx');
  return { default: rules };
});

export function BotPage() {
  const { botId } = useParams({ from: '/inside/bots/$botId' });
  const bot = useQuery(botQuery(botId));
  return (
    <div className="page page-wide">
      <Loaded query={bot} lines={6} isPage>
        {(of) => <BotView bot={of} />}
      </Loaded>
    </div>
  );
}

function BotView({ bot }: { readonly bot: Bot }) {
  const account = useQuery(accountQuery(bot.account_id));
  const market = useMarket(bot.market_tag, account.data?.exchange);
  const { tab } = useSearch({ from: '/inside/bots/$botId' });
  return (
    <>
      <header className="page-head">
        <div>
          <p className="crumb">
            <Link to="/bots">{BOTS.bots}</Link> /{' '}
            {market === null ? (
              bot.market_tag
            ) : (
              <Link
                to="/markets/$marketTag"
                params={{ marketTag: market.market_tag }}
                search={{ exchange: market.exchange }}
              >
                {market.base}/{market.quote}
              </Link>
            )}{' '}
            /{' '}
            <Link to="/accounts/$accountId" params={{ accountId: bot.account_id }}>
              {account.data?.name ?? '…'}
            </Link>
          </p>
          <h1>{bot.name}</h1>
        </div>
        <div className="actions">
          {bot.is_paper || account.data?.is_simulated === true ? (
            <span className="tag tag-accent">{BOTS.playMoney}</span>
          ) : null}
          <BotState bot={bot} />
          <DeleteBot bot={bot} />
          <BotSwitch bot={bot} />
        </div>
      </header>
      {!bot.is_activated && bot.stop_reason !== null ? (
        <p className={hasStoppedByItself(bot) ? 'notice notice-wrong' : 'notice'}>
          <b>{stopWords(bot)}</b> {servedText(bot.stop_reason)}
        </p>
      ) : null}
      <Figures bot={bot} />
      <div className={tab === 'graph' ? 'bot-grid bot-grid-wide' : 'bot-grid'}>
        <div className="stack">
          <BotChart bot={bot} market={market} />
          <Activity bot={bot} />
        </div>
        <div className="stack">
          <BotPositions bot={bot} market={market} />
          {bot.strategy === null ? (
            <BotParameters bot={bot} market={market} />
          ) : (
            <StrategyPanel bot={bot} rename={<RenameBot bot={bot} />} />
          )}
        </div>
      </div>
      <Suspense fallback={<Loading lines={6} />}>
        <BotResults bot={bot} priceDecimals={market?.price_decimals ?? 2} />
      </Suspense>
    </>
  );
}

/** The page hears of an update a little later than it is due. */
function NextUpdate({ at }: { readonly at: string | null }) {
  const nowMs = useNowMs(1_000);
  return at !== null && Date.parse(at) <= nowMs ? <>{BOTS.now}</> : <Time at={at} ago />;
}

function Figures({ bot }: { readonly bot: Bot }) {
  const { profit_currency: currency } = bot;
  return (
    <section className="panel" aria-label={BOTS.figures}>
      <dl className="figures">
        <Figure label={BOTS.realizedSinceItsStart}>
          <Gain value={bot.realized_profit} /> <span className="unit">{currency}</span>
        </Figure>
        <Figure label={BOTS.openProfit}>
          <Gain value={bot.unrealized_profit} /> <span className="unit">{currency}</span>
        </Figure>
        <Figure label={BOTS.returnOnWhatIt}>
          <Gain value={bot.roi} /> <span className="unit">%</span>
        </Figure>
        <Figure label={BOTS.realizedInAllRuns}>
          <Gain value={bot.total_profit} /> <span className="unit">{currency}</span>
        </Figure>
        <Figure label={BOTS.lastUpdate}>
          <Time at={bot.last_update_at} ago />
        </Figure>
        <Figure label={BOTS.nextUpdate}>
          <NextUpdate at={bot.is_activated ? bot.next_update_at : null} />
        </Figure>
      </dl>
    </section>
  );
}

const VISUAL_TABS = [
  ['rules', BOTS.rules],
  ['graph', BOTS.graph],
] as const;

const TABS = [
  ['log', BOTS.log],
  ['orders', BOTS.openOrders],
  ['history', BOTS.orderHistory],
  ['comparison', BOTS.againstABacktest],
] as const;

function Activity({ bot }: { readonly bot: Bot }) {
  const { tab = 'log', lines = 'all' } = useSearch({ from: '/inside/bots/$botId' });
  const go = useGo({ from: '/bots/$botId' });
  const script = useScriptOf(bot);
  const isVisual = script?.type === 'visual';
  /** The interval of the chart above stays. */
  const show = (next: LogAddress & { readonly tab?: Exclude<typeof tab, 'log'> }): void =>
    void go({
      search: ({ interval }) => ({ ...(interval === undefined ? {} : { interval }), ...next }),
      replace: true,
    });
  return (
    <section className="panel" aria-label={BOTS.whatItDoes}>
      <header className="panel-head">
        <Segments
          label={BOTS.show}
          value={tab}
          choices={isVisual ? [...TABS, ...VISUAL_TABS] : TABS}
          onChange={(next) => show(next === 'log' ? {} : { tab: next })}
        />
        {bot.strategy === null ? (
          <Link to="/scripts/$scriptId" params={{ scriptId: bot.script_id }}>
            {script?.name ?? BOTS.script}
          </Link>
        ) : null}
      </header>
      {tab === 'log' ? <BotLog botId={bot.bot_id} filter={lines} onFilter={show} /> : null}
      {tab === 'orders' ? <BotOpenOrders bot={bot} /> : null}
      {tab === 'history' ? <BotEnded bot={bot} /> : null}
      {tab === 'comparison' ? <BotComparison bot={bot} /> : null}
      {tab === 'rules' || tab === 'graph' ? (
        <Suspense fallback={<Loading lines={4} />}>
          <BotRules bot={bot} view={tab} onGraph={() => show({ tab: 'graph' })} />
        </Suspense>
      ) : null}
    </section>
  );
}

function useScriptOf({ script_id: id }: Bot) {
  const { data: scripts } = useQuery(scriptsQuery);
  return scripts?.find((of) => of.script_id === id);
}
