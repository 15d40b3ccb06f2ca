// String literals: quoted ones with their escapes, and long brackets.

import { utf8Bytes } from '#lua/syntax/byte-string.ts';
import { placeOf, report, skipLineBreak } from '#lua/syntax/cursor.ts';
import type { Cursor, Place } from '#lua/syntax/cursor.ts';

const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ['"', '"'],
  ["'", "'"],
]);

const DECIMAL = /\d{1,3}/y;
const HEXADECIMAL = /x[\da-fA-F]{2}/y;
const CODE_POINT = /u\{([\da-fA-F]+)\}/y;

function matchAt(cursor: Cursor, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = cursor.at;
  return pattern.exec(cursor.source);
}

function failEscape(cursor: Cursor, from: number, length: number, message: string): string {
  const quoted = cursor.source.slice(from, cursor.at + length);
  report(cursor, placeOf(cursor), `${message} near '${quoted}'`);
  cursor.at += 1;
  return '';
}

function skipSpace(cursor: Cursor): void {
  for (;;) {
    const character = cursor.source[cursor.at];
    if (character === '\n' || character === '\r') skipLineBreak(cursor);
    else if (character !== undefined && ' \t\v\f'.includes(character)) cursor.at += 1;
    else return;
  }
}

function readNumericEscape(cursor: Cursor, from: number): string | null {
  const decimal = matchAt(cursor, DECIMAL)?.[0];
  if (decimal !== undefined) {
    if (Number(decimal) > 255) {
      return failEscape(cursor, from, decimal.length, 'decimal escape too large');
    }
    cursor.at += decimal.length;
    return String.fromCharCode(Number(decimal));
  }
  const hexadecimal = matchAt(cursor, HEXADECIMAL)?.[0];
  if (hexadecimal !== undefined) {
    cursor.at += 3;
    return String.fromCharCode(Number.parseInt(hexadecimal.slice(1), 16));
  }
  const point = matchAt(cursor, CODE_POINT);
  if (point === null) return null;
  const code = Number.parseInt(point[1] ?? '', 16);
  if (!(code < 2 ** 31)) return failEscape(cursor, from, 3, 'UTF-8 value too large');
  cursor.at += point[0].length;
  return utf8Bytes(code);
}

/** Reads the escape at the cursor, which stands on the backslash. */
function readEscape(cursor: Cursor): string {
  const from = cursor.at;
  cursor.at += 1;
  const character = cursor.source[cursor.at] ?? '';
  const simple = SIMPLE_ESCAPES.get(character);
  if (simple !== undefined) {
    cursor.at += 1;
    return simple;
  }
  if (character === '\n' || character === '\r') {
    skipLineBreak(cursor);
    return '\n';
  }
  if (character === 'z') {
    cursor.at += 1;
    skipSpace(cursor);
    return '';
  }
  // The string's own end is then reported.
  if (character === '') return '';
  const numeric = readNumericEscape(cursor, from);
  if (numeric !== null) return numeric;
  if (character === 'x') return failEscape(cursor, from, 2, 'hexadecimal digit expected');
  if (character === 'u') return failEscape(cursor, from, 2, 'missing code point in \\u{XXX}');
  return failEscape(cursor, from, 1, 'invalid escape sequence');
}

/** The bytes of a quoted string, or null (reported) when it does not end on its line. */
export function readQuoted(cursor: Cursor, place: Place): string | null {
  const quote = cursor.source[cursor.at];
  cursor.at += 1;
  const pieces: string[] = [];
  let from = cursor.at;
  for (;;) {
    const character = cursor.source[cursor.at];
    if (character === quote) break;
    if (character === undefined) {
      report(cursor, placeOf(cursor), 'unfinished string near <eof>');
      return null;
    }
    if (character === '\n' || character === '\r') {
      const text = cursor.source.slice(place.start, cursor.at);
      report(cursor, placeOf(cursor), `unfinished string near '${text}'`);
      return null;
    }
    if (character === '\\') {
      pieces.push(cursor.source.slice(from, cursor.at), readEscape(cursor));
      from = cursor.at;
    } else cursor.at += 1;
  }
  pieces.push(cursor.source.slice(from, cursor.at));
  cursor.at += 1;
  return pieces.join('');
}

/**
 * The bytes between long brackets of `level` equals signs, or null (reported) when they do not
 * close.
 */
export function readLongBracket(
  cursor: Cursor,
  place: Place,
  level: number,
  what: 'string' | 'comment',
): string | null {
  cursor.at += level + 2;
  const closing = `]${'='.repeat(level)}]`;
  const end = cursor.source.indexOf(closing, cursor.at);
  const stop = end < 0 ? cursor.source.length : end;
  const first = cursor.source[cursor.at];
  if (first === '\n' || first === '\r') skipLineBreak(cursor);
  const pieces: string[] = [];
  let from = cursor.at;
  while (cursor.at < stop) {
    const character = cursor.source[cursor.at];
    if (character === '\n' || character === '\r') {
      pieces.push(cursor.source.slice(from, cursor.at), '\n');
      skipLineBreak(cursor);
      from = cursor.at;
    } else cursor.at += 1;
  }
  if (end < 0) {
    const start = `(starting at line ${place.line})`;
    report(cursor, placeOf(cursor), `unfinished long ${what} ${start} near '<eof>'`);
    return null;
  }
  pieces.push(cursor.source.slice(from, stop));
  cursor.at = stop + closing.length;
  return pieces.join('');
}
