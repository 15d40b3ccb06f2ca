// Decision who watches for the price of an order, made once as it arrives and retained with it: its
// exchange, or the service, which does nothing while it is down.

import { isSentReduceOnly } from '#engine/run/orders/reduces-only.ts';
import { enteringLotsAgainst, openPartOf } from '#engine/run/orders/take-effects.ts';
import type { TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import type { OrderToPlace } from '#engine/run/run-event.ts';
import type { Run } from '#engine/run/run.ts';
import { findMarket } from '#engine/run/run.ts';
import type { StopHolder } from '#venue-port/order/order-terms.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import type { HostedRun } from '#services/live/state/hosted-run.ts';

type RunAndOrders = Pick<HostedRun, 'engine' | 'identity' | 'orders'>;

/** `wait`: its entry has not filled, and the exchange gets it once it has. */
export type StopHolding = StopHolder | 'wait';

/** `touched`: another order of its position is sent in this round. */
export function holderOfArriving(
  live: RunAndOrders,
  order: OrderToPlace,
  tracked: TrackedOrder,
  isTouched: boolean,
): StopHolding {
  if (mustBeHeldHere(live, order)) return 'service';
  if (!isChosenStop(live, order.type)) return 'exchange';
  const { run } = live.engine;
  if (live.orders.takenOver.has(order.orderId) || !isExitAlone(run, tracked)) return 'service';
  const openLots = openPartOf(run, order.orderId)?.lots ?? 0n;
  const enteringLots = enteringLotsAgainst(run, tracked);
  if (enteringLots > 0n && (openLots === 0n || isTouched)) return 'wait';
  // An exchange may cut what only reduces to what is open: the rest would be without a stop.
  return openLots >= order.lots ? 'exchange' : 'service';
}

/** A type that the exchange holds because the owner of the bot chose so, when it was activated. */
export function isChosenStop(
  { engine, identity }: Pick<HostedRun, 'engine' | 'identity'>,
  type: OrderType,
): boolean {
  if (identity.orderSupport.types.includes(type)) return false;
  return engine.setup.heldTypes?.includes(type) === true;
}

/**
 * Whatever was chosen. On spot those of a group are: an exchange locks for each what only one of
 * them will need.
 */
function mustBeHeldHere(
  { identity, engine }: RunAndOrders,
  { type, trailTicks, ...rest }: OrderToPlace,
): boolean {
  const { types, trailActivation } = identity.orderSupport;
  // What was decided for the run counts: its orders are delivered to it again after an upgrade.
  if (!(engine.setup.heldTypes ?? types).includes(type)) return true;
  const waits = type !== 'limit' && type !== 'market';
  if (waits && rest.oca !== null && isSpot(engine.run, rest.marketTag)) return true;
  if (trailTicks === null) return false;
  // What its group takes off it is cancelled and requested again: the best price must outlive that.
  const isShrunk = rest.oca?.kind === 'reduce';
  return isShrunk || (rest.activationTicks !== null && !trailActivation);
}

/** An entry that fills while the service is down would open a position that nothing protects. */
export function isExitAlone(run: Run, tracked: TrackedOrder): boolean {
  if (tracked.isEnter) return false;
  if (tracked.market.market.contract === null) return true;
  return isSentReduceOnly(run, { ...tracked, isMarketOrder: false });
}

function isSpot(run: Run, marketTag: string): boolean {
  return findMarket(run, marketTag)?.market.contract === null;
}
