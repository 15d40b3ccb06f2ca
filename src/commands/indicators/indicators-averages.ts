// Indicators that smooth a series: moving averages.

import type { CommandDefinition, ParameterDefinition } from '#commands/definition/command.ts';
import { INDICATOR, SERIES_INDICATOR } from '#commands/definition/command-traits.ts';
import { numberParameter, quantityParameter } from '#commands/definition/define-parameter.ts';
import { conventionParameter } from '#commands/definition/convention-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { optionalMaType, period, prices } = SHARED_PARAMETERS;

const fastest = {
  name: 'fastest',
  kind: 'number',
  meaning: 'Shortest smoothing.',
  unit: 'candles',
  isRequired: false,
  defaultExpression: '2',
} as const satisfies ParameterDefinition;

const slowest = {
  name: 'slowest',
  kind: 'number',
  meaning: 'Longest smoothing.',
  unit: 'candles',
  isRequired: false,
  defaultExpression: '30',
} as const satisfies ParameterDefinition;

export const INDICATORS_AVERAGES = [
  {
    name: 'DEMA',
    ...SERIES_INDICATOR,
    meaning: 'A double exponential average, which lags less than one alone.',
    parameters: [prices, period, conventionParameter('DEMA')],
    example: 'local dema = DEMA(ClosePrices(), 14)',
  },
  {
    name: 'EMA',
    ...SERIES_INDICATOR,
    meaning: 'An exponential average, in which newer values weigh more.',
    parameters: [prices, period, conventionParameter('EMA')],
    example: 'local ema = EMA(ClosePrices(), 14)',
  },
  {
    name: 'KAMA',
    ...SERIES_INDICATOR,
    meaning: 'The adaptive average of Kaufman, fast in trends and slow in noise.',
    parameters: [prices, period, fastest, slowest],
    example: 'local kama = KAMA(ClosePrices(), 14)',
  },
  {
    name: 'KAMA2',
    ...SERIES_INDICATOR,
    meaning: 'The adaptive average of Kaufman, in a second form.',
    parameters: [prices, period, fastest, slowest],
    example: 'local kama2 = KAMA2(ClosePrices(), 14)',
  },
  {
    name: 'MA',
    ...SERIES_INDICATOR,
    meaning: 'A moving average of any kind.',
    parameters: [prices, period, optionalMaType],
    example: 'local ma = MA(ClosePrices(), 14, SmaType)',
  },
  {
    name: 'MAMA',
    ...INDICATOR,
    meaning:
      'The adaptive average of Ehlers, which follows the phase of the cycle, and its ' +
      'slower companion.',
    parameters: [
      prices,
      numberParameter('fastlimit', 'Greatest speed, up to 1.'),
      numberParameter('slowlimit', 'Least speed.'),
    ],
    result: {
      kind: 'container',
      fields: [
        { name: 'mama', kind: 'series' },
        { name: 'fama', kind: 'series' },
      ],
    },
    example: 'local mama = MAMA(ClosePrices(), 0.5, 0.05)',
  },
  {
    name: 'MAVP',
    ...SERIES_INDICATOR,
    meaning: 'A moving average whose length differs from candle to candle.',
    parameters: [
      prices,
      {
        name: 'inPeriods',
        kind: 'series',
        meaning: 'Length for each candle.',
        unit: 'candles',
        isRequired: true,
      },
      quantityParameter('minPeriod', 'candles', 'Least length.'),
      quantityParameter('maxPeriod', 'candles', 'Greatest length.'),
      optionalMaType,
    ],
    example: 'local mavp = MAVP(ClosePrices(), periods, 2, 30)',
  },
  {
    name: 'SMA',
    ...SERIES_INDICATOR,
    meaning: 'A simple average of the last values.',
    parameters: [prices, period],
    example: 'local sma = SMA(ClosePrices(), 14)',
  },
  {
    name: 'SMA2',
    ...SERIES_INDICATOR,
    meaning: 'A simple average of the last values, in a second form.',
    parameters: [prices, period],
    example: 'local sma2 = SMA2(ClosePrices(), 14)',
  },
  {
    name: 'T3',
    ...SERIES_INDICATOR,
    meaning: 'The triple average of Tillson, smooth with little lag.',
    parameters: [
      prices,
      period,
      numberParameter('vFactor', 'How strongly lag is taken out, from 0 to 1.'),
    ],
    example: 'local t3 = T3(ClosePrices(), 14, 0.7)',
  },
  {
    name: 'TEMA',
    ...SERIES_INDICATOR,
    meaning: 'A triple exponential average, which lags less than a double one.',
    parameters: [prices, period, conventionParameter('TEMA')],
    example: 'local tema = TEMA(ClosePrices(), 14)',
  },
  {
    name: 'TRIMA',
    ...SERIES_INDICATOR,
    meaning: 'A triangular average: a simple average taken twice.',
    parameters: [prices, period],
    example: 'local trima = TRIMA(ClosePrices(), 14)',
  },
  {
    name: 'WiMA',
    ...SERIES_INDICATOR,
    meaning: 'The average of Wilder, slower than an exponential one of the same length.',
    parameters: [prices, period],
    example: 'local wiMA = WiMA(ClosePrices(), 14)',
  },
  {
    name: 'WMA',
    ...SERIES_INDICATOR,
    meaning: 'A weighted average, in which each newer value weighs one more.',
    parameters: [prices, period],
    example: 'local wma = WMA(ClosePrices(), 14)',
  },
  {
    name: 'WWS',
    ...SERIES_INDICATOR,
    meaning: 'The smoothing that Wilder uses within his index of relative strength.',
    parameters: [prices, period],
    example: 'local wws = WWS(ClosePrices(), 14)',
  },
  {
    name: 'ZLEMA',
    ...SERIES_INDICATOR,
    meaning: 'An exponential average of values with their lag taken out.',
    parameters: [prices, period],
    example: 'local zlema = ZLEMA(ClosePrices(), 14)',
  },
  {
    name: 'ZLMA',
    ...INDICATOR,
    meaning: 'A moving average of any kind of values with their lag taken out.',
    parameters: [
      prices,
      period,
      optionalMaType,
      {
        name: 'maPeriod1',
        kind: 'number',
        meaning: 'First setting of the kinds that need one.',
        unit: 'candles',
        isRequired: false,
      },
      {
        name: 'maPeriod2',
        kind: 'number',
        meaning: 'Second setting of the kinds that need one.',
        unit: 'candles',
        isRequired: false,
      },
    ],
    result: {
      kind: 'container',
      fields: [
        { name: 'ma1', kind: 'series' },
        { name: 'ma2', kind: 'series' },
      ],
    },
    example: 'local zlma = ZLMA(ClosePrices(), 14)',
  },
] as const satisfies readonly CommandDefinition[];
