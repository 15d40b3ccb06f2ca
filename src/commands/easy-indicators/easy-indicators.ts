// Easy indicators: each makes the inputs of an indicator, works it out, draws it on its chart and
// returns its signal. They differ in what they work out alone.

import type { CommandDefinition } from '#commands/definition/command.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { chartIndex, interval, name } = SHARED_PARAMETERS;

const EASY_INDICATOR = {
  category: 'Easy Indicators',
  result: { kind: 'enum', group: 'signal' },
  reads: ['series', 'inputs'],
  acts: ['inputs', 'charts'],
} as const;

/** The command of that name, for an indicator as it is called within a sentence. */
function easyIndicator<const Name extends string, const Indicator extends string>(
  command: Name,
  indicator: Indicator,
) {
  return {
    name: command,
    ...EASY_INDICATOR,
    meaning: `Makes inputs for ${indicator}, works it out, draws it, and returns its signal.`,
    parameters: [chartIndex, name, interval],
    example: `local signal = ${command}(1)`,
  } as const satisfies CommandDefinition;
}

export const EASY_INDICATORS = [
  easyIndicator('EasyAO', 'the awesome oscillator'),
  easyIndicator('EasyAPO', 'the absolute price oscillator'),
  easyIndicator('EasyBOP', 'the balance of power'),
  easyIndicator('EasyCCI', 'the commodity channel index'),
  easyIndicator('EasyCMO', 'the Chande momentum oscillator'),
  easyIndicator('EasyCOPPOCK', 'the Coppock curve'),
  easyIndicator('EasyCRSI', 'the index of Connors'),
  easyIndicator('EasyDPO', 'the detrended price oscillator'),
  easyIndicator('EasyFastRSI', 'the fast index of relative strength'),
  easyIndicator('EasyIMI', 'the intraday momentum index'),
  easyIndicator('EasyKRI', 'Kairi'),
  easyIndicator('EasyKST', 'the know sure thing oscillator'),
  easyIndicator('EasyMACD', 'MACD'),
  easyIndicator('EasyMFI', 'the money flow index'),
  easyIndicator('EasyMOM', 'momentum'),
  easyIndicator('EasyPPO', 'the percentage price oscillator'),
  easyIndicator('EasyROC', 'the rate of change'),
  easyIndicator('EasyRSI', 'the index of relative strength'),
  easyIndicator('EasySlowRSI', 'the slow index of relative strength'),
  easyIndicator('EasySSTOCH', 'the simple stochastic'),
  easyIndicator('EasySTOCH', 'the slow stochastic'),
  easyIndicator('EasySTOCHF', 'the fast stochastic'),
  easyIndicator('EasySTOCHRSI', 'the stochastic of relative strength'),
  easyIndicator('EasyTRIX', 'TRIX'),
  easyIndicator('EasyTSI', 'the true strength index'),
  easyIndicator('EasyUDRSI', 'relative strength by steps'),
  easyIndicator('EasyULTOSC', 'the ultimate oscillator'),
  easyIndicator('EasyWILLR', 'Williams R'),
  {
    name: 'EasyAlice',
    ...EASY_INDICATOR,
    meaning:
      'Makes inputs for a ready mix of indicators that is meant for candles of two ' +
      'minutes, draws it, and returns its signal. Which indicators it mixes is not ' +
      'public.',
    parameters: [interval],
    example: 'local signal = EasyAlice()',
  },
  easyIndicator('EasyABANDS', 'acceleration bands'),
  easyIndicator('EasyADOSC', 'the Chaikin oscillator'),
  easyIndicator('EasyAROON', 'Aroon'),
  easyIndicator('EasyAROONOSC', 'the Aroon oscillator'),
  easyIndicator('EasyBBANDS', 'Bollinger bands'),
  easyIndicator('EasyBBANDSB', 'the place of the price within Bollinger bands'),
  easyIndicator('EasyBBANDSW', 'the width of Bollinger bands'),
  easyIndicator('EasyCDL', 'a candle pattern'),
  easyIndicator('EasyDMI', 'the average directional index with both directional indicators'),
  easyIndicator('EasyDONCHIAN', 'the Donchian channel'),
  easyIndicator('EasyDX', 'the directional index'),
  easyIndicator(
    'EasyDynamicLongShortLevels',
    'levels to buy and sell at that move with the market',
  ),
  easyIndicator('EasyFIBONACCI', 'Fibonacci levels of the last range'),
  easyIndicator('EasyFixedLongShortLevels', 'fixed prices to buy and sell at'),
  easyIndicator('EasyICHIMOKU', 'the Ichimoku cloud'),
  easyIndicator('EasyKELTNER', 'the Keltner channel'),
  easyIndicator('EasyLINEARREG', 'linear regression'),
  easyIndicator('EasyMA', 'moving averages'),
  easyIndicator('EasyOBV', 'on-balance volume'),
  easyIndicator('EasySAR', 'the parabolic stop and reverse'),
  easyIndicator('EasyZLMA', 'the average without lag'),
] as const satisfies readonly CommandDefinition[];
