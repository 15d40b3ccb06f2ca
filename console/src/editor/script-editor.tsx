// The text of a script, in Lua or in Pine by what it says of itself: colours, completion,
// signatures, explanations, and mistakes where they are while one writes. Loaded with the first
// script that is opened.

import { closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  bracketMatching,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import type { Diagnostic } from '@codemirror/lint';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import type { ScriptCompileError } from '@tidemill/client';
import { useEffect, useRef } from 'react';
import { NONCE } from '../app/nonce.ts';
import { EDITOR_THEME, HIGHLIGHT } from './editor-theme.ts';
import { DIALECTS, dialectOf } from './script-dialect.ts';
import { scriptLanguage } from './script-language.ts';
import { readVocabulary } from './vocabulary.ts';
import { SCRIPTS } from '../words/scripts.ts';

type Props = {
  readonly source: string;
  readonly errors: readonly ScriptCompileError[];
  readonly warnings: readonly ScriptCompileError[];
  readonly isReadOnly: boolean;
  readonly onChange: (source: string) => void;
  readonly onSave: () => void;
  readonly onRun: () => void;
  /** Where to go: grows with each wish. */
  readonly goTo: { readonly line: number; readonly column: number; readonly count: number } | null;
};

export function ScriptEditor(props: Props) {
  const { source, errors, warnings, isReadOnly, onChange, onSave, onRun, goTo } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const acts = useRef({ onChange, onSave, onRun });
  useEffect(() => {
    acts.current = { onChange, onSave, onRun };
  });
  const first = useRef(source);
  const dialect = dialectOf(source);
  useEffect(() => {
    void readVocabulary(dialect);
    view.current?.dispatch({ effects: LANGUAGE.reconfigure(scriptLanguage(DIALECTS[dialect])) });
  }, [dialect]);
  useEffect(() => {
    if (place.current === null) return;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: first.current,
        extensions: extensions(acts, isReadOnly, first.current),
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [isReadOnly]);
  // A text that comes from elsewhere, such as an earlier version, takes the place of this one.
  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === source) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: source } });
  }, [source]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const found = [
      ...errors.map((error) => diagnosticOf(editor.state, error, 'error')),
      ...warnings.map((warning) => diagnosticOf(editor.state, warning, 'warning')),
    ];
    editor.dispatch(setDiagnostics(editor.state, found));
  }, [errors, warnings]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || goTo === null) return;
    const at = placeOf(editor.state, goTo.line, goTo.column);
    editor.dispatch({ selection: { anchor: at }, scrollIntoView: true });
    editor.focus();
  }, [goTo]);
  return <div ref={place} className="editor" />;
}

type Acts = { readonly current: Pick<Props, 'onChange' | 'onSave' | 'onRun'> };

/** Exchanged when a text becomes one of the other language. */
const LANGUAGE = new Compartment();

function extensions(acts: Acts, isReadOnly: boolean, source: string) {
  const act = (key: string, run: () => void) => ({
    key,
    preventDefault: true,
    run() {
      run();
      return true;
    },
  });
  return [
    lineNumbers(),
    lintGutter(),
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    indentOnInput(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    indentUnit.of('    '),
    LANGUAGE.of(scriptLanguage(DIALECTS[dialectOf(source)])),
    syntaxHighlighting(HIGHLIGHT),
    EditorView.cspNonce.of(NONCE),
    EDITOR_THEME,
    keymap.of([
      act('Mod-s', () => acts.current.onSave()),
      act('Mod-Enter', () => acts.current.onRun()),
      ...completionKeymap,
      ...searchKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      indentWithTab,
    ]),
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({ 'aria-label': SCRIPTS.textOfTheScript, tabindex: '0' }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) acts.current.onChange(state.doc.toString());
    }),
  ];
}

function placeOf({ doc }: EditorState, line: number | null, column: number | null): number {
  const at = doc.line(Math.min(Math.max(line ?? 1, 1), doc.lines));
  return Math.min(at.from + Math.max((column ?? 1) - 1, 0), at.to);
}

/** To the end of the word at which the mistake begins; a mistake without a place is at the top. */
function diagnosticOf(
  state: EditorState,
  { line, column, message }: ScriptCompileError,
  severity: Diagnostic['severity'],
): Diagnostic {
  const { doc } = state;
  const from = placeOf(state, line, column);
  const { to: end } = doc.lineAt(from);
  const [word = ''] = /^\w+/.exec(doc.sliceString(from, end)) ?? [];
  return { from, to: Math.min(from + Math.max(word.length, 1), end), severity, message };
}
