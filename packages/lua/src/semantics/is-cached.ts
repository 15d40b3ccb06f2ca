// Detects expressions that have the same value during the whole life of an instance. Such a value
// is computed once, where it is first needed, and retained.

import { calledHost, libraryName, untouchedGlobal } from '#lua/semantics/facts.ts';
import { isSingle, kindsOf } from '#lua/semantics/kinds-of.ts';
import type { Facts } from '#lua/semantics/facts.ts';
import { BOOLEAN, CONTAINER, NIL, NUMBER, SERIES, STRING, within } from '#lua/semantics/kind.ts';
import type { OfferedFunction } from '#lua/semantics/names-offered.ts';
import type { Binary, Call, Expression, Index, Name } from '#lua/syntax/tree.ts';

const SCALARS = NIL | BOOLEAN | NUMBER | STRING;

/** Library functions that are functions of their arguments alone, when these are scalars. */
const PURE_LIBRARY = /^(?:math\.(?!random)\w+|tonumber|tostring|string\.(?:format|lower|upper))$/;

/**
 * Whether the expression has one value for ever, or is not evaluated at all. Ask only after
 * inference.
 */
function isInvariant(facts: Facts, expression: Expression): boolean {
  const known = facts.invariants.get(expression);
  if (known !== undefined) return known;
  // A name that is declared with itself is requested again meanwhile.
  facts.invariants.set(expression, false);
  const found = judge(facts, expression);
  facts.invariants.set(expression, found);
  return found;
}

function judge(facts: Facts, expression: Expression): boolean {
  switch (expression.kind) {
    case 'nil':
    case 'true':
    case 'false':
    case 'number':
    case 'string':
      return true;
    case 'name':
      return isInvariantName(facts, expression);
    case 'parenthesized':
      return isInvariant(facts, expression.inner);
    case 'index':
      return isInvariantIndex(facts, expression);
    case 'call':
      return isInvariantCall(facts, expression);
    case 'logical':
      return isInvariant(facts, expression.left) && isInvariant(facts, expression.right);
    case 'unary':
      return isInvariant(facts, expression.operand) && isInvariantUnary(facts, expression);
    case 'binary':
      return isInvariantBinary(facts, expression);
    case 'method':
    case 'function':
    case 'table':
    case 'varargs':
      return false;
  }
}

/** What a name stands for wherever it is read, if it is given a value only once. */
export function onlyValue(facts: Facts, name: Name): Expression | null {
  const { resolution } = facts;
  const local = resolution.locals.get(name);
  if (local !== undefined) return local.assignments === 0 ? local.initialiser : null;
  if (resolution.environments.has(name) || resolution.usesEnvironment) return null;
  const global = resolution.globals.get(name.name);
  if (global === undefined || global.assignments !== 1) return null;
  return resolution.warm.has(name) ? global.initialiser : null;
}

function isInvariantName(facts: Facts, name: Name): boolean {
  const value = onlyValue(facts, name);
  if (value !== null) return isInvariant(facts, value);
  const untouched = untouchedGlobal(facts, name);
  return untouched !== null && facts.offered.host.get(untouched)?.type === 'constant';
}

function isInvariantIndex(facts: Facts, expression: Index): boolean {
  const { object, key } = expression;
  const full = libraryName(facts, expression);
  if (full !== null) return facts.offered.constants.has(full);
  const kinds = kindsOf(facts, object);
  if (kinds === 0 || !within(kinds, SERIES | CONTAINER)) return false;
  // By a number a series gives another series; by name it gives what holds in the update.
  const keys = (kinds & SERIES) === 0 ? SCALARS : NUMBER;
  if (!within(kindsOf(facts, key), keys)) return false;
  return isInvariant(facts, object) && isInvariant(facts, key);
}

function areInvariant(facts: Facts, args: readonly Expression[]): boolean {
  return args.every((arg) => isSingle(facts, arg) && isInvariant(facts, arg));
}

/** Whether no series stands where it would be taken for the number that it has now. */
function takesAsTheyAre(
  facts: Facts,
  { takesSeriesAt }: OfferedFunction,
  args: readonly Expression[],
): boolean {
  return args.every(
    (arg, position) => takesSeriesAt?.has(position) !== false || isScalar(facts, arg),
  );
}

/** Whether a call gets the same in each update: values that last, each as what it is. */
export function takesInvariants(
  facts: Facts,
  { takesSeriesAt }: OfferedFunction,
  args: readonly Expression[],
): boolean {
  const isWhole = (arg: Expression): boolean =>
    kindsOf(facts, arg) !== 0 && (kindsOf(facts, arg) & SERIES) === 0;
  return (
    areInvariant(facts, args) &&
    args.every((arg, position) => takesSeriesAt?.has(position) === true || isWhole(arg))
  );
}

/** Whether the value is known to be none that another one could stand for. */
export function isScalar(facts: Facts, expression: Expression): boolean {
  return within(kindsOf(facts, expression), SCALARS);
}

/** Whether the function gives the same for the same arguments where this call stands. */
export function isInvariantFunction(facts: Facts, call: Call, host: OfferedFunction): boolean {
  if (host.isInvariant !== true || !host.isSingle) return false;
  return host.group !== 'within' || facts.callGroups === null || facts.callGroups.has(call);
}

function isInvariantCall(facts: Facts, call: Call): boolean {
  const host = calledHost(facts, call);
  if (host !== null) {
    if (!isInvariantFunction(facts, call, host)) return false;
    return areInvariant(facts, call.args) && takesAsTheyAre(facts, host, call.args);
  }
  const library = libraryName(facts, call.callee);
  if (library === null || !PURE_LIBRARY.test(library)) return false;
  const areScalars = call.args.every((arg) => within(kindsOf(facts, arg), SCALARS));
  return areScalars && areInvariant(facts, call.args);
}

function isInvariantUnary(
  facts: Facts,
  { operator, operand }: Expression & { kind: 'unary' },
): boolean {
  const kinds = kindsOf(facts, operand);
  if (operator === 'not') return true;
  return within(kinds, operator === '-' ? SCALARS | SERIES : SCALARS);
}

/** Operators of which a series and a number make a series, the same one for ever. */
const ELEMENTWISE: ReadonlySet<string> = new Set(['+', '-', '*', '/', '//', '%', '^']);

function isInvariantBinary(facts: Facts, { operator, left, right }: Binary): boolean {
  // A comparison or a text of series is one of the values that they have now.
  const allowed = ELEMENTWISE.has(operator) ? SCALARS | SERIES : SCALARS;
  if (!within(kindsOf(facts, left) | kindsOf(facts, right), allowed)) return false;
  return isInvariant(facts, left) && isInvariant(facts, right);
}

/**
 * Whether the value is worth keeping: an invariant result of the host, or series made of series.
 */
export function isCached(facts: Facts, expression: Expression): boolean {
  const { kind } = expression;
  if (kind === 'call') {
    return calledHost(facts, expression) !== null && isInvariant(facts, expression);
  }
  if (kind === 'index') {
    return libraryName(facts, expression) === null && isInvariant(facts, expression);
  }
  if (kind !== 'binary' && kind !== 'unary') return false;
  return kindsOf(facts, expression) === SERIES && isInvariant(facts, expression);
}
