// A new script: its name, and a text to begin with.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { Button } from '../parts/button.tsx';
import { DialogFrame } from '../parts/confirm.tsx';
import { Refusals } from '../parts/refusals.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { FIRST_SOURCE } from './first-source.ts';

export function NewScriptDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const client = useQueryClient();
  const navigate = useNavigate();
  const make = useMutation({
    mutationFn: () => api.createScript({ body: { name: name.trim(), source: FIRST_SOURCE } }),
    async onSuccess({ script_id: scriptId }) {
      await client.invalidateQueries({ queryKey: ['scripts'] });
      await navigate({ to: '/scripts/$scriptId', params: { scriptId } });
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <DialogFrame title="New script" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Refusals error={make.error}>
          <TextInput
            label="Name"
            field="name"
            value={name}
            onChange={setName}
            hint="Bots, backtests and labs show it. The text begins with an example to change."
            isFirst
          />
          <div className="dialog-foot">
            <Button onPress={onClose}>Cancel</Button>
            <Button look="main" type="submit" isDisabled={make.isPending || name.trim() === ''}>
              {make.isPending ? 'Creating…' : 'Create the script'}
            </Button>
          </div>
        </Refusals>
      </form>
    </DialogFrame>
  );
}
