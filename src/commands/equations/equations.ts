// Comparisons and logic. A series stands for its newest value.

import type { CommandDefinition, ParameterDefinition } from '#commands/definition/command.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { input1, input2, requiredValue } = SHARED_PARAMETERS;

const value1 = {
  name: 'value1',
  kind: 'any',
  meaning: 'First value.',
  isRequired: true,
} as const satisfies ParameterDefinition;

const value2 = {
  name: 'value2',
  kind: 'any',
  meaning: 'Second value.',
  isRequired: true,
} as const satisfies ParameterDefinition;

const comparedValue = {
  name: 'value',
  kind: 'numberOrSeries',
  meaning: 'Value to test.',
  isRequired: false,
} as const satisfies ParameterDefinition;

const lowValue = {
  name: 'lowValue',
  kind: 'numberOrSeries',
  meaning: 'Lower limit.',
  isRequired: true,
} as const satisfies ParameterDefinition;

const highValue = {
  name: 'highValue',
  kind: 'numberOrSeries',
  meaning: 'Upper limit.',
  isRequired: true,
} as const satisfies ParameterDefinition;

const requiredInput2 = {
  name: 'input2',
  kind: 'numberOrSeries',
  meaning: 'Second value or values.',
  isRequired: true,
} as const satisfies ParameterDefinition;

const conditions = {
  name: 'values[]',
  kind: 'boolean',
  meaning: 'Values to test, as many as wanted.',
  isRequired: true,
  isVariadic: true,
} as const satisfies ParameterDefinition;

const EQUATION = {
  category: 'Equations',
  result: { kind: 'boolean' },
  reads: [],
  acts: [],
} as const;

export const EQUATIONS = [
  {
    name: 'Compare',
    category: 'Equations',
    meaning: 'Whether the first value is above, equal to or below the second, as three conditions.',
    parameters: [input1, input2],
    result: {
      kind: 'container',
      fields: [
        { name: 'isAbove', kind: 'boolean' },
        { name: 'isEqual', kind: 'boolean' },
        { name: 'isBelow', kind: 'boolean' },
      ],
    },
    reads: [],
    acts: [],
    example: 'local result = Compare(a, b)',
  },
  {
    name: 'Equals',
    ...EQUATION,
    meaning: 'True when two values are equal.',
    parameters: [value1, value2],
    example: 'local result = Equals(a, b)',
  },
  {
    name: 'False',
    ...EQUATION,
    meaning: 'The value false.',
    parameters: [],
    example: 'local result = False()',
  },
  {
    name: 'IfNull',
    category: 'Equations',
    meaning: 'The value, or another one when it is nil or NaN.',
    parameters: [
      requiredValue,
      {
        name: 'defaultValue',
        kind: 'any',
        meaning: 'Value that stands in.',
        isRequired: true,
      },
    ],
    result: { kind: 'any' },
    reads: [],
    acts: [],
    example: 'local result = IfNull(value, 0)',
  },
  {
    name: 'IsBiggerAndSmallerThan',
    ...EQUATION,
    meaning: 'True when a value lies between two limits.',
    parameters: [comparedValue, lowValue, highValue],
    example: 'local result = IsBiggerAndSmallerThan(value, 10, 20)',
  },
  {
    name: 'IsBiggerOrSmallerThan',
    ...EQUATION,
    meaning: 'True when a value lies outside two limits.',
    parameters: [comparedValue, highValue, lowValue],
    example: 'local result = IsBiggerOrSmallerThan(value, 20, 10)',
  },
  {
    name: 'IsBiggerThan',
    ...EQUATION,
    meaning: 'True when the first value is above the second.',
    parameters: [input1, requiredInput2],
    example: 'local result = IsBiggerThan(a, b)',
  },
  {
    name: 'IsFalse',
    aliases: ['Not'],
    ...EQUATION,
    meaning: 'True when all values are false.',
    parameters: [conditions],
    example: 'local result = IsFalse(a > 0, b > 0)',
  },
  {
    name: 'IsNotNull',
    ...EQUATION,
    meaning: 'True when a value is neither nil nor NaN.',
    parameters: [requiredValue],
    example: 'local result = IsNotNull(value)',
  },
  {
    name: 'IsNull',
    ...EQUATION,
    meaning: 'True when a value is nil or NaN.',
    parameters: [requiredValue],
    example: 'local result = IsNull(value)',
  },
  {
    name: 'IsSmallerThan',
    ...EQUATION,
    meaning: 'True when the first value is below the second.',
    parameters: [input1, requiredInput2],
    example: 'local result = IsSmallerThan(a, b)',
  },
  {
    name: 'IsTrue',
    aliases: ['And'],
    ...EQUATION,
    meaning: 'True when all values are true.',
    parameters: [conditions],
    example: 'local result = IsTrue(a > 0, b > 0)',
  },
  {
    name: 'NotEquals',
    ...EQUATION,
    meaning: 'True when two values differ.',
    parameters: [value1, value2],
    example: 'local result = NotEquals(a, b)',
  },
  {
    name: 'Or',
    ...EQUATION,
    meaning: 'True when any value is true.',
    parameters: [conditions],
    example: 'local result = Or(a > 0, b > 0)',
  },
  {
    name: 'True',
    ...EQUATION,
    meaning: 'The value true.',
    parameters: [],
    example: 'local result = True()',
  },
] as const satisfies readonly CommandDefinition[];
