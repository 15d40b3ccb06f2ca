// Indicators of momentum, which swing around a centre.

import type { CommandDefinition, ResultDefinition } from '#commands/definition/command.ts';
import { INDICATOR, SERIES_INDICATOR } from '#commands/definition/command-traits.ts';
import { quantityParameter } from '#commands/definition/define-parameter.ts';
import { conventionParameter } from '#commands/definition/convention-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const {
  close,
  fastPeriod,
  high,
  low,
  maType,
  open,
  optionalMaType,
  period,
  prices,
  signalPeriod,
  slowPeriod,
} = SHARED_PARAMETERS;

const shortLength = quantityParameter('shortLength', 'candles', 'Length of the shorter average.');
const longLength = quantityParameter('longLength', 'candles', 'Length of the longer average.');

const LINES_AND_HISTOGRAM = {
  kind: 'container',
  fields: [
    { name: 'macd', kind: 'series' },
    { name: 'signal', kind: 'series' },
    { name: 'hist', kind: 'series' },
  ],
} as const satisfies ResultDefinition;

export const INDICATORS_OSCILLATORS = [
  {
    name: 'AO',
    ...SERIES_INDICATOR,
    meaning: 'Awesome oscillator: a short less a long simple average of middle prices.',
    parameters: [
      {
        name: 'hl2prices',
        kind: 'series',
        meaning: 'Mean of high and low of each candle.',
        unit: 'price',
        isRequired: true,
      },
      shortLength,
      longLength,
    ],
    example: 'local ao = AO(HLPrices(), 5, 34)',
  },
  {
    name: 'APO',
    ...SERIES_INDICATOR,
    meaning: 'The difference of a faster and a slower moving average.',
    parameters: [prices, fastPeriod, slowPeriod, optionalMaType],
    example: 'local apo = APO(ClosePrices(), 12, 26)',
  },
  {
    name: 'AROON',
    ...INDICATOR,
    meaning: 'How lately the lowest low and the highest high occurred, each from 0 to 100.',
    parameters: [high, low, period],
    result: {
      kind: 'container',
      fields: [
        { name: 'aroonDn', kind: 'series' },
        { name: 'aroonUp', kind: 'series' },
      ],
    },
    example: 'local aroon = AROON(HighPrices(), LowPrices(), 14)',
  },
  {
    name: 'AROONOSC',
    ...SERIES_INDICATOR,
    meaning: 'Aroon up less Aroon down.',
    parameters: [high, low, period],
    example: 'local aroonosc = AROONOSC(HighPrices(), LowPrices(), 14)',
  },
  {
    name: 'BOP',
    ...SERIES_INDICATOR,
    meaning:
      'Balance of power: where the close stands from the open, over the range of the candle.',
    parameters: [open, high, low, close],
    example: 'local bop = BOP(OpenPrices(), HighPrices(), LowPrices(), ClosePrices())',
  },
  {
    name: 'CCI',
    ...SERIES_INDICATOR,
    meaning:
      'Commodity channel index: how far the typical price is from its average, over its ' +
      'mean deviation.',
    parameters: [high, low, close, period],
    example: 'local cci = CCI(HighPrices(), LowPrices(), ClosePrices(), 14)',
  },
  {
    name: 'COPPOCK',
    ...SERIES_INDICATOR,
    meaning: 'Coppock curve: a weighted average of two rates of change added.',
    parameters: [
      prices,
      quantityParameter('roc1', 'candles', 'Length of the first rate of change.'),
      quantityParameter('roc2', 'candles', 'Length of the second rate of change.'),
      period,
    ],
    example: 'local coppock = COPPOCK(ClosePrices(), 14, 11, 14)',
  },
  {
    name: 'DPO',
    ...SERIES_INDICATOR,
    meaning: 'Detrended price oscillator: the price less an average moved back in time.',
    parameters: [prices, shortLength, longLength, conventionParameter('DPO')],
    example: 'local dpo = DPO(ClosePrices(), 5, 34)',
  },
  {
    name: 'KRI',
    ...INDICATOR,
    meaning: 'Kairi: how far the price is from its simple average, in percent.',
    parameters: [prices, period],
    result: { kind: 'series', unit: 'percent' },
    example: 'local kri = KRI(ClosePrices(), 14)',
  },
  {
    name: 'KST',
    ...INDICATOR,
    meaning: 'Know sure thing: four smoothed rates of change added by weight, and its signal line.',
    parameters: [
      prices,
      quantityParameter('rocPeriod1', 'candles', 'Length of the first rate of change.'),
      quantityParameter('rocSmaPeriod1', 'candles', 'Smoothing of the first.'),
      quantityParameter('rocPeriod2', 'candles', 'Length of the second rate of change.'),
      quantityParameter('rocSmaPeriod2', 'candles', 'Smoothing of the second.'),
      quantityParameter('rocPeriod3', 'candles', 'Length of the third rate of change.'),
      quantityParameter('rocSmaPeriod3', 'candles', 'Smoothing of the third.'),
      quantityParameter('rocPeriod4', 'candles', 'Length of the fourth rate of change.'),
      quantityParameter('rocSmaPeriod4', 'candles', 'Smoothing of the fourth.'),
      signalPeriod,
    ],
    result: {
      kind: 'container',
      fields: [
        { name: 'kst', kind: 'series' },
        { name: 'signal', kind: 'series' },
      ],
    },
    example: 'local kst = KST(ClosePrices(), 10, 10, 15, 10, 20, 10, 30, 15, 9)',
  },
  {
    name: 'MACD',
    ...INDICATOR,
    meaning:
      'The difference of two exponential averages, its signal line, and the distance ' +
      'between these.',
    parameters: [prices, fastPeriod, slowPeriod, signalPeriod, conventionParameter('MACD')],
    result: LINES_AND_HISTOGRAM,
    example: 'local macd = MACD(ClosePrices(), 12, 26, 9)',
  },
  {
    name: 'MACDEXT',
    ...INDICATOR,
    meaning: 'MACD with a kind of moving average for each of its three lines.',
    parameters: [
      prices,
      fastPeriod,
      {
        name: 'fastType',
        kind: 'enum',
        group: 'movingAverage',
        meaning: 'Kind of the faster average.',
        isRequired: true,
      },
      slowPeriod,
      {
        name: 'slowType',
        kind: 'enum',
        group: 'movingAverage',
        meaning: 'Kind of the slower average.',
        isRequired: true,
      },
      signalPeriod,
      {
        name: 'signalType',
        kind: 'enum',
        group: 'movingAverage',
        meaning: 'Kind of the signal line.',
        isRequired: true,
      },
    ],
    result: LINES_AND_HISTOGRAM,
    example: 'local macdext = MACDEXT(ClosePrices(), 12, EmaType, 26, EmaType, 9, EmaType)',
  },
  {
    name: 'MACDFIX',
    ...INDICATOR,
    meaning: 'MACD of 12 and 26 candles.',
    parameters: [prices, signalPeriod],
    result: LINES_AND_HISTOGRAM,
    example: 'local macdfix = MACDFIX(ClosePrices(), 9)',
  },
  {
    name: 'MOM',
    ...SERIES_INDICATOR,
    meaning: 'The value less the value some candles ago.',
    parameters: [prices, period],
    example: 'local mom = MOM(ClosePrices(), 14)',
  },
  {
    name: 'PPO',
    ...INDICATOR,
    meaning: 'The difference of two moving averages, in percent of the slower.',
    parameters: [prices, fastPeriod, slowPeriod, maType],
    result: { kind: 'series', unit: 'percent' },
    example: 'local ppo = PPO(ClosePrices(), 12, 26, SmaType)',
  },
  {
    name: 'ROC',
    ...INDICATOR,
    meaning: 'The change over some candles, in percent.',
    parameters: [prices, period],
    result: { kind: 'series', unit: 'percent' },
    example: 'local roc = ROC(ClosePrices(), 14)',
  },
  {
    name: 'ROCP',
    ...SERIES_INDICATOR,
    meaning: 'The change over some candles, as a share.',
    parameters: [prices, period],
    example: 'local rocp = ROCP(ClosePrices(), 14)',
  },
  {
    name: 'ROCR',
    ...SERIES_INDICATOR,
    meaning: 'The value over the value some candles ago.',
    parameters: [prices, period],
    example: 'local rocr = ROCR(ClosePrices(), 14)',
  },
  {
    name: 'ROCR100',
    ...SERIES_INDICATOR,
    meaning: 'The value over the value some candles ago, times 100.',
    parameters: [prices, period],
    example: 'local rocr100 = ROCR100(ClosePrices(), 14)',
  },
  {
    name: 'TRIX',
    ...INDICATOR,
    meaning: 'The change of a triple exponential average, in percent.',
    parameters: [prices, period, conventionParameter('TRIX')],
    result: { kind: 'series', unit: 'percent' },
    example: 'local trix = TRIX(ClosePrices(), 14)',
  },
  {
    name: 'TSI',
    ...SERIES_INDICATOR,
    meaning: 'True strength index: momentum smoothed twice over its size smoothed twice.',
    parameters: [
      prices,
      quantityParameter('periodA', 'candles', 'First smoothing.'),
      quantityParameter('periodB', 'candles', 'Second smoothing.'),
      conventionParameter('TSI'),
    ],
    example: 'local tsi = TSI(ClosePrices(), 25, 13)',
  },
] as const satisfies readonly CommandDefinition[];
