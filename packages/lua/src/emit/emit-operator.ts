// Operators. Where operands are known to be numbers the JavaScript operator stands alone; else it
// stands behind a check, and all other cases go through the runtime. Slow paths are calls of
// properties of `R`, never of known constants: V8 then leaves them out of optimised code until they
// are first taken.

import { release, operandName, operandOf, site, take } from '#lua/emit/emission.ts';
import type { FunctionEmission } from '#lua/emit/emission.ts';
import { emitCondition, isSimple } from '#lua/emit/emit-condition.ts';
import { emitNewest } from '#lua/emit/emit-cached.ts';
import { numberLiteral } from '#lua/emit/javascript-text.ts';
import { kindsOf } from '#lua/semantics/kinds-of.ts';
import { BOOLEAN, HOST, NIL, NUMBER, SERIES, STRING, TABLE, within } from '#lua/semantics/kind.ts';
import type { Kinds } from '#lua/semantics/kind.ts';
import type { Binary, BinaryOperator, Expression, Logical, Unary } from '#lua/syntax/tree.ts';

type Operand = {
  readonly kinds: Kinds;
  /** Text that may be written again after the operand was evaluated. */
  readonly again: string;
  /** What evaluates it, when `again` alone does not. */
  readonly setup: string | null;
};

function operand(f: FunctionEmission, expression: Expression): Operand {
  const kinds = kindsOf(f.module.facts, expression);
  const text = f.module.emitValue(f, expression);
  if (isSimple(f, expression)) return { kinds, again: text, setup: null };
  const again = take(f);
  return { kinds, again, setup: `${again} = ${text}` };
}

function releaseOperands(f: FunctionEmission, ...operands: readonly Operand[]): void {
  release(f, operands.filter((each) => each.setup !== null).length);
}

const RAW: ReadonlyMap<BinaryOperator, (a: string, b: string) => string> = new Map([
  ['+', (a, b) => `(${a} + ${b})`],
  ['-', (a, b) => `(${a} - ${b})`],
  ['*', (a, b) => `(${a} * ${b})`],
  ['/', (a, b) => `(${a} / ${b})`],
  ['%', (a, b) => `modulo(${a}, ${b})`],
  ['//', (a, b) => `floor(${a} / ${b})`],
  ['^', (a, b) => `power(${a}, ${b})`],
  ['<', (a, b) => `(${a} < ${b})`],
  ['<=', (a, b) => `(${a} <= ${b})`],
  ['>', (a, b) => `(${a} > ${b})`],
  ['>=', (a, b) => `(${a} >= ${b})`],
]);

const SLOW: ReadonlyMap<BinaryOperator, string> = new Map([
  ['+', 'add'],
  ['-', 'subtract'],
  ['*', 'multiply'],
  ['/', 'divide'],
  ['%', 'modulus'],
  ['//', 'floorDivide'],
  ['^', 'raise'],
  ['&', 'bitAnd'],
  ['|', 'bitOr'],
  ['~', 'bitXor'],
  ['<<', 'shiftLeft'],
  ['>>', 'shiftRight'],
  ['..', 'concatenate'],
  ['<', 'lessThan'],
  ['<=', 'lessOrEqual'],
  ['>', 'lessThan'],
  ['>=', 'lessOrEqual'],
]);

/** Constants that stand directly in a binary operator have no name in Lua's messages. */
function nameInBinary(f: FunctionEmission, side: Expression): string | null {
  return side.kind === 'string' ? null : operandName(f, side);
}

function slowCall(f: FunctionEmission, expression: Binary, left: string, right: string): string {
  const { operator } = expression;
  const name = SLOW.get(operator) ?? '';
  const isSwapped = operator === '>' || operator === '>=';
  const place = site(f, expression, {
    left: operandOf(f, expression.left, nameInBinary(f, expression.left)),
    right: operandOf(f, expression.right, nameInBinary(f, expression.right)),
    isSwapped,
  });
  return isSwapped
    ? `R.${name}(${right}, ${left}, ${place})`
    : `R.${name}(${left}, ${right}, ${place})`;
}

/** The checks that both operands are numbers, with their evaluation in front where it is needed. */
function guarded(left: Operand, right: Operand, fast: string, slow: string): string {
  const checks: string[] = [];
  const before: string[] = [];
  const isRightReady = right.setup === null;
  for (const side of [left, right]) {
    const isChecked = !within(side.kinds, NUMBER);
    if (
      side.setup !== null &&
      isChecked &&
      (side === right ? before.length === 0 && checks.length === 0 : isRightReady)
    ) {
      checks.push(`typeof (${side.setup}) === "number"`);
      continue;
    }
    if (side.setup !== null) before.push(side.setup);
    if (isChecked) checks.push(`typeof ${side.again} === "number"`);
  }
  const choice = `${checks.join(' && ')} ? ${fast} : ${slow}`;
  return before.length === 0 ? `(${choice})` : `(${before.join(', ')}, ${choice})`;
}

export const ORDERINGS: ReadonlySet<BinaryOperator> = new Set(['<', '<=', '>', '>=']);

/** Whether the JavaScript operator alone does it. Texts are compared at their length's cost. */
export function isRaw(left: Kinds, right: Kinds): boolean {
  return within(left | right, NUMBER);
}

const SHORT_TEXT_MAX = 64;

function isShortText(expression: Expression): boolean {
  return expression.kind === 'string' && expression.bytes.length <= SHORT_TEXT_MAX;
}

/** Whether both may be texts, of a length that is not known. */
export function mayBeTexts(f: FunctionEmission, { left, right }: Binary): boolean {
  const { facts } = f.module;
  if ((kindsOf(facts, left) & kindsOf(facts, right) & STRING) === 0) return false;
  return !isShortText(left) && !isShortText(right);
}

/** Whether a comparison is one of numbers and series, one series at least, by their kinds alone. */
export function comparesSeries(left: Kinds, right: Kinds): boolean {
  if (left === SERIES) return right === SERIES || right === NUMBER;
  return left === NUMBER && right === SERIES;
}

function emitNow(f: FunctionEmission, side: Expression, kinds: Kinds): string {
  return kinds === SERIES ? emitNewest(f, side) : f.module.emitValue(f, side);
}

/** Arithmetic, ordering, bits and concatenation. */
export function emitBinary(f: FunctionEmission, expression: Binary): string {
  const { operator } = expression;
  if (operator === '==' || operator === '~=') return emitEquality(f, expression);
  const { facts } = f.module;
  const leftKinds = kindsOf(facts, expression.left);
  const rightKinds = kindsOf(facts, expression.right);
  const raw = RAW.get(operator);
  const { emitValue } = f.module;
  const areTexts = ORDERINGS.has(operator) && within(leftKinds | rightKinds, STRING);
  if (raw === undefined || areTexts) {
    return slowCall(f, expression, emitValue(f, expression.left), emitValue(f, expression.right));
  }
  if (ORDERINGS.has(operator) && comparesSeries(leftKinds, rightKinds)) {
    return raw(emitNow(f, expression.left, leftKinds), emitNow(f, expression.right, rightKinds));
  }
  if (isRaw(leftKinds, rightKinds)) {
    return raw(emitValue(f, expression.left), emitValue(f, expression.right));
  }
  const left = operand(f, expression.left);
  const right = operand(f, expression.right);
  releaseOperands(f, left, right);
  const fast = raw(left.again, right.again);
  return guarded(left, right, fast, slowCall(f, expression, left.again, right.again));
}

const SAME_WHEN_IDENTICAL = ~(TABLE | HOST);

/** Comparison by `===` that cannot differ from Lua's for values of these kinds. */
export function isPlainlyEqual(f: FunctionEmission, left: Kinds, right: Kinds): boolean {
  const { hasMetatables, hasHostValues } = f.module.facts;
  if (within(left, NIL | BOOLEAN) || within(right, NIL | BOOLEAN)) {
    if (within(left, NIL) || within(right, NIL) || !hasHostValues) return true;
  }
  const canBeHost = hasHostValues && ((left | right) & HOST) !== 0;
  const canBeTables = hasMetatables && (left & right & TABLE) !== 0;
  if (!canBeHost && !canBeTables) return true;
  return within(left, SAME_WHEN_IDENTICAL) && within(right, SAME_WHEN_IDENTICAL);
}

function emitEquality(f: FunctionEmission, expression: Binary): string {
  const isEqual = expression.operator === '==';
  const left = kindsOf(f.module.facts, expression.left);
  const right = kindsOf(f.module.facts, expression.right);
  const { emitValue } = f.module;
  if (comparesSeries(left, right)) {
    const joint = isEqual ? '===' : '!==';
    return `(${emitNow(f, expression.left, left)} ${joint} ${emitNow(f, expression.right, right)})`;
  }
  const a = emitValue(f, expression.left);
  if (isPlainlyEqual(f, left, right)) {
    if (mayBeTexts(f, expression)) {
      return `${isEqual ? '' : '!'}R.isSame(${a}, ${emitValue(f, expression.right)})`;
    }
    return `(${a} ${isEqual ? '===' : '!=='} ${emitValue(f, expression.right)})`;
  }
  return `${isEqual ? '' : '!'}R.equals(${a}, ${emitValue(f, expression.right)})`;
}

/** JavaScript of a unary operator. */
export function emitUnary(f: FunctionEmission, expression: Unary): string {
  const { operator, operand: inner } = expression;
  if (operator === 'not') return `!${emitCondition(f, inner)}`;
  if (operator === '-' && inner.kind === 'number') return numberLiteral(-inner.value);
  const kinds = kindsOf(f.module.facts, inner);
  const place = site(f, expression, { left: operandOf(f, inner) });
  if (operator === '#') return emitLength(f, inner, kinds, place);
  if (operator === '~') return `R.bitNot(${f.module.emitValue(f, inner)}, ${place})`;
  if (within(kinds, NUMBER)) return `(-${f.module.emitValue(f, inner)})`;
  const value = operand(f, inner);
  releaseOperands(f, value);
  const check = value.setup === null ? value.again : `(${value.setup})`;
  return `(typeof ${check} === "number" ? -${value.again} : R.negate(${value.again}, ${place}))`;
}

function emitLength(f: FunctionEmission, inner: Expression, kinds: Kinds, place: string): string {
  const text = f.module.emitValue(f, inner);
  if (within(kinds, STRING)) return `${text}.length`;
  if (within(kinds, TABLE) && !f.module.facts.hasMetatables) return `${text}.list.length`;
  const value = take(f);
  const list = take(f);
  release(f, 2);
  const isPlain = `(${value} = ${text}) !== undefined && (${list} = ${value}.list) !== undefined && ${value}.meta === null`;
  return `(${isPlain} ? ${list}.length : R.lengthOf(${value}, ${place}))`;
}

/** `c and x or y` with a yes-or-no `c` and an `x` that is never false is a plain choice. */
function emitChoice(f: FunctionEmission, expression: Logical): string | null {
  const { facts, emitValue } = f.module;
  const { left, right } = expression;
  if (expression.operator !== 'or' || left.kind !== 'logical' || left.operator !== 'and')
    return null;
  if ((kindsOf(facts, left.right) & (NIL | BOOLEAN)) !== 0) return null;
  const condition = emitCondition(f, left.left);
  return `(${condition} ? ${emitValue(f, left.right)} : ${emitValue(f, right)})`;
}

/** JavaScript of `and` or `or`, whose right side is evaluated only when needed. */
export function emitLogical(f: FunctionEmission, expression: Logical): string {
  const choice = emitChoice(f, expression);
  if (choice !== null) return choice;
  const { emitValue, facts } = f.module;
  const isAnd = expression.operator === 'and';
  if (within(kindsOf(facts, expression.left), BOOLEAN)) {
    const left = emitValue(f, expression.left);
    return `(${left} ${isAnd ? '&&' : '||'} ${emitValue(f, expression.right)})`;
  }
  const left = operand(f, expression.left);
  releaseOperands(f, left);
  const tested = left.setup === null ? left.again : `(${left.setup})`;
  const test = isAnd
    ? `${tested} === undefined || ${left.again} === false`
    : `${tested} !== undefined && ${left.again} !== false`;
  return `(${test} ? ${left.again} : ${emitValue(f, expression.right)})`;
}
