// Indicators between two limits: relative strength, stochastics and their kin.

import type {
  CommandDefinition,
  ParameterDefinition,
  ResultDefinition,
} from '#commands/definition/command.ts';
import { INDICATOR, SERIES_INDICATOR } from '#commands/definition/command-traits.ts';
import { quantityParameter } from '#commands/definition/define-parameter.ts';
import { conventionParameter } from '#commands/definition/convention-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { close, fastK, high, low, maType, open, period, prices, volume } = SHARED_PARAMETERS;

const rsiPeriod = quantityParameter('rsiPeriod', 'candles', 'Length of the relative strength.');
const signalLength = quantityParameter('signal', 'candles', 'Length of the signal line.');
const fastD = quantityParameter('fastD', 'candles', 'Smoothing of D.');

const smoothK = {
  name: 'smoothK',
  kind: 'number',
  meaning: "Smoothing of K under the convention 'tradingview'; 3 when left out.",
  unit: 'candles',
  isRequired: false,
  isOwn: true,
} as const satisfies ParameterDefinition;

const FAST_LINES = {
  kind: 'container',
  fields: [
    { name: 'fastK', kind: 'series' },
    { name: 'fastD', kind: 'series' },
  ],
} as const satisfies ResultDefinition;

export const INDICATORS_STRENGTH_INDEX = [
  {
    name: 'CMO',
    ...SERIES_INDICATOR,
    meaning: 'Chande momentum oscillator: rises less falls over all movement, from -100 to 100.',
    parameters: [prices, period, conventionParameter('CMO')],
    example: 'local cmo = CMO(ClosePrices(), 14)',
  },
  {
    name: 'CRSI',
    ...SERIES_INDICATOR,
    meaning:
      'The index of Connors: the mean of relative strength, of its streaks and of the ' +
      'rank of the last change.',
    parameters: [
      prices,
      rsiPeriod,
      quantityParameter('udPeriod', 'candles', 'Length of the strength of streaks.'),
      quantityParameter('length', 'candles', 'Length of the rank.'),
      conventionParameter('CRSI'),
    ],
    example: 'local crsi = CRSI(ClosePrices(), 3, 2, 100)',
  },
  {
    name: 'FastRSI',
    ...INDICATOR,
    meaning: 'The index of relative strength with a fast signal line.',
    parameters: [prices, period, signalLength],
    result: {
      kind: 'container',
      fields: [
        { name: 'rsi', kind: 'series' },
        { name: 'fastRsi', kind: 'series' },
      ],
    },
    example: 'local fastRSI = FastRSI(ClosePrices(), 14, 9)',
  },
  {
    name: 'IMI',
    ...SERIES_INDICATOR,
    meaning: 'Intraday momentum index: gains within candles over all movement within candles.',
    parameters: [open, close, period],
    example: 'local imi = IMI(OpenPrices(), ClosePrices(), 14)',
  },
  {
    name: 'MFI',
    ...SERIES_INDICATOR,
    meaning: 'Money flow index: relative strength weighed by volume, from 0 to 100.',
    parameters: [high, low, close, volume, period],
    example: 'local mfi = MFI(HighPrices(), LowPrices(), ClosePrices(), GetVolume(), 14)',
  },
  {
    name: 'RSI',
    ...SERIES_INDICATOR,
    meaning: 'Relative strength index of Wilder: rises over all movement, from 0 to 100.',
    parameters: [prices, period, conventionParameter('RSI')],
    example: 'local rsi = RSI(ClosePrices(), 14)',
  },
  {
    name: 'RSI_ALTB',
    ...SERIES_INDICATOR,
    meaning: 'Relative strength index in a second form.',
    parameters: [prices, period],
    example: 'local rsialtb = RSI_ALTB(ClosePrices(), 14)',
  },
  {
    name: 'SlowRSI',
    ...INDICATOR,
    meaning: 'The index of relative strength with a slow signal line.',
    parameters: [prices, period, signalLength],
    result: {
      kind: 'container',
      fields: [
        { name: 'rsi', kind: 'series' },
        { name: 'slowRsi', kind: 'series' },
      ],
    },
    example: 'local slowRSI = SlowRSI(ClosePrices(), 14, 9)',
  },
  {
    name: 'SSTOCH',
    ...SERIES_INDICATOR,
    meaning:
      'Simple stochastic: where the value stands between lowest and highest of one ' +
      'series, from 0 to 100.',
    parameters: [prices, period],
    example: 'local sstoch = SSTOCH(ClosePrices(), 14)',
  },
  {
    name: 'STOCH',
    ...INDICATOR,
    meaning:
      'Slow stochastic: where the close stands between lowest and highest, smoothed, and ' +
      'its signal line.',
    parameters: [
      high,
      low,
      close,
      fastK,
      quantityParameter('slowK', 'candles', 'Smoothing of K.'),
      quantityParameter('slowD', 'candles', 'Smoothing of D.'),
    ],
    result: {
      kind: 'container',
      fields: [
        { name: 'slowK', kind: 'series' },
        { name: 'slowD', kind: 'series' },
      ],
    },
    example: 'local stoch = STOCH(HighPrices(), LowPrices(), ClosePrices(), 14, 3, 3)',
  },
  {
    name: 'STOCHF',
    ...INDICATOR,
    meaning:
      'Fast stochastic: where the close stands between lowest and highest, and its signal line.',
    parameters: [high, low, close, fastK, fastD, maType],
    result: FAST_LINES,
    example: 'local stochf = STOCHF(HighPrices(), LowPrices(), ClosePrices(), 14, 3, SmaType)',
  },
  {
    name: 'STOCHRSI',
    ...INDICATOR,
    meaning: 'The stochastic of the index of relative strength.',
    parameters: [prices, rsiPeriod, fastK, fastD, maType, conventionParameter('STOCHRSI'), smoothK],
    result: FAST_LINES,
    example: 'local stochrsi = STOCHRSI(ClosePrices(), 14, 14, 3, SmaType)',
  },
  {
    name: 'UDRSI',
    ...SERIES_INDICATOR,
    meaning: 'Relative strength that counts steps up and down instead of their sizes.',
    parameters: [prices, period],
    example: 'local udrsi = UDRSI(ClosePrices(), 14)',
  },
  {
    name: 'ULTOSC',
    ...SERIES_INDICATOR,
    meaning: 'Ultimate oscillator: buying pressure over three lengths, from 0 to 100.',
    parameters: [
      high,
      low,
      close,
      quantityParameter('periodA', 'candles', 'Shortest length.'),
      quantityParameter('periodB', 'candles', 'Middle length.'),
      quantityParameter('periodC', 'candles', 'Longest length.'),
    ],
    example: 'local ultosc = ULTOSC(HighPrices(), LowPrices(), ClosePrices(), 7, 14, 28)',
  },
  {
    name: 'WILLR',
    ...SERIES_INDICATOR,
    meaning: 'Williams R: where the close stands below the highest high, from -100 to 0.',
    parameters: [high, low, close, period],
    example: 'local willr = WILLR(HighPrices(), LowPrices(), ClosePrices(), 14)',
  },
] as const satisfies readonly CommandDefinition[];
