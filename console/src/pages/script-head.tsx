// The head of a script's page: its name, and what is done with it.

import type { ScriptDetail } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { useGo } from '../app/use-go.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmByName } from '../parts/confirm-by-name.tsx';
import { explain } from '../parts/states.tsx';
import { refreshCommands } from '../visual/visual-palette.ts';
import { SCRIPTS } from '../words/scripts.ts';

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
  // A lab and a bot begin with what the run beside the script had.
  const { like } = useSearch({ from: '/inside/scripts/$scriptId' });
  const asRun = like === undefined ? {} : { backtest: like };
  return (
    <header className="page-head">
      <div>
        <p className="crumb">
          <Link to="/scripts">{SCRIPTS.scripts}</Link>
        </p>
        <h1>{script.name}</h1>
        {script.description === null ? null : <p>{script.description}</p>}
      </div>
      <div className="actions">
        <Link className="button" to="/labs" search={{ script: script.script_id, ...asRun }}>
          {SCRIPTS.searchItsInputs}
        </Link>
        <Link
          className="button"
          to="/bots"
          search={{ new: true, script: script.script_id, ...asRun }}
        >
          {SCRIPTS.makeABot}
        </Link>
        {isReadOnly ? null : (
          <Button look="plain" onPress={onRename}>
            {SCRIPTS.rename}
          </Button>
        )}
        <DeleteButton script={script} />
        <Button look="main" isDisabled={!isChanged || isSaving || isReadOnly} onPress={onSave}>
          {isSaving ? SCRIPTS.saving : isChanged ? SCRIPTS.save : SCRIPTS.saved}
        </Button>
      </div>
    </header>
  );
}

function DeleteButton({ script }: { readonly script: ScriptDetail }) {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const go = useGo();
  const remove = useMutation({
    mutationFn: () => api.deleteScript({ script_id: script.script_id }),
    async onSuccess() {
      await go({ to: '/scripts', ignoreBlocker: true });
      client.removeQueries({ queryKey: ['scripts', script.script_id] });
      await client.invalidateQueries({ queryKey: ['scripts'], exact: true });
      await refreshCommands(client, script.source);
    },
  });
  return (
    <>
      <Button look="plain" isDisabled={remove.isPending} onPress={() => setIsAsking(true)}>
        {SCRIPTS.delete}
      </Button>
      {remove.isError ? (
        <span className="wrong" role="alert">
          {explain(remove.error)}
        </span>
      ) : null}
      {isAsking ? (
        <ConfirmByName
          title={SCRIPTS.deleteTheScript}
          name={script.name}
          act={SCRIPTS.deleteTheScriptTitle}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsking(false)}
        >
          {SCRIPTS.itsTextIsGone}
        </ConfirmByName>
      ) : null}
    </>
  );
}
