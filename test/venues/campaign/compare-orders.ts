// Compares what the service believes of its orders with the truth of the venue.

import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { Order, OrderState } from '#venue-port/order/order.ts';
import type { AccountTruth, OrderTruth } from '#loopback/control/truth.ts';

export type Comparison = {
  /** At the venue, and not with us as what it is there. */
  readonly lost: readonly string[];
  /** One request with two orders at the venue. */
  readonly doubled: readonly string[];
  /** With us, and not at the venue. */
  readonly invented: readonly string[];
  /** With figures or a state that are not the venue's. */
  readonly different: readonly string[];
  readonly compared: number;
};

/** States in which the venue has, or had, the order. */
const PLACED: readonly OrderState[] = ['open', 'filled', 'cancelled', 'expired'];

const STATES: Readonly<Record<string, readonly OrderState[]>> = {
  open: ['open'],
  filled: ['filled'],
  cancelled: ['cancelled'],
  expired: ['expired', 'cancelled'],
};

/** What the venue ended by its own rules is expired with us, whatever the venue calls it. */
function statesOf({ state, endReason }: OrderTruth): readonly OrderState[] {
  const isByVenue = state === 'cancelled' && endReason !== null && endReason !== 'by_user';
  return STATES[isByVenue ? 'expired' : state] ?? [];
}

/** `requestOf` names the request that an order's name comes from, whichever try it was. */
export function compareOrders(
  orders: readonly Order[],
  truths: ReadonlyMap<string, AccountTruth>,
  requestOf: (clientOrderId: string) => string,
): Comparison {
  const ours = new Map(orders.map((order) => [order.clientOrderId, order]));
  const theirs = [...truths.values()].flatMap((truth) => truth.orders);
  const names = new Set(theirs.map(({ name }) => name));
  const requests = theirs.map(({ name }) => requestOf(name));
  const isPlaced = ({ state }: Order): boolean => PLACED.includes(state);
  return {
    lost: theirs
      .filter(({ name }) => {
        const order = ours.get(name);
        return order === undefined || !isPlaced(order);
      })
      .map((truth) => `${describe(truth)}; with us ${ours.get(truth.name)?.state ?? 'nothing'}`),
    doubled: requests.filter((request, index) => requests.indexOf(request) !== index),
    invented: orders
      .filter((order) => isPlaced(order) && !names.has(order.clientOrderId))
      .map(({ orderId, state }) => `${orderId}: ${state}`),
    different: theirs.flatMap((truth) => difference(truth, ours.get(truth.name))),
    compared: theirs.length,
  };
}

function difference(truth: OrderTruth, order: Order | undefined): readonly string[] {
  if (order === undefined || !PLACED.includes(order.state)) return [];
  const isSame =
    (isMadeSmaller(truth, order)
      ? order.state === 'cancelled'
      : statesOf(truth).includes(order.state) && formatDecimal(order.amount) === truth.quantity) &&
    formatDecimal(order.filledAmount) === truth.filled &&
    order.side === truth.side &&
    isNamedBy(truth, order);
  if (isSame) return [];
  const ours = `${order.state}, ${formatDecimal(order.filledAmount)}, ${order.venueOrderId}`;
  return [`${describe(truth)}; with us ${ours}`];
}

/** What waits for a price has another number at some venues than what comes of it. */
function isNamedBy({ venueOrderId, waitingId }: OrderTruth, order: Order): boolean {
  return waitingId === null
    ? order.venueOrderId === venueOrderId
    : order.venueOrderId?.endsWith(`-${waitingId}`) === true;
}

/** Some venues make an order smaller that would more than close a position, and fill the rest. */
function isMadeSmaller({ state, quantity }: OrderTruth, { terms, amount }: Order): boolean {
  return terms.isReduceOnly && state === 'filled' && decimal(quantity) < amount;
}

function describe({ name, state, quantity, filled, venueOrderId }: OrderTruth): string {
  return `${name} (${venueOrderId}): ${state}, ${filled} of ${quantity}`;
}
