// Arithmetic within one row: nothing is remembered from row to row.

import { noLookback, sizeOfParameters, keepParameters } from '#indicators/kernel.ts';
import type { Columns, Kernel } from '#indicators/kernel.ts';

type Rows = (
  parameters: Float64Array,
  inputs: Columns,
  target: Float64Array,
  from: number,
  to: number,
) => void;

function rowKernel(name: string, rows: Rows): Kernel {
  return {
    name,
    outputs: 1,
    lookback: noLookback,
    size: sizeOfParameters,
    begin: keepParameters,
    run: (state, inputs, outputs, from, to) =>
      rows(state, inputs, outputs[0] as Float64Array, from, to),
  };
}

/** a + b. */
export const sum = rowKernel('sum of two', (_parameters, inputs, target, from, to) => {
  const a = inputs[0] as Float64Array;
  const b = inputs[1] as Float64Array;
  for (let row = from; row < to; row += 1) target[row] = (a[row] as number) + (b[row] as number);
});

/** a - b. */
export const difference = rowKernel('difference', (_parameters, inputs, target, from, to) => {
  const a = inputs[0] as Float64Array;
  const b = inputs[1] as Float64Array;
  for (let row = from; row < to; row += 1) target[row] = (a[row] as number) - (b[row] as number);
});

/** a × b. */
export const product = rowKernel('product', (_parameters, inputs, target, from, to) => {
  const a = inputs[0] as Float64Array;
  const b = inputs[1] as Float64Array;
  for (let row = from; row < to; row += 1) target[row] = (a[row] as number) * (b[row] as number);
});

/** a / b, as floats divide: also infinite or NaN. */
export const quotient = rowKernel('quotient', (_parameters, inputs, target, from, to) => {
  const a = inputs[0] as Float64Array;
  const b = inputs[1] as Float64Array;
  for (let row = from; row < to; row += 1) target[row] = (a[row] as number) / (b[row] as number);
});

/** a / b × scale, 0 where b is 0. Parameters: scale. */
export const ratio = rowKernel('ratio', (parameters, inputs, target, from, to) => {
  const a = inputs[0] as Float64Array;
  const b = inputs[1] as Float64Array;
  const scale = parameters[0] as number;
  for (let row = from; row < to; row += 1) {
    const divisor = b[row] as number;
    target[row] = divisor === 0 ? 0 : ((a[row] as number) / divisor) * scale;
  }
});

/** (a - b) / b × scale, 0 where b is 0. Parameters: scale. */
export const relativeChange = rowKernel('change', (parameters, inputs, target, from, to) => {
  const a = inputs[0] as Float64Array;
  const b = inputs[1] as Float64Array;
  const scale = parameters[0] as number;
  for (let row = from; row < to; row += 1) {
    const base = b[row] as number;
    target[row] = base === 0 ? 0 : (((a[row] as number) - base) / base) * scale;
  }
});

/** (a - b) / (c - d) × scale, 0 where c equals d. Parameters: scale. */
export const share = rowKernel('share', (parameters, inputs, target, from, to) => {
  const a = inputs[0] as Float64Array;
  const b = inputs[1] as Float64Array;
  const c = inputs[2] as Float64Array;
  const d = inputs[3] as Float64Array;
  const scale = parameters[0] as number;
  for (let row = from; row < to; row += 1) {
    const range = (c[row] as number) - (d[row] as number);
    target[row] = range === 0 ? 0 : (((a[row] as number) - (b[row] as number)) / range) * scale;
  }
});

/** (a - b) / (a + b) × scale, 0 where the sum is 0. Parameters: scale. */
export const balance = rowKernel('balance', (parameters, inputs, target, from, to) => {
  const a = inputs[0] as Float64Array;
  const b = inputs[1] as Float64Array;
  const scale = parameters[0] as number;
  for (let row = from; row < to; row += 1) {
    const total = (a[row] as number) + (b[row] as number);
    target[row] = total === 0 ? 0 : (((a[row] as number) - (b[row] as number)) / total) * scale;
  }
});

/** a / (a + b) × scale, 0 where the sum is 0. Parameters: scale. */
export const portion = rowKernel('portion', (parameters, inputs, target, from, to) => {
  const a = inputs[0] as Float64Array;
  const b = inputs[1] as Float64Array;
  const scale = parameters[0] as number;
  for (let row = from; row < to; row += 1) {
    const total = (a[row] as number) + (b[row] as number);
    target[row] = total === 0 ? 0 : ((a[row] as number) / total) * scale;
  }
});

/** a + b × scale. Parameters: scale. */
export const shifted = rowKernel('shifted', (parameters, inputs, target, from, to) => {
  const a = inputs[0] as Float64Array;
  const b = inputs[1] as Float64Array;
  const scale = parameters[0] as number;
  for (let row = from; row < to; row += 1) {
    target[row] = (a[row] as number) + (b[row] as number) * scale;
  }
});

/** (a × scale + offset) / divisor. Parameters: divisor, scale, offset. */
export const affine = rowKernel('affine', (parameters, inputs, target, from, to) => {
  const a = inputs[0] as Float64Array;
  const divisor = parameters[0] as number;
  const scale = parameters[1] as number;
  const offset = parameters[2] as number;
  for (let row = from; row < to; row += 1) {
    target[row] = ((a[row] as number) * scale + offset) / divisor;
  }
});

/** The weighted sum of all inputs over a divisor. Parameters: divisor, a weight for each input. */
export const blend = rowKernel('blend', (parameters, inputs, target, from, to) => {
  const divisor = parameters[0] as number;
  for (let row = from; row < to; row += 1) {
    let sum = 0;
    for (let index = 0; index < inputs.length; index += 1) {
      const column = inputs[index] as Float64Array;
      sum += (column[row] as number) * (parameters[index + 1] as number);
    }
    target[row] = sum / divisor;
  }
});

/** max(a - b, 0): the part of a above b. */
export const excess = rowKernel('excess', (_parameters, inputs, target, from, to) => {
  const a = inputs[0] as Float64Array;
  const b = inputs[1] as Float64Array;
  for (let row = from; row < to; row += 1) {
    target[row] = Math.max((a[row] as number) - (b[row] as number), 0);
  }
});

/** |a - b|. */
export const distance = rowKernel('distance of two', (_parameters, inputs, target, from, to) => {
  const a = inputs[0] as Float64Array;
  const b = inputs[1] as Float64Array;
  for (let row = from; row < to; row += 1) {
    target[row] = Math.abs((a[row] as number) - (b[row] as number));
  }
});

/** The square root × scale, 0 below zero. Parameters: scale. */
export const root = rowKernel('root', (parameters, inputs, target, from, to) => {
  const a = inputs[0] as Float64Array;
  const scale = parameters[0] as number;
  for (let row = from; row < to; row += 1) {
    target[row] = Math.sqrt(Math.max(a[row] as number, 0)) * scale;
  }
});

/** A function of one number, row by row. */
export function rowFunction(name: string, change: (value: number) => number): Kernel {
  return rowKernel(name, (_parameters, inputs, target, from, to) => {
    const a = inputs[0] as Float64Array;
    for (let row = from; row < to; row += 1) target[row] = change(a[row] as number);
  });
}

/**
 * The input whose period stands in the first column, cut to whole numbers between `least` and the
 * last; inputs after the first are for the periods `least`, `least` + 1 and so on. Parameters:
 * least.
 */
export const chosen = rowKernel('chosen', (parameters, inputs, target, from, to) => {
  const periods = inputs[0] as Float64Array;
  const least = parameters[0] as number;
  const last = inputs.length - 1;
  for (let row = from; row < to; row += 1) {
    const wanted = Math.trunc(periods[row] as number) - least + 1;
    const column = inputs[Math.min(Math.max(wanted, 1), last)] as Float64Array;
    target[row] = column[row] as number;
  }
});
