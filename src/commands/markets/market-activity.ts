// Commands on a market's activity besides its candles: the order book, the last trades, their mood.

import type { CommandDefinition, ParameterDefinition } from '#commands/definition/command.ts';
import { quantityParameter } from '#commands/definition/define-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { market } = SHARED_PARAMETERS;

const secondsBack = {
  name: 'Seconds back',
  kind: 'number',
  meaning: 'How far to look back.',
  unit: 'seconds',
  isRequired: false,
  defaultExpression: '60',
} as const satisfies ParameterDefinition;

const ACTIVITY = { category: 'Price Market Information', reads: ['series'], acts: [] } as const;

export const MARKET_ACTIVITY = [
  {
    name: 'AverageCandleSize',
    ...ACTIVITY,
    meaning: 'The mean size of candle bodies over the last 50 minutes.',
    parameters: [market],
    result: { kind: 'number', unit: 'price' },
    example: 'local averageCandleSize = AverageCandleSize()',
  },
  {
    name: 'AverageOrderbookSpread',
    ...ACTIVITY,
    meaning: 'The distance between best ask and best bid now, as no book is recorded.',
    parameters: [market],
    result: { kind: 'number', unit: 'price' },
    example: 'local averageOrderbookSpread = AverageOrderbookSpread()',
  },
  {
    name: 'CreateMarket',
    category: 'Price Market Information',
    meaning:
      'Puts the text that names a market together from its parts; parts that are left out ' +
      'are those of the bot.',
    parameters: [
      {
        name: 'priceSource',
        kind: 'string',
        meaning: 'Exchange of the market.',
        isRequired: false,
      },
      {
        name: 'baseCurrency',
        kind: 'string',
        meaning: 'Base currency.',
        unit: 'currency',
        isRequired: false,
        defaultExpression: 'BaseCurrency()',
      },
      {
        name: 'quoteCurrency',
        kind: 'string',
        meaning: 'Quote currency.',
        unit: 'currency',
        isRequired: false,
        defaultExpression: 'QuoteCurrency()',
      },
      {
        name: 'contractName',
        kind: 'string',
        meaning: 'Name of the contract.',
        isRequired: false,
        defaultExpression: 'ContractName()',
      },
    ],
    result: { kind: 'string' },
    reads: ['settings'],
    acts: [],
    example: 'local market = CreateMarket()',
  },
  {
    name: 'GetLastTrades',
    ...ACTIVITY,
    meaning:
      'The latest public trades, each a list of price, amount, whether it bought, and ' +
      'unix seconds. None are recorded: each minute is taken as one trade at its close.',
    parameters: [
      {
        name: 'depth',
        kind: 'number',
        meaning: 'Most trades to return.',
        unit: 'trades',
        isRequired: false,
        defaultExpression: '50',
      },
      market,
    ],
    result: { kind: 'list', of: 'list' },
    example: 'local lastTrades = GetLastTrades()',
  },
  {
    name: 'GetOrderbook',
    ...ACTIVITY,
    meaning:
      'The order book as four series, each from low price to high. No book is recorded: one ' +
      'level on each side is assumed, with half of the volume of the last minute.',
    parameters: [market],
    result: {
      kind: 'container',
      fields: [
        { name: 'askPrices', kind: 'series' },
        { name: 'askAmounts', kind: 'series' },
        { name: 'bidPrices', kind: 'series' },
        { name: 'bidAmounts', kind: 'series' },
      ],
    },
    example: 'local orderbook = GetOrderbook()',
  },
  {
    name: 'GetOrderbookAsk',
    ...ACTIVITY,
    meaning: 'The asks of the order book, each a list of price and amount; one level is assumed.',
    parameters: [market],
    result: { kind: 'list', of: 'list' },
    example: 'local orderbookAsk = GetOrderbookAsk()',
  },
  {
    name: 'GetOrderbookBid',
    ...ACTIVITY,
    meaning: 'The bids of the order book, each a list of price and amount; one level is assumed.',
    parameters: [market],
    result: { kind: 'list', of: 'list' },
    example: 'local orderbookBid = GetOrderbookBid()',
  },
  {
    name: 'LastBuyTradesCommand',
    ...ACTIVITY,
    meaning: 'The volume that public trades bought of late.',
    parameters: [secondsBack, market],
    result: { kind: 'number', unit: 'amount of the market' },
    example: 'local lastBuyTradesCommand = LastBuyTradesCommand()',
  },
  {
    name: 'LastSellTradesCommand',
    ...ACTIVITY,
    meaning: 'The volume that public trades sold of late.',
    parameters: [secondsBack, market],
    result: { kind: 'number', unit: 'amount of the market' },
    example: 'local lastSellTradesCommand = LastSellTradesCommand()',
  },
  {
    name: 'LastTradesSentiment',
    ...ACTIVITY,
    meaning:
      'The share of buying in the volume of the latest public trades, from 0 to 1; 0.5 ' +
      'when there is none.',
    parameters: [market],
    result: { kind: 'number' },
    example: 'local lastTradesSentiment = LastTradesSentiment()',
  },
  {
    name: 'OrderbookSentiment',
    ...ACTIVITY,
    meaning:
      'The share of bids in the volume of the order book, from 0 to 1; 0.5 when it is empty.',
    parameters: [market],
    result: { kind: 'number' },
    example: 'local orderbookSentiment = OrderbookSentiment()',
  },
  {
    name: 'PriceLevel',
    category: 'Price Market Information',
    meaning: 'The power of ten at which a price stands, such as 100 for 123.',
    parameters: [quantityParameter('price', 'price', 'Price to test.')],
    result: { kind: 'number' },
    reads: [],
    acts: [],
    example: 'local priceLevel = PriceLevel(CurrentPrice().close)',
  },
] as const satisfies readonly CommandDefinition[];
