// Insurances: conditions under which a trade is allowed; true lets it pass.

import type { CommandDefinition } from '#commands/definition/command.ts';
import { quantityParameter } from '#commands/definition/define-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { acceptedLoss, fullCandles, interval, market, positionId, targetPrice } = SHARED_PARAMETERS;

const waitingTime = quantityParameter('timeout', 'minutes', 'How long to wait.');

const INSURANCE = { category: 'Easy Insurances', result: { kind: 'boolean' }, acts: [] } as const;
const PRICE_INSURANCE = { ...INSURANCE, reads: ['positions', 'series'] } as const;

export const INSURANCES = [
  {
    name: 'AbsolutePriceChange',
    ...PRICE_INSURANCE,
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
    example: 'local allowed = AbsolutePriceChange()',
  },
  {
    name: 'DisableOnLosses',
    ...INSURANCE,
    meaning:
      'Allows trades until a number of them is done, and after that only while their sum ' +
      'is not a loss beyond what is accepted.',
    parameters: [
      quantityParameter('tradeCount', 'trades', 'Completed trades from which the sum counts.'),
      acceptedLoss,
      market,
    ],
    reads: ['report'],
    example: 'local allowed = DisableOnLosses(5)',
  },
  {
    name: 'NeverEnterWithALoss',
    ...PRICE_INSURANCE,
    meaning:
      'Allows entering on a spot market only at a price not above the last sale. Says ' +
      'nothing while a position is open.',
    parameters: [acceptedLoss, targetPrice],
    example: 'local allowed = NeverEnterWithALoss()',
  },
  {
    name: 'NeverExitWithLoss',
    ...PRICE_INSURANCE,
    meaning: 'Allows leaving a position only when the price covers the average entry price.',
    parameters: [acceptedLoss, targetPrice, positionId],
    example: 'local allowed = NeverExitWithLoss()',
  },
  {
    name: 'OrderOncePerBar',
    ...INSURANCE,
    meaning:
      'Allows one order for each candle; further ones are blocked until the next candle opens.',
    parameters: [interval, positionId],
    reads: ['orders', 'clock'],
    example: 'local allowed = OrderOncePerBar()',
  },
  {
    name: 'OvercomeDoubleFeeCosts',
    ...PRICE_INSURANCE,
    meaning: 'Allows a trade when its profit covers the fees of entry and exit twice.',
    parameters: [targetPrice, positionId],
    example: 'local allowed = OvercomeDoubleFeeCosts()',
  },
  {
    name: 'OvercomeFeeCosts',
    ...PRICE_INSURANCE,
    meaning: 'Allows a trade when its profit covers the fees of entry and exit.',
    parameters: [targetPrice, positionId],
    example: 'local allowed = OvercomeFeeCosts()',
  },
  {
    name: 'PercentagePriceChange',
    ...PRICE_INSURANCE,
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
    example: 'local allowed = PercentagePriceChange()',
  },
  {
    name: 'StopLossCooldown',
    ...INSURANCE,
    meaning: 'Allows trades again only some time after a safety last closed a position.',
    parameters: [quantityParameter('minutes', 'minutes', 'How long to wait.'), positionId],
    reads: ['positions', 'clock'],
    example: 'local allowed = StopLossCooldown(30)',
  },
  {
    name: 'TradeOncePerBar',
    ...INSURANCE,
    meaning:
      'Allows one trade for each candle; further ones are blocked until the next candle opens.',
    parameters: [interval, positionId],
    reads: ['positions', 'clock'],
    example: 'local allowed = TradeOncePerBar()',
  },
  {
    name: 'TradeOnlySideways',
    ...INSURANCE,
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
    reads: ['series'],
    example: 'local allowed = TradeOnlySideways()',
  },
  {
    name: 'TradeOnlyTrending',
    ...INSURANCE,
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
    reads: ['series'],
    example: 'local allowed = TradeOnlyTrending()',
  },
  {
    name: 'WaitAfterOrder',
    ...INSURANCE,
    meaning:
      'Allows trades again only some time after the last order was placed, those of this ' +
      'run included.',
    parameters: [waitingTime, positionId],
    reads: ['orders', 'clock'],
    example: 'local allowed = WaitAfterOrder(30)',
  },
  {
    name: 'WaitAfterTrade',
    ...INSURANCE,
    meaning: 'Allows trades again only some time after the last trade.',
    parameters: [waitingTime, positionId],
    reads: ['positions', 'clock'],
    example: 'local allowed = WaitAfterTrade(30)',
  },
] as const satisfies readonly CommandDefinition[];
