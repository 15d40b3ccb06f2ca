// Easy indicators of trends, bands, levels and patterns: with inputs and charts of their own,
// answering with a signal.

import type { CommandDefinition } from '#engine/commands/command.ts';
import { SHARED_PARAMETERS } from '#engine/commands/shared-parameters.ts';

const { chartIndex, interval, name } = SHARED_PARAMETERS;

export const EASY_TREND_INDICATORS = [
  {
    name: 'EasyAlice',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for a ready mix of indicators that is meant for candles of two ' +
      'minutes, draws it, and returns its signal. Which indicators it mixes is not ' +
      'public.',
    parameters: [interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyAlice()',
  },
  {
    name: 'EasyABANDS',
    category: 'Easy Indicators',
    meaning: 'Makes inputs for acceleration bands, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyABANDS(1)',
  },
  {
    name: 'EasyADOSC',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the Chaikin oscillator, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyADOSC(1)',
  },
  {
    name: 'EasyAROON',
    category: 'Easy Indicators',
    meaning: 'Makes inputs for Aroon, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyAROON(1)',
  },
  {
    name: 'EasyAROONOSC',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the Aroon oscillator, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyAROONOSC(1)',
  },
  {
    name: 'EasyBBANDS',
    category: 'Easy Indicators',
    meaning: 'Makes inputs for Bollinger bands, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyBBANDS(1)',
  },
  {
    name: 'EasyBBANDSB',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the place of the price within Bollinger bands, works it out, ' +
      'draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyBBANDSB(1)',
  },
  {
    name: 'EasyBBANDSW',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the width of Bollinger bands, works it out, draws it, and returns ' +
      'its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyBBANDSW(1)',
  },
  {
    name: 'EasyCDL',
    category: 'Easy Indicators',
    meaning: 'Makes inputs for a candle pattern, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyCDL(1)',
  },
  {
    name: 'EasyDMI',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the average directional index with both directional indicators, ' +
      'works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyDMI(1)',
  },
  {
    name: 'EasyDONCHIAN',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the Donchian channel, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyDONCHIAN(1)',
  },
  {
    name: 'EasyDX',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the directional index, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyDX(1)',
  },
  {
    name: 'EasyDynamicLongShortLevels',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for levels to buy and sell at that move with the market, works it ' +
      'out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyDynamicLongShortLevels(1)',
  },
  {
    name: 'EasyFIBONACCI',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for Fibonacci levels of the last range, works it out, draws it, and ' +
      'returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyFIBONACCI(1)',
  },
  {
    name: 'EasyFixedLongShortLevels',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for fixed prices to buy and sell at, works it out, draws it, and ' +
      'returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyFixedLongShortLevels(1)',
  },
  {
    name: 'EasyICHIMOKU',
    category: 'Easy Indicators',
    meaning: 'Makes inputs for the Ichimoku cloud, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyICHIMOKU(1)',
  },
  {
    name: 'EasyKELTNER',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the Keltner channel, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyKELTNER(1)',
  },
  {
    name: 'EasyLINEARREG',
    category: 'Easy Indicators',
    meaning: 'Makes inputs for linear regression, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyLINEARREG(1)',
  },
  {
    name: 'EasyMA',
    category: 'Easy Indicators',
    meaning: 'Makes inputs for moving averages, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyMA(1)',
  },
  {
    name: 'EasyOBV',
    category: 'Easy Indicators',
    meaning: 'Makes inputs for on-balance volume, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyOBV(1)',
  },
  {
    name: 'EasySAR',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the parabolic stop and reverse, works it out, draws it, and ' +
      'returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasySAR(1)',
  },
  {
    name: 'EasyZLMA',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the average without lag, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyZLMA(1)',
  },
] as const satisfies readonly CommandDefinition[];
