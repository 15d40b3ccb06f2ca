// Commands by which a script becomes a command that other scripts call.

import type { CommandDefinition, ParameterDefinition } from '#commands/definition/command.ts';
import { numberParameter } from '#commands/definition/define-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { requiredInterval, requiredType } = SHARED_PARAMETERS;

const outputSuggestions = {
  name: 'outputSuggestions',
  kind: 'string',
  meaning: 'Commands that editors offer for it.',
  isRequired: false,
  defaultExpression: "''",
} as const satisfies ParameterDefinition;

const description = {
  name: 'description',
  kind: 'string',
  meaning: 'What it means.',
  isRequired: true,
} as const satisfies ParameterDefinition;

const DECLARATION = {
  category: 'Custom Commands Helpers',
  result: { kind: 'nothing' },
  reads: [],
  acts: [],
} as const;

export const CUSTOM_COMMANDS = [
  {
    name: 'DefineCommand',
    ...DECLARATION,
    meaning: 'Says that this script is a command, and how it is called.',
    parameters: [
      {
        name: 'name',
        kind: 'string',
        meaning: 'Name of the command: letters, digits and underscores.',
        isRequired: true,
      },
      { name: 'description', kind: 'string', meaning: 'What it does.', isRequired: true },
    ],
    example: "DefineCommand('FlipStop', 'Stop that flips')",
  },
  {
    name: 'DefineEasyIndicatorOutput',
    ...DECLARATION,
    meaning: 'Says which signal this indicator returns.',
    parameters: [
      {
        name: 'result',
        kind: 'enum',
        group: 'signal',
        meaning: 'Signal to return.',
        isRequired: true,
      },
    ],
    example: 'DefineEasyIndicatorOutput(SignalLong)',
  },
  {
    name: 'DefineEasyIndicatorParameters',
    category: 'Custom Commands Helpers',
    meaning: 'Makes the two parameters that easy indicators take.',
    parameters: [
      {
        name: 'chartIndex',
        kind: 'number',
        meaning: 'Chart to draw on by default.',
        isRequired: false,
        defaultExpression: '1',
      },
    ],
    result: {
      kind: 'container',
      fields: [
        { name: 'chartIndex', kind: 'number' },
        { name: 'interval', kind: 'number' },
      ],
    },
    reads: ['inputs'],
    acts: [],
    example: 'local settings = DefineEasyIndicatorParameters()',
  },
  {
    name: 'DefineIntervalOptimization',
    ...DECLARATION,
    meaning:
      'Says that this command changes only when a candle of this length closes, so that ' +
      'backtests may keep its result.',
    parameters: [requiredInterval],
    example: 'DefineIntervalOptimization(15)',
  },
  {
    name: 'DefineOutput',
    ...DECLARATION,
    meaning: 'Says what this command returns, and returns it.',
    parameters: [
      requiredType,
      { name: 'value', kind: 'any', meaning: 'Value to return.', isRequired: false },
      {
        name: 'description',
        kind: 'string',
        meaning: 'What the value means.',
        isRequired: false,
        defaultExpression: "''",
      },
      outputSuggestions,
    ],
    example: 'DefineOutput(NumberType)',
  },
  {
    name: 'DefineOutputIndex',
    ...DECLARATION,
    meaning: 'Says what one element of the returned list is.',
    parameters: [
      numberParameter('index', 'Place of the element, counted from 1.'),
      requiredType,
      { name: 'name', kind: 'string', meaning: 'Name of the element.', isRequired: true },
      description,
      outputSuggestions,
    ],
    example: "DefineOutputIndex(1, NumberType, 'upper', 'Upper band')",
  },
  {
    name: 'DefineParameter',
    category: 'Custom Commands Helpers',
    meaning: 'Makes a parameter of this command and returns what the caller passed.',
    parameters: [
      requiredType,
      { name: 'name', kind: 'string', meaning: 'Name of the parameter.', isRequired: true },
      description,
      {
        name: 'isRequired',
        kind: 'boolean',
        meaning: 'The caller must pass it.',
        isRequired: true,
      },
      {
        name: 'defaultValue',
        kind: 'any',
        meaning: 'Value when it is left out.',
        isRequired: true,
      },
      {
        name: 'inputSuggestions',
        kind: 'string',
        meaning: 'Commands that editors offer for it.',
        isRequired: false,
        defaultExpression: "''",
      },
    ],
    result: { kind: 'any' },
    reads: ['inputs'],
    acts: [],
    example:
      "local interval = DefineParameter(NumberType, 'interval', 'Minutes of a candle', false, 0)",
  },
  {
    name: 'Library',
    category: 'Custom Commands Helpers',
    meaning: 'Calls a custom command with the arguments given.',
    parameters: [
      {
        name: 'arg',
        kind: 'any',
        meaning: 'Name of the command, then its arguments.',
        isRequired: true,
        isVariadic: true,
      },
    ],
    result: { kind: 'any' },
    reads: [],
    acts: [],
    example: "local result = Library('FlipStop', 15)",
  },
] as const satisfies readonly CommandDefinition[];
