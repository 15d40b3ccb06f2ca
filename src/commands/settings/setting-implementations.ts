// Settings of the bot and of its account, how it runs, and stopping it. Of another account or
// market than its own a bot knows no settings and changes none.

import { MINUTE_MS } from '#lib/time.ts';
import type {
  CallContext,
  CommandImplementations,
} from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { BotFlag } from '#engine/run-api/settings-api.ts';
import { constantNumber } from '#commands/trading/constant-number.ts';
import { orderTypeConstant, orderTypeOf } from '#commands/trading/order-type-constant.ts';
import { isOwnAccount, isTradeMarket, marketFacts } from '#commands/trading/script-reference.ts';
import { heldStill } from '#commands/values/held-still.ts';
import { NOTHING } from '#lua/runtime/value.ts';
import type { LuaFunction, LuaResult, LuaValue } from '#lua/runtime/value.ts';

const UNKNOWN = -1;
const COMMAND_SET_VERSION = 3;

const CROSS = constantNumber('CrossMarginMode');
const ISOLATED = constantNumber('IsolatedMarginMode');
const HEDGE = constantNumber('HedgePositionMode');
const ONE_WAY = constantNumber('OneWayPositionMode');

function isOwn(
  context: CommandContext,
  market: string | undefined,
  accountId: string | undefined,
): boolean {
  return isTradeMarket(context, market) && isOwnAccount(context, accountId);
}

/** Sets what is the bot's own; says in the log that anything else stays as it is. */
function setOwn(
  context: CommandContext,
  market: string | undefined,
  accountId: string | undefined,
  set: () => boolean,
): boolean {
  if (isOwn(context, market, accountId)) return set();
  const what = 'Settings of another market or account were not changed';
  context.log.writeOnce('foreign settings', 'warning', what);
  return false;
}

function raise(flag: BotFlag) {
  return ({ settings }: CommandContext) => {
    settings.raise(flag);
    return NOTHING;
  };
}

const INPUT_SETTINGS = {
  AccountGuid: ({ settings }) => settings.accountId,
  CurrentInterval: ({ settings }, ...sources: LuaValue[]) => {
    for (const source of sources) {
      const interval = intervalOf(source);
      if (interval !== null) return interval;
    }
    return settings.intervalMinutes;
  },
  Fee: (context, market: string | undefined) => marketFacts(context, market).takerFeePercent,
  Leverage: ({ settings }) => settings.leverage(),
  PriceMarket: ({ settings }) => settings.marketTag,
  TradeAmount: ({ settings }) => settings.tradeAmount(),
} satisfies CommandImplementations;

/** The length of a series' candles in minutes, where it tells; null elsewhere. */
function intervalOf(source: LuaValue): number | null {
  if (typeof source !== 'object' || !('intervalMinutes' in source)) return null;
  const { intervalMinutes } = source;
  return typeof intervalMinutes === 'number' ? intervalMinutes : null;
}

const ACCOUNT = {
  GetLeverage: (context, market: string | undefined, accountId: string | undefined) =>
    isOwn(context, market, accountId) ? context.settings.leverage() : UNKNOWN,
  GetMarginMode: ({ settings }) => (settings.marginMode() === 'cross' ? CROSS : ISOLATED),
  GetMaxLeverage: (context, market: string | undefined) => marketFacts(context, market).maxLeverage,
  GetPositionMode: ({ settings }) => (settings.positionMode() === 'hedge' ? HEDGE : ONE_WAY),
  IsMarginModeSupported: (context) => marketFacts(context, undefined).marketType === 'futures',
  IsPositionModeSupported: (context, mode: number) =>
    mode === ONE_WAY || marketFacts(context, undefined).marketType === 'futures',
  SetLeverage: (
    context,
    leverage: number,
    market: string | undefined,
    accountId: string | undefined,
  ) => setOwn(context, market, accountId, () => context.settings.setLeverage(leverage)),
  SetMarginMode: (
    context,
    mode: number,
    market: string | undefined,
    accountId: string | undefined,
  ) =>
    setOwn(context, market, accountId, () =>
      context.settings.setMarginMode(mode === CROSS ? 'cross' : 'isolated'),
    ),
  SetPositionMode: (
    context,
    mode: number,
    accountId: string | undefined,
    market: string | undefined,
  ) =>
    setOwn(context, market, accountId, () =>
      context.settings.setPositionMode(mode === HEDGE ? 'hedge' : 'one_way'),
    ),
} satisfies CommandImplementations;

/** What OptimizedForInterval retains at its place in the script. */
type SparedResult = { bar: number; result: LuaResult };

const RUNNING = {
  DeactivateBot: ({ settings }, reason: string, isCancelling: boolean) => {
    settings.deactivate(reason, isCancelling);
    return NOTHING;
  },
  DisableIndicatorContainerLogs: raise('hides_container_logs'),
  EnableHighSpeedUpdates: (
    { settings, run, log }: CommandContext,
    isUpdatedOnFills: boolean,
    isIntervalGuaranteed: boolean,
  ) => {
    settings.raise('high_speed');
    if (run.kind === 'backtest')
      log.writeOnce('high speed', 'info', 'A backtest updates the script once a minute.');
    if (isUpdatedOnFills) settings.raise('update_on_filled_orders');
    if (isIntervalGuaranteed) settings.raise('guarantees_interval');
    return NOTHING;
  },
  EnableOrderPersistence: raise('persists_orders'),
  Finalize: ({ run, calls }: CallContext, callback: LuaFunction | undefined) => {
    if (!run.isFinal()) return false;
    if (callback !== undefined) run.atEnd(calls.frame.bound(callback));
    return true;
  },
  GetHaasScriptVersion: () => COMMAND_SET_VERSION,
  GetOrderType: ({ settings }) => orderTypeConstant(settings.orderType()),
  HideOrderSettings: raise('hides_order_settings'),
  HideTradeAmountSettings: raise('hides_trade_amount'),
  IsBotPaused: ({ settings }) => settings.isPaused(),
  IsEnterpriseVersion: () => true,
  OptimizedForInterval: (context, interval: number, callback: LuaFunction) => {
    const { calls, clock, settings, series } = context;
    const retained = calls.state((): SparedResult => ({ bar: Number.NaN, result: undefined }));
    const minutes = interval > 0 ? interval : settings.intervalMinutes;
    const bar = Math.floor(clock.nowMs() / (minutes * MINUTE_MS));
    if (retained.bar !== bar) {
      // A callback that fails is called again in the next update.
      retained.result = heldStill(series, callback());
      retained.bar = bar;
    }
    return retained.result;
  },
  PauseBot: ({ settings }) => {
    settings.pause();
    return NOTHING;
  },
  ResumeBot: ({ settings }) => {
    settings.resume();
    return NOTHING;
  },
  SetOrderType: ({ settings }, type: number) => {
    settings.setOrderType(orderTypeOf(type));
    return NOTHING;
  },
} satisfies CommandImplementations;

export const SETTING_IMPLEMENTATIONS = {
  ...INPUT_SETTINGS,
  ...ACCOUNT,
  ...RUNNING,
} satisfies CommandImplementations;
