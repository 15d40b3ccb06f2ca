// Readers of the fields of one control request. Each throws with the name of a field that is wrong.

import type { Amount } from '#loopback/amount.ts';
import { parseAmount } from '#loopback/amount.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import { VENUE_CODES } from '#loopback/skins/all-venues.ts';

type Content = Readonly<Record<string, unknown>>;
type Reader<T> = (name: string) => T;
type ReaderOr<T> = (name: string, other: T) => T;

export type Fields = {
  readonly text: Reader<string>;
  readonly amount: Reader<Amount>;
  readonly whole: Reader<number>;
  readonly isTrue: Reader<boolean>;
  readonly venue: Reader<VenueCode>;
  readonly textOr: ReaderOr<string>;
  readonly amountOr: ReaderOr<Amount>;
  /** A null that is written out is a value of its own here. */
  readonly wholeOr: ReaderOr<number | null>;
  readonly numberOr: ReaderOr<number>;
  readonly isTrueOr: ReaderOr<boolean>;
  readonly venueOr: ReaderOr<VenueCode | null>;
  readonly listOr: ReaderOr<readonly string[]>;
  oneOf<T extends string>(name: string, choices: readonly T[], other?: T): T;
  /** Null if the field is missing: all of them. */
  someOf<T extends string>(name: string, choices: readonly T[]): readonly T[] | null;
  readonly texts: Reader<Readonly<Record<string, string>>>;
  readonly rows: Reader<readonly (readonly string[])[]>;
};

/** Readers of one request's fields. */
export function createFields(content: Content): Fields {
  const or =
    <T>(read: (content: Content, name: string) => T): ReaderOr<T> =>
    (name, other) =>
      has(content, name) ? read(content, name) : other;
  return {
    text: (name) => readText(content, name),
    amount: (name) => readAmount(content, name),
    whole: (name) => readWhole(content, name),
    isTrue: (name) => readBoolean(content, name),
    venue: (name) => readVenue(content, name),
    textOr: or(readText),
    amountOr: or(readAmount),
    wholeOr: (name, other) =>
      content[name] === null ? null : or<number | null>(readWhole)(name, other),
    numberOr: or(readNumber),
    isTrueOr: or(readBoolean),
    venueOr: or<VenueCode | null>(readVenue),
    listOr: or(readList),
    oneOf: (name, choices, other) =>
      other !== undefined && !has(content, name) ? other : readChoice(content, name, choices),
    someOf: (name, choices) => (has(content, name) ? readChoices(content, name, choices) : null),
    texts: (name) => (has(content, name) ? readTexts(content, name) : {}),
    rows: (name) => readRows(content, name),
  };
}

function has(content: Content, name: string): boolean {
  return content[name] !== undefined && content[name] !== null;
}

function wrong(name: string, wanted: string): Error {
  return new Error(`"${name}" must be ${wanted}`);
}

function readText(content: Content, name: string): string {
  const value = content[name];
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value === '') throw wrong(name, 'a text');
  return value;
}

function readAmount(content: Content, name: string): Amount {
  const value = parseAmount(readText(content, name));
  if (value === null) throw wrong(name, 'a decimal');
  return value;
}

function readNumber(content: Content, name: string): number {
  const value = Number(readText(content, name));
  if (Number.isNaN(value)) throw wrong(name, 'a number');
  return value;
}

function readWhole(content: Content, name: string): number {
  const value = readNumber(content, name);
  if (!Number.isSafeInteger(value)) throw wrong(name, 'a whole number');
  return value;
}

function readBoolean(content: Content, name: string): boolean {
  const value = content[name];
  if (typeof value === 'boolean') return value;
  throw wrong(name, 'true or false');
}

function readVenue(content: Content, name: string): VenueCode {
  return readChoice(content, name, VENUE_CODES);
}

function readChoice<T extends string>(content: Content, name: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === content[name]);
  if (found === undefined) throw wrong(name, `one of ${choices.join(', ')}`);
  return found;
}

function readChoices<T extends string>(
  content: Content,
  name: string,
  choices: readonly T[],
): readonly T[] {
  const wanted = readList(content, name);
  const unknown = wanted.find((item) => !choices.some((choice) => choice === item));
  if (unknown !== undefined) throw wrong(name, `of ${choices.join(', ')}`);
  return choices.filter((choice) => wanted.includes(choice));
}

function readList(content: Content, name: string): readonly string[] {
  const value = content[name];
  if (Array.isArray(value)) return value.map(String);
  throw wrong(name, 'a list');
}

function readTexts(content: Content, name: string): Readonly<Record<string, string>> {
  const value = content[name];
  if (typeof value !== 'object' || value === null) throw wrong(name, 'an object');
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, String(item)]));
}

function readRows(content: Content, name: string): readonly (readonly string[])[] {
  const value = content[name];
  if (!Array.isArray(value)) throw wrong(name, 'a list of lists');
  return value.map((row: unknown) => {
    if (!Array.isArray(row)) throw wrong(name, 'a list of lists');
    return row.map(String);
  });
}
