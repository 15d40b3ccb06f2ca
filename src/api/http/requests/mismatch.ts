// Says in words why a value does not fit its schema: which field, what was expected, what was
// found. Called only after the compiled check has said no, so it may be slow. Knows the JSON Schema
// keywords that our shapes use.

import type { TSchema } from 'typebox';
import { parseInstant } from '#lib/time.ts';
import { PRINTABLE } from '#api/http/responses/printable.ts';
import type { FieldError } from '#api/http/responses/api-response.ts';

/** How many errors one response names. */
export const ERRORS_MAX = 20;
const SHOWN_CHARACTERS_MAX = 60;

type Schema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly writeOnly?: boolean;
};

/** Every place where the value breaks the schema, at most twenty; empty only if none is found. */
export function explainMismatch(schema: TSchema, value: unknown): readonly FieldError[] {
  const errors: FieldError[] = [];
  compare(schema, value, [], errors);
  return errors.slice(0, ERRORS_MAX);
}

function compare(
  schema: Schema,
  value: unknown,
  path: readonly string[],
  errors: FieldError[],
): void {
  if (errors.length >= ERRORS_MAX) return;
  if (schema.anyOf !== undefined) return compareAny(schema, schema.anyOf, value, path, errors);
  if (schema.type === 'object' && isRecord(value))
    return compareObject(schema, value, path, errors);
  if (schema.type === 'array' && Array.isArray(value) && hasItems(schema, value)) {
    for (const [index, item] of value.entries()) {
      if (errors.length >= ERRORS_MAX) return;
      compare(schema.items ?? {}, item, [...path, String(index)], errors);
    }
    return;
  }
  if (!fits(schema, value)) errors.push(fault(path, expectation(schema), found(schema, value)));
}

/** A nullable object is explained by its fields, everything else by what it may be. */
function compareAny(
  schema: Schema,
  choices: readonly Schema[],
  value: unknown,
  path: readonly string[],
  errors: FieldError[],
): void {
  const candidates = choices.filter((choice) => choice.type !== 'null');
  if (value === null && candidates.length < choices.length) return;
  const [only] = candidates;
  if (candidates.length === 1 && only?.type === 'object' && isRecord(value)) {
    return compare(only, value, path, errors);
  }
  const isFitting = candidates.some((choice) => {
    const own: FieldError[] = [];
    compare(choice, value, path, own);
    return own.length === 0;
  });
  if (!isFitting) errors.push(fault(path, expectation(schema), found(only ?? {}, value)));
}

function compareObject(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  path: readonly string[],
  errors: FieldError[],
): void {
  const properties = schema.properties ?? {};
  for (const name of schema.required ?? []) {
    if (Object.hasOwn(value, name)) continue;
    errors.push(fault([...path, name], expectation(properties[name] ?? {}), 'none'));
  }
  for (const name of Object.keys(value)) {
    // A body may hold a hundred thousand unknown fields: none is read beyond what is reported.
    if (errors.length >= ERRORS_MAX) return;
    const item = value[name];
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property !== undefined) compare(property, item, [...path, name], errors);
    else if (schema.additionalProperties === false) {
      const known = Object.keys(properties).join(', ');
      const expected = known === '' ? 'no such field' : `one of the fields ${known}`;
      errors.push(fault([...path, name], expected, 'an unknown field'));
    } else if (isRecord(schema.additionalProperties)) {
      // Any name may stand there, and its value is of one kind.
      compare(schema.additionalProperties, item, [...path, name], errors);
    }
  }
}

function fits(schema: Schema, value: unknown): boolean {
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if (schema.const !== undefined) return schema.const === value;
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' && fitsString(schema, value);
    case 'integer':
      return Number.isInteger(value) && isWithin(schema, value as number);
    case 'number':
      return typeof value === 'number' && isWithin(schema, value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'object':
    case 'array':
      return false;
    case undefined:
    default:
      return true;
  }
}

function fitsString(schema: Schema, value: string): boolean {
  const length = characterCount(value);
  if (schema.format === 'date-time' && parseInstant(value) === null) return false;
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value)) return false;
  return length >= (schema.minLength ?? 0) && length <= (schema.maxLength ?? Infinity);
}

/** Unicode characters, as JSON Schema counts them. */
function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function isWithin(schema: Schema, value: number): boolean {
  return value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);
}

function hasItems(schema: Schema, value: readonly unknown[]): boolean {
  return value.length >= (schema.minItems ?? 0) && value.length <= (schema.maxItems ?? Infinity);
}

/** What a schema takes, in words that finish "expected …". */
export function expectation(schema: TSchema): string {
  const { anyOf, enum: words, const: word, type, ...rest } = schema as Schema;
  if (anyOf !== undefined) return anyOf.map(expectation).join(' or ');
  if (words !== undefined) return `one of ${words.map((item) => JSON.stringify(item)).join(', ')}`;
  if (word !== undefined) return JSON.stringify(word);
  switch (type) {
    case 'string':
      return expectedString(rest);
    case 'integer':
      return `a whole number${expectedRange(rest)}`;
    case 'number':
      return `a number${expectedRange(rest)}`;
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'array':
      return `an array${between(rest.minItems, rest.maxItems, 'items')}`;
    case 'object':
      return 'an object';
    case undefined:
    default:
      return 'a value';
  }
}

function expectedString(schema: Schema): string {
  if (schema.format === 'decimal') {
    const sign = schema.pattern?.startsWith('^-?') === true ? '' : 'not below zero and ';
    return `a decimal number in a string, such as "0.25", ${sign}${DIGITS}`;
  }
  if (schema.format === 'date-time') {
    return 'a time from 1970 to 2199 in RFC 3339, such as "2026-11-21T10:00:00Z"';
  }
  return `a string${between(schema.minLength, schema.maxLength, 'characters')}${ruleOf(schema)}`;
}

const DIGITS = 'with at most 18 digits on either side of the point';

const PRINTABLE_RULE = ' without control characters and characters that turn or hide text';

/** Patterns that people should not have to read, in words. */
function ruleOf({ pattern }: Schema): string {
  if (pattern === undefined) return '';
  return pattern === PRINTABLE ? PRINTABLE_RULE : ` that matches ${pattern}`;
}

function expectedRange({ minimum, maximum }: Schema): string {
  if (minimum === undefined && maximum === undefined) return '';
  if (maximum === undefined) return ` from ${minimum}`;
  return minimum === undefined ? ` up to ${maximum}` : ` from ${minimum} to ${maximum}`;
}

function between(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return '';
  if (most === undefined) return ` of at least ${least} ${unit}`;
  if (least === undefined) return ` of at most ${most} ${unit}`;
  return ` of ${least} to ${most} ${unit}`;
}

/** What came instead; secrets and long texts are described, not repeated. */
function found(schema: Schema, value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return foundArray(schema, value);
  if (typeof value === 'object') return 'an object';
  if (schema.writeOnly === true)
    return typeof value === 'string' ? 'another text' : `a ${typeof value}`;
  if (typeof value !== 'string') return `the ${typeof value} ${JSON.stringify(value)}`;
  return describeText(value);
}

function foundArray({ type }: Schema, { length }: readonly unknown[]): string {
  if (type !== 'array') return 'an array';
  return `one of ${length} ${length === 1 ? 'item' : 'items'}`;
}

/** A text in quotes when it is short, and its length when it is not. */
export function describeText(text: string): string {
  const { length } = text;
  return length <= SHOWN_CHARACTERS_MAX ? JSON.stringify(text) : `a text of ${length} characters`;
}

function fault(path: readonly string[], expected: string, found: string): FieldError {
  const pointer = path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  const name = path.join('.');
  const subject = name === '' ? 'The body' : `Field ${describeText(name)}`;
  return {
    pointer: `#${pointer.join('')}`,
    detail: `${subject}: expected ${expected}, found ${found}.`,
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
