// TA-Lib's row-by-row arithmetic, so that expressions over series are nodes like any other.

import type { Indicator } from '#indicators/indicator.ts';
import type { Kernel } from '#indicators/kernel.ts';
import { addOne } from '#indicators/plan.ts';
import {
  difference,
  product,
  quotient,
  rowFunction,
  sum,
} from '#indicators/kernels/row-arithmetic.ts';

function arithmetic(name: string, kernel: Kernel, inputCount: 1 | 2, meaning: string): Indicator {
  return {
    name,
    family: 'arithmetic',
    inputs: inputCount === 1 ? ['series'] : ['series', 'series2'],
    parameters: [],
    outputs: ['value'],
    unit: 'series',
    source: 'TA-Lib',
    meaning,
    build: (draft, inputs) => [addOne(draft, kernel, [], inputs)],
  };
}

function unary(name: string, change: (value: number) => number, meaning: string): Indicator {
  return arithmetic(name, rowFunction(name, change), 1, meaning);
}

export const ARITHMETIC_INDICATORS: readonly Indicator[] = [
  arithmetic('ADD', sum, 2, 'Sum of two series'),
  arithmetic('SUB', difference, 2, 'Difference of two series'),
  arithmetic('MULT', product, 2, 'Product of two series'),
  arithmetic('DIV', quotient, 2, 'Quotient of two series'),
  unary('ACOS', Math.acos, 'Arc cosine'),
  unary('ASIN', Math.asin, 'Arc sine'),
  unary('ATAN', Math.atan, 'Arc tangent'),
  unary('CEIL', Math.ceil, 'Next whole number above'),
  unary('COS', Math.cos, 'Cosine'),
  unary('COSH', Math.cosh, 'Hyperbolic cosine'),
  unary('EXP', Math.exp, 'Exponential'),
  unary('FLOOR', Math.floor, 'Next whole number below'),
  unary('LN', Math.log, 'Natural logarithm'),
  unary('LOG10', Math.log10, 'Decimal logarithm'),
  unary('SIN', Math.sin, 'Sine'),
  unary('SINH', Math.sinh, 'Hyperbolic sine'),
  unary('SQRT', Math.sqrt, 'Square root'),
  unary('TAN', Math.tan, 'Tangent'),
  unary('TANH', Math.tanh, 'Hyperbolic tangent'),
];
