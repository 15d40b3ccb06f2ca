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
      countBlock(statement.block, count);
      return;
    case 'if':
      for (const clause of statement.clauses) countBlock(clause.block, count);
      if (statement.otherwise !== null) countBlock(statement.otherwise, count);
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

function countBlock(block: Block, count: Count): void {
  for (const statement of block.statements) {
    const before = count.nodes;
    count.nodes += 1;
    countOwn(statement, count);
    count.largest = Math.max(count.largest, count.nodes - before);
    countBlocks(statement, count);
  }
}

function measure(block: Block): Count {
  const count: Count = {
    nodes: 0,
    calls: [],
    locals: 0,
    loops: 0,
    exits: 0,
    varargs: 0,
    largest: 0,
  };
  countBlock(block, count);
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

function measureOne(statement: Statement): Count {
  return measure({ statements: [statement], endLine: statement.line });
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
