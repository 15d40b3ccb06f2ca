// Moving averages.

import { real, whole } from '#indicators/indicator.ts';
import type { Indicator } from '#indicators/indicator.ts';
import { addNode, addOne } from '#indicators/plan.ts';
import { wilderMean } from '#indicators/kernels/exponential.ts';
import { phaseAdaptiveMean } from '#indicators/kernels/dominant-cycle.ts';
import { blend, chosen, product, ratio, shifted } from '#indicators/kernels/row-arithmetic.ts';
import { windowSum, windowWeightedMean } from '#indicators/kernels/window-sum.ts';
import {
  averageLookback,
  averageType,
  averageTypeOf,
  exponential,
  kaufman,
  movingAverage,
  movingAverageFrom,
  tillson,
} from '#indicators/recipes/moving-average.ts';
import type { AverageType } from '#indicators/recipes/moving-average.ts';
import { averageTrueRange, before, startTogether } from '#indicators/recipes/start-together.ts';

const AVERAGE = {
  family: 'average',
  inputs: ['series'],
  outputs: ['value'],
  unit: 'series',
  source: 'TA-Lib',
} as const;

function ofType(name: string, type: AverageType, meaning: string, least = 2): Indicator {
  return {
    ...AVERAGE,
    name,
    parameters: [whole('period', 30, least)],
    meaning,
    build: (draft, [series = 0], [period = 0]) => [movingAverage(draft, type, series, period)],
  };
}

function adaptive(name: string): Indicator {
  return {
    ...AVERAGE,
    name,
    parameters: [whole('period', 30, 2), whole('fastest', 2), whole('slowest', 30)],
    meaning: 'Average that is quick where prices run straight and slow where they wander',
    build: (draft, [series = 0], [period = 0, fastest = 0, slowest = 0]) => [
      kaufman(draft, series, period, [fastest, slowest]),
    ],
  };
}

function wilder(name: string): Indicator {
  return {
    ...AVERAGE,
    name,
    parameters: [whole('period', 14)],
    source: 'Wilder, New Concepts in Technical Trading Systems, 1978',
    meaning: "Wilder's smoothing: an average that keeps (period - 1) parts of its last value",
    build: (draft, inputs, parameters) => [addOne(draft, wilderMean, parameters, inputs)],
  };
}

const ZERO_LAG_SOURCE = 'Ehlers and Way, Zero Lag (Well, Almost), 2010';

const zeroLag: readonly Indicator[] = [
  {
    ...AVERAGE,
    name: 'ZLEMA',
    parameters: [whole('period', 30)],
    source: ZERO_LAG_SOURCE,
    meaning: 'Exponential average of prices from which their own lag is taken out',
    build: (draft, [series = 0], [period = 0]) => {
      const old = before(draft, series, Math.trunc((period - 1) / 2));
      const ahead = addOne(draft, blend, [1, 2, -1], [series, old]);
      return [exponential(draft, ahead, period)];
    },
  },
  {
    ...AVERAGE,
    name: 'ZLMA',
    parameters: [
      whole('period', 30, 2),
      { ...averageType('maType'), initial: 1 },
      real('maPeriod1', 0, 0, 1000),
      real('maPeriod2', 0, 0, 1000),
    ],
    outputs: ['ma1', 'ma2'],
    source: ZERO_LAG_SOURCE,
    meaning: 'ZLEMA with any average; the second output is the follower where the average has one',
    build: (draft, [series = 0], [period = 0, type = 0, first = 0, second = 0]) => {
      const old = before(draft, series, Math.trunc((period - 1) / 2));
      const ahead = addOne(draft, blend, [1, 2, -1], [series, old]);
      const average = averageTypeOf(type);
      if (average === 'mama') {
        const limits = [
          first > 0 && first < 1 ? first : 0.5,
          second > 0 && second < 1 ? second : 0.05,
        ];
        return addNode(draft, phaseAdaptiveMean, limits, [ahead]);
      }
      if (average === 'kama') {
        const kama = kaufman(draft, ahead, period, [first || 2, second || 30]);
        return [kama, kama];
      }
      const value = movingAverage(draft, average, ahead, period);
      return [value, value];
    },
  },
];

const special: readonly Indicator[] = [
  {
    ...AVERAGE,
    name: 'MA',
    parameters: [whole('period', 30), averageType('maType')],
    meaning: 'Moving average of the given type',
    build: (draft, [series = 0], [period = 0, type = 0]) => [
      movingAverage(draft, averageTypeOf(type), series, period),
    ],
  },
  {
    ...AVERAGE,
    name: 'MAVP',
    inputs: ['series', 'periods'],
    parameters: [
      whole('minPeriod', 2, 2, 250),
      whole('maxPeriod', 30, 2, 250),
      averageType('maType'),
    ],
    meaning: 'Moving average whose period stands in a second series, row by row',
    build: (draft, [series = 0, periods = 0], [least = 0, most = 0, type = 0]) => {
      const last = Math.max(least, most);
      const average = averageTypeOf(type);
      const lookback = averageLookback(average, last);
      const averages = Array.from({ length: last - least + 1 }, (_, index) =>
        movingAverageFrom(draft, average, series, least + index, lookback),
      );
      return [addOne(draft, chosen, [least], [periods, ...averages])];
    },
  },
  {
    ...AVERAGE,
    name: 'MAMA',
    parameters: [real('fastlimit', 0.5, 0.01, 0.99), real('slowlimit', 0.05, 0.01, 0.99)],
    outputs: ['mama', 'fama'],
    meaning: 'MESA adaptive average, which moves with the turn of the phase, and its follower',
    build: (draft, inputs, limits) => addNode(draft, phaseAdaptiveMean, limits, inputs),
  },
  {
    ...AVERAGE,
    name: 'T3',
    parameters: [whole('period', 5, 2), real('vFactor', 0.7, 0, 1)],
    meaning: 'Tillson: six exponential averages, combined to lag little',
    build: (draft, [series = 0], [period = 0, factor = 0]) => [
      tillson(draft, series, period, factor),
    ],
  },
  {
    ...AVERAGE,
    name: 'HMA',
    parameters: [whole('period', 20, 2)],
    source: 'Hull, Reducing Lag in a Moving Average, 2005',
    meaning: 'Weighted average of a weighted average that leads',
    build: (draft, [series = 0], [period = 0]) => {
      const half = movingAverage(draft, 'wma', series, Math.trunc(period / 2));
      const full = movingAverage(draft, 'wma', series, period);
      const ahead = addOne(draft, blend, [1, 2, -1], [half, full]);
      return [addOne(draft, windowWeightedMean, [Math.trunc(Math.sqrt(period))], [ahead])];
    },
  },
  {
    ...AVERAGE,
    name: 'VWMA',
    inputs: ['series', 'volume'],
    parameters: [whole('period', 20)],
    source: 'Arms, 1989: the mean of prices weighted by their volume',
    meaning: 'Average in which each row weighs as much as was traded in it',
    build: (draft, [series = 0, volume = 0], [period = 0]) => {
      const value = addOne(draft, product, [], [series, volume]);
      const values = addOne(draft, windowSum, [period], [value]);
      return [addOne(draft, ratio, [1], [values, addOne(draft, windowSum, [period], [volume])])];
    },
  },
];

const bands: readonly Indicator[] = [
  {
    ...AVERAGE,
    name: 'KELTNER',
    family: 'band',
    inputs: ['high', 'low', 'close'],
    parameters: [whole('emaPeriod', 20), whole('atrPeriod', 10), real('multiplier', 2, 0, 1000)],
    outputs: ['upper', 'middle', 'lower'],
    unit: 'price',
    source: 'Keltner 1960, in the form of Raschke: exponential average and average true range',
    meaning: 'Channel of average true ranges around an exponential average',
    build: (draft, [high = 0, low = 0, close = 0], [period = 0, rangePeriod = 0, times = 0]) => {
      const middle = exponential(draft, close, period);
      const range = averageTrueRange(draft, high, low, close, rangePeriod);
      const upper = addOne(draft, shifted, [times], [middle, range]);
      const lower = addOne(draft, shifted, [-times], [middle, range]);
      return startTogether(draft, [upper, middle, lower]);
    },
  },
];

export const AVERAGE_INDICATORS: readonly Indicator[] = [
  ofType('SMA', 'sma', 'The mean of the last rows', 1),
  ofType('SMA2', 'sma', 'The mean of the last rows; documented like SMA', 1),
  ofType('EMA', 'ema', 'Average in which the weight of a row fades exponentially', 1),
  ofType('WMA', 'wma', 'Average in which the weight of a row fades linearly', 1),
  ofType('DEMA', 'dema', 'Double exponential average: takes the lag of the first one out'),
  ofType('TEMA', 'tema', 'Triple exponential average: takes more of the lag out'),
  ofType('TRIMA', 'trima', 'Average with most weight in the middle of its window'),
  adaptive('KAMA'),
  adaptive('KAMA2'),
  wilder('WiMA'),
  wilder('WWS'),
  ...zeroLag,
  ...special,
  ...bands,
];
