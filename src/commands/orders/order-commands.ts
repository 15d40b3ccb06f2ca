// Orders of the bot: whether they are open or filled, what came of them, and cancelling them.

import type { CommandDefinition, ParameterDefinition } from '#commands/definition/command.ts';
import { flagParameter } from '#commands/definition/define-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { orderId } = SHARED_PARAMETERS;

const requestedPosition = {
  name: 'positionId',
  kind: 'string',
  meaning: 'Position whose orders are looked at; all orders of the bot when left out.',
  unit: 'position id',
  isRequired: false,
} as const satisfies ParameterDefinition;

const listedPosition = {
  name: 'positionId',
  kind: 'string',
  meaning: 'Position whose orders are listed; all orders of the bot when left out.',
  unit: 'position id',
  isRequired: false,
} as const satisfies ParameterDefinition;

const ORDER_CONDITION = {
  category: 'Order Handling',
  result: { kind: 'boolean' },
  reads: ['orders'],
  acts: [],
} as const;

const ORDER_FACT = { category: 'Order Information', reads: ['orders'], acts: [] } as const;

export const ORDER_COMMANDS = [
  {
    name: 'CancelAllOrders',
    category: 'Order Handling',
    meaning:
      'Asks to cancel every open order of the bot, or those of one position. The requests ' +
      'go out after the run.',
    parameters: [
      {
        name: 'positionId',
        kind: 'string',
        meaning: 'Position whose orders are cancelled; all orders of the bot when left out.',
        unit: 'position id',
        isRequired: false,
      },
    ],
    result: { kind: 'nothing' },
    reads: ['orders'],
    acts: ['orders'],
    example: 'CancelAllOrders()',
  },
  {
    name: 'CancelOrder',
    category: 'Order Handling',
    meaning: 'Asks to cancel one order. The request goes out after the run.',
    parameters: [orderId],
    result: { kind: 'nothing' },
    reads: ['orders'],
    acts: ['orders'],
    example: 'CancelOrder(orderId)',
  },
  {
    name: 'IsAnyOrderFinished',
    ...ORDER_CONDITION,
    meaning: 'True when an order was filled or cancelled since the run before.',
    parameters: [requestedPosition],
    example: 'local anyOrderFinished = IsAnyOrderFinished()',
  },
  {
    name: 'IsAnyOrderOpen',
    ...ORDER_CONDITION,
    meaning: 'True while an order of the bot is open.',
    parameters: [requestedPosition],
    example: 'local anyOrderOpen = IsAnyOrderOpen()',
  },
  {
    name: 'IsBuyOrder',
    ...ORDER_CONDITION,
    meaning: 'True when the order buys.',
    parameters: [orderId],
    example: 'local buyOrder = IsBuyOrder(orderId)',
  },
  {
    name: 'IsOrderFilled',
    ...ORDER_CONDITION,
    meaning: 'True when the order was filled completely.',
    parameters: [orderId],
    example: 'local orderFilled = IsOrderFilled(orderId)',
  },
  {
    name: 'IsOrderOpen',
    ...ORDER_CONDITION,
    meaning: 'True while the order is open.',
    parameters: [orderId],
    example: 'local orderOpen = IsOrderOpen(orderId)',
  },
  {
    name: 'IsSellOrder',
    ...ORDER_CONDITION,
    meaning: 'True when the order sells.',
    parameters: [orderId],
    example: 'local sellOrder = IsSellOrder(orderId)',
  },
  {
    name: 'GetAllFilledOrders',
    ...ORDER_FACT,
    meaning: 'The last 50 orders that were filled, wholly or in part, latest closed first.',
    parameters: [listedPosition],
    result: { kind: 'list', of: 'OrderContainer' },
    example: 'local allFilledOrders = GetAllFilledOrders()',
  },
  {
    name: 'GetAllOpenOrders',
    ...ORDER_FACT,
    meaning: 'The open orders of the bot.',
    parameters: [listedPosition],
    result: { kind: 'list', of: 'OrderContainer' },
    example: 'local allOpenOrders = GetAllOpenOrders()',
  },
  {
    name: 'GetFailedOrderMessage',
    ...ORDER_FACT,
    meaning: 'Why an order failed; empty when it did not.',
    parameters: [orderId],
    result: { kind: 'string' },
    example: 'local reason = GetFailedOrderMessage(orderId)',
  },
  {
    name: 'GetOrderCancelledAmount',
    ...ORDER_FACT,
    meaning: 'The part of an ended order that was not filled; 0 while it is open.',
    parameters: [orderId],
    result: { kind: 'number', unit: 'amount of the market' },
    example: 'local orderCancelledAmount = GetOrderCancelledAmount(orderId)',
  },
  {
    name: 'GetOrderFilledAmount',
    ...ORDER_FACT,
    meaning: 'The part of an order that was filled.',
    parameters: [
      orderId,
      flagParameter('afterFees', 'false', 'Subtract fees that were taken in the base currency.'),
    ],
    result: { kind: 'number', unit: 'amount of the market' },
    example: 'local orderFilledAmount = GetOrderFilledAmount(orderId)',
  },
  {
    name: 'GetOrderOpenTime',
    category: 'Order Information',
    meaning: 'How long an order is open, or was until it ended.',
    parameters: [orderId, flagParameter('inSeconds', 'false', 'Return in seconds.')],
    result: { kind: 'number', unit: 'minutes' },
    reads: ['orders', 'clock'],
    acts: [],
    example: 'local orderOpenTime = GetOrderOpenTime(orderId)',
  },
  {
    name: 'GetOrderProfit',
    ...ORDER_FACT,
    meaning: 'The profit that an order realised, before fees.',
    parameters: [orderId],
    result: { kind: 'number', unit: 'profit currency' },
    example: 'local orderProfit = GetOrderProfit(orderId)',
  },
  {
    name: 'OrderContainer',
    ...ORDER_FACT,
    meaning:
      'Everything known of one order, read by field. The price is that of its fills once there ' +
      'is one; averageFillPrice is 0 until then. Fees are in feeCurrency and openTime is in ' +
      'minutes. placedTime, filledTime (of the last fill) and endedTime are unix seconds, 0 for ' +
      'what has not happened.',
    parameters: [orderId],
    result: {
      kind: 'container',
      fields: [
        { name: 'price', kind: 'number' },
        { name: 'executedAmount', kind: 'number' },
        { name: 'filledAmount', kind: 'number' },
        { name: 'isOpen', kind: 'boolean' },
        { name: 'isFilled', kind: 'boolean' },
        { name: 'isCancelled', kind: 'boolean' },
        { name: 'feeCosts', kind: 'number' },
        { name: 'feeCurrency', kind: 'string' },
        { name: 'openTime', kind: 'number' },
        { name: 'positionId', kind: 'string' },
        { name: 'orderId', kind: 'string' },
        { name: 'isEnterOrder', kind: 'boolean' },
        { name: 'isExitOrder', kind: 'boolean' },
        { name: 'triggerPrice', kind: 'number' },
        { name: 'isBuyOrder', kind: 'boolean' },
        { name: 'isSellOrder', kind: 'boolean' },
        { name: 'averageFillPrice', kind: 'number', isOwn: true },
        { name: 'placedTime', kind: 'number', isOwn: true },
        { name: 'filledTime', kind: 'number', isOwn: true },
        { name: 'endedTime', kind: 'number', isOwn: true },
      ],
    },
    example: 'local order = OrderContainer(orderId)',
  },
] as const satisfies readonly CommandDefinition[];
