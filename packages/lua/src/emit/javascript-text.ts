// Pieces of JavaScript text: literals, names, and the marks that tie a place in the text to a line
// of the script.

import type { Variable } from '#lua/semantics/scope.ts';

/** Begins a new line of generated code that stands for a place of the script; see splitLines. */
export function mark({ line, column }: { readonly line: number; readonly column: number }): string {
  return `\n\u0001${line}:${column}\u0002`;
}

export type MappedText = {
  readonly code: string;
  /** Script line of each line of code; index 0 is the first line. */
  readonly lines: readonly number[];
  /** Script column of the same. */
  readonly columns: readonly number[];
};

/** Takes the marks out of the text and makes the line table of them. */
export function splitLines(text: string): MappedText {
  const lines: number[] = [];
  const columns: number[] = [];
  const code: string[] = [];
  let line = 0;
  let column = 0;
  for (const raw of text.split('\n')) {
    const end = raw.startsWith('\u0001') ? raw.indexOf('\u0002') : -1;
    if (end > 0) [line = 0, column = 0] = raw.slice(1, end).split(':').map(Number);
    lines.push(line);
    columns.push(column);
    code.push(end > 0 ? raw.slice(end + 1) : raw);
  }
  return { code: code.join('\n'), lines, columns };
}

/** A byte string as a JavaScript literal. Everything but plain ASCII is escaped. */
export function stringText(bytes: string): string {
  let text = '"';
  for (let index = 0; index < bytes.length; index += 1) {
    const code = bytes.charCodeAt(index);
    const isPlain = code >= 0x20 && code < 0x7f && code !== 0x22 && code !== 0x5c;
    text += isPlain ? bytes[index] : `\\x${code.toString(16).padStart(2, '0')}`;
  }
  return `${text}"`;
}

/** A number as a JavaScript expression that can stand next to any operator. */
export function numberLiteral(value: number): string {
  if (Number.isNaN(value)) return '(0/0)';
  if (value === Infinity) return '(1/0)';
  if (value === -Infinity) return '(-1/0)';
  if (value < 0 || Object.is(value, -0)) return `(${Object.is(value, -0) ? '-0' : String(value)})`;
  return String(value);
}

const FIELD_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const FIELD_CHARACTERS_MAX = 80;

/**
 * Whether a string key can be a named field. Such a key holds nothing that has a meaning in
 * JavaScript text.
 */
export function isFieldName(bytes: string): boolean {
  return bytes.length <= FIELD_CHARACTERS_MAX && FIELD_NAME.test(bytes);
}

/** The JavaScript variable of a Lua local. The `$` keeps it apart from all words of JavaScript. */
export function variableName(variable: Variable): string {
  return `${variable.name}$${variable.id}`;
}
