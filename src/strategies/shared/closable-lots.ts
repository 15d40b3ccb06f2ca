// Lots of what is held that an exit can close now.

import type { Lots } from '#venue-port/market/market-grid.ts';
import type { Direction } from '#domain/position/position.ts';
import { baseUnitsOf } from '#domain/position/trading-terms.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { unitsFrom } from '#strategies/shared/market-now.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';

/** On spot a fee in base may have taken a little of what was bought. */
export function closableLots(
  { market, terms }: Pick<StrategyMarket, 'market' | 'terms'>,
  { wallet }: CommandContext,
  heldLots: number,
  direction: Direction,
): number {
  if (market.contract !== null || direction === 'short') return heldLots;
  const free = unitsFrom(market.base, wallet.balance(market.base).available);
  const one = baseUnitsOf(terms, 1n as Lots, 'ceil');
  return Math.min(heldLots, Number(free / (one > 0n ? one : 1n)));
}
