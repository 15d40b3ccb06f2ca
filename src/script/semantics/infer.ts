// What each variable, function result and expression may be. Flow-insensitive: a variable is the
// union of all that is ever assigned to it, found by going over the script until nothing changes.
// Functions whose calls are all known get their parameters from these calls.

import {
  ANY,
  BOOLEAN,
  FUNCTION,
  NIL,
  NUMBER,
  OTHER,
  STRING,
  TABLE,
  arithmeticKinds,
  within,
} from '#script/semantics/kind.ts';
import type { Kinds } from '#script/semantics/kind.ts';
import type { NamesOffered, Offered, OfferedFunction } from '#script/semantics/names-offered.ts';
import type { FunctionScope, GlobalName, Resolution, Variable } from '#script/semantics/scope.ts';
import type {
  Binary,
  Block,
  Call,
  Expression,
  FunctionBody,
  MethodCall,
  Name,
  Statement,
} from '#script/syntax/tree.ts';

export type Facts = {
  readonly resolution: Resolution;
  readonly offered: NamesOffered;
  readonly variables: Map<Variable, Kinds>;
  readonly globals: Map<GlobalName, Kinds>;
  /** What the first result of a function may be. */
  readonly results: Map<FunctionScope, Kinds>;
  /** Functions that may give more or fewer than one value. */
  readonly manyResults: Set<FunctionScope>;
  /** Whether tables of this script can have metatables. */
  readonly hasMetatables: boolean;
  /** Whether the script's text names `__ipairs`. */
  readonly hasListMetamethod: boolean;
  /** Whether host values with operators of their own can appear. */
  readonly hasHostValues: boolean;
  hasChanged: boolean;
};

/** Whether the name has a value before the script gives it one. */
function isOfferedName(facts: Facts, name: string): boolean {
  const { library, libraryTables, constants, host } = facts.offered;
  return library.has(name) || libraryTables.has(name) || constants.has(name) || host.has(name);
}

/** The function that a variable or global name stands for in all of its uses, if there is one. */
function knownValue(facts: Facts, name: Variable | GlobalName): FunctionScope | null {
  if (name.value === null) return null;
  const isLocal = 'owner' in name;
  if (name.assignments !== (isLocal ? 0 : 1)) return null;
  if (!isLocal && (facts.resolution.usesEnvironment || isOfferedName(facts, name.name)))
    return null;
  return facts.resolution.scopes.get(name.value.body) ?? null;
}

function named(facts: Facts, name: Name): Variable | GlobalName | null {
  const local = facts.resolution.locals.get(name);
  if (local !== undefined) return local;
  if (facts.resolution.environments.has(name)) return null;
  return facts.resolution.globals.get(name.name) ?? null;
}

/**
 * The script's function that a call leads to, when no other is possible. A global may still be nil
 * then.
 */
export function calledFunction(facts: Facts, callee: Expression): FunctionScope | null {
  if (callee.kind !== 'name') return null;
  const name = named(facts, callee);
  return name === null ? null : knownValue(facts, name);
}

/**
 * Whether all calls of a function are in sight, so that its parameters are what these calls pass.
 */
function hasKnownCalls(facts: Facts, scope: FunctionScope): boolean {
  const { name } = scope;
  if (name === null || name.isEscaping || name.calls === 0) return false;
  return knownValue(facts, name) === scope;
}

/** A global name that the script leaves as the library or the host made it. */
export function untouchedGlobal(facts: Facts, name: Name): string | null {
  const { resolution } = facts;
  if (resolution.locals.has(name) || resolution.environments.has(name)) return null;
  if (resolution.usesEnvironment) return null;
  return resolution.globals.get(name.name)?.assignments === 0 ? name.name : null;
}

/** The full name (`math.floor`) of an untouched library field or function. */
export function libraryName(facts: Facts, expression: Expression): string | null {
  if (expression.kind === 'name') {
    const name = untouchedGlobal(facts, expression);
    return name !== null && facts.offered.library.has(name) ? name : null;
  }
  if (expression.kind !== 'index' || expression.key.kind !== 'string') return null;
  const table =
    expression.object.kind === 'name' ? untouchedGlobal(facts, expression.object) : null;
  if (table === null || !isSealedTable(facts, table)) return null;
  const full = `${table}.${expression.key.bytes}`;
  return facts.offered.library.has(full) || facts.offered.constants.has(full) ? full : null;
}

/**
 * A library table that the script only reads fields of, so that its functions stay what they are.
 */
export function isSealedTable(facts: Facts, table: string): boolean {
  if (!facts.offered.libraryTables.has(table) || facts.resolution.usesEnvironment) return false;
  const use = facts.resolution.globals.get(table);
  return use === undefined || (use.assignments === 0 && !use.isEscaping);
}

export function calledLibrary(facts: Facts, call: Call): OfferedFunction | null {
  const name = libraryName(facts, call.callee);
  return name === null ? null : (facts.offered.library.get(name) ?? null);
}

export function calledHost(facts: Facts, call: Call): OfferedFunction | null {
  const name = call.callee.kind === 'name' ? untouchedGlobal(facts, call.callee) : null;
  const offered = name === null ? undefined : facts.offered.host.get(name);
  return offered?.type === 'function' ? offered : null;
}

/** The library function that a method call on a string leads to. */
export function stringMethod(facts: Facts, call: MethodCall): OfferedFunction | null {
  if (!isSealedTable(facts, 'string')) return null;
  return facts.offered.library.get(`string.${call.name}`) ?? null;
}

function nameKinds(facts: Facts, name: Name): Kinds {
  const local = facts.resolution.locals.get(name);
  if (local !== undefined) return facts.variables.get(local) ?? 0;
  const untouched = untouchedGlobal(facts, name);
  if (untouched !== null) {
    if (facts.offered.library.has(untouched)) return FUNCTION;
    if (facts.offered.libraryTables.has(untouched)) return TABLE;
    const host = facts.offered.host.get(untouched);
    if (host !== undefined) return host.type === 'function' ? FUNCTION : host.kinds;
  }
  if (facts.resolution.environments.has(name) || facts.resolution.usesEnvironment) return ANY;
  const global = facts.resolution.globals.get(name.name);
  if (isOfferedName(facts, name.name)) return ANY;
  return global === undefined ? ANY : NIL | (facts.globals.get(global) ?? 0);
}

function callKinds(facts: Facts, call: Call | MethodCall): Kinds {
  if (call.kind === 'method') {
    const method = stringMethod(facts, call);
    return method !== null && within(kindsOf(facts, call.object), STRING) ? method.result : ANY;
  }
  const offered = calledLibrary(facts, call) ?? calledHost(facts, call);
  if (offered !== null) return offered.result;
  const scope = calledFunction(facts, call.callee);
  return scope === null ? ANY : (facts.results.get(scope) ?? 0);
}

function binaryKinds(facts: Facts, expression: Binary): Kinds {
  const { operator } = expression;
  if (['==', '~=', '<', '<=', '>', '>='].includes(operator)) return BOOLEAN;
  const left = kindsOf(facts, expression.left);
  const right = kindsOf(facts, expression.right);
  const plain = arithmeticKinds(left, right);
  return operator === '..' && plain === NUMBER ? STRING : plain;
}

/** What an expression, cut to one value, may be. */
export function kindsOf(facts: Facts, expression: Expression): Kinds {
  switch (expression.kind) {
    case 'nil':
      return NIL;
    case 'true':
    case 'false':
      return BOOLEAN;
    case 'number':
      return NUMBER;
    case 'string':
      return STRING;
    case 'table':
      return TABLE;
    case 'function':
      return FUNCTION;
    case 'varargs':
      return ANY;
    case 'index': {
      const full = libraryName(facts, expression);
      const constant = full === null ? undefined : facts.offered.constants.get(full);
      if (constant === undefined) return full === null ? ANY : FUNCTION;
      return typeof constant === 'number' ? NUMBER : STRING;
    }
    case 'name':
      return nameKinds(facts, expression);
    case 'call':
    case 'method':
      return callKinds(facts, expression);
    case 'parenthesized':
      return kindsOf(facts, expression.inner);
    case 'logical': {
      const left = kindsOf(facts, expression.left);
      const right = kindsOf(facts, expression.right);
      return expression.operator === 'and'
        ? (left & (NIL | BOOLEAN)) | right
        : (left & ~NIL) | right;
    }
    case 'unary': {
      if (expression.operator === 'not') return BOOLEAN;
      const operand = kindsOf(facts, expression.operand);
      if (expression.operator === '#' && !facts.hasMetatables && within(operand, ANY & ~OTHER)) {
        return NUMBER;
      }
      return arithmeticKinds(operand, operand);
    }
    case 'binary':
      return binaryKinds(facts, expression);
  }
}

function widen<K>(facts: Facts, map: Map<K, Kinds>, key: K, kinds: Kinds): void {
  const before = map.get(key) ?? 0;
  if ((before | kinds) === before) return;
  map.set(key, before | kinds);
  facts.hasChanged = true;
}

export function isMulti(expression: Expression | undefined): boolean {
  const kind = expression?.kind;
  return kind === 'call' || kind === 'method' || kind === 'varargs';
}

/** The kinds of the value at `index` of an expression list. */
function listKinds(facts: Facts, values: readonly Expression[], index: number): Kinds {
  const value = values[index];
  if (value !== undefined) return kindsOf(facts, value);
  return isMulti(values.at(-1)) ? ANY : NIL;
}

function widenVariable(facts: Facts, variable: Variable | undefined, kinds: Kinds): void {
  if (variable !== undefined) widen(facts, facts.variables, variable, kinds);
}

function inferAssignment(facts: Facts, target: Name, kinds: Kinds): void {
  const name = named(facts, target);
  if (name === null) return;
  if ('owner' in name) widen(facts, facts.variables, name, kinds);
  else widen(facts, facts.globals, name, kinds);
}

function inferArguments(facts: Facts, call: Call): void {
  const scope = calledFunction(facts, call.callee);
  if (scope === null || !hasKnownCalls(facts, scope)) return;
  for (const [index, parameter] of scope.body.parameters.entries()) {
    const kinds = listKinds(facts, call.args, index);
    widenVariable(facts, facts.resolution.variables.get(parameter), kinds);
  }
}

function inferExpression(facts: Facts, expression: Expression): void {
  switch (expression.kind) {
    case 'index':
      inferExpression(facts, expression.object);
      inferExpression(facts, expression.key);
      return;
    case 'call':
      inferExpression(facts, expression.callee);
      inferAll(facts, expression.args);
      inferArguments(facts, expression);
      return;
    case 'method':
      inferExpression(facts, expression.object);
      inferAll(facts, expression.args);
      return;
    case 'function':
      inferFunction(facts, expression.body);
      return;
    case 'binary':
    case 'logical':
      inferExpression(facts, expression.left);
      inferExpression(facts, expression.right);
      return;
    case 'unary':
      inferExpression(facts, expression.operand);
      return;
    case 'parenthesized':
      inferExpression(facts, expression.inner);
      return;
    case 'table':
      for (const item of expression.items) {
        if (item.kind === 'keyed') inferExpression(facts, item.key);
        inferExpression(facts, item.value);
      }
      return;
    case 'nil':
    case 'true':
    case 'false':
    case 'number':
    case 'string':
    case 'name':
    case 'varargs':
  }
}

function inferAll(facts: Facts, expressions: readonly Expression[]): void {
  for (const expression of expressions) inferExpression(facts, expression);
}

function inferFunction(facts: Facts, body: FunctionBody): void {
  const scope = facts.resolution.scopes.get(body);
  if (scope === undefined) return;
  if (!hasKnownCalls(facts, scope)) {
    for (const parameter of body.parameters) {
      widenVariable(facts, facts.resolution.variables.get(parameter), ANY);
    }
  }
  inferBlock(facts, body.block, scope);
  if (!endsInReturn(body.block)) inferResult(facts, scope, []);
}

/** Whether control cannot fall out of the block's end. */
export function endsInReturn(block: Block): boolean {
  const last = block.statements.at(-1);
  if (last?.kind === 'return') return true;
  if (last?.kind === 'do') return endsInReturn(last.block);
  if (last?.kind !== 'if' || last.otherwise === null) return false;
  return endsInReturn(last.otherwise) && last.clauses.every((clause) => endsInReturn(clause.block));
}

function inferResult(facts: Facts, scope: FunctionScope, values: readonly Expression[]): void {
  widen(facts, facts.results, scope, listKinds(facts, values, 0));
  const only = values.length === 1 ? values[0] : undefined;
  if (only !== undefined && isSingle(facts, only)) return;
  if (facts.manyResults.has(scope)) return;
  facts.manyResults.add(scope);
  facts.hasChanged = true;
}

/** Whether an expression always gives exactly one value. */
export function isSingle(facts: Facts, expression: Expression): boolean {
  if (expression.kind === 'varargs') return false;
  if (expression.kind === 'method') {
    const method = stringMethod(facts, expression);
    const isString = within(kindsOf(facts, expression.object), STRING);
    return method !== null && isString && method.isSingle;
  }
  if (expression.kind !== 'call') return true;
  const offered = calledLibrary(facts, expression) ?? calledHost(facts, expression);
  if (offered !== null) return offered.isSingle;
  const scope = calledFunction(facts, expression.callee);
  return scope !== null && !facts.manyResults.has(scope);
}

function inferBlock(facts: Facts, block: Block, scope: FunctionScope): void {
  for (const statement of block.statements) inferStatement(facts, statement, scope);
}

function inferStatement(facts: Facts, statement: Statement, scope: FunctionScope): void {
  const { variables } = facts.resolution;
  switch (statement.kind) {
    case 'local':
      inferAll(facts, statement.values);
      for (const [index, name] of statement.names.entries()) {
        widenVariable(facts, variables.get(name), listKinds(facts, statement.values, index));
      }
      return;
    case 'assign':
      inferAll(facts, statement.values);
      for (const [index, target] of statement.targets.entries()) {
        if (target.kind === 'index') inferExpression(facts, target);
        else inferAssignment(facts, target, listKinds(facts, statement.values, index));
      }
      return;
    case 'local-function':
      widenVariable(facts, variables.get(statement.variable), FUNCTION);
      inferFunction(facts, statement.value.body);
      return;
    case 'call':
      inferExpression(facts, statement.call);
      return;
    case 'return':
      inferAll(facts, statement.values);
      inferResult(facts, scope, statement.values);
      return;
    case 'do':
      inferBlock(facts, statement.block, scope);
      return;
    case 'while':
    case 'repeat':
      inferExpression(facts, statement.condition);
      inferBlock(facts, statement.block, scope);
      return;
    case 'if':
      for (const clause of statement.clauses) {
        inferExpression(facts, clause.condition);
        inferBlock(facts, clause.block, scope);
      }
      if (statement.otherwise !== null) inferBlock(facts, statement.otherwise, scope);
      return;
    case 'numeric-for':
      inferAll(facts, [
        statement.start,
        statement.limit,
        ...(statement.step ? [statement.step] : []),
      ]);
      widenVariable(facts, variables.get(statement.variable), NUMBER);
      inferBlock(facts, statement.block, scope);
      return;
    case 'generic-for':
      inferAll(facts, statement.values);
      for (const name of statement.names) widenVariable(facts, variables.get(name), ANY);
      inferBlock(facts, statement.block, scope);
      return;
    case 'break':
    case 'goto':
    case 'label':
  }
}

function bringsHostValues(name: Offered): boolean {
  return ((name.type === 'function' ? name.result : name.kinds) & OTHER) !== 0;
}

/** Goes over the chunk until the facts hold everywhere. */
export function infer(
  chunk: FunctionBody,
  resolution: Resolution,
  offered: NamesOffered,
  options: { readonly hasListMetamethod: boolean },
): Facts {
  const facts: Facts = {
    resolution,
    offered,
    variables: new Map(),
    globals: new Map(),
    results: new Map(),
    manyResults: new Set(),
    hasMetatables: resolution.usesEnvironment || resolution.globals.has('setmetatable'),
    hasListMetamethod: options.hasListMetamethod,
    hasHostValues: [...offered.host.values()].some(bringsHostValues),
    hasChanged: true,
  };
  while (facts.hasChanged) {
    facts.hasChanged = false;
    inferFunction(facts, chunk);
  }
  return facts;
}
