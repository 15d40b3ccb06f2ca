// Indicators of ours, which are not published commands: those of other programs that strategies are
// described with.

import type { CommandDefinition } from '#commands/definition/command.ts';
import { INDICATOR, SERIES_INDICATOR } from '#commands/definition/command-traits.ts';
import { conventionParameter } from '#commands/definition/convention-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { close, high, low, multiplier, open, period, prices, volume } = SHARED_PARAMETERS;

const CANDLES = 'HighPrices(), LowPrices(), ClosePrices()';

export const OWN_INDICATORS = [
  {
    name: 'HMA',
    ...SERIES_INDICATOR,
    isOwn: true,
    meaning: 'The average of Hull: a weighted average that leads, smoothed once more.',
    parameters: [prices, period],
    example: 'local hma = HMA(ClosePrices(), 20)',
  },
  {
    name: 'VWMA',
    ...SERIES_INDICATOR,
    isOwn: true,
    meaning: 'An average in which each candle weighs as much as was traded in it.',
    parameters: [prices, volume, period],
    example: 'local vwma = VWMA(ClosePrices(), GetVolume(), 20)',
  },
  {
    name: 'VWAP',
    ...SERIES_INDICATOR,
    isOwn: true,
    meaning: 'The mean price of all that was traded over the last candles, from typical prices.',
    parameters: [high, low, close, volume, period],
    example: `local vwap = VWAP(${CANDLES}, GetVolume(), 24)`,
  },
  {
    name: 'SUPERTREND',
    ...INDICATOR,
    isOwn: true,
    meaning:
      'SuperTrend: a stop some average true ranges from the middle price that never moves back, ' +
      'and its direction, 1 up and -1 down.',
    parameters: [
      high,
      low,
      close,
      period,
      { ...multiplier, meaning: 'Average true ranges between the middle price and the stop.' },
      conventionParameter('SUPERTREND'),
    ],
    result: {
      kind: 'container',
      fields: [
        { name: 'value', kind: 'series' },
        { name: 'direction', kind: 'series' },
      ],
    },
    example: `local supertrend = SUPERTREND(${CANDLES}, 10, 3)`,
  },
  {
    name: 'CMF',
    ...SERIES_INDICATOR,
    isOwn: true,
    meaning: 'Chaikin money flow: accumulation of the last candles as a share of their volume.',
    parameters: [high, low, close, volume, period],
    example: `local cmf = CMF(${CANDLES}, GetVolume(), 20)`,
  },
  {
    name: 'FORCE',
    ...SERIES_INDICATOR,
    isOwn: true,
    meaning: 'Force index: the exponential average of moves times volume.',
    parameters: [close, volume, period],
    example: 'local force = FORCE(ClosePrices(), GetVolume(), 13)',
  },
  {
    name: 'HEIKINASHI',
    ...INDICATOR,
    isOwn: true,
    meaning: 'Heikin-Ashi candles, which are smoothed: their open, high, low and close prices.',
    parameters: [open, high, low, close],
    result: {
      kind: 'container',
      fields: [
        { name: 'open', kind: 'series' },
        { name: 'high', kind: 'series' },
        { name: 'low', kind: 'series' },
        { name: 'close', kind: 'series' },
      ],
    },
    example: `local heikin = HEIKINASHI(OpenPrices(), ${CANDLES})`,
  },
] as const satisfies readonly CommandDefinition[];
