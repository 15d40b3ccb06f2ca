// Columns of a file of candles: given by the user, by the header's names, or, without a header, by
// the order that dumps of exchanges have.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';

export const COLUMN_ROLES = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** What the user said: for some roles the header's name, or the number of the column from 1 on. */
export type NamedColumns = { readonly [role in ColumnRole]?: string };

export type ColumnLayout = {
  readonly hasHeader: boolean;
  /** Fields that every line has. */
  readonly fieldsCount: number;
  /** From 0 on, in the order of the roles. */
  readonly places: readonly number[];
  /** Header names of the columns that are not read. */
  readonly ignored: readonly string[];
  readonly volume: VolumeColumn;
};

/** The column that the volume is read from. */
export type VolumeColumn = {
  /** Its name in the header, or its number. */
  readonly name: string;
  /** A name that some dumps give to what was traded in quote, and no column beside it says more. */
  readonly mayBeTurnover: boolean;
};

/** Names as they are compared: small letters and digits. In order of preference. */
const NAMES: { readonly [role in ColumnRole]: readonly string[] } = {
  time: [
    'timestamp',
    'unix',
    'unixtimestamp',
    'time',
    'ts',
    'opentime',
    'open timestamp',
    'starttime',
    'start',
    'startat',
    't',
    'datetime',
    'dateutc',
    'date',
    'candlebegintime',
    // The index of a table of pandas that has no name.
    '__index_level_0__',
  ].map(plain),
  open: ['open', 'o', 'openprice', 'priceopen'],
  high: ['high', 'h', 'highprice', 'pricehigh', 'max'],
  low: ['low', 'l', 'lowprice', 'pricelow', 'min'],
  close: ['close', 'c', 'closeprice', 'priceclose', 'last'],
  volume: ['volume', 'vol', 'v', 'volumebase', 'basevolume', 'baseassetvolume', 'amount', 'size'],
};

/** Time, open, high, low, close, volume; the longest one is that of the common kline dumps. */
const BARE_FIELDS_COUNTS = [6, 12];
/** The same and the number of trades, as in public archives. */
const WITH_TRADES_COUNT = 7;

/**
 * From the fields of the first line. `base` is the market's base currency, whose volume is meant
 * where a file has several. A rejection is a sentence for the user.
 */
export function readLayout(
  fields: readonly string[],
  named: NamedColumns,
  base: string,
): Result<ColumnLayout, string> {
  const hasHeader = !/^[-+]?\d/.test(fields[0] ?? '');
  const places: number[] = [];
  for (const role of COLUMN_ROLES) {
    const place = placeOf(role, fields, { named, base, hasHeader });
    if (!place.ok) return place;
    const taken = places.indexOf(place.value);
    if (taken >= 0)
      return rejected(`${COLUMN_ROLES[taken]} and ${role} cannot be one column: ${advice(fields)}`);
    places.push(place.value);
  }
  const ignored = hasHeader ? fields.filter((_, index) => !places.includes(index)) : [];
  const volume = volumeOf(places.at(-1) ?? 0, fields, { named, base, hasHeader });
  return accepted({ hasHeader, fieldsCount: fields.length, places, ignored, volume });
}

function volumeOf(
  place: number,
  fields: readonly string[],
  { named, hasHeader }: Question,
): VolumeColumn {
  const name = hasHeader ? (fields[place] ?? '') : String(place + 1);
  const mayBeTurnover = hasHeader && named.volume === undefined && plain(name) === 'amount';
  return { name, mayBeTurnover };
}

/** Seconds or milliseconds, and trades that are counted. */
function isBareLayout(fields: readonly string[]): boolean {
  if (fields.length !== WITH_TRADES_COUNT) return BARE_FIELDS_COUNTS.includes(fields.length);
  return /^\d{9,13}$/.test(fields[0] ?? '') && /^\d{1,9}$/.test(fields.at(-1) ?? '');
}

type Question = {
  readonly named: NamedColumns;
  readonly base: string;
  readonly hasHeader: boolean;
};

function placeOf(
  role: ColumnRole,
  fields: readonly string[],
  { named, base, hasHeader }: Question,
): Result<number, string> {
  const name = named[role];
  if (name !== undefined) return namedPlace(role, name, fields, hasHeader);
  if (!hasHeader) {
    if (isBareLayout(fields)) return accepted(COLUMN_ROLES.indexOf(role));
    return rejected(
      `the file has no header and ${fields.length} columns; name them by number, such as ` +
        '--columns time=1,open=2,high=3,low=4,close=5,volume=6',
    );
  }
  const header = fields.map(plain);
  const names =
    role === 'volume'
      ? [...NAMES.volume, plain(`volume ${base}`), plain(`${base} volume`)]
      : NAMES[role];
  for (const known of names) {
    const place = header.indexOf(known);
    if (place < 0) continue;
    if (header.includes(known, place + 1))
      return rejected(`the header has "${fields[place]}" more than once: ${advice(fields)}`);
    return accepted(place);
  }
  return rejected(`no column looks like ${role}: ${advice(fields)}`);
}

function namedPlace(
  role: ColumnRole,
  name: string,
  fields: readonly string[],
  hasHeader: boolean,
): Result<number, string> {
  if (hasHeader) {
    const place = fields.findIndex((field) => field.toLowerCase() === name.toLowerCase());
    if (place >= 0) return accepted(place);
  }
  const number = /^[1-9]\d{0,3}$/.test(name) ? Number(name) : 0;
  if (number >= 1 && number <= fields.length) return accepted(number - 1);
  return rejected(`there is no column "${name}" for ${role}: ${advice(fields)}`);
}

const FIELDS_SHOWN_MAX = 20;
const FIELD_CHARACTERS_SHOWN_MAX = 40;

function advice(fields: readonly string[]): string {
  const shown = fields
    .slice(0, FIELDS_SHOWN_MAX)
    .map((field) => `"${field.slice(0, FIELD_CHARACTERS_SHOWN_MAX)}"`);
  return `the columns are ${shown.join(', ')}; say which is which, such as --columns time=1,open=2`;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
