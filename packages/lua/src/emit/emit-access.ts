// Reading and writing variables, globals and table fields.

import {
  getter,
  isCell,
  libraryFunction,
  operandOf,
  placeOf,
  release,
  setter,
  site,
  sunkValue,
  take,
} from '#lua/emit/emission.ts';
import type { FunctionEmission } from '#lua/emit/emission.ts';
import type { SiteOperand } from '#lua/runtime/errors.ts';
import { storing } from '#lua/emit/emit-append.ts';
import { isSimple } from '#lua/emit/emit-condition.ts';
import { hostText } from '#lua/emit/emit-cached.ts';
import { isFieldName, numberLiteral, stringText, variableName } from '#lua/emit/javascript-text.ts';
import { libraryName, untouchedGlobal } from '#lua/semantics/facts.ts';
import { kindsOf } from '#lua/semantics/kinds-of.ts';
import { CONTAINER, NIL, NUMBER, SERIES, STRING, TABLE, within } from '#lua/semantics/kind.ts';
import type { Kinds } from '#lua/semantics/kind.ts';
import type { Variable } from '#lua/semantics/scope.ts';
import type { Expression, Index, Name } from '#lua/syntax/tree.ts';

/** JavaScript that reads a local; one that a closure changes is in a cell. */
export function emitVariable(variable: Variable): string {
  return isCell(variable) ? `${variableName(variable)}.v` : variableName(variable);
}

function literal(value: number | string | boolean): string {
  if (typeof value === 'number') return numberLiteral(value);
  return typeof value === 'string' ? stringText(value) : String(value);
}

function emitOffered(f: FunctionEmission, name: string): string | null {
  const { offered } = f.module.facts;
  const host = offered.host.get(name);
  if (host === undefined) return null;
  const object = hostText(f);
  if (host.type === 'function') return `R.hostFunction(${object}, ${stringText(name)})`;
  return host.value === undefined ? `${object}.${name}` : literal(host.value);
}

/** What messages call the table that a global name goes through; the chunk's is its upvalue. */
function environmentOperand(
  f: FunctionEmission,
  name: Name,
  variable: Variable | undefined,
): SiteOperand {
  const isLocal = variable?.owner === f.scope && variable.declaration.line > 0;
  return operandOf(f, name, `${isLocal ? 'local' : 'upvalue'} '_ENV'`);
}

/** JavaScript that reads a name: a local, a field of an environment, or a global. */
export function emitName(f: FunctionEmission, name: Name): string {
  const { resolution } = f.module.facts;
  const sunk = sunkValue(f, name);
  if (sunk !== null) return `(${f.module.emitValue(f, sunk)})`;
  const local = resolution.locals.get(name);
  if (local !== undefined) return emitVariable(local);
  const environment = resolution.environments.get(name);
  const place = () => site(f, name, { left: environmentOperand(f, name, environment) });
  if (environment !== undefined) {
    return `R.index(${emitVariable(environment)}, ${stringText(name.name)}, ${place()})`;
  }
  if (name.name === '_ENV') return 'G';
  const untouched = untouchedGlobal(f.module.facts, name);
  if (untouched !== null && f.module.facts.offered.library.has(untouched)) {
    return libraryFunction(f, untouched);
  }
  const offered = untouched === null ? null : emitOffered(f, untouched);
  if (offered !== null) return offered;
  if (!resolution.usesEnvironment) return `g.${name.name}`;
  return `R.index(G, ${stringText(name.name)}, ${place()})`;
}

/** The object of an access as text that may be repeated, and what evaluates it first (or null). */
export type Target = { readonly again: string; readonly first: string; readonly taken: number };

function target(f: FunctionEmission, object: Expression): Target {
  const text = f.module.emitValue(f, object);
  if (isSimple(f, object)) {
    // A constant is put in parentheses: a number's point would be taken for its decimal one.
    const again = object.kind === 'name' ? text : `(${text})`;
    return { again, first: again, taken: 0 };
  }
  const again = take(f);
  return { again, first: `(${again} = ${text})`, taken: 1 };
}

/** Reads `object.name` where the object's text may be repeated. */
export function emitFieldRead(
  f: FunctionEmission,
  object: Target,
  kinds: Kinds,
  name: string,
  place: string,
): string {
  const value = take(f);
  release(f);
  const slow = `${getter(f, name)}(${object.again}, ${place})`;
  if (kinds !== 0 && within(kinds, TABLE)) {
    return `((${value} = ${object.first}.hash.${name}) !== undefined ? ${value} : ${slow})`;
  }
  const isTable = `${object.first} !== undefined && (${value} = ${object.again}.hash) !== undefined`;
  return `(${isTable} && (${value} = ${value}.${name}) !== undefined ? ${value} : ${slow})`;
}

/** Whether a value is for certain one that the host provides. */
function isHostKind(kinds: Kinds): boolean {
  return kinds !== 0 && within(kinds, SERIES | CONTAINER);
}

/** Whether an access is to a string key of a table that cannot have a metatable. */
function isTextTable(f: FunctionEmission, objectKinds: Kinds, keyKinds: Kinds): boolean {
  if (f.module.facts.hasMetatables || objectKinds === 0 || keyKinds === 0) return false;
  return within(objectKinds, TABLE) && within(keyKinds, STRING);
}

function emitElementRead(f: FunctionEmission, expression: Index, place: string): string {
  const { facts, emitValue } = f.module;
  const { object: objectNode, key } = expression;
  const objectKinds = kindsOf(facts, objectNode);
  const keyKinds = kindsOf(facts, key);
  if (isTextTable(f, objectKinds, keyKinds)) {
    return `getString(${emitValue(f, objectNode)}, ${emitValue(f, key)})`;
  }
  const indexing = facts.hasHostValues ? 'R.indexElement' : 'R.index';
  if ((keyKinds & NUMBER) === 0 || isHostKind(objectKinds)) {
    return `R.index(${emitValue(f, objectNode)}, ${emitValue(f, key)}, ${place})`;
  }
  const object = target(f, objectNode);
  const isKeySimple = isSimple(f, key);
  const keyText = emitValue(f, key);
  const keyAgain = isKeySimple ? keyText : take(f);
  const value = take(f);
  release(f, 1 + object.taken + (isKeySimple ? 0 : 1));
  const before: string[] = [];
  if (object.taken > 0) before.push(object.first);
  if (!isKeySimple) before.push(`${keyAgain} = ${keyText}`);
  const checks: string[] = [];
  if (!within(keyKinds, NUMBER)) checks.push(`typeof ${keyAgain} === "number"`);
  const isTable = objectKinds !== 0 && within(objectKinds, TABLE);
  if (!isTable)
    checks.push(`${object.again} !== undefined`, `(${value} = ${object.again}.list) !== undefined`);
  const list = isTable ? `${object.again}.list` : value;
  checks.push(`(${value} = ${list}[${keyAgain} - 1]) !== undefined`);
  const slow = `${indexing}(${object.again}, ${keyAgain}, ${place})`;
  return `(${[...before, `${checks.join(' && ')} ? ${value} : ${slow}`].join(', ')})`;
}

/** Name of a constant field; null for any other key. */
export function fieldName(key: Expression): string | null {
  return key.kind === 'string' && isFieldName(key.bytes) ? key.bytes : null;
}

/** JavaScript that reads a field or an element; constants of the library stand as literals. */
export function emitIndex(f: FunctionEmission, expression: Index): string {
  const { facts } = f.module;
  const full = libraryName(facts, expression);
  const constant = full === null ? undefined : facts.offered.constants.get(full);
  if (constant !== undefined) return literal(constant);
  if (full !== null) return libraryFunction(f, full);
  const place = site(f, placeOf(expression.object), { left: operandOf(f, expression.object) });
  const name = fieldName(expression.key);
  if (name === null || isHostKind(kindsOf(facts, expression.object))) {
    return emitElementRead(f, expression, place);
  }
  const object = target(f, expression.object);
  const text = emitFieldRead(f, object, kindsOf(facts, expression.object), name, place);
  release(f, object.taken);
  return text;
}

/** Where an assignment goes, its parts evaluated. `value` is text that may be repeated. */
export type Destination =
  | { readonly kind: 'name'; readonly name: Name }
  | {
      readonly kind: 'field';
      readonly object: string;
      readonly objectKinds: Kinds;
      readonly name: string;
      readonly place: string;
    }
  | {
      readonly kind: 'element';
      readonly object: string;
      readonly objectKinds: Kinds;
      readonly key: string;
      readonly keyKinds: Kinds;
      readonly place: string;
    };

function emitNameStore(f: FunctionEmission, name: Name, value: string): string {
  const { resolution } = f.module.facts;
  const local = resolution.locals.get(name);
  if (local !== undefined) return `${emitVariable(local)} = ${value};`;
  const environment = resolution.environments.get(name);
  const place = () => site(f, name, { left: environmentOperand(f, name, environment) });
  if (environment !== undefined) {
    return `R.setName(${emitVariable(environment)}, ${stringText(name.name)}, ${value}, ${place()});`;
  }
  if (!resolution.usesEnvironment) return `g.${name.name} = ${value};`;
  return `R.setName(G, ${stringText(name.name)}, ${value}, ${place()});`;
}

function emitFieldStore(
  f: FunctionEmission,
  to: Extract<Destination, { kind: 'field' }>,
  value: string,
): string {
  const temporary = take(f);
  release(f);
  const slow = `${setter(f, to.name)}(${to.object}, ${value}, ${to.place});`;
  const isTable = to.objectKinds !== 0 && within(to.objectKinds, TABLE);
  const present = isTable
    ? `(${temporary} = ${to.object}.hash).${to.name} !== undefined`
    : `${to.object} !== undefined && (${temporary} = ${to.object}.hash) !== undefined && ${temporary}.${to.name} !== undefined`;
  return `if (${present}) ${temporary}.${to.name} = ${value}; else ${slow}`;
}

function emitElementStore(
  f: FunctionEmission,
  to: Extract<Destination, { kind: 'element' }>,
  value: string,
  valueKinds: Kinds,
): string {
  if (isTextTable(f, to.objectKinds, to.keyKinds)) {
    return `setString(${to.object}, ${to.key}, ${value});`;
  }
  const store = `(${to.object}, ${to.key}, ${value}, ${to.place});`;
  if ((to.keyKinds & NUMBER) === 0) return `R.setIndex${store}`;
  const slow = `${storing(f)}${store}`;
  const list = take(f);
  const index = take(f);
  release(f, 2);
  const checks: string[] = [];
  const isTable = to.objectKinds !== 0 && within(to.objectKinds, TABLE);
  if (!isTable) checks.push(`${to.object} !== undefined`);
  if (!within(to.keyKinds, NUMBER)) checks.push(`typeof ${to.key} === "number"`);
  checks.push(
    isTable ? `(${list} = ${to.object}.list, ${index} = ${to.key} - 1) >>> 0 === ${index}` : '',
  );
  if (!isTable) {
    checks.pop();
    checks.push(`(${list} = ${to.object}.list) !== undefined`);
    checks.push(`(${index} = ${to.key} - 1) >>> 0 === ${index}`);
  }
  checks.push(`${index} < ${list}.length && ${list}[${index}] !== undefined`);
  if ((valueKinds & NIL) !== 0) checks.push(`${value} !== undefined`);
  return `if (${checks.join(' && ')}) ${list}[${index}] = ${value}; else ${slow}`;
}

/**
 * The statement that stores a value; its text must be repeatable unless the destination is a name.
 */
export function emitStore(
  f: FunctionEmission,
  to: Destination,
  value: string,
  valueKinds: Kinds,
): string {
  switch (to.kind) {
    case 'name':
      return emitNameStore(f, to.name, value);
    case 'field':
      return emitFieldStore(f, to, value);
    case 'element':
      return emitElementStore(f, to, value, valueKinds);
  }
}
