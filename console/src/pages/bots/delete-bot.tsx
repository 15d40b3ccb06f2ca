// Deletes a bot that does not run, once its name was typed.

import type { Bot } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useGo } from '../../app/use-go.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmByName } from '../../parts/confirm-by-name.tsx';
import { explain } from '../../parts/states.tsx';
import { BOTS } from '../../words/bots.ts';

export function DeleteBot({ bot }: { readonly bot: Bot }) {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const go = useGo();
  const remove = useMutation({
    mutationFn: () => api.deleteBot({ bot_id: bot.bot_id }),
    async onSuccess() {
      await go({ to: '/bots' });
      client.removeQueries({ queryKey: ['bots', bot.bot_id] });
      await client.invalidateQueries({ queryKey: ['bots'], exact: true });
    },
  });
  if (bot.is_activated) return null;
  return (
    <>
      {remove.isError ? (
        <span className="wrong" role="alert">
          {explain(remove.error)}
        </span>
      ) : null}
      <Button look="plain" isDisabled={remove.isPending} onPress={() => setIsAsking(true)}>
        {BOTS.delete}
      </Button>
      {isAsking ? (
        <ConfirmByName
          title={BOTS.deleteTheBot}
          name={bot.name}
          act={BOTS.deleteTheBotTitle}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsking(false)}
        >
          {BOTS.itAndItsLog}
        </ConfirmByName>
      ) : null}
    </>
  );
}
