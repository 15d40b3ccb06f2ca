// A script: its text with its mistakes, and beside it what it would have done.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { scriptQuery, scriptsQuery, sessionQuery } from '../api/queries.ts';
import { api } from '../api/api.ts';
import type { ScriptCompile, ScriptCompileError, ScriptDetail } from '@tidemill/client';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { explain, Loaded, Loading } from '../parts/states.tsx';
import { Panel } from '../parts/widgets.tsx';
import { BacktestPanel } from './backtest-panel.tsx';

const ScriptEditor = lazy(async () => {
  const { ScriptEditor: editor } = await import('../editor/script-editor.tsx');
  return { default: editor };
});

export function ScriptPage() {
  const { scriptId } = useParams({ from: '/inside/scripts/$scriptId' });
  const script = useQuery(scriptQuery(scriptId));
  return (
    <div className="page page-wide">
      <Loaded query={script} lines={8}>
        {(of) => <Workbench key={of.script_id} script={of} />}
      </Loaded>
    </div>
  );
}

function Workbench({ script }: { readonly script: ScriptDetail }) {
  const { data: session } = useQuery(sessionQuery);
  const [source, setSource] = useState(script.source);
  const save = useSave(script, source);
  const isChanged = source !== script.source;
  const { errors } = save.data?.compile ?? script.compile;
  return (
    <>
      <header className="page-head">
        <div>
          <p className="crumb">
            <Link to="/scripts">Scripts</Link> / {script.type}
          </p>
          <h1>{script.name}</h1>
        </div>
        <div className="actions">
          <DeleteButton script={script} />
          <Button
            look="main"
            isDisabled={!isChanged || save.isPending}
            onPress={() => save.mutate()}
          >
            {save.isPending ? 'Saving…' : isChanged ? 'Save and check' : 'Saved'}
          </Button>
        </div>
      </header>
      {save.isError ? (
        <p className="notice notice-wrong" role="alert">
          {explain(save.error)}
        </p>
      ) : null}
      <div className="workbench">
        <Panel title="Text" side={<CheckState errors={errors} isChanged={isChanged} />}>
          <Suspense fallback={<Loading lines={12} />}>
            <ScriptEditor
              source={script.source}
              errors={errors}
              isReadOnly={session?.role === 'read_only'}
              onChange={setSource}
              onSave={() => save.mutate()}
            />
          </Suspense>
          {errors.length === 0 ? null : <Faults errors={errors} />}
        </Panel>
        <BacktestPanel
          scriptId={script.script_id}
          isUsable={errors.length === 0}
          saveFirst={isChanged ? async () => isValid(await save.mutateAsync()) : null}
        />
      </div>
    </>
  );
}

const isValid = ({ compile }: { readonly compile: ScriptCompile }): boolean => compile.is_valid;

function useSave(script: ScriptDetail, source: string) {
  const client = useQueryClient();
  const { queryKey } = scriptQuery(script.script_id);
  return useMutation({
    mutationFn: () => api.replaceScriptSource({ script_id: script.script_id, body: { source } }),
    onSuccess({ compile }) {
      client.setQueryData(queryKey, { ...script, source, compile, is_valid: compile.is_valid });
      // At once: who makes a bot next is not to be offered a script with mistakes.
      client.setQueryData(scriptsQuery.queryKey, (all) =>
        all?.map((of) =>
          of.script_id === script.script_id ? { ...of, is_valid: compile.is_valid } : of,
        ),
      );
      void client.invalidateQueries({ queryKey: ['scripts'], exact: true });
    },
  });
}

type CheckProps = { readonly errors: readonly ScriptCompileError[]; readonly isChanged: boolean };

function CheckState({ errors, isChanged }: CheckProps) {
  if (isChanged) return <span className="tag tag-warn">Not saved · Ctrl S</span>;
  if (errors.length === 0) return <span className="tag tag-rise">No mistakes</span>;
  const count = errors.length === 1 ? 'One mistake' : `${errors.length} mistakes`;
  return <span className="tag tag-fall">{count}</span>;
}

function Faults({ errors }: { readonly errors: readonly ScriptCompileError[] }) {
  return (
    <ul className="faults" aria-label="Mistakes">
      {errors.map((error, index) => (
        <li key={index} className="fault">
          <span className="mono faint">
            {error.line === null ? '–' : `${error.line}:${error.column ?? 1}`}
          </span>
          <span>{error.message}</span>
        </li>
      ))}
    </ul>
  );
}

function DeleteButton({ script }: { readonly script: ScriptDetail }) {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => api.deleteScript({ script_id: script.script_id }),
    async onSuccess() {
      await navigate({ to: '/scripts' });
      client.removeQueries({ queryKey: ['scripts', script.script_id] });
      await client.invalidateQueries({ queryKey: ['scripts'], exact: true });
    },
  });
  return (
    <>
      {remove.isError ? (
        <span className="wrong" role="alert">
          {explain(remove.error)}
        </span>
      ) : null}
      <Button look="plain" isDisabled={remove.isPending} onPress={() => setIsAsking(true)}>
        Delete
      </Button>
      {isAsking ? (
        <Confirm
          title={`Delete ${script.name}?`}
          act="Delete the script"
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsking(false)}
        >
          Its text is gone for good. Bots that run it go on with the text that they were started
          with.
        </Confirm>
      ) : null}
    </>
  );
}
