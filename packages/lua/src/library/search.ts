// `string.find`, `match`, `gmatch` and `gsub`.

import {
  functionArgument,
  integerArgument,
  optionalInteger,
  stringArgument,
} from '#lua/library/arguments.ts';
import { capture, captures, firstCharacter, matchAt, newMatch } from '#lua/library/pattern.ts';
import type { Match } from '#lua/library/pattern.ts';
import { index } from '#lua/runtime/access.ts';
import { STRING_BYTES_MAX, chargeString } from '#lua/runtime/concatenate.ts';
import { toText } from '#lua/runtime/convert.ts';
import { NO_SITE, argumentError, libraryError } from '#lua/runtime/errors.ts';
import { findText } from '#lua/runtime/find-text.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import { invokeFirst } from '#lua/runtime/metamethod.ts';
import { LuaTable } from '#lua/runtime/table.ts';
import { PIECE_STEPS } from '#lua/runtime/step-prices.ts';
import { typeName } from '#lua/runtime/type-name.ts';
import { isTrue } from '#lua/runtime/value.ts';
import type { LuaFunction, LuaResult, LuaValue } from '#lua/runtime/value.ts';

const SPECIALS = /[$%()*+\-.?[\]^]/;
/**
 * Pieces of a result that are held apart before they are joined; each costs many times its own
 * bytes.
 */
const PIECES_MAX = 10_000;

/** A start given from the front or, negative, from the end; counted from 0. */
function startOf(value: LuaValue, length: number, name: string): number {
  const start = optionalInteger(value, 3, name, 1);
  if (start > 0) return start - 1;
  return start === 0 || -start > length ? 0 : length + start;
}

function findPlain(text: string, what: string, start: number): LuaResult {
  const at = findText(text, what, start);
  return at < 0 ? undefined : [at + 1, at + what.length];
}

/**
 * The next place at or behind `from` where a match can begin; behind the end when there is none.
 */
function nextStart(text: string, first: string | null, from: number): number {
  if (first === null) return from;
  const at = text.indexOf(first, from);
  const next = at < 0 ? text.length + 1 : at;
  chargeSteps(1 + ((next - from) >> 3));
  return next;
}

function search(
  text: string,
  pattern: string,
  start: number,
): { match: Match; s: number; e: number } | null {
  const match = newMatch(text, pattern);
  const isAnchored = pattern.startsWith('^');
  const first = isAnchored ? null : firstCharacter(pattern, 0);
  for (let s = nextStart(text, first, start); s <= text.length; s = nextStart(text, first, s + 1)) {
    const e = matchAt(match, s, isAnchored ? 1 : 0);
    if (e >= 0) return { match, s, e };
    if (isAnchored) return null;
  }
  return null;
}

/** Place of a match, counted from 1, and its captures; nil without one. */
export function find(
  subject: LuaValue,
  what: LuaValue,
  init: LuaValue,
  plain: LuaValue,
): LuaResult {
  const text = stringArgument(subject, 1, 'find');
  const pattern = stringArgument(what, 2, 'find');
  const start = startOf(init, text.length, 'find');
  if (start > text.length) return undefined;
  chargeSteps(pattern.length >> 3);
  if (isTrue(plain) || !SPECIALS.test(pattern)) return findPlain(text, pattern, start);
  const found = search(text, pattern, start);
  if (found === null) return undefined;
  const { match, s, e } = found;
  return [s + 1, e, ...(match.level === 0 ? [] : captures(match, s, e))];
}

/** Captures of the first match, or the whole match where the pattern has none; nil without one. */
export function matchText(subject: LuaValue, what: LuaValue, init: LuaValue): LuaResult {
  const text = stringArgument(subject, 1, 'match');
  const pattern = stringArgument(what, 2, 'match');
  const start = startOf(init, text.length, 'match');
  if (start > text.length) return undefined;
  const found = search(text, pattern, start);
  return found === null ? undefined : captures(found.match, found.s, found.e);
}

/** Iterator over the matches, which never overlap. */
export function gmatch(subject: LuaValue, what: LuaValue): LuaResult {
  const text = stringArgument(subject, 1, 'gmatch');
  const pattern = stringArgument(what, 2, 'gmatch');
  let at = 0;
  const step: LuaFunction = () => {
    chargeSteps(PIECE_STEPS);
    const match = newMatch(text, pattern);
    for (let s = at; s <= text.length; s += 1) {
      const e = matchAt(match, s, 0);
      if (e < 0) continue;
      at = e === s ? e + 1 : e;
      return captures(match, s, e);
    }
    at = text.length + 1;
    return undefined;
  };
  return step;
}

/** What replaces a match; undefined keeps the match itself. */
type Replacement = (match: Match, s: number, e: number) => LuaValue;

function fromTemplate(template: string): Replacement {
  if (!template.includes('%')) return () => template;
  return (match, s, e) => {
    chargeSteps(2 * template.length);
    let text = '';
    for (let at = 0; at < template.length; at += 1) {
      const character = template[at] ?? '';
      if (character !== '%') {
        text += character;
        continue;
      }
      at += 1;
      const escaped = template[at] ?? '';
      if (escaped === '0') text += match.subject.slice(s, e);
      else if (escaped >= '1' && escaped <= '9') {
        text += toText(capture(match, Number(escaped) - 1, s, e)) ?? '';
      } else if (escaped === '%') text += '%';
      else throw libraryError("invalid use of '%' in replacement string");
      if (text.length > STRING_BYTES_MAX) throw libraryError('string length overflow');
    }
    return text;
  };
}

function replacementOf(value: LuaValue): Replacement {
  const text = toText(value);
  if (text !== undefined) return fromTemplate(text);
  if (value instanceof LuaTable) {
    return (match, s, e) => index(value, capture(match, 0, s, e), NO_SITE);
  }
  if (typeof value === 'function') {
    const callee = functionArgument(value, 3, 'gsub');
    return (match, s, e) => invokeFirst(callee, captures(match, s, e));
  }
  throw argumentError(3, 'gsub', 'string/function/table expected');
}

function checkReplacement(value: LuaValue): string | null {
  if (!isTrue(value)) return null;
  const text = toText(value);
  if (text === undefined) throw libraryError(`invalid replacement value (a ${typeName(value)})`);
  return text;
}

/** Text with its matches replaced, and how many were. */
export function gsub(...args: LuaValue[]): LuaResult {
  const text = stringArgument(args[0], 1, 'gsub');
  const pattern = stringArgument(args[1], 2, 'gsub');
  const replacement = replacementOf(args[2]);
  // As in Lua 5.2 a negative count is as good as none: it becomes the largest one.
  const most = args[3] === undefined ? -1 : integerArgument(args[3], 4, 'gsub');
  const limit = most < 0 ? Infinity : most;
  const isAnchored = pattern.startsWith('^');
  const first = isAnchored ? null : firstCharacter(pattern, 0);
  const match = newMatch(text, pattern);
  const pieces: string[] = [];
  let done = '';
  let size = 0;
  let count = 0;
  let s = 0;
  const push = (piece: string) => {
    size += piece.length;
    if (size > STRING_BYTES_MAX) throw libraryError('string length overflow');
    pieces.push(piece);
    if (pieces.length < PIECES_MAX) return;
    done += pieces.join('');
    pieces.length = 0;
  };
  while (count < limit) {
    chargeSteps(PIECE_STEPS);
    const e = matchAt(match, s, isAnchored ? 1 : 0);
    if (e >= 0) {
      count += 1;
      push(checkReplacement(replacement(match, s, e)) ?? text.slice(s, e));
    }
    if (e > s) s = e;
    else if (s < text.length) {
      const next = Math.min(text.length, nextStart(text, first, s + 1));
      push(text.slice(s, next));
      s = next;
    } else break;
    if (isAnchored) break;
  }
  if (s < text.length) push(text.slice(s));
  chargeString(size);
  return [done + pieces.join(''), count];
}
