// Position that a command means, and the price at which it could be left now.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { BotPosition } from '#engine/run-api/position-api.ts';
import type { Direction } from '#commands/trading/position-constant.ts';
import { marketReference, positionReference } from '#commands/trading/script-reference.ts';

/**
 * The open position of this id, or of the trade market without one; of two sides the one that is
 * requested. Null when there is none.
 */
export function openPosition(
  context: CommandContext,
  positionId: string | undefined,
  direction: Direction | null = null,
): BotPosition | null {
  const id = positionReference(positionId);
  const found = context.positions.find(id);
  if (direction === null || found?.direction === direction) return found;
  if (id !== null) return null;
  return openPositionsOf(context, undefined, direction)[0] ?? null;
}

/** The open positions of a market, of either side when none is named. */
export function openPositionsOf(
  context: CommandContext,
  market: string | undefined,
  direction: Direction | null,
): readonly BotPosition[] {
  const marketTag = marketReference(market) ?? context.settings.marketTag;
  return context.positions
    .openPositions()
    .filter((each) => each.marketTag === marketTag)
    .filter((each) => direction === null || each.direction === direction);
}

/** What the other side of the book pays now: the bid for a long position, the ask for a short. */
export function exitPrice(
  context: CommandContext,
  { marketTag, direction }: Pick<BotPosition, 'marketTag' | 'direction'>,
): number {
  return context.series.takingPrice(marketTag, direction === 'long' ? 'sell' : 'buy');
}
