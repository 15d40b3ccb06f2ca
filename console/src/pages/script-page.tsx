// A script: its text with its mistakes as one writes, its earlier versions, and beside it what it
// would have done.

import type {
  ScriptCompile,
  ScriptCompileError,
  ScriptDetail,
  ScriptInput,
} from '@tidemill/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { api } from '../api/api.ts';
import { scriptQuery, scriptsQuery } from '../api/queries.ts';
import { sessionQuery } from '../api/session-query.ts';
import { checkQuery, scriptInputsQuery } from '../api/script-queries.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmByName } from '../parts/confirm-by-name.tsx';
import { explain, Loaded, Loading } from '../parts/states.tsx';
import { Segments } from '../parts/widgets.tsx';
import { BacktestPanel } from './backtest-panel.tsx';
import { LeaveWarning } from './leave-warning.tsx';
import { RenameScriptDialog } from './rename-script-dialog.tsx';
import { ScriptVersions } from './script-versions.tsx';

const ScriptEditor = lazy(async () => {
  const { ScriptEditor: editor } = await import('../editor/script-editor.tsx');
  return { default: editor };
});

export function ScriptPage() {
  const { scriptId } = useParams({ from: '/inside/scripts/$scriptId' });
  const script = useQuery(scriptQuery(scriptId));
  return (
    <div className="page page-wide">
      <Loaded query={script} lines={8} isPage>
        {(of) => <Workbench key={of.script_id} script={of} />}
      </Loaded>
    </div>
  );
}

/** So long one may pause within a word. */
const PAUSE_MS = 450;

type CheckResult = {
  readonly compile: ScriptCompile;
  readonly warnings: readonly ScriptCompileError[];
  readonly inputs: readonly ScriptInput[];
  /** What could not be asked, if anything. */
  readonly failed: Pick<UseQueryResult, 'error' | 'refetch'> | null;
};

function Workbench({ script }: { readonly script: ScriptDetail }) {
  const { data: session } = useQuery(sessionQuery);
  const isReadOnly = session?.role === 'read_only';
  const [source, setSource] = useState(script.source);
  const { view = 'text' } = useSearch({ from: '/inside/scripts/$scriptId' });
  const navigate = useNavigate({ from: '/scripts/$scriptId' });
  const setView = (next: View): void => {
    void navigate({ search: next === 'text' ? {} : { view: next }, replace: true });
  };
  const [isRenaming, setIsRenaming] = useState(false);
  const [runCount, setRunCount] = useState(0);
  const save = useSave(script);
  const checked = useChecked(script, source, isReadOnly);
  const isChanged = source !== script.source;
  const { errors } = checked.compile;
  return (
    <>
      <WorkbenchHead
        script={script}
        isReadOnly={isReadOnly}
        isChanged={isChanged}
        isSaving={save.isPending}
        onRename={() => setIsRenaming(true)}
        onSave={() => save.mutate(source)}
      />
      <LeaveWarning name={script.name} isChanged={isChanged} />
      {isRenaming ? (
        <RenameScriptDialog script={script} onClose={() => setIsRenaming(false)} />
      ) : null}
      {save.isError ? (
        <p className="notice notice-wrong" role="alert">
          {explain(save.error)}
        </p>
      ) : null}
      <div className="workbench">
        <section className="panel">
          <ViewHead view={view} onView={setView} checked={checked} isChanged={isChanged} />
          {view === 'text' ? (
            <TextView
              source={source}
              checked={checked}
              isReadOnly={isReadOnly}
              onChange={setSource}
              onSave={() => save.mutate(source)}
              onRun={() => setRunCount((count) => count + 1)}
            />
          ) : (
            <ScriptVersions
              scriptId={script.script_id}
              source={source}
              onTake={(text) => {
                setSource(text);
                setView('text');
              }}
            />
          )}
        </section>
        <BacktestPanel
          scriptId={script.script_id}
          inputs={checked.inputs}
          isUsable={errors.length === 0}
          saveFirst={
            isChanged ? async () => (await save.mutateAsync(source)).compile.is_valid : null
          }
          runCount={runCount}
        />
      </div>
    </>
  );
}

type HeadProps = {
  readonly script: ScriptDetail;
  readonly isReadOnly: boolean;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly onRename: () => void;
  readonly onSave: () => void;
};

function WorkbenchHead({ script, isReadOnly, isChanged, isSaving, onRename, onSave }: HeadProps) {
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

type View = 'text' | 'versions';

type ViewProps = {
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly checked: CheckResult;
  readonly isChanged: boolean;
};

function ViewHead({ view, onView, checked, isChanged }: ViewProps) {
  return (
    <header className="panel-head">
      <Segments
        label="View"
        value={view}
        choices={[
          ['text', 'Text'],
          ['versions', 'Versions'],
        ]}
        onChange={onView}
      />
      <CheckState checked={checked} isChanged={isChanged} />
    </header>
  );
}

type TextProps = {
  readonly source: string;
  readonly checked: CheckResult;
  readonly isReadOnly: boolean;
  readonly onChange: (source: string) => void;
  readonly onSave: () => void;
  readonly onRun: () => void;
};

/** The editor, and what the compiler objects to. */
function TextView({ source, checked, isReadOnly, onChange, onSave, onRun }: TextProps) {
  const [goTo, setGoTo] = useState<{ line: number; column: number; count: number } | null>(null);
  return (
    <>
      <Suspense fallback={<Loading lines={12} />}>
        <ScriptEditor
          source={source}
          errors={checked.compile.errors}
          warnings={checked.warnings}
          isReadOnly={isReadOnly}
          onChange={onChange}
          onSave={onSave}
          onRun={onRun}
          goTo={goTo}
        />
      </Suspense>
      <Faults
        checked={checked}
        onGo={(line, column) =>
          setGoTo((former) => ({ line, column, count: (former?.count ?? 0) + 1 }))
        }
      />
    </>
  );
}

/** What the compiler finds in the text as it stands, once one pauses. */
function useChecked(script: ScriptDetail, source: string, isReadOnly: boolean): CheckResult {
  const paused = usePaused(source);
  const isSaved = paused === script.source;
  const inputs = useQuery(scriptInputsQuery(script.script_id));
  const check = useQuery({
    ...checkQuery(script.script_id, paused),
    enabled: !isSaved && !isReadOnly,
    placeholderData: (former) => former,
  });
  const shown = isSaved || isReadOnly ? inputs : check;
  const failed = shown.isError ? shown : null;
  if (isSaved || check.data === undefined) {
    const known = inputs.data?.data ?? [];
    return { compile: script.compile, warnings: NO_WARNINGS, inputs: known, failed };
  }
  return { ...check.data, failed };
}

const NO_WARNINGS: readonly ScriptCompileError[] = [];

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** The text is what was sent: more may be written before it is saved. */
function useSave(script: ScriptDetail) {
  const client = useQueryClient();
  const { queryKey } = scriptQuery(script.script_id);
  return useMutation({
    mutationFn: (source: string) =>
      api.replaceScriptSource({ script_id: script.script_id, body: { source } }),
    async onSuccess({ compile }, source) {
      client.setQueryData(queryKey, { ...script, source, compile, is_valid: compile.is_valid });
      // At once: who makes a bot next is not to be offered a script with mistakes.
      client.setQueryData(scriptsQuery.queryKey, (all) =>
        all?.map((of) =>
          of.script_id === script.script_id ? { ...of, is_valid: compile.is_valid } : of,
        ),
      );
      const id = script.script_id;
      await Promise.all([
        client.invalidateQueries({ queryKey: ['scripts'], exact: true }),
        client.invalidateQueries({ queryKey: ['scripts', id, 'inputs'] }),
        client.invalidateQueries({ queryKey: ['scripts', id, 'versions'], exact: true }),
      ]);
    },
  });
}

type CheckProps = { readonly checked: CheckResult; readonly isChanged: boolean };

function CheckState({ checked, isChanged }: CheckProps) {
  const { failed } = checked;
  const { length } = checked.compile.errors;
  const count = length === 1 ? 'One mistake' : `${length} mistakes`;
  return (
    <span className="check-state">
      {isChanged ? <span className="tag tag-warn">Not saved</span> : null}
      {failed !== null ? (
        <>
          <span className="wrong" role="alert">
            {isChanged ? 'Not checked' : 'Inputs unknown'}. {explain(failed.error)}
          </span>
          <Button isSmall onPress={() => void failed.refetch()}>
            Try again
          </Button>
        </>
      ) : length === 0 ? (
        <span className="tag tag-rise">No mistakes</span>
      ) : (
        <span className="tag tag-fall">{count}</span>
      )}
    </span>
  );
}

type FaultsProps = {
  readonly checked: CheckResult;
  readonly onGo: (line: number, column: number) => void;
};

function Faults({ checked, onGo }: FaultsProps) {
  const { errors } = checked.compile;
  const all = [
    ...errors.map((fault) => ({ fault, look: 'fall' })),
    ...checked.warnings.map((fault) => ({ fault, look: 'warn-text' })),
  ];
  if (all.length === 0) return null;
  return (
    <ul className="faults" aria-label="Mistakes">
      {all.slice(0, 50).map(({ fault, look }, index) => (
        <li key={index}>
          <button
            type="button"
            className={`fault ${look}`}
            onClick={() => onGo(fault.line ?? 1, fault.column ?? 1)}
          >
            <span className="mono faint">
              {fault.line === null ? '–' : `${fault.line}:${fault.column ?? 1}`}
            </span>
            <span>{fault.message}</span>
          </button>
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
      await navigate({ to: '/scripts', ignoreBlocker: true });
      client.removeQueries({ queryKey: ['scripts', script.script_id] });
      await client.invalidateQueries({ queryKey: ['scripts'], exact: true });
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
