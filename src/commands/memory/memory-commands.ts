// Commands for values retained between runs, for the log and for exports.

import type { CommandDefinition, ParameterDefinition } from '#commands/definition/command.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { key, requiredMessage } = SHARED_PARAMETERS;

const fileName = {
  name: 'name',
  kind: 'string',
  meaning: 'Name of the file.',
  isRequired: true,
} as const satisfies ParameterDefinition;

const WRITING = { category: 'Memory Helpers', result: { kind: 'nothing' }, reads: [] } as const;

export const MEMORY_COMMANDS = [
  {
    name: 'Delete',
    ...WRITING,
    meaning: 'Removes what is retained under a name.',
    parameters: [key],
    acts: ['memory'],
    example: "Delete('count')",
  },
  {
    name: 'InitExportData',
    ...WRITING,
    meaning: 'Begins an export file with its column headings.',
    parameters: [
      fileName,
      {
        name: 'headers',
        kind: 'string',
        meaning: 'Column headings.',
        isRequired: true,
        isVariadic: true,
      },
    ],
    acts: ['report'],
    example: "InitExportData('trades', 'time', 'price')",
  },
  {
    name: 'Load',
    category: 'Memory Helpers',
    meaning: 'What is retained under a name, or the default when there is nothing.',
    parameters: [
      key,
      {
        name: 'defaultValue',
        kind: 'any',
        meaning: 'Value when nothing is retained.',
        isRequired: false,
        defaultExpression: 'nil',
      },
    ],
    result: { kind: 'any' },
    reads: ['memory'],
    acts: [],
    example: "local value = Load('count')",
  },
  {
    name: 'Log',
    ...WRITING,
    meaning: 'Writes a line to the log of the bot.',
    parameters: [
      requiredMessage,
      { name: 'color', kind: 'string', meaning: 'Colour.', unit: 'color', isRequired: false },
      {
        name: 'prefix',
        kind: 'string',
        meaning: 'Text before the message.',
        isRequired: false,
        defaultExpression: "''",
      },
      {
        name: 'suffix',
        kind: 'string',
        meaning: 'Text after the message.',
        isRequired: false,
        defaultExpression: "''",
      },
    ],
    acts: ['log'],
    example: "Log('done')",
  },
  {
    name: 'LogError',
    ...WRITING,
    meaning: 'Writes an error to the log of the bot.',
    parameters: [requiredMessage],
    acts: ['log'],
    example: "LogError('done')",
  },
  {
    name: 'LogWalletError',
    ...WRITING,
    meaning: 'Writes a warning to the log of the bot and marks its trade amount as wrong.',
    parameters: [requiredMessage],
    acts: ['log', 'settings'],
    example: "LogWalletError('done')",
  },
  {
    name: 'LogWarning',
    ...WRITING,
    meaning: 'Writes a warning to the log of the bot.',
    parameters: [requiredMessage],
    acts: ['log'],
    example: "LogWarning('done')",
  },
  {
    name: 'Save',
    ...WRITING,
    meaning:
      'Keeps a value under a name, across runs of the bot; a later Load of the same run ' +
      'sees it. Up to 10,000 names.',
    parameters: [
      key,
      {
        name: 'value',
        kind: 'any',
        meaning: 'Value to keep; not nil, and not a container.',
        isRequired: true,
      },
    ],
    acts: ['memory'],
    example: "Save('count', 1)",
  },
  {
    name: 'SessionGet',
    category: 'Memory Helpers',
    meaning: 'What is retained under a name until the bot stops.',
    parameters: [key],
    result: { kind: 'any' },
    reads: ['memory'],
    acts: [],
    example: "local value = SessionGet('count')",
  },
  {
    name: 'SessionSet',
    ...WRITING,
    meaning: 'Keeps a value under a name until the bot stops.',
    parameters: [key, { name: 'value', kind: 'any', meaning: 'Value to keep.', isRequired: true }],
    acts: ['memory'],
    example: "SessionSet('count', 1)",
  },
  {
    name: 'WriteExportData',
    ...WRITING,
    meaning: 'Adds a row to an export file.',
    parameters: [
      fileName,
      {
        name: 'values',
        kind: 'any',
        meaning: 'Values of the row, one for each heading.',
        isRequired: true,
        isVariadic: true,
      },
    ],
    acts: ['report'],
    example: "WriteExportData('trades', Time(), 100)",
  },
] as const satisfies readonly CommandDefinition[];
