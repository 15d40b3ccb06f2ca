// Reads of single fields of a venue's reply. What a venue sends is not trusted: whatever has not
// the expected form throws `UnreadableReply`, which the reader of the reply turns into a verdict.

import type { Decimal } from '#lib/decimal.ts';
import { DECIMAL_SCALE, ONE, parseDecimal, ZERO } from '#lib/decimal.ts';
import { plainNumber } from '#venues/dialects/reply/plain-number.ts';

/** A reply, or a part of it, that has not the expected form. The message names the field only. */
export class UnreadableReply extends Error {
  override readonly name = 'UnreadableReply';
}

export type ReplyFields = Readonly<Record<string, unknown>>;

/** Object of a reply; `what` names it in the error. */
export function replyFields(value: unknown, what: string): ReplyFields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableReply(`${what} is no object.`);
  return value as ReplyFields;
}

/** List of a reply; `what` names it in the error. */
export function replyList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new UnreadableReply(`${what} is no list.`);
  return value;
}

/** Text that is not empty. */
export function textField(fields: ReplyFields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw missing(name, 'a text');
  return value;
}

/** Boolean; words such as "true" are refused. */
export function flagField(fields: ReplyFields, name: string): boolean {
  const value = fields[name];
  if (typeof value !== 'boolean') throw missing(name, 'true or false');
  return value;
}

/** A whole number, as a number or as text. */
export function integerField(fields: ReplyFields, name: string): number {
  const value = fields[name];
  const number = typeof value === 'string' ? wholeNumber(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw missing(name, 'a whole number');
  // Zero has no sign.
  return number + 0;
}

function wholeNumber(text: string): number {
  const digits = plainNumber(text) ?? '';
  return /^-?\d{1,16}$/.test(digits) ? Number(digits) : Number.NaN;
}

/** An id, as a number or as text: of a text all characters, of a number all digits. */
export function idField(fields: ReplyFields, name: string): string {
  const id = idIn(fields[name]);
  if (id === null) throw missing(name, 'an id');
  return id;
}

/** Null where it is none. */
export function idIn(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A code, as a number or as text: `1` however it is spelled. What is neither stays as it is. */
export function codeIn(value: unknown): unknown {
  if (typeof value !== 'number' && typeof value !== 'string') return value;
  return plainNumber(String(value)) ?? value;
}

/** Decimal, of a number or of a text. */
export function decimalField(fields: ReplyFields, name: string): Decimal {
  return replyDecimal(fields[name], name);
}

/** A decimal number, however it is spelled; places beyond the eighteenth are cut. */
export function replyDecimal(value: unknown, name: string): Decimal {
  const parsed = decimalIn(value);
  if (parsed === null) throw missing(name, 'a decimal number');
  return parsed;
}

const WHOLE = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([-+]?\d{1,2}))?$/;

/** A count of any size, however it is spelled; null where it is none. */
export function wholeIn(value: unknown): bigint | null {
  const text = typeof value === 'number' ? String(value) : value;
  const found = typeof text === 'string' ? WHOLE.exec(text) : null;
  if (found === null) return null;
  const [, whole = '', part = '', exponent = '0'] = found;
  const places = part.length - Number(exponent);
  const digits = BigInt(whole + part);
  if (places <= 0) return digits * 10n ** BigInt(-places);
  const unit = 10n ** BigInt(places);
  return digits % unit === 0n ? digits / unit : null;
}

/** As `replyDecimal`; null where it is none. */
export function decimalIn(value: unknown): Decimal | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return null;
  return parseDecimal(text) ?? cutDecimal(plainNumber(text));
}

function cutDecimal(plain: string | null): Decimal | null {
  if (plain === null) return null;
  const point = plain.indexOf('.');
  return parseDecimal(point < 0 ? plain : plain.slice(0, point + 1 + DECIMAL_SCALE));
}

const MS_PER = { second: 1_000n, millisecond: 1n } as const;

/** An instant in units with a fraction, of which parts of a millisecond are cut. */
export function decimalInstantField(
  fields: ReplyFields,
  name: string,
  unit: keyof typeof MS_PER,
): number {
  const value = decimalField(fields, name);
  const atMs = Number((value * MS_PER[unit]) / ONE);
  if (!(value > 0n) || !Number.isSafeInteger(atMs) || atMs > INSTANT_MS_MAX)
    throw missing(name, 'an instant');
  return atMs;
}

/** As `decimalField`; zero where the venue has none, or an empty text. */
export function optionalDecimal(fields: ReplyFields, name: string): Decimal {
  const value = fields[name] ?? '';
  return value === '' ? ZERO : replyDecimal(value, name);
}

/** What a word of the venue means; one that is not in the table is unreadable. */
export function knownWord<T>(table: { readonly [word: string]: T }, word: string, name: string): T {
  const value = Object.hasOwn(table, word) ? table[word] : undefined;
  if (value === undefined) throw new UnreadableReply(`"${name}" is none that is known.`);
  return value;
}

const INSTANT_MS_MAX = 1e14;

function missing(name: string, expected: string): UnreadableReply {
  return new UnreadableReply(`"${name}" is not ${expected}.`);
}
