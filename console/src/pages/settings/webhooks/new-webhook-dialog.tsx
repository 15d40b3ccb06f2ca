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

type Props = {
  readonly onClose: () => void;
  readonly onMade: (webhook: WebhookWithSecret) => void;
};

export function NewWebhookDialog({ onClose, onMade }: Props) {
  return (
    <DialogFrame title="Add a webhook" look="wide" onClose={onClose}>
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
          label="Address"
          field="url"
          value={url}
          onChange={setUrl}
          hint="Of a program of yours, such as https://example.com/tidemill."
          isFirst
        />
        <label className="check">
          <input
            type="checkbox"
            checked={types === null}
            onChange={(event) => setTypes(event.target.checked ? null : [])}
          />
          <span>
            All events
            <span className="hint check-note">
              Also of types that are added later; the receiver leaves out what it does not know.
            </span>
          </span>
        </label>
        {types === null ? null : <TypesChoice types={types} onChange={setTypes} />}
        <div className="dialog-foot">
          <Button onPress={onClose}>Cancel</Button>
          <Button look="main" type="submit" isDisabled={create.isPending || !isComplete}>
            {create.isPending ? 'Adding…' : 'Add the webhook'}
          </Button>
        </div>
      </Refusals>
    </form>
  );
}
