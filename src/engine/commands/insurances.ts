// Insurances: conditions under which a trade is allowed; true lets it pass.

import type { CommandDefinition } from '#engine/commands/command.ts';
import { SHARED_PARAMETERS } from '#engine/commands/shared-parameters.ts';

const { acceptedLoss, fullCandles, interval, market, positionId, targetPrice } = SHARED_PARAMETERS;

export const INSURANCES = [
  {
    name: 'AbsolutePriceChange',
    category: 'Easy Insurances',
    meaning:
      'Allows a trade once the price has moved far enough from the average entry price, ' +
      'as a distance in price.',
    parameters: [
      {
        name: 'amount',
        kind: 'number',
        meaning: 'Least distance from the average entry price.',
        unit: 'price',
        isRequired: false,
        defaultExpression: '0',
      },
      targetPrice,
      positionId,
    ],
    result: { kind: 'boolean' },
    reads: ['positions', 'series'],
    acts: [],
    example: 'local allowed = AbsolutePriceChange()',
  },
  {
    name: 'DisableOnLosses',
    category: 'Easy Insurances',
    meaning:
      'Allows trades until a number of them is done, and after that only while their sum ' +
      'is not a loss beyond what is accepted.',
    parameters: [
      {
        name: 'tradeCount',
        kind: 'number',
        meaning: 'Completed trades from which the sum counts.',
        unit: 'trades',
        isRequired: true,
      },
      acceptedLoss,
      market,
    ],
    result: { kind: 'boolean' },
    reads: ['report'],
    acts: [],
    example: 'local allowed = DisableOnLosses(5)',
  },
  {
    name: 'NeverEnterWithALoss',
    category: 'Easy Insurances',
    meaning:
      'Allows entering on a spot market only at a price not above the last sale. Says ' +
      'nothing while a position is open.',
    parameters: [acceptedLoss, targetPrice],
    result: { kind: 'boolean' },
    reads: ['positions', 'series'],
    acts: [],
    example: 'local allowed = NeverEnterWithALoss()',
  },
  {
    name: 'NeverExitWithLoss',
    category: 'Easy Insurances',
    meaning: 'Allows leaving a position only when the price covers the average entry price.',
    parameters: [acceptedLoss, targetPrice, positionId],
    result: { kind: 'boolean' },
    reads: ['positions', 'series'],
    acts: [],
    example: 'local allowed = NeverExitWithLoss()',
  },
  {
    name: 'OrderOncePerBar',
    category: 'Easy Insurances',
    meaning:
      'Allows one order for each candle; further ones are blocked until the next candle opens.',
    parameters: [interval, positionId],
    result: { kind: 'boolean' },
    reads: ['orders', 'clock'],
    acts: [],
    example: 'local allowed = OrderOncePerBar()',
  },
  {
    name: 'OvercomeDoubleFeeCosts',
    category: 'Easy Insurances',
    meaning: 'Allows a trade when its profit covers the fees of entry and exit twice.',
    parameters: [targetPrice, positionId],
    result: { kind: 'boolean' },
    reads: ['positions', 'series'],
    acts: [],
    example: 'local allowed = OvercomeDoubleFeeCosts()',
  },
  {
    name: 'OvercomeFeeCosts',
    category: 'Easy Insurances',
    meaning: 'Allows a trade when its profit covers the fees of entry and exit.',
    parameters: [targetPrice, positionId],
    result: { kind: 'boolean' },
    reads: ['positions', 'series'],
    acts: [],
    example: 'local allowed = OvercomeFeeCosts()',
  },
  {
    name: 'PercentagePriceChange',
    category: 'Easy Insurances',
    meaning:
      'Allows a trade once the price has moved far enough from the average entry price, ' +
      'as a percentage.',
    parameters: [
      {
        name: 'percentage',
        kind: 'number',
        meaning: 'Least distance from the average entry price.',
        unit: 'percent',
        isRequired: false,
        defaultExpression: '0',
      },
      targetPrice,
      positionId,
    ],
    result: { kind: 'boolean' },
    reads: ['positions', 'series'],
    acts: [],
    example: 'local allowed = PercentagePriceChange()',
  },
  {
    name: 'StopLossCooldown',
    category: 'Easy Insurances',
    meaning: 'Allows trades again only some time after a safety last closed a position.',
    parameters: [
      {
        name: 'minutes',
        kind: 'number',
        meaning: 'How long to wait.',
        unit: 'minutes',
        isRequired: true,
      },
      positionId,
    ],
    result: { kind: 'boolean' },
    reads: ['positions', 'clock'],
    acts: [],
    example: 'local allowed = StopLossCooldown(30)',
  },
  {
    name: 'TradeOncePerBar',
    category: 'Easy Insurances',
    meaning:
      'Allows one trade for each candle; further ones are blocked until the next candle opens.',
    parameters: [interval, positionId],
    result: { kind: 'boolean' },
    reads: ['positions', 'clock'],
    acts: [],
    example: 'local allowed = TradeOncePerBar()',
  },
  {
    name: 'TradeOnlySideways',
    category: 'Easy Insurances',
    meaning: 'Allows trades only while the market moves sideways.',
    parameters: [
      {
        name: 'threshold',
        kind: 'number',
        meaning: 'Strength of a trend below which the market counts as sideways.',
        isRequired: false,
        defaultExpression: '25',
      },
      interval,
      fullCandles,
      market,
    ],
    result: { kind: 'boolean' },
    reads: ['series'],
    acts: [],
    example: 'local allowed = TradeOnlySideways()',
  },
  {
    name: 'TradeOnlyTrending',
    category: 'Easy Insurances',
    meaning: 'Allows trades only while the market has a trend.',
    parameters: [
      {
        name: 'threshold',
        kind: 'number',
        meaning: 'Strength of a trend from which the market counts as trending.',
        isRequired: false,
        defaultExpression: '25',
      },
      interval,
      fullCandles,
      market,
    ],
    result: { kind: 'boolean' },
    reads: ['series'],
    acts: [],
    example: 'local allowed = TradeOnlyTrending()',
  },
  {
    name: 'WaitAfterOrder',
    category: 'Easy Insurances',
    meaning:
      'Allows trades again only some time after the last order was placed, those of this ' +
      'run included.',
    parameters: [
      {
        name: 'timeout',
        kind: 'number',
        meaning: 'How long to wait.',
        unit: 'minutes',
        isRequired: true,
      },
      positionId,
    ],
    result: { kind: 'boolean' },
    reads: ['orders', 'clock'],
    acts: [],
    example: 'local allowed = WaitAfterOrder(30)',
  },
  {
    name: 'WaitAfterTrade',
    category: 'Easy Insurances',
    meaning: 'Allows trades again only some time after the last trade.',
    parameters: [
      {
        name: 'timeout',
        kind: 'number',
        meaning: 'How long to wait.',
        unit: 'minutes',
        isRequired: true,
      },
      positionId,
    ],
    result: { kind: 'boolean' },
    reads: ['positions', 'clock'],
    acts: [],
    example: 'local allowed = WaitAfterTrade(30)',
  },
] as const satisfies readonly CommandDefinition[];
