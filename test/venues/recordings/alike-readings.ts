// Readings of recordings whose rows have the fields of another recording's: the reply of the other
// one with these rows in the place of its own, for the reader that it is for. So the rows of a
// margin order are read by the reader of orders, whatever the request was.

import type { VenueDialect } from '#venues/dialect.ts';
import type { ExactValue } from './exact-value.ts';
import { readExactly, writeExactly } from './exact-value.ts';
import { rowOf, valueAt } from './figures.ts';
import type { RecordedReading } from './recorded-reading.ts';
import { openReading } from './recorded-reading.ts';
import type { Recording } from './recordings.ts';

/** A reading that shows how its rows stand in a reply. */
export type ReadingModel = {
  readonly entry: RecordedReading;
  /** Fields that are compared, and the names of all that a row has. */
  readonly fields: readonly string[];
  readonly names: ReadonlySet<string>;
  readonly isList: boolean;
  readonly isMap: boolean;
  /** The reply with other rows in the place of its own. */
  readonly withRows: (rows: ExactValue) => string;
};

/** Null where its rows have no fields, or do not stand in the reply as they are recorded. */
export function modelOf(
  dialect: VenueDialect,
  entry: RecordedReading,
  recording: Recording,
  textOf: (name: string) => string,
): ReadingModel | null {
  const { recorded, given } = openReading(dialect, entry, recording, textOf);
  const place = entry.rows.replace('{}', '');
  const own = valueAt(readExactly(recorded), place);
  const fields = Object.values(entry.figures).filter((source) => typeof source === 'string');
  if (own === undefined || fields.length === 0) return null;
  const reply = readExactly(given);
  const at = placeOf(reply, writeExactly(own));
  if (at === null) return null;
  const isList = Array.isArray(own);
  const isMap = entry.rows.endsWith('{}');
  const withRows = (rows: ExactValue): string => {
    const put = isList && !Array.isArray(rows) ? [rows] : rows;
    return writeExactly(withValue(reply, at, put));
  };
  const [first] = isList || isMap ? membersOf(own).map(([, row]) => row) : [own];
  const names = new Set(membersOf(first ?? null).map(([name]) => name));
  return { entry, fields: [...new Set(fields)], names, isList, isMap, withRows };
}

/** The readings of another recording by a model: none where no row has its fields. */
export function readingsAlike(
  model: ReadingModel,
  { name, texts }: Recording,
): readonly RecordedReading[] {
  const text = texts.at(-1) ?? '';
  const value = parsed(text);
  if (value === undefined) return [];
  const { isList, isMap, withRows } = model;
  const { completed: _, ...entry } = model.entry;
  const suffix = isMap ? '{}' : '';
  return placesIn(value)
    .filter((place) => {
      const found = valueAt(value, place) ?? null;
      const isRows = Array.isArray(found) && !isOfFigures(found);
      if (isMap ? isRows : isRows && !isList) return false;
      const rows = isRows || isMap ? membersOf(found).map(([, row]) => row) : [found];
      return rows.length > 0 && rows.every((row) => isAlike(model, row));
    })
    .map((place) => ({
      ...entry,
      recording: name,
      rows: `${place}${suffix}`,
      as: { take: place, put: (json: string) => withRows(readExactly(json)) },
    }));
}

/** A row without names, as one of candles. */
function isOfFigures(value: ExactValue): boolean {
  return membersOf(value).every(([, member]) => membersOf(member).length === 0);
}

/** Compared fields that are few do not say what a row is: it then has no others than the model. */
const FEW = 4;

function isAlike({ fields, names }: ReadingModel, row: ExactValue): boolean {
  const own = membersOf(row).map(([name]) => name);
  if (Array.isArray(row) !== names.has('0')) return false;
  if (!fields.every((field) => rowOf(row).text(field) !== null)) return false;
  const sharedCount = own.filter((name) => names.has(name)).length;
  return fields.length < FEW ? sharedCount === own.length : sharedCount * 2 >= own.length;
}

function parsed(text: string): ExactValue | undefined {
  try {
    return readExactly(text);
  } catch {
    return undefined;
  }
}

function membersOf(value: ExactValue): readonly (readonly [string, ExactValue])[] {
  if (Array.isArray(value))
    return value.map((item: ExactValue, index) => [String(index), item] as const);
  const isObject = typeof value === 'object' && value !== null && 'members' in value;
  return isObject ? [...value.members] : [];
}

/** Of every list and object, the whole first; names with a point in them are no place. */
function placesIn(value: ExactValue, at = ''): readonly string[] {
  const members = membersOf(value).filter(([name]) => !name.includes('.'));
  if (members.length === 0) return [];
  const inner = members.flatMap(([name, member]) =>
    placesIn(member, at === '' ? name : `${at}.${name}`),
  );
  return [at, ...inner];
}

/** Where a value stands, by how it is written. */
function placeOf(value: ExactValue, written: string): string | null {
  const places = placesIn(value);
  return places.find((at) => writeExactly(valueAt(value, at) ?? null) === written) ?? null;
}

function withValue(value: ExactValue, place: string, put: ExactValue): ExactValue {
  if (place === '') return put;
  const [name = '', ...rest] = place.split('.');
  const changed = membersOf(value).map(
    ([each, member]) =>
      [each, each === name ? withValue(member, rest.join('.'), put) : member] as const,
  );
  return Array.isArray(value) ? changed.map(([, member]) => member) : { members: new Map(changed) };
}
