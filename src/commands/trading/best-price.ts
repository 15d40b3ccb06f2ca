// The best price since entry of each position that a trailing stop follows: retained over updates,
// and forgotten with the position.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { BotPosition } from '#engine/run-api/position-api.ts';
import { exitPrice } from '#commands/trading/position-view.ts';
import { betterOf } from '#commands/trading/stop-price.ts';

const BEST_PRICES = 'best prices';

type BestPrice = {
  readonly positionId: string;
  /** Tells a position from an earlier one of the same id. */
  readonly openedAtMs: number;
  readonly direction: 'long' | 'short';
  readonly price: number;
};

function isOf(best: BestPrice, position: BotPosition): boolean {
  return (
    best.positionId === position.positionId &&
    best.openedAtMs === position.openedAtMs &&
    best.direction === position.direction
  );
}

/** The same as far as it is known, without looking at the price of now. */
export function knownBestPrice({ memory }: CommandContext, position: BotPosition): number {
  const known = (memory.note(BEST_PRICES) as readonly BestPrice[] | undefined) ?? [];
  return known.find((each) => isOf(each, position))?.price ?? position.enterPrice;
}

/** The best of the entry price and the exit prices of all updates in which this was asked. */
export function bestPriceSinceEntry(context: CommandContext, position: BotPosition): number {
  const { memory, positions } = context;
  const known = (memory.note(BEST_PRICES) as readonly BestPrice[] | undefined) ?? [];
  const { positionId, openedAtMs, direction, enterPrice } = position;
  const before = known.find((each) => isOf(each, position))?.price ?? enterPrice;
  const price = betterOf(direction, before, exitPrice(context, position));
  if (price !== before || !known.some((each) => isOf(each, position))) {
    const open = positions.openPositions();
    const others = known.filter(
      (each) => !isOf(each, position) && open.some((other) => isOf(each, other)),
    );
    memory.keepNote(BEST_PRICES, [...others, { positionId, openedAtMs, direction, price }]);
  }
  return price;
}
