// The utf8 library of Lua 5.3.

import { integerArgument, optionalInteger, stringArgument } from '#lua/library/arguments.ts';
import { several, single } from '#lua/library/entry.ts';
import type { LibraryPart } from '#lua/library/entry.ts';
import { argumentError, libraryError } from '#lua/runtime/errors.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import type { LuaFunction, LuaResult, LuaValue } from '#lua/runtime/value.ts';
import { ANY, NIL, NUMBER, STRING } from '#lua/semantics/kind.ts';
import { decodeUtf8, utf8Bytes } from '#lua/syntax/byte-string.ts';

const CODE_MAX = 0x7fffffff;

function isContinuation(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xc0) === 0x80;
}

/** A position given from the start or, negative, from the end; counted from 0. */
function position(index: number, length: number): number {
  if (index >= 0) return index - 1;
  return -index > length ? -1 : length + index;
}

function char(...args: LuaValue[]): LuaResult {
  chargeSteps(4 * args.length);
  return args
    .map((value, index) => {
      const code = integerArgument(value, index + 1, 'char');
      if (code < 0 || code > CODE_MAX) throw argumentError(index + 1, 'char', 'value out of range');
      return utf8Bytes(code);
    })
    .join('');
}

function codepoint(subject: LuaValue, from: LuaValue, to: LuaValue): LuaResult {
  const text = stringArgument(subject, 1, 'codepoint');
  const start = position(optionalInteger(from, 2, 'codepoint', 1), text.length);
  const end = to === undefined ? start : position(integerArgument(to, 3, 'codepoint'), text.length);
  if (start < 0) throw argumentError(2, 'codepoint', 'out of range');
  if (end >= text.length) throw argumentError(3, 'codepoint', 'out of range');
  const codes: LuaValue[] = [];
  let index = start;
  while (index <= end) {
    const decoded = decodeUtf8(text, index);
    if (decoded === null) throw libraryError('invalid UTF-8 code');
    codes.push(decoded.code);
    index += decoded.size;
    chargeSteps(2);
    if (codes.length > 7_000) throw libraryError('string slice too long');
  }
  return codes;
}

function len(subject: LuaValue, from: LuaValue, to: LuaValue): LuaResult {
  const text = stringArgument(subject, 1, 'len');
  let index = position(optionalInteger(from, 2, 'len', 1), text.length);
  const end = position(optionalInteger(to, 3, 'len', -1), text.length);
  if (index < 0 || index > text.length) {
    throw argumentError(2, 'len', 'initial position out of string');
  }
  if (end >= text.length) throw argumentError(3, 'len', 'final position out of string');
  let count = 0;
  chargeSteps(Math.max(0, end - index + 1));
  while (index <= end) {
    const decoded = decodeUtf8(text, index);
    if (decoded === null) return [undefined, index + 1];
    index += decoded.size;
    count += 1;
  }
  return count;
}

function offset(subject: LuaValue, count: LuaValue, from: LuaValue): LuaResult {
  const text = stringArgument(subject, 1, 'offset');
  let left = integerArgument(count, 2, 'offset');
  const start = optionalInteger(from, 3, 'offset', left >= 0 ? 1 : text.length + 1);
  let index = position(start, text.length);
  if (index < 0 || index > text.length) throw argumentError(3, 'offset', 'position out of range');
  chargeSteps(text.length);
  if (left === 0) {
    while (index > 0 && isContinuation(text, index)) index -= 1;
    return index + 1;
  }
  if (isContinuation(text, index)) throw libraryError('initial position is a continuation byte');
  while (left < 0 && index > 0) {
    do index -= 1;
    while (index > 0 && isContinuation(text, index));
    left += 1;
  }
  if (left > 0) left -= 1;
  while (left > 0 && index < text.length) {
    do index += 1;
    while (isContinuation(text, index));
    left -= 1;
  }
  return left === 0 ? index + 1 : undefined;
}

function codes(subject: LuaValue): LuaResult {
  const text = stringArgument(subject, 1, 'codes');
  const step: LuaFunction = (_, control) => {
    let index = integerArgument(control, 2, 'codes') - 1;
    if (index >= 0) {
      do index += 1;
      while (isContinuation(text, index));
    } else index = 0;
    if (index >= text.length) return undefined;
    const decoded = decodeUtf8(text, index);
    if (decoded === null) throw libraryError('invalid UTF-8 code');
    return [index + 1, decoded.code];
  };
  return [step, text, 0];
}

export const UTF8_LIBRARY: LibraryPart = {
  'utf8.char': single(STRING, char),
  'utf8.codepoint': several(NUMBER, codepoint),
  'utf8.codes': several(ANY, codes),
  'utf8.len': several(NUMBER | NIL, len),
  'utf8.offset': single(NUMBER | NIL, offset),
};

export const UTF8_CONSTANTS: ReadonlyMap<string, string> = new Map([
  ['utf8.charpattern', '[\0-\x7F\xC2-\xFD][\x80-\xBF]*'],
]);
