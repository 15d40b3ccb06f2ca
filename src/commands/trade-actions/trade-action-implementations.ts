// Trading: managed actions, unmanaged orders, and the bot of containers.

import type { OcaGroup } from '#domain/matching/oca-group.ts';
import type {
  CommandImplementations,
  CommandImplementation,
} from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { OrderAction, TrailRequest } from '#engine/run-api/order-api.ts';
import { constantNumber } from '#commands/trading/constant-number.ts';
import type { ManagedWish } from '#engine/run-api/wish-api.ts';
import { orderTypeOf } from '#commands/trading/order-type-constant.ts';
import {
  exitAmount,
  placeBotOrder,
  takingPrice,
  tradeManaged,
} from '#commands/trading/place-bot-order.ts';
import { openPosition } from '#commands/trading/position-view.ts';
import { noteSafety } from '#commands/trading/safety-exit.ts';
import {
  marketFacts,
  marketReference,
  positionReference,
} from '#commands/trading/script-reference.ts';
import { mergedSignals } from '#commands/trading/merged-signals.ts';
import { isTrue, NOTHING } from '#lua/runtime/value.ts';
import type { LuaValue } from '#lua/runtime/value.ts';
import { textFromBytes } from '#lua/syntax/byte-string.ts';

/** What each signal asks of managed trading; signals that are not named ask for nothing. */
const WISHES = new Map<number, ManagedWish>([
  [constantNumber('SignalLong'), 'long'],
  [constantNumber('SignalShort'), 'short'],
  [constantNumber('SignalExitPosition'), 'exit'],
  [constantNumber('SignalExitLong'), 'exit_long'],
  [constantNumber('SignalExitShort'), 'exit_short'],
]);

function carryOut(context: CommandContext, signal: number, note: string): void {
  const wish = WISHES.get(signal);
  if (wish !== undefined) tradeManaged(context, wish, textFromBytes(note));
}

function managed(wish: ManagedWish) {
  return (context: CommandContext, note: string) => {
    tradeManaged(context, wish, textFromBytes(note));
    return NOTHING;
  };
}

const MANAGED = {
  DoExitPosition: (context, note: string, _count?: number, isImmediate = false) => {
    tradeManaged(context, 'exit', textFromBytes(note), isImmediate);
    return NOTHING;
  },
  DoFlipPosition: managed('flip'),
  DoLong: managed('long'),
  DoShort: managed('short'),
  DoSignal: (context, signal: number, note: string) => {
    carryOut(context, signal, note);
    return NOTHING;
  },
} satisfies CommandImplementations;

/** Orders for spot go to spot markets, those for positions to futures. */
function isRightMarket(context: CommandContext, action: OrderAction, market?: string): boolean {
  const { marketTag, marketType } = marketFacts(context, market);
  const isForSpot = action === 'buy' || action === 'sell';
  if (isForSpot === (marketType === 'spot')) return true;
  const fitting = marketType === 'spot' ? 'buy and sell' : 'long and short';
  context.log.write('error', `${marketTag} is a ${marketType} market: it takes ${fitting} orders`);
  return false;
}

type UnmanagedBody = (
  context: CommandContext,
  price: number,
  amount: number,
  market: string | undefined,
  type: number,
  note: string,
  positionId: string | undefined,
  timeoutSeconds: number | undefined,
  triggerPrice: number | undefined,
  isReduceOnly: boolean,
  isHidden: boolean,
  trailOffset?: number,
  activationPrice?: number,
  activationDistance?: number,
  ocaGroup?: string,
  ocaType?: number,
  isImmediate?: boolean,
) => string;

/** Null when none of its options was given. */
function trailRequest(
  offset?: number,
  activationPrice?: number,
  activationDistance?: number,
): TrailRequest | null {
  if (offset === undefined && activationPrice === undefined && activationDistance === undefined)
    return null;
  return {
    offset: offset ?? null,
    activationPrice: activationPrice ?? null,
    activationDistance: activationDistance ?? null,
  };
}

const OCA_KINDS = new Map<number, OcaGroup['kind']>([
  [constantNumber('OcaCancelType'), 'cancel'],
  [constantNumber('OcaReduceType'), 'reduce'],
]);

/** Null without a group, and where its kind is none. */
function ocaRequest(
  name?: string,
  type: number = constantNumber('OcaCancelType'),
): OcaGroup | null {
  const kind = OCA_KINDS.get(type);
  return name === undefined || name === '' || kind === undefined ? null : { name, kind };
}

function unmanaged(action: OrderAction): UnmanagedBody {
  return (context, price, amount, market, type, note, positionId, timeoutSeconds, ...rest) => {
    if (!isRightMarket(context, action, market)) return '';
    const [triggerPrice, isReduceOnly, isHidden, ...own] = rest;
    const [trailOffset, activationPrice, activationDistance, ocaGroup, ocaType, isImmediate] = own;
    return placeBotOrder(context, {
      action,
      marketTag: marketReference(market),
      type: orderTypeOf(type),
      price,
      amount,
      positionId: positionReference(positionId),
      triggerPrice: triggerPrice ?? null,
      trail: trailRequest(trailOffset, activationPrice, activationDistance),
      oca: ocaRequest(ocaGroup, ocaType),
      timeoutSeconds,
      note: textFromBytes(note),
      isReduceOnly,
      isHidden,
      isImmediate: isImmediate ?? false,
      isManaged: false,
    });
  };
}

function exitAction(isSpot: boolean, isLong: boolean): OrderAction {
  if (isSpot) return isLong ? 'sell' : 'buy';
  return isLong ? 'exit_long' : 'exit_short';
}

function placeExit(
  context: CommandContext,
  positionId: string | undefined,
  price: number | undefined,
  type: number,
  note: string,
  timeoutSeconds: number | undefined,
  isImmediate = false,
): string {
  const position = openPosition(context, positionId);
  if (position === null) {
    context.log.write('warning', 'There is no open position to leave');
    return '';
  }
  const { marketTag, direction } = position;
  const isSpot = marketFacts(context, marketTag).marketType === 'spot';
  const action = exitAction(isSpot, direction === 'long');
  const at = price ?? takingPrice(context, marketTag, action);
  return placeBotOrder(context, {
    action,
    marketTag,
    type: orderTypeOf(type),
    price: at,
    amount: exitAmount(context, position, at),
    positionId: position.positionId,
    triggerPrice: null,
    trail: null,
    oca: null,
    timeoutSeconds,
    note: textFromBytes(note),
    isReduceOnly: !isSpot,
    isHidden: false,
    isImmediate,
    isManaged: false,
  });
}

/** Places what a cancelled order left unfilled again, as the same kind of order. */
function placeRemainder(
  context: CommandContext,
  orderId: string,
  price: number | undefined,
): string {
  const order = context.orders.find(orderId);
  const rest = order === null ? 0 : order.amount - order.filledAmount;
  if (order?.state !== 'cancelled' || !(rest > 0)) return '';
  const { action, marketTag, type, positionId, triggerPrice, trail, oca, note } = order;
  return placeBotOrder(context, {
    action,
    marketTag,
    type,
    price: price ?? takingPrice(context, marketTag, action),
    amount: rest,
    positionId,
    triggerPrice,
    trail,
    oca,
    timeoutSeconds: undefined,
    note,
    isReduceOnly: action.startsWith('exit_'),
    isHidden: false,
    isImmediate: false,
    isManaged: false,
  });
}

const UNMANAGED = {
  PlaceBuyOrder: unmanaged('buy'),
  PlaceCancelledOrder: placeRemainder,
  PlaceExitLongOrder: unmanaged('exit_long'),
  PlaceExitPositionOrder: placeExit,
  PlaceExitShortOrder: unmanaged('exit_short'),
  PlaceGoLongOrder: unmanaged('go_long'),
  PlaceGoShortOrder: unmanaged('go_short'),
  PlaceSellOrder: unmanaged('sell'),
} satisfies CommandImplementations;

const CONTAINERS = {
  IndicatorContainer: mergedSignals,
  InsuranceContainer: (_context, ...results: LuaValue[]) => results.every(isTrue),
  SafetyContainer: (_context, ...results: LuaValue[]) => results.some(isTrue),
  TradeBotContainer: (context, isUnsafe: boolean, signal: number, isInsured: boolean) => {
    if (isUnsafe) {
      noteSafety(context, true);
      tradeManaged(context, 'exit', 'safety');
    } else if (isInsured) carryOut(context, signal, '');
    return NOTHING;
  },
} satisfies { readonly [name: string]: CommandImplementation };

export const TRADE_ACTION_IMPLEMENTATIONS = {
  ...MANAGED,
  ...UNMANAGED,
  ...CONTAINERS,
} satisfies CommandImplementations;
