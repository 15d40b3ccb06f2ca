// The text of a script: Lua with its colours, completion of the commands, and mistakes where they
// are. Loaded with the first script that is opened.

import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  bracketMatching,
  indentUnit,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { lua } from '@codemirror/legacy-modes/mode/lua';
import type { Diagnostic } from '@codemirror/lint';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { ScriptCompileError } from '@tidemill/client';
import { readCommands } from './commands.ts';
import { EDITOR_THEME, HIGHLIGHT } from './editor-theme.ts';

type Props = {
  readonly source: string;
  readonly errors: readonly ScriptCompileError[];
  readonly isReadOnly: boolean;
  readonly onChange: (source: string) => void;
  readonly onSave: () => void;
};

export function ScriptEditor({ source, errors, isReadOnly, onChange, onSave }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const acts = useRef({ onChange, onSave });
  useEffect(() => {
    acts.current = { onChange, onSave };
  });
  const first = useRef(source);
  useEffect(() => {
    if (place.current === null) return;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({ doc: first.current, extensions: extensions(acts, isReadOnly) }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [isReadOnly]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const found = errors.map((error) => diagnosticOf(editor.state, error));
    editor.dispatch(setDiagnostics(editor.state, found));
  }, [errors]);
  return <div ref={place} className="editor" />;
}

type Acts = { readonly current: Pick<Props, 'onChange' | 'onSave'> };

function extensions(acts: Acts, isReadOnly: boolean) {
  const save = {
    key: 'Mod-s',
    preventDefault: true,
    run() {
      acts.current.onSave();
      return true;
    },
  };
  return [
    lineNumbers(),
    lintGutter(),
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    EditorView.lineWrapping,
    highlightActiveLine(),
    highlightActiveLineGutter(),
    indentUnit.of('    '),
    StreamLanguage.define(lua),
    syntaxHighlighting(HIGHLIGHT),
    EDITOR_THEME,
    autocompletion({ override: [completeCommand], icons: false }),
    keymap.of([save, ...completionKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({ 'aria-label': 'Text of the script' }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) acts.current.onChange(state.doc.toString());
    }),
  ];
}

async function completeCommand(context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[A-Za-z]\w*/);
  if (word === null || (word.from === word.to && !context.explicit)) return null;
  const options: readonly Completion[] = await readCommands();
  return { from: word.from, options, validFor: /^\w*$/ };
}

/** To the end of the word at which the mistake begins; a mistake without a place is at the top. */
function diagnosticOf(
  { doc }: EditorState,
  { line, column, message }: ScriptCompileError,
): Diagnostic {
  const at = doc.line(Math.min(Math.max(line ?? 1, 1), doc.lines));
  const from = Math.min(at.from + Math.max((column ?? 1) - 1, 0), at.to);
  const [word = ''] = /^\w+/.exec(doc.sliceString(from, at.to)) ?? [];
  return { from, to: Math.min(from + Math.max(word.length, 1), at.to), severity: 'error', message };
}
