// Bots that run, with their heartbeat: whether each was updated for the minute that was due.

import type { Bot } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { botsQuery } from '../../api/queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { useNowMs } from '../../parts/now.ts';
import { Empty, Loaded } from '../../parts/states.tsx';
import { compareDecimals } from '../../parts/steps.ts';
import { Gain, Panel, Time } from '../../parts/widgets.tsx';
import { profitOf } from '../bots/chosen-bots.ts';
import { HOME } from '../../words/home.ts';

const SHOWN_MAX = 8;

export function RunningBots() {
  const bots = useQuery(botsQuery);
  const running = bots.data?.filter((bot) => bot.is_activated) ?? [];
  const count = bots.data === undefined ? '' : HOME.countOf(running.length, bots.data.length);
  return (
    <Panel
      title={HOME.running}
      side={
        <span className="panel-side">
          <span className="hint">{count}</span>
          <Link to="/bots" search={{ state: 'running' }}>
            {HOME.all}
          </Link>
        </span>
      }
    >
      <Loaded query={bots}>
        {(all) =>
          running.length === 0 ? (
            <Empty
              title={all.length === 0 ? HOME.noBots : HOME.noBotRuns}
              actions={
                <Link className="button" to="/bots" search={all.length === 0 ? { new: true } : {}}>
                  {all.length === 0 ? HOME.makeBot : HOME.startOne}
                </Link>
              }
            >
              {HOME.whatBotDoes}
            </Empty>
          ) : (
            <BotTable bots={running} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function BotTable({ bots }: { readonly bots: readonly Bot[] }) {
  const shown = bots
    .map((bot) => ({ bot, profit: profitOf(bot) }))
    .sort((one, other) => compareDecimals(other.profit, one.profit))
    .slice(0, SHOWN_MAX);
  return (
    <DataTable rows={shown} keyOf={({ bot }) => bot.bot_id}>
      {(column) => [
        column(HOME.bot, '', ({ bot }) => (
          <>
            <Link className="row-link" to="/bots/$botId" params={{ botId: bot.bot_id }}>
              {bot.name}
            </Link>
            <div className="faint">{bot.market_tag}</div>
          </>
        )),
        column(HOME.profit, 'right', ({ bot, profit }) => (
          <Gain value={profit} unit={bot.profit_currency} />
        )),
        column(HOME.heartbeat, 'right', ({ bot }) => <Heartbeat bot={bot} />),
      ]}
    </DataTable>
  );
}

/** An update may come so much later than it is due. */
const LATE_MS = 90_000;

function Heartbeat({ bot }: { readonly bot: Bot }) {
  const nowMs = useNowMs(1_000);
  const dueMs = bot.next_update_at === null ? null : Date.parse(bot.next_update_at);
  const isLate = dueMs !== null && nowMs - dueMs > LATE_MS;
  const state = bot.is_paused ? 'paused' : isLate ? 'late' : 'alive';
  return (
    <span className="heartbeat" data-state={state}>
      {bot.is_paused ? HOME.paused : isLate ? HOME.late : ''}
      {bot.is_paused ? null : <Time at={bot.last_update_at} ago />}
    </span>
  );
}
