// Reads of single fields of a venue's reply. What a venue sends is not trusted: whatever has not
// the expected form throws `UnreadableReply`, which the reader of the reply turns into a verdict.

import type { Decimal } from '#lib/decimal.ts';
import { DECIMAL_SCALE, parseDecimal, ZERO } from '#lib/decimal.ts';

/** A reply, or a part of it, that has not the expected form. The message names the field only. */
export class UnreadableReply extends Error {
  override readonly name = 'UnreadableReply';
}

export type ReplyFields = Readonly<Record<string, unknown>>;

export function replyFields(value: unknown, what: string): ReplyFields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableReply(`${what} is no object.`);
  return value as ReplyFields;
}

export function replyList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new UnreadableReply(`${what} is no list.`);
  return value;
}

export function textField(fields: ReplyFields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw missing(name, 'a text');
  return value;
}

export function flagField(fields: ReplyFields, name: string): boolean {
  const value = fields[name];
  if (typeof value !== 'boolean') throw missing(name, 'true or false');
  return value;
}

/** A whole number, as a number or as digits. */
export function integerField(fields: ReplyFields, name: string): number {
  const value = fields[name];
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw missing(name, 'a whole number');
  return number;
}

/** An id, as a number or as text. */
export function idField(fields: ReplyFields, name: string): string {
  const value = fields[name];
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return textField(fields, name);
}

export function decimalField(fields: ReplyFields, name: string): Decimal {
  return replyDecimal(fields[name], name);
}

/** A decimal number in plain notation; places beyond the eighteenth are cut. */
export function replyDecimal(value: unknown, name: string): Decimal {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') throw missing(name, 'a decimal number');
  const plain = parseDecimal(text);
  if (plain !== null) return plain;
  const point = text.indexOf('.');
  const end = point < 0 ? text.length : Math.min(text.length, point + 1 + DECIMAL_SCALE);
  const parsed = /^-?\d+(?:\.\d+)?$/.test(text) ? parseDecimal(text.slice(0, end)) : null;
  if (parsed === null) throw missing(name, 'a decimal number');
  return parsed;
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

function missing(name: string, expected: string): UnreadableReply {
  return new UnreadableReply(`"${name}" is not ${expected}.`);
}
