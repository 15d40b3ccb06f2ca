// The value kinds that every wire shape is made of: decimals and instants as strings, nullable
// values, and objects that are closed for requests and documented as open for responses.

import Type from 'typebox';
import type { TProperties, TSchema, TSchemaOptions } from 'typebox';
import { Set as setFormat } from 'typebox/format';
import type { Decimal } from '#lib/decimal.ts';
import {
  AVERAGE_DIGITS,
  DECIMAL_SCALE,
  decimalFromFloat,
  divideRounded,
  formatDecimal,
  parseDecimal,
  roundToDigits,
} from '#lib/decimal.ts';
import { assert, present } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import { INTERVALS_MINUTES } from '#domain/candle/interval.ts';
import { formatInstant, parseInstant } from '#lib/time.ts';
import { PRINTABLE } from '#api/http/responses/printable.ts';

/** No sign, no exponent, no leading zeros, at most 18 digits on either side. */
export const DECIMAL_INPUT_PATTERN = String.raw`^(0|[1-9]\d{0,17})(\.\d{1,18})?$`;

/**
 * A decimal number as a string, as it is sent: nothing that is sent is below zero. `marks` are
 * keywords for the document, such as `insteadOf`.
 */
export function decimalString(description: string, example = '0.25', marks: TSchemaOptions = {}) {
  return Type.String({
    ...marks,
    format: 'decimal',
    pattern: DECIMAL_INPUT_PATTERN,
    description,
    examples: [example],
  });
}

/** As the service writes it: no trailing zeros, and digits before the point without a limit. */
export const DECIMAL_PATTERN = String.raw`^-?(0|[1-9]\d*)(\.\d{0,17}[1-9])?$`;
/** What cannot be below zero. */
export const AMOUNT_PATTERN = String.raw`^(0|[1-9]\d*)(\.\d{0,17}[1-9])?$`;

/** A decimal that the service made may have more digits before the point than it accepts. */
export function responseDecimal(description: string, example = '0.25', marks: TSchemaOptions = {}) {
  return Type.String({
    ...marks,
    format: 'decimal',
    pattern: DECIMAL_PATTERN,
    description,
    ...(example === '' ? {} : { examples: [example] }),
  });
}

/** The same of an amount or a price, which are never below zero. */
export function responseAmount(description: string, example = '0.25', marks: TSchemaOptions = {}) {
  return { ...responseDecimal(description, example, marks), pattern: AMOUNT_PATTERN };
}

// Requests give instants as we read them, which is stricter about dates and open about offsets.
setFormat('date-time', (text) => parseInstant(text) !== null);

/** What instants are shown with that have no example of their own. */
export const EXAMPLE_INSTANT = '2026-11-21T10:00:00.000Z';
/** Of what has to be to come when an example is sent. */
export const EXAMPLE_LATER = '2036-01-01T00:00:00.000Z';

/** RFC 3339 in UTC with milliseconds. */
export function instantString(description: string, example: string = EXAMPLE_INSTANT) {
  return Type.String({ format: 'date-time', description, examples: [example] });
}

/** Schema of a text. */
export function text(description: string, example: string) {
  return Type.String({ description, examples: [example] });
}

/** What a caller calls something. */
export function chosenName(description: string, example: string) {
  return Type.String({
    minLength: 1,
    maxLength: LIMITS.nameCharactersMax,
    pattern: PRINTABLE,
    description,
    examples: [example],
  });
}

/** An opaque name that a caller sends back. */
export function identifier(description: string, example: string) {
  const maxLength = LIMITS.identifierCharactersMax;
  return Type.String({ maxLength, description, examples: [example] });
}

/** Schema of a boolean. */
export function flag(description: string, example = true, marks: TSchemaOptions = {}) {
  return Type.Boolean({ ...marks, description, examples: [example] });
}

export const INT32_MINIMUM = -2_147_483_648;
export const INT32_MAXIMUM = 2_147_483_647;

/** Schema of a whole number of 32 bits. */
export function int32(description: string, example: number, options: TSchemaOptions = {}) {
  return Type.Integer({
    format: 'int32',
    minimum: INT32_MINIMUM,
    maximum: INT32_MAXIMUM,
    ...options,
    description,
    examples: [example],
  });
}

/** A whole number in some bounds, both included. */
export function countFrom(least: number, most: number, description: string, example: number) {
  return int32(description, example, { minimum: least, maximum: most });
}

/** What determines chance: any whole number that JSON carries exactly. */
export function seedNumber(description: string) {
  return Type.Integer({
    format: 'int64',
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    description,
    examples: [7],
  });
}

/** The interval of a chart, as it is sent. */
export function chartInterval(description: string, example: number, marks: TSchemaOptions = {}) {
  const schema = { type: 'integer', format: 'int32', enum: [...INTERVALS_MINUTES] };
  return Type.Unsafe<number>({ ...schema, ...marks, description, examples: [example] });
}

/** One of a closed set of words. */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  description: string,
  marks: TSchemaOptions = {},
) {
  // Type.Enum writes no "type", which some generators need.
  const schema = { type: 'string', enum: [...words], ...marks, description, examples: [words[0]] };
  return Type.Unsafe<Word>(schema);
}

/** Marks a field that excludes another one: examples have the other alone. */
export function insteadOf(field: string) {
  return { 'x-instead-of': field } as const;
}

/** A field or a shape beyond the published contract. */
export const ADDITION = { 'x-addition': true } as const;

/** `marks` are keywords for the document, such as `ADDITION`. */
export function nullable<Schema extends TSchema>(schema: Schema, marks: TSchemaOptions = {}) {
  return Type.Union([schema, Type.Null()], marks);
}

/** A shape with a name of its own in the OpenAPI document. */
export function shape<Properties extends TProperties>(
  name: string,
  description: string,
  properties: Properties,
  marks: TSchemaOptions = {},
) {
  return Type.Object(properties, { $id: name, description, additionalProperties: false, ...marks });
}

/** `options` are marks for the document, such as `x-addition`. */
export function limitParameter(itemsMax: number, itemsDefault: number, options: TSchema = {}) {
  return Type.Integer({
    ...options,
    format: 'int32',
    minimum: 1,
    maximum: itemsMax,
    default: itemsDefault,
    description: `How many items to return at most, 1 to ${itemsMax}.`,
  });
}

/** Query parameter of a page's place, optional. */
export function cursorParameter(options: TSchema = {}) {
  return Type.Optional(
    Type.String({ ...options, description: '`next_cursor` of the page before; opaque.' }),
  );
}

/** The query of a list that comes in pages. */
export const PAGE_QUERY = {
  limit: limitParameter(LIMITS.pageItemsMax, LIMITS.pageItemsDefault),
  cursor: cursorParameter(),
};

/** A decimal that a schema of this file has already accepted. */
export function decimalFromWire(wire: string): Decimal {
  const value = parseDecimal(wire);
  assert(value !== null, 'a decimal that passed its schema can be read');
  return value;
}

/** Digits without an exponent. */
export function decimalToWire(value: Decimal): string {
  return formatDecimal(value);
}

/** Digits without an exponent; null stays null. */
export function nullableDecimalToWire(value: Decimal | null): string | null {
  return value === null ? null : formatDecimal(value);
}

/** An average of prices, without the digits that are owed to its division alone. */
export function averageToWire(price: Decimal): string {
  return formatDecimal(roundToDigits(price, AVERAGE_DIGITS));
}

/** Average price, rounded as averages are; null stays null. */
export function nullableAverageToWire(price: Decimal | null): string | null {
  return price === null ? null : averageToWire(price);
}

/** A percentage, to as many places as figures have. */
export function percentToWire(percent: Decimal): string {
  const part = 10n ** BigInt(DECIMAL_SCALE - FIGURE_PLACES);
  return formatDecimal((divideRounded(percent, part, 'half_even') * part) as Decimal);
}

/** Places of a figure that was reckoned in floats. */
const FIGURE_PLACES = 8;

/** A figure that was reckoned in floats, as a decimal like all others. */
export function figureToWire(value: number): string {
  return formatDecimal(decimalFromFloat(value, FIGURE_PLACES));
}

/** Null too when there is no such number. */
export function nullableFigureToWire(value: number | null | undefined): string | null {
  const isNumber = value !== null && value !== undefined && Number.isFinite(value);
  return isNumber ? figureToWire(value) : null;
}

/** An instant that a schema of this file has already accepted. */
export function instantFromWire(wire: string): number {
  return present(parseInstant(wire), 'an instant that passed its schema can be read');
}

/** ISO 8601 in UTC with milliseconds. */
export function instantToWire(instantMs: number): string {
  return formatInstant(instantMs);
}

/** ISO 8601 in UTC with milliseconds; null stays null. */
export function nullableInstantToWire(instantMs: number | null): string | null {
  return instantMs === null ? null : formatInstant(instantMs);
}
