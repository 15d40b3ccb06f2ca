// Applies a fill to the bot: its order is further, its position has changed.

import { assert } from '#lib/assert.ts';
import { addUnits } from '#lib/add-units.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import { exitSide } from '#domain/position/position.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { findRetained, findOrder, touchOrder } from '#engine/run/orders/bot-orders.ts';
import { noteEntryFill } from '#engine/run/entry-limit.ts';
import { isClosingName } from '#engine/run/orders/closing-name.ts';
import { leverageOn } from '#engine/run/positions/leverage-on.ts';
import { takeFromGroup } from '#engine/run/orders/take-from-group.ts';
import { bookVenueFill } from '#engine/run/orders/book-venue-fill.ts';
import { bookCosts, findOpenPosition } from '#engine/run/positions/position-book.ts';
import type { OrderFill, UnseenOrder } from '#engine/run/run-event.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { amountFloat, priceFloat } from '#engine/run/run-market.ts';
import { hasRoom, writeLine, writeLineOf } from '#engine/run/run-log.ts';
import type { Run } from '#engine/run/run.ts';
import { findMarket } from '#engine/run/run.ts';
import type { TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import type { TrackedPosition } from '#engine/run/positions/tracked-position.ts';

/** Books a fill of one of the bot's orders. */
export function noteFill(run: Run, fill: OrderFill): void {
  if (fill.unseen !== undefined) {
    noteLateFill(run, fill, fill.unseen);
    return;
  }
  const order = findOrder(run.orders, fill.orderId);
  assert(order !== null, 'a fill belongs to an order of the run');
  const { positions } = run;
  const before = findOpenPosition(positions, order.positionId);
  const outcome = bookVenueFill(run, fill, {
    positionId: order.positionId,
    market: order.market,
    side: order.side,
    trade: fill,
    leverage: leverageOn(run, order.market),
    marginMode: run.settings.marginMode,
  });
  // The loss may be that of another position of the bot, which this fill reduced at the venue.
  const bearer = before ?? findOpenPosition(positions, order.positionId);
  if (run.entryLimit !== null)
    noteEntryFill(run.entryLimit, order.positionId, order, fill.lots, before === null);
  if (fill.insuredUnits !== 0n && bearer !== null)
    bookCosts(positions, bearer, { insuredUnits: fill.insuredUnits });
  order.reportPositionId ??= bearer?.reportId ?? null;
  order.filledAtMs = fill.atMs;
  order.filledLots = addUnits(order.filledLots, fill.lots) as Lots;
  if (outcome.feeLots !== undefined) order.feeLots = (order.feeLots + outcome.feeLots) as Lots;
  order.filledWeight = addUnits(order.filledWeight, fill.priceTicks * fill.lots);
  order.feeUnits = addUnits(order.feeUnits, fill.feeUnits) as Units;
  order.profitUnits = addUnits(order.profitUnits, outcome.realizedUnits) as Units;
  touchOrder(run.orders, order);
  if (order.oca !== null) takeFromGroup(run, order, fill.lots);
  if (hasRoom(run.log))
    writeLineOf(run.log, order.signalId ?? null, fill.atMs, 'trade', describeFill(order, fill));
  if (order.state === 'failed') {
    const text = `order ${order.orderId}, which had failed, was filled all the same: it is counted`;
    writeLine(run.log, fill.atMs, 'warning', text);
  }
  if (outcome.closed !== null) dropExits(run, outcome.closed);
}

/**
 * Books a fill of an order that ended so long ago that no script sees it: to a position that it
 * reduces, or else to the market's own. Its money counts; of the order only how
 * much of it has filled, where it is still retained.
 */
function noteLateFill(run: Run, fill: OrderFill, { marketTag, side }: UnseenOrder): void {
  const market = findMarket(run, marketTag);
  assert(market !== null, 'a fill is on a market of the run');
  const positionId = positionOfLateFill(run, market, side);
  const leverage = leverageOn(run, market);
  const { marginMode } = run.settings;
  const booked = { positionId, market, side, trade: fill, leverage, marginMode };
  const isNew = findOpenPosition(run.positions, positionId) === null;
  const outcome = bookVenueFill(run, fill, booked);
  if (run.entryLimit !== null) {
    const { orderId } = fill;
    noteEntryFill(run.entryLimit, positionId, { orderId, side }, fill.lots, isNew);
  }
  const retained = findRetained(run.orders, fill.orderId);
  if (retained !== null) retained.filledLots = (retained.filledLots + fill.lots) as Lots;
  const verb = side === 'buy' ? 'bought' : 'sold';
  const amount = `${amountFloat(market, fill.lots)} at ${priceFloat(market, fill.priceTicks)}`;
  if (isClosingName(fill.orderId)) {
    writeLine(run.log, fill.atMs, 'trade', `${verb} ${amount} to close what the stopped bot held`);
  } else {
    const text = `order ${fill.orderId}, which ended long ago, ${verb} ${amount}`;
    writeLine(run.log, fill.atMs, 'warning', text);
  }
  if (outcome.closed !== null) dropExits(run, outcome.closed);
}

function positionOfLateFill({ positions }: Run, market: RunMarket, side: OrderSide): string {
  const reduced = positions.open.find(
    (position) => position.market === market && side === exitSide(position.exact.direction),
  );
  if (reduced !== undefined) return reduced.positionId;
  const { marketTag } = market.market;
  const own = findOpenPosition(positions, marketTag);
  // A script may have named a position of another market so.
  return own === null || own.market === market ? marketTag : `${marketTag} late`;
}

/**
 * Orders that only reduce a position end with it; the one that closed it ends by itself. Exits of
 * the other direction stay: they were requested with an entry that may just have turned it.
 */
export function dropExits(run: Run, closed: TrackedPosition): void {
  const side = exitSide(closed.exact.direction);
  for (const order of run.orders.open) {
    const isLeft = order.filledLots < order.lots && order.isReduceOnly;
    if (isLeft && order.side === side && order.positionId === closed.positionId)
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
