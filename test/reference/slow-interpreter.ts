// A second interpreter of scripts, slow and obvious: it walks the tree of the parser, looks every
// name up where it stands, and works everything out each time it comes by. It caches nothing,
// hoists nothing and infers nothing, so that what the compiler concludes can be held against it.
// It knows what generated programs use: no metatables, and coroutines that yield in statements of
// their own block alone.

import type {
  Block,
  Call,
  Expression,
  FunctionBody,
  GenericFor,
  MethodCall,
  Name,
  NumericFor,
  Statement,
} from '#lua/syntax/tree.ts';
import { stringMethod } from './slow-library.ts';
import {
  arithmetic,
  asFigure,
  fault,
  index,
  isBelow,
  isEqual,
  joined,
  lengthOf,
  newest,
  SlowFault,
  SlowPairs,
  SlowSeries,
  SlowTable,
} from './slow-values.ts';
import type { SlowFunction, SlowValue } from './slow-values.ts';

/** Names in a block, with the blocks around it. */
type Scope = {
  readonly names: Map<string, { value: SlowValue }>;
  readonly outer: Scope | null;
  /** What `...` stands for, in the scope of a function that has it. */
  readonly varargs?: readonly SlowValue[];
};

export type SlowRun = {
  readonly globals: Map<string, SlowValue>;
  readonly commands: ReadonlyMap<string, SlowFunction>;
  /** Whether a number has no elements, as where no command gives series. */
  readonly isPlainLua?: boolean;
};

type Leaving =
  | { readonly kind: 'break' }
  | { readonly kind: 'goto'; readonly label: string }
  | { readonly kind: 'return'; readonly values: SlowValue[] };

/** One update: the chunk from its beginning to its end. A mistake is thrown. */
export function runSlowly(run: SlowRun, chunk: FunctionBody): readonly SlowValue[] {
  const leaving = runBlock(run, chunk.block, { names: new Map(), outer: null, varargs: [] });
  return leaving?.kind === 'return' ? leaving.values : [];
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

function varargsOf(scope: Scope | null): readonly SlowValue[] {
  for (let at = scope; at !== null; at = at.outer) {
    if (at.varargs !== undefined) return at.varargs;
  }
  return [];
}

function isTrue(value: SlowValue): boolean {
  return value !== undefined && value !== false;
}

function runBlock(run: SlowRun, block: Block, scope: Scope): Leaving | null {
  return walkBlock(run, block, scope).leaving;
}

/** The statements in order, and the names at the end. */
function walkBlock(
  run: SlowRun,
  block: Block,
  scope: Scope,
): { readonly leaving: Leaving | null; readonly names: Scope } {
  const labelled = new Map<string, Scope>();
  let names = scope;
  for (let at = 0; at < block.statements.length; at += 1) {
    const statement = block.statements[at] as Statement;
    if (statement.kind === 'label') labelled.set(statement.name, names);
    const done = step(run, statement, names);
    names = done.names;
    const { leaving } = done;
    if (leaving === null) continue;
    const target =
      leaving.kind === 'goto'
        ? block.statements.findIndex((each) => each.kind === 'label' && each.name === leaving.label)
        : -1;
    if (leaving.kind !== 'goto' || target < 0) return { leaving, names };
    names = labelled.get(leaving.label) ?? names;
    at = target;
  }
  return { leaving: null, names };
}

/** One statement of a block, and the names behind it. */
function step(
  run: SlowRun,
  statement: Statement,
  scope: Scope,
): { readonly leaving: Leaving | null; readonly names: Scope } {
  if (statement.kind === 'local') {
    const values = listOf(run, statement.values, scope);
    // A name that is declared again is another variable; functions made before keep theirs.
    const names = inner(scope);
    for (const [at, { name }] of statement.names.entries()) declare(names, name, values[at]);
    return { leaving: null, names };
  }
  if (statement.kind === 'local-function') {
    const names = inner(scope);
    const { name } = statement.variable;
    declare(names, name, undefined);
    assign(run, name, closure(run, statement.value.body, names), names);
    return { leaving: null, names };
  }
  return { leaving: runStatement(run, statement, scope), names: scope };
}

function runStatement(run: SlowRun, statement: Statement, scope: Scope): Leaving | null {
  switch (statement.kind) {
    case 'assign':
      return runAssign(run, statement, scope);
    case 'call':
      evaluateAll(run, statement.call, scope);
      return null;
    case 'return':
      return { kind: 'return', values: listOf(run, statement.values, scope) };
    case 'break':
      return { kind: 'break' };
    case 'goto':
      return { kind: 'goto', label: statement.label };
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
    case 'repeat':
      for (;;) {
        const { leaving, names } = walkBlock(run, statement.block, inner(scope));
        if (leaving !== null) return leaving.kind === 'break' ? null : leaving;
        if (isTrue(evaluate(run, statement.condition, names))) return null;
      }
    case 'numeric-for':
      return runFor(run, statement, scope);
    case 'generic-for':
      return runForEach(run, statement, scope);
    case 'local':
    case 'local-function':
      return step(run, statement, scope).leaving;
    case 'label':
      return null;
  }
}

function runAssign(
  run: SlowRun,
  { targets, values: expressions }: Statement & { kind: 'assign' },
  scope: Scope,
): null {
  const places = targets.map((target) =>
    target.kind === 'name'
      ? null
      : { table: evaluate(run, target.object, scope), key: evaluate(run, target.key, scope) },
  );
  const values = listOf(run, expressions, scope);
  // As in Lua the first target is assigned last.
  for (const [at, target] of [...targets.entries()].toReversed()) {
    if (target.kind === 'name') {
      assign(run, target.name, values[at], scope);
      continue;
    }
    const { table, key } = places[at] ?? {};
    if (!(table instanceof SlowTable)) return fault('cannot be indexed');
    setEntry(table, key, values[at]);
  }
  return null;
}

function setEntry(table: SlowTable, key: SlowValue, value: SlowValue): void {
  if (key === undefined || Number.isNaN(key)) fault('not a key');
  table.entries.set(key, value);
}

function loopNumber(run: SlowRun, expression: Expression, scope: Scope): number {
  const value = evaluate(run, expression, scope);
  const number = value instanceof SlowSeries ? newest(value) : asFigure(value);
  return number ?? fault('a loop needs numbers');
}

/** As Lua 5.2 counts: the step is subtracted from the start and added before each passage. */
function runFor(run: SlowRun, statement: NumericFor, scope: Scope): Leaving | null {
  const start = loopNumber(run, statement.start, scope);
  const limit = loopNumber(run, statement.limit, scope);
  const by = statement.step === null ? 1 : loopNumber(run, statement.step, scope);
  for (let at = start - by + by; by > 0 ? at <= limit : at >= limit; at += by) {
    const names = inner(scope);
    declare(names, statement.variable.name, at);
    const leaving = runBlock(run, statement.block, names);
    if (leaving !== null) return leaving.kind === 'break' ? null : leaving;
  }
  return null;
}

/** Over what `pairs` and `ipairs` give, which is a list of pairs here, or by an iterator. */
function runForEach(run: SlowRun, statement: GenericFor, scope: Scope): Leaving | null {
  const [table, state, control] = listOf(run, statement.values, scope);
  const steps = table instanceof SlowPairs ? table.entries : iterated(table, state, control);
  for (const values of steps) {
    const names = inner(scope);
    for (const [at, { name }] of statement.names.entries()) declare(names, name, values[at]);
    const leaving = runBlock(run, statement.block, names);
    if (leaving !== null) return leaving.kind === 'break' ? null : leaving;
  }
  return null;
}

function* iterated(
  iterator: SlowValue,
  state: SlowValue,
  start: SlowValue,
): Generator<readonly SlowValue[]> {
  if (typeof iterator !== 'function') return fault('cannot be called');
  for (let control = start; ;) {
    const values = iterator([state, control], null);
    if (values[0] === undefined) return;
    [control] = values;
    yield values;
  }
}

function assign(run: SlowRun, name: string, value: SlowValue, scope: Scope): void {
  const local = find(scope, name);
  if (local === undefined) run.globals.set(name, value);
  else local.value = value;
}

/** What functions of a script were made of, for coroutines. */
const made = new WeakMap<
  SlowFunction,
  { readonly body: FunctionBody; readonly begin: (args: readonly SlowValue[]) => Scope }
>();

function closure(run: SlowRun, body: FunctionBody, scope: Scope): SlowFunction {
  const begin = (args: readonly SlowValue[]): Scope => {
    const varargs = body.isVararg ? args.slice(body.parameters.length) : [];
    const names: Scope = { names: new Map(), outer: scope, varargs };
    for (const [at, { name }] of body.parameters.entries()) declare(names, name, args[at]);
    return names;
  };
  const call: SlowFunction = (args) => {
    const leaving = runBlock(run, body.block, begin(args));
    return leaving?.kind === 'return' ? leaving.values : [];
  };
  made.set(call, { body, begin });
  return call;
}

function isNamed(expression: Expression, table: string, name: string): boolean {
  if (expression.kind !== 'index' || expression.object.kind !== 'name') return false;
  return expression.object.name === table && expression.key.kind === 'string'
    ? expression.key.bytes === name
    : false;
}

/** `coroutine.wrap` of a function whose own block has the yields as statements. */
function wrapped(run: SlowRun, callee: SlowValue): SlowFunction {
  const found = typeof callee === 'function' ? made.get(callee) : undefined;
  if (found === undefined) return fault('not a function of the script');
  const { statements } = found.body.block;
  let names: Scope | null = null;
  let at = 0;
  return (args) => {
    names ??= found.begin(args);
    const from = at;
    // Until it yields, a mistake or its end makes it dead.
    at = statements.length + 1;
    if (from > statements.length) return fault('cannot resume dead coroutine');
    for (let next = from; next < statements.length; next += 1) {
      const statement = statements[next] as Statement;
      if (statement.kind === 'call' && isYield(statement.call)) {
        const values = listOf(run, statement.call.args, names);
        at = next + 1;
        return values;
      }
      const done = step(run, statement, names);
      names = done.names;
      if (done.leaving !== null) return done.leaving.kind === 'return' ? done.leaving.values : [];
    }
    return [];
  };
}

function isYield(call: Call | MethodCall): boolean {
  return call.kind === 'call' && isNamed(call.callee, 'coroutine', 'yield');
}

function nameValue(run: SlowRun, { name }: Name, scope: Scope): SlowValue {
  const local = find(scope, name);
  if (local !== undefined) return local.value;
  return run.globals.has(name) ? run.globals.get(name) : run.commands.get(name);
}

function callAll(run: SlowRun, call: Call, scope: Scope): readonly SlowValue[] {
  const { callee: expression } = call;
  if (isNamed(expression, 'coroutine', 'wrap')) {
    return [wrapped(run, listOf(run, call.args, scope)[0])];
  }
  const callee = evaluate(run, expression, scope);
  const args = listOf(run, call.args, scope);
  if (typeof callee !== 'function') return fault('cannot be called');
  if (expression.kind !== 'name') return callee(args, null);
  if (expression.name !== 'pcall') {
    return callee(args, find(scope, expression.name) === undefined ? call : null);
  }
  const [protectedCall, ...rest] = args;
  if (typeof protectedCall !== 'function') return [false];
  try {
    return [true, ...protectedCall(rest, null)];
  } catch (error) {
    if (error instanceof SlowFault) return [false];
    throw error;
  }
}

function callMethod(run: SlowRun, call: MethodCall, scope: Scope): readonly SlowValue[] {
  const object = evaluate(run, call.object, scope);
  const callee = typeof object === 'string' ? stringMethod(call.name) : index(object, call.name);
  const args = [object, ...listOf(run, call.args, scope)];
  return typeof callee === 'function' ? callee(args, null) : fault('cannot be called');
}

/** All values of the expression. */
function evaluateAll(run: SlowRun, expression: Expression, scope: Scope): readonly SlowValue[] {
  if (expression.kind === 'call') return callAll(run, expression, scope);
  if (expression.kind === 'method') return callMethod(run, expression, scope);
  if (expression.kind === 'varargs') return varargsOf(scope);
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
    case 'method':
    case 'varargs':
      return evaluateAll(run, expression, scope)[0];
    case 'function':
      return closure(run, expression.body, scope);
    case 'index': {
      const object = evaluate(run, expression.object, scope);
      const key = evaluate(run, expression.key, scope);
      const isRefused = run.isPlainLua === true && typeof object === 'number';
      return isRefused ? fault('cannot be indexed') : index(object, key);
    }
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
    case 'table':
      return tableOf(run, expression, scope);
  }
}

function tableOf(run: SlowRun, { items }: Expression & { kind: 'table' }, scope: Scope): SlowTable {
  const table = new SlowTable();
  // Listed values are stored at the end, over those of the same key.
  const listed: SlowValue[] = [];
  for (const item of items) {
    if (item.kind === 'keyed') {
      setEntry(table, evaluate(run, item.key, scope), evaluate(run, item.value, scope));
      continue;
    }
    const values =
      item === items.at(-1)
        ? evaluateAll(run, item.value, scope)
        : [evaluate(run, item.value, scope)];
    listed.push(...values);
  }
  for (const [at, value] of listed.entries()) table.entries.set(at + 1, value);
  return table;
}

function binary(operator: string, left: SlowValue, right: SlowValue): SlowValue {
  switch (operator) {
    case '..':
      return joined(left, right);
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
