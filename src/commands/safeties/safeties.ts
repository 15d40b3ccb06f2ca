// Safeties: conditions under which a position is to be left or the bot is to stop; true when met.

import type { CommandDefinition, ParameterDefinition } from '#commands/definition/command.ts';
import { quantityParameter } from '#commands/definition/define-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { direction, multiplier, optionalDepth, percentage, positionId } = SHARED_PARAMETERS;

const positionCount = {
  name: 'positionCount',
  kind: 'number',
  meaning: 'Positions that are let pass before the check.',
  unit: 'positions',
  isRequired: false,
  defaultExpression: '1',
} as const satisfies ParameterDefinition;

const recentCandles = {
  name: 'depth',
  kind: 'number',
  meaning: 'How many candles are looked back upon.',
  unit: 'candles',
  isRequired: false,
  defaultExpression: '30',
} as const satisfies ParameterDefinition;

const entryDistance = quantityParameter(
  'percentage',
  'percent',
  'Distance from the average entry price.',
);

const PRICE_SAFETY = {
  category: 'Easy Safeties',
  result: { kind: 'boolean' },
  reads: ['positions', 'series'],
  acts: [],
} as const;

const TRAILING_SAFETY = {
  category: 'Easy Safeties',
  result: { kind: 'boolean' },
  reads: ['positions', 'series'],
  acts: ['memory'],
} as const;

const DEACTIVATION = {
  category: 'Easy Safeties',
  result: { kind: 'boolean' },
  acts: ['settings'],
} as const;

export const SAFETIES = [
  {
    name: 'ChandelierStopLoss',
    ...PRICE_SAFETY,
    meaning:
      'True when the price has passed the chandelier exit: the extreme of the last ' +
      'candles less a number of average true ranges.',
    parameters: [optionalDepth, multiplier, positionId, direction],
    example: 'local isTriggered = ChandelierStopLoss()',
  },
  {
    name: 'DeactivateAfterEnterOrder',
    ...DEACTIVATION,
    meaning: 'Stops the bot once an entering order has completed.',
    parameters: [positionCount],
    reads: ['orders'],
    example: 'local isTriggered = DeactivateAfterEnterOrder()',
  },
  {
    name: 'DeactivateAfterExitOrder',
    ...DEACTIVATION,
    meaning: 'Stops the bot once an exiting order has completed.',
    parameters: [positionCount],
    reads: ['orders'],
    example: 'local isTriggered = DeactivateAfterExitOrder()',
  },
  {
    name: 'DeactivateAfterXActiveMinutes',
    ...DEACTIVATION,
    meaning: 'Stops the bot once it has been running for a time.',
    parameters: [quantityParameter('minutes', 'minutes', 'How long the bot may run.')],
    reads: ['clock'],
    example: 'local isTriggered = DeactivateAfterXActiveMinutes(60)',
  },
  {
    name: 'DeactivateAfterXIdleMinutes',
    ...DEACTIVATION,
    meaning:
      'Stops the bot once its last completed order is some time ago. Counts from the ' +
      'first completed order.',
    parameters: [
      quantityParameter(
        'minutes',
        'minutes',
        'How long the bot may go without completing an order.',
      ),
    ],
    reads: ['orders', 'clock'],
    example: 'local isTriggered = DeactivateAfterXIdleMinutes(60)',
  },
  {
    name: 'DeactivateAfterXOrders',
    ...DEACTIVATION,
    meaning: 'Stops the bot once a number of orders has completed.',
    parameters: [
      {
        name: 'count',
        kind: 'number',
        meaning: 'Orders that may complete.',
        unit: 'orders',
        isRequired: false,
        defaultExpression: '1',
      },
    ],
    reads: ['orders'],
    example: 'local isTriggered = DeactivateAfterXOrders()',
  },
  {
    name: 'DeactivateAfterXPositions',
    ...DEACTIVATION,
    meaning: 'Stops the bot once a number of positions has been closed.',
    parameters: [
      {
        name: 'count',
        kind: 'number',
        meaning: 'Positions that may be closed.',
        unit: 'positions',
        isRequired: false,
        defaultExpression: '1',
      },
    ],
    reads: ['positions'],
    example: 'local isTriggered = DeactivateAfterXPositions()',
  },
  {
    name: 'DeactivateOnLoss',
    ...DEACTIVATION,
    meaning:
      'Stops the bot when no position is open and its return on investment has fallen to a limit.',
    parameters: [quantityParameter('maxLoss', 'percent', 'Loss at which the bot stops.')],
    reads: ['report', 'positions'],
    example: 'local isTriggered = DeactivateOnLoss(10)',
  },
  {
    name: 'DeactivateOnProfit',
    ...DEACTIVATION,
    meaning:
      'Stops the bot when no position is open and its return on investment has reached a goal.',
    parameters: [quantityParameter('minProfit', 'percent', 'Profit at which the bot stops.')],
    reads: ['report', 'positions'],
    example: 'local isTriggered = DeactivateOnProfit(10)',
  },
  {
    name: 'DynamicStopLoss',
    ...PRICE_SAFETY,
    meaning:
      'True when the exit price has fallen back by a percentage from the best candle of late ' +
      'since entry.',
    parameters: [
      quantityParameter('percentage', 'percent', 'Size of a move against the position.'),
      recentCandles,
      positionId,
      direction,
    ],
    example: 'local isTriggered = DynamicStopLoss(2)',
  },
  {
    name: 'DynamicTakeProfit',
    ...PRICE_SAFETY,
    meaning:
      'True when the exit price has moved by a percentage from the worst candle of late ' +
      'since entry, and covers the entry price.',
    parameters: [
      quantityParameter('percentage', 'percent', 'Size of a move in favour of the position.'),
      recentCandles,
      positionId,
      direction,
    ],
    example: 'local isTriggered = DynamicTakeProfit(2)',
  },
  {
    name: 'GrowingTrailingStopLoss',
    ...TRAILING_SAFETY,
    meaning:
      'A trailing stop whose distance grows the further the price has moved in favour. ' +
      'True when it is hit.',
    parameters: [
      percentage,
      quantityParameter(
        'growPercentage',
        'percent',
        'What each percent of gain adds to the distance.',
      ),
      positionId,
      direction,
    ],
    example: 'local isTriggered = GrowingTrailingStopLoss(2, 0.035)',
  },
  {
    name: 'ShrinkingTrailingStopLoss',
    ...TRAILING_SAFETY,
    meaning:
      'A trailing stop whose distance shrinks the further the price has moved in favour. ' +
      'True when it is hit.',
    parameters: [
      percentage,
      quantityParameter(
        'shrinkPercentage',
        'percent',
        'What each percent of gain takes from the distance.',
      ),
      positionId,
      direction,
    ],
    example: 'local isTriggered = ShrinkingTrailingStopLoss(2, 0.035)',
  },
  {
    name: 'StopLoss',
    ...PRICE_SAFETY,
    meaning: 'True when the price has moved against the average entry price by a percentage.',
    parameters: [entryDistance, positionId, direction],
    example: 'local isTriggered = StopLoss(2)',
  },
  {
    name: 'StopLossROI',
    ...PRICE_SAFETY,
    meaning: 'True when the return on investment of the position has fallen to a limit.',
    parameters: [
      quantityParameter('percentage', 'percent', 'Loss in return on investment.'),
      positionId,
      direction,
    ],
    example: 'local isTriggered = StopLossROI(5)',
  },
  {
    name: 'TakeProfit',
    ...PRICE_SAFETY,
    meaning: 'True when the price has moved in favour of the average entry price by a percentage.',
    parameters: [entryDistance, positionId, direction],
    example: 'local isTriggered = TakeProfit(2)',
  },
  {
    name: 'TakeProfitROI',
    ...PRICE_SAFETY,
    meaning: 'True when the return on investment of the position has reached a goal.',
    parameters: [
      quantityParameter('percentage', 'percent', 'Profit in return on investment.'),
      positionId,
      direction,
    ],
    example: 'local isTriggered = TakeProfitROI(5)',
  },
  {
    name: 'TrailingArmStopLoss',
    ...TRAILING_SAFETY,
    meaning: 'A trailing stop that starts only after a profit was reached. True when it is hit.',
    parameters: [
      percentage,
      quantityParameter('arm', 'percent', 'Profit from which the stop starts to trail.'),
      positionId,
      direction,
    ],
    example: 'local isTriggered = TrailingArmStopLoss(2, 1)',
  },
  {
    name: 'TrailingStopLoss',
    ...TRAILING_SAFETY,
    meaning: 'A stop that follows the best price since entry at a distance. True when it is hit.',
    parameters: [percentage, positionId, direction],
    example: 'local isTriggered = TrailingStopLoss(2)',
  },
] as const satisfies readonly CommandDefinition[];
