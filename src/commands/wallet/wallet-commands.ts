// Commands on the account's holdings, and on how much of them can be traded.

import type { CommandDefinition, ParameterDefinition } from '#commands/definition/command.ts';
import { quantityParameter } from '#commands/definition/define-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { accountId, coin, leverage, requiredPrice } = SHARED_PARAMETERS;

const decidingMarket = {
  name: 'market',
  kind: 'string',
  meaning: 'Market that decides the wallet and the coin.',
  unit: 'market tag',
  isRequired: false,
  defaultExpression: 'PriceMarket()',
} as const satisfies ParameterDefinition;

const WALLET_FACT = { category: 'Wallet', reads: ['wallet'], acts: [] } as const;

export const WALLET_COMMANDS = [
  {
    name: 'Balance',
    ...WALLET_FACT,
    meaning: 'What the account holds of a currency: available, locked and in total.',
    parameters: [accountId, coin, decidingMarket],
    result: {
      kind: 'container',
      fields: [
        { name: 'available', kind: 'number' },
        { name: 'locked', kind: 'number' },
        { name: 'total', kind: 'number' },
      ],
    },
    example: 'local balance = Balance()',
  },
  {
    name: 'BalanceAmount',
    ...WALLET_FACT,
    meaning:
      'What the account holds of a currency in total, margin of orders and positions included.',
    parameters: [accountId, coin, decidingMarket],
    result: { kind: 'number', unit: 'coin' },
    example: 'local balanceAmount = BalanceAmount()',
  },
  {
    name: 'CashToTradeAmount',
    category: 'Wallet',
    isOwn: true,
    meaning:
      'The amount that is worth so much money at a price, rounded down to the amount step: ' +
      'a fixed sum for each trade, whatever the price.',
    parameters: [
      requiredPrice,
      quantityParameter('cash', 'profit currency', 'What the amount is to be worth.'),
      decidingMarket,
    ],
    result: { kind: 'number', unit: 'amount of the market' },
    reads: ['markets'],
    acts: [],
    example: 'local cashToTradeAmount = CashToTradeAmount(CurrentPrice().close, 250)',
  },
  {
    name: 'Equity',
    category: 'Wallet',
    isOwn: true,
    meaning:
      'What the bot is worth: the profit currency that the wallet held at its start, and what ' +
      'its positions have brought since and would bring at the last prices.',
    parameters: [],
    result: { kind: 'number', unit: 'profit currency' },
    reads: ['wallet'],
    acts: [],
    example: 'local equity = Equity()',
  },
  {
    name: 'EquityToTradeAmount',
    category: 'Wallet',
    isOwn: true,
    meaning:
      "The amount that is worth a share of the bot's equity at a price, rounded down to the " +
      'amount step. Fees are not taken off it.',
    parameters: [
      requiredPrice,
      quantityParameter('percent', 'percent', 'Share of the equity.'),
      decidingMarket,
    ],
    result: { kind: 'number', unit: 'amount of the market' },
    reads: ['markets', 'wallet'],
    acts: [],
    example: 'local equityToTradeAmount = EquityToTradeAmount(CurrentPrice().close, 10)',
  },
  {
    name: 'MarginToTradeAmount',
    category: 'Wallet',
    meaning:
      'The amount that a margin is enough for. The margin is in quote currency on spot ' +
      'and in the underlying one with leverage.',
    parameters: [
      requiredPrice,
      quantityParameter('margin', 'margin currency', 'Margin to spend.'),
      leverage,
      decidingMarket,
    ],
    result: { kind: 'number', unit: 'amount of the market' },
    reads: ['markets'],
    acts: [],
    example: 'local marginToTradeAmount = MarginToTradeAmount(CurrentPrice().close, 100, 5)',
  },
  {
    name: 'MaxExitLongAmount',
    ...WALLET_FACT,
    meaning:
      'The largest amount by which a long position could be left, less what open orders hold.',
    parameters: [decidingMarket],
    result: { kind: 'number', unit: 'amount of the market' },
    example: 'local maxExitLongAmount = MaxExitLongAmount()',
  },
  {
    name: 'MaxExitShortAmount',
    ...WALLET_FACT,
    meaning:
      'The largest amount by which a short position could be left, less what open orders hold.',
    parameters: [decidingMarket],
    result: { kind: 'number', unit: 'amount of the market' },
    example: 'local maxExitShortAmount = MaxExitShortAmount()',
  },
  {
    name: 'MaxLongAmount',
    ...WALLET_FACT,
    meaning: 'The largest amount that the wallet lets go long.',
    parameters: [decidingMarket],
    result: { kind: 'number', unit: 'amount of the market' },
    example: 'local maxLongAmount = MaxLongAmount()',
  },
  {
    name: 'MaxShortAmount',
    ...WALLET_FACT,
    meaning: 'The largest amount that the wallet lets go short.',
    parameters: [decidingMarket],
    result: { kind: 'number', unit: 'amount of the market' },
    example: 'local maxShortAmount = MaxShortAmount()',
  },
  {
    name: 'UserPositionContainer',
    category: 'Wallet',
    meaning:
      'The position that the account holds on the exchange, read by field; the long one ' +
      'when there are two.',
    parameters: [
      accountId,
      decidingMarket,
      {
        name: 'leverage',
        kind: 'number',
        meaning: 'Accepted, without effect.',
        unit: 'times',
        isRequired: false,
      },
      {
        name: 'direction',
        kind: 'enum',
        group: 'position',
        meaning: 'Side of the position; any side when left out.',
        isRequired: false,
      },
    ],
    result: {
      kind: 'container',
      fields: [
        { name: 'market', kind: 'string' },
        { name: 'isLong', kind: 'boolean' },
        { name: 'isShort', kind: 'boolean' },
        { name: 'enterPrice', kind: 'number' },
        { name: 'amount', kind: 'number' },
        { name: 'profit', kind: 'number' },
        { name: 'roi', kind: 'number' },
      ],
    },
    reads: ['wallet', 'positions'],
    acts: [],
    example: 'local position = UserPositionContainer()',
  },
  {
    name: 'WalletAmount',
    ...WALLET_FACT,
    meaning: 'What is available of a currency.',
    parameters: [accountId, coin, decidingMarket],
    result: { kind: 'number', unit: 'coin' },
    example: 'local walletAmount = WalletAmount()',
  },
  {
    name: 'WalletCheck',
    ...WALLET_FACT,
    meaning: 'True when at least so much of a currency is available.',
    parameters: [
      {
        name: 'accountId',
        kind: 'string',
        meaning: 'Account that is meant.',
        unit: 'account id',
        isRequired: true,
      },
      {
        name: 'coin',
        kind: 'string',
        meaning: 'Currency that is meant.',
        unit: 'currency',
        isRequired: true,
      },
      quantityParameter('amount', 'coin', 'Amount that is needed.'),
    ],
    result: { kind: 'boolean' },
    example: "local walletCheck = WalletCheck(AccountGuid(), 'USDT', 100)",
  },
] as const satisfies readonly CommandDefinition[];
