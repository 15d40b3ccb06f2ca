// One bot: its market, what it holds and earns, its orders, and its log as it comes.

import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import {
  accountQuery,
  botLogQuery,
  botOrdersQuery,
  botPositionsQuery,
  botQuery,
} from '../api/queries.ts';
import type { Bot, BotLogEntry, BotPosition } from '@tidemill/client';
import { BotState } from '../parts/bot-state.tsx';
import { BotSwitch } from '../parts/bot-switch.tsx';
import { formatClock, formatDecimal } from '../parts/format.ts';
import { useMarket } from '../parts/market-name.ts';
import { OrderTable } from '../parts/order-table.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { Figure, Gain, Panel, Time } from '../parts/widgets.tsx';

const PriceChartView = lazy(async () => {
  const { PriceChartView: view } = await import('../chart/price-chart-view.tsx');
  return { default: view };
});

export function BotPage() {
  const { botId } = useParams({ from: '/inside/bots/$botId' });
  const bot = useQuery(botQuery(botId));
  return (
    <div className="page">
      <Loaded query={bot} lines={6}>
        {(of) => <BotView bot={of} />}
      </Loaded>
    </div>
  );
}

const CHART_INTERVAL = 15;

function BotView({ bot }: { readonly bot: Bot }) {
  const account = useQuery(accountQuery(bot.account_id));
  const market = useMarket(bot.market_tag, account.data?.exchange);
  const isStopped = !bot.is_activated && bot.stop_reason !== null;
  return (
    <>
      <header className="page-head">
        <div>
          <p className="crumb">
            <Link to="/bots">Bots</Link> /{' '}
            {market === null ? bot.market_tag : `${market.base}/${market.quote}`}
          </p>
          <h1>{bot.name}</h1>
        </div>
        <div className="actions">
          <BotState bot={bot} />
          <Link className="button" to="/scripts/$scriptId" params={{ scriptId: bot.script_id }}>
            Script
          </Link>
          <BotSwitch bot={bot} />
        </div>
      </header>
      {isStopped ? <p className="notice notice-wrong">It stopped: {bot.stop_reason}</p> : null}
      <section className="panel" aria-label="Figures">
        <dl className="figures">
          <Figure label="Realized profit">
            <Gain value={bot.realized_profit} /> <span className="unit">{bot.profit_currency}</span>
          </Figure>
          <Figure label="Open profit">
            <Gain value={bot.unrealized_profit} />{' '}
            <span className="unit">{bot.profit_currency}</span>
          </Figure>
          <Figure label="Last update">
            <Time at={bot.last_update_at} ago />
          </Figure>
          <Figure label="Next update">
            <Time at={bot.is_activated ? bot.next_update_at : null} ago />
          </Figure>
        </dl>
      </section>
      <div className="grid-main">
        <div className="stack">
          {market === null ? null : (
            <Panel title="Market">
              <Suspense fallback={<div className="chart" />}>
                <PriceChartView market={market} interval={CHART_INTERVAL} />
              </Suspense>
            </Panel>
          )}
          <Orders botId={bot.bot_id} />
        </div>
        <div className="stack">
          <Positions botId={bot.bot_id} />
          <Log botId={bot.bot_id} />
        </div>
      </div>
    </>
  );
}

type OfBot = { readonly botId: string };

function Orders({ botId }: OfBot) {
  const orders = useQuery(botOrdersQuery(botId));
  return (
    <Panel title="Open orders">
      <Loaded query={orders}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No open orders">What it orders and is not filled yet shows here.</Empty>
          ) : (
            <OrderTable orders={data} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function Positions({ botId }: OfBot) {
  const positions = useQuery(botPositionsQuery(botId));
  return (
    <Panel title="Position">
      <Loaded query={positions} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No position">It holds nothing now.</Empty>
          ) : (
            <PositionTable positions={data} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function PositionTable({ positions }: { readonly positions: readonly BotPosition[] }) {
  return (
    <table className="table">
      <tbody>
        {positions.map((of) => (
          <tr key={of.position_id}>
            <td>
              <span className={of.direction === 'long' ? 'tag tag-rise' : 'tag tag-fall'}>
                {of.direction}
              </span>
              <div className="faint">
                since <Time at={of.opened_at} />
              </div>
            </td>
            <td className="right">
              {formatDecimal(of.amount)} at {formatDecimal(of.average_price)}
              <div>
                <Gain value={of.realized_profit} unit={of.profit_currency} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Log({ botId }: OfBot) {
  const log = useQuery(botLogQuery(botId));
  return (
    <Panel title="Log">
      <Loaded query={log}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="Nothing logged yet">What the script logs shows here as it comes.</Empty>
          ) : (
            <LogLines lines={data} />
          )
        }
      </Loaded>
    </Panel>
  );
}

export function LogLines({ lines }: { readonly lines: readonly BotLogEntry[] }) {
  return (
    <div className="log" tabIndex={0} role="log" aria-label="Log">
      {lines.map((line, index) => (
        <div key={index} className="log-line" data-severity={line.severity}>
          <time className="faint" dateTime={line.timestamp} title={line.timestamp}>
            {formatClock(line.timestamp)}
          </time>
          <span>{line.message}</span>
        </div>
      ))}
    </div>
  );
}
