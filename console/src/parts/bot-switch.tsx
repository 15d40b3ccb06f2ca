// Starts a bot, or stops it after saying what that does to its orders.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import type { Bot } from '@tidemill/client';
import { Button } from './button.tsx';
import { Confirm } from './confirm.tsx';
import { explain } from './states.tsx';

type Props = { readonly bot: Bot; readonly isSmall?: boolean };

export function BotSwitch({ bot, isSmall = false }: Props) {
  const client = useQueryClient();
  const [isSure, setIsSure] = useState<boolean | null>(null);
  const act = useMutation({
    mutationFn: (verb: 'start' | 'stop') =>
      verb === 'start'
        ? api.startBot({ bot_id: bot.bot_id })
        : api.stopBot({ bot_id: bot.bot_id, cancel_orders: true }),
    onSettled: () => client.invalidateQueries({ queryKey: ['bots'] }),
  });
  return (
    <>
      {bot.is_activated ? (
        <Button isSmall={isSmall} isDisabled={act.isPending} onPress={() => setIsSure(false)}>
          Stop
        </Button>
      ) : (
        <Button
          isSmall={isSmall}
          {...(isSmall ? {} : { look: 'main' as const })}
          isDisabled={act.isPending}
          onPress={() => act.mutate('start')}
        >
          Start
        </Button>
      )}
      {act.isError ? (
        <span className="wrong" role="alert">
          {explain(act.error)}
        </span>
      ) : null}
      {isSure === false ? (
        <Confirm
          title={`Stop ${bot.name}?`}
          act="Stop the bot"
          onConfirm={() => act.mutate('stop')}
          onClose={() => setIsSure(null)}
        >
          It trades no more, and its open orders are cancelled. A position stays open: nobody
          watches it then. You can start the bot again.
        </Confirm>
      ) : null}
    </>
  );
}
