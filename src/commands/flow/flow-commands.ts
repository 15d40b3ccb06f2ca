// Choosing between values and flows.

import type { CommandDefinition } from '#commands/definition/command.ts';
import { quantityParameter } from '#commands/definition/define-parameter.ts';

const FLOW_COMMAND = { category: 'Flow Control', reads: [], acts: [] } as const;

export const FLOW_COMMANDS = [
  {
    name: 'Branch',
    ...FLOW_COMMAND,
    meaning: 'A condition and its opposite, for editors that draw flows.',
    parameters: [{ name: 'input', kind: 'boolean', meaning: 'Condition.', isRequired: true }],
    result: {
      kind: 'container',
      fields: [
        { name: 'isTrue', kind: 'boolean' },
        { name: 'isFalse', kind: 'boolean' },
      ],
    },
    example: 'local result = Branch(a > b)',
  },
  {
    name: 'DelayExecution',
    category: 'Flow Control',
    meaning: 'False until a delay after an instant has passed, then true.',
    parameters: [
      quantityParameter('timestamp', 'unix seconds', 'When the delay began.'),
      quantityParameter('delay', 'minutes', 'Length of the delay.'),
    ],
    result: { kind: 'boolean' },
    reads: ['clock'],
    acts: [],
    example: 'local result = DelayExecution(Time(), 5)',
  },
  {
    name: 'IfElse',
    aliases: ['Switch'],
    ...FLOW_COMMAND,
    meaning: 'One of two values, by a condition.',
    parameters: [
      { name: 'statement', kind: 'boolean', meaning: 'Condition.', isRequired: true },
      { name: 'value1', kind: 'any', meaning: 'Value when it is true.', isRequired: true },
      { name: 'value2', kind: 'any', meaning: 'Value when it is false.', isRequired: true },
    ],
    result: { kind: 'any' },
    example: 'local result = IfElse(a > b, a, b)',
  },
  {
    name: 'IfElseIf',
    ...FLOW_COMMAND,
    meaning: 'One of three values, by two conditions.',
    parameters: [
      { name: 'statement1', kind: 'boolean', meaning: 'First condition.', isRequired: true },
      { name: 'statement2', kind: 'boolean', meaning: 'Second condition.', isRequired: true },
      { name: 'value1', kind: 'any', meaning: 'Value when the first is true.', isRequired: true },
      {
        name: 'value2',
        kind: 'any',
        meaning: 'Value when only the second is true.',
        isRequired: true,
      },
      { name: 'value3', kind: 'any', meaning: 'Value when neither is true.', isRequired: true },
    ],
    result: { kind: 'any' },
    example: 'local result = IfElseIf(a > b, a < b, 1, -1, 0)',
  },
  {
    name: 'Merge',
    ...FLOW_COMMAND,
    meaning:
      'The first value that is set, once everything else has run; for editors that draw flows.',
    parameters: [
      {
        name: 'values[]',
        kind: 'any',
        meaning: 'Values to test, as many as wanted.',
        isRequired: false,
        isVariadic: true,
      },
    ],
    result: { kind: 'any' },
    example: 'local result = Merge(a, b)',
  },
] as const satisfies readonly CommandDefinition[];
