// Arithmetic on numbers, and element by element on series.

import type {
  CommandImplementations,
  CommandImplementation,
} from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { SeriesLike } from '#engine/run-api/series-api.ts';
import { OPERATIONS } from '#engine/run-api/operation.ts';
import type { OperationName } from '#engine/run-api/operation.ts';
import { newest } from '#commands/values/newest.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';

type Operand = number | SeriesLike | undefined;
type Value = number | SeriesLike;

/** Of numbers a number, of series a series. What is left out is no number. */
function combined(
  { series }: CommandContext,
  operation: OperationName,
  operands: readonly Operand[],
): Value {
  if (operands.some((operand) => typeof operand === 'object')) {
    return series.combine(
      operation,
      operands.map((operand) => operand ?? Number.NaN),
    );
  }
  const [a, b, c] = operands;
  return OPERATIONS[operation].apply(newest(a), newest(b), newest(c));
}

/** A command whose operands are those of the operation. */
function elementwise(operation: OperationName): CommandImplementation {
  return (context, ...operands: Operand[]) => combined(context, operation, operands);
}

/** The elements that there are now; looking at each of them is charged. */
function elementsOf(series: SeriesLike): Float64Array {
  const values = series.values();
  chargeSteps(values.length);
  return values;
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

/** NaN of none. */
function mean(values: Float64Array): number {
  return sum(values) / values.length;
}

function deviation(values: Float64Array): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

/**
 * Of two values their sum; of one series the sum of its elements, as a series of that alone,
 * because it is another in each update.
 */
function add(context: CommandContext, first: Operand, second: Operand): Value {
  if (second !== undefined) return combined(context, 'add', [first, second]);
  if (typeof first !== 'object') return newest(first);
  return context.series.listed([first], () => [sum(elementsOf(first))]);
}

function average(context: CommandContext, first: Operand, second: Operand): Value {
  if (second !== undefined) return combined(context, 'mean2', [first, second]);
  return typeof first === 'object' ? mean(elementsOf(first)) : newest(first);
}

/** The change from the first to the second; of one series that of each element from its last. */
function percentChange(context: CommandContext, first: Operand, second: Operand): Value {
  if (second !== undefined || typeof first !== 'object') {
    return combined(context, 'percentChange', [first, second]);
  }
  return context.series.combine('percentChange', [before(first), first]);
}

/** The series without its newest element. */
function before(series: SeriesLike): SeriesLike {
  return series.index(2) as SeriesLike;
}

function logarithm(context: CommandContext, value: Operand, base: Operand): Value {
  return base === undefined
    ? combined(context, 'log', [value])
    : combined(context, 'logToBase', [value, base]);
}

/** The extreme of several values, pair by pair; of one series, that of its elements. */
function extreme(operation: 'greater' | 'lesser'): CommandImplementation {
  return (context, ...values: Operand[]) => {
    const [first, ...others] = values;
    if (others.length === 0 && typeof first === 'object') {
      return elementsOf(first).reduce((a, b) => OPERATIONS[operation].apply(a, b, 0));
    }
    return others.reduce((a, b) => combined(context, operation, [a, b]), first);
  };
}

export const MATHEMATICS_IMPLEMENTATIONS = {
  Abs: elementwise('abs'),
  Acos: elementwise('acos'),
  Add: add,
  AddPercentage: elementwise('raiseByPercent'),
  Asin: elementwise('asin'),
  Atan: elementwise('atan'),
  Atan2: elementwise('atan2'),
  Average: average,
  Average2: (_, series: SeriesLike, period: number | undefined) =>
    mean(elementsOf(series).subarray(0, Math.max(0, Math.trunc(period ?? series.count())))),
  Ceil: elementwise('ceil'),
  Clamp: elementwise('clamp'),
  Cos: elementwise('cos'),
  Cosh: elementwise('cosh'),
  Delta: percentChange,
  Div: elementwise('divide'),
  Exp: elementwise('exp'),
  Floor: elementwise('floor'),
  Ln: logarithm,
  Log10: elementwise('log10'),
  Max: extreme('greater'),
  Min: extreme('lesser'),
  Mul: elementwise('multiply'),
  NumberMax: () => 2_147_483_647,
  NumberMin: () => -2_147_483_648,
  PI: () => Math.PI,
  Pow: elementwise('power'),
  Random: ({ chance }, least: number, most: number) => least + chance.nextDouble() * (most - least),
  Round: elementwise('round'),
  Satoshi: () => 0.000_000_01,
  Sd: (_, series: SeriesLike) => deviation(elementsOf(series)),
  Sign: elementwise('sign'),
  Sin: elementwise('sin'),
  Sinh: elementwise('sinh'),
  Sqrt: elementwise('sqrt'),
  Sub: elementwise('subtract'),
  SubPercentage: elementwise('lowerByPercent'),
  Tan: elementwise('tan'),
  Tanh: elementwise('tanh'),
  Truncate: elementwise('truncate'),
} satisfies CommandImplementations;
