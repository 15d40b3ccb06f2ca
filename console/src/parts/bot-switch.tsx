// Starts a bot, or stops it after saying what that does to its orders.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import type { Bot } from '@tidemill/client';
import { Button } from './button.tsx';
import { Confirm } from './confirm.tsx';
import { explain } from './states.tsx';
import { Choice } from './widgets.tsx';
import { CONTROLS } from '../words/controls.ts';

/** What becomes of its orders and of what it holds. */
type Rest = 'cancel' | 'close' | 'leave';

const RESTS = [
  ['cancel', CONTROLS.cancelItsOpenOrders],
  ['close', CONTROLS.cancelThemAndClose],
  ['leave', CONTROLS.leaveEverythingAsIt],
] as const;

const QUERIES = {
  cancel: { cancel_orders: true },
  close: { close_position: true },
  leave: {},
} as const;

const MEANINGS = {
  cancel: CONTROLS.theBotStopsTrading,
  close: CONTROLS.theBotStopsTradingAnd,
  leave: CONTROLS.theBotStopsTradingBut,
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
          {CONTROLS.stop}
        </Button>
      ) : (
        <Button
          isSmall={isSmall}
          {...(isSmall ? {} : { look: 'main' as const })}
          isDisabled={act.isPending}
          onPress={() => act.mutate('start')}
        >
          {CONTROLS.start}
        </Button>
      )}
      {act.isError ? (
        <span className="wrong" role="alert">
          {explain(act.error)}
        </span>
      ) : null}
      {isSure === false ? (
        <Confirm
          title={CONTROLS.stopTitle(bot.name)}
          act={CONTROLS.stopTheBot}
          onConfirm={() => act.mutate('stop')}
          onClose={() => setIsSure(null)}
        >
          <Choice
            label={CONTROLS.itsOrdersAndPositions}
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
