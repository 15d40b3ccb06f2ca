// Language support of the editor: completion, the signature of the call that is written, and
// explanations under the pointer.

import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { StateField } from '@codemirror/state';
import type { EditorState } from '@codemirror/state';
import type { Tooltip } from '@codemirror/view';
import { hoverTooltip, showTooltip } from '@codemirror/view';
import { explainCommand, explainConstant, signatureCard } from './explain.ts';
import { callAround } from './find-call.ts';
import { knownVocabulary, readVocabulary } from './vocabulary.ts';

const KEYWORDS = [
  'and break do else elseif end false for function if in',
  'local nil not or repeat return then true until while',
]
  .join(' ')
  .split(' ');

/** Commands before constants before names of the text before words of the language. */
export async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[A-Za-z_]\w*/);
  if (word === null || (word.from === word.to && !context.explicit)) return null;
  if (isInText(context.state, word.from)) return null;
  const { commands, constants } = await readVocabulary();
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
      info: () => explainCommand(command),
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
    if (label !== word.text && !KEYWORDS.includes(label)) add({ label, type: 'variable' });
  for (const label of KEYWORDS) add({ label, type: 'keyword', boost: -1 });
  return { from: word.from, options, validFor: /^\w*$/ };
}

/** Within a string or a comment nothing is completed. */
function isInText({ doc }: EditorState, at: number): boolean {
  const line = doc.lineAt(at);
  const before = doc.sliceString(line.from, at);
  const bare = before.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '');
  return /--|["']/.test(bare);
}

const explained = hoverTooltip((view, at) => {
  const word = view.state.wordAt(at);
  if (word === null || isInText(view.state, word.from)) return null;
  const name = view.state.sliceDoc(word.from, word.to);
  const { commands, constants } = knownVocabulary();
  const [command, constant] = [commands.get(name), constants.get(name)];
  if (command === undefined && constant === undefined) return null;
  return {
    pos: word.from,
    end: word.to,
    above: true,
    create: () => ({
      dom:
        command === undefined
          ? explainConstant(constant as NonNullable<typeof constant>)
          : explainCommand(command),
    }),
  };
});

function signatureAt(state: EditorState): readonly Tooltip[] {
  const { head, empty } = state.selection.main;
  if (!empty) return [];
  const call = callAround(state.sliceDoc(0, head));
  const command = call === null ? undefined : knownVocabulary().commands.get(call.name);
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
const signatures = StateField.define<readonly Tooltip[]>({
  create: () => [],
  update: (shown, { docChanged, selection, state }) =>
    docChanged ? signatureAt(state) : selection === undefined ? shown : stillIn(shown, state),
  provide: (field) => showTooltip.computeN([field], (state) => state.field(field)),
});

/** Moving about in a call keeps its signature; leaving it takes it away. */
function stillIn(shown: readonly Tooltip[], state: EditorState): readonly Tooltip[] {
  return shown.length === 0 ? shown : signatureAt(state);
}

export const SCRIPT_LANGUAGE: Extension = [explained, signatures];
