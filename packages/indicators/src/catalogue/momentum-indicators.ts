// Oscillators of moves between rows: how far and how steadily a series has gone.

import { SEARCHED_PERIOD_MAX, whole } from '#indicators/indicator.ts';
import type { Indicator, Unit } from '#indicators/indicator.ts';
import { addOne } from '#indicators/plan.ts';
import type { PlanDraft, Slot } from '#indicators/plan.ts';
import { wilderMean } from '#indicators/kernels/exponential.ts';
import { smoothedMoves, steps, streak } from '#indicators/kernels/moves.ts';
import {
  blend,
  difference,
  distance,
  excess,
  portion,
  product,
  quotient,
  relativeChange,
} from '#indicators/kernels/row-arithmetic.ts';
import { windowRank } from '#indicators/kernels/window-line.ts';
import { windowMean, windowWeightedMean } from '#indicators/kernels/window-sum.ts';
import { exponential, repeatedAverages } from '#indicators/recipes/moving-average.ts';
import { before, startTogether } from '#indicators/recipes/start-together.ts';

const MOMENTUM = {
  family: 'momentum',
  inputs: ['series'],
  outputs: ['value'],
  unit: 'percent',
  source: 'TA-Lib',
} as const;

function moves(draft: PlanDraft, series: Slot, period: number, net = 0): Slot {
  return addOne(draft, smoothedMoves, [period, net], [series]);
}

function strength(name: string, meaning: string): Indicator {
  return {
    ...MOMENTUM,
    name,
    parameters: [whole('period', 14)],
    meaning,
    build: (draft, [series = 0], [period = 0]) => [moves(draft, series, period)],
  };
}

/** The change from `period` rows ago, made by `change` of the two values. */
function rate(
  name: string,
  unit: Unit,
  meaning: string,
  change: (draft: PlanDraft, now: Slot, then: Slot) => Slot,
): Indicator {
  return {
    ...MOMENTUM,
    name,
    unit,
    parameters: [whole('period', 10)],
    meaning,
    build: (draft, [series = 0], [period = 0]) => [
      change(draft, series, before(draft, series, period)),
    ],
  };
}

function percentChange(draft: PlanDraft, series: Slot, period: number): Slot {
  return addOne(draft, relativeChange, [100], [series, before(draft, series, period)]);
}

const rates: readonly Indicator[] = [
  rate('MOM', 'series', 'The change since `period` rows ago', (draft, now, then) =>
    addOne(draft, difference, [], [now, then]),
  ),
  rate('ROC', 'percent', 'The change since `period` rows ago in percent', (draft, now, then) =>
    addOne(draft, relativeChange, [100], [now, then]),
  ),
  rate('ROCP', 'ratio', 'The change since `period` rows ago as a fraction', (draft, now, then) =>
    addOne(draft, relativeChange, [1], [now, then]),
  ),
  rate('ROCR', 'ratio', 'The value as a multiple of that `period` rows ago', (draft, now, then) =>
    addOne(draft, quotient, [], [now, then]),
  ),
  rate('ROCR100', 'percent', 'The value in percent of that `period` rows ago', (draft, now, then) =>
    addOne(draft, blend, [1, 100], [addOne(draft, quotient, [], [now, then])]),
  ),
];

const strengths: readonly Indicator[] = [
  strength('RSI', "Relative strength index: gains in percent of all moves, smoothed Wilder's way"),
  strength('RSI_ALTB', 'Documented like RSI, and computed like it'),
  {
    ...MOMENTUM,
    name: 'CMO',
    parameters: [whole('period', 14)],
    meaning: 'Chande momentum oscillator: the net move in percent of all moves',
    build: (draft, [series = 0], [period = 0]) => [moves(draft, series, period, 1)],
  },
  {
    ...MOMENTUM,
    name: 'UDRSI',
    parameters: [whole('period', 14)],
    source: 'RSI over steps: each row that rose counts one up, each that fell one down',
    meaning: 'RSI that sees only the direction of moves, not their size',
    build: (draft, inputs, [period = 0]) => [
      moves(draft, addOne(draft, steps, [], inputs), period),
    ],
  },
  {
    ...MOMENTUM,
    name: 'CRSI',
    parameters: [
      whole('rsiPeriod', 3),
      whole('udPeriod', 2),
      whole('length', 100, 1, SEARCHED_PERIOD_MAX),
    ],
    source: 'Connors, An Introduction to ConnorsRSI, 2012',
    meaning: 'The mean of RSI, RSI of the streak of rises and falls, and rank of the last change',
    build: (draft, [series = 0], [period = 0, streakPeriod = 0, length = 0]) => {
      const runs = moves(draft, addOne(draft, streak, [], [series]), streakPeriod);
      const rank = addOne(draft, windowRank, [length + 1], [percentChange(draft, series, 1)]);
      return [addOne(draft, blend, [3, 1, 1, 1], [moves(draft, series, period), runs, rank])];
    },
  },
  {
    ...MOMENTUM,
    name: 'FastRSI',
    parameters: [whole('period', 14), whole('signal', 6)],
    outputs: ['rsi', 'fastRsi'],
    source: 'RSI of an exponential average of `signal` rows; the original is not published',
    meaning: 'RSI, and RSI of prices that were smoothed before',
    build: (draft, [series = 0], [period = 0, signal = 0]) =>
      startTogether(draft, [
        moves(draft, series, period),
        moves(draft, exponential(draft, series, signal), period),
      ]),
  },
  {
    ...MOMENTUM,
    name: 'SlowRSI',
    parameters: [whole('period', 14), whole('signal', 6)],
    outputs: ['rsi', 'slowRsi'],
    source: 'Apirine, The Slow Relative Strength Index, 2015',
    meaning: 'RSI, and the same of distances from an exponential average of `signal` rows',
    build: (draft, [series = 0], [period = 0, signal = 0]) => {
      const mean = exponential(draft, series, signal);
      const above = addOne(draft, excess, [], [series, mean]);
      const below = addOne(draft, excess, [], [mean, series]);
      const gains = addOne(draft, wilderMean, [period], [above]);
      const losses = addOne(draft, wilderMean, [period], [below]);
      const slow = addOne(draft, portion, [100], [gains, losses]);
      return startTogether(draft, [moves(draft, series, period), slow]);
    },
  },
];

const smoothed: readonly Indicator[] = [
  {
    ...MOMENTUM,
    name: 'TRIX',
    parameters: [whole('period', 30)],
    meaning: 'The change in percent of a triple exponential average',
    build: (draft, [series = 0], [period = 0]) => {
      const [, , third = 0] = repeatedAverages(draft, series, period, 3);
      return [percentChange(draft, third, 1)];
    },
  },
  {
    ...MOMENTUM,
    name: 'TSI',
    parameters: [whole('periodA', 25), whole('periodB', 13)],
    source: 'Blau, Momentum, Direction, and Divergence, 1995',
    meaning: 'True strength index: doubly smoothed moves in percent of their doubly smoothed sizes',
    build: (draft, [series = 0], [first = 0, second = 0]) => {
      const past = before(draft, series, 1);
      const move = addOne(draft, difference, [], [series, past]);
      const size = addOne(draft, distance, [], [series, past]);
      const twice = (slot: Slot): Slot =>
        exponential(draft, exponential(draft, slot, first), second);
      const ratio = addOne(draft, quotient, [], [twice(move), twice(size)]);
      return [addOne(draft, blend, [1, 100], [ratio])];
    },
  },
  {
    ...MOMENTUM,
    name: 'COPPOCK',
    parameters: [whole('roc1', 14), whole('roc2', 11), whole('period', 10)],
    source: 'Coppock, Practical Relative Strength Charting, 1962',
    meaning: 'Weighted average of two rates of change',
    build: (draft, [series = 0], [first = 0, second = 0, period = 0]) => {
      const rates = [percentChange(draft, series, first), percentChange(draft, series, second)];
      const both = addOne(draft, blend, [1, 1, 1], rates);
      return [addOne(draft, windowWeightedMean, [period], [both])];
    },
  },
  {
    ...MOMENTUM,
    name: 'KST',
    parameters: [
      whole('rocPeriod1', 10),
      whole('rocSmaPeriod1', 10),
      whole('rocPeriod2', 15),
      whole('rocSmaPeriod2', 10),
      whole('rocPeriod3', 20),
      whole('rocSmaPeriod3', 10),
      whole('rocPeriod4', 30),
      whole('rocSmaPeriod4', 15),
      whole('signalPeriod', 9),
    ],
    outputs: ['kst', 'signal'],
    source: 'Pring, The KST System, 1992',
    meaning: 'Know sure thing: four smoothed rates of change weighted 1 to 4, and their average',
    build: (draft, [series = 0], parameters) => {
      const rates = [0, 2, 4, 6].map((at) => {
        const change = percentChange(draft, series, parameters[at] ?? 1);
        return addOne(draft, windowMean, [parameters[at + 1] ?? 1], [change]);
      });
      const kst = addOne(draft, blend, [1, 1, 2, 3, 4], rates);
      const signal = addOne(draft, windowMean, [parameters[8] ?? 1], [kst]);
      return startTogether(draft, [kst, signal]);
    },
  },
  {
    ...MOMENTUM,
    name: 'KRI',
    parameters: [whole('period', 14)],
    source: 'Kairi relative index: distance from the simple average in percent of it',
    meaning: 'Distance from the simple average in percent',
    build: (draft, [series = 0], [period = 0]) => {
      const mean = addOne(draft, windowMean, [period], [series]);
      return [addOne(draft, relativeChange, [100], [series, mean])];
    },
  },
  {
    ...MOMENTUM,
    name: 'DPO',
    parameters: [whole('shortLength', 1), whole('longLength', 20)],
    unit: 'series',
    source: 'Detrended price oscillator; with a short length of 1 the classical form',
    meaning: 'A short average of half a cycle and a row ago, less the long average of now',
    build: (draft, [series = 0], [short = 0, long = 0]) => {
      const mean = addOne(draft, windowMean, [short], [series]);
      const past = before(draft, mean, Math.trunc(long / 2) + 1);
      return [addOne(draft, difference, [], [past, addOne(draft, windowMean, [long], [series])])];
    },
  },
];

const candles: readonly Indicator[] = [
  {
    ...MOMENTUM,
    name: 'IMI',
    inputs: ['open', 'close'],
    parameters: [whole('period', 14, 2)],
    meaning: 'Intraday momentum index: bodies of rising candles in percent of all bodies',
    build: (draft, [open = 0, close = 0], [period = 0]) => {
      const rises = addOne(draft, windowMean, [period], [addOne(draft, excess, [], [close, open])]);
      const falls = addOne(draft, windowMean, [period], [addOne(draft, excess, [], [open, close])]);
      return [addOne(draft, portion, [100], [rises, falls])];
    },
  },
  {
    ...MOMENTUM,
    name: 'FORCE',
    inputs: ['close', 'volume'],
    parameters: [whole('period', 13)],
    unit: 'value',
    source: 'Elder, Trading for a Living, 1993',
    meaning: 'Force index: the exponential average of move times volume',
    build: (draft, [close = 0, volume = 0], [period = 0]) => {
      const move = addOne(draft, difference, [], [close, before(draft, close, 1)]);
      return [exponential(draft, addOne(draft, product, [], [move, volume]), period)];
    },
  },
];

export const MOMENTUM_INDICATORS: readonly Indicator[] = [
  ...rates,
  ...strengths,
  ...smoothed,
  ...candles,
];
