// Texts that are read: one action alone, what TradingView proposes as the message of a strategy,
// and texts of the form that the owner of a hook chose. No other text is searched for words.

import { isSignalAction } from '#domain/strategy/signal-action.ts';

/** What stands in a text, by name. */
export type TextFields = { readonly [name: string]: string };

/** "Name (settings): order sell @ 0.003 filled on BTCUSDT. New strategy position is 0.004". */
const OF_STRATEGY = new RegExp(
  '^(?<title>[^\\n]* )?order (?<action>buy|sell) @ (?<contracts>\\d+(?:\\.\\d+)?) filled on ' +
    '(?<ticker>\\S+?)(?:\\. New strategy position is (?<position>\\S+?))?\\.?$',
  'i',
);
const ORDER = /\border (?:buy|sell) @/i;

/** Null: it is another text. */
export function readStrategyText(text: string): TextFields | null {
  const { groups } = OF_STRATEGY.exec(text) ?? {};
  const { title = '', action, contracts, ticker, position } = groups ?? {};
  // A second order before it.
  if (ORDER.test(title)) return null;
  if (action === undefined || contracts === undefined || ticker === undefined) return null;
  const fields = { action, contracts, ticker };
  return position === undefined ? fields : { ...fields, position };
}

/** Null: it is not one of the actions alone. */
export function readWord(text: string): TextFields | null {
  return isSignalAction(text.toLowerCase()) ? { action: text } : null;
}

const PLACEHOLDER = /\{\{\s*([a-z0-9_.]+)\s*\}\}/gi;
/** Placeholders that name the action: ours, and TradingView's. */
const OF_ACTION: ReadonlySet<string> = new Set(['action', 'strategy.order.action']);

/** A text can be one if it says which word is the action, once, and where each word ends. */
export function isTemplate(text: string): boolean {
  const names = namesIn(text);
  // What begins as JSON is read as JSON.
  const isJson = /^\s*(?:\[|\{(?!\{))/.test(text);
  const isClear = !isJson && new Set(names).size === names.length && !/\}\}\{\{/.test(text);
  return isClear && names.filter((name) => OF_ACTION.has(name)).length === 1;
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.toLowerCase());
}

/**
 * Each placeholder stands for one word or a part of one; blanks between words may be more. Null
 * where the text has another form, or has this one in several ways.
 */
export function matchTemplate(template: string, text: string): TextFields | null {
  const [wanted, found] = [template.trim().split(/\s+/), text.trim().split(/\s+/)];
  if (wanted.length !== found.length) return null;
  const fields: (readonly [string, string])[] = [];
  for (const [index, word] of wanted.entries()) {
    const names = [...word.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
    const fixed = word.split(PLACEHOLDER).filter((_part, place) => place % 2 === 0);
    const values = betweenFixed(found[index] ?? '', fixed);
    if (values === null) return null;
    for (const [place, name] of names.entries()) fields.push([name, values[place] ?? '']);
  }
  const named = fields.map(([name, value]) => [OF_ACTION.has(name) ? 'action' : name, value]);
  const read = Object.fromEntries(named) as TextFields;
  const isOne = named.every(([name = '', value]) => read[name] === value);
  return isOne ? read : null;
}

/**
 * What stands between the fixed parts of a word; null where they stand elsewhere, or where another
 * place of one of them would do as well: the first places of all are then not the last ones.
 */
function betweenFixed(word: string, fixed: readonly string[]): readonly string[] | null {
  const [first = '', ...rest] = fixed;
  if (rest.length === 0) return word === first ? [] : null;
  const places = firstPlaces(word, first, rest);
  if (places === null) return null;
  const latest = lastPlaces(word, rest);
  if (places.some((place, index) => place !== latest[index])) return null;
  const begins = [first.length, ...places.map((place, index) => place + lengthOf(rest, index))];
  return places.map((place, index) => word.slice(begins[index], place));
}

/** Where each part begins, each as early as it may; what is before it has at least a character. */
function firstPlaces(
  word: string,
  first: string,
  parts: readonly string[],
): readonly number[] | null {
  if (!word.startsWith(first)) return null;
  const places: number[] = [];
  let at = first.length;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const place = isLast ? word.length - part.length : word.indexOf(part, at + 1);
    if (place <= at || !word.startsWith(part, place)) return null;
    places.push(place);
    at = place + part.length;
  }
  return places;
}

/** Where each part begins, each as late as it may, of a word that has them. */
function lastPlaces(word: string, parts: readonly string[]): readonly number[] {
  const places: number[] = [];
  let end = word.length;
  for (const [index, part] of parts.toReversed().entries()) {
    const place = index === 0 ? end - part.length : word.lastIndexOf(part, end - part.length);
    places.unshift(place);
    end = place - 1;
  }
  return places;
}

function lengthOf(parts: readonly string[], index: number): number {
  return parts[index]?.length ?? 0;
}
