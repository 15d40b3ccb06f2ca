// What a fill means for the bot: its order is further, its position has changed.

import { assert } from '#lib/assert.ts';
import type { Lots } from '#domain/market/market-grid.ts';
import { exitSide } from '#domain/position/position.ts';
import type { Units } from '#domain/money/currency.ts';
import { checkSize } from '#engine/run/ask-order.ts';
import { findOrder, touchOrder } from '#engine/run/bot-orders.ts';
import { leverageOn } from '#engine/run/make-position-desk.ts';
import { bookCosts, bookFill, findOpenPosition } from '#engine/run/position-book.ts';
import type { FillOutcome } from '#engine/run/position-book.ts';
import type { OrderFill } from '#engine/run/run-event.ts';
import { amountFloat, closeTicks, priceFloat } from '#engine/run/run-market.ts';
import { hasRoom, writeLine } from '#engine/run/run-log.ts';
import type { Run } from '#engine/run/run.ts';
import type { TrackedOrder } from '#engine/run/tracked-order.ts';
import type { TrackedPosition } from '#engine/run/tracked-position.ts';

/** Books a fill of one of the bot's orders. */
export function noteFill(run: Run, fill: OrderFill): void {
  const order = findOrder(run.orders, fill.orderId);
  assert(order !== null, 'a fill belongs to an order of the run');
  const { positions } = run;
  const before = findOpenPosition(positions, order.positionId);
  const outcome = bookFill(positions, {
    positionId: order.positionId,
    market: order.market,
    side: order.side,
    trade: fill,
    leverage: leverageOn(run, order.market),
    marginMode: run.settings.marginMode,
  });
  // The loss may be that of another position of the bot, which this fill reduced at the venue.
  const bearer = before ?? findOpenPosition(positions, order.positionId);
  if (fill.insuredUnits !== 0n && bearer !== null)
    bookCosts(positions, bearer, { insuredUnits: fill.insuredUnits });
  order.reportPositionId ??= bearer?.reportId ?? null;
  order.filledLots = (order.filledLots + fill.lots) as Lots;
  order.filledWeight += fill.priceTicks * fill.lots;
  order.feeUnits = (order.feeUnits + fill.feeUnits) as Units;
  order.profitUnits = (order.profitUnits + outcome.realizedUnits) as Units;
  touchOrder(run.orders, order);
  if (hasRoom(run.log)) writeLine(run.log, fill.atMs, 'trade', describeFill(order, fill));
  if (outcome.closed !== null) dropExits(run, outcome);
}

/** The position that the order left, when what remains of it cannot be traded; else null. */
export function dustLeft(run: Run, order: TrackedOrder): TrackedPosition | null {
  if (order.filledLots === 0n) return null;
  const position = findOpenPosition(run.positions, order.positionId);
  if (position === null || position.market !== order.market) return null;
  const { exact, market } = position;
  if (order.side !== exitSide(exact.direction)) return null;
  const last = closeTicks(market, run.stage.row);
  const problem = checkSize(market, 'market', order.side, null, Number(exact.lots), last);
  return problem === null || !market.market.isOpen ? null : position;
}

/** Orders that only reduce a position end with it; the one that closed it ends by itself. */
function dropExits(run: Run, { closed }: FillOutcome): void {
  for (const order of run.orders.open) {
    const isLeft = order.filledLots < order.lots;
    if (isLeft && order.isReduceOnly && order.positionId === closed?.positionId)
      run.orders.cancels.push(order.orderId);
  }
}

function describeFill(order: TrackedOrder, { lots, priceTicks }: OrderFill): string {
  const amount = amountFloat(order.market, lots);
  const price = priceFloat(order.market, priceTicks);
  const verb = order.side === 'buy' ? 'bought' : 'sold';
  const note = order.note === '' ? '' : ` (${order.note})`;
  return `order ${order.orderId} ${verb} ${amount} at ${price}${note}`;
}
