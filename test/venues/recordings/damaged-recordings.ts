// Every field of a recording missing, empty, of another kind and with a foreign word: its own row
// is read, or is left out, and all others are what they were.

import { encodeJson } from '#lib/json.ts';
import type { OpenReading, RecordedReading } from './recorded-reading.ts';
import type { Faults } from './respelled-recordings.ts';

const SPELLINGS = ['null', '""', '{}', '[]', 'true', '"ж 1,5"', '-1', '"-1"', '1e400'];

/** Of one name in one recording. */
const FIELDS_MAX = 4;

/** A field, or an entry of a list, by where it and its value stand in the text. */
type Field = {
  readonly path: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
  readonly isMember: boolean;
};

/** Readings of one thing that several rows make: without one of them nothing is known of it. */
const OF_ONE_THING = new Set([
  'account.orderFills',
  'account.credentials',
  'orders.lookUp',
  'orders.cancel',
  'orders.place',
  'orders.prepare',
]);

export function faultsOfDamage(
  entry: RecordedReading,
  { given, rowsIn }: OpenReading,
  isDrawn: () => boolean,
): Faults {
  const faults: string[] = [];
  let count = 0;
  const plain = rowsIn(given);
  if (typeof plain === 'string') return { count, faults: [plain] };
  const rows = plain.map(encodeJson);
  const tried = new Map<string, number>();
  for (const field of fieldsOf(given)) {
    // Rows of a list are read alike.
    const name = field.path.replace(/^.*\./, '');
    const nameCount = tried.get(name) ?? 0;
    if (nameCount >= FIELDS_MAX) continue;
    tried.set(name, nameCount + 1);
    const isOfRow = rows.length > 1 && isWithin(field.path, entry);
    for (const [title, text] of damagesOf(given, field)) {
      if (!isDrawn()) continue;
      count += 1;
      const fault = faultOf(rows, rowsIn(text), isOfRow);
      if (fault !== null) faults.push(`${field.path} ${title}: ${fault}`);
    }
  }
  return { count, faults };
}

function isWithin(path: string, { rows, as, reader }: RecordedReading): boolean {
  if (OF_ONE_THING.has(reader) || as !== undefined) return false;
  const list = rows.replace('{}', '');
  return list === '' || path.startsWith(`${list}.`);
}

function faultOf(
  rows: readonly string[],
  found: readonly unknown[] | string,
  isOfRow: boolean,
): string | null {
  if (!isOfRow) return null;
  if (typeof found === 'string') return `the whole list is lost: ${found}`;
  const read = found.map(encodeJson);
  const lostCount = rows.filter((row) => !read.includes(row)).length;
  return lostCount > 1 ? `${lostCount} of ${rows.length} rows are not what they were` : null;
}

function damagesOf(
  text: string,
  { start, valueStart, end, isMember }: Field,
): readonly (readonly [title: string, text: string])[] {
  const put = (value: string): string => text.slice(0, valueStart) + value + text.slice(end);
  const changed = SPELLINGS.map((value) => [`is ${value}`, put(value)] as const);
  if (!isMember) return changed;
  // Under a name that nobody knows it is not there.
  const renamed = `${text.slice(0, start)}"ж":${text.slice(valueStart)}`;
  return [['is absent', renamed], ...changed];
}

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:]/g;

/** A list or an object that has not ended yet; `field`: null of the whole text. */
type Open = {
  readonly isList: boolean;
  index: number;
  readonly field: Omit<Field, 'end'> | null;
};

/** All but the whole text, by a reader of brackets. */
function fieldsOf(text: string): readonly Field[] {
  const fields: Field[] = [];
  const open: Open[] = [];
  let name: Name | null = null;
  const tokens = [...text.matchAll(TOKENS)];
  for (const [place, { 0: token, index }] of tokens.entries()) {
    const around = open.at(-1);
    if (token === ',') {
      if (around?.isList === true) around.index += 1;
    } else if (token === ']' || token === '}') {
      const closed = open.pop()?.field;
      if (closed) fields.push({ ...closed, end: index + 1 });
    } else if (tokens[place + 1]?.[0] === ':') {
      name = { start: index, text: JSON.parse(token) as string };
    } else if (token !== ':') {
      const field = around === undefined ? null : fieldAt(around, name, index);
      name = null;
      if ('[{'.includes(token)) open.push({ isList: token === '[', index: 0, field });
      else if (field !== null) fields.push({ ...field, end: index + token.length });
    }
  }
  return fields;
}

type Name = { readonly start: number; readonly text: string };

function fieldAt(
  { field, index }: Open,
  name: Name | null,
  valueStart: number,
): Omit<Field, 'end'> {
  const own = name?.text ?? String(index);
  const path = field === null ? own : `${field.path}.${own}`;
  return { path, start: name?.start ?? valueStart, valueStart, isMember: name !== null };
}
