// What a message from outside says: JSON with an action, a text of a known form, or a text with a
// word that is an action.

import type { Json } from '#lib/json.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';

export type Alert = {
  readonly action: string;
  /** As its sender calls it; null where it says nothing. */
  readonly callId: string | null;
  /** All that it said. */
  readonly payload: Json;
};

type Fields = { readonly [name: string]: Json };

/** Words that texts are searched for; what is behind is what scripts understand. */
const ACTIONS: { readonly [word: string]: string } = {
  buy: 'buy',
  sell: 'sell',
  long: 'long',
  short: 'short',
  exit: 'exit',
  flat: 'exit',
  close: 'exit',
  enter_long: 'enter_long',
  enter_short: 'enter_short',
  exit_long: 'exit_long',
  exit_short: 'exit_short',
  exit_position: 'exit_position',
};

const WORD_CHARACTERS_MAX = 128;
const PLACEHOLDER = /\{\{\s*([a-z0-9_.]+)\s*\}\}/gi;

/** `fields` is the message as JSON; null: it is a text. The rejection is in words. */
export function readAlert(
  message: { readonly text: string; readonly fields: Fields | null },
  template: string | null,
): Result<Alert, string> {
  const { fields, text } = message;
  if (fields !== null) return alertOf(fields);
  if (template === null) return alertOfWords(text);
  const matched = matchTemplate(template, text);
  if (matched === null) return rejected(`The text does not have the form "${template}".`);
  return alertOf(matched);
}

function alertOf(fields: Fields): Result<Alert, string> {
  const { action, id } = fields;
  if (typeof action !== 'string' || action.trim() === '')
    return rejected('The message has no "action".');
  const said = action.trim();
  if (said.length > WORD_CHARACTERS_MAX)
    return rejected(`The action has more than ${WORD_CHARACTERS_MAX} characters.`);
  const named = typeof id === 'string' || typeof id === 'number' ? String(id) : '';
  if (named.length > WORD_CHARACTERS_MAX)
    return rejected(`The id has more than ${WORD_CHARACTERS_MAX} characters.`);
  const known = Object.hasOwn(ACTIONS, said.toLowerCase()) ? ACTIONS[said.toLowerCase()] : null;
  return accepted({ action: known ?? said, callId: named === '' ? null : named, payload: fields });
}

function alertOfWords(text: string): Result<Alert, string> {
  const words = text.toLowerCase().match(/[a-z_]+/g) ?? [];
  const found = words.find((word) => Object.hasOwn(ACTIONS, word));
  if (found === undefined)
    return rejected(`No word of the text is an action (${Object.keys(ACTIONS).join(', ')}).`);
  return accepted({ action: ACTIONS[found] ?? found, callId: null, payload: { message: text } });
}

/** Each placeholder stands for one word; spaces between words may be more. */
function matchTemplate(template: string, text: string): Fields | null {
  const [wanted, found] = [template.trim().split(/\s+/), text.trim().split(/\s+/)];
  if (wanted.length !== found.length) return null;
  const fields: Record<string, Json> = {};
  for (const [index, word] of wanted.entries()) {
    const names = [...word.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
    const fixed = word.split(PLACEHOLDER).filter((_part, place) => place % 2 === 0);
    const values = betweenFixed(found[index] ?? '', fixed);
    if (values === null) return null;
    for (const [place, name] of names.entries()) fields[name] = values[place] ?? '';
  }
  return fields;
}

/** What stands between the fixed parts of a word, each part at its first place. */
function betweenFixed(word: string, fixed: readonly string[]): readonly string[] | null {
  const [first = '', ...rest] = fixed;
  if (!word.startsWith(first)) return null;
  if (rest.length === 0) return word === first ? [] : null;
  const values: string[] = [];
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const end = isLast ? word.length - part.length : word.indexOf(part, at + 1);
    if (end <= at || !word.startsWith(part, end)) return null;
    values.push(word.slice(at, end));
    at = end + part.length;
  }
  return values;
}

/** Whether a text can be a template: it says which word is the action. */
export function isTemplate(text: string): boolean {
  return [...text.matchAll(PLACEHOLDER)].some(([, name]) => name === 'action');
}
