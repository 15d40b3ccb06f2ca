// Tells if what a strategy holds is a remainder that its market does not let it leave. The bot
// counts as flat then, and the next exit takes the remainder along.

import { amountOf, priceOf } from '#venue-port/market/market-grid.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import { ZERO } from '#lib/decimal.ts';
import { checkOrder } from '#venue-port/order/order-check.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { lotsFrom } from '#strategies/shared/filled-order.ts';
import { priceTicksNow } from '#strategies/shared/market-now.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';

/** Whether its exit was refused, and would be refused at the price now as well. */
export function isLeftOver(
  { market, terms }: Pick<StrategyMarket, 'market' | 'terms'>,
  api: CommandContext,
): boolean {
  const position = api.positions.held(null);
  if (position === null || api.positions.leftReason(null) === null) return false;
  const ticks = priceTicksNow(api, market);
  if (ticks === null) return true;
  const checked = checkOrder(market, {
    side: position.direction === 'long' ? 'sell' : 'buy',
    type: 'market',
    price: ZERO,
    amount: amountOf(terms.grid, BigInt(lotsFrom(terms, position.amount)) as Lots),
    referencePrice: priceOf(terms.grid, ticks),
    isExempt: market.contract !== null,
  });
  return !checked.ok;
}
