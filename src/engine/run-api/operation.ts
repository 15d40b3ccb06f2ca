// Operations on numbers, element by element: as a function of single numbers, and over whole
// columns in one loop. An operand of a loop is a column (mask -1) or one number (mask 0).

import { modulo, power } from '#lua/runtime/arithmetic.ts';

export type Operand = { readonly values: Float64Array; readonly mask: number };

export type Operation = {
  readonly name: string;
  readonly apply: (a: number, b: number, c: number) => number;
  /** Work for each row; see column-work.ts. */
  readonly rowWork: number;
  /** Writes rows `from` to `to` (exclusive). */
  readonly run: (out: Float64Array, operands: readonly Operand[], from: number, to: number) => void;
};

/** Work for each row of an operation that calls a function for each element. */
const APPLIED_WORK = 6;

const NO_OPERAND: Operand = { values: Float64Array.of(Number.NaN), mask: 0 };

type Loop = (out: Float64Array, a: Operand, b: Operand, from: number, to: number) => void;

function looped(name: string, apply: Operation['apply'], loop: Loop): Operation {
  return {
    name,
    apply,
    rowWork: 1,
    run: (out, [a = NO_OPERAND, b = NO_OPERAND], from, to) => {
      loop(out, a, b, from, to);
    },
  };
}

/** For what is rare, or costs more than the call of a function for each element. */
function applied(name: string, apply: Operation['apply']): Operation {
  return {
    name,
    apply,
    rowWork: APPLIED_WORK,
    run: (out, [a = NO_OPERAND, b = NO_OPERAND, c = NO_OPERAND], from, to) => {
      const [va, vb, vc] = [a.values, b.values, c.values];
      const [ma, mb, mc] = [a.mask, b.mask, c.mask];
      for (let row = from; row < to; row += 1) {
        out[row] = apply(va[row & ma] as number, vb[row & mb] as number, vc[row & mc] as number);
      }
    },
  };
}

function sumRows(out: Float64Array, a: Operand, b: Operand, from: number, to: number): void {
  const { values: va, mask: ma } = a;
  const { values: vb, mask: mb } = b;
  for (let row = from; row < to; row += 1) {
    out[row] = (va[row & ma] as number) + (vb[row & mb] as number);
  }
}

function differRows(out: Float64Array, a: Operand, b: Operand, from: number, to: number): void {
  const { values: va, mask: ma } = a;
  const { values: vb, mask: mb } = b;
  for (let row = from; row < to; row += 1) {
    out[row] = (va[row & ma] as number) - (vb[row & mb] as number);
  }
}

function multiplyRows(out: Float64Array, a: Operand, b: Operand, from: number, to: number): void {
  const { values: va, mask: ma } = a;
  const { values: vb, mask: mb } = b;
  for (let row = from; row < to; row += 1) {
    out[row] = (va[row & ma] as number) * (vb[row & mb] as number);
  }
}

function divideRows(out: Float64Array, a: Operand, b: Operand, from: number, to: number): void {
  const { values: va, mask: ma } = a;
  const { values: vb, mask: mb } = b;
  for (let row = from; row < to; row += 1) {
    out[row] = (va[row & ma] as number) / (vb[row & mb] as number);
  }
}

/** Powers of ten of so many digits as prices may have; looked up in loops over columns. */
const FACTORS = Float64Array.from({ length: 19 }, (_, digits) => 10 ** digits);

function factorOf(digits: number): number {
  return FACTORS[digits] ?? 10 ** Math.trunc(digits);
}

/** To a number of digits, halves away from zero. */
function round(value: number, digits: number): number {
  const factor = factorOf(digits);
  const whole = Math.floor(Math.abs(value) * factor + 0.5);
  const rounded = value < 0 ? -whole : whole;
  return Number.isFinite(rounded) ? rounded / factor : value;
}

function truncate(value: number, digits: number): number {
  const factor = factorOf(digits);
  const cut = Math.trunc(value * factor);
  return Number.isFinite(cut) ? cut / factor : value;
}

export const OPERATIONS = {
  add: looped('add', (a, b) => a + b, sumRows),
  subtract: looped('subtract', (a, b) => a - b, differRows),
  multiply: looped('multiply', (a, b) => a * b, multiplyRows),
  divide: looped('divide', (a, b) => a / b, divideRows),
  modulo: applied('modulo', modulo),
  /** What is not there stays so, though C's pow gives 1 for `x ^ 0` and `1 ^ x` of any x. */
  power: applied('power', (a, b) =>
    Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : power(a, b),
  ),
  floorDivide: applied('floorDivide', (a, b) => Math.floor(a / b)),
  negate: applied('negate', (a) => -a),
  mean2: applied('mean2', (a, b) => (a + b) / 2),
  mean3: applied('mean3', (a, b, c) => (a + b + c) / 3),
  greater: applied('greater', (a, b) => Math.max(a, b)),
  lesser: applied('lesser', (a, b) => Math.min(a, b)),
  /** The first one that is a number. */
  otherwise: applied('otherwise', (a, b) => (Number.isNaN(a) ? b : a)),
  abs: applied('abs', (a) => Math.abs(a)),
  acos: applied('acos', (a) => Math.acos(a)),
  asin: applied('asin', (a) => Math.asin(a)),
  atan: applied('atan', (a) => Math.atan(a)),
  atan2: applied('atan2', (a, b) => Math.atan2(a, b)),
  ceil: applied('ceil', (a) => Math.ceil(a)),
  clamp: applied('clamp', (a, b, c) => Math.min(Math.max(a, b), c)),
  cos: applied('cos', (a) => Math.cos(a)),
  cosh: applied('cosh', (a) => Math.cosh(a)),
  exp: applied('exp', (a) => Math.exp(a)),
  floor: applied('floor', (a) => Math.floor(a)),
  log: applied('log', (a) => Math.log(a)),
  logToBase: applied('logToBase', (a, b) => Math.log(a) / Math.log(b)),
  log10: applied('log10', (a) => Math.log10(a)),
  round: applied('round', round),
  sign: applied('sign', (a) => Math.sign(a)),
  sin: applied('sin', (a) => Math.sin(a)),
  sinh: applied('sinh', (a) => Math.sinh(a)),
  sqrt: applied('sqrt', (a) => Math.sqrt(a)),
  tan: applied('tan', (a) => Math.tan(a)),
  tanh: applied('tanh', (a) => Math.tanh(a)),
  truncate: applied('truncate', truncate),
  /** The change from the first to the second, in percent of the first. */
  percentChange: applied('percentChange', (a, b) => ((b - a) / a) * 100),
  /** The first raised by the second in percent. */
  raiseByPercent: applied('raiseByPercent', (a, b) => a * (1 + b / 100)),
  lowerByPercent: applied('lowerByPercent', (a, b) => a * (1 - b / 100)),
  /** The first, or the third where the first is above the second. */
  replaceAbove: applied('replaceAbove', (a, b, c) => (a > b ? c : a)),
  replaceBelow: applied('replaceBelow', (a, b, c) => (a < b ? c : a)),
} as const satisfies { readonly [name: string]: Operation };

export type OperationName = keyof typeof OPERATIONS;
