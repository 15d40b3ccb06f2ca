// Easy oscillators: with inputs and charts of their own, answering with a signal.

import type { CommandDefinition } from '#engine/commands/command.ts';
import { SHARED_PARAMETERS } from '#engine/commands/shared-parameters.ts';

const { chartIndex, interval, name } = SHARED_PARAMETERS;

export const EASY_OSCILLATORS = [
  {
    name: 'EasyAO',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the awesome oscillator, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyAO(1)',
  },
  {
    name: 'EasyAPO',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the absolute price oscillator, works it out, draws it, and ' +
      'returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyAPO(1)',
  },
  {
    name: 'EasyBOP',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the balance of power, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyBOP(1)',
  },
  {
    name: 'EasyCCI',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the commodity channel index, works it out, draws it, and returns ' +
      'its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyCCI(1)',
  },
  {
    name: 'EasyCMO',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the Chande momentum oscillator, works it out, draws it, and ' +
      'returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyCMO(1)',
  },
  {
    name: 'EasyCOPPOCK',
    category: 'Easy Indicators',
    meaning: 'Makes inputs for the Coppock curve, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyCOPPOCK(1)',
  },
  {
    name: 'EasyCRSI',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the index of Connors, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyCRSI(1)',
  },
  {
    name: 'EasyDPO',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the detrended price oscillator, works it out, draws it, and ' +
      'returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyDPO(1)',
  },
  {
    name: 'EasyFastRSI',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the fast index of relative strength, works it out, draws it, and ' +
      'returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyFastRSI(1)',
  },
  {
    name: 'EasyIMI',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the intraday momentum index, works it out, draws it, and returns ' +
      'its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyIMI(1)',
  },
  {
    name: 'EasyKRI',
    category: 'Easy Indicators',
    meaning: 'Makes inputs for Kairi, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyKRI(1)',
  },
  {
    name: 'EasyKST',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the know sure thing oscillator, works it out, draws it, and ' +
      'returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyKST(1)',
  },
  {
    name: 'EasyMACD',
    category: 'Easy Indicators',
    meaning: 'Makes inputs for MACD, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyMACD(1)',
  },
  {
    name: 'EasyMFI',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the money flow index, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyMFI(1)',
  },
  {
    name: 'EasyMOM',
    category: 'Easy Indicators',
    meaning: 'Makes inputs for momentum, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyMOM(1)',
  },
  {
    name: 'EasyPPO',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the percentage price oscillator, works it out, draws it, and ' +
      'returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyPPO(1)',
  },
  {
    name: 'EasyROC',
    category: 'Easy Indicators',
    meaning: 'Makes inputs for the rate of change, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyROC(1)',
  },
  {
    name: 'EasyRSI',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the index of relative strength, works it out, draws it, and ' +
      'returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyRSI(1)',
  },
  {
    name: 'EasySlowRSI',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the slow index of relative strength, works it out, draws it, and ' +
      'returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasySlowRSI(1)',
  },
  {
    name: 'EasySSTOCH',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the simple stochastic, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasySSTOCH(1)',
  },
  {
    name: 'EasySTOCH',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the slow stochastic, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasySTOCH(1)',
  },
  {
    name: 'EasySTOCHF',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the fast stochastic, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasySTOCHF(1)',
  },
  {
    name: 'EasySTOCHRSI',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the stochastic of relative strength, works it out, draws it, and ' +
      'returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasySTOCHRSI(1)',
  },
  {
    name: 'EasyTRIX',
    category: 'Easy Indicators',
    meaning: 'Makes inputs for TRIX, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyTRIX(1)',
  },
  {
    name: 'EasyTSI',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the true strength index, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyTSI(1)',
  },
  {
    name: 'EasyUDRSI',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for relative strength by steps, works it out, draws it, and returns ' +
      'its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyUDRSI(1)',
  },
  {
    name: 'EasyULTOSC',
    category: 'Easy Indicators',
    meaning:
      'Makes inputs for the ultimate oscillator, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyULTOSC(1)',
  },
  {
    name: 'EasyWILLR',
    category: 'Easy Indicators',
    meaning: 'Makes inputs for Williams R, works it out, draws it, and returns its signal.',
    parameters: [chartIndex, name, interval],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series', 'inputs'],
    acts: ['inputs', 'charts'],
    example: 'local signal = EasyWILLR(1)',
  },
] as const satisfies readonly CommandDefinition[];
