// A second interpreter of scripts, slow and obvious: it walks the tree of the parser, looks every
// name up where it stands, and works everything out each time it comes by. It caches nothing,
// hoists nothing and infers nothing, so that what the compiler concludes can be held against it.
// It knows what generated programs use: no metatables, methods, gotos or coroutines.

import type {
  Block,
  Call,
  Expression,
  FunctionBody,
  Name,
  NumericFor,
  Statement,
} from '#script/syntax/tree.ts';
import {
  arithmetic,
  fault,
  index,
  isBelow,
  isEqual,
  lengthOf,
  newest,
  SlowFault,
  SlowSeries,
  SlowTable,
} from './slow-values.ts';
import type { SlowFunction, SlowValue } from './slow-values.ts';

/** Names in a block, with the blocks around it. */
type Scope = { readonly names: Map<string, { value: SlowValue }>; readonly outer: Scope | null };

export type SlowRun = {
  readonly globals: Map<string, SlowValue>;
  readonly commands: ReadonlyMap<string, SlowFunction>;
};

type Leaving =
  | { readonly kind: 'break' }
  | { readonly kind: 'return'; readonly values: SlowValue[] };

/** One update: the chunk from its beginning to its end. A mistake is thrown. */
export function runSlowly(run: SlowRun, chunk: FunctionBody): void {
  runBlock(run, chunk.block, { names: new Map(), outer: null });
}

function inner(outer: Scope): Scope {
  return { names: new Map(), outer };
}

function declare(scope: Scope, name: string, value: SlowValue): void {
  scope.names.set(name, { value });
}

function find(scope: Scope | null, name: string): { value: SlowValue } | undefined {
  for (let at = scope; at !== null; at = at.outer) {
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isTrue(value: SlowValue): boolean {
  return value !== undefined && value !== false;
}

function runBlock(run: SlowRun, block: Block, scope: Scope): Leaving | null {
  let names = scope;
  for (const statement of block.statements) {
    if (statement.kind === 'local') {
      const values = listOf(run, statement.values, names);
      // A name that is declared again is another variable; functions made before keep theirs.
      names = inner(names);
      for (const [at, { name }] of statement.names.entries()) declare(names, name, values[at]);
      continue;
    }
    if (statement.kind === 'local-function') names = inner(names);
    const leaving = runStatement(run, statement, names);
    if (leaving !== null) return leaving;
  }
  return null;
}

function runStatement(run: SlowRun, statement: Statement, scope: Scope): Leaving | null {
  switch (statement.kind) {
    case 'local-function':
      declare(scope, statement.variable.name, undefined);
      assign(run, statement.variable.name, closure(run, statement.value.body, scope), scope);
      return null;
    case 'assign': {
      const values = listOf(run, statement.values, scope);
      for (const [at, target] of statement.targets.entries()) {
        if (target.kind === 'name') assign(run, target.name, values[at], scope);
        else {
          const table = evaluate(run, target.object, scope);
          if (!(table instanceof SlowTable)) return fault('cannot be indexed');
          table.entries.set(evaluate(run, target.key, scope), values[at]);
        }
      }
      return null;
    }
    case 'call':
      evaluateAll(run, statement.call, scope);
      return null;
    case 'return':
      return { kind: 'return', values: listOf(run, statement.values, scope) };
    case 'break':
      return { kind: 'break' };
    case 'do':
      return runBlock(run, statement.block, inner(scope));
    case 'if': {
      for (const { condition, block } of statement.clauses) {
        if (isTrue(evaluate(run, condition, scope))) return runBlock(run, block, inner(scope));
      }
      return statement.otherwise === null ? null : runBlock(run, statement.otherwise, inner(scope));
    }
    case 'while':
      while (isTrue(evaluate(run, statement.condition, scope))) {
        const leaving = runBlock(run, statement.block, inner(scope));
        if (leaving !== null) return leaving.kind === 'break' ? null : leaving;
      }
      return null;
    case 'numeric-for':
      return runFor(run, statement, scope);
    case 'local':
    case 'generic-for':
    case 'goto':
    case 'label':
    case 'repeat':
      return fault(`no ${statement.kind} here`);
  }
}

function runFor(run: SlowRun, statement: NumericFor, scope: Scope): Leaving | null {
  const bounds = [statement.start, statement.limit].map((each) => {
    const value = evaluate(run, each, scope);
    const number = value instanceof SlowSeries ? newest(value) : value;
    return typeof number === 'number' ? number : fault('a loop needs numbers');
  });
  const [from = 0, to = 0] = bounds;
  for (let at = from; at <= to; at += 1) {
    const names = inner(scope);
    declare(names, statement.variable.name, at);
    const leaving = runBlock(run, statement.block, names);
    if (leaving !== null) return leaving.kind === 'break' ? null : leaving;
  }
  return null;
}

function assign(run: SlowRun, name: string, value: SlowValue, scope: Scope): void {
  const local = find(scope, name);
  if (local === undefined) run.globals.set(name, value);
  else local.value = value;
}

function closure(run: SlowRun, body: FunctionBody, scope: Scope): SlowFunction {
  return (args) => {
    const names = inner(scope);
    for (const [at, { name }] of body.parameters.entries()) declare(names, name, args[at]);
    const leaving = runBlock(run, body.block, names);
    return leaving?.kind === 'return' ? leaving.values : [];
  };
}

function nameValue(run: SlowRun, { name }: Name, scope: Scope): SlowValue {
  const local = find(scope, name);
  if (local !== undefined) return local.value;
  return run.globals.has(name) ? run.globals.get(name) : run.commands.get(name);
}

function callAll(run: SlowRun, call: Call, scope: Scope): readonly SlowValue[] {
  const callee = evaluate(run, call.callee, scope);
  const args = listOf(run, call.args, scope);
  if (typeof callee !== 'function') return fault('cannot be called');
  if (call.callee.kind !== 'name' || call.callee.name !== 'pcall') return callee(args);
  const [protectedCall, ...rest] = args;
  if (typeof protectedCall !== 'function') return [false];
  try {
    return [true, ...protectedCall(rest)];
  } catch (error) {
    if (error instanceof SlowFault) return [false];
    throw error;
  }
}

/** All values of the expression. */
function evaluateAll(run: SlowRun, expression: Expression, scope: Scope): readonly SlowValue[] {
  if (expression.kind === 'call') return callAll(run, expression, scope);
  return [evaluate(run, expression, scope)];
}

function listOf(run: SlowRun, expressions: readonly Expression[], scope: Scope): SlowValue[] {
  return expressions.flatMap((expression, at) =>
    at === expressions.length - 1
      ? [...evaluateAll(run, expression, scope)]
      : [evaluate(run, expression, scope)],
  );
}

function evaluate(run: SlowRun, expression: Expression, scope: Scope): SlowValue {
  switch (expression.kind) {
    case 'nil':
      return undefined;
    case 'true':
    case 'false':
      return expression.kind === 'true';
    case 'number':
      return expression.value;
    case 'string':
      return expression.bytes;
    case 'name':
      return nameValue(run, expression, scope);
    case 'parenthesized':
      return evaluate(run, expression.inner, scope);
    case 'call':
      return callAll(run, expression, scope)[0];
    case 'function':
      return closure(run, expression.body, scope);
    case 'index':
      return index(evaluate(run, expression.object, scope), evaluate(run, expression.key, scope));
    case 'logical': {
      const left = evaluate(run, expression.left, scope);
      const isDecided = isTrue(left) === (expression.operator === 'or');
      return isDecided ? left : evaluate(run, expression.right, scope);
    }
    case 'unary': {
      const operand = evaluate(run, expression.operand, scope);
      if (expression.operator === 'not') return !isTrue(operand);
      if (expression.operator === '#') return lengthOf(operand);
      return typeof operand === 'number' ? -operand : arithmetic('*', operand, -1);
    }
    case 'binary':
      return binary(
        expression.operator,
        evaluate(run, expression.left, scope),
        evaluate(run, expression.right, scope),
      );
    case 'table': {
      const table = new SlowTable();
      let count = 0;
      for (const item of expression.items) {
        const key = item.kind === 'keyed' ? evaluate(run, item.key, scope) : (count += 1);
        table.entries.set(key, evaluate(run, item.value, scope));
      }
      return table;
    }
    case 'method':
    case 'varargs':
      return fault(`no ${expression.kind} here`);
  }
}

function binary(operator: string, left: SlowValue, right: SlowValue): SlowValue {
  switch (operator) {
    case '==':
      return isEqual(left, right);
    case '~=':
      return !isEqual(left, right);
    case '<':
    case '<=':
      return isBelow(left, right, operator === '<=');
    case '>':
    case '>=':
      return isBelow(right, left, operator === '>=');
    default:
      return arithmetic(operator, left, right);
  }
}
