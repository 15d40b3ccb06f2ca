// Indicators of volume, and of the side on which it was traded.

import { whole } from '#indicators/indicator.ts';
import type { Indicator } from '#indicators/indicator.ts';
import { addNode, addOne } from '#indicators/plan.ts';
import type { PlanDraft, Slot } from '#indicators/plan.ts';
import { exponentialFromFirst, exponentialShare } from '#indicators/kernels/exponential.ts';
import { balanceVolume, moneyFlow, runningSum } from '#indicators/kernels/moves.ts';
import {
  blend,
  difference,
  portion,
  product,
  ratio,
  share,
} from '#indicators/kernels/row-arithmetic.ts';
import { windowSum } from '#indicators/kernels/window-sum.ts';
import { typicalPrice } from '#indicators/recipes/start-together.ts';

const VOLUME = {
  family: 'volume',
  inputs: ['high', 'low', 'close', 'volume'],
  outputs: ['value'],
  unit: 'volume',
  source: 'TA-Lib',
} as const;

/** Volume times the place of the close in the candle, -1 at the low to 1 at the high. */
function flow(draft: PlanDraft, [high = 0, low = 0, close = 0, volume = 0]: readonly Slot[]): Slot {
  const twice = addOne(draft, blend, [1, 2], [close]);
  const both = addOne(draft, blend, [1, 1, 1], [high, low]);
  const place = addOne(draft, share, [1], [twice, both, high, low]);
  return addOne(draft, product, [], [place, volume]);
}

export const VOLUME_INDICATORS: readonly Indicator[] = [
  {
    ...VOLUME,
    name: 'AD',
    parameters: [],
    meaning:
      'Accumulation and distribution: volume added up by the place of the close in the candle',
    build: (draft, inputs) => [addOne(draft, runningSum, [], [flow(draft, inputs)])],
  },
  {
    ...VOLUME,
    name: 'ADOSC',
    parameters: [whole('fastPeriod', 3, 2), whole('slowPeriod', 10, 2)],
    meaning: 'Chaikin oscillator: a fast average of accumulation less a slow one',
    build: (draft, inputs, [fast = 0, slow = 0]) => {
      const total = addOne(draft, runningSum, [], [flow(draft, inputs)]);
      const quiet = Math.max(fast, slow) - 1;
      const averages = [fast, slow].map((period) =>
        addOne(draft, exponentialFromFirst, [quiet, exponentialShare(period)], [total]),
      );
      return [addOne(draft, difference, [], averages)];
    },
  },
  {
    ...VOLUME,
    name: 'OBV',
    inputs: ['series', 'volume'],
    parameters: [],
    meaning: 'On-balance volume: volume added where the price rose, taken away where it fell',
    build: (draft, inputs) => [addOne(draft, balanceVolume, [], inputs)],
  },
  {
    ...VOLUME,
    name: 'MFI',
    parameters: [whole('period', 14, 2)],
    unit: 'percent',
    meaning: 'Money flow index: value traded in rising rows in percent of all',
    build: (draft, [high = 0, low = 0, close = 0, volume = 0], [period = 0]) => {
      const typical = typicalPrice(draft, high, low, close);
      const sums = addNode(draft, moneyFlow, [], [typical, volume]).map((slot) =>
        addOne(draft, windowSum, [period], [slot]),
      );
      return [addOne(draft, portion, [100], sums)];
    },
  },
  {
    ...VOLUME,
    name: 'CMF',
    parameters: [whole('period', 20)],
    unit: 'ratio',
    source: 'Chaikin money flow, 1982',
    meaning: 'Accumulation of the last rows as a share of their volume',
    build: (draft, inputs, [period = 0]) => {
      const flows = addOne(draft, windowSum, [period], [flow(draft, inputs)]);
      const volume = addOne(draft, windowSum, [period], [inputs[3] ?? 0]);
      return [addOne(draft, ratio, [1], [flows, volume])];
    },
  },
  {
    ...VOLUME,
    name: 'VWAP',
    parameters: [],
    unit: 'price',
    source: 'Berkowitz, Logue and Noser, 1988, from the first row on',
    meaning: 'The mean price of all that was traded since the first row',
    build: (draft, [high = 0, low = 0, close = 0, volume = 0]) => {
      const typical = typicalPrice(draft, high, low, close);
      const value = addOne(draft, product, [], [typical, volume]);
      const sums = [value, volume].map((slot) => addOne(draft, runningSum, [], [slot]));
      return [addOne(draft, ratio, [1], sums)];
    },
  },
];
