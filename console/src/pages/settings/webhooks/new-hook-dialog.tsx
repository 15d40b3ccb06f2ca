// Adds a hook: for which bot, as which signal, and what messages are like.

import type { HookWithPath } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { hooksQuery } from '../../../api/hook-queries.ts';
import { botsQuery } from '../../../api/queries.ts';
import { Button } from '../../../parts/button.tsx';
import { DialogFrame } from '../../../parts/confirm.tsx';
import { Refusals } from '../../../parts/refusals.tsx';
import { TextInput } from '../../../parts/text-input.tsx';
import { Choice } from '../../../parts/widgets.tsx';

type Props = { readonly onClose: () => void; readonly onMade: (hook: HookWithPath) => void };

export function NewHookDialog({ onClose, onMade }: Props) {
  return (
    <DialogFrame title="Add a hook" onClose={onClose}>
      <HookForm onClose={onClose} onMade={onMade} />
    </DialogFrame>
  );
}

const TEMPLATE_HINT =
  'Such as “{{action}} {{ticker}}”. Empty: the first word that is an action counts; ' +
  'JSON needs none.';

function HookForm({ onClose, onMade }: Props) {
  const client = useQueryClient();
  const { data: bots = [] } = useQuery(botsQuery);
  const [chosenId, setChosenId] = useState('');
  const [signal, setSignal] = useState('');
  const [template, setTemplate] = useState('');
  const [isTradingView, setIsTradingView] = useState(true);
  const botId = chosenId === '' ? (bots[0]?.bot_id ?? '') : chosenId;
  const create = useMutation({
    mutationFn: () =>
      api.createHook({
        body: {
          bot_id: botId,
          signal: signal.trim(),
          from_tradingview: isTradingView,
          ...(template.trim() === '' ? {} : { template: template.trim() }),
        },
      }),
    onSuccess: (hook) => {
      void client.invalidateQueries({ queryKey: hooksQuery.queryKey });
      onMade(hook);
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  if (bots.length === 0)
    return (
      <>
        <p className="soft">There is no bot yet that could get signals. Make one first.</p>
        <div className="dialog-foot">
          <Button onPress={onClose}>Close</Button>
        </div>
      </>
    );
  return (
    <form className="stack" onSubmit={submit}>
      <Refusals error={create.error}>
        <Choice
          label="Bot"
          value={botId}
          choices={bots.map((bot) => [bot.bot_id, bot.name] as const)}
          onChange={setChosenId}
        />
        <TextInput
          label="Signal"
          field="signal"
          value={signal}
          onChange={setSignal}
          hint="What its script passes to GetRemoteSignal, such as “trend”."
          isFirst
        />
        <TextInput
          label="Form of texts"
          field="template"
          value={template}
          onChange={setTemplate}
          hint={TEMPLATE_HINT}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={isTradingView}
            onChange={(event) => setIsTradingView(event.target.checked)}
          />
          Only from the addresses of TradingView
        </label>
        <div className="dialog-foot">
          <Button onPress={onClose}>Cancel</Button>
          <Button look="main" type="submit" isDisabled={create.isPending || signal.trim() === ''}>
            {create.isPending ? 'Adding…' : 'Add the hook'}
          </Button>
        </div>
      </Refusals>
    </form>
  );
}
