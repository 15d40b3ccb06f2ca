// Trading: managed actions, where the bot keeps one position, unmanaged orders, and the bot of
// containers.

import type { CommandDefinition, ParameterDefinition } from '#commands/definition/command.ts';
import { flagParameter } from '#commands/definition/define-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const {
  activationDistance,
  activationPrice,
  amount,
  count,
  hiddenOrder,
  immediately,
  note,
  ocaGroup,
  ocaType,
  optionalPositionId,
  orderId,
  price,
  reduceOnly,
  signal,
  timeout,
  trailOffset,
  triggerPrice,
  type,
} = SHARED_PARAMETERS;

const tradedMarket = {
  name: 'market',
  kind: 'string',
  meaning: 'Market to trade on.',
  unit: 'market tag',
  isRequired: false,
  defaultExpression: 'PriceMarket()',
} as const satisfies ParameterDefinition;

const MANAGED_ACTION = {
  category: 'Trade Actions (Managed)',
  result: { kind: 'nothing' },
  reads: ['positions', 'settings'],
  acts: ['orders'],
} as const;

const NEW_ORDER = {
  category: 'Trade Actions (Unmanaged)',
  parameters: [
    price,
    amount,
    tradedMarket,
    type,
    note,
    optionalPositionId,
    timeout,
    triggerPrice,
    reduceOnly,
    hiddenOrder,
    trailOffset,
    activationPrice,
    activationDistance,
    ocaGroup,
    ocaType,
    immediately,
  ],
  result: { kind: 'string' },
  reads: ['positions', 'settings'],
  acts: ['orders'],
} as const;

export const TRADE_ACTIONS = [
  {
    name: 'DoExitPosition',
    ...MANAGED_ACTION,
    meaning: 'Closes the position of either side; sells on spot. Does nothing when there is none.',
    parameters: [
      note,
      count,
      {
        ...immediately,
        meaning:
          'Leave at market, and in a backtest at the close of the candle that asks for it ' +
          'rather than at the next open.',
      },
    ],
    example: 'DoExitPosition()',
  },
  {
    name: 'DoFlipPosition',
    ...MANAGED_ACTION,
    meaning: 'Goes short when the position is long and long when it is short.',
    parameters: [note],
    example: 'DoFlipPosition()',
  },
  {
    name: 'DoLong',
    aliases: ['DoBuy'],
    ...MANAGED_ACTION,
    meaning:
      'Buys on spot, or goes long, and leaves a short position before. Does nothing while an ' +
      'order is open or when the trade amount is reached; a part of it is made whole. Limit ' +
      'orders are placed at the ask.',
    parameters: [note, count],
    example: 'DoLong()',
  },
  {
    name: 'DoShort',
    aliases: ['DoSell'],
    ...MANAGED_ACTION,
    meaning:
      'Sells what was bought on spot, or goes short and leaves a long position before. Does ' +
      'nothing while an order is open or when the trade amount is reached; a part of it is made ' +
      'whole. Limit orders are placed at the bid.',
    parameters: [note, count],
    example: 'DoShort()',
  },
  {
    name: 'DoSignal',
    ...MANAGED_ACTION,
    meaning: 'Carries out a signal: DoLong, DoShort or DoExitPosition, or nothing.',
    parameters: [signal, note],
    example: 'DoSignal(SignalLong)',
  },
  {
    name: 'PlaceBuyOrder',
    ...NEW_ORDER,
    meaning:
      'Places a buy order on a spot market and returns its id; an empty text when it was refused.',
    example: 'local orderId = PlaceBuyOrder(CurrentPrice().close, TradeAmount())',
  },
  {
    name: 'PlaceCancelledOrder',
    category: 'Trade Actions (Unmanaged)',
    meaning:
      'Places the part of a cancelled order that was not filled again; an empty text when ' +
      'nothing was placed.',
    parameters: [
      orderId,
      {
        name: 'price',
        kind: 'number',
        meaning: 'Price of the new order; the ask for a buy, the bid for a sale when left out.',
        unit: 'price',
        isRequired: false,
      },
    ],
    result: { kind: 'string' },
    reads: ['orders'],
    acts: ['orders'],
    example: 'local orderId = PlaceCancelledOrder(orderId)',
  },
  {
    name: 'PlaceExitLongOrder',
    ...NEW_ORDER,
    meaning:
      'Places an order that reduces or closes a long position, and returns its id; an ' +
      'empty text when it was refused.',
    example: 'local orderId = PlaceExitLongOrder(CurrentPrice().close, TradeAmount())',
  },
  {
    name: 'PlaceExitPositionOrder',
    category: 'Trade Actions (Unmanaged)',
    meaning:
      'Places an order that closes exactly the open amount of a position, fees taken into ' +
      'account, and returns its id.',
    parameters: [
      {
        name: 'positionId',
        kind: 'string',
        meaning: 'Position to close; the one of the market when left out.',
        unit: 'position id',
        isRequired: false,
      },
      {
        name: 'price',
        kind: 'number',
        meaning: 'Price of the order; the ask for a buy, the bid for a sale when left out.',
        unit: 'price',
        isRequired: false,
      },
      type,
      note,
      timeout,
      immediately,
    ],
    result: { kind: 'string' },
    reads: ['positions', 'settings'],
    acts: ['orders'],
    example: 'local orderId = PlaceExitPositionOrder()',
  },
  {
    name: 'PlaceExitShortOrder',
    ...NEW_ORDER,
    meaning:
      'Places an order that reduces or closes a short position, and returns its id; an ' +
      'empty text when it was refused.',
    example: 'local orderId = PlaceExitShortOrder(CurrentPrice().close, TradeAmount())',
  },
  {
    name: 'PlaceGoLongOrder',
    ...NEW_ORDER,
    meaning:
      'Places an order that opens or enlarges a long position, and returns its id; an ' +
      'empty text when it was refused.',
    example: 'local orderId = PlaceGoLongOrder(CurrentPrice().close, TradeAmount())',
  },
  {
    name: 'PlaceGoShortOrder',
    ...NEW_ORDER,
    meaning:
      'Places an order that opens or enlarges a short position, and returns its id; an ' +
      'empty text when it was refused.',
    example: 'local orderId = PlaceGoShortOrder(CurrentPrice().close, TradeAmount())',
  },
  {
    name: 'PlaceSellOrder',
    ...NEW_ORDER,
    meaning:
      'Places a sell order on a spot market and returns its id; an empty text when it was refused.',
    example: 'local orderId = PlaceSellOrder(CurrentPrice().close, TradeAmount())',
  },
  {
    name: 'IndicatorContainer',
    category: 'Trade Bot',
    meaning:
      'Collects signals: the list of them, the one that all agree on, and the one that ' +
      'most agree on.',
    parameters: [
      {
        name: 'signals[]',
        kind: 'enum',
        group: 'signal',
        keepsProperties: true,
        meaning: 'Signals to weigh, as many as wanted.',
        isRequired: false,
        isVariadic: true,
      },
    ],
    result: {
      kind: 'container',
      fields: [
        { name: 'signals', kind: 'any' },
        { name: 'unanimousSignal', kind: 'enum', group: 'signal' },
        { name: 'consensusSignal', kind: 'enum', group: 'signal' },
      ],
    },
    reads: [],
    acts: ['log'],
    example: 'local signals = IndicatorContainer(SignalLong, SignalLong)',
  },
  {
    name: 'InsuranceContainer',
    category: 'Trade Bot',
    meaning: 'True when every insurance allows the trade.',
    parameters: [
      {
        name: 'signals[]',
        kind: 'boolean',
        meaning: 'Results of insurances, as many as wanted.',
        isRequired: false,
        isVariadic: true,
      },
    ],
    result: { kind: 'boolean' },
    reads: [],
    acts: [],
    example: 'local allowed = InsuranceContainer(OvercomeFeeCosts())',
  },
  {
    name: 'SafetyContainer',
    category: 'Trade Bot',
    meaning: 'True when any safety is triggered.',
    parameters: [
      {
        name: 'signals[]',
        kind: 'boolean',
        meaning: 'Results of safeties, as many as wanted.',
        isRequired: false,
        isVariadic: true,
      },
    ],
    result: { kind: 'boolean' },
    reads: [],
    acts: [],
    example: 'local isTriggered = SafetyContainer(StopLoss(2), TakeProfit(5))',
  },
  {
    name: 'TradeBotContainer',
    category: 'Trade Bot',
    meaning:
      'Leaves the position when a safety is triggered; else carries out the signal if the ' +
      'insurances allow it.',
    parameters: [
      flagParameter('safetySignal', 'false', 'Whether a safety is triggered.'),
      {
        name: 'indicatorSignal',
        kind: 'enum',
        group: 'signal',
        meaning: 'Signal to carry out.',
        isRequired: false,
        defaultExpression: 'SignalNone',
      },
      flagParameter('insuranceSignal', 'true', 'Whether the insurances allow it.'),
    ],
    result: { kind: 'nothing' },
    reads: ['positions', 'settings'],
    acts: ['orders'],
    example: 'TradeBotContainer(StopLoss(2), signal, OvercomeFeeCosts())',
  },
] as const satisfies readonly CommandDefinition[];
