// Indicators in the form that another program gives them, where the usual ones differ: each is
// named after the indicator and the convention, as in `ATR:tradingview`. Formulas of TradingView
// are those of its Pine reference manual (v6) and of its built-in indicators' scripts, LEAN's those
// of its sources (QuantConnect/Lean, Indicators/).

import { assert } from '#lib/assert.ts';
import { whole } from '#indicators/indicator.ts';
import type { Indicator } from '#indicators/indicator.ts';
import { addNode, addOne } from '#indicators/plan.ts';
import type { PlanDraft, Slot } from '#indicators/plan.ts';
import { AVERAGE_INDICATORS } from '#indicators/catalogue/average-indicators.ts';
import { MOMENTUM_INDICATORS } from '#indicators/catalogue/momentum-indicators.ts';
import { RANGE_INDICATORS } from '#indicators/catalogue/range-indicators.ts';
import { TREND_INDICATORS } from '#indicators/catalogue/trend-indicators.ts';
import { VOLATILITY_INDICATORS } from '#indicators/catalogue/volatility-indicators.ts';
import { VOLUME_INDICATORS } from '#indicators/catalogue/volume-indicators.ts';
import { directionalMoves } from '#indicators/kernels/directional-moves.ts';
import {
  exponentialFromFirst,
  exponentialShare,
  wilderMean,
} from '#indicators/kernels/exponential.ts';
import {
  balanceVolume,
  smoothedMoves,
  streak,
  trueRange,
  trueRangeFromFirst,
} from '#indicators/kernels/moves.ts';
import { pineStop } from '#indicators/kernels/pine-stop.ts';
import {
  balance,
  blend,
  difference,
  distance,
  excess,
  quotient,
  ratio,
  relativeChange,
  rowFunction,
  shifted,
  sum,
} from '#indicators/kernels/row-arithmetic.ts';
import { superTrend } from '#indicators/kernels/super-trend.ts';
import { windowHighest, windowLowest } from '#indicators/kernels/window-extreme.ts';
import { windowRankWithTies } from '#indicators/kernels/window-line.ts';
import { windowMean, windowSum } from '#indicators/kernels/window-sum.ts';
import { averageTypeOf, exponential, movingAverage } from '#indicators/recipes/moving-average.ts';
import { before, startTogether, typicalPrice } from '#indicators/recipes/start-together.ts';

const USUAL = new Map(
  [
    ...AVERAGE_INDICATORS,
    ...MOMENTUM_INDICATORS,
    ...RANGE_INDICATORS,
    ...TREND_INDICATORS,
    ...VOLATILITY_INDICATORS,
    ...VOLUME_INDICATORS,
  ].map((indicator) => [indicator.name, indicator]),
);

type Differing = Pick<Indicator, 'source' | 'meaning' | 'build'> &
  Partial<Pick<Indicator, 'inputs' | 'parameters' | 'unit'>>;

/** The indicator with what the convention makes otherwise. */
function as(name: string, convention: 'tradingview' | 'lean', differing: Differing): Indicator {
  const usual = USUAL.get(name);
  assert(usual !== undefined, `${name} is an indicator`);
  return { ...usual, ...differing, name: `${name}:${convention}` };
}

/** The exponential average that begins with the first row itself. */
function fromFirst(draft: PlanDraft, series: Slot, period: number): Slot {
  return addOne(draft, exponentialFromFirst, [0, exponentialShare(period)], [series]);
}

function repeatedFromFirst(
  draft: PlanDraft,
  series: Slot,
  period: number,
): readonly [Slot, Slot, Slot] {
  const first = fromFirst(draft, series, period);
  const second = fromFirst(draft, first, period);
  return [first, second, fromFirst(draft, second, period)];
}

/** Wilder's mean of true ranges, that of the first row included. */
function rangeFromFirst(draft: PlanDraft, candles: readonly Slot[], period: number): Slot {
  return addOne(draft, wilderMean, [period], [addOne(draft, trueRangeFromFirst, [], candles)]);
}

const FROM_FIRST = 'Pine reference, `ta.ema`: the first value is the first row';

const averages: readonly Indicator[] = [
  as('EMA', 'tradingview', {
    source: FROM_FIRST,
    meaning: 'Exponential average that begins with the first row',
    build: (draft, [series = 0], [period = 0]) => [fromFirst(draft, series, period)],
  }),
  as('DEMA', 'tradingview', {
    source: FROM_FIRST,
    meaning: 'Double exponential average that begins with the first row',
    build: (draft, [series = 0], [period = 0]) => {
      const [first, second] = repeatedFromFirst(draft, series, period);
      return [addOne(draft, blend, [1, 2, -1], [first, second])];
    },
  }),
  as('TEMA', 'tradingview', {
    source: FROM_FIRST,
    meaning: 'Triple exponential average that begins with the first row',
    build: (draft, [series = 0], [period = 0]) => [
      addOne(draft, blend, [1, 3, -3, 1], repeatedFromFirst(draft, series, period)),
    ],
  }),
  as('KELTNER', 'tradingview', {
    source: 'TradingView, Keltner Channels: `ta.ema` of the close and `ta.atr`',
    meaning: 'Channel of average true ranges, both averages begun with the first row',
    build: (draft, [high = 0, low = 0, close = 0], [period = 0, rangePeriod = 0, times = 0]) => {
      const middle = fromFirst(draft, close, period);
      const range = rangeFromFirst(draft, [high, low, close], rangePeriod);
      const bands = [times, -times].map((each) => addOne(draft, shifted, [each], [middle, range]));
      return startTogether(draft, [bands[0] ?? 0, middle, bands[1] ?? 0]);
    },
  }),
  as('KELTNER', 'lean', {
    source: 'LEAN, KeltnerChannels: simple averages of the typical price and of true ranges',
    meaning: 'Channel of mean true ranges around a simple average of the typical price',
    build: (draft, [high = 0, low = 0, close = 0], [period = 0, rangePeriod = 0, times = 0]) => {
      const middle = addOne(draft, windowMean, [period], [typicalPrice(draft, high, low, close)]);
      const ranges = addOne(draft, trueRangeFromFirst, [], [high, low, close]);
      const range = addOne(draft, windowMean, [rangePeriod], [ranges]);
      const bands = [times, -times].map((each) => addOne(draft, shifted, [each], [middle, range]));
      return startTogether(draft, [bands[0] ?? 0, middle, bands[1] ?? 0]);
    },
  }),
];

function withSignal(draft: PlanDraft, macd: Slot, signal: Slot): readonly Slot[] {
  return startTogether(draft, [macd, signal, addOne(draft, difference, [], [macd, signal])]);
}

const LOGARITHM = rowFunction('natural logarithm', Math.log);
const LOG10 = rowFunction('logarithm', Math.log10);

const momentum: readonly Indicator[] = [
  as('MACD', 'tradingview', {
    source: 'Pine reference, `ta.macd`: averages of `ta.ema`',
    meaning: 'MACD of averages that begin with the first row',
    build: (draft, [series = 0], [fast = 0, slow = 0, signal = 0]) => {
      const both = [fast, slow].map((period) => fromFirst(draft, series, period));
      const macd = addOne(draft, difference, [], both);
      return withSignal(draft, macd, fromFirst(draft, macd, signal));
    },
  }),
  as('MACD', 'lean', {
    source: 'LEAN, MovingAverageConvergenceDivergence of exponential averages',
    meaning: 'MACD of averages that each begin with the mean of their own first rows',
    build: (draft, [series = 0], [fast = 0, slow = 0, signal = 0]) => {
      const both = [fast, slow].map((period) => exponential(draft, series, period));
      const macd = addOne(draft, difference, [], both);
      return withSignal(draft, macd, exponential(draft, macd, signal));
    },
  }),
  as('RSI', 'tradingview', {
    source: 'TradingView, Relative Strength Index: 100 where there were no losses',
    meaning: 'Relative strength index, 100 where nothing moved',
    build: (draft, [series = 0], [period = 0]) => [
      addOne(draft, smoothedMoves, [period, 0, 100], [series]),
    ],
  }),
  as('CMO', 'tradingview', {
    source: 'Pine reference, `ta.cmo`, as Chande 1994: plain sums of gains and losses',
    meaning: 'Chande momentum oscillator of sums that are not smoothed',
    build: (draft, [series = 0], [period = 0]) => {
      const past = before(draft, series, 1);
      const gains = addOne(draft, excess, [], [series, past]);
      const losses = addOne(draft, excess, [], [past, series]);
      const sums = [gains, losses].map((slot) => addOne(draft, windowSum, [period], [slot]));
      return [addOne(draft, balance, [100], sums)];
    },
  }),
  as('CRSI', 'tradingview', {
    source: 'TradingView, Connors RSI: `ta.percentrank` counts equal changes too',
    meaning: 'Connors RSI whose rank counts equal changes, and whose RSI is 100 without losses',
    build: (draft, [series = 0], [period = 0, streakPeriod = 0, length = 0]) => {
      const runs = addOne(draft, streak, [], [series]);
      const strengths = [
        addOne(draft, smoothedMoves, [period, 0, 100], [series]),
        addOne(draft, smoothedMoves, [streakPeriod, 0, 100], [runs]),
      ];
      const change = addOne(draft, relativeChange, [100], [series, before(draft, series, 1)]);
      const rank = addOne(draft, windowRankWithTies, [length + 1], [change]);
      return [addOne(draft, blend, [3, 1, 1, 1], [...strengths, rank])];
    },
  }),
  as('DPO', 'tradingview', {
    source: 'TradingView, Detrended Price Oscillator, not centred',
    meaning: 'A short average of now less the long average of half a cycle and a row ago',
    build: (draft, [series = 0], [short = 0, long = 0]) => {
      const mean = addOne(draft, windowMean, [long], [series]);
      const past = before(draft, mean, Math.trunc(long / 2) + 1);
      return [addOne(draft, difference, [], [addOne(draft, windowMean, [short], [series]), past])];
    },
  }),
  as('TRIX', 'tradingview', {
    source: 'TradingView, TRIX: 10,000 times the change of a smoothed natural logarithm',
    meaning: 'The change of a triple exponential average of the logarithm, in ten-thousandths',
    unit: 'value',
    build: (draft, [series = 0], [period = 0]) => {
      const logarithm = addOne(draft, LOGARITHM, [], [series]);
      const [, , third] = repeatedFromFirst(draft, logarithm, period);
      const change = addOne(draft, difference, [], [third, before(draft, third, 1)]);
      return [addOne(draft, blend, [1, 10_000], [change])];
    },
  }),
  as('TSI', 'tradingview', {
    source: 'Pine reference, `ta.tsi`, of `ta.ema`, times 100',
    meaning: 'True strength index of averages that begin with the first move',
    build: (draft, [series = 0], [first = 0, second = 0]) => {
      const past = before(draft, series, 1);
      const smoothed = [difference, distance].map((kernel) => {
        const moves = addOne(draft, kernel, [], [series, past]);
        return fromFirst(draft, fromFirst(draft, moves, first), second);
      });
      return [addOne(draft, blend, [1, 100], [addOne(draft, quotient, [], smoothed)])];
    },
  }),
  as('STOCHRSI', 'tradingview', {
    source: 'TradingView, Stochastic RSI: K is an average of the place, D an average of K',
    meaning: 'Place of the RSI in its own range, averaged over `smoothK` rows, and its average',
    parameters: [...(USUAL.get('STOCHRSI')?.parameters ?? []), whole('smoothK', 3)],
    build: (draft, inputs, [period = 0, length = 0, d = 0, type = 0, smooth = 0]) => {
      const rsi = addOne(draft, smoothedMoves, [period, 0, 100], inputs);
      const top = addOne(draft, windowHighest, [length], [rsi]);
      const bottom = addOne(draft, windowLowest, [length], [rsi]);
      const range = addOne(draft, difference, [], [top, bottom]);
      const above = addOne(draft, difference, [], [rsi, bottom]);
      const place = addOne(draft, ratio, [100], [above, range]);
      const k = movingAverage(draft, averageTypeOf(type), place, smooth);
      return startTogether(draft, [k, movingAverage(draft, averageTypeOf(type), k, d)]);
    },
  }),
  as('OBV', 'tradingview', {
    source: 'Pine reference, `ta.obv`: begins with 0',
    meaning: 'On-balance volume without the volume of the first row',
    build: (draft, inputs) => [addOne(draft, balanceVolume, [1], inputs)],
  }),
];

/** Directions of `ta.dmi`: movement and true range smoothed from the second row on. */
function directions(draft: PlanDraft, candles: readonly Slot[], period: number): readonly Slot[] {
  const [high = 0, low = 0] = candles;
  const range = addOne(draft, trueRange, [], candles);
  const mean = addOne(draft, wilderMean, [period], [range]);
  return addNode(draft, directionalMoves, [], [high, low]).map((slot) =>
    addOne(draft, ratio, [100], [addOne(draft, wilderMean, [period], [slot]), mean]),
  );
}

const DMI = 'Pine reference, `ta.dmi`: `ta.rma` of movements and true ranges';

const trends: readonly Indicator[] = [
  as('PLUSDI', 'tradingview', {
    source: DMI,
    meaning: 'Upward directional movement in percent of the true range, from plain means on',
    build: (draft, inputs, [period = 0]) => [directions(draft, inputs, period)[0] ?? 0],
  }),
  as('MINUSDI', 'tradingview', {
    source: DMI,
    meaning: 'Downward directional movement in percent of the true range, from plain means on',
    build: (draft, inputs, [period = 0]) => [directions(draft, inputs, period)[1] ?? 0],
  }),
  as('ADX', 'tradingview', {
    source: `${DMI}; both lengths are the period`,
    meaning: 'Average directional index of directions that begin with plain means',
    build: (draft, inputs, [period = 0]) => {
      const both = directions(draft, inputs, period);
      const apart = addOne(draft, distance, [], both);
      const share = addOne(draft, ratio, [100], [apart, addOne(draft, sum, [], both)]);
      return [addOne(draft, wilderMean, [period], [share])];
    },
  }),
  as('SAR', 'tradingview', {
    source: 'Pine reference, `ta.sar`',
    meaning: 'Parabolic stop that begins by the closes and is moved before it is tested',
    inputs: ['high', 'low', 'close'],
    build: (draft, inputs, parameters) => [addOne(draft, pineStop, parameters, inputs)],
  }),
  as('SUPERTREND', 'tradingview', {
    source: 'Pine reference, `ta.supertrend`, with 1 for up',
    meaning: 'SuperTrend of average true ranges from the first row on, begun downwards',
    build: (draft, [high = 0, low = 0, close = 0], [period = 0, times = 0]) => {
      const range = rangeFromFirst(draft, [high, low, close], period);
      return addNode(draft, superTrend, [times, 1], [high, low, close, range]);
    },
  }),
  ...(['ChandelierExitLong', 'ChandelierExitShort'] as const).map((name) =>
    as(name, 'tradingview', {
      source: 'TradingView, Chandelier Exit: `ta.atr`',
      meaning: 'Stop some average true ranges from the extreme, ranges counted from the first row',
      build: (draft, [high = 0, close = 0, low = 0], [depth = 0, times = 0]) => {
        const range = rangeFromFirst(draft, [high, low, close], depth);
        const isLong = name === 'ChandelierExitLong';
        const extreme = isLong
          ? addOne(draft, windowHighest, [depth], [high])
          : addOne(draft, windowLowest, [depth], [low]);
        return [addOne(draft, shifted, [isLong ? -times : times], [extreme, range])];
      },
    }),
  ),
];

const ranges: readonly Indicator[] = [
  as('TRANGE', 'tradingview', {
    source: 'Pine reference, `ta.tr(true)`; LEAN, AverageTrueRange.ComputeTrueRange',
    meaning: 'True range, which is high less low in the first row',
    build: (draft, inputs) => [addOne(draft, trueRangeFromFirst, [], inputs)],
  }),
  as('ATR', 'tradingview', {
    source: 'Pine reference, `ta.atr`; LEAN, AverageTrueRange',
    meaning: 'Average true range that counts the first row',
    build: (draft, inputs, [period = 0]) => [rangeFromFirst(draft, inputs, period)],
  }),
  as('NATR', 'tradingview', {
    source: 'Pine reference, `ta.atr`, in percent of the close',
    meaning: 'Average true range that counts the first row, in percent of the close',
    build: (draft, inputs, [period = 0]) => [
      addOne(draft, ratio, [100], [rangeFromFirst(draft, inputs, period), inputs[2] ?? 0]),
    ],
  }),
  as('CHOP', 'tradingview', {
    source:
      'TradingView, Choppiness Index; LEAN, ChoppinessIndex: the range of plain highs and lows',
    meaning: 'Choppiness of true ranges over the range of highs and lows; may exceed 100',
    build: (draft, inputs, [period = 0]) => {
      const [high = 0, low = 0] = inputs;
      const extent = addOne(
        draft,
        difference,
        [],
        [
          addOne(draft, windowHighest, [period], [high]),
          addOne(draft, windowLowest, [period], [low]),
        ],
      );
      const range = addOne(draft, trueRangeFromFirst, [], inputs);
      const way = addOne(draft, windowSum, [period], [range]);
      const logarithm = addOne(draft, LOG10, [], [addOne(draft, quotient, [], [way, extent])]);
      return [addOne(draft, blend, [Math.log10(period), 100], [logarithm])];
    },
  }),
];

export const CONVENTION_INDICATORS: readonly Indicator[] = [
  ...averages,
  ...momentum,
  ...trends,
  ...ranges,
];
