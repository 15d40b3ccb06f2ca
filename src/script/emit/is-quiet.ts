// Which expressions of a settled chunk only read and compare: their text calls nothing that could
// charge the budget, change anything or fail. What the emitter writes in place for an operator, and
// when, is decided in emit-operator.ts; this asks there.

import { isCell } from '#script/emit/emission.ts';
import type { FunctionEmission } from '#script/emit/emission.ts';
import { settledField } from '#script/emit/emit-kept.ts';
import {
  ORDERINGS,
  comparesSeries,
  isPlainlyEqual,
  isRaw,
  mayBeTexts,
} from '#script/emit/emit-operator.ts';
import { libraryName, untouchedGlobal } from '#script/semantics/facts.ts';
import { isMulti, kindsOf } from '#script/semantics/kinds-of.ts';
import { NUMBER, SERIES, within } from '#script/semantics/kind.ts';
import type { Assign, Binary, Expression, Local, Name } from '#script/syntax/tree.ts';

/** Operators on numbers whose text is an operator, too, or a pure function. */
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '//', '%', '^']);

export function isQuietValue(f: FunctionEmission, expression: Expression): boolean {
  if (settledField(f, expression) !== null) return true;
  switch (expression.kind) {
    case 'nil':
    case 'true':
    case 'false':
    case 'number':
    case 'string':
      return true;
    case 'parenthesized':
      return isQuietValue(f, expression.inner);
    case 'name':
      return isQuietName(f, expression);
    case 'logical':
      return isQuietValue(f, expression.left) && isQuietValue(f, expression.right);
    case 'unary': {
      const isPlain = within(kindsOf(f.module.facts, expression.operand), NUMBER);
      const { operator, operand } = expression;
      return (operator === 'not' || (operator === '-' && isPlain)) && isQuietValue(f, operand);
    }
    case 'binary':
      return isQuietBinary(f, expression);
    case 'index':
      return libraryName(f.module.facts, expression) !== null;
    case 'call':
    case 'method':
    case 'function':
    case 'table':
    case 'varargs':
      return false;
  }
}

function isQuietName(f: FunctionEmission, name: Name): boolean {
  const { resolution, offered } = f.module.facts;
  const local = resolution.locals.get(name);
  if (local !== undefined) return !isCell(local);
  if (resolution.usesEnvironment || resolution.environments.has(name)) return false;
  const untouched = untouchedGlobal(f.module.facts, name);
  return untouched === null || offered.host.get(untouched)?.type !== 'function';
}

function isQuietBinary(f: FunctionEmission, expression: Binary): boolean {
  const { operator, left, right } = expression;
  const { facts } = f.module;
  const leftKinds = kindsOf(facts, left);
  const rightKinds = kindsOf(facts, right);
  const isEquality = operator === '==' || operator === '~=';
  if ((isEquality || ORDERINGS.has(operator)) && comparesSeries(leftKinds, rightKinds)) {
    return isQuietNow(f, left, leftKinds) && isQuietNow(f, right, rightKinds);
  }
  const isInPlace = isEquality
    ? isPlainlyEqual(f, leftKinds, rightKinds) && !mayBeTexts(f, expression)
    : (ORDERINGS.has(operator) || ARITHMETIC.has(operator)) && isRaw(leftKinds, rightKinds);
  return isInPlace && isQuietValue(f, left) && isQuietValue(f, right);
}

/** Whether the value of this update is read from an array, or a plain number. */
function isQuietNow(f: FunctionEmission, side: Expression, kinds: number): boolean {
  return kinds === SERIES ? settledField(f, side) !== null : isQuietValue(f, side);
}

/** Whether the values are quiet, and are all of them. */
function areQuiet(f: FunctionEmission, values: readonly Expression[], count: number): boolean {
  if (values.length < count && isMulti(values.at(-1))) return false;
  return values.every((value) => isQuietValue(f, value));
}

export function isQuietLocal(f: FunctionEmission, { names, values }: Local): boolean {
  const { variables } = f.module.facts.resolution;
  const arePlain = names.every((name) => {
    const variable = variables.get(name);
    return name.attribute !== 'close' && variable !== undefined && !isCell(variable);
  });
  return arePlain && areQuiet(f, values, names.length);
}

/** A local of the chunk gets its value anew in each update, so one may be given to it twice. */
export function isQuietAssign(f: FunctionEmission, { targets, values }: Assign): boolean {
  const { locals } = f.module.facts.resolution;
  const areLocals = targets.every((target) => {
    const local = target.kind === 'name' ? locals.get(target) : undefined;
    return local !== undefined && !isCell(local);
  });
  return areLocals && areQuiet(f, values, targets.length);
}
