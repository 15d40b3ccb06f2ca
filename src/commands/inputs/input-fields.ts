// Fields that the user of a script fills in; each returns what was chosen.

import type { CommandDefinition, ParameterDefinition } from '#commands/definition/command.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { group, label, tooltip } = SHARED_PARAMETERS;

const defaultMarket = {
  name: 'defaultValue',
  kind: 'string',
  meaning: 'Value until another one is chosen.',
  unit: 'market tag',
  isRequired: false,
  defaultExpression: 'PriceMarket()',
} as const satisfies ParameterDefinition;

const choices = {
  name: 'options',
  kind: 'any',
  meaning: 'Texts to choose from.',
  isRequired: true,
} as const satisfies ParameterDefinition;

const columnName = {
  name: 'name',
  kind: 'string',
  meaning: 'Heading of the column.',
  isRequired: true,
} as const satisfies ParameterDefinition;

const startingValues = {
  name: 'values[]',
  kind: 'any',
  meaning: 'Values until others are chosen.',
  isRequired: false,
  isVariadic: true,
} as const satisfies ParameterDefinition;

/** A constant of a group that is said beside it. */
const CHOSEN_CONSTANT = {
  name: 'defaultValue',
  kind: 'enum',
  meaning: 'Value until another one is chosen.',
  isRequired: true,
} as const;

const INPUT_FIELD = { category: 'Input Fields', reads: ['inputs'], acts: ['inputs'] } as const;

const TABLE_PART = {
  category: 'Input Fields',
  result: { kind: 'table' },
  reads: [],
  acts: [],
} as const;

export const INPUT_FIELDS = [
  {
    name: 'Input',
    ...INPUT_FIELD,
    meaning: 'Makes a field whose kind is that of its default: number, text or yes and no.',
    parameters: [
      label,
      {
        name: 'defaultValue',
        kind: 'any',
        meaning: 'Value until another one is chosen.',
        isRequired: false,
      },
      tooltip,
      group,
    ],
    result: { kind: 'any' },
    example: "local length = Input('Length', 14)",
  },
  {
    name: 'InputAccount',
    ...INPUT_FIELD,
    meaning: 'Makes a choice of an account and returns its id.',
    parameters: [label, tooltip, group],
    result: { kind: 'string' },
    example: "local choice = InputAccount('Setting')",
  },
  {
    name: 'InputAccountMarket',
    ...INPUT_FIELD,
    meaning: 'Makes a choice of account, market and leverage, and returns them as one text.',
    parameters: [label, tooltip, group],
    result: { kind: 'string' },
    example: "local choice = InputAccountMarket('Setting')",
  },
  {
    name: 'InputButton',
    ...INPUT_FIELD,
    meaning: 'Makes a button that calls a function when it is pressed.',
    parameters: [
      label,
      {
        name: 'callback',
        kind: 'function',
        meaning: 'Function to call when it is pressed.',
        isRequired: true,
      },
      tooltip,
      group,
    ],
    result: { kind: 'nothing' },
    example: "InputButton('Setting', function() end)",
  },
  {
    name: 'InputCdlTypes',
    ...INPUT_FIELD,
    meaning: 'Makes a choice of a candle pattern.',
    parameters: [label, { ...CHOSEN_CONSTANT, group: 'candlePattern' }, tooltip, group],
    result: { kind: 'enum', group: 'candlePattern' },
    example: "local choice = InputCdlTypes('Setting', HammerType)",
  },
  {
    name: 'InputConstant',
    ...INPUT_FIELD,
    meaning: 'Makes a choice of the constants that stand in the group of the default.',
    parameters: [label, { ...CHOSEN_CONSTANT, group: 'any' }, tooltip, group],
    result: { kind: 'enum', group: 'any' },
    example: "local choice = InputConstant('Setting', SignalLong)",
  },
  {
    name: 'InputGroupHeader',
    category: 'Input Fields',
    meaning: 'Begins a group of fields with a heading.',
    parameters: [
      { name: 'label', kind: 'string', meaning: 'Heading of the group.', isRequired: true },
    ],
    result: { kind: 'nothing' },
    reads: [],
    acts: ['inputs'],
    example: "InputGroupHeader('Safety')",
  },
  {
    name: 'InputInterval',
    ...INPUT_FIELD,
    meaning: 'Makes a choice of a candle length.',
    parameters: [
      label,
      {
        name: 'defaultValue',
        kind: 'number',
        meaning: 'Length until another one is chosen.',
        unit: 'minutes',
        isRequired: false,
        defaultExpression: 'CurrentInterval()',
      },
      tooltip,
      group,
    ],
    result: { kind: 'number', unit: 'minutes' },
    example: "local choice = InputInterval('Setting')",
  },
  {
    name: 'InputLrTypes',
    ...INPUT_FIELD,
    meaning: 'Makes a choice of a figure of linear regression.',
    parameters: [
      label,
      {
        name: 'defaultValue',
        kind: 'enum',
        group: 'linearRegression',
        meaning: 'Value until another one is chosen.',
        isRequired: false,
        defaultExpression: 'LR_Default',
      },
      tooltip,
      group,
    ],
    result: { kind: 'enum', group: 'linearRegression' },
    example: "local choice = InputLrTypes('Setting')",
  },
  {
    name: 'InputMarket',
    ...INPUT_FIELD,
    meaning: 'Makes a choice of a market of the main account.',
    parameters: [label, defaultMarket, tooltip, group],
    result: { kind: 'string' },
    example: "local choice = InputMarket('Setting')",
  },
  {
    name: 'InputMaTypes',
    ...INPUT_FIELD,
    meaning: 'Makes a choice of a kind of moving average.',
    parameters: [label, { ...CHOSEN_CONSTANT, group: 'movingAverage' }, tooltip, group],
    result: { kind: 'enum', group: 'movingAverage' },
    example: "local choice = InputMaTypes('Setting', SmaType)",
  },
  {
    name: 'InputOptions',
    ...INPUT_FIELD,
    meaning: 'Makes a choice of texts.',
    parameters: [
      label,
      {
        name: 'defaultValue',
        kind: 'string',
        meaning: 'Value until another one is chosen.',
        isRequired: true,
      },
      choices,
      tooltip,
      group,
    ],
    result: { kind: 'string' },
    example: "local choice = InputOptions('Setting', 'slow', {'slow', 'fast'})",
  },
  {
    name: 'InputOrderType',
    ...INPUT_FIELD,
    meaning: 'Makes a choice of an order type.',
    parameters: [
      label,
      {
        name: 'defaultValue',
        kind: 'enum',
        group: 'orderType',
        meaning: 'Value until another one is chosen.',
        isRequired: false,
        defaultExpression: 'LimitOrderType',
      },
      tooltip,
      group,
    ],
    result: { kind: 'enum', group: 'orderType' },
    example: "local choice = InputOrderType('Setting')",
  },
  {
    name: 'InputPriceSource',
    ...INPUT_FIELD,
    meaning: 'Makes a choice of an exchange whose prices are read.',
    parameters: [
      label,
      {
        name: 'defaultValue',
        kind: 'string',
        meaning: 'Value until another one is chosen.',
        isRequired: false,
      },
      tooltip,
      group,
    ],
    result: { kind: 'string' },
    example: "local choice = InputPriceSource('Setting')",
  },
  {
    name: 'InputPriceSourceMarket',
    ...INPUT_FIELD,
    meaning: 'Makes a choice of an exchange and a market whose prices are read.',
    parameters: [
      label,
      defaultMarket,
      {
        name: 'type',
        kind: 'enum',
        group: 'trading',
        meaning: 'Kind of markets to offer; all when left out.',
        isRequired: false,
      },
      tooltip,
      group,
    ],
    result: { kind: 'string' },
    example: "local choice = InputPriceSourceMarket('Setting')",
  },
  {
    name: 'InputSignalManagement',
    ...INPUT_FIELD,
    meaning: 'Makes choices of how a signal is mapped, and returns the signal so mapped.',
    parameters: [
      label,
      {
        name: 'signal',
        kind: 'enum',
        group: 'signal',
        keepsProperties: true,
        meaning: 'Signal to map.',
        isRequired: true,
      },
      tooltip,
      group,
    ],
    result: { kind: 'enum', group: 'signal' },
    example: "local choice = InputSignalManagement('Setting', SignalLong)",
  },
  {
    name: 'InputSignalTypes',
    ...INPUT_FIELD,
    meaning: 'Makes a choice of how indicators become signals.',
    parameters: [label, { ...CHOSEN_CONSTANT, group: 'signalType' }, tooltip, group],
    result: { kind: 'enum', group: 'signalType' },
    example: "local choice = InputSignalTypes('Setting', IndicatorThresholdType)",
  },
  {
    name: 'InputSlider',
    ...INPUT_FIELD,
    meaning: 'Makes a slider between two numbers.',
    parameters: [
      label,
      {
        name: 'min',
        kind: 'number',
        meaning: 'Least value.',
        isRequired: false,
        defaultExpression: '0',
      },
      {
        name: 'max',
        kind: 'number',
        meaning: 'Greatest value.',
        isRequired: false,
        defaultExpression: '1',
      },
      {
        name: 'steps',
        kind: 'number',
        meaning: 'How many steps it has.',
        unit: 'steps',
        isRequired: false,
        defaultExpression: '10',
      },
      tooltip,
      group,
    ],
    result: { kind: 'number' },
    example: "local choice = InputSlider('Setting')",
  },
  {
    name: 'InputSourcePrice',
    ...INPUT_FIELD,
    meaning: 'Makes a choice of a price of candles.',
    parameters: [label, { ...CHOSEN_CONSTANT, group: 'priceSource' }, tooltip, group],
    result: { kind: 'enum', group: 'priceSource' },
    example: "local choice = InputSourcePrice('Setting', ClosePriceSource)",
  },
  {
    name: 'InputTable',
    ...INPUT_FIELD,
    meaning: 'Makes a table of fields and returns its rows.',
    parameters: [
      {
        name: 'options',
        kind: 'any',
        meaning: 'Title, or what InputTableOptions returned.',
        isRequired: true,
      },
      {
        name: 'columns',
        kind: 'any',
        meaning: 'Headings, or what InputTableColumn returned, as many as wanted.',
        isRequired: true,
        isVariadic: true,
      },
    ],
    result: { kind: 'list', of: 'list' },
    example: "local choice = InputTable('Levels', 'Price', 'Amount')",
  },
  {
    name: 'InputTableColumn',
    ...TABLE_PART,
    meaning: 'A column for InputTable.',
    parameters: [columnName, startingValues],
    example: "local choice = InputTableColumn('Price')",
  },
  {
    name: 'InputTableColumnDropdown',
    ...TABLE_PART,
    meaning: 'A column for InputTable that offers choices.',
    parameters: [columnName, choices, startingValues],
    example: "local choice = InputTableColumnDropdown('Side', {'buy', 'sell'})",
  },
  {
    name: 'InputTableOptions',
    ...TABLE_PART,
    meaning: 'Settings for InputTable.',
    parameters: [
      {
        name: 'title',
        kind: 'string',
        meaning: 'Title of the table.',
        isRequired: false,
        defaultExpression: "''",
      },
      {
        name: 'rows',
        kind: 'number',
        meaning: 'Fixed number of rows.',
        unit: 'rows',
        isRequired: false,
      },
      {
        name: 'maxRows',
        kind: 'number',
        meaning: 'Most rows that can be added.',
        unit: 'rows',
        isRequired: false,
      },
      group,
    ],
    example: 'local choice = InputTableOptions()',
  },
] as const satisfies readonly CommandDefinition[];
