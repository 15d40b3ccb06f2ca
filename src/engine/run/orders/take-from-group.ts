// The bot's orders of one OCA group: what a fill of one means for the others. The venue of a
// backtest ends and shrinks them itself, at the place in the candle. A live bot cancels them at its
// exchange, and asks again for what is left of one that only shrinks.

import type { Lots } from '#venue-port/market/market-grid.ts';
import { isSameGroup, takenBy } from '#domain/matching/oca-group.ts';
import { checkOrderSize } from '#engine/run/orders/reduces-only.ts';
import { addOrder, nextOrderId, touchOrder } from '#engine/run/orders/bot-orders.ts';
import { writeLine } from '#engine/run/run-log.ts';
import type { Run } from '#engine/run/run.ts';
import type { TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import { newTrackedOrder } from '#engine/run/orders/tracked-order.ts';

/** Why an order ended that another of its group has left nothing of. */
export const GROUP_FILLED = 'another order of its group was filled';

/** So many lots of the order have filled. */
export function takeFromGroup(run: Run, filled: TrackedOrder, lots: Lots): void {
  const { oca } = filled;
  if (oca === null) return;
  const { orders } = run;
  for (const other of orders.open) {
    const isOther = other !== filled && other.market === filled.market;
    if (!isOther || !isSameGroup(other.oca, oca)) continue;
    const left = other.lots - other.filledLots - other.takenLots;
    // An exchange may have filled more of it before it heard of the cancel.
    if (left <= 0n) continue;
    const taken = takenBy(oca, lots, left);
    const isShrunk = taken < left && run.setup.kind === 'backtest';
    if (isShrunk) {
      other.lots = (other.lots - taken) as Lots;
      touchOrder(orders, other);
    } else {
      other.takenLots = (other.takenLots + taken) as Lots;
      orders.cancels.push(other.orderId);
    }
    if (oca.kind === 'turned' && !isShrunk) endTurned(run, filled);
  }
  if (oca.kind === 'turning' && filled.filledLots >= filled.lots) endTurned(run, filled);
}

/** An entry of which nothing is left closes nothing more either. */
function endTurned({ orders }: Run, { oca, market }: TrackedOrder): void {
  for (const other of orders.open) {
    const isPart = other.oca?.kind === 'turned' && other.oca.name === oca?.name;
    if (isPart && other.market === market && other.filledLots < other.lots)
      orders.cancels.push(other.orderId);
  }
}

/**
 * Asks again for what is left of an order that was cancelled because its group took a part of it,
 * unless its time is over.
 */
export function askForRest(run: Run, order: TrackedOrder, atMs: number): void {
  const { takenLots, timeoutMs } = order;
  const lots = (order.lots - order.filledLots - takenLots) as Lots;
  if (takenLots === 0n || lots <= 0n || run.setup.kind === 'backtest') return;
  const passedMs = atMs - order.openedAtMs;
  if (timeoutMs !== null && timeoutMs <= passedMs) return;
  const problem = checkOrderSize(run, order, lots);
  if (problem !== null) {
    writeLine(run.log, atMs, 'warning', `order ${order.orderId} does not go on: ${problem}`);
    return;
  }
  const orderId = nextOrderId(run.orders);
  const rest = newTrackedOrder({
    ...order,
    orderId,
    restOf: order.orderId,
    lots,
    timeoutMs: timeoutMs === null ? null : timeoutMs - passedMs,
    openedAtMs: atMs,
  });
  addOrder(run.orders, rest);
  writeLine(
    run.log,
    atMs,
    'info',
    `order ${order.orderId} goes on as ${orderId} with what is left`,
  );
}
