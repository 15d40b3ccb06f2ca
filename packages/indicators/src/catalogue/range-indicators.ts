// Indicators of a price's place in the range of the last rows, and differences of averages.

import { SEARCHED_PERIOD_MAX, whole } from '#indicators/indicator.ts';
import type { Indicator } from '#indicators/indicator.ts';
import { addNode, addOne, lookbackOf } from '#indicators/plan.ts';
import type { PlanDraft, Slot } from '#indicators/plan.ts';
import { exponentialMean } from '#indicators/kernels/exponential.ts';
import { smoothedMoves, trueExtent } from '#indicators/kernels/moves.ts';
import {
  blend,
  difference,
  ratio,
  relativeChange,
  share,
} from '#indicators/kernels/row-arithmetic.ts';
import { windowDistance } from '#indicators/kernels/window-line.ts';
import { windowHighest, windowLowest } from '#indicators/kernels/window-extreme.ts';
import { windowMean, windowSum } from '#indicators/kernels/window-sum.ts';
import {
  averageLookback,
  averageType,
  averageTypeOf,
  exponential,
  movingAverage,
  movingAverageFrom,
} from '#indicators/recipes/moving-average.ts';
import type { AverageType } from '#indicators/recipes/moving-average.ts';
import { startTogether, typicalPrice } from '#indicators/recipes/start-together.ts';

const RANGE = {
  family: 'momentum',
  outputs: ['value'],
  unit: 'percent',
  source: 'TA-Lib',
} as const;
const CANDLES = ['high', 'low', 'close'] as const;

/** The place of `value` between the lowest low and the highest high, 0 to 100. */
function stochastic(draft: PlanDraft, high: Slot, low: Slot, value: Slot, period: number): Slot {
  const top = addOne(draft, windowHighest, [period], [high]);
  const bottom = addOne(draft, windowLowest, [period], [low]);
  return addOne(draft, share, [100], [value, bottom, top, bottom]);
}

const stochastics: readonly Indicator[] = [
  {
    ...RANGE,
    name: 'STOCH',
    inputs: CANDLES,
    parameters: [
      whole('fastK', 5),
      whole('slowK', 3),
      whole('slowD', 3),
      averageType('slowKType'),
      averageType('slowDType'),
    ],
    outputs: ['slowK', 'slowD'],
    meaning: 'Stochastic: place of the close in the range, averaged, and the average of that',
    build: (
      draft,
      [high = 0, low = 0, close = 0],
      [fast = 0, k = 0, d = 0, kType = 0, dType = 0],
    ) => {
      const place = stochastic(draft, high, low, close, fast);
      const slowK = movingAverage(draft, averageTypeOf(kType), place, k);
      return startTogether(draft, [slowK, movingAverage(draft, averageTypeOf(dType), slowK, d)]);
    },
  },
  {
    ...RANGE,
    name: 'STOCHF',
    inputs: CANDLES,
    parameters: [whole('fastK', 5), whole('fastD', 3), averageType('maType')],
    outputs: ['fastK', 'fastD'],
    meaning: 'Fast stochastic: place of the close in the range, and its average',
    build: (draft, [high = 0, low = 0, close = 0], [fast = 0, d = 0, type = 0]) => {
      const place = stochastic(draft, high, low, close, fast);
      return startTogether(draft, [place, movingAverage(draft, averageTypeOf(type), place, d)]);
    },
  },
  {
    ...RANGE,
    name: 'STOCHRSI',
    inputs: ['series'],
    parameters: [
      whole('rsiPeriod', 14, 2),
      whole('fastK', 5),
      whole('fastD', 3),
      averageType('maType'),
    ],
    outputs: ['fastK', 'fastD'],
    meaning: 'Place of the RSI in its own range, and its average',
    build: (draft, inputs, [period = 0, fast = 0, d = 0, type = 0]) => {
      const rsi = addOne(draft, smoothedMoves, [period, 0], inputs);
      const place = stochastic(draft, rsi, rsi, rsi, fast);
      return startTogether(draft, [place, movingAverage(draft, averageTypeOf(type), place, d)]);
    },
  },
  {
    ...RANGE,
    name: 'SSTOCH',
    inputs: ['series'],
    parameters: [whole('period', 14)],
    source: 'Lane, 1957: the place of a series in its own range',
    meaning: 'Simple stochastic: place of a series in its own range, 0 to 100',
    build: (draft, [series = 0], [period = 0]) => [
      stochastic(draft, series, series, series, period),
    ],
  },
  {
    ...RANGE,
    name: 'WILLR',
    inputs: CANDLES,
    parameters: [whole('period', 14, 2)],
    meaning: 'Williams %R: distance from the highest high in percent of the range, below 0',
    build: (draft, [high = 0, low = 0, close = 0], [period = 0]) => {
      const top = addOne(draft, windowHighest, [period], [high]);
      const bottom = addOne(draft, windowLowest, [period], [low]);
      return [addOne(draft, share, [100], [close, top, top, bottom])];
    },
  },
  {
    ...RANGE,
    name: 'CCI',
    inputs: CANDLES,
    parameters: [whole('period', 14, 2, SEARCHED_PERIOD_MAX)],
    unit: 'ratio',
    meaning: 'Commodity channel index: distance from the mean in units of 0.015 mean distances',
    build: (draft, [high = 0, low = 0, close = 0], [period = 0]) => {
      const typical = typicalPrice(draft, high, low, close);
      const distance = addOne(draft, windowDistance, [period], [typical]);
      return [addOne(draft, blend, [0.015, 1], [distance])];
    },
  },
  {
    ...RANGE,
    name: 'ULTOSC',
    inputs: CANDLES,
    parameters: [whole('periodA', 7), whole('periodB', 14), whole('periodC', 28)],
    meaning:
      'Ultimate oscillator: buying pressure in percent of the true range, over three periods',
    build: (draft, inputs, periods) => {
      const [, , close = 0] = inputs;
      const [top = 0, bottom = 0] = addNode(draft, trueExtent, [], inputs);
      const pressure = addOne(draft, difference, [], [close, bottom]);
      const range = addOne(draft, difference, [], [top, bottom]);
      const shares = periods
        .toSorted((a, b) => a - b)
        .map((period) => {
          const both = [pressure, range].map((slot) => addOne(draft, windowSum, [period], [slot]));
          return addOne(draft, ratio, [1], both);
        });
      return [addOne(draft, blend, [7, 400, 200, 100], shares)];
    },
  },
];

/** Two averages, both begun with the slower one as in TA-Lib. */
function twoAverages(
  draft: PlanDraft,
  series: Slot,
  [fast, fastType]: readonly [number, AverageType],
  [slow, slowType]: readonly [number, AverageType],
): readonly [Slot, Slot] {
  const before = lookbackOf(draft, series);
  const lookback =
    before + Math.max(averageLookback(fastType, fast), averageLookback(slowType, slow));
  return [
    movingAverageFrom(draft, fastType, series, fast, lookback),
    movingAverageFrom(draft, slowType, series, slow, lookback),
  ];
}

function withSignal(draft: PlanDraft, macd: Slot, signal: Slot): readonly Slot[] {
  const histogram = addOne(draft, difference, [], [macd, signal]);
  return startTogether(draft, [macd, signal, histogram]);
}

const MACD = {
  ...RANGE,
  inputs: ['series'],
  outputs: ['macd', 'signal', 'hist'],
  unit: 'series',
} as const;

const convergences: readonly Indicator[] = [
  {
    ...MACD,
    name: 'MACD',
    parameters: [whole('fastPeriod', 12, 2), whole('slowPeriod', 26, 2), whole('signalPeriod', 9)],
    meaning: 'Difference of two exponential averages, its average, and the difference of those',
    build: (draft, [series = 0], [first = 0, second = 0, signal = 0]) => {
      const [fast, slow] = [Math.min(first, second), Math.max(first, second)];
      const averages = twoAverages(draft, series, [fast, 'ema'], [slow, 'ema']);
      const macd = addOne(draft, difference, [], averages);
      return withSignal(draft, macd, exponential(draft, macd, signal));
    },
  },
  {
    ...MACD,
    name: 'MACDEXT',
    parameters: [
      whole('fastPeriod', 12, 2),
      averageType('fastType'),
      whole('slowPeriod', 26, 2),
      averageType('slowType'),
      whole('signalPeriod', 9),
      averageType('signalType'),
    ],
    meaning: 'MACD with averages of any type',
    build: (draft, [series = 0], [a = 0, aType = 0, b = 0, bType = 0, signal = 0, type = 0]) => {
      const first = [a, averageTypeOf(aType)] as const;
      const second = [b, averageTypeOf(bType)] as const;
      const [fast, slow] = b < a ? [second, first] : [first, second];
      const macd = addOne(draft, difference, [], twoAverages(draft, series, fast, slow));
      return withSignal(draft, macd, movingAverage(draft, averageTypeOf(type), macd, signal));
    },
  },
  {
    ...MACD,
    name: 'MACDFIX',
    parameters: [whole('signalPeriod', 9)],
    meaning: 'MACD of 12 and 26 rows with the rounded shares 0.15 and 0.075 of its inventor',
    build: (draft, [series = 0], [signal = 0]) => {
      const fast = addOne(draft, exponentialMean, [12, 0.15], [series], 14);
      const slow = addOne(draft, exponentialMean, [26, 0.075], [series]);
      const macd = addOne(draft, difference, [], [fast, slow]);
      return withSignal(draft, macd, exponential(draft, macd, signal));
    },
  },
];

const OSCILLATOR_PARAMETERS = [
  whole('fastPeriod', 12, 2),
  whole('slowPeriod', 26, 2),
  averageType('maType'),
];

/** A fast and a slow average, each begun with the series. */
function ownAverages(
  draft: PlanDraft,
  series: Slot,
  [first = 0, second = 0, number = 0]: readonly number[],
): readonly [Slot, Slot] {
  const type = averageTypeOf(number);
  return [
    movingAverage(draft, type, series, Math.min(first, second)),
    movingAverage(draft, type, series, Math.max(first, second)),
  ];
}

const oscillators: readonly Indicator[] = [
  {
    ...RANGE,
    name: 'APO',
    inputs: ['series'],
    parameters: OSCILLATOR_PARAMETERS,
    unit: 'series',
    meaning: 'Absolute price oscillator: a fast average less a slow one',
    build: (draft, [series = 0], parameters) => [
      addOne(draft, difference, [], ownAverages(draft, series, parameters)),
    ],
  },
  {
    ...RANGE,
    name: 'PPO',
    inputs: ['series'],
    parameters: OSCILLATOR_PARAMETERS,
    meaning:
      'Percentage price oscillator: a fast average less a slow one, in percent of the slow one',
    build: (draft, [series = 0], parameters) => [
      addOne(draft, relativeChange, [100], ownAverages(draft, series, parameters)),
    ],
  },
  {
    ...RANGE,
    name: 'AO',
    inputs: ['series'],
    parameters: [whole('shortLength', 5), whole('longLength', 34)],
    unit: 'series',
    source: 'Williams, New Trading Dimensions, 1998',
    meaning: 'Awesome oscillator: a short simple average of the middle price less a long one',
    build: (draft, inputs, [short = 0, long = 0]) => {
      const averages = [short, long].map((period) => addOne(draft, windowMean, [period], inputs));
      return [addOne(draft, difference, [], averages)];
    },
  },
];

export const RANGE_INDICATORS: readonly Indicator[] = [
  ...stochastics,
  ...convergences,
  ...oscillators,
];
