// Indicators of volatility: ranges, deviations, and the bands made of them.

import { real, SEARCHED_PERIOD_MAX, whole } from '#indicators/indicator.ts';
import type { Indicator } from '#indicators/indicator.ts';
import { addNode, addOne } from '#indicators/plan.ts';
import type { PlanDraft, Slot } from '#indicators/plan.ts';
import { trueExtent, trueRange } from '#indicators/kernels/moves.ts';
import {
  balance,
  blend,
  difference,
  product,
  quotient,
  ratio,
  relativeChange,
  root,
  rowFunction,
  shifted,
} from '#indicators/kernels/row-arithmetic.ts';
import { windowHighest, windowLowest } from '#indicators/kernels/window-extreme.ts';
import {
  LINE_ANGLE,
  LINE_END,
  LINE_NEXT,
  LINE_SLOPE,
  LINE_START,
  windowLine,
  windowMeanDistance,
} from '#indicators/kernels/window-line.ts';
import { windowProducts, windowVariance } from '#indicators/kernels/window-spread.ts';
import { windowMean, windowSum } from '#indicators/kernels/window-sum.ts';
import { averageType, averageTypeOf, movingAverage } from '#indicators/recipes/moving-average.ts';
import { averageTrueRange, before, startTogether } from '#indicators/recipes/start-together.ts';

const RANGE = {
  family: 'volatility',
  inputs: ['high', 'low', 'close'],
  outputs: ['value'],
  unit: 'price',
  source: 'TA-Lib',
} as const;

const ranges: readonly Indicator[] = [
  {
    ...RANGE,
    name: 'TRANGE',
    parameters: [],
    meaning: 'True range: from the lowest to the highest price since the last close',
    build: (draft, inputs) => [addOne(draft, trueRange, [], inputs)],
  },
  {
    ...RANGE,
    name: 'ATR',
    parameters: [whole('period', 14)],
    meaning: "Average true range, smoothed Wilder's way",
    build: (draft, [high = 0, low = 0, close = 0], [period = 0]) => [
      averageTrueRange(draft, high, low, close, period),
    ],
  },
  {
    ...RANGE,
    name: 'NATR',
    parameters: [whole('period', 14)],
    unit: 'percent',
    meaning: 'Average true range in percent of the close',
    build: (draft, [high = 0, low = 0, close = 0], [period = 0]) => {
      const range = averageTrueRange(draft, high, low, close, period);
      return [addOne(draft, ratio, [100], [range, close])];
    },
  },
  {
    ...RANGE,
    name: 'CHOP',
    parameters: [whole('period', 14, 2)],
    unit: 'percent',
    source: 'Dreiss, Choppiness Index, 1992: true ranges over the range of true highs and lows',
    meaning: 'Choppiness: 100 where the market runs to and fro, towards 0 where it trends',
    build: (draft, inputs, [period = 0]) => {
      const [top = 0, bottom = 0] = addNode(draft, trueExtent, [], inputs);
      const range = addOne(draft, difference, [], [top, bottom]);
      const highest = addOne(draft, windowHighest, [period], [top]);
      const lowest = addOne(draft, windowLowest, [period], [bottom]);
      const extent = addOne(draft, difference, [], [highest, lowest]);
      const way = addOne(draft, windowSum, [period], [range]);
      const logarithm = addOne(draft, LOG10, [], [addOne(draft, quotient, [], [way, extent])]);
      return [addOne(draft, blend, [Math.log10(period), 100], [logarithm])];
    },
  },
];

const LOG10 = rowFunction('logarithm', Math.log10);

function deviation(draft: PlanDraft, series: Slot, period: number, times: number): Slot {
  return addOne(draft, root, [times], [addOne(draft, windowVariance, [period], [series])]);
}

const bands: readonly Indicator[] = [
  {
    ...RANGE,
    name: 'BBANDS',
    family: 'band',
    inputs: ['series'],
    parameters: [
      whole('period', 5, 2),
      real('devUp', 2, -1000, 1000),
      real('devDn', 2, -1000, 1000),
      averageType('maType'),
    ],
    outputs: ['upper', 'middle', 'lower'],
    unit: 'series',
    meaning: 'Bollinger bands: population standard deviations around an average',
    build: (draft, [series = 0], [period = 0, up = 0, down = 0, type = 0]) => {
      const middle = movingAverage(draft, averageTypeOf(type), series, period);
      const spread = deviation(draft, series, period, 1);
      const upper = addOne(draft, shifted, [up], [middle, spread]);
      const lower = addOne(draft, shifted, [-down], [middle, spread]);
      return startTogether(draft, [upper, middle, lower]);
    },
  },
  {
    ...RANGE,
    name: 'ABANDS',
    family: 'band',
    parameters: [whole('period', 20, 2)],
    outputs: ['upper', 'middle', 'lower'],
    meaning: 'Acceleration bands: averages of highs and lows moved out by the relative range',
    build: (draft, [high = 0, low = 0, close = 0], [period = 0]) => {
      const width = addOne(draft, balance, [4], [high, low]);
      const out = addOne(draft, product, [], [high, width]);
      const down = addOne(draft, product, [], [low, width]);
      return [
        addOne(draft, blend, [1, 1, 1], [high, out]),
        close,
        addOne(draft, difference, [], [low, down]),
      ].map((slot) => addOne(draft, windowMean, [period], [slot]));
    },
  },
];

const STATISTIC = {
  family: 'statistic',
  inputs: ['series'],
  outputs: ['value'],
  unit: 'series',
  source: 'TA-Lib',
} as const;

const LINE_PERIOD = whole('period', 14, 2, SEARCHED_PERIOD_MAX);

const spreads: readonly Indicator[] = [
  {
    ...STATISTIC,
    name: 'STDDEV',
    parameters: [whole('period', 5, 2), real('deviation', 1, -1000, 1000)],
    meaning: 'Population standard deviation',
    build: (draft, [series = 0], [period = 0, times = 0]) => [
      deviation(draft, series, period, times),
    ],
  },
  {
    ...STATISTIC,
    name: 'VAR',
    parameters: [whole('period', 5), real('deviation', 1, -1000, 1000)],
    meaning: 'Population variance; the second parameter has no effect, as in TA-Lib',
    build: (draft, inputs, [period = 0]) => [addOne(draft, windowVariance, [period], inputs)],
  },
  {
    ...STATISTIC,
    name: 'AVGDEV',
    parameters: [LINE_PERIOD],
    meaning: 'Mean distance from the mean',
    build: (draft, inputs, parameters) => [addOne(draft, windowMeanDistance, parameters, inputs)],
  },
];

const lines: readonly Indicator[] = [
  {
    ...STATISTIC,
    name: 'LINEARREG',
    parameters: [LINE_PERIOD, whole('type', 0, 0, 3)],
    meaning: 'Line of least squares: 0 its end, 1 its slope per row, 2 its start, 3 its angle',
    build: (draft, inputs, [period = 0, type = 0]) => {
      const kind = [LINE_END, LINE_SLOPE, LINE_START, LINE_ANGLE][type] ?? LINE_END;
      return [addOne(draft, windowLine, [period, kind], inputs)];
    },
  },
  {
    ...STATISTIC,
    name: 'TSF',
    parameters: [LINE_PERIOD],
    meaning: 'Time series forecast: the line of least squares one row ahead',
    build: (draft, inputs, [period = 0]) => [
      addOne(draft, windowLine, [period, LINE_NEXT], inputs),
    ],
  },
];

const pairs: readonly Indicator[] = [
  {
    ...STATISTIC,
    name: 'BETA',
    inputs: ['series', 'series2'],
    parameters: [whole('period', 5, 1, SEARCHED_PERIOD_MAX)],
    unit: 'ratio',
    meaning: 'Slope of the changes of the second series over those of the first',
    build: (draft, [first = 0, second = 0], [period = 0]) => {
      const changes = [first, second].map((slot) =>
        addOne(draft, relativeChange, [1], [slot, before(draft, slot, 1)]),
      );
      const [squares = 0, , both = 0] = addNode(draft, windowProducts, [period], changes);
      return [addOne(draft, ratio, [1], [both, squares])];
    },
  },
  {
    ...STATISTIC,
    name: 'CORREL',
    inputs: ['series', 'series2'],
    parameters: [whole('period', 30, 1, SEARCHED_PERIOD_MAX)],
    unit: 'ratio',
    meaning: "Pearson's correlation, -1 to 1",
    build: (draft, inputs, [period = 0]) => {
      const [x = 0, y = 0, both = 0] = addNode(draft, windowProducts, [period], inputs);
      const roots = [x, y].map((slot) => addOne(draft, root, [1], [slot]));
      return [addOne(draft, ratio, [1], [both, addOne(draft, product, [], roots)])];
    },
  },
];

export const VOLATILITY_INDICATORS: readonly Indicator[] = [
  ...ranges,
  ...bands,
  ...spreads,
  ...lines,
  ...pairs,
];
