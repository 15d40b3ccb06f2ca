// Language support of the editor: completion, the signature of the call that is written, and
// explanations under the pointer.

import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { autocompletion } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { StateField } from '@codemirror/state';
import type { EditorState } from '@codemirror/state';
import type { Tooltip } from '@codemirror/view';
import { hoverTooltip, showTooltip } from '@codemirror/view';
import { explainCommand, explainConstant, signatureCard } from './explain.ts';
import { callAround } from './find-call.ts';
import type { Dialect } from './script-dialect.ts';
import { knownVocabulary, readVocabulary } from './vocabulary.ts';

/** Commands before constants before names of the text before words of the language. */
async function complete(
  dialect: Dialect,
  context: CompletionContext,
): Promise<CompletionResult | null> {
  const word = context.matchBefore(dialect.isDotted ? /[A-Za-z_][\w.]*/ : /[A-Za-z_]\w*/);
  if (word === null || (word.from === word.to && !context.explicit)) return null;
  if (isInText(dialect, context.state, word.from)) return null;
  const { keywords } = dialect;
  const { commands, constants } = await readVocabulary(dialect.name);
  const names = new Set<string>();
  const options: Completion[] = [];
  const add = (option: Completion): void => {
    if (names.has(option.label)) return;
    names.add(option.label);
    options.push(option);
  };
  for (const [label, command] of commands)
    add({
      label,
      type: 'function',
      detail: command.signature.slice(command.name.length),
      info: () => explainCommand(command, dialect.name),
      boost: 2,
    });
  for (const [label, constant] of constants)
    add({
      label,
      type: 'constant',
      detail: constant.group,
      info: () => explainConstant(constant),
      boost: 1,
    });
  for (const [label] of context.state.doc.toString().matchAll(/\b[A-Za-z_]\w{2,}\b/g))
    if (label !== word.text && !keywords.includes(label)) add({ label, type: 'variable' });
  for (const label of keywords) add({ label, type: 'keyword', boost: -1 });
  return { from: word.from, options, validFor: dialect.isDotted ? /^[\w.]*$/ : /^\w*$/ };
}

/** Within a string or a comment nothing is completed. */
function isInText({ comment }: Dialect, { doc }: EditorState, at: number): boolean {
  const line = doc.lineAt(at);
  const before = doc.sliceString(line.from, at);
  const bare = before.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '');
  return bare.includes(comment) || /["']/.test(bare);
}

type Span = { readonly from: number; readonly to: number };

/** The name at a place, with what stands before its points. */
function nameAt({ isDotted }: Dialect, state: EditorState, at: number): Span | null {
  const word = state.wordAt(at);
  if (word === null || !isDotted) return word;
  const line = state.doc.lineAt(at);
  const before = /[A-Za-z_][\w.]*\.$/.exec(state.sliceDoc(line.from, word.from))?.[0] ?? '';
  return { from: word.from - before.length, to: word.to };
}

const explained = (dialect: Dialect): Extension =>
  hoverTooltip((view, at) => {
    const word = nameAt(dialect, view.state, at);
    if (word === null || isInText(dialect, view.state, word.from)) return null;
    const name = view.state.sliceDoc(word.from, word.to);
    const { commands, constants } = knownVocabulary(dialect.name);
    const isCalled = /^\s*\(/.test(view.state.sliceDoc(word.to, word.to + 20));
    const command = commands.get(name);
    // Some names of Pine are a function and a value.
    const constant = isCalled && command !== undefined ? undefined : constants.get(name);
    if (constant === undefined && command === undefined) return null;
    return {
      pos: word.from,
      end: word.to,
      above: true,
      create: () => ({
        dom:
          constant === undefined
            ? explainCommand(command as NonNullable<typeof command>, dialect.name)
            : explainConstant(constant),
      }),
    };
  });

function signatureAt(dialect: Dialect, state: EditorState): readonly Tooltip[] {
  const { head, empty } = state.selection.main;
  if (!empty) return [];
  const call = callAround(state.sliceDoc(0, head), dialect);
  const command = call === null ? undefined : knownVocabulary(dialect.name).commands.get(call.name);
  if (call === null || command === undefined || command.parameters.length === 0) return [];
  return [
    {
      pos: call.from,
      above: true,
      create: () => ({ dom: signatureCard(command, call.argument) }),
    },
  ];
}

/** While one writes an argument, what it is. */
function signatures(dialect: Dialect): Extension {
  return StateField.define<readonly Tooltip[]>({
    create: () => [],
    update: (shown, { docChanged, selection, state }) =>
      docChanged
        ? signatureAt(dialect, state)
        : // Moving about in a call keeps its signature; leaving it takes it away.
          selection === undefined || shown.length === 0
          ? shown
          : signatureAt(dialect, state),
    provide: (field) => showTooltip.computeN([field], (state) => state.field(field)),
  });
}

export const scriptLanguage = (dialect: Dialect): Extension => [
  dialect.language,
  autocompletion({ override: [(context) => complete(dialect, context)], icons: false }),
  explained(dialect),
  signatures(dialect),
];
