// Indicators that draw bands, lines and levels around prices, and means of one candle.

import type {
  CommandDefinition,
  ParameterDefinition,
  ResultDefinition,
} from '#commands/definition/command.ts';
import { INDICATOR, SERIES_INDICATOR } from '#commands/definition/command-traits.ts';
import { numberParameter, quantityParameter } from '#commands/definition/define-parameter.ts';
import { conventionParameter } from '#commands/definition/convention-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { close, high, low, multiplier, open, optionalDepth, optionalMaType, period, prices } =
  SHARED_PARAMETERS;

/** What the other form of a stop begins by. */
const conventionClose = {
  name: 'close',
  kind: 'series',
  meaning: "Close prices, which the convention 'tradingview' needs.",
  unit: 'price',
  isRequired: false,
  isOwn: true,
} as const satisfies ParameterDefinition;

const THREE_BANDS = {
  kind: 'container',
  fields: [
    { name: 'upper', kind: 'series' },
    { name: 'middle', kind: 'series' },
    { name: 'lower', kind: 'series' },
  ],
} as const satisfies ResultDefinition;

export const INDICATORS_BANDS = [
  {
    name: 'ABANDS',
    ...INDICATOR,
    meaning: 'Acceleration bands: a simple average with bands as wide as the candles have been.',
    parameters: [high, low, close, period],
    result: THREE_BANDS,
    example: 'local abands = ABANDS(HighPrices(), LowPrices(), ClosePrices(), 14)',
  },
  {
    name: 'AVGPRICE',
    ...SERIES_INDICATOR,
    meaning: 'The mean of open, high, low and close.',
    parameters: [open, high, low, close],
    example: 'local avgprice = AVGPRICE(OpenPrices(), HighPrices(), LowPrices(), ClosePrices())',
  },
  {
    name: 'BBANDS',
    ...INDICATOR,
    meaning: 'Bollinger bands: a moving average with bands some standard deviations away.',
    parameters: [
      prices,
      period,
      numberParameter('devUp', 'Standard deviations up to the upper band.'),
      numberParameter('devDn', 'Standard deviations down to the lower band.'),
      optionalMaType,
    ],
    result: THREE_BANDS,
    example: 'local bbands = BBANDS(ClosePrices(), 14, 2, 2)',
  },
  {
    name: 'ChandelierExitLong',
    ...INDICATOR,
    meaning:
      'The price at which to leave a long position: the highest high less some average ' +
      'true ranges.',
    parameters: [
      high,
      close,
      low,
      optionalDepth,
      multiplier,
      conventionParameter('ChandelierExitLong'),
    ],
    result: { kind: 'number', unit: 'price' },
    example:
      'local chandelierExitLong = ChandelierExitLong(HighPrices(), ClosePrices(), LowPrices())',
  },
  {
    name: 'ChandelierExitShort',
    ...INDICATOR,
    meaning:
      'The price at which to leave a short position: the lowest low plus some average true ranges.',
    parameters: [
      high,
      close,
      low,
      optionalDepth,
      multiplier,
      conventionParameter('ChandelierExitShort'),
    ],
    result: { kind: 'number', unit: 'price' },
    example:
      'local chandelierExitShort = ChandelierExitShort(HighPrices(), ClosePrices(), LowPrices())',
  },
  {
    name: 'DONCHIAN',
    ...INDICATOR,
    meaning: 'The highest high and lowest low of the last candles, with their middle.',
    parameters: [high, low, period],
    result: THREE_BANDS,
    example: 'local donchian = DONCHIAN(HighPrices(), LowPrices(), 14)',
  },
  {
    name: 'HT_TRENDLINE',
    ...SERIES_INDICATOR,
    meaning: 'The trend of a series with its dominant cycle taken out, by the Hilbert transform.',
    parameters: [prices],
    example: 'local httrendline = HT_TRENDLINE(ClosePrices())',
  },
  {
    name: 'ICHIMOKU',
    ...INDICATOR,
    meaning: 'The conversion, base and span lines of the Ichimoku cloud, from one series.',
    parameters: [
      prices,
      quantityParameter('tenkansen', 'candles', 'Length of the conversion line.'),
      quantityParameter('kijunsen', 'candles', 'Length of the base line.'),
      quantityParameter('senkouspanb', 'candles', 'Length of the second span.'),
    ],
    result: {
      kind: 'container',
      fields: [
        { name: 'conversion', kind: 'series' },
        { name: 'base', kind: 'series' },
        { name: 'spanA', kind: 'series' },
        { name: 'spanB', kind: 'series' },
      ],
    },
    example: 'local ichimoku = ICHIMOKU(ClosePrices(), 9, 26, 52)',
  },
  {
    name: 'KELTNER',
    ...INDICATOR,
    meaning: 'Keltner channel: an exponential average with bands some average true ranges away.',
    parameters: [
      high,
      low,
      close,
      quantityParameter('emaPeriod', 'candles', 'Length of the average.'),
      {
        name: 'atrPeriod',
        kind: 'number',
        meaning: 'Length of the average true range.',
        unit: 'candles',
        isRequired: false,
        defaultExpression: '10',
      },
      {
        name: 'multiplier',
        kind: 'number',
        meaning: 'Average true ranges between average and band.',
        isRequired: false,
        defaultExpression: '2',
      },
      conventionParameter('KELTNER'),
    ],
    result: THREE_BANDS,
    example: 'local keltner = KELTNER(HighPrices(), LowPrices(), ClosePrices(), 20)',
  },
  {
    name: 'LINEARREG',
    ...SERIES_INDICATOR,
    meaning: 'The line that fits the last values best: its end, slope, intercept or angle.',
    parameters: [
      prices,
      period,
      {
        name: 'type',
        kind: 'enum',
        group: 'linearRegression',
        meaning: 'Which figure of the line.',
        isRequired: false,
        defaultExpression: 'LR_Default',
      },
    ],
    example: 'local linearreg = LINEARREG(ClosePrices(), 14)',
  },
  {
    name: 'MEDPRICE',
    ...SERIES_INDICATOR,
    meaning: 'The mean of high and low.',
    parameters: [high, low],
    example: 'local medprice = MEDPRICE(HighPrices(), LowPrices())',
  },
  {
    name: 'MIDPOINT',
    ...SERIES_INDICATOR,
    meaning: 'The middle between the highest and lowest value of the last candles.',
    parameters: [prices, period],
    example: 'local midpoint = MIDPOINT(ClosePrices(), 14)',
  },
  {
    name: 'MIDPRICE',
    ...SERIES_INDICATOR,
    meaning: 'The middle between the highest high and lowest low of the last candles.',
    parameters: [high, low, period],
    example: 'local midprice = MIDPRICE(HighPrices(), LowPrices(), 14)',
  },
  {
    name: 'SAR',
    ...INDICATOR,
    meaning: 'Parabolic stop and reverse: a stop that trails the trend faster the longer it lasts.',
    parameters: [
      high,
      low,
      numberParameter('acceleration', 'Step of the acceleration.'),
      numberParameter('maxSpeed', 'Greatest acceleration.'),
      conventionParameter('SAR'),
      conventionClose,
    ],
    result: { kind: 'series', unit: 'price' },
    example: 'local sar = SAR(HighPrices(), LowPrices(), 0.02, 0.2)',
  },
  {
    name: 'SAREXT',
    ...SERIES_INDICATOR,
    meaning: 'Parabolic stop and reverse with its own figures for each side.',
    parameters: [
      high,
      low,
      numberParameter('startValue', 'First stop; 0 finds it, negative starts short.'),
      numberParameter('offsetOnReverse', 'Added to the stop when it reverses.'),
      numberParameter('accelInitLong', 'First acceleration of a long.'),
      numberParameter('accelLong', 'Step of the acceleration of a long.'),
      numberParameter('accelMaxLong', 'Greatest acceleration of a long.'),
      numberParameter('accelInitShort', 'First acceleration of a short.'),
      numberParameter('accelShort', 'Step of the acceleration of a short.'),
      numberParameter('accelMaxShort', 'Greatest acceleration of a short.'),
    ],
    example:
      'local sarext = SAREXT(HighPrices(), LowPrices(), 0, 0, 0.02, 0.02, 0.2, 0.02, 0.02, 0.2)',
  },
  {
    name: 'TSF',
    ...SERIES_INDICATOR,
    meaning: 'Where the line that fits the last values best will be at the next candle.',
    parameters: [prices, period],
    example: 'local tsf = TSF(ClosePrices(), 14)',
  },
  {
    name: 'TYPPRICE',
    ...SERIES_INDICATOR,
    meaning: 'The mean of high, low and close.',
    parameters: [high, low, close],
    example: 'local typprice = TYPPRICE(HighPrices(), LowPrices(), ClosePrices())',
  },
  {
    name: 'WCLPRICE',
    ...SERIES_INDICATOR,
    meaning: 'The mean of high, low and close, with the close counted twice.',
    parameters: [high, low, close],
    example: 'local wclprice = WCLPRICE(HighPrices(), LowPrices(), ClosePrices())',
  },
] as const satisfies readonly CommandDefinition[];
