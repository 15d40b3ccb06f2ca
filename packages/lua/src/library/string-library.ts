// The string library.

import { integerArgument, optionalInteger, stringArgument } from '#lua/library/arguments.ts';
import { lowerCase, textOfCodes, upperCase } from '#lua/library/change-bytes.ts';
import { several, single } from '#lua/library/entry.ts';
import type { LibraryPart } from '#lua/library/entry.ts';
import { format } from '#lua/library/format.ts';
import { find, gmatch, gsub, matchText } from '#lua/library/search.ts';
import { STRING_BYTES_MAX, chargeString } from '#lua/runtime/concatenate.ts';
import { argumentError, libraryError } from '#lua/runtime/errors.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import type { LuaResult, LuaValue } from '#lua/runtime/value.ts';
import { ANY, FUNCTION, NIL, NUMBER, STRING } from '#lua/semantics/kind.ts';

const VALUES_MAX = 7_000;

function fromStart(position: number, length: number): number {
  if (position >= 0) return position;
  return -position > length ? 0 : length + position + 1;
}

function sub(subject: LuaValue, from: LuaValue, to: LuaValue): LuaResult {
  const text = typeof subject === 'string' ? subject : stringArgument(subject, 1, 'sub');
  const start = Math.max(1, fromStart(integerArgument(from, 2, 'sub'), text.length));
  const end = Math.min(text.length, fromStart(optionalInteger(to, 3, 'sub', -1), text.length));
  return start > end ? '' : text.slice(start - 1, end);
}

function byte(subject: LuaValue, from: LuaValue, to: LuaValue): LuaResult {
  const text = stringArgument(subject, 1, 'byte');
  const start = fromStart(optionalInteger(from, 2, 'byte', 1), text.length);
  const end = Math.min(text.length, fromStart(optionalInteger(to, 3, 'byte', start), text.length));
  const first = Math.max(1, start);
  if (end - first >= VALUES_MAX) throw libraryError('string slice too long');
  const codes: LuaValue[] = [];
  if (end > first) chargeSteps(end - first);
  for (let index = first; index <= end; index += 1) codes.push(text.charCodeAt(index - 1));
  return codes;
}

function char(...args: LuaValue[]): LuaResult {
  chargeSteps(2 * args.length);
  return args
    .map((value, index) => {
      const code = integerArgument(value, index + 1, 'char');
      if (code < 0 || code > 255) throw argumentError(index + 1, 'char', 'value out of range');
      return String.fromCharCode(code);
    })
    .join('');
}

function rep(subject: LuaValue, count: LuaValue, separator: LuaValue): LuaResult {
  const text = stringArgument(subject, 1, 'rep');
  const times = integerArgument(count, 2, 'rep');
  const between = separator === undefined ? '' : stringArgument(separator, 3, 'rep');
  if (times <= 0 || text.length + between.length === 0) return '';
  const length = text.length * times + between.length * (times - 1);
  if (length > STRING_BYTES_MAX) throw libraryError('resulting string too large');
  chargeString(length);
  return between === '' ? text.repeat(times) : (text + between).repeat(times - 1) + text;
}

function reverse(subject: LuaValue): LuaResult {
  const text = stringArgument(subject, 1, 'reverse');
  const last = text.length - 1;
  return textOfCodes(text.length, (index) => text.charCodeAt(last - index));
}

export const STRING_LIBRARY: LibraryPart = {
  'string.byte': several(NUMBER | NIL, byte),
  'string.char': single(STRING, char),
  'string.find': several(NUMBER | NIL, find),
  'string.format': single(STRING, format),
  'string.gmatch': single(FUNCTION, gmatch),
  'string.gsub': several(STRING, gsub),
  'string.len': single(NUMBER, (subject) => stringArgument(subject, 1, 'len').length),
  'string.lower': single(STRING, (subject) => lowerCase(stringArgument(subject, 1, 'lower'))),
  'string.match': several(ANY, matchText),
  'string.rep': single(STRING, rep),
  'string.reverse': single(STRING, reverse),
  'string.sub': single(STRING, sub),
  'string.upper': single(STRING, (subject) => upperCase(stringArgument(subject, 1, 'upper'))),
};
