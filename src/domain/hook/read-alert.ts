// Reads a message from outside: JSON with an action, or a text of a known form. A message that may
// mean several things, or that is not understood whole, is refused in words.

import type { Json } from '#lib/json.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { PartClosed, SignalAction } from '#domain/strategy/signal-action.ts';
import { isSignalAction, SIGNAL_ACTIONS } from '#domain/strategy/signal-action.ts';
import { matchTemplate, readStrategyText, readWord } from '#domain/hook/alert-texts.ts';
import { contradictionOf, namedAsClosing } from '#domain/hook/contradictions.ts';
import { findJsonFault, placeIn } from '#domain/hook/json-fault.ts';
import { quoted, saidFields } from '#domain/hook/said-fields.ts';
import type { SignalMeaning } from '#domain/hook/sender-position.ts';
import { meaningByPosition } from '#domain/hook/sender-position.ts';

export type Alert = {
  readonly action: SignalAction;
  /** Of an exit that leaves a part; null: of all. */
  readonly part: PartClosed | null;
  /** As its sender calls it; null where it says nothing. */
  readonly callId: string | null;
  /** All that it said. */
  readonly payload: Json;
};

export type AlertFault = {
  /** `action_unknown`: it is understood but for its action, which is none of ours. */
  readonly code: 'not_understood' | 'action_unknown';
  /** In words. */
  readonly detail: string;
};

/** What the owner of a hook chose. */
export type ReadingRules = {
  /** The form of texts; null: only those that need none are read. */
  readonly template: string | null;
  /** Whether a text that says "sell" and nothing of the position may open a short. */
  readonly sellsEnterShort: boolean;
};

type Fields = { readonly [name: string]: Json };

/** Names of what a message is called, the first that is there; each is a numbering of its own. */
const CALL_ID_FIELDS = ['id', 'message_id', 'alert_id', 'event_id'] as const;

const WORD_CHARACTERS_MAX = 128;
const UNREPLACED = /\{\{[^{}]*\}\}/;
const ACTIONS_TEXT = SIGNAL_ACTIONS.join(', ');

/**
 * Reads a message by the first form that recognises it; rejects placeholders that were not replaced
 * and whatever no form understands.
 */
export function readAlert(text: string, rules: ReadingRules): Result<Alert, AlertFault> {
  // Blanks include the mark that some programs put before UTF-8.
  const message = text.trim();
  const [unreplaced] = UNREPLACED.exec(message) ?? [];
  if (unreplaced !== undefined)
    return notUnderstood(`The placeholder ${unreplaced.slice(0, 100)} was not replaced.`);
  for (const read of Object.values(ALERT_READERS)) {
    const alert = read(message, rules);
    if (alert !== null) return alert;
  }
  return notUnderstood(unreadText(message));
}

/** Null: it is no message of the kind that it reads. */
type AlertReader = (text: string, rules: ReadingRules) => Result<Alert, AlertFault> | null;

/**
 * In the order in which they are asked.
 * @internal for the law of uncertainty, in which each of them has cells
 */
export const ALERT_READERS = {
  json: (text) => (/^[{[]/.test(text) ? readJson(text) : null),
  template(text, rules) {
    const { template } = rules;
    if (template === null) return null;
    const matched = matchTemplate(template, text);
    if (matched !== null) return alertOfText(matched, matched, rules);
    return notUnderstood(`The text does not have the form "${template}".`);
  },
  word: (text, rules) => alertOrNull(readWord(text), text, rules),
  strategyText: (text, rules) => alertOrNull(readStrategyText(text), text, rules),
} as const satisfies Readonly<Record<string, AlertReader>>;

function alertOrNull(fields: Fields | null, message: string, rules: ReadingRules) {
  return fields === null ? null : alertOfText(fields, { message }, rules);
}

function readJson(text: string): Result<Alert, AlertFault> {
  const fault = findJsonFault(text);
  if (fault !== null)
    return notUnderstood(`It is not valid JSON at ${placeIn(text, fault.at)}: ${fault.reason}.`);
  const message = JSON.parse(text) as Json;
  if (Array.isArray(message)) return notUnderstood(listText(message as readonly Json[]));
  const written = JSON.parse(text, asWritten) as Fields;
  const read = alertOf(message as Fields, written);
  if (!read.ok) return read;
  const { isOfPosition: _isOfPosition, ...alert } = read.value;
  return accepted(alert);
}

/** Numbers as they stand in the text, with all their digits. */
function asWritten(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}

function listText(list: readonly Json[]): string {
  const actions = saidFields(list).filter(({ key }) => key === 'action');
  const named = [...new Set(actions.map(({ value }) => `"${String(value)}"`))].join(', ');
  const what = named === '' ? '' : ` that names ${named}`;
  return `It is a list${what}; send one JSON object for each signal.`;
}

/** A text without the position says an order, which may be one that closes. */
function alertOfText(
  fields: Fields,
  payload: Json,
  { sellsEnterShort }: ReadingRules,
): Result<Alert, AlertFault> {
  const read = alertOf(fields, fields);
  if (!read.ok) return read;
  const { isOfPosition, ...alert } = read.value;
  const isClosing = alert.action === 'sell' && !isOfPosition && !sellsEnterShort;
  return accepted({ ...alert, action: isClosing ? 'exit_long' : alert.action, payload });
}

/** `written` has the same with numbers as texts. */
function alertOf(
  fields: Fields,
  written: Fields,
): Result<Alert & Pick<SignalMeaning, 'isOfPosition'>, AlertFault> {
  const said = fields['action'];
  if (typeof said !== 'string' || said.trim() === '')
    return notUnderstood('The message has no "action" that is a text.');
  const callId = callIdOf(written);
  if (!callId.ok) return notUnderstood(callId.rejection);
  const word = said.trim().toLowerCase();
  if (!isSignalAction(word)) {
    const detail = `${quoted(said.trim())} is no action; these are: ${ACTIONS_TEXT}.`;
    return rejected({ code: 'action_unknown', detail });
  }
  const all = saidFields(written);
  const contradiction = contradictionOf(word, all);
  if (contradiction !== null) return notUnderstood(contradiction);
  const meaning = meaningByPosition(word, all);
  if (!meaning.ok) return notUnderstood(meaning.rejection);
  const closing = meaning.value.isOfPosition ? null : namedAsClosing(word, all);
  if (closing !== null) return notUnderstood(closing);
  return accepted({ ...meaning.value, callId: callId.value, payload: fields });
}

function callIdOf(fields: Fields): Result<string | null, string> {
  for (const name of CALL_ID_FIELDS) {
    const value = fields[name];
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'string') return rejected(`Its "${name}" is neither a text nor a number.`);
    if (value.length > WORD_CHARACTERS_MAX)
      return rejected(`Its "${name}" has more than ${WORD_CHARACTERS_MAX} characters.`);
    return accepted(name === 'id' ? value : `${name} ${value}`);
  }
  return accepted(null);
}

const ACTION_WORDS = /\b(?:buy|sell|long|short|exit|close|flat|(?:enter|exit)_\w+)\b/gi;

function unreadText(text: string): string {
  const found = new Set(Array.from(text.matchAll(ACTION_WORDS), ([word]) => word.toLowerCase()));
  const words = [...found].map((word) => `"${word}"`).join(' and ');
  const named = found.size === 0 ? '' : ` It names ${words}, which may mean several things.`;
  return (
    'The text is neither one action alone nor the message that TradingView proposes for ' +
    `strategies.${named} Send JSON with an "action", or give the hook a template (docs/hooks.md).`
  );
}

function notUnderstood(detail: string): Result<never, AlertFault> {
  return rejected({ code: 'not_understood', detail });
}
