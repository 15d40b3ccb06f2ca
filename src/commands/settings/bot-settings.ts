// Settings of the bot and of its account, how it runs, and stopping it.

import type { CommandDefinition } from '#commands/definition/command.ts';
import { flagParameter, quantityParameter } from '#commands/definition/define-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { accountId, market, requiredInterval } = SHARED_PARAMETERS;

const INPUT_SETTING = { category: 'Input Settings', reads: ['settings'], acts: [] } as const;

const SETTING = { category: 'Settings', reads: ['settings'], acts: [] } as const;

const SETTING_CHANGE = { category: 'Settings', reads: [], acts: ['settings'] } as const;

export const BOT_SETTINGS = [
  {
    name: 'AccountGuid',
    ...INPUT_SETTING,
    meaning: 'The id of the main account of the bot.',
    parameters: [],
    result: { kind: 'string' },
    example: 'local account = AccountGuid()',
  },
  {
    name: 'CurrentInterval',
    ...INPUT_SETTING,
    meaning: 'The main candle length of the bot, or that of a series of prices.',
    parameters: [
      {
        name: 'sources',
        kind: 'any',
        meaning: 'Series whose candle length is meant.',
        isRequired: false,
        isVariadic: true,
      },
    ],
    result: { kind: 'number', unit: 'minutes' },
    example: 'local interval = CurrentInterval()',
  },
  {
    name: 'Fee',
    ...INPUT_SETTING,
    meaning: 'The fee of a trade that takes from the book.',
    parameters: [market],
    result: { kind: 'number', unit: 'percent' },
    example: 'local result = Fee()',
  },
  {
    name: 'Leverage',
    ...INPUT_SETTING,
    meaning: 'The leverage setting of the main account.',
    parameters: [],
    result: { kind: 'number', unit: 'times' },
    example: 'local result = Leverage()',
  },
  {
    name: 'PriceMarket',
    ...INPUT_SETTING,
    meaning: 'The main market of the bot.',
    parameters: [],
    result: { kind: 'string' },
    example: 'local market = PriceMarket()',
  },
  {
    name: 'TradeAmount',
    ...INPUT_SETTING,
    meaning: 'The amount setting of the bot.',
    parameters: [],
    result: { kind: 'number', unit: 'amount of the market' },
    example: 'local amount = TradeAmount()',
  },
  {
    name: 'DeactivateBot',
    category: 'Settings',
    meaning: 'Stops the bot; only its user can start it again.',
    parameters: [
      {
        name: 'reason',
        kind: 'string',
        meaning: 'Why, for the log.',
        isRequired: false,
        defaultExpression: "''",
      },
      flagParameter('cancelOpenOrders', 'false', 'Cancel the open orders of the bot.'),
    ],
    result: { kind: 'nothing' },
    reads: [],
    acts: ['settings', 'orders'],
    example: 'DeactivateBot()',
  },
  {
    name: 'DisableIndicatorContainerLogs',
    ...SETTING_CHANGE,
    meaning: 'Keeps IndicatorContainer from writing to the log.',
    parameters: [],
    result: { kind: 'nothing' },
    example: 'DisableIndicatorContainerLogs()',
  },
  {
    name: 'EnableHighSpeedUpdates',
    ...SETTING_CHANGE,
    meaning: 'Runs the script at every change of price instead of every minute.',
    parameters: [
      flagParameter('updateOnFilledOrders', 'false', 'Run right after an order has ended as well.'),
      flagParameter('guaranteeInterval', 'false', 'Run at least every ten seconds.'),
    ],
    result: { kind: 'nothing' },
    example: 'EnableHighSpeedUpdates()',
  },
  {
    name: 'EnableOrderPersistence',
    ...SETTING_CHANGE,
    meaning:
      'Places managed orders again that were lost to a timeout, a refused maker order or ' +
      'a broken connection.',
    parameters: [],
    result: { kind: 'nothing' },
    example: 'EnableOrderPersistence()',
  },
  {
    name: 'Finalize',
    category: 'Settings',
    meaning:
      'Calls a function in the last run of a backtest, and in every run of a live bot; ' +
      'true when it did.',
    parameters: [
      { name: 'callback', kind: 'function', meaning: 'Function to call.', isRequired: false },
    ],
    result: { kind: 'boolean' },
    reads: ['run'],
    acts: [],
    example: "local result = Finalize(function() Log('end') end)",
  },
  {
    name: 'GetHaasScriptVersion',
    category: 'Settings',
    meaning: 'The version of the command set, as a number.',
    parameters: [],
    result: { kind: 'number' },
    reads: [],
    acts: [],
    example: 'local version = GetHaasScriptVersion()',
  },
  {
    name: 'GetLeverage',
    ...SETTING,
    meaning: 'The leverage that is set on a market; -1 when it cannot be known.',
    parameters: [market, accountId],
    result: { kind: 'number', unit: 'times' },
    example: 'local result = GetLeverage()',
  },
  {
    name: 'GetMarginMode',
    ...SETTING,
    meaning: 'The margin mode that is set on a market.',
    parameters: [market, accountId],
    result: { kind: 'enum', group: 'marginMode' },
    example: 'local result = GetMarginMode()',
  },
  {
    name: 'GetMaxLeverage',
    category: 'Settings',
    meaning: 'The greatest leverage of a market; -1 when it cannot be known.',
    parameters: [market],
    result: { kind: 'number', unit: 'times' },
    reads: ['markets'],
    acts: [],
    example: 'local result = GetMaxLeverage()',
  },
  {
    name: 'GetOrderType',
    ...SETTING,
    meaning: 'The order type that managed trading uses.',
    parameters: [],
    result: { kind: 'enum', group: 'orderType' },
    example: 'local result = GetOrderType()',
  },
  {
    name: 'GetPositionMode',
    ...SETTING,
    meaning: 'The position mode that is set on a market.',
    parameters: [accountId, market],
    result: { kind: 'enum', group: 'positionMode' },
    example: 'local result = GetPositionMode()',
  },
  {
    name: 'HideOrderSettings',
    ...SETTING_CHANGE,
    meaning: 'Hides the order settings from the user of the bot.',
    parameters: [],
    result: { kind: 'nothing' },
    example: 'HideOrderSettings()',
  },
  {
    name: 'HideTradeAmountSettings',
    ...SETTING_CHANGE,
    meaning: 'Hides the amount settings from the user of the bot.',
    parameters: [],
    result: { kind: 'nothing' },
    example: 'HideTradeAmountSettings()',
  },
  {
    name: 'IsBotPaused',
    ...SETTING,
    meaning: 'True while the bot is marked as paused, by the script or its user.',
    parameters: [],
    result: { kind: 'boolean' },
    example: 'local result = IsBotPaused()',
  },
  {
    name: 'IsEnterpriseVersion',
    category: 'Settings',
    meaning: 'True in an enterprise version; here always the same.',
    parameters: [],
    result: { kind: 'boolean' },
    reads: [],
    acts: [],
    example: 'local result = IsEnterpriseVersion()',
  },
  {
    name: 'IsMarginModeSupported',
    category: 'Settings',
    meaning: 'True when the exchange of the account knows a margin mode.',
    parameters: [
      {
        name: 'marginMode',
        kind: 'enum',
        group: 'marginMode',
        meaning: 'Margin mode that is meant.',
        isRequired: true,
      },
      accountId,
    ],
    result: { kind: 'boolean' },
    reads: ['markets'],
    acts: [],
    example: 'local result = IsMarginModeSupported(CrossMarginMode)',
  },
  {
    name: 'IsPositionModeSupported',
    category: 'Settings',
    meaning: 'True when the exchange of the account knows a position mode.',
    parameters: [
      {
        name: 'positionMode',
        kind: 'enum',
        group: 'positionMode',
        meaning: 'Position mode that is meant.',
        isRequired: true,
      },
      accountId,
    ],
    result: { kind: 'boolean' },
    reads: ['markets'],
    acts: [],
    example: 'local result = IsPositionModeSupported(HedgePositionMode)',
  },
  {
    name: 'OptimizedForInterval',
    category: 'Settings',
    meaning:
      'Calls a function when a candle closes, and returns its results again until the ' +
      'next one does; series among them stand still until then.',
    parameters: [
      requiredInterval,
      {
        name: 'callback',
        kind: 'function',
        meaning: 'Function that works the results out.',
        isRequired: true,
      },
    ],
    result: { kind: 'any' },
    reads: ['clock', 'memory'],
    acts: ['memory'],
    example:
      'local result = OptimizedForInterval(60, function() return SMA(ClosePrices(60), 200) end)',
  },
  {
    name: 'PauseBot',
    ...SETTING_CHANGE,
    meaning: 'Marks the bot as paused; the script goes on and decides itself what to leave out.',
    parameters: [],
    result: { kind: 'nothing' },
    example: 'PauseBot()',
  },
  {
    name: 'ResumeBot',
    ...SETTING_CHANGE,
    meaning: 'Takes the mark of a paused bot away.',
    parameters: [],
    result: { kind: 'nothing' },
    example: 'ResumeBot()',
  },
  {
    name: 'SetLeverage',
    ...SETTING_CHANGE,
    meaning: 'Sets the leverage of a market on the exchange; true when it was set.',
    parameters: [quantityParameter('leverage', 'times', 'Leverage to set.'), market, accountId],
    result: { kind: 'boolean' },
    example: 'local result = SetLeverage(5)',
  },
  {
    name: 'SetMarginMode',
    ...SETTING_CHANGE,
    meaning:
      'Sets the margin mode of a market on the exchange, not while a position is open; ' +
      'true when it was set.',
    parameters: [
      {
        name: 'marginMode',
        kind: 'enum',
        group: 'marginMode',
        meaning: 'Margin mode to set.',
        isRequired: true,
      },
      market,
      accountId,
    ],
    result: { kind: 'boolean' },
    example: 'local result = SetMarginMode(CrossMarginMode)',
  },
  {
    name: 'SetOrderType',
    ...SETTING_CHANGE,
    meaning: 'Sets the order type that managed trading uses.',
    parameters: [
      {
        name: 'type',
        kind: 'enum',
        group: 'orderType',
        meaning: 'Order type to use.',
        isRequired: true,
      },
    ],
    result: { kind: 'nothing' },
    example: 'SetOrderType(MarketOrderType)',
  },
  {
    name: 'SetPositionMode',
    ...SETTING_CHANGE,
    meaning:
      'Sets the position mode of a market on the exchange, not while a position is open; ' +
      'true when it was set.',
    parameters: [
      {
        name: 'positionMode',
        kind: 'enum',
        group: 'positionMode',
        meaning: 'Position mode to set.',
        isRequired: true,
      },
      accountId,
      market,
    ],
    result: { kind: 'boolean' },
    example: 'local result = SetPositionMode(HedgePositionMode)',
  },
] as const satisfies readonly CommandDefinition[];
