// Facts that inference found out about a script, and what follows from the text alone about its
// names: which function a call leads to, which names are still what the library or the host made
// them.

import type { CallGroups } from '#lua/semantics/call-groups.ts';
import type { Kinds } from '#lua/semantics/kind.ts';
import type { NamesOffered, OfferedFunction } from '#lua/semantics/names-offered.ts';
import type { FunctionScope, GlobalName, Resolution, Variable } from '#lua/semantics/scope.ts';
import type { Call, Expression, MethodCall, Name } from '#lua/syntax/tree.ts';

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
  /** What is-cached.ts found out, by expression. */
  readonly invariants: Map<Expression, boolean>;
  readonly callGroups: CallGroups;
  hasChanged: boolean;
};

/** What the text alone says of names. */
export type NamedFacts = Pick<Facts, 'resolution' | 'offered'>;

/** Whether the name has a value before the script gives it one. */
export function isOfferedName(facts: Facts, name: string): boolean {
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

/** Local or global that a name means; null inside of a replaced environment. */
export function named(facts: Facts, name: Name): Variable | GlobalName | null {
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
 * Whether all calls of a function are known, so that its parameters are what these calls pass.
 */
export function hasKnownCalls(facts: Facts, scope: FunctionScope): boolean {
  const { name } = scope;
  if (name === null || name.isEscaping || name.calls === 0) return false;
  return knownValue(facts, name) === scope;
}

/** A global name that the script leaves as the library or the host made it. */
export function untouchedGlobal(facts: NamedFacts, name: Name): string | null {
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

/** Library function that a call surely leads to; null when it may be another. */
export function calledLibrary(facts: Facts, call: Call): OfferedFunction | null {
  const name = libraryName(facts, call.callee);
  return name === null ? null : (facts.offered.library.get(name) ?? null);
}

/** Host function that a call surely leads to; null when it may be another. */
export function calledHost(facts: NamedFacts, call: Call): OfferedFunction | null {
  const name = call.callee.kind === 'name' ? untouchedGlobal(facts, call.callee) : null;
  const offered = name === null ? undefined : facts.offered.host.get(name);
  if (offered === undefined) return null;
  return offered.type === 'function' ? offered : (offered.called ?? null);
}

/** The library function that a method call on a string leads to. */
export function stringMethod(facts: Facts, call: MethodCall): OfferedFunction | null {
  if (!isSealedTable(facts, 'string')) return null;
  return facts.offered.library.get(`string.${call.name}`) ?? null;
}
