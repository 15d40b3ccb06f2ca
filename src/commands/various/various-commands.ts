// Conversions, report items, and what editors that draw scripts need.

import type { CommandDefinition } from '#commands/definition/command.ts';
import { flagParameter, numberParameter } from '#commands/definition/define-parameter.ts';

const PURE_COMMAND = { category: 'Miscellaneous', reads: [], acts: [] } as const;

export const VARIOUS_COMMANDS = [
  {
    name: 'Comment',
    ...PURE_COMMAND,
    meaning: 'A remark in a drawn script; does nothing.',
    parameters: [{ name: 'value', kind: 'string', meaning: 'Value to use.', isRequired: true }],
    result: { kind: 'nothing' },
    example: "Comment('text')",
  },
  {
    name: 'ConvertNull',
    ...PURE_COMMAND,
    meaning: 'The value or list with nil replaced.',
    parameters: [
      { name: 'input', kind: 'any', meaning: 'Value or values to work on.', isRequired: true },
      {
        name: 'value',
        kind: 'any',
        meaning: 'What to put in place of nil.',
        isRequired: false,
        defaultExpression: '0',
      },
    ],
    result: { kind: 'any' },
    example: 'local result = ConvertNull(values)',
  },
  {
    name: 'CustomReport',
    category: 'Miscellaneous',
    meaning:
      'Puts an item into the report of the bot; in the group Override it replaces a ' +
      'figure of the report.',
    parameters: [
      { name: 'key', kind: 'string', meaning: 'Name of the item.', isRequired: true },
      { name: 'value', kind: 'any', meaning: 'Value of the item.', isRequired: true },
      {
        name: 'group',
        kind: 'string',
        meaning: 'Group of the item.',
        isRequired: false,
        defaultExpression: "'Custom Report'",
      },
      flagParameter('displayValue', 'false', 'Show it in the list of bots as well.'),
    ],
    result: { kind: 'nothing' },
    reads: [],
    acts: ['report'],
    example: "CustomReport('Trades', 12)",
  },
  {
    name: 'GetCommand',
    ...PURE_COMMAND,
    meaning: 'A command as a value, by its name.',
    parameters: [
      { name: 'name', kind: 'string', meaning: 'Name of the command.', isRequired: true },
    ],
    result: { kind: 'function' },
    example: "local result = GetCommand('RSI')",
  },
  {
    name: 'GetType',
    ...PURE_COMMAND,
    meaning: 'What kind of value the argument is.',
    parameters: [{ name: 'value', kind: 'any', meaning: 'Value to use.', isRequired: true }],
    result: { kind: 'enum', group: 'dataType' },
    example: "local result = GetType('text')",
  },
  {
    name: 'HNC',
    ...PURE_COMMAND,
    meaning: 'A new series of a size, each element the same number.',
    parameters: [
      {
        name: 'size',
        kind: 'number',
        meaning: 'How many elements.',
        unit: 'elements',
        isRequired: false,
        defaultExpression: '0',
      },
      {
        name: 'value',
        kind: 'number',
        meaning: 'What each element is.',
        isRequired: false,
        defaultExpression: '0',
      },
    ],
    result: { kind: 'series' },
    example: 'local result = HNC(10, 0)',
  },
  {
    name: 'Number',
    ...PURE_COMMAND,
    meaning: 'The number itself, as a block in a drawn script.',
    parameters: [numberParameter('value', 'Value to use.')],
    result: { kind: 'number' },
    example: 'local result = Number(5)',
  },
  {
    name: 'Return',
    category: 'Miscellaneous',
    meaning: 'Ends this run, or only the custom command when called from one.',
    parameters: [],
    result: { kind: 'nothing' },
    reads: [],
    acts: ['run'],
    example: 'Return()',
  },
  {
    name: 'Text',
    ...PURE_COMMAND,
    meaning: 'The text itself, as a block in a drawn script.',
    parameters: [{ name: 'value', kind: 'string', meaning: 'Value to use.', isRequired: true }],
    result: { kind: 'string' },
    example: "local result = Text('text')",
  },
] as const satisfies readonly CommandDefinition[];
