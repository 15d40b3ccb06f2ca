// Margin calls of a backtest, under rules that follow TradingView: a candle is passed in pieces,
// and after each the equity must cover its share of the position.

import type { Decimal } from '#lib/decimal.ts';
import { walletUnits } from '#domain/ledger/ledger.ts';
import { marginCallLots } from '#domain/margin/margin-call.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import { positionOn } from '#domain/venue/settle-execution.ts';
import type { BacktestVenue } from '#engine/venue-feed/backtest-venue.ts';
import type { MarginLeg } from '#engine/venue-feed/margin-legs.ts';
import type { VenueMarketBook } from '#engine/venue-feed/venue-market-book.ts';
import { askMarginCall } from '#engine/run/orders/ask-margin-call.ts';
import { positionsOn } from '#engine/run/positions/position-book.ts';
import type { OrderToPlace } from '#engine/run/run-event.ts';
import type { Run } from '#engine/run/run.ts';

/** Of a position's value, what the equity must cover; null: nothing. */
export type MarginPercents = {
  readonly marginLongPercent: Decimal | null;
  readonly marginShortPercent: Decimal | null;
};

/** The orders by which a margin call closes a part of the market's positions, the oldest first. */
export function callMargin(
  run: Run,
  { state }: BacktestVenue,
  { market }: VenueMarketBook,
  { marginLongPercent, marginShortPercent }: MarginPercents,
  { endTicks, endMs, isInContracts }: MarginLeg,
): readonly OrderToPlace[] {
  const position = positionOn(state.positions, market.market.marketTag);
  if (position === null) return NO_ORDERS;
  const { direction, currency } = position;
  const marginPercent = direction === 'long' ? marginLongPercent : marginShortPercent;
  if (marginPercent === null) return NO_ORDERS;
  const demand = {
    walletUnits: walletUnits(state.ledger, currency),
    marginPercent,
    isInContracts,
  };
  let left: bigint = marginCallLots(market.terms.grid, position, endTicks, demand);
  const orders: OrderToPlace[] = [];
  for (const held of positionsOn(run.positions, market)) {
    if (held.exact.direction !== direction || left === 0n) continue;
    const lots = (held.exact.lots < left ? held.exact.lots : left) as Lots;
    left -= lots;
    orders.push(askMarginCall(run, held, lots, endMs));
  }
  return orders;
}

const NO_ORDERS: readonly OrderToPlace[] = [];
