// Explains a command or a constant, as an element beside the text of a script.

import type { ScriptCommand, ScriptConstant } from '@tidemill/client';

function part(name: string, className: string, text: string): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

export function explainCommand(command: ScriptCommand): HTMLElement {
  const card = part('div', 'explain', '');
  card.append(part('code', 'explain-signature', command.signature));
  card.append(part('p', '', plain(command.meaning)));
  if (command.parameters.length > 0) {
    const list = document.createElement('dl');
    for (const parameter of command.parameters) {
      const { name, kind, is_required: isRequired, default: standIn } = parameter;
      const facts = isRequired ? kind : `${kind}, ${standIn === null ? 'optional' : standIn}`;
      const term = part('dt', '', name);
      term.append(part('span', 'faint', ` ${facts}`));
      list.append(term, part('dd', '', plain(parameter.meaning)));
    }
    card.append(list);
  }
  card.append(part('p', 'faint', plain(command.result)));
  if (command.inert_reason !== null)
    card.append(part('p', 'explain-inert', `Without effect: ${plain(command.inert_reason)}`));
  card.append(part('code', 'explain-example', command.example));
  return card;
}

export function explainConstant({ name, group, meaning }: ScriptConstant): HTMLElement {
  const card = part('div', 'explain', '');
  card.append(part('code', 'explain-signature', name));
  card.append(part('p', '', plain(meaning)), part('p', 'faint', `Constant, ${group}`));
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
    const standIn = current.default === null ? '' : `, by default ${current.default}`;
    card.append(
      part('p', '', `${current.name}: ${plain(current.meaning)} (${current.kind}${standIn})`),
    );
  }
  return card;
}

const plain = (text: string): string => text.replaceAll('`', '');
