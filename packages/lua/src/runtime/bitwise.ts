// The bitwise operators, on integral doubles as 64-bit patterns. Small operands stay in machine
// integers.

import { fromBits, toBits } from '#lua/runtime/convert.ts';

export type BitwiseOperator = '&' | '|' | '~' | '<<' | '>>';

const WORD = 64;

function shiftLeft(value: bigint, count: bigint): bigint {
  if (count <= -64n || count >= 64n) return 0n;
  return count >= 0n ? value << count : BigInt.asUintN(WORD, value) >> -count;
}

function applyWide(operator: BitwiseOperator, a: bigint, b: bigint): bigint {
  switch (operator) {
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '~':
      return a ^ b;
    case '<<':
      return shiftLeft(a, b);
    case '>>':
      return shiftLeft(a, -b);
  }
}

function applyNarrow(operator: BitwiseOperator, a: number, b: number): number | null {
  switch (operator) {
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '~':
      return a ^ b;
    case '<<':
      return b >= 0 && b <= 21 ? a * 2 ** b : null;
    case '>>':
      return a >= 0 && b >= 0 && b <= 31 ? a >> b : null;
  }
}

/** The result, or null when an operand is no whole number of 64 bits. */
export function bitwise(operator: BitwiseOperator, a: number, b: number): number | null {
  if ((a | 0) === a && (b | 0) === b) {
    const narrow = applyNarrow(operator, a, b);
    if (narrow !== null) return narrow;
  }
  const left = toBits(a);
  const right = toBits(b);
  if (left === null || right === null) return null;
  return fromBits(applyWide(operator, left, right));
}
