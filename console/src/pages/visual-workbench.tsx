// A visual script: its rules, its graph, the Lua that it becomes, its versions, and beside it what
// it would have done. All of them show one model.

import '../styles/visual.css';
import type { BacktestSettings, ScriptDetail, ScriptInput } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect, useMemo, useState } from 'react';
import { visualText } from '#domain/visual/own-form.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import { unchangedSince } from '#domain/visual-graph/unchanged-blocks.ts';
import { backtestQuery } from '../api/queries.ts';
import { scriptInputsQuery } from '../api/script-queries.ts';
import { sessionQuery } from '../api/session-query.ts';
import { useGo } from '../app/use-go.ts';
import { Loaded } from '../parts/states.tsx';
import type { BlockProblem, Editing, ShownBlock } from '../visual/editing.ts';
import { EditingContext } from '../visual/editing.ts';
import { SizeField } from '../visual/size-field.tsx';
import { useHistory } from '../visual/use-history.ts';
import type { KnownBlocks } from '../visual/visual-palette.ts';
import { documentCheckQuery, visualPaletteQuery } from '../visual/visual-palette.ts';
import type { VisualView } from '../visual/visual-head.tsx';
import { VisualHead } from '../visual/visual-head.tsx';
import { VisualFaults } from '../visual/visual-faults.tsx';
import type { Watching } from '../visual/watching.ts';
import { WatchingContext } from '../visual/watching.ts';
import { BacktestPanel } from './backtest-panel.tsx';
import { useSaveScript } from './save-script.ts';
import { useBesideRun } from './use-beside-run.ts';
import { usePaused } from './use-paused.ts';
import { VisualViews } from './visual-views.tsx';
import { WatchedNotice } from './watched-notice.tsx';
import { WorkbenchHead } from './workbench-head.tsx';
import { VISUAL } from '../words/visual.ts';

type Props = { readonly script: ScriptDetail };

export function VisualWorkbench({ script }: Props) {
  const palette = useQuery(visualPaletteQuery);
  return (
    <Loaded query={palette} lines={8} isPage>
      {(known) => <Workbench script={script} known={known} />}
    </Loaded>
  );
}

function modelOf(source: string, { palette }: KnownBlocks): VisualModel {
  return readVisualText(source, palette).model ?? { blocks: [], layout: [] };
}

type BenchProps = Props & { readonly known: KnownBlocks };

function Workbench({ script, known }: BenchProps) {
  const { data: session } = useQuery(sessionQuery);
  const isReadOnly = session?.role === 'read_only';
  const history = useHistory(modelOf(script.source, known));
  const { model } = history;
  const source = useMemo(() => visualText(model), [model]);
  const isChanged = source !== script.source;
  const checked = useDocumentCheck(script, source, known, isReadOnly);
  const save = useSaveScript(script);
  const ticks = useTicks();
  const [settings, setSettings] = useRunSettings();
  const { view, setView, shown, onShow } = useView();
  const run = useBesideRun(model);
  useUndoKeys(history, view);
  const marks = { isReadOnly, isTicking: ticks.isTicking, problems: checked.problems, onShow };
  const editing = useEditingOf(history, known, marks);
  const isWide = view === 'graph' || (view === 'rules' && ticks.hasLua);
  const saveFirst = async () => (await save.mutateAsync(source)).compile.is_valid;
  return (
    <Shared editing={editing} watching={run.watching}>
      <WorkbenchHead
        script={script}
        isReadOnly={isReadOnly}
        isChanged={isChanged}
        save={save}
        source={source}
      />
      <div className={isWide ? 'workbench workbench-wide' : 'workbench'}>
        <section className="panel">
          <VisualHead
            view={view}
            onView={setView}
            history={history}
            checked={checked}
            isChanged={isChanged}
            {...ticks}
          />
          <WatchedNotice run={run} isUsable={checked.isValid} />
          <VisualViews
            view={view}
            script={script}
            source={source}
            isSaved={!isChanged}
            at={shown}
            size={<SizeField settings={settings} onChange={setSettings} />}
            hasLua={ticks.hasLua}
            onTake={(text) => {
              history.set(() => modelOf(text, known));
              setView('rules');
            }}
          />
          <VisualFaults isGraph={view === 'graph'} />
        </section>
        <BacktestPanel
          scriptId={script.script_id}
          inputs={checked.inputs}
          isUsable={checked.isValid}
          saveFirst={isChanged ? saveFirst : null}
          runCount={run.runCount}
          marked={VISUAL.inTheRules}
          settings={settings}
          onSettings={setSettings}
          watch={run.watch}
        />
      </div>
    </Shared>
  );
}

/** Settings of the runs beside it: those of the run in the address, until others are chosen. */
function useRunSettings() {
  const { like } = useSearch({ from: '/inside/scripts/$scriptId' });
  const [firstLike] = useState(like);
  const before = useQuery({ ...backtestQuery(firstLike ?? ''), enabled: firstLike !== undefined });
  const [chosen, setChosen] = useState<BacktestSettings | null>(null);
  return [chosen ?? before.data?.request.settings ?? NO_SETTINGS, setChosen] as const;
}

const NO_SETTINGS: BacktestSettings = {};

/** What is ticked above the views. */
function useTicks() {
  const [isTicking, onTicking] = useState(false);
  const [hasLua, onLua] = useState(false);
  return { isTicking, onTicking, hasLua, onLua };
}

type SharedProps = {
  readonly editing: Editing;
  readonly watching: Watching;
  readonly children: ReactNode;
};

function Shared({ editing, watching, children }: SharedProps) {
  return (
    <EditingContext value={editing}>
      <WatchingContext value={watching}>{children}</WatchingContext>
    </EditingContext>
  );
}

type Marks = Pick<Editing, 'isReadOnly' | 'isTicking' | 'problems' | 'onShow'>;

function useEditingOf(
  history: ReturnType<typeof useHistory>,
  known: KnownBlocks,
  marks: Marks,
): Editing {
  const [lit, setLit] = useState<string | null>(null);
  return {
    ...marks,
    model: history.model,
    known,
    lit,
    onLight: setLit,
    change: (edit) => history.set((of) => edit(of, known.palette)),
  };
}

type ViewState = {
  readonly view: VisualView;
  readonly setView: (view: VisualView) => void;
  readonly shown: ShownBlock | null;
  readonly onShow: (block: string) => void;
};

function useView(): ViewState {
  const { view = 'rules' } = useSearch({ from: '/inside/scripts/$scriptId' });
  const go = useGo({ from: '/scripts/$scriptId' });
  const [shown, setShown] = useState<ShownBlock | null>(null);
  const set = (next: VisualView): void => {
    void go({
      search: ({ view: _former, ...rest }) => (next === 'rules' ? rest : { ...rest, view: next }),
      replace: true,
    });
  };
  return {
    view,
    setView: set,
    shown,
    onShow: (block) => {
      setShown({ block });
      set('graph');
    },
  };
}

/** Where one types, the keys undo what was typed. */
function useUndoKeys({ undo, redo }: ReturnType<typeof useHistory>, view: VisualView): void {
  useEffect(() => {
    const act = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof HTMLElement && /INPUT|TEXTAREA/.test(event.target.tagName);
      if (isTyping || view === 'versions' || !(event.ctrlKey || event.metaKey)) return;
      const isRedo = event.key === 'y' || (event.key.toLowerCase() === 'z' && event.shiftKey);
      if (!isRedo && event.key !== 'z') return;
      event.preventDefault();
      (isRedo ? redo : undo)?.();
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [undo, redo, view]);
}

type DocumentCheck = {
  readonly isValid: boolean;
  /** What stands there now was not checked yet. */
  readonly isBehind: boolean;
  readonly problems: readonly BlockProblem[];
  readonly inputs: readonly ScriptInput[];
  /** Why it could not be checked; null: it could. */
  readonly error: unknown;
};

const NO_INPUTS: readonly ScriptInput[] = [];
/** A check that failed is made again by itself: nobody has to change the script for it. */
const CHECK_AGAIN_MS = 5_000;

type WireProblem = ScriptDetail['compile']['errors'][number];

function problemFrom(severity: BlockProblem['severity']) {
  return ({ message, block, port }: WireProblem): BlockProblem => {
    return { severity, message, block: block ?? null, port: port ?? null };
  };
}

/** What a check finds in the model as it stands, once one pauses. */
function useDocumentCheck(
  script: ScriptDetail,
  source: string,
  { palette }: KnownBlocks,
  isReadOnly: boolean,
): DocumentCheck {
  const paused = usePaused(source);
  const saved = useQuery(scriptInputsQuery(script.script_id));
  const inputs = saved.isSuccess ? saved.data.data : NO_INPUTS;
  const check = useQuery({
    ...documentCheckQuery(script.script_id, paused),
    enabled: !isReadOnly,
    placeholderData: (former) => former,
    refetchInterval: ({ state }) => (state.status === 'error' ? CHECK_AGAIN_MS : false),
  });
  const checkedText = check.data?.document ?? null;
  const isUnchanged = useMemo(
    () => unchangedSince(checkedText, source, palette),
    [checkedText, source, palette],
  );
  // What is stored was checked when it was saved.
  const error = check.isError && source !== script.source ? check.error : null;
  if (check.data === undefined) {
    const { is_valid: isValid, errors } = script.compile;
    const problems = errors.map(problemFrom('error'));
    return { isValid, isBehind: false, problems, inputs, error };
  }
  const { compile, warnings, inputs: found } = check.data;
  const all = [
    ...compile.errors.map(problemFrom('error')),
    ...warnings.map(problemFrom('warning')),
  ];
  return {
    isValid: compile.is_valid,
    isBehind: checkedText !== null && checkedText !== source,
    problems: all.filter(({ block }) => block === null || isUnchanged(block)),
    inputs: found,
    error,
  };
}
