// Adds a webhook: where events are sent, and which.

import type { WebhookWithSecret } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { webhooksQuery } from '../../../api/queries.ts';
import { Button } from '../../../parts/button.tsx';
import { DialogFrame } from '../../../parts/confirm.tsx';
import { Refusals } from '../../../parts/refusals.tsx';
import { TextInput } from '../../../parts/text-input.tsx';
import { TypesChoice } from '../notifications/types-choice.tsx';
import { WEBHOOKS } from '../../../words/webhooks.ts';

type Props = {
  readonly onClose: () => void;
  readonly onMade: (webhook: WebhookWithSecret) => void;
};

export function NewWebhookDialog({ onClose, onMade }: Props) {
  return (
    <DialogFrame title={WEBHOOKS.addAWebhook} look="wide" onClose={onClose}>
      <WebhookForm onClose={onClose} onMade={onMade} />
    </DialogFrame>
  );
}

function WebhookForm({ onClose, onMade }: Props) {
  const client = useQueryClient();
  const [url, setUrl] = useState('');
  /** Null: all. */
  const [types, setTypes] = useState<readonly string[] | null>(null);
  const create = useMutation({
    mutationFn: () => api.createWebhook({ body: { url: url.trim(), types: [...(types ?? [])] } }),
    onSuccess: (webhook) => {
      void client.invalidateQueries({ queryKey: webhooksQuery.queryKey });
      onMade(webhook);
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  const isComplete = url.trim() !== '' && types?.length !== 0;
  return (
    <form className="stack" onSubmit={submit}>
      <Refusals error={create.error}>
        <TextInput
          label={WEBHOOKS.address}
          field="url"
          value={url}
          onChange={setUrl}
          hint={WEBHOOKS.ofAProgramOf}
          isFirst
        />
        <label className="check">
          <input
            type="checkbox"
            checked={types === null}
            onChange={(event) => setTypes(event.target.checked ? null : [])}
          />
          <span>
            {WEBHOOKS.allEvents}
            <span className="hint check-note">{WEBHOOKS.alsoOfTypesThat}</span>
          </span>
        </label>
        {types === null ? null : <TypesChoice types={types} onChange={setTypes} />}
        <div className="dialog-foot">
          <Button onPress={onClose}>{WEBHOOKS.cancel}</Button>
          <Button look="main" type="submit" isDisabled={create.isPending || !isComplete}>
            {create.isPending ? WEBHOOKS.adding : WEBHOOKS.addTheWebhook}
          </Button>
        </div>
      </Refusals>
    </form>
  );
}
