// Prices made of a candle's prices, and extremes of windows.

import { SEARCHED_PERIOD_MAX, whole } from '#indicators/indicator.ts';
import type { Indicator, InputName } from '#indicators/indicator.ts';
import type { Kernel } from '#indicators/kernel.ts';
import { addNode, addOne } from '#indicators/plan.ts';
import { blend, share } from '#indicators/kernels/row-arithmetic.ts';
import { heikinAshi } from '#indicators/kernels/super-trend.ts';
import {
  TIE_OLDEST,
  windowExtremeAge,
  windowHighest,
  windowLowest,
} from '#indicators/kernels/window-extreme.ts';
import { windowSum } from '#indicators/kernels/window-sum.ts';

const PRICE = { family: 'price', outputs: ['value'], unit: 'price', source: 'TA-Lib' } as const;

function mixed(
  name: string,
  inputs: readonly InputName[],
  weights: readonly number[],
  meaning: string,
): Indicator {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    ...PRICE,
    name,
    inputs,
    parameters: [],
    meaning,
    build: (draft, slots) => [addOne(draft, blend, [total, ...weights], slots)],
  };
}

const WINDOW = {
  ...PRICE,
  inputs: ['series'],
  unit: 'series',
} as const;

function extreme(name: string, kernels: readonly Kernel[], initial: number, meaning: string) {
  return {
    ...WINDOW,
    name,
    parameters: [whole('period', initial)],
    outputs: kernels.length === 1 ? ['value'] : ['min', 'max'],
    meaning,
    build: (draft, inputs, parameters) =>
      kernels.map((kernel) => addOne(draft, kernel, parameters, inputs)),
  } satisfies Indicator;
}

function age(name: string, signs: readonly (1 | -1)[], meaning: string): Indicator {
  return {
    ...WINDOW,
    name,
    parameters: [whole('period', 30, 1, SEARCHED_PERIOD_MAX)],
    outputs: signs.length === 1 ? ['value'] : ['min', 'max'],
    unit: 'rows',
    meaning,
    build: (draft, inputs, [period = 0]) =>
      signs.map((sign) => addOne(draft, windowExtremeAge, [period, sign, TIE_OLDEST], inputs)),
  };
}

function middle(name: string, inputs: readonly InputName[], meaning: string): Indicator {
  return {
    ...WINDOW,
    name,
    inputs,
    parameters: [whole('period', 14)],
    meaning,
    build: (draft, slots, [period = 0]) => {
      const high = addOne(draft, windowHighest, [period], [slots[0] ?? 0]);
      const low = addOne(draft, windowLowest, [period], [slots.at(-1) ?? 0]);
      return [addOne(draft, blend, [2, 1, 1], [high, low])];
    },
  };
}

export const PRICE_INDICATORS: readonly Indicator[] = [
  mixed('AVGPRICE', ['open', 'high', 'low', 'close'], [1, 1, 1, 1], 'Mean of the four prices'),
  mixed('MEDPRICE', ['high', 'low'], [1, 1], 'Middle of high and low'),
  mixed('TYPPRICE', ['high', 'low', 'close'], [1, 1, 1], 'Mean of high, low and close'),
  mixed('WCLPRICE', ['high', 'low', 'close'], [1, 1, 2], 'Mean in which the close counts twice'),
  middle('MIDPOINT', ['series'], 'Middle of the highest and the lowest value'),
  middle('MIDPRICE', ['high', 'low'], 'Middle of the highest high and the lowest low'),
  extreme('MAX', [windowHighest], 30, 'Highest value'),
  extreme('MIN', [windowLowest], 30, 'Lowest value'),
  extreme('MINMAX', [windowLowest, windowHighest], 30, 'Lowest and highest value'),
  extreme('SUM', [windowSum], 30, 'Sum of the last rows'),
  age('MAXINDEX', [1], 'How many rows ago the highest value stood'),
  age('MININDEX', [-1], 'How many rows ago the lowest value stood'),
  age('MINMAXINDEX', [-1, 1], 'How many rows ago the lowest and the highest value stood'),
  {
    ...PRICE,
    name: 'BOP',
    inputs: ['open', 'high', 'low', 'close'],
    parameters: [],
    unit: 'ratio',
    meaning: 'Balance of power: body of the candle as a share of its range, -1 to 1',
    build: (draft, [open = 0, high = 0, low = 0, close = 0]) => [
      addOne(draft, share, [1], [close, open, high, low]),
    ],
  },
  {
    ...PRICE,
    name: 'HEIKINASHI',
    inputs: ['open', 'high', 'low', 'close'],
    parameters: [],
    outputs: ['open', 'high', 'low', 'close'],
    source: 'Valcu, Using the Heikin-Ashi Technique, 2004',
    meaning: 'Smoothed candles',
    build: (draft, inputs) => addNode(draft, heikinAshi, [], inputs),
  },
];
