// Detects expressions of a warm chunk that only read and compare: their text calls nothing that
// could charge the budget, change anything or fail. What the emitter writes in place for an
// operator, and when, is decided in emit-operator.ts; this asks there.

import { isCell } from '#lua/emit/emission.ts';
import type { FunctionEmission } from '#lua/emit/emission.ts';
import { warmField } from '#lua/emit/emit-cached.ts';
import { assumedCall } from '#lua/emit/emit-standing.ts';
import {
  ORDERINGS,
  comparesSeries,
  isPlainlyEqual,
  isRaw,
  mayBeTexts,
} from '#lua/emit/emit-operator.ts';
import { libraryName, untouchedGlobal } from '#lua/semantics/facts.ts';
import { isMulti, kindsOf } from '#lua/semantics/kinds-of.ts';
import { NUMBER, SERIES, within } from '#lua/semantics/kind.ts';
import type { Assign, Binary, Expression, Local, Name } from '#lua/syntax/tree.ts';

/** Operators on numbers whose text is an operator, too, or a pure function. */
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '//', '%', '^']);

/** Expression whose text calls nothing and cannot fail. */
export function isPureValue(f: FunctionEmission, expression: Expression): boolean {
  if (warmField(f, expression) !== null) return true;
  switch (expression.kind) {
    case 'nil':
    case 'true':
    case 'false':
    case 'number':
    case 'string':
      return true;
    case 'parenthesized':
      return isPureValue(f, expression.inner);
    case 'name':
      return isPureName(f, expression);
    case 'logical':
      return isPureValue(f, expression.left) && isPureValue(f, expression.right);
    case 'unary': {
      const isPlain = within(kindsOf(f.module.facts, expression.operand), NUMBER);
      const { operator, operand } = expression;
      return (operator === 'not' || (operator === '-' && isPlain)) && isPureValue(f, operand);
    }
    case 'binary':
      return isPureBinary(f, expression);
    case 'index':
      return libraryName(f.module.facts, expression) !== null;
    case 'call':
      return f.assumed !== null && assumedCall(f, expression) !== null;
    case 'method':
    case 'function':
    case 'table':
    case 'varargs':
      return false;
  }
}

function isPureName(f: FunctionEmission, name: Name): boolean {
  const { resolution, offered } = f.module.facts;
  const local = resolution.locals.get(name);
  if (local !== undefined) return !isCell(local);
  if (resolution.usesEnvironment || resolution.environments.has(name)) return false;
  const untouched = untouchedGlobal(f.module.facts, name);
  return untouched === null || offered.host.get(untouched)?.type !== 'function';
}

function isPureBinary(f: FunctionEmission, expression: Binary): boolean {
  const { operator, left, right } = expression;
  const { facts } = f.module;
  const leftKinds = kindsOf(facts, left);
  const rightKinds = kindsOf(facts, right);
  const isEquality = operator === '==' || operator === '~=';
  if ((isEquality || ORDERINGS.has(operator)) && comparesSeries(leftKinds, rightKinds)) {
    return isPureNow(f, left, leftKinds) && isPureNow(f, right, rightKinds);
  }
  const isInPlace = isEquality
    ? isPlainlyEqual(f, leftKinds, rightKinds) && !mayBeTexts(f, expression)
    : (ORDERINGS.has(operator) || ARITHMETIC.has(operator)) && isRaw(leftKinds, rightKinds);
  return isInPlace && isPureValue(f, left) && isPureValue(f, right);
}

/** Whether the value of this update is read from an array, or a plain number. */
function isPureNow(f: FunctionEmission, side: Expression, kinds: number): boolean {
  return kinds === SERIES ? warmField(f, side) !== null : isPureValue(f, side);
}

/** Whether the values are pure, and are all of them. */
function arePure(f: FunctionEmission, values: readonly Expression[], count: number): boolean {
  if (values.length < count && isMulti(values.at(-1))) return false;
  return values.every((value) => isPureValue(f, value));
}

/** Declaration of locals whose values are pure and which no closure changes. */
export function isPureLocal(f: FunctionEmission, { names, values }: Local): boolean {
  const { variables } = f.module.facts.resolution;
  const arePlain = names.every((name) => {
    const variable = variables.get(name);
    return name.attribute !== 'close' && variable !== undefined && !isCell(variable);
  });
  return arePlain && arePure(f, values, names.length);
}

/** A local of the chunk gets its value anew in each update, so one may be given to it twice. */
export function isPureAssign(f: FunctionEmission, { targets, values }: Assign): boolean {
  const { locals } = f.module.facts.resolution;
  const areLocals = targets.every((target) => {
    const local = target.kind === 'name' ? locals.get(target) : undefined;
    return local !== undefined && !isCell(local);
  });
  return areLocals && arePure(f, values, targets.length);
}
