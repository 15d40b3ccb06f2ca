// How large pieces of the tree are: the weight of loops and functions in the budget of steps, and
// the stack that a function's frame may take. Both are fixed by the text, so that a run's charges
// are the same everywhere.

import type {
  Block,
  Call,
  Expression,
  FunctionBody,
  MethodCall,
  Statement,
  TableItem,
} from '#script/syntax/tree.ts';

type Count = {
  nodes: number;
  calls: (Call | MethodCall)[];
  locals: number;
  loops: number;
  exits: number;
  varargs: number;
  largest: number;
};

function countItems(items: readonly TableItem[], count: Count): void {
  for (const item of items) {
    if (item.kind === 'keyed') countExpression(item.key, count);
    countExpression(item.value, count);
  }
}

function countAll(expressions: readonly Expression[], count: Count): void {
  for (const expression of expressions) countExpression(expression, count);
}

function countExpression(expression: Expression, count: Count): void {
  count.nodes += 1;
  switch (expression.kind) {
    case 'index':
      countAll([expression.object, expression.key], count);
      return;
    case 'call':
      count.calls.push(expression);
      countAll([expression.callee, ...expression.args], count);
      return;
    case 'method':
      count.calls.push(expression);
      countAll([expression.object, ...expression.args], count);
      return;
    case 'binary':
    case 'logical':
      countAll([expression.left, expression.right], count);
      return;
    case 'unary':
      countExpression(expression.operand, count);
      return;
    case 'parenthesized':
      countExpression(expression.inner, count);
      return;
    case 'table':
      countItems(expression.items, count);
      return;
    case 'function':
    case 'nil':
    case 'true':
    case 'false':
    case 'number':
    case 'string':
    case 'name':
      return;
    case 'varargs':
      count.varargs += 1;
  }
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
      countAll(statement.values, count);
      return;
    case 'local-function':
      count.locals += 1;
      return;
    case 'assign':
      countAll([...statement.targets, ...statement.values], count);
      return;
    case 'call':
      countExpression(statement.call, count);
      return;
    case 'return':
      count.exits += 1;
      countAll(statement.values, count);
      return;
    case 'while':
    case 'repeat':
      count.loops += 1;
      countExpression(statement.condition, count);
      return;
    case 'if':
      countAll(
        statement.clauses.map((clause) => clause.condition),
        count,
      );
      return;
    case 'numeric-for':
      count.loops += 1;
      count.locals += 4;
      countAll([statement.start, statement.limit], count);
      if (statement.step !== null) countExpression(statement.step, count);
      return;
    case 'generic-for':
      count.loops += 1;
      count.locals += 4 + statement.names.length;
      countAll(statement.values, count);
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
