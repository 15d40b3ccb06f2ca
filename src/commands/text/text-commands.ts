// Texts: searching, cutting, joining and reading data out of them.

import type { CommandDefinition, ParameterDefinition } from '#commands/definition/command.ts';
import {
  flagParameter,
  numberParameter,
  quantityParameter,
} from '#commands/definition/define-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { value } = SHARED_PARAMETERS;

const searchValue = {
  name: 'searchValue',
  kind: 'string',
  meaning: 'Text to look for.',
  isRequired: true,
} as const satisfies ParameterDefinition;

const ignoreCase = flagParameter('ignoreCase', 'false', 'Take capital and small letters as equal.');

const TEXT_HELPER = { category: 'String Helpers', reads: [], acts: [] } as const;

export const TEXT_COMMANDS = [
  {
    name: 'NewGuid',
    category: 'String Helpers',
    meaning: 'A new unique id.',
    parameters: [],
    result: { kind: 'string' },
    reads: ['chance'],
    acts: [],
    example: 'local id = NewGuid()',
  },
  {
    name: 'Parse',
    ...TEXT_HELPER,
    meaning: 'A value converted to a type; nil when that is not possible.',
    parameters: [
      { name: 'value', kind: 'any', meaning: 'Value to convert.', isRequired: true },
      {
        name: 'type',
        kind: 'enum',
        group: 'parameterType',
        meaning: 'Type to convert to.',
        isRequired: true,
      },
    ],
    result: { kind: 'any' },
    example: "local result = Parse('12.5', NumberType)",
  },
  {
    name: 'ParseCsv',
    ...TEXT_HELPER,
    meaning: 'A table read from text with columns. Only text is read: addresses are not fetched.',
    parameters: [
      { name: 'csv', kind: 'string', meaning: 'Text to read.', isRequired: true },
      flagParameter('hasHeaders', 'false', 'The first row names the columns.'),
      {
        name: 'columnDelimiter',
        kind: 'string',
        meaning: 'Between columns.',
        isRequired: false,
        defaultExpression: "';'",
      },
      {
        name: 'rowDelimiter',
        kind: 'string',
        meaning: 'Between rows.',
        isRequired: false,
        defaultExpression: "'\\\\n'",
      },
    ],
    result: { kind: 'table' },
    example: "local result = ParseCsv('a;b')",
  },
  {
    name: 'ParseJson',
    ...TEXT_HELPER,
    meaning: 'A value read from JSON text. Only text is read: addresses are not fetched.',
    parameters: [{ name: 'json', kind: 'string', meaning: 'Text to read.', isRequired: true }],
    result: { kind: 'any' },
    example: "local result = ParseJson('[1, 2]')",
  },
  {
    name: 'StringContains',
    ...TEXT_HELPER,
    meaning: 'True when a text contains another.',
    parameters: [value, searchValue, ignoreCase],
    result: { kind: 'boolean' },
    example: "local result = StringContains('a,b', 'b')",
  },
  {
    name: 'StringExplode',
    aliases: ['StringSplit'],
    ...TEXT_HELPER,
    meaning: 'The parts of a text between delimiters.',
    parameters: [
      value,
      { name: 'delimiter', kind: 'string', meaning: 'Text between the parts.', isRequired: true },
    ],
    result: { kind: 'list', of: 'string' },
    example: "local result = StringExplode('a,b', ',')",
  },
  {
    name: 'StringFromQuery',
    ...TEXT_HELPER,
    meaning: 'A table of the names and values of a query such as a=1&b=2.',
    parameters: [{ name: 'value', kind: 'string', meaning: 'Query to read.', isRequired: true }],
    result: { kind: 'table' },
    example: "local result = StringFromQuery('a=1&b=2')",
  },
  {
    name: 'StringIndexOf',
    ...TEXT_HELPER,
    meaning: 'Where a text first contains another, counted from 0; -1 when it does not.',
    parameters: [value, searchValue, ignoreCase],
    result: { kind: 'number' },
    example: "local result = StringIndexOf('a,b', 'b')",
  },
  {
    name: 'StringJoin',
    ...TEXT_HELPER,
    meaning: 'Two texts joined, with a separator between.',
    parameters: [
      { name: 'value1', kind: 'any', meaning: 'First text.', isRequired: true },
      { name: 'value2', kind: 'any', meaning: 'Second text.', isRequired: true },
      {
        name: 'separator',
        kind: 'string',
        meaning: 'Between the two.',
        isRequired: false,
        defaultExpression: "''",
      },
    ],
    result: { kind: 'string' },
    example: "local result = StringJoin('a', 'b')",
  },
  {
    name: 'SubString',
    ...TEXT_HELPER,
    meaning: 'A part of a text.',
    parameters: [
      value,
      numberParameter('start', 'Where it starts, counted from 0.'),
      quantityParameter('length', 'characters', 'How many characters.'),
    ],
    result: { kind: 'string' },
    example: "local result = SubString('a,b', 0, 3)",
  },
] as const satisfies readonly CommandDefinition[];
