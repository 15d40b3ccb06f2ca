// Stops that come with their entry, where the exchange places both by one request: nothing that
// happens to the service between the two leaves the position without its stop.

import type { Lots } from '#venue-port/market/market-grid.ts';
import { findOpenOrder, touchOrder } from '#engine/run/orders/bot-orders.ts';
import { enteringLotsAgainst, openPartOf } from '#engine/run/orders/take-effects.ts';
import type { TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import type { OrderToPlace } from '#engine/run/run-event.ts';
import { closeTicks } from '#engine/run/run-market.ts';
import type { Run } from '#engine/run/run.ts';
import { isChosenStop, isExitAlone } from '#services/live/orders/stop-holder.ts';
import type { HostedRun } from '#services/live/state/hosted-run.ts';

type RunAndOrders = Pick<HostedRun, 'engine' | 'identity' | 'orders'>;

/**
 * Notes which of the orders that arrive together are an entry and its stop. Alone an entry at
 * market, which fills or ends as it arrives, in a position of which nothing is open: of one that
 * rests, exchanges do not say what becomes of its stop while it has filled in part.
 */
export function attachStops(live: RunAndOrders, arriving: readonly OrderToPlace[]): void {
  const { engine, orders } = live;
  if (engine.setup.attachesStops !== true) return;
  for (const order of arriving) {
    const entry = findOpenOrder(engine.run.orders, order.orderId);
    if (entry === null || order.type !== 'market' || !opensAlone(engine.run, entry)) continue;
    const stops = arriving.filter((each) => isStopOf(live, entry, each));
    const [stop] = stops;
    if (stop !== undefined && stops.length === 1) orders.attached.set(stop.orderId, order.orderId);
  }
}

function opensAlone(run: Run, { isEnter, market, oca, lots, ...entry }: TrackedOrder): boolean {
  if (!isEnter || market.market.contract === null || oca !== null) return false;
  if (run.positions.open.some((position) => position.market === market)) return false;
  const entering = run.orders.open.filter((each) => each.isEnter && each.market === market);
  return entering.length === 1 && entering[0]?.orderId === entry.orderId && lots > 0n;
}

/** A stop at market of all that the entry may fill, on the side of the price that loses. */
function isStopOf(live: RunAndOrders, entry: TrackedOrder, order: OrderToPlace): boolean {
  const { orders, engine } = live;
  const { run } = engine;
  const stop = findOpenOrder(run.orders, order.orderId);
  const { triggerTicks } = order;
  if (stop === null || triggerTicks === null || order.type !== 'stop_market') return false;
  const isOfEntry =
    stop.positionId === entry.positionId &&
    stop.market === entry.market &&
    stop.side !== entry.side;
  if (!isOfEntry || stop.lots !== entry.lots || !isExitAlone(run, stop)) return false;
  if (orders.takenOver.has(order.orderId) || !isChosenStop(live, order.type)) return false;
  const isPlain =
    order.oca === null &&
    order.timeoutMs === null &&
    order.restOf === null &&
    stop.activationDistanceTicks === null;
  const close = BigInt(closeTicks(stop.market, run.stage.row));
  return isPlain && (stop.side === 'sell' ? triggerTicks < close : triggerTicks > close);
}

/** The trigger of the stop that comes with an entry; null: none does. */
export function stopOfEntry(
  { orders }: Pick<HostedRun, 'orders'>,
  arriving: readonly OrderToPlace[],
  entryId: string,
): OrderToPlace['triggerTicks'] {
  const stop = arriving.find(({ orderId }) => orders.attached.get(orderId) === entryId);
  return stop?.triggerTicks ?? null;
}

/**
 * Where a stop stands that came with its entry: its entry works still, it is at the exchange with
 * what its entry filled, or there is none, because that filled nothing or has been left.
 */
export type AttachedStanding =
  | { readonly kind: 'entering' }
  | { readonly kind: 'placed'; readonly lots: Lots }
  | { readonly kind: 'void' };

/** Null: it is no such stop. */
export function attachedStanding(
  { engine, orders }: Pick<RunAndOrders, 'engine' | 'orders'>,
  orderId: string,
): AttachedStanding | null {
  const entryId = orders.attached.get(orderId);
  const stop = findOpenOrder(engine.run.orders, orderId);
  if (entryId === undefined || stop === null || orders.takenOver.has(orderId)) return null;
  const isEntering = enteringLotsAgainst(engine.run, stop) > 0n;
  if (isEntering && findOpenOrder(engine.run.orders, entryId) !== null) return { kind: 'entering' };
  const openLots = openPartOf(engine.run, orderId)?.lots ?? 0n;
  // It may have filled before its record was written: the service was down.
  const lots = openLots + stop.filledLots;
  if (lots === 0n) return { kind: 'void' };
  return { kind: 'placed', lots: (lots < stop.lots ? lots : stop.lots) as Lots };
}

/** The order as the exchange placed it: of what its entry filled, where that was less. */
export function attachedOrder(
  { engine }: Pick<RunAndOrders, 'engine'>,
  order: OrderToPlace,
  lots: Lots,
): OrderToPlace {
  const { orders } = engine.run;
  const stop = findOpenOrder(orders, order.orderId);
  if (stop !== null && stop.lots !== lots) {
    stop.lots = lots;
    touchOrder(orders, stop);
  }
  return { ...order, lots, heldBy: 'exchange', isAttached: true };
}
