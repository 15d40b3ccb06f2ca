// The head of a script's page: its name, and what is done with it.

import type { ScriptDetail } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmByName } from '../parts/confirm-by-name.tsx';
import { explain } from '../parts/states.tsx';
import { refreshCommands } from '../visual/visual-palette.ts';

type HeadProps = {
  readonly script: ScriptDetail;
  readonly isReadOnly: boolean;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly onRename: () => void;
  readonly onSave: () => void;
};

export function ScriptHead({
  script,
  isReadOnly,
  isChanged,
  isSaving,
  onRename,
  onSave,
}: HeadProps) {
  return (
    <header className="page-head">
      <div>
        <p className="crumb">
          <Link to="/scripts">Scripts</Link>
        </p>
        <h1>{script.name}</h1>
        {script.description === null ? null : <p>{script.description}</p>}
      </div>
      <div className="actions">
        <Link className="button" to="/labs" search={{ script: script.script_id }}>
          Search its inputs
        </Link>
        <Link className="button" to="/bots" search={{ new: true, script: script.script_id }}>
          Make a bot
        </Link>
        {isReadOnly ? null : (
          <Button look="plain" onPress={onRename}>
            Rename
          </Button>
        )}
        <DeleteButton script={script} />
        <Button look="main" isDisabled={!isChanged || isSaving || isReadOnly} onPress={onSave}>
          {isSaving ? 'Saving…' : isChanged ? 'Save' : 'Saved'}
        </Button>
      </div>
    </header>
  );
}

function DeleteButton({ script }: { readonly script: ScriptDetail }) {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => api.deleteScript({ script_id: script.script_id }),
    async onSuccess() {
      await navigate({ to: '/scripts', ignoreBlocker: true });
      client.removeQueries({ queryKey: ['scripts', script.script_id] });
      await client.invalidateQueries({ queryKey: ['scripts'], exact: true });
      await refreshCommands(client, script.source);
    },
  });
  return (
    <>
      <Button look="plain" isDisabled={remove.isPending} onPress={() => setIsAsking(true)}>
        Delete
      </Button>
      {remove.isError ? (
        <span className="wrong" role="alert">
          {explain(remove.error)}
        </span>
      ) : null}
      {isAsking ? (
        <ConfirmByName
          title="Delete the script?"
          name={script.name}
          act="Delete the script"
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsking(false)}
        >
          Its text is gone for good, with all of its versions. Bots that run it must be stopped
          before.
        </ConfirmByName>
      ) : null}
    </>
  );
}
