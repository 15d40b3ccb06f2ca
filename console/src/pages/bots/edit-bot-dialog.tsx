// Changes name, candles, size and inputs of a bot of a script. While it runs, only its name: the
// form says so, and shows the rest again once it is stopped.

import type { Bot, EditBot } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { accountQuery } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { DialogFrame } from '../../parts/confirm.tsx';
import { Refusals } from '../../parts/refusals.tsx';
import type { StopHolder } from '../../parts/stops-choice.tsx';
import { StopsChoice } from '../../parts/stops-choice.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { BOTS } from '../../words/bots.ts';
import type { BotRun } from './bot-pattern.ts';
import { BotRunFields } from './bot-run-fields.tsx';
import { editOf, runOf } from './edited-run.ts';

type Props = { readonly bot: Bot; readonly onClose: () => void };

export function EditBotDialog({ bot, onClose }: Props) {
  const [name, setName] = useState(bot.name);
  const [before] = useState<BotRun>(() => runOf(bot));
  const [run, setRun] = useState<BotRun>(before);
  const account = useQuery(accountQuery(bot.account_id)).data;
  const isOfScript = bot.strategy === null;
  const hasRun = isOfScript && !bot.is_activated;
  const changes = editOf({ name: bot.name, run: before }, { name, run: hasRun ? run : before });
  const edit = useEdit(bot.bot_id, onClose);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    edit.mutate(changes);
  };
  const stops: StopHolder = run.settings.stops === 'exchange' ? 'exchange' : 'service';
  return (
    <DialogFrame title={BOTS.edit(bot.name)} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Refusals error={edit.error}>
          {isOfScript ? (
            <p className="soft">{hasRun ? BOTS.theChangesHoldFrom : BOTS.itRunsStopIt}</p>
          ) : null}
          <TextInput label={BOTS.name} field="name" value={name} onChange={setName} isFirst />
          {hasRun ? (
            <>
              <BotRunFields
                scriptId={bot.script_id}
                account={account}
                run={run}
                onChange={setRun}
              />
              <StopsChoice
                account={account}
                value={stops}
                onChange={(next) => setRun({ ...run, settings: { ...run.settings, stops: next } })}
              />
            </>
          ) : null}
          <div className="dialog-foot">
            <Button onPress={onClose}>{BOTS.cancel}</Button>
            <Button
              look="main"
              type="submit"
              isDisabled={edit.isPending || name.trim() === '' || Object.keys(changes).length === 0}
            >
              {BOTS.saveTheChanges}
            </Button>
          </div>
        </Refusals>
      </form>
    </DialogFrame>
  );
}

function useEdit(botId: string, onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EditBot) => api.editBot({ bot_id: botId, body }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ['bots'] });
      onClose();
    },
  });
}
