// Reading of parsed JSON field by field: what is not as expected gives a problem and a stand-in, so
// that one reading finds all that is wrong.

import type { VisualProblem } from '#domain/visual/visual-model.ts';
import { VISUAL_PROBLEMS_MAX, VISUAL_TEXT_MAX, errorAt } from '#domain/visual/visual-model.ts';

export type JsonObject = { readonly [key: string]: unknown };

/** Type guard: neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What was found, for a message. */
export function foundText(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return JSON.stringify(value).slice(0, 80);
}

export type DocumentReader = {
  readonly problems: VisualProblem[];
  /** Where the reader stands. */
  block: string | null;
};

/** Reader without problems, outside of any block. */
export function newReader(): DocumentReader {
  return { problems: [], block: null };
}

/**
 * Adds an error at the block that is being read; past the most that are listed, further ones are
 * dropped.
 */
export function report(reader: DocumentReader, port: string | null, message: string): void {
  // One more than are listed, so that the list says that there are more.
  if (reader.problems.length > VISUAL_PROBLEMS_MAX) return;
  reader.problems.push(errorAt(reader.block, port, message));
}

function mismatch(reader: DocumentReader, name: string, expected: string, value: unknown): void {
  report(reader, null, `"${name}": expected ${expected}, found ${foundText(value)}`);
}

/** A text; `usual` where it is missing or null. */
export function textField(
  reader: DocumentReader,
  from: JsonObject,
  name: string,
  usual: string,
): string {
  const value = from[name] ?? usual;
  if (typeof value === 'string' && value.length <= VISUAL_TEXT_MAX) return value;
  if (typeof value === 'string') {
    report(reader, null, `"${name}" is longer than ${VISUAL_TEXT_MAX} characters`);
  } else mismatch(reader, name, 'a text', value);
  return usual;
}

/**
 * Boolean of a field; the usual value where it is absent, or with a problem where it is something
 * else.
 */
export function flagField(
  reader: DocumentReader,
  from: JsonObject,
  name: string,
  usual: boolean,
): boolean {
  const value = from[name] ?? usual;
  if (typeof value === 'boolean') return value;
  mismatch(reader, name, 'true or false', value);
  return usual;
}

/** On either side of the canvas's origin. */
export const COORDINATE_MAX = 10_000_000;

/** A whole number on the canvas; others are rounded. */
export function coordinateField(reader: DocumentReader, from: JsonObject, name: string): number {
  const value = from[name] ?? 0;
  if (typeof value === 'number' && Math.abs(value) <= COORDINATE_MAX) return Math.round(value) + 0;
  mismatch(reader, name, 'a number', value);
  return 0;
}

/** List of a field; empty where it is absent, or with a problem where it is something else. */
export function listField(
  reader: DocumentReader,
  from: JsonObject,
  name: string,
): readonly unknown[] {
  const value = from[name] ?? [];
  if (Array.isArray(value)) return value;
  mismatch(reader, name, 'a list', value);
  return [];
}

/** Refuses fields that nothing reads: one that is misspelt would be lost. */
export function refuseOthers(
  reader: DocumentReader,
  from: JsonObject,
  known: readonly string[],
): void {
  for (const name of Object.keys(from)) {
    if (!known.includes(name)) report(reader, null, `there is no field "${name.slice(0, 80)}"`);
  }
}
