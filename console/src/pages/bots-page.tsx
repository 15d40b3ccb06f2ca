// All bots: found by name, started and stopped here, and where a new one is made.

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { botsQuery } from '../api/queries.ts';
import type { Bot } from '@tidemill/client';
import { BotSwitch } from '../parts/bot-switch.tsx';
import { BotState } from '../parts/bot-state.tsx';
import { Button } from '../parts/button.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { Gain, Panel, Segments, Time } from '../parts/widgets.tsx';
import { NewBotDialog } from './new-bot-dialog.tsx';

const STATES = [
  ['all', 'All'],
  ['running', 'Running'],
  ['stopped', 'Stopped'],
] as const;

export function BotsPage() {
  const bots = useQuery(botsQuery);
  const { new: isMaking = false, ...filter } = useSearch({ from: '/inside/bots' });
  const navigate = useNavigate({ from: '/bots' });
  const setIsMaking = (next: boolean): void => {
    void navigate({ search: next ? { ...filter, new: true } : filter });
  };
  const make = (
    <Button look="main" onPress={() => setIsMaking(true)}>
      New bot
    </Button>
  );
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>Bots</h1>
          <p>Scripts that trade as minutes close.</p>
        </div>
        <div className="actions">{make}</div>
      </header>
      <Panel>
        <Loaded query={bots} lines={6}>
          {(all) =>
            all.length === 0 ? (
              <Empty title="No bots yet" actions={make}>
                A bot runs one of your scripts on a market of one of your accounts, for as long as
                you let it.
              </Empty>
            ) : (
              <BotList bots={all} />
            )
          }
        </Loaded>
      </Panel>
      {isMaking ? <NewBotDialog onClose={() => setIsMaking(false)} /> : null}
    </div>
  );
}

function BotList({ bots }: { readonly bots: readonly Bot[] }) {
  const { state = 'all', search = '' } = useSearch({ from: '/inside/bots' });
  const navigate = useNavigate({ from: '/bots' });
  const change = (next: { state?: string; search?: string }): void => {
    void navigate({ search: { state, search, ...next }, replace: true });
  };
  const wanted = search.toLowerCase();
  const shown = bots.filter(
    (bot) =>
      (state === 'all' || bot.is_activated === (state === 'running')) &&
      `${bot.name} ${bot.market_tag ?? ''}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <div className="panel-head">
        <Segments
          label="State"
          value={state}
          choices={STATES}
          onChange={(next) => change({ state: next })}
        />
        <input
          className="input search"
          type="search"
          aria-label="Find by name or market"
          placeholder="Find by name or market"
          value={search}
          onChange={(event) => change({ search: event.target.value })}
        />
      </div>
      {shown.length === 0 ? (
        <Empty title="No such bot">No bot has this state and name.</Empty>
      ) : (
        <BotTable bots={shown} />
      )}
    </>
  );
}

function BotTable({ bots }: { readonly bots: readonly Bot[] }) {
  return (
    <div className="scroll">
      <table className="table">
        <thead>
          <tr>
            <th>Bot</th>
            <th>State</th>
            <th className="right">Profit</th>
            <th className="right wide-only">Last update</th>
            <th className="wide-only">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {bots.map((bot) => (
            <tr key={bot.bot_id}>
              <td>
                <Link className="row-link" to="/bots/$botId" params={{ botId: bot.bot_id }}>
                  {bot.name}
                </Link>
                <div className="faint mono">{bot.market_tag}</div>
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
              <td className="right wide-only">
                <BotSwitch bot={bot} isSmall />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
