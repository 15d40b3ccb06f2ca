// Measures pieces of the tree: the weight of loops and functions in the budget of steps, and the
// stack that a function's frame may take. Both are fixed by the text, so that a run's charges are
// the same everywhere.

import { visitParts } from '#lua/syntax/visit-parts.ts';
import type {
  Block,
  Call,
  Expression,
  FunctionBody,
  MethodCall,
  Statement,
} from '#lua/syntax/tree.ts';

type Count = {
  nodes: number;
  calls: (Call | MethodCall)[];
  locals: number;
  loops: number;
  exits: number;
  varargs: number;
  largest: number;
};

function countAll(count: Count, expressions: readonly Expression[]): void {
  for (const expression of expressions) countExpression(count, expression);
}

function countExpression(count: Count, expression: Expression): void {
  const { kind } = expression;
  count.nodes += 1;
  if (kind === 'call' || kind === 'method') count.calls.push(expression);
  if (kind === 'varargs') count.varargs += 1;
  visitParts(count, expression, countExpression);
}

function countBlocks(statement: Statement, count: Count): void {
  switch (statement.kind) {
    case 'do':
    case 'repeat':
    case 'while':
    case 'numeric-for':
    case 'generic-for':
      add(count, measure(statement.block));
      return;
    case 'if':
      for (const clause of statement.clauses) add(count, measure(clause.block));
      if (statement.otherwise !== null) add(count, measure(statement.otherwise));
      return;
    case 'local':
    case 'local-function':
    case 'assign':
    case 'call':
    case 'return':
    case 'break':
    case 'goto':
    case 'label':
  }
}

function countOwn(statement: Statement, count: Count): void {
  switch (statement.kind) {
    case 'local':
      count.locals += statement.names.length;
      countAll(count, statement.values);
      return;
    case 'local-function':
      count.locals += 1;
      return;
    case 'assign':
      countAll(count, [...statement.targets, ...statement.values]);
      return;
    case 'call':
      countExpression(count, statement.call);
      return;
    case 'return':
      count.exits += 1;
      countAll(count, statement.values);
      return;
    case 'while':
    case 'repeat':
      count.loops += 1;
      countExpression(count, statement.condition);
      return;
    case 'if':
      for (const { condition } of statement.clauses) countExpression(count, condition);
      return;
    case 'numeric-for':
      count.loops += 1;
      count.locals += 4;
      countAll(count, [statement.start, statement.limit]);
      if (statement.step !== null) countExpression(count, statement.step);
      return;
    case 'generic-for':
      count.loops += 1;
      count.locals += 4 + statement.names.length;
      countAll(count, statement.values);
      return;
    case 'break':
      count.exits += 1;
      return;
    case 'goto':
      count.exits += 1;
      count.loops += 1;
      return;
    case 'do':
    case 'label':
  }
}

function emptyCount(): Count {
  return { nodes: 0, calls: [], locals: 0, loops: 0, exits: 0, varargs: 0, largest: 0 };
}

function add(sum: Count, part: Count): void {
  sum.nodes += part.nodes;
  sum.locals += part.locals;
  sum.loops += part.loops;
  sum.exits += part.exits;
  sum.varargs += part.varargs;
  sum.largest = Math.max(sum.largest, part.largest);
  for (const call of part.calls) sum.calls.push(call);
}

/** The emitter asks for the same block at each level around it. */
const measured = new WeakMap<Block | Statement, Count>();

function measureOne(statement: Statement): Count {
  const known = measured.get(statement);
  if (known !== undefined) return known;
  const count = emptyCount();
  count.nodes = 1;
  countOwn(statement, count);
  count.largest = count.nodes;
  countBlocks(statement, count);
  measured.set(statement, count);
  return count;
}

function measure(block: Block): Count {
  const known = measured.get(block);
  if (known !== undefined) return known;
  const count = emptyCount();
  for (const statement of block.statements) add(count, measureOne(statement));
  measured.set(block, count);
  return count;
}

/** Steps that one passage through a block is charged. */
export function blockSteps(block: Block): number {
  return 1 + measure(block).nodes;
}

/**
 * Whether a passage through the block runs no code but its own: no calls, no way out in the middle.
 */
export function isClosed(block: Block): boolean {
  const { calls, exits } = measure(block);
  return calls.length === 0 && exits === 0;
}

const FRAME_SLOTS = 16;

/**
 * Stack slots of a function's frame, generously: arguments, locals, and all that one statement
 * keeps.
 */
export function frameSlots(body: FunctionBody): number {
  const count = measure(body.block);
  return FRAME_SLOTS + body.parameters.length + count.locals + count.largest;
}

/** The calls in a function's own text. */
export function callsIn(body: FunctionBody): readonly (Call | MethodCall)[] {
  return measure(body.block).calls;
}

/** Whether the function's text repeats nothing, so that one passage is bounded by its size. */
export function isStraight(body: FunctionBody): boolean {
  return measure(body.block).loops === 0;
}

/** Number of nodes of a statement. */
export function statementNodes(statement: Statement): number {
  return measureOne(statement).nodes;
}

/** Whether control leaves the statement by another way than its end. */
function leaves(statement: Statement, isInLoop: boolean): boolean {
  const within = (block: Block, inLoop: boolean) =>
    block.statements.some((inner) => leaves(inner, inLoop));
  switch (statement.kind) {
    case 'return':
    case 'goto':
    case 'label':
      return true;
    case 'break':
      return !isInLoop;
    case 'do':
      return within(statement.block, isInLoop);
    case 'while':
    case 'repeat':
    case 'numeric-for':
    case 'generic-for':
      return within(statement.block, true);
    case 'if': {
      const { clauses, otherwise } = statement;
      if (otherwise !== null && within(otherwise, isInLoop)) return true;
      return clauses.some((clause) => within(clause.block, isInLoop));
    }
    case 'local':
      return statement.names.some((name) => name.attribute === 'close');
    case 'local-function':
    case 'assign':
    case 'call':
      return false;
  }
}

/** Whether the statement does the same in a function of its own. */
export function canStandApart(statement: Statement): boolean {
  return !leaves(statement, false) && measureOne(statement).varargs === 0;
}
