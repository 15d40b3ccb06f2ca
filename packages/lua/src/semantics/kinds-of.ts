// Kinds of an expression, by what is known of its parts.

import {
  calledFunction,
  calledHost,
  calledLibrary,
  isOfferedName,
  libraryName,
  named,
  stringMethod,
  untouchedGlobal,
} from '#lua/semantics/facts.ts';
import type { Facts } from '#lua/semantics/facts.ts';
import {
  ANY,
  BOOLEAN,
  CONTAINER,
  FUNCTION,
  HOST,
  NIL,
  NUMBER,
  SERIES,
  STRING,
  TABLE,
  arithmeticKinds,
  bitwiseKinds,
  concatenationKinds,
  within,
} from '#lua/semantics/kind.ts';
import type { Kinds } from '#lua/semantics/kind.ts';
import type { ContainerField, OfferedFunction } from '#lua/semantics/names-offered.ts';
import type { Binary, Call, Expression, Index, MethodCall, Name, Unary } from '#lua/syntax/tree.ts';

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
  if (global === undefined) return ANY;
  const kinds = facts.globals.get(global) ?? 0;
  return global.assignments === 1 && facts.resolution.warm.has(name) ? kinds : NIL | kinds;
}

function callKinds(facts: Facts, call: Call | MethodCall): Kinds {
  if (call.kind === 'method') {
    const method = stringMethod(facts, call);
    return method !== null && within(kindsOf(facts, call.object), STRING) ? method.result : ANY;
  }
  const offered = calledLibrary(facts, call) ?? calledHost(facts, call);
  if (offered !== null) return offeredKinds(facts, offered, call.args);
  const scope = calledFunction(facts, call.callee);
  return scope === null ? ANY : (facts.results.get(scope) ?? 0);
}

/** What an offered function gives for these arguments. */
function offeredKinds(
  facts: Facts,
  { result, resultLike, operands }: OfferedFunction,
  args: readonly Expression[],
): Kinds {
  if (operands !== undefined) return operandKinds(facts, args.slice(0, operands), result);
  if (resultLike === undefined || resultLike >= args.length) return result;
  if (isMulti(args[resultLike])) return result;
  const kinds = listKinds(facts, args, resultLike);
  return within(kinds, BOOLEAN | NUMBER | STRING) ? kinds : result;
}

/** What an operation on each element gives, when all operands are known to be numbers or series. */
function operandKinds(facts: Facts, args: readonly Expression[], otherwise: Kinds): Kinds {
  if (args.length === 0 || args.some((arg) => isMulti(arg))) return otherwise;
  const kinds = args.map((arg) => kindsOf(facts, arg));
  if (!kinds.every((each) => within(each, NUMBER | SERIES))) return otherwise;
  if (kinds.includes(SERIES)) return SERIES;
  return kinds.every((each) => within(each, NUMBER)) ? NUMBER : NUMBER | SERIES;
}

/** The fields of a container that an expression is known to be. */
function containerFields(facts: Facts, expression: Expression): readonly ContainerField[] | null {
  if (expression.kind === 'parenthesized') return containerFields(facts, expression.inner);
  if (expression.kind === 'call') return calledHost(facts, expression)?.fields ?? null;
  if (expression.kind !== 'name') return null;
  const name = named(facts, expression);
  if (name === null || name.initialiser === null) return null;
  // Its kinds say that it is a container whenever it is read, so a global has its one value.
  if (name.assignments !== ('owner' in name ? 0 : 1)) return null;
  // The initialiser stands before the name, so this comes to an end.
  return containerFields(facts, name.initialiser);
}

function indexKinds(facts: Facts, { object, key }: Index): Kinds {
  const kinds = kindsOf(facts, object);
  const keyKinds = kindsOf(facts, key);
  if (kinds === 0) return 0;
  if (within(kinds, SERIES)) return within(keyKinds, NUMBER) ? kinds : ANY;
  const fields = within(kinds, CONTAINER) ? containerFields(facts, object) : null;
  if (fields === null) return ANY;
  if (key.kind === 'string') return fields.find(({ name }) => name === key.bytes)?.kinds ?? NIL;
  if (key.kind === 'number') return fields[key.value - 1]?.kinds ?? NIL;
  return fields.reduce((sum, field) => sum | field.kinds, NIL);
}

function binaryKinds(facts: Facts, expression: Binary): Kinds {
  const { operator } = expression;
  if (['==', '~=', '<', '<=', '>', '>='].includes(operator)) return BOOLEAN;
  const left = kindsOf(facts, expression.left);
  const right = kindsOf(facts, expression.right);
  if (operator === '..') return concatenationKinds(left, right);
  const isBitwise = ['&', '|', '~', '<<', '>>'].includes(operator);
  return isBitwise ? bitwiseKinds(left, right) : arithmeticKinds(left, right);
}

function unaryKinds(facts: Facts, { operator, operand }: Unary): Kinds {
  if (operator === 'not') return BOOLEAN;
  const kinds = kindsOf(facts, operand);
  if (operator === '-') return arithmeticKinds(kinds, kinds);
  if (operator === '~') return bitwiseKinds(kinds, kinds);
  // The length of a value of the host is what the host says.
  return !facts.hasMetatables && within(kinds, ANY & ~HOST) ? NUMBER : ANY;
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
      if (constant === undefined) return full === null ? indexKinds(facts, expression) : FUNCTION;
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
    case 'unary':
      return unaryKinds(facts, expression);
    case 'binary':
      return binaryKinds(facts, expression);
  }
}

/** Expressions that may give several values. */
export function isMulti(expression: Expression | undefined): boolean {
  const kind = expression?.kind;
  return kind === 'call' || kind === 'method' || kind === 'varargs';
}

/** The kinds of the value at `index` of an expression list. */
export function listKinds(facts: Facts, values: readonly Expression[], index: number): Kinds {
  const value = values[index];
  if (value !== undefined) return kindsOf(facts, value);
  return isMulti(values.at(-1)) ? ANY : NIL;
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
