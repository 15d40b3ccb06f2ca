// Scripts of a simulation's bots. Each script retains a diary: one line for every update, with how
// many there were in the life of the bot, so that the log shows whether one was lost or made twice.

import { systemDigest } from '#adapters/system/system-ports.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { StrategyConfig } from '#ports/stores/bot-store.ts';
import { FUTURES, STRATEGIES } from './strategies.ts';

/** What a bot does: a script, or one of our strategies. */
export type SimPart = {
  readonly name: string;
  readonly marketType: MarketType;
  readonly brain:
    | { readonly kind: 'script'; readonly source: string }
    | { readonly kind: 'strategy'; readonly type: StrategyType; readonly config: StrategyConfig };
  /** Why it may stop itself; null: never. */
  readonly stopsBy: RegExp | null;
  readonly mayPause: boolean;
};

/** What backtests and labs run. */
export const SWEPT_SCRIPT_ID = identifierFromBytes('scr', systemDigest.sha256('swept'));

export const SWEPT_SOURCE = `
local average = SMA(ClosePrices(), Input('Length', 5))
if CrossOver(ClosePrices(), average) then DoLong() end
if CrossUnder(ClosePrices(), average) then DoExitPosition() end`;

/** What ends the process that runs it, as one does that uses up all memory. */
export const FATAL_SCRIPT_ID = identifierFromBytes('scr', systemDigest.sha256('fatal'));

export const FATAL_SOURCE = `${SWEPT_SOURCE} -- fatal`;

export const DIARY_LINE = /^update (\d+)$/;

const DIARY = `
local count = Load('count', 0) + 1
Save('count', count)
Log('update ' .. count)
local hook = GetWebHookSignal('go')
if hook then Log('signal ' .. hook.number) end
local price = CurrentPrice().close
`;

type Draft = Partial<Pick<SimPart, 'stopsBy' | 'mayPause' | 'marketType'>> & {
  readonly source: string;
};

const DRAFTS: { readonly [name: string]: Draft } = {
  'buys and sells at the market, in turn': {
    source: `
      if count % 2 == 1 then PlaceBuyOrder(price, 0.001, {type = MarketOrderType})
      else PlaceSellOrder(price, 0.001, {type = MarketOrderType}) end`,
  },
  'rests near the price until its time is over': {
    source: `
      if not IsAnyOrderOpen() then
        if GetPositionAmount() == 0 then
          PlaceBuyOrder(price * 0.9998, 0.01, {type = LimitOrderType, timeout = 120})
        else
          PlaceSellOrder(price * 1.0002, GetPositionAmount(), {type = LimitOrderType, timeout = 120})
        end
      end`,
  },
  'keeps much from update to update': {
    source: `
      seen = seen or {}
      seen[#seen + 1] = {price = price, at = count}
      byCount = byCount or {}
      byCount['u' .. count % 7] = seen[#seen]
      local sum = 0
      for name, each in pairs(byCount) do sum = sum * 0.5 + each.price end
      local average = EMA(ClosePrices(), 3)
      last = last or average
      if #seen > 9 then table.remove(seen, 1) end
      if last[1] > sum or math.random() > 0.5 then DoBuy() else DoSell() end`,
  },
  'lays ladders and cancels them': {
    source: `
      if count % 3 == 0 then CancelAllOrders()
      elseif count % 3 == 1 then
        for step = 1, 3 do
          PlaceBuyOrder(price * (1 - 0.0003 * step), 0.001, {type = NoTimeOutOrderType})
        end
      elseif GetPositionAmount() > 0 then
        PlaceSellOrder(price, GetPositionAmount(), {type = MarketOrderType})
      end`,
  },
  'trades as it is given by averages': {
    source: `
      local fast, slow = SMA(ClosePrices(), 2), SMA(ClosePrices(), 4)
      if fast > slow then DoBuy() else DoSell() end`,
  },
  'guards what it holds': {
    source: `
      if IsAnyOrderOpen() then return end
      local amount = GetPositionAmount()
      if amount == 0 then PlaceBuyOrder(price, 0.002, {type = MarketOrderType})
      elseif count % 2 == 0 then
        PlaceSellOrder(price * 0.9999, amount, {type = StopMarketOrderType})
        PlaceSellOrder(price * 1.0003, amount / 2, {type = TakeProfitMarketOrderType})
      else PlaceSellOrder(price * 0.9997, amount, {type = TrailingStopMarketOrderType}) end`,
  },
  'enters as the price breaks out': {
    source: `
      if count % 4 == 0 then CancelAllOrders()
      elseif GetPositionAmount() > 0 then
        PlaceSellOrder(price, GetPositionAmount(), {type = MakerOrCancelOrderType})
      elseif not IsAnyOrderOpen() then
        PlaceBuyOrder(price * 1.001, 0.002,
          {type = StopLimitOrderType, triggerPrice = price * 1.0001, timeout = 180})
      end`,
  },
  'asks for more than it can pay': {
    source: 'PlaceBuyOrder(price, 3, {type = MarketOrderType})',
  },
  'pauses with an order at work': {
    mayPause: true,
    source: `
      if count % 4 == 0 then PauseBot()
      else PlaceBuyOrder(price * 0.9, 0.001, {type = NoTimeOutOrderType}) end`,
  },
  'leaves, and takes its orders with it': {
    stopsBy: /enough/,
    source: `
      if count % 5 == 0 then DeactivateBot('enough', true)
      else PlaceBuyOrder(price * 0.9, 0.001, {type = NoTimeOutOrderType}) end`,
  },
  fails: {
    stopsBy: /oh no/,
    source: `
      PlaceBuyOrder(price * 0.9999, 0.001, {type = NoTimeOutOrderType})
      if count % 5 == 0 then error('oh no') end`,
  },
  'goes long and out at the market': {
    marketType: 'futures',
    source: `
      if GetPositionAmount() > 0 then
        PlaceExitLongOrder(price, GetPositionAmount(), {type = MarketOrderType})
      else PlaceGoLongOrder(price, 0.01, {type = MarketOrderType}) end`,
  },
  'goes long behind a stop': {
    marketType: 'futures',
    source: `
      if IsAnyOrderOpen() then return end
      if GetPositionAmount() == 0 then PlaceGoLongOrder(price, 0.01, {type = MarketOrderType})
      else
        PlaceExitLongOrder(price * 0.9998, GetPositionAmount(), {type = StopMarketOrderType})
      end`,
  },
  'goes short by limits': {
    marketType: 'futures',
    source: `
      if not IsAnyOrderOpen() then
        if GetPositionAmount() == 0 then
          PlaceGoShortOrder(price * 1.0002, 0.01, {type = LimitOrderType, timeout = 180})
        else
          PlaceExitShortOrder(price * 0.9998, GetPositionAmount(), {type = LimitOrderType, timeout = 180})
        end
      end`,
  },
  'turns its position as averages turn': {
    marketType: 'futures',
    source: `
      local fast, slow = SMA(ClosePrices(), 2), SMA(ClosePrices(), 4)
      if fast > slow then DoLong() else DoShort() end`,
  },
};

export const SIM_SCRIPTS: readonly SimPart[] = Object.entries(DRAFTS).map(([name, draft]) => {
  const { source, stopsBy = null, mayPause = false, marketType = 'spot' } = draft;
  const brain = { kind: 'script', source: `${DIARY}${source}` } as const;
  return { name, marketType, brain, stopsBy, mayPause };
});

/** They may find that others have spent the money. */
const STRATEGY_STOPS = /could not be started/;

/** A bracket ends once its exits have filled, or where its entry was refused. */
const BRACKET_ENDS = /could not be started|deactivated it/;

export const SIM_STRATEGIES: readonly SimPart[] = Object.entries(STRATEGIES).map(
  ([name, [type, config]]) => {
    const marketType = config['market_tag'] === FUTURES ? 'futures' : 'spot';
    const brain = { kind: 'strategy', type, config } as const;
    const stopsBy = type === 'bracket' ? BRACKET_ENDS : STRATEGY_STOPS;
    return { name, marketType, brain, stopsBy, mayPause: false };
  },
);
