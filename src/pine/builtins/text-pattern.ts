// Regular expressions of `str.match`, in the syntax that Perl and PCRE share, as a tree, which is
// matched by match-pattern.ts, because the engine of JavaScript cannot be charged for its steps.

import { PineFault } from '#pine/runtime/pine-now.ts';

/** Whether a character belongs. */
export type CharacterTest = (character: string) => boolean;

export type PatternNode =
  | { readonly kind: 'one'; readonly test: CharacterTest }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'border'; readonly isWanted: boolean }
  | { readonly kind: 'reference'; readonly group: number }
  | {
      readonly kind: 'look';
      readonly isBehind: boolean;
      readonly isWanted: boolean;
      readonly inner: PatternNode;
    }
  | { readonly kind: 'group'; readonly group: number; readonly inner: PatternNode }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | {
      readonly kind: 'repeat';
      readonly inner: PatternNode;
      readonly least: number;
      readonly most: number;
      readonly isLazy: boolean;
      readonly isPossessive: boolean;
    };

type Reader = {
  readonly text: string;
  at: number;
  groups: number;
  depth: number;
  ignoresCase: boolean;
};

const PATTERN_CHARACTERS_MAX = 1_000;
const DEPTH_MAX = 50;
const REPEATS_MAX = 1_000;

const isDigit: CharacterTest = (c) => c >= '0' && c <= '9';
const isSpace: CharacterTest = (c) => /\s/u.test(c);
export const isWordCharacter: CharacterTest = (c) => /\w/.test(c);
const not =
  (test: CharacterTest): CharacterTest =>
  (c) =>
    !test(c);

const CLASSES: Readonly<Record<string, CharacterTest>> = {
  d: isDigit,
  D: not(isDigit),
  s: isSpace,
  S: not(isSpace),
  w: isWordCharacter,
  W: not(isWordCharacter),
};
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v' };
const EMPTY: PatternNode = { kind: 'sequence', items: [] };

/** Throws PineFault for a pattern that cannot be read. */
export function readPattern(text: string): PatternNode {
  if (text.length > PATTERN_CHARACTERS_MAX)
    throw new PineFault(`str.match: a pattern has at most ${PATTERN_CHARACTERS_MAX} characters`);
  const reader: Reader = { text, at: 0, groups: 0, depth: 0, ignoresCase: false };
  const tree = readChoice(reader);
  if (reader.at < text.length) fail(reader, `unexpected '${text[reader.at]}'`);
  return tree;
}

function fail({ at }: Reader, what: string): never {
  throw new PineFault(`str.match: ${what} at character ${at + 1} of the pattern`);
}

function accept(reader: Reader, text: string): boolean {
  if (!reader.text.startsWith(text, reader.at)) return false;
  reader.at += text.length;
  return true;
}

function readChoice(reader: Reader): PatternNode {
  reader.depth += 1;
  if (reader.depth > DEPTH_MAX) fail(reader, 'too many groups in each other');
  const options = [readSequence(reader)];
  while (accept(reader, '|')) options.push(readSequence(reader));
  reader.depth -= 1;
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { kind: 'choice', options };
}

function readSequence(reader: Reader): PatternNode {
  const items: PatternNode[] = [];
  for (;;) {
    const character = reader.text[reader.at];
    if (character === undefined || character === '|' || character === ')') break;
    items.push(readRepeats(reader, readAtom(reader)));
  }
  return { kind: 'sequence', items };
}

function readRepeats(reader: Reader, inner: PatternNode): PatternNode {
  const range = readRange(reader);
  if (range === null) return inner;
  const [least, most] = range;
  if (least > REPEATS_MAX || (most !== Infinity && most > REPEATS_MAX))
    fail(reader, `more than ${REPEATS_MAX} repetitions`);
  const isLazy = accept(reader, '?');
  const isPossessive = !isLazy && accept(reader, '+');
  return { kind: 'repeat', inner, least, most, isLazy, isPossessive };
}

function readRange(reader: Reader): readonly [least: number, most: number] | null {
  if (accept(reader, '*')) return [0, Infinity];
  if (accept(reader, '+')) return [1, Infinity];
  if (accept(reader, '?')) return [0, 1];
  const counted = /^\{(\d{1,5})(,(\d{1,5})?)?\}/.exec(reader.text.slice(reader.at, reader.at + 16));
  if (counted === null) return null;
  const [whole, least = '', comma, most] = counted;
  reader.at += whole.length;
  if (comma === undefined) return [Number(least), Number(least)];
  return [Number(least), most === undefined ? Infinity : Number(most)];
}

function readAtom(reader: Reader): PatternNode {
  const character = reader.text[reader.at] ?? '';
  if ('*+?'.includes(character)) fail(reader, `nothing to repeat`);
  reader.at += 1;
  switch (character) {
    case '.':
      return { kind: 'one', test: (c) => c !== '\n' };
    case '^':
      return { kind: 'start' };
    case '$':
      return { kind: 'end' };
    case '[':
      return { kind: 'one', test: readSet(reader) };
    case '(':
      return readGroup(reader);
    case '\\':
      return readEscape(reader);
    default:
      return { kind: 'one', test: same(reader, character) };
  }
}

function same({ ignoresCase }: Reader, wanted: string): CharacterTest {
  if (!ignoresCase) return (c) => c === wanted;
  const lower = wanted.toLowerCase();
  return (c) => c.toLowerCase() === lower;
}

function readEscape(reader: Reader): PatternNode {
  const character = reader.text[reader.at];
  if (character === undefined) return fail(reader, 'nothing behind a backslash');
  reader.at += 1;
  if (character === 'b' || character === 'B')
    return { kind: 'border', isWanted: character === 'b' };
  if (character === 'A') return { kind: 'start' };
  if (character === 'z' || character === 'Z') return { kind: 'end' };
  if (character >= '1' && character <= '9') return { kind: 'reference', group: Number(character) };
  const test = CLASSES[character];
  return { kind: 'one', test: test ?? same(reader, escaped(reader, character)) };
}

function escaped(reader: Reader, character: string): string {
  const code = /^(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4}))/.exec(
    reader.text.slice(reader.at - 1, reader.at + 4),
  );
  if (code !== null) {
    reader.at += code[0].length - 1;
    return String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? '', 16));
  }
  return CONTROLS[character] ?? character;
}

const POSIX: Readonly<Record<string, CharacterTest>> = {
  digit: isDigit,
  space: isSpace,
  word: isWordCharacter,
  alpha: (c) => /\p{L}/u.test(c),
  alnum: (c) => /[\p{L}\p{N}]/u.test(c),
  upper: (c) => /\p{Lu}/u.test(c),
  lower: (c) => /\p{Ll}/u.test(c),
  punct: (c) => /[!-/:-@[-`{-~]/.test(c),
};

function readSet(reader: Reader): CharacterTest {
  const isNegated = accept(reader, '^');
  const tests: CharacterTest[] = [];
  for (let isFirst = true; ; isFirst = false) {
    if (reader.at >= reader.text.length) fail(reader, "a ']' is missing");
    if (!isFirst && accept(reader, ']')) break;
    const named = /^\[:(\w+):\]/.exec(reader.text.slice(reader.at, reader.at + 12));
    if (named !== null) {
      reader.at += named[0].length;
      tests.push(POSIX[named[1] ?? ''] ?? fail(reader, `unknown class '${named[1]}'`));
    } else tests.push(readMembers(reader));
  }
  const isMember: CharacterTest = (c) => tests.some((test) => test(c));
  return isNegated ? not(isMember) : isMember;
}

/** A character of a set, a class, or a range of characters. */
function readMembers(reader: Reader): CharacterTest {
  const first = readMember(reader);
  if (typeof first !== 'string') return first;
  const hasRange =
    reader.text[reader.at] === '-' && !'],'.includes(reader.text[reader.at + 1] ?? ']');
  if (!hasRange) return same(reader, first);
  reader.at += 1;
  const last = readMember(reader);
  if (typeof last !== 'string' || last < first) return fail(reader, 'a range that ends too early');
  const isWithin: CharacterTest = (c) => c >= first && c <= last;
  if (!reader.ignoresCase) return isWithin;
  return (c) => isWithin(c.toLowerCase()) || isWithin(c.toUpperCase());
}

function readMember(reader: Reader): CharacterTest | string {
  const character = reader.text[reader.at] ?? '';
  reader.at += 1;
  if (character !== '\\') return character;
  const next = reader.text[reader.at];
  if (next === undefined) return fail(reader, 'nothing behind a backslash');
  reader.at += 1;
  if (next === 'b') return '\b';
  return CLASSES[next] ?? escaped(reader, next);
}

function readGroup(reader: Reader): PatternNode {
  const { ignoresCase } = reader;
  if (accept(reader, '?i)')) {
    reader.ignoresCase = true;
    return EMPTY;
  }
  const open = openingOf(reader);
  const inner = readChoice(reader);
  if (!accept(reader, ')')) fail(reader, "a ')' is missing");
  reader.ignoresCase = ignoresCase;
  return open(inner);
}

/** What the beginning of a group makes of what stands in it. */
function openingOf(reader: Reader): (inner: PatternNode) => PatternNode {
  const look = (isBehind: boolean, isWanted: boolean) => (inner: PatternNode) =>
    ({ kind: 'look', isBehind, isWanted, inner }) as const;
  if (accept(reader, '?:')) return (inner) => inner;
  if (accept(reader, '?=')) return look(false, true);
  if (accept(reader, '?!')) return look(false, false);
  if (accept(reader, '?<=')) return look(true, true);
  if (accept(reader, '?<!')) return look(true, false);
  if (accept(reader, '?i:')) {
    reader.ignoresCase = true;
    return (inner) => inner;
  }
  if (accept(reader, '?>'))
    return (inner) => ({
      kind: 'repeat',
      inner,
      least: 1,
      most: 1,
      isLazy: false,
      isPossessive: true,
    });
  const name = /^\?P?<\w+>/.exec(reader.text.slice(reader.at, reader.at + 40));
  if (name !== null) reader.at += name[0].length;
  else if (reader.text[reader.at] === '?') fail(reader, 'a group of an unknown kind');
  reader.groups += 1;
  const group = reader.groups;
  return (inner) => ({ kind: 'group', group, inner });
}
