// Lua patterns: a matcher of our own, never a JavaScript regular expression. Every step of it is
// charged, so a pattern that would run for ever ends the run instead.

import { libraryError } from '#lua/runtime/errors.ts';
import { STEPS, meter, outOfSteps } from '#lua/runtime/meter.ts';
import { PATTERN_STEPS } from '#lua/runtime/step-prices.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

const CAPTURES_MAX = 32;
const DEPTH_MAX = 200;
const UNFINISHED = -1;
const POSITION = -2;

const ESCAPE = 0x25;
const CARET = 0x5e;
const DOLLAR = 0x24;
const OPEN = 0x28;
const CLOSE = 0x29;
const DOT = 0x2e;
const SET = 0x5b;
const SET_END = 0x5d;
const STAR = 0x2a;
const PLUS = 0x2b;
const MINUS = 0x2d;
const QUESTION = 0x3f;

/** The state of one match. Captures are pairs of start and length in `starts` and `lengths`. */
export type Match = {
  readonly subject: string;
  readonly pattern: string;
  level: number;
  depth: number;
  readonly starts: number[];
  readonly lengths: number[];
};

/** Match without captures. */
export function newMatch(subject: string, pattern: string): Match {
  return { subject, pattern, level: 0, depth: 0, starts: [], lengths: [] };
}

function step(): void {
  if ((meter[STEPS] = (meter[STEPS] ?? 0) - PATTERN_STEPS) < 0) outOfSteps();
}

/** For going through so many characters of a set or of a capture. */
function stepThrough(count: number): void {
  if ((meter[STEPS] = (meter[STEPS] ?? 0) - (count >> 2)) < 0) outOfSteps();
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isHexadecimal(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}

/** Whether a byte is in the class of a lower-case letter; null when the letter names no class. */
function inClass(code: number, letter: number): boolean | null {
  switch (letter) {
    case 0x61:
      return isLetter(code);
    case 0x63:
      return code < 32 || code === 127;
    case 0x64:
      return isDigit(code);
    case 0x67:
      return code > 32 && code < 127;
    case 0x6c:
      return code >= 97 && code <= 122;
    case 0x70:
      return code > 32 && code < 127 && !isLetter(code) && !isDigit(code);
    case 0x73:
      return code === 32 || (code >= 9 && code <= 13);
    case 0x75:
      return code >= 65 && code <= 90;
    case 0x77:
      return isLetter(code) || isDigit(code);
    case 0x78:
      return isHexadecimal(code);
    case 0x7a:
      return code === 0;
    default:
      return null;
  }
}

function matchesClass(code: number, letter: number): boolean {
  const lower = letter | 32;
  const found = isLetter(letter) ? inClass(code, lower) : null;
  if (found === null) return letter === code;
  return lower === letter ? found : !found;
}

/** Position behind the single-character class at `p`. */
function classEnd(match: Match, p: number): number {
  const { pattern } = match;
  const code = pattern.charCodeAt(p);
  let at = p + 1;
  if (code === ESCAPE) {
    if (at >= pattern.length) throw libraryError("malformed pattern (ends with '%')");
    return at + 1;
  }
  if (code !== SET) return at;
  if (pattern.charCodeAt(at) === CARET) at += 1;
  do {
    if (at >= pattern.length) throw libraryError("malformed pattern (missing ']')");
    const inner = pattern.charCodeAt(at);
    at += 1;
    if (inner === ESCAPE) at += 1;
  } while (pattern.charCodeAt(at) !== SET_END || at >= pattern.length);
  stepThrough(at - p);
  return at + 1;
}

/** Whether a byte is in the set that begins at `p` and whose `]` stands at `end`. */
function matchesSet(pattern: string, code: number, p: number, end: number): boolean {
  stepThrough(end - p);
  const isNegated = pattern.charCodeAt(p + 1) === CARET;
  let at = p + (isNegated ? 2 : 1);
  for (; at < end; at += 1) {
    const from = pattern.charCodeAt(at);
    if (from === ESCAPE) {
      at += 1;
      if (matchesClass(code, pattern.charCodeAt(at))) return !isNegated;
    } else if (pattern.charCodeAt(at + 1) === MINUS && at + 2 < end) {
      const to = pattern.charCodeAt(at + 2);
      at += 2;
      if (from <= code && code <= to) return !isNegated;
    } else if (from === code) return !isNegated;
  }
  return isNegated;
}

function matchesOne(match: Match, s: number, p: number, end: number): boolean {
  if (s >= match.subject.length) return false;
  const code = match.subject.charCodeAt(s);
  const kind = match.pattern.charCodeAt(p);
  if (kind === DOT) return true;
  if (kind === ESCAPE) return matchesClass(code, match.pattern.charCodeAt(p + 1));
  if (kind === SET) return matchesSet(match.pattern, code, p, end - 1);
  return kind === code;
}

function matchBalance(match: Match, s: number, p: number): number {
  const { subject, pattern } = match;
  if (p + 1 >= pattern.length) {
    throw libraryError("malformed pattern (missing arguments to '%b')");
  }
  if (s >= subject.length || subject.charCodeAt(s) !== pattern.charCodeAt(p)) return -1;
  const open = pattern.charCodeAt(p);
  const close = pattern.charCodeAt(p + 1);
  let depth = 1;
  for (let at = s + 1; at < subject.length; at += 1) {
    step();
    const code = subject.charCodeAt(at);
    if (code === close) {
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (code === open) depth += 1;
  }
  return -1;
}

function matchGreedy(match: Match, s: number, p: number, end: number): number {
  let count = 0;
  while (matchesOne(match, s + count, p, end)) {
    step();
    count += 1;
  }
  for (; count >= 0; count -= 1) {
    const found = doMatch(match, s + count, end + 1);
    if (found >= 0) return found;
  }
  return -1;
}

function matchLazy(match: Match, start: number, p: number, end: number): number {
  for (let s = start; ; s += 1) {
    const found = doMatch(match, s, end + 1);
    if (found >= 0) return found;
    step();
    if (!matchesOne(match, s, p, end)) return -1;
  }
}

function startCapture(match: Match, s: number, p: number, kind: number): number {
  if (match.level >= CAPTURES_MAX) throw libraryError('too many captures');
  match.starts[match.level] = s;
  match.lengths[match.level] = kind;
  match.level += 1;
  const found = doMatch(match, s, p);
  if (found < 0) match.level -= 1;
  return found;
}

function endCapture(match: Match, s: number, p: number): number {
  let open = match.level - 1;
  while (open >= 0 && match.lengths[open] !== UNFINISHED) open -= 1;
  if (open < 0) throw libraryError('invalid pattern capture');
  match.lengths[open] = s - (match.starts[open] ?? 0);
  const found = doMatch(match, s, p);
  if (found < 0) match.lengths[open] = UNFINISHED;
  return found;
}

function matchBack(match: Match, s: number, digit: number): number {
  const index = digit - 49;
  const length = match.lengths[index];
  if (index < 0 || index >= match.level || length === undefined || length === UNFINISHED) {
    throw libraryError(`invalid capture index %${index + 1}`);
  }
  if (length === POSITION) return -1;
  const start = match.starts[index] ?? 0;
  const text = match.subject.slice(start, start + length);
  stepThrough(length);
  return match.subject.startsWith(text, s) ? s + text.length : -1;
}

function matchFrontier(match: Match, s: number, p: number): boolean {
  if (match.pattern.charCodeAt(p) !== SET) {
    throw libraryError("missing '[' after '%f' in pattern");
  }
  const end = classEnd(match, p);
  const before = s === 0 ? 0 : match.subject.charCodeAt(s - 1);
  const here = s < match.subject.length ? match.subject.charCodeAt(s) : 0;
  return (
    !matchesSet(match.pattern, before, p, end - 1) && matchesSet(match.pattern, here, p, end - 1)
  );
}

/** The end of a match of the pattern from `p` on at `s`, or -1. */
function doMatch(match: Match, s: number, p: number): number {
  match.depth += 1;
  if (match.depth > DEPTH_MAX) throw libraryError('pattern too complex');
  const found = matchHere(match, s, p);
  match.depth -= 1;
  return found;
}

/** One special item that does not repeat; undefined when there is none at `p`. */
function matchSpecial(
  match: Match,
  s: number,
  p: number,
): number | { s: number; p: number } | undefined {
  const { pattern } = match;
  const code = pattern.charCodeAt(p);
  if (code === OPEN) {
    return pattern.charCodeAt(p + 1) === CLOSE
      ? startCapture(match, s, p + 2, POSITION)
      : startCapture(match, s, p + 1, UNFINISHED);
  }
  if (code === CLOSE) return endCapture(match, s, p + 1);
  if (code === DOLLAR && p + 1 === pattern.length) return s === match.subject.length ? s : -1;
  if (code !== ESCAPE) return undefined;
  const next = pattern.charCodeAt(p + 1);
  if (next === 0x62) {
    const after = matchBalance(match, s, p + 2);
    return after < 0 ? -1 : { s: after, p: p + 4 };
  }
  if (next === 0x66) {
    return matchFrontier(match, s, p + 2) ? { s, p: classEnd(match, p + 2) } : -1;
  }
  if (!isDigit(next)) return undefined;
  const after = matchBack(match, s, next);
  return after < 0 ? -1 : { s: after, p: p + 2 };
}

function isSpecial(code: number): boolean {
  return code === OPEN || code === CLOSE || code === DOLLAR || code === ESCAPE;
}

function matchHere(match: Match, start: number, from: number): number {
  const { pattern } = match;
  let s = start;
  let p = from;
  while (p < pattern.length) {
    step();
    const special = isSpecial(pattern.charCodeAt(p)) ? matchSpecial(match, s, p) : undefined;
    if (typeof special === 'number') return special;
    if (special !== undefined) {
      ({ s, p } = special);
      continue;
    }
    const end = classEnd(match, p);
    const suffix = pattern.charCodeAt(end);
    if (suffix === STAR) return matchGreedy(match, s, p, end);
    if (suffix === MINUS) return matchLazy(match, s, p, end);
    const isHere = matchesOne(match, s, p, end);
    if (suffix === PLUS) return isHere ? matchGreedy(match, s + 1, p, end) : -1;
    if (suffix === QUESTION) {
      const found = isHere ? doMatch(match, s + 1, end + 1) : -1;
      if (found >= 0) return found;
      p = end + 1;
      continue;
    }
    if (!isHere) return -1;
    s += 1;
    p = end;
  }
  return s;
}

/** The value of one capture; the whole match stands for the first when there is none. */
export function capture(match: Match, index: number, s: number, e: number): LuaValue {
  if (index >= match.level) {
    if (index === 0) return match.subject.slice(s, e);
    throw libraryError('invalid capture index');
  }
  const start = match.starts[index] ?? 0;
  const length = match.lengths[index] ?? 0;
  if (length === UNFINISHED) throw libraryError('unfinished capture');
  return length === POSITION ? start + 1 : match.subject.slice(start, start + length);
}

/** All captures, or the whole match when the pattern has none. */
export function captures(match: Match, s: number, e: number): LuaValue[] {
  const count = match.level === 0 ? 1 : match.level;
  const values: LuaValue[] = [];
  stepThrough(4 * count);
  for (let index = 0; index < count; index += 1) values.push(capture(match, index, s, e));
  return values;
}

/** Tries the match at one place; the captures of an earlier try are forgotten. */
export function matchAt(match: Match, s: number, p: number): number {
  match.level = 0;
  match.depth = 0;
  step();
  return doMatch(match, s, p);
}

/**
 * The character that every match of the pattern from `p` on begins with; null when there is no such
 * one.
 */
export function firstCharacter(pattern: string, p: number): string | null {
  const code = pattern.charCodeAt(p);
  if (p >= pattern.length || isSpecial(code) || code === DOT || code === SET) return null;
  const suffix = pattern.charCodeAt(p + 1);
  return suffix === STAR || suffix === MINUS || suffix === QUESTION ? null : (pattern[p] ?? null);
}
