// Direction and strength of trends, channels and stops.

import { real, SEARCHED_PERIOD_MAX, whole } from '#indicators/indicator.ts';
import type { Indicator } from '#indicators/indicator.ts';
import { addNode, addOne } from '#indicators/plan.ts';
import type { PlanDraft, Slot } from '#indicators/plan.ts';
import {
  averageDirectionalIndex,
  directionalIndex,
  directionalMovement,
} from '#indicators/kernels/directional.ts';
import { parabolicStop } from '#indicators/kernels/parabolic.ts';
import { superTrend } from '#indicators/kernels/super-trend.ts';
import { affine, blend, ratio, shifted } from '#indicators/kernels/row-arithmetic.ts';
import {
  TIE_NEWEST,
  windowExtremeAge,
  windowHighest,
  windowLowest,
} from '#indicators/kernels/window-extreme.ts';
import { averageTrueRange, before, startTogether } from '#indicators/recipes/start-together.ts';

const TREND = { family: 'trend', outputs: ['value'], unit: 'percent', source: 'TA-Lib' } as const;
const CANDLES = ['high', 'low', 'close'] as const;
const PERIOD = [whole('period', 14, 2)];

/** Upward and downward direction: smoothed movement in percent of the smoothed true range. */
function directions(draft: PlanDraft, inputs: readonly Slot[], period: number): readonly Slot[] {
  const [up = 0, down = 0, range = 0] = addNode(draft, directionalMovement, [period], inputs);
  return [up, down].map((movement) => addOne(draft, ratio, [100], [movement, range], 1));
}

function direction(name: string, side: 0 | 1, meaning: string): Indicator {
  return {
    ...TREND,
    name,
    inputs: CANDLES,
    parameters: PERIOD,
    meaning,
    build: (draft, inputs, [period = 0]) => [directions(draft, inputs, period)[side] ?? 0],
  };
}

function movement(name: string, side: 0 | 1, meaning: string): Indicator {
  return {
    ...TREND,
    name,
    inputs: ['high', 'low'],
    parameters: PERIOD,
    unit: 'price',
    meaning,
    build: (draft, [high = 0, low = 0], [period = 0]) => [
      addNode(draft, directionalMovement, [period], [high, low, low])[side] ?? 0,
    ],
  };
}

function strength(draft: PlanDraft, inputs: readonly Slot[], period: number): Slot {
  return addOne(draft, averageDirectionalIndex, [period], directions(draft, inputs, period));
}

const directional: readonly Indicator[] = [
  movement('PLUSDM', 0, 'Upward directional movement, smoothed'),
  movement('MINUSDM', 1, 'Downward directional movement, smoothed'),
  direction('PLUSDI', 0, 'Upward directional movement in percent of the true range'),
  direction('MINUSDI', 1, 'Downward directional movement in percent of the true range'),
  {
    ...TREND,
    name: 'DX',
    inputs: CANDLES,
    parameters: PERIOD,
    meaning: 'Directional index: difference of the two directions in percent of their sum',
    build: (draft, inputs, [period = 0]) => [
      addOne(draft, directionalIndex, [], directions(draft, inputs, period)),
    ],
  },
  {
    ...TREND,
    name: 'ADX',
    inputs: CANDLES,
    parameters: PERIOD,
    meaning: 'Average directional index: strength of a trend of either direction',
    build: (draft, inputs, [period = 0]) => [strength(draft, inputs, period)],
  },
  {
    ...TREND,
    name: 'ADXR',
    inputs: CANDLES,
    parameters: PERIOD,
    meaning: 'The mean of the average directional index of now and of period - 1 rows ago',
    build: (draft, inputs, [period = 0]) => {
      const now = strength(draft, inputs, period);
      return [addOne(draft, blend, [2, 1, 1], [now, before(draft, now, period - 1)])];
    },
  },
];

/** How many rows ago the highest high and the lowest low of the last `period` + 1 rows stood. */
function ages(draft: PlanDraft, [high = 0, low = 0]: readonly Slot[], period: number) {
  return {
    ofHigh: addOne(draft, windowExtremeAge, [period + 1, 1, TIE_NEWEST], [high]),
    ofLow: addOne(draft, windowExtremeAge, [period + 1, -1, TIE_NEWEST], [low]),
  };
}

const RECENT = [whole('period', 14, 2, SEARCHED_PERIOD_MAX)];

const aroons: readonly Indicator[] = [
  {
    ...TREND,
    name: 'AROON',
    inputs: ['high', 'low'],
    parameters: RECENT,
    outputs: ['aroonDn', 'aroonUp'],
    meaning: 'How recent the lowest low and the highest high are, 100 for the newest row',
    build: (draft, inputs, [period = 0]) => {
      const { ofHigh, ofLow } = ages(draft, inputs, period);
      return [ofLow, ofHigh].map((age) =>
        addOne(draft, affine, [period, -100, 100 * period], [age]),
      );
    },
  },
  {
    ...TREND,
    name: 'AROONOSC',
    inputs: ['high', 'low'],
    parameters: RECENT,
    meaning: 'Recency of the highest high less that of the lowest low',
    build: (draft, inputs, [period = 0]) => {
      const { ofHigh, ofLow } = ages(draft, inputs, period);
      return [addOne(draft, blend, [period, 100, -100], [ofLow, ofHigh])];
    },
  },
];

const stops: readonly Indicator[] = [
  {
    ...TREND,
    name: 'SAR',
    inputs: ['high', 'low'],
    parameters: [real('acceleration', 0.02, 0, 100), real('maxSpeed', 0.2, 0, 100)],
    unit: 'price',
    meaning: "Wilder's parabolic stop and reverse",
    build: (draft, inputs, [step = 0, limit = 0]) => [
      addOne(draft, parabolicStop, [0, 0, step, step, limit, step, step, limit, 0], inputs),
    ],
  },
  {
    ...TREND,
    name: 'SAREXT',
    inputs: ['high', 'low'],
    parameters: [
      real('startValue', 0, -1e12, 1e12),
      real('offsetOnReverse', 0, 0, 100),
      real('accelInitLong', 0.02, 0, 100),
      real('accelLong', 0.02, 0, 100),
      real('accelMaxLong', 0.2, 0, 100),
      real('accelInitShort', 0.02, 0, 100),
      real('accelShort', 0.02, 0, 100),
      real('accelMaxShort', 0.2, 0, 100),
    ],
    unit: 'price',
    meaning: 'Parabolic stop with own accelerations for each side; below zero while short',
    build: (draft, inputs, parameters) => [
      addOne(draft, parabolicStop, [...parameters, 1], inputs),
    ],
  },
  {
    ...TREND,
    name: 'SUPERTREND',
    inputs: CANDLES,
    parameters: [whole('period', 10), real('multiplier', 3, 0, 1000)],
    outputs: ['value', 'direction'],
    unit: 'price',
    source: 'Seban, SuperTrend, 2008',
    meaning:
      'Stop some average true ranges from the middle price that never moves back; 1 up, -1 down',
    build: (draft, [high = 0, low = 0, close = 0], [period = 0, times = 0]) => {
      const range = averageTrueRange(draft, high, low, close, period);
      return addNode(draft, superTrend, [times], [high, low, close, range]);
    },
  },
];

const CHANDELIER = {
  ...TREND,
  inputs: ['high', 'close', 'low'],
  parameters: [whole('depth', 20), real('multiplier', 3, 0, 1000)],
  unit: 'price',
  source: 'LeBeau, Chandelier Exit, as in Elder, Come Into My Trading Room, 2002',
} as const;

const channels: readonly Indicator[] = [
  {
    ...CHANDELIER,
    name: 'ChandelierExitLong',
    meaning: 'Stop some average true ranges below the highest high',
    build: (draft, [high = 0, close = 0, low = 0], [depth = 0, times = 0]) => {
      const range = averageTrueRange(draft, high, low, close, depth);
      const top = addOne(draft, windowHighest, [depth], [high]);
      return [addOne(draft, shifted, [-times], [top, range])];
    },
  },
  {
    ...CHANDELIER,
    name: 'ChandelierExitShort',
    meaning: 'Stop some average true ranges above the lowest low',
    build: (draft, [high = 0, close = 0, low = 0], [depth = 0, times = 0]) => {
      const range = averageTrueRange(draft, high, low, close, depth);
      const bottom = addOne(draft, windowLowest, [depth], [low]);
      return [addOne(draft, shifted, [times], [bottom, range])];
    },
  },
  {
    ...TREND,
    name: 'DONCHIAN',
    family: 'band',
    inputs: ['high', 'low'],
    parameters: [whole('period', 20)],
    outputs: ['upper', 'middle', 'lower'],
    unit: 'price',
    source: 'Donchian, 1960: highest high and lowest low, this row included',
    meaning: 'Highest high, lowest low and their middle',
    build: (draft, [high = 0, low = 0], [period = 0]) => {
      const upper = addOne(draft, windowHighest, [period], [high]);
      const lower = addOne(draft, windowLowest, [period], [low]);
      return [upper, addOne(draft, blend, [2, 1, 1], [upper, lower]), lower];
    },
  },
  {
    ...TREND,
    name: 'ICHIMOKU',
    inputs: ['series'],
    parameters: [
      whole('tenkansen', 9),
      whole('kijunsen', 26),
      whole('senkouspanb', 52),
      whole('displacement', 0, 0),
    ],
    outputs: ['conversion', 'base', 'spanA', 'spanB'],
    unit: 'series',
    source: 'Hosoda, Ichimoku Kinko Hyo, 1969, over one series',
    meaning: 'Middles of three ranges; the spans are those of `displacement` rows ago',
    build: (draft, [series = 0], [tenkan = 0, kijun = 0, span = 0, displacement = 0]) => {
      const [conversion = 0, base = 0, wide = 0] = [tenkan, kijun, span].map((period) => {
        const range = [windowHighest, windowLowest].map((kernel) =>
          addOne(draft, kernel, [period], [series]),
        );
        return addOne(draft, blend, [2, 1, 1], range);
      });
      const lead = addOne(draft, blend, [2, 1, 1], [conversion, base]);
      const spans = [lead, wide].map((slot) => before(draft, slot, displacement));
      return startTogether(draft, [conversion, base, ...spans]);
    },
  },
];

export const TREND_INDICATORS: readonly Indicator[] = [
  ...directional,
  ...aroons,
  ...stops,
  ...channels,
];
