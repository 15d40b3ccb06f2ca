// Figures of a recording in the exchange's own words, as a table says where: for each field of what
// a reader returns, its place in the recording. The tables are written from the exchanges' public
// documentation; the recording is read by the slow reader.

import { formatDecimal } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { ExactValue } from './exact-value.ts';
import { exactNumber, plainDigits } from './exact-value.ts';

/** A place in a row (`data.0.px`), or what follows from several of them. */
export type Source = string | ((row: Row) => string | null);
export type Figures = Readonly<Record<string, Source>>;

/** A value of the recording. */
export type Row = {
  /** The text or the number there; null where there is none. */
  text(place: string): string | null;
  /** The rows of a list, or the value itself; of an object by its names, `at` is the name. */
  rows(place: string): readonly Row[];
  /** The name by which it stands in an object, or its place in a list. */
  readonly at: string;
};

export function rowOf(value: ExactValue | undefined, at = ''): Row {
  return {
    at,
    text: (place) => textOf(valueAt(value, place)),
    rows(place) {
      const [path = place, all] = place.split('{}');
      const found = valueAt(value, path);
      if (Array.isArray(found))
        return found.map((item: ExactValue, index) => rowOf(item, String(index)));
      if (all === undefined) return found === undefined ? [] : [rowOf(found)];
      return [...membersOf(found)].map(([name, member]) => rowOf(member, name));
    },
  };
}

export function valueAt(value: ExactValue | undefined, place: string): ExactValue | undefined {
  let found = value;
  for (const name of place === '' ? [] : place.split('.'))
    found = Array.isArray(found)
      ? (found.at(Number(name)) as ExactValue | undefined)
      : membersOf(found).get(name);
  return found;
}

function membersOf(value: ExactValue | undefined): ReadonlyMap<string, ExactValue> {
  const isObject = typeof value === 'object' && value !== null && 'members' in value;
  return isObject ? value.members : new Map();
}

function textOf(value: ExactValue | undefined): string | null {
  if (value === undefined || value === null || Array.isArray(value)) return null;
  if (typeof value === 'boolean') return String(value);
  const single = value as { readonly number: string } | { readonly text: string } | object;
  if ('number' in single) return plainDigits(single.number);
  return 'text' in single ? single.text : null;
}

const SCALE = 40;

/** In units of 10^-40. */
function unitsOf(text: string): bigint {
  const [digits = '0', exponent = '0'] = exactNumber(text).split('e');
  return BigInt(digits) * 10n ** BigInt(SCALE + Number(exponent));
}

function fromUnits(units: bigint): string {
  return plainDigits(`${units}e-${SCALE}`);
}

function figure(row: Row, place: string): bigint {
  const text = row.text(place);
  return text === null || text === '' ? 0n : unitsOf(text);
}

export const is =
  (text: string): Source =>
  () =>
    text;

/** Of what was requested, which no reply says again. */
export const asRequested: Source = () => AS_REQUESTED;

const AS_REQUESTED = 'as it was requested';

export const nothing: Source = () => null;

export const word =
  (place: string, words: Readonly<Record<string, string>>): Source =>
  (row) =>
    words[row.text(place) ?? ''] ?? `the word "${row.text(place)}"`;

export const sum =
  (...places: readonly string[]): Source =>
  (row) =>
    fromUnits(places.reduce((total, place) => total + figure(row, place), 0n));

export const less =
  (place: string, taken: string): Source =>
  (row) =>
    fromUnits(figure(row, place) - figure(row, taken));

export const negated =
  (place: string): Source =>
  (row) =>
    fromUnits(-figure(row, place));

export const percent =
  (place: string): Source =>
  (row) =>
    fromUnits(figure(row, place) * 100n);

/** A profit in percent of its margin, to the places that are shown. */
export const returnPercent =
  (profit: string, margin: string): Source =>
  (row) => {
    const [gained, paid] = [figure(row, profit), figure(row, margin)];
    if (paid === 0n) return '0';
    const units = (gained * 100n * 10n ** BigInt(SHOWN_PLACES)) / paid;
    return fromUnits(units * 10n ** BigInt(SCALE - SHOWN_PLACES));
  };

const SHOWN_PLACES = 18;

/** A step of so many decimal places. */
export const places =
  (place: string): Source =>
  (row) =>
    plainDigits(`1e-${row.text(place)}`);

export const absolute =
  (place: string): Source =>
  (row) => {
    const units = figure(row, place);
    return fromUnits(units < 0n ? -units : units);
  };

/** Of two figures the lesser. */
export const least =
  (left: string, right: string): Source =>
  (row) => {
    const [one, other] = [figure(row, left), figure(row, right)];
    return fromUnits(one < other ? one : other);
  };

/** A value by an amount, to fifteen significant digits, half even. */
export const quotient =
  (value: string, amount: string): Source =>
  (row) => {
    const [whole, part] = [figure(row, value), figure(row, amount)];
    if (part === 0n) return '0';
    const units = (whole * 10n ** BigInt(SCALE)) / part;
    const unit = 10n ** BigInt(Math.max(0, units.toString().length - DIGITS));
    const [floor, rest] = [units / unit, (units % unit) * 2n];
    const isUp = rest > unit || (rest === unit && floor % 2n === 1n);
    return fromUnits((isUp ? floor + 1n : floor) * unit);
  };

const DIGITS = 15;

const DECIMAL_PLACES = 18;

/** A whole number that is read as one: a figure shows it as units of a decimal. */
export const whole =
  (place: string): Source =>
  (row) =>
    fromUnits(BigInt(row.text(place) ?? 0) * 10n ** BigInt(SCALE - DECIMAL_PLACES));

/** Empty and absent are zero. */
export const orZero =
  (place: string): Source =>
  (row) =>
    fromUnits(figure(row, place));

/** Whole milliseconds of seconds with a fraction; `perSecond`: a thousand for milliseconds. */
export const instant =
  (place: string, perSecond: 1 | 1_000 | 1_000_000_000): Source =>
  (row) => {
    const ms = (figure(row, place) * 1_000n) / BigInt(perSecond);
    return String(ms / 10n ** BigInt(SCALE));
  };

export const isoInstant =
  (place: string): Source =>
  (row) =>
    String(Date.parse(row.text(place) ?? ''));

export const first =
  (...places: readonly string[]): Source =>
  (row) =>
    places.map((place) => row.text(place)).find((text) => text !== null && text !== '') ?? null;

/** What a table says of a row. */
export function expectedOf(row: Row, figures: Figures): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    Object.entries(figures).map(([field, source]) => [
      field,
      typeof source === 'function' ? source(row) : row.text(source),
    ]),
  );
}

/** Null where what was read is what the table says. */
export function faultOf(
  read: unknown,
  expected: Readonly<Record<string, string | null>>,
): string | null {
  const found = leavesOf(read);
  for (const [field, said] of Object.entries(expected)) {
    const value = found.get(field);
    if (value === undefined) return `"${field}" is not read`;
    if (said !== AS_REQUESTED && !isSame(value, said))
      return `"${field}" is ${shown(value)}, recorded is ${said}`;
  }
  for (const field of found.keys()) {
    const isNamed = Object.keys(expected).some((each) => each === field);
    if (!isNamed && !isBeside(field)) return `the table does not say what "${field}" is`;
  }
  return null;
}

/** What is ours, and what a market of our own making says. */
const BESIDE = [
  /^terms\.(?!trail|trigger|isPost|isReduce)/,
  /^(?:reason|marketTag|isClosed|symbol|onlyMarginMode)$/,
  /^market\.(?:marketTag|exchange|marketType|isOpen|marketBuyBy|amountDecimals)$/,
  /^market\.(?:priceDecimals|priceSignificantDigits$|contract)/,
];

function isBeside(field: string): boolean {
  return BESIDE.some((pattern) => pattern.test(field));
}

function leavesOf(value: unknown, path = ''): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return leaves.set(path, value);
  for (const [name, member] of Object.entries(value))
    for (const [place, leaf] of leavesOf(member, path === '' ? name : `${path}.${name}`))
      leaves.set(place, leaf);
  return leaves;
}

function isSame(value: unknown, said: string | null): boolean {
  if (value === null || said === null) return value === null && said === null;
  if (typeof value !== 'bigint' && typeof value !== 'number') return plainOf(value) === said;
  if (!/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(said)) return false;
  return exactNumber(plainOf(value)) === exactNumber(said);
}

function plainOf(value: unknown): string {
  if (typeof value === 'bigint') return formatDecimal(value as Decimal);
  return Array.isArray(value) ? value.join(' ') : String(value);
}

function shown(value: unknown): string {
  return value === null ? 'null' : plainOf(value);
}
