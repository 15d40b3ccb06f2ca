// Explains a command or a constant, as an element beside the text of a script.

import type { ScriptCommand, ScriptConstant } from '@tidemill/client';
import type { DialectName } from './script-dialect.ts';
import { SCRIPTS } from '../words/scripts.ts';

function part(name: string, className: string, text: string): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

const LACKS: Readonly<Record<DialectName, string>> = {
  lua: SCRIPTS.withoutEffect,
  pine: SCRIPTS.here,
};

/** Card about a command: its call, its meaning and its parameters. */
export function explainCommand(command: ScriptCommand, language: DialectName): HTMLElement {
  const card = part('div', 'explain', '');
  card.append(part('code', 'explain-signature', command.signature));
  card.append(part('p', '', plain(command.meaning)));
  if (command.parameters.length > 0) {
    const list = document.createElement('dl');
    for (const parameter of command.parameters) {
      const { name, kind, is_required: isRequired, default: standIn } = parameter;
      const fact = isRequired ? '' : standIn === null ? SCRIPTS.optional : standIn;
      const facts = [kind, fact].filter((each) => each !== '').join(', ');
      const term = part('dt', '', name);
      term.append(part('span', 'faint', ` ${facts}`));
      list.append(term);
      if (parameter.meaning !== '') list.append(part('dd', '', plain(parameter.meaning)));
    }
    card.append(list);
  }
  card.append(part('p', 'faint', plain(command.result)));
  if (command.inert_reason !== null)
    card.append(part('p', 'explain-inert', `${LACKS[language]}: ${plain(command.inert_reason)}`));
  if (command.example !== '') card.append(part('code', 'explain-example', command.example));
  return card;
}

/** Card about a constant. */
export function explainConstant({ name, group, meaning }: ScriptConstant): HTMLElement {
  const card = part('div', 'explain', '');
  card.append(part('code', 'explain-signature', name));
  card.append(part('p', '', plain(meaning)), part('p', 'faint', SCRIPTS.constant(group)));
  return card;
}

/** How a command is called, with the argument that is being written. */
export function signatureCard(command: ScriptCommand, argument: number): HTMLElement {
  const card = part('div', 'explain explain-call', '');
  const line = document.createElement('code');
  line.append(`${command.name}(`);
  const last = command.parameters.length - 1;
  const active = Math.min(argument, last);
  for (const [index, { name, is_required: isRequired }] of command.parameters.entries()) {
    const text = isRequired ? name : `[${name}]`;
    line.append(index === active ? part('b', '', text) : text, index < last ? ', ' : '');
  }
  line.append(')');
  card.append(line);
  const current = command.parameters[active];
  if (current !== undefined) {
    const standIn = current.default === null ? '' : SCRIPTS.byDefault(current.default);
    const facts = [current.kind, standIn].filter((each) => each !== '').join(', ');
    const about = plain(current.meaning);
    card.append(part('p', '', `${current.name}: ${about}${facts === '' ? '' : ` (${facts})`}`));
  }
  return card;
}

const plain = (text: string): string => text.replaceAll('`', '');
