// Bots of one end user, or of all: what they earned, and whether they run.

import type { PartnerBot } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BASE_PATH } from '../../api/base-path.ts';
import { api } from '../../api/api.ts';
import { endUsersQuery, partnerBotsQuery } from '../../api/partner-queries.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Wrong } from '../../parts/notice.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Gain, Panel } from '../../parts/widgets.tsx';
import { percentOfShare, strategyWords } from './bot-words.ts';
import { useShownPart } from './shown-part.tsx';
import { PARTNER } from '../../words/partner.ts';

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
      title={userId === null ? PARTNER.botsOfAllEnd : PARTNER.bots}
      side={userId === null ? null : <NewBot userId={userId} />}
    >
      <Wrong error={turn.error} />
      <Loaded query={bots} lines={5}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={PARTNER.noBotsYet}>
              {PARTNER.aStrategyItsSettings} <a href={`${BASE_PATH}/docs`}>{PARTNER.api}</a>
              {PARTNER.andYouOnThe}
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
      {PARTNER.newBotTitle}
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
    label: PARTNER.findABot,
    wordsOf: (bot) =>
      `${bot.name} ${strategyWords(bot.type)} ${bot.status} ${names.get(bot.user_id) ?? ''}`,
  });
  return (
    <>
      {filter}
      <DataTable rows={shown} keyOf={(bot) => bot.bot_id}>
        {(column) => [
          column(PARTNER.bot, '', (bot) => <BotName bot={bot} />),
          isOfAll &&
            column(PARTNER.endUser, 'wide-only', (bot) => (
              <Link className="soft" to="/partner/users/$userId" params={{ userId: bot.user_id }}>
                {names.get(bot.user_id) ?? '…'}
              </Link>
            )),
          column(PARTNER.state, 'wide-only', (bot) => <PartnerBotState bot={bot} />),
          column(PARTNER.profit, 'right', (bot) => (
            <Gain value={bot.profit} unit={bot.profit_currency} />
          )),
          column(PARTNER.return, 'right wide-only', (bot) => (
            <Gain value={percentOfShare(bot.roi)} unit="%" />
          )),
          column(PARTNER.actions, 'acts', (bot) => (
            <Button isSmall isDisabled={pending !== null} onPress={() => onTurn(bot)}>
              {turnWord(bot, pending)}
              <span className="unseen"> {bot.name}</span>
            </Button>
          )),
        ]}
      </DataTable>
      {more}
    </>
  );
}

function BotName({ bot }: { readonly bot: PartnerBot }) {
  return (
    <>
      <Link
        className="row-link"
        to="/partner/users/$userId/bots/$botId"
        params={{ userId: bot.user_id, botId: bot.bot_id }}
      >
        {bot.name}
      </Link>
      <div className="faint">
        {strategyWords(bot.type)}
        {bot.is_following ? PARTNER.followsAnother : ''}
      </div>
      <div className="narrow-only">
        <PartnerBotState bot={bot} />
      </div>
    </>
  );
}

function turnWord({ bot_id: botId, status }: PartnerBot, pending: string | null): string {
  if (status === 'running') return pending === botId ? PARTNER.stopping : PARTNER.stop;
  return pending === botId ? PARTNER.starting : PARTNER.start;
}

/** State of a bot as a tag. */
export function PartnerBotState({ bot }: { readonly bot: Pick<PartnerBot, 'status'> }) {
  return bot.status === 'running' ? (
    <span className="tag tag-rise">{PARTNER.running}</span>
  ) : (
    <span className="tag">{PARTNER.stopped}</span>
  );
}
