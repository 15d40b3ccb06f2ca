// Infers the kinds that each variable, function result and expression may have. Flow-insensitive: a
// variable is the union of all that is ever assigned to it, found by going over the script until
// nothing changes. Functions whose calls are all known get their parameters from these calls.

import { callGroups } from '#lua/semantics/call-groups.ts';
import { calledFunction, hasKnownCalls, named } from '#lua/semantics/facts.ts';
import type { Facts } from '#lua/semantics/facts.ts';
import { ANY, FUNCTION, HOST, NUMBER } from '#lua/semantics/kind.ts';
import type { Kinds } from '#lua/semantics/kind.ts';
import { isSingle, listKinds } from '#lua/semantics/kinds-of.ts';
import type { NamesOffered, NameOffer } from '#lua/semantics/names-offered.ts';
import type { FunctionScope, Resolution, Variable } from '#lua/semantics/scope.ts';
import { visitParts } from '#lua/syntax/visit-parts.ts';
import type { Block, Call, Expression, FunctionBody, Name, Statement } from '#lua/syntax/tree.ts';

function widen<K>(facts: Facts, map: Map<K, Kinds>, key: K, kinds: Kinds): void {
  const before = map.get(key) ?? 0;
  if ((before | kinds) === before) return;
  map.set(key, before | kinds);
  facts.hasChanged = true;
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
  if (expression.kind === 'function') inferFunction(facts, expression.body);
  visitParts(facts, expression, inferExpression);
  if (expression.kind === 'call') inferArguments(facts, expression);
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

function bringsHostValues(name: NameOffer): boolean {
  return ((name.type === 'function' ? name.result : name.kinds) & HOST) !== 0;
}

/** Goes over the chunk until the facts hold everywhere. */
export function infer(
  chunk: FunctionBody,
  resolution: Resolution,
  offered: NamesOffered,
  options: { readonly hasListMetamethod: boolean; readonly text: string },
): Facts {
  const facts: Facts = {
    resolution,
    offered,
    callGroups: callGroups({ resolution, offered }, chunk, options.text),
    variables: new Map(),
    globals: new Map(),
    results: new Map(),
    manyResults: new Set(),
    hasMetatables: resolution.usesEnvironment || resolution.globals.has('setmetatable'),
    hasListMetamethod: options.hasListMetamethod,
    hasHostValues: [...offered.host.values()].some(bringsHostValues),
    invariants: new Map(),
    hasChanged: true,
  };
  while (facts.hasChanged) {
    facts.hasChanged = false;
    inferFunction(facts, chunk);
  }
  return facts;
}
