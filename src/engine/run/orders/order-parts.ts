// Orders that a bot requested as one, and that go in several because its market takes no more in
// one of them: the first stands for all.

import type { Lots } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { BotOrder, BotOrderState } from '#engine/run-api/order-api.ts';
import type { BotOrders } from '#engine/run/orders/bot-orders.ts';
import { findRetained, touchOrder } from '#engine/run/orders/bot-orders.ts';
import type { TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import { viewOrder } from '#engine/run/orders/tracked-order.ts';

/** Returns the id that stands for all; empty without any. */
export function joinParts(orders: BotOrders, placed: readonly string[]): string {
  const [firstId = '', ...others] = placed;
  const first = others.length === 0 ? null : findRetained(orders, firstId);
  if (first === null) return firstId;
  first.partIds = others;
  for (const orderId of others) {
    const part = findRetained(orders, orderId);
    if (part !== null) part.partOf = firstId;
  }
  touchOrder(orders, first);
  return firstId;
}

/** Ids of what is open of an order. */
export function openParts(orders: BotOrders, orderId: string): readonly string[] {
  const order = findRetained(orders, orderId);
  if (order === null) return [];
  const open = partsOf(orders, order).filter(({ state }) => state === 'open');
  return open.map((part) => part.orderId);
}

/** As the bot requested it. */
export function viewWhole(orders: BotOrders, order: TrackedOrder): BotOrder {
  if (order.partIds === undefined) return viewOrder(order);
  return viewOrder(joined(order, partsOf(orders, order)));
}

const NO_VIEWS: readonly BotOrder[] = [];

/** Views of open orders, one for each request. */
export function viewOpen(orders: BotOrders): readonly BotOrder[] {
  if (orders.open.length === 0) return NO_VIEWS;
  const views: BotOrder[] = [];
  let seen: Set<string> | null = null;
  for (const order of orders.open) {
    const whole = order.partOf === undefined ? order : findRetained(orders, order.partOf);
    if (whole === null || whole.partIds === undefined) views.push(viewOrder(order));
    else if (seen === null || !seen.has(whole.orderId)) {
      (seen ??= new Set()).add(whole.orderId);
      views.push(viewWhole(orders, whole));
    }
  }
  return views;
}

function partsOf(orders: BotOrders, first: TrackedOrder): readonly TrackedOrder[] {
  const others = (first.partIds ?? []).flatMap((orderId) => findRetained(orders, orderId) ?? []);
  return [first, ...others];
}

function joined(first: TrackedOrder, parts: readonly TrackedOrder[]): TrackedOrder {
  const sum = (of: (part: TrackedOrder) => bigint): bigint =>
    parts.reduce((total, part) => total + of(part), 0n);
  const latest = (of: (part: TrackedOrder) => number | null): number | null =>
    parts.reduce<number | null>((last, part) => Math.max(last ?? 0, of(part) ?? 0) || null, null);
  const state = stateOf(parts);
  return {
    ...first,
    lots: sum(({ lots }) => lots) as Lots,
    filledLots: sum(({ filledLots }) => filledLots) as Lots,
    feeLots: sum(({ feeLots }) => feeLots) as Lots,
    filledWeight: sum(({ filledWeight }) => filledWeight),
    feeUnits: sum(({ feeUnits }) => feeUnits) as Units,
    profitUnits: sum(({ profitUnits }) => profitUnits) as Units,
    state,
    filledAtMs: latest(({ filledAtMs }) => filledAtMs),
    endedAtMs: state === 'open' ? null : latest(({ endedAtMs }) => endedAtMs),
    message: parts.find(({ message }) => message !== '')?.message ?? '',
    view: null,
  };
}

/** Open while a part is; what ended otherwise than by filling says how. */
function stateOf(parts: readonly TrackedOrder[]): BotOrderState {
  const states = new Set(parts.map(({ state }) => state));
  for (const state of ['open', 'failed', 'cancelled'] as const) if (states.has(state)) return state;
  return 'filled';
}
