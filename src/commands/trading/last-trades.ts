// The latest entries and exits of the bot, from its last filled orders; where none of them is left,
// from its positions.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { BotOrder } from '#engine/run-api/order-api.ts';
import type { BotPosition } from '#engine/run-api/position-api.ts';
import type { Direction } from '#commands/trading/position-constant.ts';

/** The side of the position that an order enters or leaves. */
function directionOfOrder({ side, isEnter }: BotOrder): Direction {
  return (side === 'buy') === isEnter ? 'long' : 'short';
}

/** The newest filled order that entered (or left) a position of this side; null when none did. */
function lastFill(
  context: CommandContext,
  want: { readonly isEnter: boolean; readonly direction: Direction | null },
  positionId: string | null = null,
): BotOrder | null {
  const filled = context.orders.filled(positionId);
  return (
    filled.find(
      (order) =>
        order.isEnter === want.isEnter &&
        (want.direction === null || directionOfOrder(order) === want.direction),
    ) ?? null
  );
}

/** Zero before the first entry of this side. */
export function lastEnterPrice(context: CommandContext, direction: Direction): number {
  const order = lastFill(context, { isEnter: true, direction });
  if (order !== null) return order.filledPrice;
  return newestPosition(context, direction)?.enterPrice ?? 0;
}

/** Zero before the first exit of this side, or of either when null. */
export function lastExitPrice(context: CommandContext, direction: Direction | null): number {
  const order = lastFill(context, { isEnter: false, direction });
  if (order !== null) return order.filledPrice;
  return context.positions.closed(null, direction, 1)[0]?.exitPrice ?? 0;
}

/** The profit of the last exit of this side, fees deducted; zero before the first. */
export function lastExitProfit(
  context: CommandContext,
  direction: Direction,
  positionId: string | null,
): number {
  const order = lastFill(context, { isEnter: false, direction }, positionId);
  if (order !== null) return order.profit;
  return context.positions.closed(positionId, direction, 1)[0]?.realizedProfit ?? 0;
}

/** The return of the position of this side that was closed last; zero before the first. */
export function lastRoi(
  context: CommandContext,
  direction: Direction,
  positionId: string | null,
): number {
  const position = context.positions.closed(positionId, direction, 1)[0];
  return position === undefined ? 0 : context.positions.roiAt(position, position.exitPrice);
}

function newestPosition(context: CommandContext, direction: Direction): BotPosition | null {
  const open = context.positions.openPositions().filter((each) => each.direction === direction);
  return open.at(-1) ?? context.positions.closed(null, direction, 1)[0] ?? null;
}

/** When a fill last changed a position of this id, or any position; null before the first. */
export function lastTradeMs(context: CommandContext, positionId: string | null): number | null {
  // In a loop, because scripts ask it in each update.
  let latest = context.positions.closed(positionId, null, 1)[0]?.updatedAtMs ?? null;
  for (const { positionId: ownId, updatedAtMs } of context.positions.openPositions())
    if (positionId === null || ownId === positionId)
      latest = Math.max(latest ?? updatedAtMs, updatedAtMs);
  return latest;
}
