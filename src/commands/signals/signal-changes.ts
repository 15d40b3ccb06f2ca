// Signals changed: delayed, weighed, reversed, mapped, and turned into conditions.

import type { CommandDefinition } from '#commands/definition/command.ts';
import { SIGNAL_RULE } from '#commands/definition/command-traits.ts';
import {
  flagParameter,
  numberParameter,
  quantityParameter,
} from '#commands/definition/define-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { signal, weighedSignal } = SHARED_PARAMETERS;

export const SIGNAL_CHANGES = [
  {
    name: 'ConvertSignal',
    aliases: ['MapSignal'],
    ...SIGNAL_RULE,
    meaning: 'Replaces one signal by another and leaves all others as they are.',
    parameters: [
      weighedSignal,
      {
        name: 'signalToCovert',
        kind: 'enum',
        group: 'signal',
        meaning: 'Signal to replace.',
        isRequired: true,
      },
      {
        name: 'convertedSignal',
        kind: 'enum',
        group: 'signal',
        meaning: 'Signal to put in its place.',
        isRequired: true,
      },
    ],
    example: 'local convertSignal = ConvertSignal(SignalLong, SignalShort, SignalExitPosition)',
  },
  {
    name: 'DelaySignal',
    category: 'Signal Helpers',
    meaning: 'The signal that came in some minutes ago; SignalNone until there is one.',
    parameters: [weighedSignal, quantityParameter('minutes', 'minutes', 'Length of the delay.')],
    result: { kind: 'enum', group: 'signal' },
    reads: ['memory', 'clock'],
    acts: ['memory'],
    example: 'local delaySignal = DelaySignal(SignalLong, 5)',
  },
  {
    name: 'IgnoreSignalIf',
    ...SIGNAL_RULE,
    meaning: 'Marks a signal as not to be counted when it equals another.',
    parameters: [
      weighedSignal,
      {
        name: 'signalToIgnore',
        kind: 'enum',
        group: 'signal',
        meaning: 'Signal that is not counted.',
        isRequired: true,
      },
    ],
    example: 'local ignoreSignalIf = IgnoreSignalIf(SignalLong, SignalShort)',
  },
  {
    name: 'PositionToBool',
    category: 'Signal Helpers',
    meaning: 'Which side a position has, as three conditions.',
    parameters: [
      {
        name: 'position',
        kind: 'enum',
        group: 'position',
        meaning: 'Side to test.',
        isRequired: true,
      },
    ],
    result: {
      kind: 'container',
      fields: [
        { name: 'isLong', kind: 'boolean' },
        { name: 'isShort', kind: 'boolean' },
        { name: 'isNone', kind: 'boolean' },
      ],
    },
    reads: [],
    acts: [],
    example: 'local positionToBool = PositionToBool(GetPositionDirection())',
  },
  {
    name: 'ReverseSignal',
    ...SIGNAL_RULE,
    meaning: 'Turns long into short and short into long; other signals stay.',
    parameters: [weighedSignal],
    example: 'local reverseSignal = ReverseSignal(SignalLong)',
  },
  {
    name: 'SignalMapper',
    ...SIGNAL_RULE,
    meaning: 'Replaces each kind of signal by the one named for it.',
    parameters: [
      weighedSignal,
      flagParameter('reverse', 'false', 'Turn long and short around first.'),
      {
        name: 'mapLongTo',
        kind: 'enum',
        group: 'signal',
        meaning: 'What long becomes.',
        isRequired: false,
        defaultExpression: 'SignalLong',
      },
      {
        name: 'mapShortTo',
        kind: 'enum',
        group: 'signal',
        meaning: 'What short becomes.',
        isRequired: false,
        defaultExpression: 'SignalShort',
      },
      {
        name: 'mapExitTo',
        kind: 'enum',
        group: 'signal',
        meaning: 'What an exit becomes.',
        isRequired: false,
        defaultExpression: 'SignalExitPosition',
      },
      {
        name: 'mapNoneTo',
        kind: 'enum',
        group: 'signal',
        meaning: 'What no signal becomes.',
        isRequired: false,
        defaultExpression: 'SignalNone',
      },
    ],
    example: 'local signalMapper = SignalMapper(SignalLong)',
  },
  {
    name: 'SignalProperties',
    ...SIGNAL_RULE,
    meaning: 'Gives a signal its weight, its delay, and the decisions for which it counts.',
    parameters: [
      weighedSignal,
      flagParameter('useLong', 'true', 'Count it for long decisions.'),
      flagParameter('useShort', 'true', 'Count it for short decisions.'),
      flagParameter('useExit', 'true', 'Count it for exit decisions.'),
      {
        name: 'weight',
        kind: 'number',
        meaning: 'Its weight, at least 1.',
        isRequired: false,
        defaultExpression: '1',
      },
      {
        name: 'delay',
        kind: 'number',
        meaning: 'How long it is held back.',
        unit: 'minutes',
        isRequired: false,
        defaultExpression: '0',
      },
    ],
    example: 'local signalProperties = SignalProperties(SignalLong)',
  },
  {
    name: 'SignalToBool',
    category: 'Signal Helpers',
    meaning: 'Which kind a signal is, as four conditions.',
    parameters: [signal],
    result: {
      kind: 'container',
      fields: [
        { name: 'isLong', kind: 'boolean' },
        { name: 'isShort', kind: 'boolean' },
        { name: 'isExit', kind: 'boolean' },
        { name: 'isNone', kind: 'boolean' },
      ],
    },
    reads: [],
    acts: [],
    example: 'local signalToBool = SignalToBool(SignalLong)',
  },
  {
    name: 'SignalToLog',
    category: 'Signal Helpers',
    meaning: 'Writes signals to the log.',
    parameters: [
      {
        name: 'signals',
        kind: 'enum',
        group: 'signal',
        keepsProperties: true,
        meaning: 'Signals to write.',
        isRequired: true,
        isVariadic: true,
      },
    ],
    result: { kind: 'nothing' },
    reads: [],
    acts: ['log'],
    example: 'SignalToLog(SignalLong, SignalShort)',
  },
  {
    name: 'SignalWeight',
    ...SIGNAL_RULE,
    meaning: 'Gives a signal a weight for GetWeightedConsensusSignal.',
    parameters: [weighedSignal, numberParameter('weight', 'Its weight, at least 1.')],
    example: 'local signalWeight = SignalWeight(SignalLong, 2)',
  },
  {
    name: 'UseSignalIf',
    ...SIGNAL_RULE,
    meaning: 'Marks a signal as counted only when it equals another.',
    parameters: [
      weighedSignal,
      {
        name: 'signalToUse',
        kind: 'enum',
        group: 'signal',
        meaning: 'Signal that is counted.',
        isRequired: true,
      },
    ],
    example: 'local useSignalIf = UseSignalIf(SignalLong, SignalLong)',
  },
] as const satisfies readonly CommandDefinition[];
