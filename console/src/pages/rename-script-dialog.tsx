// Another name for a script, and what it is said to do.

import type { ScriptDetail } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { scriptQuery, scriptsQuery } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { DialogFrame } from '../parts/confirm.tsx';
import { Refusals } from '../parts/refusals.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { SCRIPTS } from '../words/scripts.ts';

type Props = { readonly script: ScriptDetail; readonly onClose: () => void };

export function RenameScriptDialog({ script, onClose }: Props) {
  const [name, setName] = useState(script.name);
  const [description, setDescription] = useState(script.description ?? '');
  const client = useQueryClient();
  const rename = useMutation({
    mutationFn: () =>
      api.renameScript({
        script_id: script.script_id,
        body: { name: name.trim(), description: description.trim() || null },
      }),
    async onSuccess(renamed) {
      // The text that is being written stays as it is.
      client.setQueryData(scriptQuery(script.script_id).queryKey, (known) =>
        known === undefined
          ? renamed
          : { ...known, name: renamed.name, description: renamed.description },
      );
      await client.invalidateQueries({ queryKey: scriptsQuery.queryKey, exact: true });
      onClose();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <DialogFrame title={SCRIPTS.renameTheScript} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Refusals error={rename.error}>
          <TextInput label={SCRIPTS.name} field="name" value={name} onChange={setName} isFirst />
          <TextInput
            label={SCRIPTS.whatItDoes}
            field="description"
            value={description}
            onChange={setDescription}
            hint={SCRIPTS.mayBeEmpty}
          />
          <div className="dialog-foot">
            <Button onPress={onClose}>{SCRIPTS.cancel}</Button>
            <Button look="main" type="submit" isDisabled={rename.isPending || name.trim() === ''}>
              {rename.isPending ? SCRIPTS.renaming : SCRIPTS.rename}
            </Button>
          </div>
        </Refusals>
      </form>
    </DialogFrame>
  );
}
