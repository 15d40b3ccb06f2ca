// A script: its text with its mistakes as one writes, its earlier versions, and beside it what it
// would have done.

import type {
  ScriptCompile,
  ScriptCompileError,
  ScriptDetail,
  ScriptInput,
} from '@tidemill/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { saysPine } from '#domain/script/says-pine.ts';
import { scriptQuery } from '../api/queries.ts';
import { sessionQuery } from '../api/session-query.ts';
import { checkQuery, scriptInputsQuery } from '../api/script-queries.ts';
import { useGo } from '../app/use-go.ts';
import { Button } from '../parts/button.tsx';
import { explain, Loaded, Loading } from '../parts/states.tsx';
import { Segments } from '../parts/widgets.tsx';
import { BacktestPanel } from './backtest-panel.tsx';
import { useSaveScript } from './save-script.ts';
import { PineNotes } from './pine-notes.tsx';
import { ScriptVersions } from './script-versions.tsx';
import { usePaused } from './use-paused.ts';
import { WorkbenchHead } from './workbench-head.tsx';
import { SCRIPTS } from '../words/scripts.ts';
import { servedText } from '../words/served.ts';

const ScriptEditor = lazy(async () => {
  const { ScriptEditor: editor } = await import('../editor/script-editor.tsx');
  return { default: editor };
});

const VisualWorkbench = lazy(async () => {
  const { VisualWorkbench: workbench } = await import('./visual-workbench.tsx');
  return { default: workbench };
});

export function ScriptPage() {
  const { scriptId } = useParams({ from: '/inside/scripts/$scriptId' });
  const script = useQuery(scriptQuery(scriptId));
  return (
    <div className="page page-wide">
      <Loaded query={script} lines={8} isPage>
        {(of) =>
          of.type === 'visual' ? (
            <Suspense fallback={<Loading lines={8} />}>
              <VisualWorkbench key={of.script_id} script={of} />
            </Suspense>
          ) : (
            <Workbench key={of.script_id} script={of} />
          )
        }
      </Loaded>
    </div>
  );
}

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
  const [view, setView] = useView();
  const [runCount, setRunCount] = useState(0);
  const save = useSaveScript(script);
  const checked = useChecked(script, source, isReadOnly);
  const isChanged = source !== script.source;
  const { errors } = checked.compile;
  const isPine = saysPine(source);
  return (
    <>
      <WorkbenchHead
        script={script}
        isReadOnly={isReadOnly}
        isChanged={isChanged}
        save={save}
        source={source}
      />
      <div className="workbench">
        <section className="panel">
          <ViewHead
            view={view}
            onView={setView}
            checked={checked}
            isChanged={isChanged}
            isPine={isPine}
          />
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
          isPine={isPine}
          saveFirst={
            isChanged ? async () => (await save.mutateAsync(source)).compile.is_valid : null
          }
          runCount={runCount}
        />
      </div>
    </>
  );
}

type View = 'text' | 'versions';

function useView(): readonly [View, (next: View) => void] {
  const { view: asked } = useSearch({ from: '/inside/scripts/$scriptId' });
  const view: View = asked === 'versions' ? 'versions' : 'text';
  const go = useGo({ from: '/scripts/$scriptId' });
  const setView = (next: View): void => {
    void go({
      search: ({ view: _former, ...rest }) => (next === 'text' ? rest : { ...rest, view: next }),
      replace: true,
    });
  };
  return [view, setView];
}

type ViewProps = {
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly checked: CheckResult;
  readonly isChanged: boolean;
  readonly isPine: boolean;
};

function ViewHead({ view, onView, checked, isChanged, isPine }: ViewProps) {
  return (
    <header className="panel-head">
      <Segments
        label={SCRIPTS.view}
        value={view}
        choices={[
          ['text', SCRIPTS.text],
          ['versions', SCRIPTS.versions],
        ]}
        onChange={onView}
      />
      <CheckState checked={checked} isChanged={isChanged} isPine={isPine} />
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
      {saysPine(source) ? <PineNotes /> : null}
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
    enabled: (!isSaved || saysPine(paused)) && !isReadOnly,
    placeholderData: (former) => former,
  });
  const shown = isSaved || isReadOnly ? inputs : check;
  const failed = shown.isError ? shown : null;
  if (isSaved || check.data === undefined) {
    const known = inputs.data?.data ?? [];
    // Pine's are of what does not mean here what it means elsewhere: they stay.
    const warnings = saysPine(paused) ? (check.data?.warnings ?? NO_WARNINGS) : NO_WARNINGS;
    return { compile: script.compile, warnings, inputs: known, failed };
  }
  return { ...check.data, failed };
}

const NO_WARNINGS: readonly ScriptCompileError[] = [];

type CheckProps = Pick<ViewProps, 'checked' | 'isChanged' | 'isPine'>;

function CheckState({ checked, isChanged, isPine }: CheckProps) {
  const { failed } = checked;
  const { length } = checked.compile.errors;
  const count = length === 1 ? SCRIPTS.oneMistake : SCRIPTS.mistakes(length);
  return (
    <span className="check-state">
      {isPine ? <span className="tag">{SCRIPTS.pine}</span> : null}
      {isChanged ? <span className="tag tag-warn">{SCRIPTS.notSaved}</span> : null}
      {failed !== null ? (
        <>
          <span className="wrong" role="alert">
            {isChanged ? SCRIPTS.notChecked : SCRIPTS.inputsUnknown}. {explain(failed.error)}
          </span>
          <Button isSmall onPress={() => void failed.refetch()}>
            {SCRIPTS.tryAgain}
          </Button>
        </>
      ) : length === 0 ? (
        <span className="tag tag-rise">{SCRIPTS.noMistakes}</span>
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
    <ul className="faults" aria-label={SCRIPTS.mistakesTitle}>
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
            <span>{servedText(fault.message)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
