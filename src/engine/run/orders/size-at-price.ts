// Size of an entry that money decides: the broker emulator buys with it at the price of the fill,
// which is the open where that has passed the order's own.

import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { SIZED_MOST } from '#engine/run-api/order-api.ts';
import { findOpenOrder, touchOrder } from '#engine/run/orders/bot-orders.ts';
import type { TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import type { OrderToPlace } from '#engine/run/run-event.ts';
import { priceFloat } from '#engine/run/run-market.ts';
import { roundToSteps } from '#engine/run/step-scale.ts';
import type { Run } from '#engine/run/run.ts';

/** As large as its money makes it, now that it arrives at this price. */
export function sizeAtPrice(run: Run, order: OrderToPlace, priceTicks: Ticks): OrderToPlace {
  const tracked = findOpenOrder(run.orders, order.orderId);
  if (tracked?.sizing === undefined) return order;
  const change = sizedLots(tracked, tracked.sizing, priceTicks);
  const lots = (order.lots + change) as Lots;
  const most = order.lots * BigInt(SIZED_MOST);
  if (change === 0n || lots <= 0n || lots > most) return order;
  tracked.lots = (tracked.lots + change) as Lots;
  touchOrder(run.orders, tracked);
  const { wholeLots } = order;
  const whole = wholeLots === undefined ? {} : { wholeLots: (wholeLots + change) as Lots };
  return { ...order, lots, ...whole };
}

/** No more than is left of the entry that it closes a position for, which fills there too. */
export function sizeByTurning(run: Run, order: OrderToPlace): OrderToPlace {
  const { oca } = order;
  if (oca?.kind !== 'turned') return order;
  const isTurning = (each: TrackedOrder): boolean =>
    each.oca?.kind === 'turning' && each.oca.name === oca.name;
  const entry = run.orders.open.find(isTurning);
  const tracked = findOpenOrder(run.orders, order.orderId);
  if (entry === undefined || tracked === null) return order;
  const left = (entry.lots - entry.filledLots - entry.takenLots) as Lots;
  if (left <= 0n || order.lots <= left) return order;
  tracked.lots = left;
  touchOrder(run.orders, tracked);
  return { ...order, lots: left };
}

/** How much the order may still fill. */
export function mostLeft({ lots, filledLots, sizing }: TrackedOrder): bigint {
  const left = lots - filledLots;
  return sizing === undefined || filledLots > 0n ? left : left * BigInt(SIZED_MOST);
}

/** How much more it is than was expected. */
function sizedLots(
  order: TrackedOrder,
  { money, share, extra, amount, slippage }: NonNullable<TrackedOrder['sizing']>,
  priceTicks: Ticks,
): bigint {
  const { market, side } = order;
  const met = priceFloat(market, fillTicks(order, priceTicks));
  const price = met + (side === 'buy' ? slippage : -slippage);
  const sized = roundToSteps(market.amount, money / (price * share + extra), 'floor');
  const expected = roundToSteps(market.amount, amount, 'floor');
  const isSize = Number.isSafeInteger(sized) && Number.isSafeInteger(expected) && sized > 0;
  return isSize ? BigInt(sized) - BigInt(expected) : 0n;
}

/** Its own price, or that of now where it is beyond it. */
function fillTicks({ side, limitTicks, triggerTicks }: TrackedOrder, nowTicks: Ticks): Ticks {
  const own = limitTicks ?? triggerTicks ?? nowTicks;
  const isHigher = nowTicks > own;
  return isHigher === ((side === 'buy') === (limitTicks === null)) ? nowTicks : own;
}
