// Groups that calls of a host's functions stand in. What a function within groups gives depends on
// the call, before it in the same update, that opened a group last: two calls that read the same
// have one value where they stand in one group. A call whose group the text does not tell has none.

import { calledHost, untouchedGlobal } from '#lua/semantics/facts.ts';
import type { NamedFacts } from '#lua/semantics/facts.ts';
import type { Block, Call, Expression, FunctionBody, Statement } from '#lua/syntax/tree.ts';
import { visitParts } from '#lua/syntax/visit-parts.ts';

/** Number of the group, from 0, by call; null: the script opens none, so that all stand in one. */
export type CallGroups = ReadonlyMap<Call, number> | null;

type Walk = {
  readonly facts: NamedFacts;
  readonly groups: Map<Call, number>;
  opened: number;
  /** Whether what is walked is passed once by each update, in the order of the text. */
  isStraight: boolean;
};

/**
 * The groups of the calls of a chunk outside of its functions. `text` is the script's: what it
 * quotes may be called by its name.
 */
export function callGroups(facts: NamedFacts, chunk: FunctionBody, text: string): CallGroups {
  const { globals, targets } = facts.resolution;
  const openers = facts.offered.openers.filter((name) => text.includes(name));
  if (openers.length === 0) return null;
  const uses = openers.flatMap((name) => globals.get(name) ?? []);
  const isQuoted = openers.some((name) => QUOTES.some((quote) => text.includes(`${quote}${name}`)));
  if (uses.length === 0 && !isQuoted) return null;
  const walk: Walk = { facts, groups: new Map(), opened: 0, isStraight: true };
  walkBlock(walk, chunk.block);
  const calls = uses.reduce((sum, use) => sum + use.calls, 0);
  const isPlain = !isQuoted && !uses.some((use) => use.isEscaping || use.assignments > 0);
  return isPlain && walk.opened === calls && targets.size === 0 ? walk.groups : new Map();
}

const QUOTES = ['"', "'", '[[', '=['] as const;

function walkBlock(walk: Walk, block: Block): void {
  for (const statement of block.statements) walkStatement(walk, statement);
}

function walkStatement(walk: Walk, statement: Statement): void {
  switch (statement.kind) {
    case 'local':
      walkAll(walk, statement.values);
      return;
    case 'assign':
      walkAll(walk, statement.targets);
      walkAll(walk, statement.values);
      return;
    case 'call':
      walkExpression(walk, statement.call);
      return;
    case 'return':
      walkAll(walk, statement.values);
      return;
    case 'do':
      walkBlock(walk, statement.block);
      return;
    case 'local-function':
    case 'break':
    case 'goto':
    case 'label':
      return;
    case 'if':
    case 'while':
    case 'repeat':
    case 'numeric-for':
    case 'generic-for':
      walkCrooked(walk, statement);
  }
}

type BranchStatement = Extract<
  Statement,
  { kind: 'if' | 'while' | 'repeat' | 'numeric-for' | 'generic-for' }
>;

/** What some updates pass more often than once, or not at all. */
function walkCrooked(walk: Walk, statement: BranchStatement): void {
  const { isStraight } = walk;
  walk.isStraight = false;
  if (statement.kind === 'if') {
    for (const clause of statement.clauses) {
      walkExpression(walk, clause.condition);
      walkBlock(walk, clause.block);
    }
    if (statement.otherwise !== null) walkBlock(walk, statement.otherwise);
  } else {
    if (statement.kind === 'numeric-for') walkAll(walk, [statement.start, statement.limit]);
    if (statement.kind === 'numeric-for' && statement.step !== null)
      walkExpression(walk, statement.step);
    if (statement.kind === 'generic-for') walkAll(walk, statement.values);
    walkBlock(walk, statement.block);
    if ('condition' in statement) walkExpression(walk, statement.condition);
  }
  walk.isStraight = isStraight;
}

function walkAll(walk: Walk, expressions: readonly Expression[]): void {
  for (const expression of expressions) walkExpression(walk, expression);
}

function walkExpression(walk: Walk, expression: Expression): void {
  const { isStraight } = walk;
  if (expression.kind === 'logical') walk.isStraight = false;
  visitParts(walk, expression, walkExpression);
  walk.isStraight = isStraight;
  if (expression.kind === 'call') noteCall(walk, expression);
}

function noteCall(walk: Walk, call: Call): void {
  const group = calledHost(walk.facts, call)?.group;
  if (group === 'within') walk.groups.set(call, walk.opened);
  if (group === 'opens' && walk.isStraight && isKnownText(walk, call)) walk.opened += 1;
}

/** A group with another name in each update is another one. */
function isKnownText({ facts }: Walk, { args }: Call): boolean {
  const [label] = args;
  if (args.length !== 1 || label === undefined) return false;
  if (label.kind === 'string' || label.kind === 'number') return true;
  const name = label.kind === 'name' ? untouchedGlobal(facts, label) : null;
  return name !== null && facts.offered.host.get(name)?.type === 'constant';
}
