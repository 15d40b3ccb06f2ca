// Signals made from values, from several signals, or from what other bots and webhooks sent.

import type { CommandDefinition, ParameterDefinition } from '#commands/definition/command.ts';
import { SIGNAL_RULE } from '#commands/definition/command-traits.ts';
import {
  flagParameter,
  numberParameter,
  quantityParameter,
} from '#commands/definition/define-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { signal } = SHARED_PARAMETERS;

const comparedValue = {
  name: 'value',
  kind: 'numberOrSeries',
  meaning: 'Value to compare.',
  isRequired: true,
} as const satisfies ParameterDefinition;

const weighedSignals = {
  name: 'signals[]',
  kind: 'enum',
  group: 'signal',
  keepsProperties: true,
  meaning: 'Signals to weigh, as many as wanted.',
  isRequired: true,
  isVariadic: true,
} as const satisfies ParameterDefinition;

const signalId = {
  name: 'id',
  kind: 'string',
  meaning: 'Id of the signal.',
  isRequired: true,
} as const satisfies ParameterDefinition;

export const SIGNAL_SOURCES = [
  {
    name: 'BoolToSignal',
    ...SIGNAL_RULE,
    meaning: 'The signal of the first of four conditions that is true; SignalNone when none is.',
    parameters: [
      flagParameter('isLong', 'false', 'Return SignalLong.'),
      flagParameter('isShort', 'false', 'Return SignalShort.'),
      flagParameter('isExit', 'false', 'Return SignalExitPosition.'),
      flagParameter('isNone', 'false', 'Return SignalNone.'),
    ],
    example: 'local boolToSignal = BoolToSignal(true)',
  },
  {
    name: 'GetAboveBelowSignal',
    ...SIGNAL_RULE,
    meaning:
      'Long while the faster value is above the slower one, short while below, none when equal.',
    parameters: [
      {
        name: 'fast',
        kind: 'numberOrSeries',
        meaning: 'Faster of the two values.',
        isRequired: true,
      },
      {
        name: 'slow',
        kind: 'numberOrSeries',
        meaning: 'Slower of the two values.',
        isRequired: true,
      },
    ],
    example:
      'local aboveBelowSignal = GetAboveBelowSignal(EMA(ClosePrices(), 9), EMA(ClosePrices(), 21))',
  },
  {
    name: 'GetBuySellLevelSignal',
    ...SIGNAL_RULE,
    meaning: 'Long below the buy level, short above the sell level, none between.',
    parameters: [
      comparedValue,
      numberParameter('buyLevel', 'Level below which the result is long.'),
      numberParameter('sellLevel', 'Level above which the result is short.'),
    ],
    example: 'local buySellLevelSignal = GetBuySellLevelSignal(RSI(ClosePrices(), 14), 30, 70)',
  },
  {
    name: 'GetConsensusSignal',
    ...SIGNAL_RULE,
    meaning:
      'The signal that more than half of the signals agree on; SignalNone without such a majority.',
    parameters: [weighedSignals],
    example: 'local consensusSignal = GetConsensusSignal(SignalLong, SignalLong)',
  },
  {
    name: 'GetCrossOverUnderSignal',
    ...SIGNAL_RULE,
    meaning:
      'Long when the faster value crosses above the slower one, short when it crosses ' +
      'below, else none.',
    parameters: [
      {
        name: 'fast',
        kind: 'numberOrSeries',
        meaning: 'Faster of the two values.',
        isRequired: false,
      },
      {
        name: 'slow',
        kind: 'numberOrSeries',
        meaning: 'Slower of the two values.',
        isRequired: false,
      },
    ],
    example:
      'local crossOverUnderSignal = GetCrossOverUnderSignal(EMA(ClosePrices(), 9), EMA(ClosePrices(), 21))',
  },
  {
    name: 'GetRemoteSignal',
    category: 'Signal Helpers',
    meaning: 'The latest signal that was stored under an id by SaveRemoteSignal.',
    parameters: [signalId],
    result: { kind: 'enum', group: 'signal' },
    reads: ['signals'],
    acts: [],
    example: 'local remoteSignal = GetRemoteSignal("trend")',
  },
  {
    name: 'GetSuperSignal',
    ...SIGNAL_RULE,
    meaning:
      'The signal of an indicator and its signal line, read in the way that the signal type says.',
    parameters: [
      {
        name: 'indicatorValue',
        kind: 'series',
        meaning: 'Values of the indicator.',
        isRequired: true,
      },
      {
        name: 'signalValue',
        kind: 'series',
        meaning: 'Values of its signal line.',
        isRequired: true,
      },
      {
        name: 'signalType',
        kind: 'enum',
        group: 'signalType',
        meaning: 'How the values are read.',
        isRequired: true,
      },
      {
        name: 'centerPosition',
        kind: 'number',
        meaning: 'Centre that crossings are measured against.',
        isRequired: false,
        defaultExpression: '0',
      },
      {
        name: 'buyLevel',
        kind: 'number',
        meaning: 'Level below which the result is long.',
        isRequired: false,
        defaultExpression: '30',
      },
      {
        name: 'sellLevel',
        kind: 'number',
        meaning: 'Level above which the result is short.',
        isRequired: false,
        defaultExpression: '70',
      },
    ],
    example:
      'local superSignal = GetSuperSignal(RSI(ClosePrices(), 14), SMA(RSI(ClosePrices(), 14), 9), IndicatorThresholdType)',
  },
  {
    name: 'GetThresholdSignal',
    ...SIGNAL_RULE,
    meaning: 'Long below a threshold, short above it.',
    parameters: [
      comparedValue,
      {
        name: 'threshold',
        kind: 'numberOrSeries',
        meaning: 'Level to compare with.',
        isRequired: true,
      },
      {
        name: 'swing',
        kind: 'number',
        meaning: 'Least distance from the threshold before there is a signal.',
        isRequired: false,
        defaultExpression: '0',
      },
    ],
    example: 'local thresholdSignal = GetThresholdSignal(RSI(ClosePrices(), 14), 50)',
  },
  {
    name: 'GetUnanimousSignal',
    ...SIGNAL_RULE,
    meaning: 'The signal that all signals agree on; SignalNone when they do not.',
    parameters: [weighedSignals],
    example: 'local unanimousSignal = GetUnanimousSignal(SignalLong, SignalLong)',
  },
  {
    name: 'GetWebHookSignal',
    category: 'Signal Helpers',
    meaning:
      'The latest payload that a webhook delivered for an id, with the time it came in; ' +
      'nil before the first. A delivery starts a run at once.',
    parameters: [
      { name: 'id', kind: 'string', meaning: 'Id that the webhook names.', isRequired: true },
    ],
    result: { kind: 'any' },
    reads: ['signals'],
    acts: [],
    example: 'local webHookSignal = GetWebHookSignal("alerts")',
  },
  {
    name: 'GetWeightedConsensusSignal',
    ...SIGNAL_RULE,
    meaning:
      'The signal whose weights reach the sum needed for its side while no other side ' +
      'reaches its own; SignalNone otherwise.',
    parameters: [
      numberParameter('longWeight', 'Sum of weights needed for long.'),
      numberParameter('shortWeight', 'Sum of weights needed for short.'),
      numberParameter('exitWeight', 'Sum of weights needed to exit.'),
      weighedSignals,
    ],
    example:
      'local weightedConsensusSignal = GetWeightedConsensusSignal(2, 2, 1, SignalLong, SignalLong)',
  },
  {
    name: 'HindSightSignal',
    category: 'Signal Helpers',
    meaning:
      'The signal that would have been best some candles ago, now that the candles since are ' +
      'known. Nothing sees candles to come.',
    parameters: [quantityParameter('period', 'candles', 'How many candles are looked back upon.')],
    result: { kind: 'enum', group: 'signal' },
    reads: ['series'],
    acts: [],
    example: 'local hindSightSignal = HindSightSignal(20)',
  },
  {
    name: 'SaveRemoteSignal',
    category: 'Signal Helpers',
    meaning: 'Stores a signal under an id, for other bots of this service to read.',
    parameters: [
      signalId,
      {
        name: 'secret',
        kind: 'string',
        meaning: 'Secret that protects the id from being overwritten.',
        isRequired: true,
      },
      signal,
    ],
    result: { kind: 'nothing' },
    reads: [],
    acts: ['signals'],
    example: 'SaveRemoteSignal("trend", "s3cret", SignalLong)',
  },
] as const satisfies readonly CommandDefinition[];
