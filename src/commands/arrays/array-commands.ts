// Lists and series: making, reading, searching and changing them.

import type { CommandDefinition, ParameterDefinition } from '#commands/definition/command.ts';
import {
  flagParameter,
  numberParameter,
  quantityParameter,
} from '#commands/definition/define-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { index, input, interval } = SHARED_PARAMETERS;

const element = {
  name: 'element',
  kind: 'any',
  meaning: 'Element to add.',
  isRequired: true,
} as const satisfies ParameterDefinition;

const optionalSoughtValue = {
  name: 'value',
  kind: 'any',
  meaning: 'Value to look for.',
  isRequired: false,
} as const satisfies ParameterDefinition;

const soughtValue = {
  name: 'value',
  kind: 'any',
  meaning: 'Value to look for.',
  isRequired: true,
} as const satisfies ParameterDefinition;

const filterType = {
  name: 'filterType',
  kind: 'enum',
  group: 'arrayFilter',
  meaning: 'How elements are compared with the value.',
  isRequired: false,
  defaultExpression: 'ArrayFilterInclusiveType',
} as const satisfies ParameterDefinition;

const ARRAY_HELPER = { category: 'Array Helpers', reads: [], acts: [] } as const;

export const ARRAY_COMMANDS = [
  {
    name: 'ArrayAdd',
    ...ARRAY_HELPER,
    meaning: 'Adds an element at the end and returns the list.',
    parameters: [input, element],
    result: { kind: 'any' },
    example: 'local result = ArrayAdd(values, 5)',
  },
  {
    name: 'ArrayAny',
    aliases: ['ArrayContains'],
    ...ARRAY_HELPER,
    meaning: 'True when the list has an element, or has the value when one is given.',
    parameters: [input, optionalSoughtValue],
    result: { kind: 'boolean' },
    example: 'local result = ArrayAny(values)',
  },
  {
    name: 'ArrayConcat',
    ...ARRAY_HELPER,
    meaning: 'One list of the elements of two.',
    parameters: [
      { name: 'array1', kind: 'any', meaning: 'First list.', isRequired: true },
      { name: 'array2', kind: 'any', meaning: 'Second list.', isRequired: true },
    ],
    result: { kind: 'any' },
    example: 'local result = ArrayConcat({1, 2}, {3})',
  },
  {
    name: 'ArrayDistinct',
    ...ARRAY_HELPER,
    meaning: 'A list of the elements without repetitions.',
    parameters: [input],
    result: { kind: 'any' },
    example: 'local result = ArrayDistinct(values)',
  },
  {
    name: 'ArrayFilter',
    ...ARRAY_HELPER,
    meaning: 'A list of the elements that match a value in the way that is asked.',
    parameters: [input, soughtValue, filterType],
    result: { kind: 'any' },
    example: 'local result = ArrayFilter(values, 5)',
  },
  {
    name: 'ArrayFind',
    ...ARRAY_HELPER,
    meaning: 'The places of the elements that match a value in the way that is asked.',
    parameters: [input, soughtValue, filterType],
    result: { kind: 'any' },
    example: 'local result = ArrayFind(values, 5)',
  },
  {
    name: 'ArrayIndex',
    aliases: ['ArrayGet'],
    ...ARRAY_HELPER,
    meaning: 'The element at a place, as a plain value.',
    parameters: [input, index],
    result: { kind: 'any' },
    example: 'local result = ArrayIndex(values, 1)',
  },
  {
    name: 'ArrayIndexField',
    ...ARRAY_HELPER,
    meaning: 'The element at a place, for containers.',
    parameters: [input, index],
    result: { kind: 'any' },
    example: 'local result = ArrayIndexField(values, 1)',
  },
  {
    name: 'ArrayLast',
    ...ARRAY_HELPER,
    meaning: 'The last element, or one before it.',
    parameters: [
      input,
      {
        name: 'offset',
        kind: 'number',
        meaning: 'How many elements before the last.',
        unit: 'elements',
        isRequired: false,
        defaultExpression: '0',
      },
    ],
    result: { kind: 'any' },
    example: 'local result = ArrayLast(values)',
  },
  {
    name: 'ArrayPop',
    ...ARRAY_HELPER,
    meaning: 'Removes the last element and returns the list.',
    parameters: [input],
    result: { kind: 'any' },
    example: 'local result = ArrayPop(values)',
  },
  {
    name: 'ArrayRemove',
    ...ARRAY_HELPER,
    meaning: 'Removes the element at a place and returns the list.',
    parameters: [input, index],
    result: { kind: 'any' },
    example: 'local result = ArrayRemove(values, 1)',
  },
  {
    name: 'ArrayReplace',
    ...ARRAY_HELPER,
    meaning: 'The list with each element of one value replaced by another.',
    parameters: [
      input,
      { name: 'oldValue', kind: 'any', meaning: 'Value to replace.', isRequired: true },
      { name: 'newValue', kind: 'any', meaning: 'Value to put in.', isRequired: true },
    ],
    result: { kind: 'any' },
    example: 'local result = ArrayReplace(values, 5, 0)',
  },
  {
    name: 'ArrayShift',
    ...ARRAY_HELPER,
    meaning: 'Removes the first element and returns the list.',
    parameters: [input],
    result: { kind: 'any' },
    example: 'local result = ArrayShift(values)',
  },
  {
    name: 'ArraySort',
    ...ARRAY_HELPER,
    meaning: 'The list sorted, smallest first unless stated otherwise.',
    parameters: [input, flagParameter('descending', 'false', 'Largest first.')],
    result: { kind: 'any' },
    example: 'local result = ArraySort(values)',
  },
  {
    name: 'ArraySum',
    ...ARRAY_HELPER,
    meaning: 'The sum of the elements, or of one field of each.',
    parameters: [
      input,
      { name: 'key', kind: 'string', meaning: 'Field to sum.', isRequired: false },
    ],
    result: { kind: 'number' },
    example: 'local result = ArraySum(values)',
  },
  {
    name: 'ArrayUnshift',
    ...ARRAY_HELPER,
    meaning: 'Adds an element at the start and returns the list.',
    parameters: [input, element],
    result: { kind: 'any' },
    example: 'local result = ArrayUnshift(values, 5)',
  },
  {
    name: 'Count',
    ...ARRAY_HELPER,
    meaning: 'The number of elements, or of those that equal a value.',
    parameters: [input, optionalSoughtValue],
    result: { kind: 'number' },
    example: 'local result = Count(values)',
  },
  {
    name: 'Grab',
    aliases: ['Range'],
    ...ARRAY_HELPER,
    meaning: 'A part of the list: a number of elements from a place on.',
    parameters: [
      input,
      quantityParameter('offset', 'elements', 'How many newest elements are passed over.'),
      {
        name: 'count',
        kind: 'number',
        meaning: 'How many elements; all that follow when left out.',
        unit: 'elements',
        isRequired: false,
      },
    ],
    result: { kind: 'any' },
    example: 'local result = Grab(values, 1)',
  },
  {
    name: 'NewArray',
    aliases: ['NewList'],
    ...ARRAY_HELPER,
    meaning: 'A new list of the elements given.',
    parameters: [
      {
        name: 'elements[]',
        kind: 'any',
        meaning: 'Elements of the list.',
        isRequired: false,
        isVariadic: true,
      },
    ],
    result: { kind: 'list', of: 'any' },
    example: 'local result = NewArray(1, 2, 3)',
  },
  {
    name: 'NewSortedArray',
    aliases: ['NewSortedList'],
    ...ARRAY_HELPER,
    meaning: 'A new sorted list of up to ten elements.',
    parameters: [
      { name: 'elements1', kind: 'any', meaning: 'Element of the list.', isRequired: false },
      { name: 'elements2', kind: 'any', meaning: 'Element of the list.', isRequired: false },
      { name: 'elements3', kind: 'any', meaning: 'Element of the list.', isRequired: false },
      { name: 'elements4', kind: 'any', meaning: 'Element of the list.', isRequired: false },
      { name: 'elements5', kind: 'any', meaning: 'Element of the list.', isRequired: false },
      { name: 'elements6', kind: 'any', meaning: 'Element of the list.', isRequired: false },
      { name: 'elements7', kind: 'any', meaning: 'Element of the list.', isRequired: false },
      { name: 'elements8', kind: 'any', meaning: 'Element of the list.', isRequired: false },
      { name: 'elements9', kind: 'any', meaning: 'Element of the list.', isRequired: false },
      { name: 'elements10', kind: 'any', meaning: 'Element of the list.', isRequired: false },
    ],
    result: { kind: 'list', of: 'any' },
    example: 'local result = NewSortedArray(3, 1, 2)',
  },
  {
    name: 'Offset',
    ...ARRAY_HELPER,
    meaning: 'The list without its first elements.',
    parameters: [input, quantityParameter('offset', 'elements', 'How many elements to leave out.')],
    result: { kind: 'any' },
    example: 'local result = Offset(values, 1)',
  },
  {
    name: 'SourceManager',
    category: 'Array Helpers',
    meaning:
      "A series of the script's own: takes a value whenever a candle closes, and " +
      'returns all so far, newest first.',
    parameters: [
      numberParameter('newValue', 'Value to add.'),
      interval,
      {
        name: 'cap',
        kind: 'number',
        meaning: 'Most values to keep.',
        unit: 'elements',
        isRequired: false,
        defaultExpression: '500',
      },
      {
        name: 'initialValues',
        kind: 'series',
        meaning: 'Values to start with.',
        isRequired: false,
      },
    ],
    result: { kind: 'series' },
    reads: ['memory', 'clock'],
    acts: ['memory'],
    example: 'local result = SourceManager(CurrentPrice().close)',
  },
] as const satisfies readonly CommandDefinition[];
