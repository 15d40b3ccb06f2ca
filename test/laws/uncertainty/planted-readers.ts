// Readers that break the law on purpose, as earlier ones did.

import type { ReadingRules } from '#domain/hook/read-alert.ts';
import { readAlert } from '#domain/hook/read-alert.ts';
import type { Receive } from './entry-points.ts';
import type { SentSignal } from './exposure.ts';
import { WORDS } from './judge.ts';

type PlantedReader = { readonly name: string; readonly receive: Receive };

const RULES: ReadingRules = { template: null, sellsEnterShort: false };
const FIRST_WORD = /\b(buy|sell|enter_long|enter_short|exit_position|exit_long|exit_short)\b/i;

export const PLANTED_READERS: readonly PlantedReader[] = [
  {
    name: 'a text whose first word that is an action wins',
    receive: async (text) => read(text) ?? (isJson(text) ? null : firstWord(text)),
  },
  {
    name: 'JSON with a flaw that is read as a text',
    receive: async (text) => read(text) ?? (/^\s*\{/.test(text) ? firstWord(text) : null),
  },
  {
    name: 'an unknown action that is taken as an exit',
    receive: async (text) => read(text) ?? (hasAction(text) ? signalOf('exit_position') : null),
  },
  {
    name: 'a placeholder that was not replaced',
    receive: async (text) => read(text.replaceAll(/\{\{[^{}]*\}\}/g, 'x')),
  },
  {
    name: 'a text without the position that opens a short',
    receive: async (text) => read(text, { ...RULES, sellsEnterShort: true }),
  },
  {
    name: 'an exit of a part that closes all',
    async receive(text) {
      const signal = read(text);
      return signal === null ? null : signalOf(signal.action);
    },
  },
  {
    name: 'a position after the order that is passed over',
    receive: async (text) => read(text.replace(/position/g, 'place')),
  },
  {
    name: 'a second action that is passed over',
    receive: async (text) => read(text.replace(/"(?:side|direction|signal|type)"/g, '"other"')),
  },
];

function read(text: string, rules = RULES): SentSignal | null {
  const alert = readAlert(text, rules);
  if (!alert.ok) return null;
  const { action, part } = alert.value;
  return part === null ? signalOf(action) : { ...signalOf(action), part };
}

function signalOf(action: string): SentSignal {
  return { kind: 'signal', name: 'abc', action, signalAtMs: 0, payload: null };
}

function firstWord(text: string): SentSignal | null {
  const [, word] = FIRST_WORD.exec(text) ?? [];
  return word === undefined ? null : signalOf(word.toLowerCase());
}

function isJson(text: string): boolean {
  return /^[\s\ufeff]*[{[]/.test(text);
}

function hasAction(text: string): boolean {
  const [, action = ''] = /"action":\s*"(\w+)"/.exec(text) ?? [];
  return action !== '' && !WORDS.includes(action.toLowerCase());
}
