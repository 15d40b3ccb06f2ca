// Positions of the bot: what they are, at which prices they were entered and left, and booking
// them without an order.

import { containerOf } from '#engine/values/container.ts';
import type { Container } from '#engine/values/container.ts';
import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { BotPosition } from '#engine/run-api/position-api.ts';
import {
  lastEnterPrice,
  lastExitPrice,
  lastExitProfit,
  lastRoi,
} from '#commands/trading/last-trades.ts';
import { directionConstant, directionOf } from '#commands/trading/position-constant.ts';
import { exitPrice, openPosition, openPositionsOf } from '#commands/trading/position-view.ts';
import {
  accountMarketText,
  marketReference,
  positionReference,
} from '#commands/trading/script-reference.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';
import { tableFromList } from '#lua/runtime/table.ts';
import { NOTHING } from '#lua/runtime/value.ts';

const SECOND_MS = 1_000;

/** The open position; else the closed one, when the script asks for it by its id. */
function positionOrClosed(
  context: CommandContext,
  positionId: string | undefined,
  includesClosed: boolean,
): BotPosition | null {
  const id = positionReference(positionId);
  const mayBeClosed = includesClosed && id !== null;
  return mayBeClosed ? context.positions.findWithClosed(id) : context.positions.find(id);
}

function enterPrice(
  context: CommandContext,
  positionId: string | undefined,
  includesClosed: boolean,
): number {
  return positionOrClosed(context, positionId, includesClosed)?.enterPrice ?? 0;
}

/** The price to judge it by: one that is closed by its exit, an open one by what it would fetch. */
function judgedPrice(
  context: CommandContext,
  position: BotPosition,
  targetPrice: number | undefined,
): number {
  if (position.closedAtMs !== null) return position.exitPrice;
  return targetPrice ?? exitPrice(context, position);
}

function positionContainer(
  context: CommandContext,
  positionId: string,
  position: BotPosition | null,
): Container {
  const price = position === null ? 0 : judgedPrice(context, position, undefined);
  return containerOf({
    positionId: position?.positionId ?? positionId,
    market: position?.marketTag ?? '',
    isLong: position?.direction === 'long',
    isShort: position?.direction === 'short',
    enterPrice: position?.enterPrice ?? 0,
    amount: position?.amount ?? 0,
    profit: position === null ? 0 : context.positions.profitAt(position, price),
    roi: position === null ? 0 : context.positions.roiAt(position, price),
    openTime: (position?.openedAtMs ?? 0) / SECOND_MS,
    updatedTime: (position?.updatedAtMs ?? 0) / SECOND_MS,
    closeTime: (position?.closedAtMs ?? 0) / SECOND_MS,
  });
}

function amountOf(positions: readonly BotPosition[]): number {
  return positions.reduce((sum, { amount }) => sum + amount, 0);
}

function isSpot(context: CommandContext): boolean {
  return context.markets.facts(null)?.marketType === 'spot';
}

const INFORMATION = {
  AdjustVPosition: (
    { positions },
    price: number,
    amount: number,
    positionId: string | undefined,
  ) => {
    positions.adjust(positionReference(positionId), price, amount);
    return NOTHING;
  },
  CloseVPosition: ({ positions }, price: number, positionId: string | undefined) => {
    positions.close(positionReference(positionId), price);
    return NOTHING;
  },
  CreatePosition: (
    { positions },
    side: number,
    price: number,
    amount: number,
    market: string | undefined,
    leverage: number,
    positionId: string | undefined,
  ) => {
    const direction = directionOf(side);
    if (direction === null) throw new LuaError('a position is PositionLong or PositionShort');
    return positions.create({
      direction,
      price,
      amount,
      marketTag: marketReference(market),
      leverage: leverage > 0 ? leverage : null,
      positionId: positionReference(positionId),
    });
  },
  GetAllOpenPositions: (context) =>
    tableFromList(
      context.positions
        .openPositions()
        .map((position) => positionContainer(context, position.positionId, position)),
    ),
  GetPositionAmount: (context, positionId: string | undefined) =>
    openPosition(context, positionId)?.amount ?? 0,
  GetPositionDirection: (context, positionId: string | undefined) =>
    directionConstant(openPosition(context, positionId)?.direction ?? null),
  GetPositionEnterPrice: enterPrice,
  GetPositionMarket: (context, positionId: string | undefined) => {
    const { settings } = context;
    const position = openPosition(context, positionId);
    const marketTag = position?.marketTag ?? settings.marketTag;
    const leverage = position?.leverage ?? settings.leverage();
    return accountMarketText(settings.accountId, marketTag, leverage);
  },
  GetPositionProfit: (context, positionId: string | undefined, targetPrice: number | undefined) => {
    const position = positionOrClosed(context, positionId, true);
    if (position === null) return 0;
    return context.positions.profitAt(position, judgedPrice(context, position, targetPrice));
  },
  GetPositionROI: (context, positionId: string | undefined, targetPrice: number | undefined) => {
    const position = positionOrClosed(context, positionId, true);
    if (position === null) return 0;
    return context.positions.roiAt(position, judgedPrice(context, position, targetPrice));
  },
  IsPositionClosed: (context, positionId: string | undefined) =>
    openPosition(context, positionId) === null,
  LongAmount: (context, market: string | undefined) =>
    amountOf(openPositionsOf(context, market, 'long')),
  PositionContainer: (context, positionId: string | undefined, includesClosed: boolean) =>
    positionContainer(
      context,
      positionId ?? '',
      positionOrClosed(context, positionId, includesClosed),
    ),
  ShortAmount: (context, market: string | undefined) =>
    amountOf(openPositionsOf(context, market, 'short')),
} satisfies CommandImplementations;

const PRICES = {
  AverageEnterPrice: enterPrice,
  AverageExitPrice: ({ positions }, positionId: string | undefined) =>
    positions.findWithClosed(positionReference(positionId))?.exitPrice ?? 0,
  LastExitLongPrice: (context) => lastExitPrice(context, 'long'),
  LastExitPositionPrice: (context) => lastExitPrice(context, null),
  LastExitShortPrice: (context) => lastExitPrice(context, 'short'),
  LastLongPrice: (context) => lastEnterPrice(context, 'long'),
  LastLongProfit: (context, positionId: string | undefined) =>
    lastExitProfit(context, 'long', positionReference(positionId)),
  LastLongROI: (context, positionId: string | undefined) =>
    lastRoi(context, 'long', positionReference(positionId)),
  LastShortPrice: (context) => {
    const price = lastEnterPrice(context, 'short');
    // On spot a sale is what going short is elsewhere.
    return price === 0 && isSpot(context) ? lastExitPrice(context, 'long') : price;
  },
  LastShortProfit: (context, positionId: string | undefined) =>
    lastExitProfit(context, 'short', positionReference(positionId)),
  LastShortROI: (context, positionId: string | undefined) =>
    lastRoi(context, 'short', positionReference(positionId)),
} satisfies CommandImplementations;

export const POSITION_IMPLEMENTATIONS = {
  ...INFORMATION,
  ...PRICES,
} satisfies CommandImplementations;
