// Bots of one end user, or of all: what they earned, and whether they run.

import type { PartnerBot } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BASE_PATH } from '../../api/base-path.ts';
import { api } from '../../api/api.ts';
import { endUsersQuery, partnerBotsQuery } from '../../api/partner-queries.ts';
import { Button } from '../../parts/button.tsx';
import { Wrong } from '../../parts/notice.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Gain, Panel } from '../../parts/widgets.tsx';
import { percentOfShare, strategyWords } from './bot-words.ts';
import { useShownPart } from './shown-part.tsx';

type Props = { readonly userId: string | null };

export function PartnerBotsPanel({ userId }: Props) {
  const bots = useQuery(partnerBotsQuery(userId));
  const client = useQueryClient();
  const turn = useMutation({
    mutationFn: ({ user_id, bot_id, status }: PartnerBot) =>
      status === 'running'
        ? api.partnerStopBot({ user_id, bot_id })
        : api.partnerStartBot({ user_id, bot_id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['partner'] }),
  });
  return (
    <Panel
      title={userId === null ? 'Bots of all end users' : 'Bots'}
      side={userId === null ? null : <NewBot userId={userId} />}
    >
      <Wrong error={turn.error} />
      <Loaded query={bots} lines={5}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="No bots yet">
              A strategy, its settings, and the end user whose money it trades. Your systems make
              them by the <a href={`${BASE_PATH}/docs`}>API</a>, and you on the page of an end user.
            </Empty>
          ) : (
            <BotTable
              bots={all}
              isOfAll={userId === null}
              pending={turn.isPending ? turn.variables.bot_id : null}
              onTurn={(bot) => turn.mutate(bot)}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

function NewBot({ userId }: { readonly userId: string }) {
  return (
    <Link className="button button-small" to="/partner/users/$userId/new-bot" params={{ userId }}>
      New bot
    </Link>
  );
}

type TableProps = {
  readonly bots: readonly PartnerBot[];
  readonly isOfAll: boolean;
  /** The bot that is being started or stopped. */
  readonly pending: string | null;
  readonly onTurn: (bot: PartnerBot) => void;
};

function BotTable({ bots, isOfAll, pending, onTurn }: TableProps) {
  const { data: users = [] } = useQuery({ ...endUsersQuery, enabled: isOfAll });
  const names = new Map(users.map((of) => [of.user_id, of.external_id]));
  const { shown, filter, more } = useShownPart(bots, {
    label: 'Find a bot',
    wordsOf: (bot) =>
      `${bot.name} ${strategyWords(bot.type)} ${bot.status} ${names.get(bot.user_id) ?? ''}`,
  });
  return (
    <>
      {filter}
      <div className="scroll">
        <table className="table">
          <thead>
            <tr>
              <th>Bot</th>
              {isOfAll ? <th className="wide-only">End user</th> : null}
              <th className="wide-only">State</th>
              <th className="right">Profit</th>
              <th className="right wide-only">Return</th>
              <th>
                <span className="unseen">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((bot) => (
              <BotRow
                key={bot.bot_id}
                bot={bot}
                userName={isOfAll ? (names.get(bot.user_id) ?? '…') : null}
                pending={pending}
                onTurn={onTurn}
              />
            ))}
          </tbody>
        </table>
      </div>
      {more}
    </>
  );
}

type RowProps = Pick<TableProps, 'pending' | 'onTurn'> & {
  readonly bot: PartnerBot;
  /** Null where all are of one end user. */
  readonly userName: string | null;
};

function BotRow({ bot, userName, pending, onTurn }: RowProps) {
  return (
    <tr>
      <td>
        <Link
          className="row-link"
          to="/partner/users/$userId/bots/$botId"
          params={{ userId: bot.user_id, botId: bot.bot_id }}
        >
          {bot.name}
        </Link>
        <div className="faint">
          {strategyWords(bot.type)}
          {bot.is_following ? ', follows another' : ''}
        </div>
        <div className="narrow-only">
          <PartnerBotState bot={bot} />
        </div>
      </td>
      {userName === null ? null : (
        <td className="wide-only">
          <Link className="soft" to="/partner/users/$userId" params={{ userId: bot.user_id }}>
            {userName}
          </Link>
        </td>
      )}
      <td className="wide-only">
        <PartnerBotState bot={bot} />
      </td>
      <td className="right">
        <Gain value={bot.profit} />
        <div className="faint">{bot.profit_currency}</div>
      </td>
      <td className="right wide-only">
        <Gain value={percentOfShare(bot.roi)} /> %
      </td>
      <td className="right">
        <Button isSmall isDisabled={pending !== null} onPress={() => onTurn(bot)}>
          {turnWord(bot, pending)}
          <span className="unseen"> {bot.name}</span>
        </Button>
      </td>
    </tr>
  );
}

function turnWord({ bot_id: botId, status }: PartnerBot, pending: string | null): string {
  if (status === 'running') return pending === botId ? 'Stopping…' : 'Stop';
  return pending === botId ? 'Starting…' : 'Start';
}

export function PartnerBotState({ bot }: { readonly bot: Pick<PartnerBot, 'status'> }) {
  return bot.status === 'running' ? (
    <span className="tag tag-rise">Running</span>
  ) : (
    <span className="tag">Stopped</span>
  );
}
