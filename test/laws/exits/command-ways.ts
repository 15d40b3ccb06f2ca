// Ways in which each command that places orders, or says when to, leaves a position; one that only
// enters or cancels is excused by name.

import type { Kind } from './leaving-run.ts';

export type CommandWay = {
  /** Null: the command leaves nothing there, for the reason. */
  readonly script: string | ((kind: Kind) => string | null);
  readonly reason?: string;
  readonly before?: (kind: Kind) => string;
  readonly move?: 'up';
  /** It leaves a short. */
  readonly isShort?: true;
  /** Other ways of the same command. */
  readonly also?: readonly CommandWay[];
};

const ENTERS = 'it enters, and leaves nothing';
const NO_ORDER = 'it places no order';
const SPOT_ALONE =
  'on contracts it is refused, with which commands are taken there; on spot a purchase enters';
const CONTRACTS_ALONE = 'it is for contracts alone, and refused on spot';
const NO_SHORT_ON_SPOT = 'on spot there is no short to be left';

const enters = (reason: string): CommandWay => ({ script: () => null, reason });
const safety = (call: string, move?: 'up'): CommandWay => ({
  script: `if ${call} then DoExitPosition('out') end`,
  ...(move === undefined ? {} : { move }),
});
/** A safety closes what an insurance, made for entries and signals, would keep open. */
const insured = (call: string): CommandWay => ({
  script: `TradeBotContainer(SafetyContainer(StopLoss(10)), SignalNone, InsuranceContainer(${call}))`,
});
const place = (kind: Kind, price: string, options: string): string =>
  `Place${kind === 'spot' ? 'Sell' : 'ExitLong'}Order(${price}, GetPositionAmount(), {${options}})`;

/** On spot by an order that waits for its price. */
const sellsWhen = (price: string, options: string): CommandWay => ({
  script: (kind) => (kind === 'spot' ? 'return' : null),
  reason: SPOT_ALONE,
  before: (kind) => (kind === 'spot' ? place(kind, price, options) : ''),
});

export const COMMAND_WAYS: { readonly [command: string]: CommandWay | undefined } = {
  DeactivateBot: enters(NO_ORDER),
  CancelAllOrders: enters(NO_ORDER),
  CancelOrder: enters(NO_ORDER),
  DoLong: enters(ENTERS),
  PlaceBuyOrder: enters(SPOT_ALONE),
  PlaceGoLongOrder: enters(ENTERS),
  PlaceGoShortOrder: enters(ENTERS),
  PlaceExitShortOrder: {
    script: (kind) =>
      kind === 'spot'
        ? null
        : 'PlaceExitShortOrder(0, GetPositionAmount(), {type = MarketOrderType})',
    reason: NO_SHORT_ON_SPOT,
    isShort: true,
  },
  DoExitPosition: { script: "DoExitPosition('out')" },
  DoFlipPosition: { script: "DoFlipPosition('turn')" },
  DoShort: { script: "DoShort('turn')" },
  DoSignal: { script: "DoSignal(SignalExitLong, 'out')" },
  TradeBotContainer: { script: 'TradeBotContainer(true, SignalNone, false)' },
  PlaceExitPositionOrder: { script: 'PlaceExitPositionOrder({type = MarketOrderType})' },
  PlaceSellOrder: {
    script: (kind) => (kind === 'spot' ? place(kind, '0', 'type = MarketOrderType') : null),
    reason: SPOT_ALONE,
    also: [
      sellsWhen('60000', 'type = StopMarketOrderType, triggerPrice = 60000'),
      sellsWhen('90000', 'type = TrailingStopMarketOrderType'),
      { ...sellsWhen('150000', 'type = TakeProfitMarketOrderType'), move: 'up' },
    ],
  },
  PlaceExitLongOrder: {
    script: (kind) => (kind === 'spot' ? null : 'return'),
    reason: CONTRACTS_ALONE,
    before: (kind) =>
      kind === 'spot'
        ? ''
        : place(kind, '60000', 'type = StopMarketOrderType, triggerPrice = 60000'),
  },
  PlaceCancelledOrder: {
    script: (kind) => `
      if Load('rest', '') == '' then
        Save('rest', ${place(kind, '300000', 'type = LimitOrderType, timeout = 86400')})
      elseif IsOrderOpen(Load('rest', '')) then CancelOrder(Load('rest', ''))
      else PlaceCancelledOrder(Load('rest', ''), CurrentPrice().close * 0.99) end`,
  },
  ChandelierStopLoss: safety('ChandelierStopLoss(5, 1) or CurrentPrice().close < 60000'),
  DynamicStopLoss: safety('DynamicStopLoss(10)'),
  GrowingTrailingStopLoss: safety('GrowingTrailingStopLoss(10, 1)'),
  ShrinkingTrailingStopLoss: safety('ShrinkingTrailingStopLoss(10, 1)'),
  StopLoss: safety('StopLoss(10)'),
  StopLossROI: safety('StopLossROI(0.5)'),
  TrailingStopLoss: safety('TrailingStopLoss(10)'),
  TrailingArmStopLoss: safety('TrailingArmStopLoss(10, 0)'),
  DynamicTakeProfit: safety('DynamicTakeProfit(10)', 'up'),
  TakeProfit: safety('TakeProfit(10)', 'up'),
  TakeProfitROI: safety('TakeProfitROI(0.5)', 'up'),
  AbsolutePriceChange: insured('AbsolutePriceChange(1000000)'),
  DisableOnLosses: insured('DisableOnLosses(0)'),
  NeverEnterWithALoss: insured('NeverEnterWithALoss()'),
  NeverExitWithLoss: insured('NeverExitWithLoss()'),
  OrderOncePerBar: insured('OrderOncePerBar(60)'),
  OvercomeDoubleFeeCosts: insured('OvercomeDoubleFeeCosts()'),
  OvercomeFeeCosts: insured('OvercomeFeeCosts()'),
  PercentagePriceChange: insured('PercentagePriceChange(1000)'),
  StopLossCooldown: insured('StopLossCooldown(600)'),
  TradeOncePerBar: insured('TradeOncePerBar(60)'),
  TradeOnlySideways: insured('TradeOnlySideways()'),
  TradeOnlyTrending: insured('TradeOnlyTrending()'),
  WaitAfterOrder: insured('WaitAfterOrder(600)'),
  WaitAfterTrade: insured('WaitAfterTrade(600)'),
  DeactivateAfterEnterOrder: enters(NO_ORDER),
  DeactivateAfterExitOrder: enters(NO_ORDER),
  DeactivateAfterXActiveMinutes: enters(NO_ORDER),
  DeactivateAfterXIdleMinutes: enters(NO_ORDER),
  DeactivateAfterXOrders: enters(NO_ORDER),
  DeactivateAfterXPositions: enters(NO_ORDER),
  DeactivateOnLoss: enters(NO_ORDER),
  DeactivateOnProfit: enters(NO_ORDER),
};
