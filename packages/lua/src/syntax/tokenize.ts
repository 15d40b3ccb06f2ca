// Source text to tokens. Goes on after an error: what cannot be read becomes a diagnostic and a
// 'broken' token.

import { decodeUtf8 } from '#lua/syntax/byte-string.ts';
import { openCursor, placeOf, report, skipLineBreak } from '#lua/syntax/cursor.ts';
import type { Cursor, Place } from '#lua/syntax/cursor.ts';
import type { Diagnostic } from '#lua/syntax/diagnostic.ts';
import { parseNumeral } from '#lua/syntax/parse-number.ts';
import { readLongBracket, readQuoted } from '#lua/syntax/read-string.ts';
import { KEYWORDS, OPERATORS } from '#lua/syntax/token.ts';
import type { Token } from '#lua/syntax/token.ts';

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /(?:0[xX](?:[pP][+-]|[\w.])*|\.?\d(?:[eE][+-]|[\w.])*)/y;
const BYTE_ORDER_MARK = '\xef\xbb\xbf';
const LONG_OPENING = /\[(=*)\[/y;

/** What a token that begins with a character can be, by char code; other characters are symbols. */
const CLASSES: readonly ('name' | 'other' | undefined)[] = Array.from(
  { length: 128 },
  (_, code) => {
    const character = String.fromCharCode(code);
    if (/[A-Za-z_]/.test(character)) return 'name';
    return /["'.[0-9]/.test(character) ? 'other' : undefined;
  },
);

const OPERATORS_BY_FIRST: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  OPERATORS,
  (operator) => operator.charAt(0),
);

function matchAt(cursor: Cursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.at;
  return pattern.test(cursor.source) ? cursor.source.slice(cursor.at, pattern.lastIndex) : null;
}

function skipComment(cursor: Cursor): void {
  const place = placeOf(cursor);
  cursor.at += 2;
  const opening = matchAt(cursor, LONG_OPENING);
  if (opening !== null) {
    readLongBracket(cursor, place, opening.length - 2, 'comment');
    return;
  }
  while (cursor.at < cursor.source.length) {
    const character = cursor.source[cursor.at];
    if (character === '\n' || character === '\r') return;
    cursor.at += 1;
  }
}

/**
 * Characters of other alphabets and layouts that show as nothing or as a space, and come along when
 * a text is pasted: taken for white space.
 */
const PASTED_SPACES: ReadonlySet<number> = new Set([
  0xa0,
  0xad,
  0x1680,
  0x180e,
  0x2028,
  0x2029,
  0x202f,
  0x205f,
  0x2060,
  0x3000,
  0xfeff,
  ...Array.from({ length: 16 }, (_, index) => 0x2000 + index),
]);

/** Bytes of the white space at the cursor, line breaks aside; 0 when there is none. */
function spaceSize({ source, at }: Cursor, character: string | undefined): number {
  if (character === undefined) return 0;
  if (character === ' ' || character === '\t' || character === '\v' || character === '\f') return 1;
  if (character.charCodeAt(0) < 0x80) return 0;
  const decoded = decodeUtf8(source, at);
  return decoded !== null && PASTED_SPACES.has(decoded.code) ? decoded.size : 0;
}

function skipBlank(cursor: Cursor): void {
  for (;;) {
    const character = cursor.source[cursor.at];
    if (character === '\n' || character === '\r') skipLineBreak(cursor);
    else if (character === '-' && cursor.source[cursor.at + 1] === '-') skipComment(cursor);
    else {
      const size = spaceSize(cursor, character);
      if (size === 0) return;
      cursor.at += size;
    }
  }
}

function finish(cursor: Cursor, place: Place, type: string, text = '', number = 0): Token {
  const { start, line, column } = place;
  return { type, text, number, start, line, column, end: cursor.at };
}

function readNumber(cursor: Cursor, place: Place, text: string): Token {
  cursor.at += text.length;
  const value = parseNumeral(text);
  if (value !== null) return finish(cursor, place, 'number', '', value);
  report(cursor, place, `malformed number near '${text}'`);
  return finish(cursor, place, 'number');
}

function readSymbol(cursor: Cursor, place: Place): Token {
  for (const operator of OPERATORS_BY_FIRST.get(cursor.source[cursor.at] ?? '') ?? []) {
    if (!cursor.source.startsWith(operator, cursor.at)) continue;
    cursor.at += operator.length;
    return finish(cursor, place, operator === '!=' ? '~=' : operator);
  }
  const size = decodeUtf8(cursor.source, cursor.at)?.size ?? 1;
  const character = cursor.source.slice(cursor.at, cursor.at + size);
  cursor.at += size;
  return finish(cursor, place, character);
}

function readToken(cursor: Cursor): Token {
  const place = placeOf(cursor);
  const character = cursor.source[cursor.at];
  if (character === undefined) return finish(cursor, place, '<eof>');
  const first = CLASSES[character.charCodeAt(0)];
  if (first === undefined) return readSymbol(cursor, place);
  const name = first === 'name' ? matchAt(cursor, NAME) : null;
  if (name !== null) {
    cursor.at += name.length;
    return KEYWORDS.has(name) ? finish(cursor, place, name) : finish(cursor, place, 'name', name);
  }
  const number = matchAt(cursor, NUMBER);
  if (number !== null) return readNumber(cursor, place, number);
  if (character === '"' || character === "'") {
    const text = readQuoted(cursor, place);
    return finish(cursor, place, text === null ? 'broken' : 'string', text ?? '');
  }
  const opening = matchAt(cursor, LONG_OPENING);
  if (opening !== null) {
    const text = readLongBracket(cursor, place, opening.length - 2, 'string');
    return finish(cursor, place, text === null ? 'broken' : 'string', text ?? '');
  }
  return readSymbol(cursor, place);
}

/**
 * All tokens of a byte string, the last one being '<eof>'; what could not be read is added to
 * `diagnostics`. A first line that begins with '#' is skipped, as Lua does.
 */
export function tokenize(source: string, diagnostics: Diagnostic[]): Token[] {
  const cursor = openCursor(source, diagnostics);
  if (source.startsWith(BYTE_ORDER_MARK)) cursor.at = BYTE_ORDER_MARK.length;
  if (source[cursor.at] === '#') {
    while (cursor.at < source.length && source[cursor.at] !== '\n') cursor.at += 1;
  }
  const tokens: Token[] = [];
  for (;;) {
    skipBlank(cursor);
    const token = readToken(cursor);
    tokens.push(token);
    if (token.type === '<eof>') return tokens;
  }
}
