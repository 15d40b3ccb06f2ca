// Starts a bot, or stops it after saying what that does to its orders.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import type { Bot } from '@tidemill/client';
import { Button } from './button.tsx';
import { Confirm } from './confirm.tsx';
import { explain } from './states.tsx';
import { Choice } from './widgets.tsx';

/** What becomes of its orders and of what it holds. */
type Rest = 'cancel' | 'close' | 'leave';

const RESTS = [
  ['cancel', 'Cancel its open orders'],
  ['close', 'Cancel them, and close what it holds'],
  ['leave', 'Leave everything as it is'],
] as const;

const QUERIES = {
  cancel: { cancel_orders: true },
  close: { close_position: true },
  leave: {},
} as const;

const MEANINGS = {
  cancel:
    'The bot stops trading. Open positions stay open and are no longer watched. Starting it again begins a new run.',
  close:
    'The bot stops trading and its positions are closed at market. Starting it again begins a new run.',
  leave:
    'The bot stops trading, but its orders may still fill. A strategy bot resumes with them when it is started again.',
} as const;

type Props = { readonly bot: Bot; readonly isSmall?: boolean };

export function BotSwitch({ bot, isSmall = false }: Props) {
  const client = useQueryClient();
  const [isSure, setIsSure] = useState<boolean | null>(null);
  const [rest, setRest] = useState<Rest>('cancel');
  const act = useMutation({
    mutationFn: (verb: 'start' | 'stop') =>
      verb === 'start'
        ? api.startBot({ bot_id: bot.bot_id })
        : api.stopBot({ bot_id: bot.bot_id, ...QUERIES[rest] }),
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
          <Choice
            label="Its orders and positions"
            value={rest}
            choices={RESTS}
            onChange={setRest}
          />
          <p>{MEANINGS[rest]}</p>
        </Confirm>
      ) : null}
    </>
  );
}
