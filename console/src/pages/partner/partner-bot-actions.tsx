// Starts, stops and deletes a bot of an end user; a stop says what it leaves behind.

import type { PartnerBot } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useGo } from '../../app/use-go.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { ConfirmByName } from '../../parts/confirm-by-name.tsx';
import { Wrong } from '../../parts/notice.tsx';
import { PARTNER } from '../../words/partner.ts';

type OfBot = { readonly bot: PartnerBot };
type Asking = 'stop' | 'delete' | null;

export function PartnerBotActions({ bot }: OfBot) {
  const { user_id, bot_id } = bot;
  const client = useQueryClient();
  const go = useGo();
  const [asking, setAsking] = useState<Asking>(null);
  const [cancels, setCancels] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: ['partner'] });
  const start = useMutation({
    mutationFn: () => api.partnerStartBot({ user_id, bot_id }),
    onSettled: refresh,
  });
  const stop = useMutation({
    mutationFn: () => api.partnerStopBot({ user_id, bot_id, cancel_orders: cancels }),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: () => api.partnerDeleteBot({ user_id, bot_id }),
    async onSuccess() {
      await go({ to: '/partner/users/$userId', params: { userId: user_id } });
      await refresh();
    },
  });
  const close = (): void => setAsking(null);
  const isBusy = start.isPending || stop.isPending || remove.isPending;
  return (
    <>
      <Wrong error={start.error ?? stop.error ?? remove.error} />
      {bot.status === 'running' ? (
        <Button isDisabled={isBusy} onPress={() => setAsking('stop')}>
          {stop.isPending ? PARTNER.stopping : PARTNER.stop}
        </Button>
      ) : (
        <>
          <Button look="plain" isDisabled={isBusy} onPress={() => setAsking('delete')}>
            {PARTNER.delete}
          </Button>
          <Button look="main" isDisabled={isBusy} onPress={() => start.mutate()}>
            {start.isPending ? PARTNER.starting : PARTNER.start}
          </Button>
        </>
      )}
      {asking === 'stop' ? (
        <ConfirmStop
          name={bot.name}
          cancels={cancels}
          onChange={setCancels}
          onConfirm={() => stop.mutate()}
          onClose={close}
        />
      ) : null}
      {asking === 'delete' ? (
        <ConfirmByName
          title={PARTNER.deleteTheBot}
          name={bot.name}
          act={PARTNER.deleteTheBotTitle}
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          {PARTNER.itsOrdersAndPositions}
        </ConfirmByName>
      ) : null}
    </>
  );
}

type StopProps = {
  readonly name: string;
  readonly cancels: boolean;
  readonly onChange: (cancels: boolean) => void;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

function ConfirmStop({ name, cancels, onChange, onConfirm, onClose }: StopProps) {
  return (
    <Confirm
      title={PARTNER.stopTitle(name)}
      act={PARTNER.stop}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{PARTNER.itPlacesNoMore}</p>
      <label className="check">
        <input
          type="checkbox"
          checked={cancels}
          onChange={(event) => onChange(event.target.checked)}
        />
        {PARTNER.cancelItsOpenOrders}
      </label>
    </Confirm>
  );
}
