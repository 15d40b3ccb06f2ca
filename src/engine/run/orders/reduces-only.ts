// Decides if an exchange gets an order as one that only reduces: such orders are exempt from rules
// that are made for entries, and all exchanges with contracts have them.

import type { OrderSide } from '#venue-port/order/order.ts';
import { exitSide } from '#domain/position/position.ts';
import { checkSize, venueTypeOf } from '#engine/run/orders/ask-order.ts';
import type { TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import { positionsOn } from '#engine/run/positions/position-book.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { closeTicks } from '#engine/run/run-market.ts';
import type { Run } from '#engine/run/run.ts';

export type LeavingOrder = {
  readonly market: RunMarket;
  readonly positionId: string;
  readonly side: OrderSide;
  readonly isMarketOrder: boolean;
  readonly isReduceOnly: boolean;
};

/**
 * The exchange nets the bot's positions of a market: where it has several, one may be reduced by
 * what increases another, and the exchange must not get reduce-only orders. So it is set for a bot
 * that keeps to the market's own position, which cannot stand against itself; and for a market
 * order, which does not rest, while no position of the bot stands against the one it leaves.
 */
export function isSentReduceOnly(run: Run, leaving: LeavingOrder): boolean {
  const { market, positionId, side, isMarketOrder, isReduceOnly } = leaving;
  const { marketTag, contract } = market.market;
  if (contract === null || !isReduceOnly) return false;
  const held = positionsOn(run.positions, market);
  const open = run.orders.open.filter((order) => order.market === market);
  const isOwn = positionId === marketTag;
  if (isOwn && [...held, ...open].every((other) => other.positionId === marketTag)) return true;
  if (!isMarketOrder) return false;
  const isLeft = held.every(({ exact }) => exitSide(exact.direction) === side);
  return isLeft && open.every((order) => (order.side === side) !== order.isEnter);
}

/** Why so many lots of an order cannot be sent, as a sentence; null: they can. */
export function checkOrderSize(run: Run, order: TrackedOrder, lots: bigint): string | null {
  const { market, side, limitTicks } = order;
  const type = venueTypeOf(order.type);
  return checkSize(market, {
    type,
    side,
    limit: limitTicks === null ? null : Number(limitTicks),
    lots: Number(lots),
    last: closeTicks(market, run.stage.row),
    isExempt: isSentReduceOnly(run, { ...order, isMarketOrder: type === 'market' }),
  });
}
