// The first page: what runs, what it earns, what needs attention, and what to do first.

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  accountsQuery,
  backtestsQuery,
  balanceQuery,
  botsQuery,
  scriptsQuery,
  sessionQuery,
} from '../api/queries.ts';
import type { Account, Bot } from '@tidemill/client';
import { BotState } from '../parts/bot-state.tsx';
import { formatDecimal } from '../parts/format.ts';
import { Empty, Loaded } from '../parts/states.tsx';
import { Figure, Gain, Panel, Time } from '../parts/widgets.tsx';

export function HomePage() {
  const { data: session } = useQuery(sessionQuery);
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>Home</h1>
          <p>Signed in as {session?.user_name}</p>
        </div>
      </header>
      <Overview />
      <FirstSteps />
      <div className="grid-main">
        <BotsPanel />
        <AccountsPanel />
      </div>
    </div>
  );
}

function Overview() {
  const bots = useQuery(botsQuery);
  const accounts = useQuery(accountsQuery);
  const running = bots.data?.filter((bot) => bot.is_activated) ?? [];
  const faulty = attentionOf(accounts.data ?? [], bots.data ?? []);
  const shown = (count: number | undefined) => (count === undefined ? '–' : String(count));
  return (
    <section className="panel" aria-label="Overview">
      <dl className="figures">
        <Figure label="Accounts">{shown(accounts.data?.length)}</Figure>
        <Figure label="Bots running">
          {shown(bots.data === undefined ? undefined : running.length)}
          <span className="unit"> of {shown(bots.data?.length)}</span>
        </Figure>
        <Figure label="Profit of bots">
          <Profits bots={bots.data ?? []} />
        </Figure>
        <Figure label="Needs attention">
          <span className={faulty === 0 ? '' : 'fall'}>{faulty}</span>
        </Figure>
      </dl>
    </section>
  );
}

/** One sum for each currency, so that nothing is converted at a rate nobody sees. */
function Profits({ bots }: { readonly bots: readonly Bot[] }) {
  const sums = new Map<string, number>();
  for (const { profit_currency, total_profit } of bots)
    if (profit_currency !== null)
      sums.set(profit_currency, (sums.get(profit_currency) ?? 0) + Number(total_profit));
  if (sums.size === 0) return <>–</>;
  return [...sums].map(([currency, sum]) => (
    <div key={currency}>
      <Gain value={sum.toFixed(2)} /> <span className="unit">{currency}</span>
    </div>
  ));
}

function attentionOf(accounts: readonly Account[], bots: readonly Bot[]): number {
  const closed = accounts.filter(({ status }) => status === 'invalid_credentials').length;
  const stopped = bots.filter((bot) => !bot.is_activated && bot.stop_reason !== null).length;
  return closed + stopped;
}

/** Until there is a bot: the way to the first one. */
function FirstSteps() {
  const [accounts, scripts] = [useQuery(accountsQuery), useQuery(scriptsQuery)];
  const [backtests, bots] = [useQuery(backtestsQuery), useQuery(botsQuery)];
  const isKnown = [accounts, scripts, backtests, bots].every(({ data }) => data !== undefined);
  if (!isKnown || (bots.data?.length ?? 0) > 0) return null;
  const first = scripts.data?.[0];
  const target = first === undefined ? '/scripts' : `/scripts/${first.script_id}`;
  const steps = [
    [
      'Take an account',
      'Play money on real or simulated prices costs nothing and risks nothing.',
      '/accounts',
      'Accounts',
      (accounts.data?.length ?? 0) > 0,
    ],
    [
      'Write a script',
      'A few lines of Lua say when to buy and sell. One is there to begin with.',
      '/scripts',
      'Scripts',
      first !== undefined,
    ],
    [
      'See what it would have done',
      'Run a backtest beside the text and look at each trade.',
      target,
      'Backtest',
      (backtests.data?.data.length ?? 0) > 0,
    ],
    [
      'Let a bot run it',
      'It trades as minutes close, and you watch it here.',
      '/bots',
      'Bots',
      false,
    ],
  ] as const;
  return (
    <Panel title="First steps">
      <ol className="steps">
        {steps.map(([title, text, to, place, isDone], index) => (
          <li key={title} className="step" data-done={isDone}>
            <span
              className="step-mark"
              aria-label={isDone ? 'Done' : `Step ${index + 1}`}
              role="img"
            >
              {isDone ? '✓' : index + 1}
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
            <Link className="button button-small" to={to}>
              {place}
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const BOTS_SHOWN = 8;

function BotsPanel() {
  const bots = useQuery(botsQuery);
  return (
    <Panel title="Bots" side={<Link to="/bots">All bots</Link>}>
      <Loaded query={bots}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              title="No bots yet"
              actions={
                <Link className="button" to="/bots">
                  Make a bot
                </Link>
              }
            >
              A bot runs a script on a market of one of your accounts.
            </Empty>
          ) : (
            <div className="scroll">
              <table className="table">
                <thead>
                  <tr>
                    <th>Bot</th>
                    <th>State</th>
                    <th className="right">Profit</th>
                    <th className="right wide-only">Last update</th>
                  </tr>
                </thead>
                <tbody>
                  {[...all]
                    .sort(byRunning)
                    .slice(0, BOTS_SHOWN)
                    .map((bot) => (
                      <tr key={bot.bot_id}>
                        <td>
                          <Link
                            className="row-link"
                            to="/bots/$botId"
                            params={{ botId: bot.bot_id }}
                          >
                            {bot.name}
                          </Link>
                          <div className="faint">{bot.market_tag}</div>
                        </td>
                        <td>
                          <BotState bot={bot} />
                        </td>
                        <td className="right">
                          <Gain value={bot.total_profit} unit={bot.profit_currency} />
                        </td>
                        <td className="right wide-only soft">
                          <Time at={bot.last_update_at} ago />
                        </td>
                      </tr>
                    ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </Panel>
  );
}

const byRunning = (left: Bot, right: Bot): number =>
  Number(right.is_activated) - Number(left.is_activated) || left.name.localeCompare(right.name);

function AccountsPanel() {
  const accounts = useQuery(accountsQuery);
  return (
    <Panel title="Accounts" side={<Link to="/accounts">All accounts</Link>}>
      <Loaded query={accounts}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              title="No accounts yet"
              actions={
                <Link className="button" to="/accounts">
                  Take an account
                </Link>
              }
            >
              Begin with play money; a real exchange can follow.
            </Empty>
          ) : (
            <table className="table">
              <tbody>
                {all.slice(0, BOTS_SHOWN).map((account) => (
                  <AccountRow key={account.account_id} account={account} />
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </Panel>
  );
}

function AccountRow({ account }: { readonly account: Account }) {
  const { data } = useQuery(balanceQuery(account.account_id));
  const held = (data?.data ?? []).filter(({ total }) => /[1-9]/.test(total)).slice(0, 3);
  return (
    <tr>
      <td>
        <Link
          className="row-link"
          to="/accounts/$accountId"
          params={{ accountId: account.account_id }}
        >
          {account.name}
        </Link>
        <div className="faint">
          {account.exchange} · {account.market_type}
        </div>
      </td>
      <td className="right">
        {held.map(({ currency, total }) => (
          <div key={currency}>
            {formatDecimal(total, 6)} <span className="faint">{currency}</span>
          </div>
        ))}
      </td>
    </tr>
  );
}
