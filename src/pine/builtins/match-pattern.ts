// Matches a text with a regular expression by trying, and going back. Each try is charged, so that
// a pattern which would take for ever ends with the budget of the update.

import { chargeSteps } from '#lua/runtime/meter.ts';
import { PineFault } from '#pine/runtime/pine-now.ts';
import type { PatternNode } from '#pine/builtins/text-pattern.ts';
import { isWordCharacter } from '#pine/builtins/text-pattern.ts';

type Matching = {
  readonly text: string;
  /** Beginning and end of what each group has taken. */
  groups: readonly (readonly [from: number, to: number] | undefined)[];
  /** Tries that are under way in each other. */
  depth: number;
};
/** The rest of the match from a place on; its end, or -1. */
type Rest = (at: number) => number;

/** The stack holds more. */
const DEPTH_MAX = 500;
const NONE = -1;

/** The first part of the text that matches; null: none does. */
export function matchPattern(pattern: PatternNode, text: string): string | null {
  const matching: Matching = { text, groups: [], depth: 0 };
  for (let from = 0; from <= text.length; from += 1) {
    matching.groups = [];
    const end = match(matching, pattern, from, (at) => at);
    if (end !== NONE) return text.slice(from, end);
  }
  return null;
}

function match(m: Matching, node: PatternNode, at: number, rest: Rest): number {
  chargeSteps(1);
  m.depth += 1;
  if (m.depth > DEPTH_MAX) throw new PineFault('str.match: a group is repeated too often');
  const end = matchNode(m, node, at, rest);
  m.depth -= 1;
  return end;
}

function matchNode(m: Matching, node: PatternNode, at: number, rest: Rest): number {
  switch (node.kind) {
    case 'one': {
      const character = m.text[at];
      return character !== undefined && node.test(character) ? rest(at + 1) : NONE;
    }
    case 'start':
      return at === 0 ? rest(at) : NONE;
    case 'end':
      return at === m.text.length || m.text.slice(at) === '\n' ? rest(at) : NONE;
    case 'border':
      return isBorder(m.text, at) === node.isWanted ? rest(at) : NONE;
    case 'reference':
      return matchReference(m, node.group, at, rest);
    case 'look':
      return looks(m, node, at) === node.isWanted ? rest(at) : NONE;
    case 'group':
      return matchGroup(m, node, at, rest);
    case 'sequence':
      return matchItems(m, node.items, 0, at, rest);
    case 'choice':
      return firstOf(node.options, (option) => match(m, option, at, rest));
    case 'repeat':
      return matchRepeat(m, node, at, rest);
  }
}

function firstOf<T>(list: readonly T[], tried: (each: T) => number): number {
  for (const each of list) {
    const end = tried(each);
    if (end !== NONE) return end;
  }
  return NONE;
}

function isBorder(text: string, at: number): boolean {
  const isWord = (place: number): boolean => isWordCharacter(text[place] ?? ' ');
  return isWord(at - 1) !== isWord(at);
}

function matchReference(m: Matching, group: number, at: number, rest: Rest): number {
  const [from, to] = m.groups[group] ?? [0, NONE];
  if (to === NONE) return NONE;
  const taken = m.text.slice(from, to);
  chargeSteps(taken.length);
  return m.text.startsWith(taken, at) ? rest(at + taken.length) : NONE;
}

type Of<K extends PatternNode['kind']> = Extract<PatternNode, { readonly kind: K }>;

function looks(m: Matching, { inner, isBehind }: Of<'look'>, at: number): boolean {
  if (!isBehind) return match(m, inner, at, (end) => end) !== NONE;
  for (let from = at; from >= 0; from -= 1)
    if (match(m, inner, from, (end) => (end === at ? end : NONE)) !== NONE) return true;
  return false;
}

function matchGroup(m: Matching, { group, inner }: Of<'group'>, at: number, rest: Rest): number {
  const before = m.groups;
  const end = match(m, inner, at, (to) => {
    const within = m.groups;
    m.groups = [...within];
    (m.groups as (readonly [number, number])[])[group] = [at, to];
    const found = rest(to);
    if (found === NONE) m.groups = within;
    return found;
  });
  if (end === NONE) m.groups = before;
  return end;
}

function matchItems(
  m: Matching,
  items: readonly PatternNode[],
  place: number,
  at: number,
  rest: Rest,
): number {
  const item = items[place];
  if (item === undefined) return rest(at);
  return match(m, item, at, (next) => matchItems(m, items, place + 1, next, rest));
}

function matchRepeat(m: Matching, node: Of<'repeat'>, at: number, rest: Rest): number {
  if (node.isPossessive) {
    const taken = repeatFrom(m, { ...node, isPossessive: false }, 0, at, (end) => end);
    return taken === NONE ? NONE : rest(taken);
  }
  return node.inner.kind === 'one'
    ? repeatOne(m, node, node.inner, at, rest)
    : repeatFrom(m, node, 0, at, rest);
}

/** Of single characters: without a call for each, because a text may be long. */
function repeatOne(
  m: Matching,
  { least, most, isLazy }: Of<'repeat'>,
  { test }: Of<'one'>,
  at: number,
  rest: Rest,
): number {
  const limit = Math.min(m.text.length, at + most);
  const takes = (place: number): boolean => {
    chargeSteps(1);
    return place < limit && test(m.text[place] ?? '');
  };
  const greedyEnd = isLazy ? at + least : limit;
  let end = at;
  while (end < greedyEnd && takes(end)) end += 1;
  if (end < at + least) return NONE;
  for (;;) {
    chargeSteps(1);
    const found = rest(end);
    if (found !== NONE) return found;
    if (isLazy ? !takes(end) : end <= at + least) return NONE;
    end += isLazy ? 1 : -1;
  }
}

function repeatFrom(
  m: Matching,
  node: Of<'repeat'>,
  count: number,
  at: number,
  rest: Rest,
): number {
  const { inner, least, most, isLazy } = node;
  if (count >= least && isLazy) {
    const found = rest(at);
    if (found !== NONE) return found;
  }
  if (count < most) {
    const found = match(m, inner, at, (next) =>
      // What takes nothing is not repeated: it would never end.
      next === at && count >= least ? NONE : repeatFrom(m, node, count + 1, next, rest),
    );
    if (found !== NONE) return found;
  }
  return count >= least && !isLazy ? rest(at) : NONE;
}
