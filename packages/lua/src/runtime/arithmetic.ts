// Arithmetic whose operands are not both plain numbers. Generated code does the plain case itself
// and comes here for strings that read as numbers, metamethods, host values and errors.

import { bitwise } from '#lua/runtime/bitwise.ts';
import { toNumber } from '#lua/runtime/convert.ts';
import { operandError, siteError } from '#lua/runtime/errors.ts';
import type { Site } from '#lua/runtime/errors.ts';
import { invokeFirst, isHostValue, isSeriesValue, metamethod } from '#lua/runtime/metamethod.ts';
import { shownType } from '#lua/runtime/type-name.ts';
import type { ArithmeticOperator, LuaValue } from '#lua/runtime/value.ts';

/** The remainder with the sign of the divisor, as Lua 5.2 computes it. */
export function modulo(a: number, b: number): number {
  // The same for small whole numbers above zero, and a machine instruction; -0 % b is 0 in Lua.
  if (a > 0 && b > 0 && (a | 0) === a && (b | 0) === b) return a % b;
  return a - Math.floor(a / b) * b;
}

/** C's pow, which differs from JavaScript's for a base of one. */
export function power(a: number, b: number): number {
  if (a === 1 || (a === -1 && (b === Infinity || b === -Infinity))) return 1;
  return a ** b;
}

function plainNumber(value: LuaValue): number | undefined {
  return typeof value === 'object' ? undefined : toNumber(value);
}

/** The result of metamethods or host hooks, or undefined with `found` false when there is none. */
function overloaded(
  operator: ArithmeticOperator,
  event: string,
  a: LuaValue,
  b: LuaValue,
): { readonly value: LuaValue } | null {
  for (const side of [a, b]) {
    const handler = metamethod(side, event);
    if (handler !== undefined) return { value: invokeFirst(handler, [a, b]) };
    if (!isHostValue(side)) continue;
    const value = side.arith(operator, a, b);
    if (value !== undefined) return { value };
  }
  return null;
}

/** Whether arithmetic with a number has a meaning for the value. */
function isOperand(value: LuaValue): boolean {
  return plainNumber(value) !== undefined || isSeriesValue(value);
}

function refuseArithmetic(a: LuaValue, b: LuaValue, site: Site, operator: string): never {
  // As in Lua the first operand that does not fit, but a series fits.
  const isLeft = !isOperand(a) || isOperand(b);
  const culprit = isLeft ? a : b;
  const isJoined = operator === '+' && typeof culprit === 'string';
  const hint = isJoined ? "'..' joins texts" : null;
  const operand = isLeft ? site.left : site.right;
  throw operandError(site, 'perform arithmetic on', culprit, operand, hint);
}

type Binary = (a: LuaValue, b: LuaValue, site: Site) => LuaValue;

function arithmetic(
  operator: ArithmeticOperator,
  event: string,
  apply: (a: number, b: number) => number,
): Binary {
  return (a, b, site) => {
    if (typeof a === 'number' && typeof b === 'number') return apply(a, b);
    const left = plainNumber(a);
    const right = plainNumber(b);
    if (left !== undefined && right !== undefined) return apply(left, right);
    const found = overloaded(operator, event, a, b);
    return found === null ? refuseArithmetic(a, b, site, operator) : found.value;
  };
}

export const add = arithmetic('+', '__add', (a, b) => a + b);
export const subtract = arithmetic('-', '__sub', (a, b) => a - b);
export const multiply = arithmetic('*', '__mul', (a, b) => a * b);
export const divide = arithmetic('/', '__div', (a, b) => a / b);
export const modulus = arithmetic('%', '__mod', modulo);
export const raise = arithmetic('^', '__pow', power);
export const floorDivide = arithmetic('//', '__idiv', (a, b) => Math.floor(a / b));

/** Negative value; texts that read as numbers count as such. */
export function negate(a: LuaValue, site: Site): LuaValue {
  const value = plainNumber(a);
  if (value !== undefined) return -value;
  const found = overloaded('unary -', '__unm', a, a);
  return found === null ? refuseArithmetic(a, a, site, '-') : found.value;
}

function refuseBitwise(a: LuaValue, b: LuaValue, site: Site): never {
  const isLeft = plainNumber(a) === undefined;
  const culprit = isLeft ? a : b;
  if (plainNumber(culprit) === undefined) {
    const operand = isLeft ? site.left : site.right;
    const message = `attempt to perform bitwise operation on a ${shownType(culprit)} value`;
    throw siteError(site, message, { operand });
  }
  throw siteError(site, 'number has no integer representation');
}

function bits(operator: '&' | '|' | '~' | '<<' | '>>', event: string): Binary {
  return (a, b, site) => {
    const left = plainNumber(a);
    const right = plainNumber(b);
    if (left !== undefined && right !== undefined) {
      return bitwise(operator, left, right) ?? refuseBitwise(a, b, site);
    }
    const found = overloaded(operator, event, a, b);
    return found === null ? refuseBitwise(a, b, site) : found.value;
  };
}

export const bitAnd = bits('&', '__band');
export const bitOr = bits('|', '__bor');
export const bitXor = bits('~', '__bxor');
export const shiftLeft = bits('<<', '__shl');
export const shiftRight = bits('>>', '__shr');

/** Bitwise complement; texts that read as numbers count as such. */
export function bitNot(a: LuaValue, site: Site): LuaValue {
  const value = plainNumber(a);
  if (value !== undefined) return bitwise('~', value, -1) ?? refuseBitwise(a, a, site);
  const found = overloaded('unary ~', '__bnot', a, a);
  return found === null ? refuseBitwise(a, a, site) : found.value;
}

export { overloaded };
