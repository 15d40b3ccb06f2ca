// Mathematics over the elements of a series.

import type { CommandDefinition, ParameterDefinition } from '#commands/definition/command.ts';
import { CALCULATION } from '#commands/definition/command-traits.ts';
import { numberParameter } from '#commands/definition/define-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { array, depth, input1, input2, inputSeries, prices, requiredInput, threshold } =
  SHARED_PARAMETERS;

const offset = {
  name: 'offset',
  kind: 'number',
  meaning: 'How many newest elements are passed over.',
  unit: 'elements',
  isRequired: false,
  defaultExpression: '0',
} as const satisfies ParameterDefinition;

const values = {
  name: 'values[]',
  kind: 'numberOrSeries',
  meaning: 'Values to test, as many as wanted.',
  isRequired: true,
  isVariadic: true,
} as const satisfies ParameterDefinition;

const newValue = numberParameter('newValue', 'Value to put in.');

export const SERIES_MATHEMATICS = [
  {
    name: 'Average',
    ...CALCULATION,
    meaning: 'The mean of two values, or of all elements of one series.',
    parameters: [input1, input2],
    result: { kind: 'numberOrSeries' },
    example: 'local result = Average(a)',
  },
  {
    name: 'Average2',
    ...CALCULATION,
    meaning: 'The mean of the newest elements of a series.',
    parameters: [
      requiredInput,
      {
        name: 'period',
        kind: 'number',
        meaning: 'How many elements; all when left out.',
        unit: 'elements',
        isRequired: false,
      },
    ],
    result: { kind: 'numberOrSeries' },
    example: 'local result = Average2(values)',
  },
  {
    name: 'Change',
    ...CALCULATION,
    meaning: 'The difference of each element from the one before it.',
    parameters: [prices],
    result: { kind: 'series' },
    example: 'local result = Change(ClosePrices())',
  },
  {
    name: 'Compress',
    ...CALCULATION,
    meaning: 'The means of every two neighbouring elements, half as many.',
    parameters: [requiredInput],
    result: { kind: 'series' },
    example: 'local result = Compress(values)',
  },
  {
    name: 'Delta',
    aliases: ['PercentageChange'],
    ...CALCULATION,
    meaning:
      'The change from the first value to the second in percent; of one series, the ' +
      'change of each element from the one before.',
    parameters: [input1, input2],
    result: { kind: 'numberOrSeries', unit: 'percent' },
    example: 'local result = Delta(a)',
  },
  {
    name: 'FilterAbove',
    ...CALCULATION,
    meaning: 'The series without the elements above a limit.',
    parameters: [inputSeries, threshold],
    result: { kind: 'series' },
    example: 'local result = FilterAbove(values, 70)',
  },
  {
    name: 'FilterBelow',
    ...CALCULATION,
    meaning: 'The series without the elements below a limit.',
    parameters: [inputSeries, threshold],
    result: { kind: 'series' },
    example: 'local result = FilterBelow(values, 70)',
  },
  {
    name: 'GetHigh',
    ...CALCULATION,
    meaning: 'The highest of the newest elements.',
    parameters: [prices, depth, offset],
    result: { kind: 'number' },
    example: 'local result = GetHigh(ClosePrices(), 20)',
  },
  {
    name: 'GetHighs',
    ...CALCULATION,
    meaning: 'For each element, the highest of it and those before it within a depth.',
    parameters: [array, depth],
    result: { kind: 'series' },
    example: 'local result = GetHighs(ClosePrices(), 20)',
  },
  {
    name: 'GetLow',
    ...CALCULATION,
    meaning: 'The lowest of the newest elements.',
    parameters: [prices, depth, offset],
    result: { kind: 'number' },
    example: 'local result = GetLow(ClosePrices(), 20)',
  },
  {
    name: 'GetLows',
    ...CALCULATION,
    meaning: 'For each element, the lowest of it and those before it within a depth.',
    parameters: [array, depth],
    result: { kind: 'series' },
    example: 'local result = GetLows(ClosePrices(), 20)',
  },
  {
    name: 'Max',
    ...CALCULATION,
    meaning:
      'The greatest of the values, or of the elements of one series; of two series, the ' +
      'greater of each pair.',
    parameters: [values],
    result: { kind: 'numberOrSeries' },
    example: 'local result = Max(a, b)',
  },
  {
    name: 'Min',
    ...CALCULATION,
    meaning:
      'The least of the values, or of the elements of one series; of two series, the ' +
      'lesser of each pair.',
    parameters: [values],
    result: { kind: 'numberOrSeries' },
    example: 'local result = Min(a, b)',
  },
  {
    name: 'ReplaceAbove',
    ...CALCULATION,
    meaning: 'The series with the elements above a limit replaced.',
    parameters: [inputSeries, threshold, newValue],
    result: { kind: 'series' },
    example: 'local result = ReplaceAbove(values, 70, 0)',
  },
  {
    name: 'ReplaceBelow',
    ...CALCULATION,
    meaning: 'The series with the elements below a limit replaced.',
    parameters: [inputSeries, threshold, newValue],
    result: { kind: 'series' },
    example: 'local result = ReplaceBelow(values, 70, 0)',
  },
  {
    name: 'Sd',
    ...CALCULATION,
    meaning: 'The standard deviation of a series.',
    parameters: [requiredInput],
    result: { kind: 'number' },
    example: 'local result = Sd(values)',
  },
] as const satisfies readonly CommandDefinition[];
