// Prices and volumes of candles, as series with the newest first.

import type { CommandDefinition } from '#commands/definition/command.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { fullCandles, hlcStyle, interval, optionalMarket } = SHARED_PARAMETERS;

const PRICES_OF_CANDLES = {
  category: 'Price Data',
  parameters: [interval, fullCandles, optionalMarket, hlcStyle],
  result: { kind: 'series', unit: 'price' },
  reads: ['series'],
  acts: [],
} as const;

export const PRICE_SERIES = [
  {
    name: 'BuyPrices',
    aliases: ['AskPrices'],
    ...PRICES_OF_CANDLES,
    meaning: 'The prices at which one could buy: the best asks.',
    example: 'local buyPrices = BuyPrices()',
  },
  {
    name: 'ClosePrices',
    aliases: ['Prices'],
    ...PRICES_OF_CANDLES,
    meaning: 'The close price of each candle.',
    example: 'local closePrices = ClosePrices()',
  },
  {
    name: 'CurrentPrice',
    category: 'Price Data',
    meaning: 'The candle that is forming now, with the best ask and bid.',
    parameters: [optionalMarket],
    result: {
      kind: 'container',
      fields: [
        { name: 'open', kind: 'number' },
        { name: 'high', kind: 'number' },
        { name: 'low', kind: 'number' },
        { name: 'close', kind: 'number' },
        { name: 'volume', kind: 'number' },
        { name: 'ask', kind: 'number' },
        { name: 'bid', kind: 'number' },
      ],
    },
    reads: ['series'],
    acts: [],
    example: 'local currentPrice = CurrentPrice()',
  },
  {
    name: 'DataSeries',
    category: 'Price Data',
    meaning:
      'Numbers of your own that you imported under a name, such as sentiment or funding: of each ' +
      'candle the newest that was known when it closed.',
    parameters: [
      { name: 'name', kind: 'string', meaning: 'Name of the data series.', isRequired: true },
      interval,
    ],
    result: { kind: 'series' },
    reads: ['series'],
    acts: [],
    example: "local sentiment = DataSeries('sentiment')",
    isOwn: true,
  },
  {
    name: 'GetBodyHighPrices',
    ...PRICES_OF_CANDLES,
    meaning: 'The higher of open and close of each candle.',
    example: 'local bodyHighPrices = GetBodyHighPrices()',
  },
  {
    name: 'GetBodyLowPrices',
    ...PRICES_OF_CANDLES,
    meaning: 'The lower of open and close of each candle.',
    example: 'local bodyLowPrices = GetBodyLowPrices()',
  },
  {
    name: 'GetVolume',
    category: 'Price Data',
    meaning: 'The volume of each candle.',
    parameters: [interval, fullCandles, optionalMarket, hlcStyle],
    result: { kind: 'series', unit: 'amount of the market' },
    reads: ['series'],
    acts: [],
    example: 'local volume = GetVolume()',
  },
  {
    name: 'HeikinOpenPrices',
    category: 'Price Data',
    meaning: 'The open price of each Heikin-Ashi candle.',
    parameters: [interval, fullCandles, optionalMarket],
    result: { kind: 'series', unit: 'price' },
    reads: ['series'],
    acts: [],
    example: 'local heikinOpenPrices = HeikinOpenPrices()',
  },
  {
    name: 'HighPrices',
    ...PRICES_OF_CANDLES,
    meaning: 'The highest price of each candle.',
    example: 'local highPrices = HighPrices()',
  },
  {
    name: 'HLCPrices',
    ...PRICES_OF_CANDLES,
    meaning: 'The mean of high, low and close of each candle.',
    example: 'local hLCPrices = HLCPrices()',
  },
  {
    name: 'HLPrices',
    ...PRICES_OF_CANDLES,
    meaning: 'The mean of high and low of each candle.',
    example: 'local hLPrices = HLPrices()',
  },
  {
    name: 'LowPrices',
    ...PRICES_OF_CANDLES,
    meaning: 'The lowest price of each candle.',
    example: 'local lowPrices = LowPrices()',
  },
  {
    name: 'OCPrices',
    ...PRICES_OF_CANDLES,
    meaning: 'The mean of open and close of each candle.',
    example: 'local oCPrices = OCPrices()',
  },
  {
    name: 'OHLCPrices',
    aliases: ['HeikenClosePrices'],
    ...PRICES_OF_CANDLES,
    meaning: 'The mean of open, high, low and close of each candle.',
    example: 'local oHLCPrices = OHLCPrices()',
  },
  {
    name: 'OpenPrices',
    ...PRICES_OF_CANDLES,
    meaning: 'The open price of each candle.',
    example: 'local openPrices = OpenPrices()',
  },
  {
    name: 'SellPrices',
    aliases: ['BidPrices'],
    ...PRICES_OF_CANDLES,
    meaning: 'The prices at which one could sell: the best bids.',
    example: 'local sellPrices = SellPrices()',
  },
  {
    name: 'SourcePrices',
    category: 'Price Data',
    meaning: 'The price of each candle that a price source names.',
    parameters: [
      {
        name: 'sourceType',
        kind: 'enum',
        group: 'priceSource',
        meaning: 'Which price of the candle is taken.',
        isRequired: true,
      },
      interval,
      fullCandles,
      optionalMarket,
      hlcStyle,
    ],
    result: { kind: 'series', unit: 'price' },
    reads: ['series'],
    acts: [],
    example: 'local sourcePrices = SourcePrices(ClosePriceSource)',
  },
] as const satisfies readonly CommandDefinition[];
