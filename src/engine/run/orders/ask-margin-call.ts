// An order that nobody requested: what a margin call closes of one of the bot's positions. The bot
// knows it as an order of its own from the moment on at which the venue is to fill it.

import type { Lots } from '#venue-port/market/market-grid.ts';
import { exitSide } from '#domain/position/position.ts';
import { addOrder, nextOrderId } from '#engine/run/orders/bot-orders.ts';
import { leverageOn } from '#engine/run/positions/leverage-on.ts';
import type { OrderToPlace } from '#engine/run/run-event.ts';
import { amountFloat } from '#engine/run/run-market.ts';
import { writeLine } from '#engine/run/run-log.ts';
import type { Run } from '#engine/run/run.ts';
import type { TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import { newTrackedOrder } from '#engine/run/orders/tracked-order.ts';
import type { TrackedPosition } from '#engine/run/positions/tracked-position.ts';

const NOTE = 'margin call';

/** The order, which the caller places at once. */
export function askMarginCall(
  run: Run,
  { positionId, market, exact }: TrackedPosition,
  lots: Lots,
  atMs: number,
): OrderToPlace {
  const { orders } = run;
  const { marketTag } = market.market;
  const side = exitSide(exact.direction);
  const order = newTrackedOrder({
    orderId: nextOrderId(orders),
    positionId,
    market,
    action: exact.direction === 'long' ? 'exit_long' : 'exit_short',
    side,
    type: 'market',
    isEnter: false,
    isReduceOnly: true,
    isImmediate: false,
    lots,
    limitTicks: null,
    triggerTicks: null,
    trailTicks: null,
    activationTicks: null,
    activationDistanceTicks: null,
    timeoutMs: null,
    note: NOTE,
    oca: null,
    restOf: null,
    openedAtMs: atMs,
  });
  order.isSent = true;
  const { places } = orders;
  addOrder(orders, order);
  orders.places = places;
  const text = `margin call on "${marketTag}": ${amountFloat(market, lots)} of it is closed`;
  writeLine(run.log, atMs, 'warning', text);
  return asPlaced(run, order);
}

function asPlaced(
  run: Run,
  { orderId, positionId, market, side, lots }: TrackedOrder,
): OrderToPlace {
  return {
    orderId,
    marketTag: market.market.marketTag,
    side,
    type: 'market',
    lots,
    limitTicks: null,
    triggerTicks: null,
    trailTicks: null,
    activationTicks: null,
    isPostOnly: false,
    isImmediate: false,
    timeoutMs: null,
    positionGroup: positionId,
    role: null,
    openLots: null,
    oca: null,
    restOf: null,
    leverage: leverageOn(run, market),
    marginMode: run.settings.marginMode,
  };
}
