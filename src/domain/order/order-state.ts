// The life of an order as a table. Each event leads to exactly one state, from the states listed
// for it and from no other, so a store can guard a change with `sourcesOf(event)` alone.

import type { OrderState } from '#venue-port/order/order.ts';

/**
 * What can happen to an order: - `acknowledged`, `partially_filled`, `filled`, `cancelled`,
 * `rejected`, `expired`: the exchange said so. - `sent_again`: it is about to be sent: for the
 * first time after it waited, or once more under its name, to an exchange that responds to a second
 * order of one name with the first. - `set_off`: the price came to where an order waits that we
 * keep ourselves; it is about to be sent. - `not_sent`: the request certainly did not reach the
 * exchange. - `outcome_unknown`: placing it timed out, and it may or may not have reached the
 * exchange. - `found_working`: queried by our client order id, the exchange shows it at work. -
 * `found_absent`: the exchange has never seen it, queried after the last instant at which the
 * request could still land. Only for an order that the exchange never acknowledged; one that it did
 * is lost instead. - `lost`: the exchange no longer shows an order that it acknowledged, and does
 * not say how it ended. - `found_again`: the exchange shows at work an order that we had as ended.
 * - `found_filled`, `found_part_filled`: it shows as ended one that we had as ended, with more
 * filled than we knew. - `tried_again`: the request of an order that never reached the exchange is
 * made again, and it is about to be sent under its name. - `settled`: a person decided how an
 * unresolved order ended. A cancel request that times out is no event: the order stays `open` and
 * works until the exchange says otherwise.
 */
export const ORDER_EVENTS = [
  'acknowledged',
  'partially_filled',
  'filled',
  'cancelled',
  'rejected',
  'expired',
  'sent_again',
  'set_off',
  'not_sent',
  'outcome_unknown',
  'found_working',
  'found_absent',
  'lost',
  'found_again',
  'found_filled',
  'found_part_filled',
  'tried_again',
  'settled',
] as const;
export type OrderEvent = (typeof ORDER_EVENTS)[number];

type Transition = { readonly from: readonly OrderState[]; readonly to: OrderState };

// Whatever the exchange reports is believed also of an order that was thought `unplaced`.
const REPORTED = ['pending', 'open', 'unknown', 'lost', 'unplaced'] as const;

const TRANSITIONS: { readonly [event in OrderEvent]: Transition } = {
  acknowledged: { from: REPORTED, to: 'open' },
  partially_filled: { from: REPORTED, to: 'open' },
  filled: { from: REPORTED, to: 'filled' },
  cancelled: { from: REPORTED, to: 'cancelled' },
  // From `open` too: some exchanges acknowledge a request before their engine decides on it.
  rejected: { from: REPORTED, to: 'rejected' },
  expired: { from: REPORTED, to: 'expired' },
  sent_again: { from: ['pending'], to: 'pending' },
  set_off: { from: ['open'], to: 'pending' },
  not_sent: { from: ['pending'], to: 'unplaced' },
  outcome_unknown: { from: ['pending', 'unknown'], to: 'unknown' },
  found_working: { from: REPORTED, to: 'open' },
  found_absent: { from: ['pending', 'unknown'], to: 'unplaced' },
  lost: { from: ['open', 'unknown', 'lost'], to: 'lost' },
  found_again: { from: ['filled', 'cancelled', 'rejected', 'expired'], to: 'open' },
  found_filled: { from: ['cancelled', 'rejected', 'expired'], to: 'filled' },
  found_part_filled: { from: ['cancelled', 'rejected', 'expired'], to: 'cancelled' },
  tried_again: { from: ['unplaced'], to: 'pending' },
  settled: { from: ['unknown', 'lost'], to: 'cancelled' },
};

/** The state after the event, or null when the event cannot happen to an order in this state. */
export function nextOrderState(state: OrderState, event: OrderEvent): OrderState | null {
  const { from, to } = TRANSITIONS[event];
  return from.includes(state) ? to : null;
}

/** The states in which the event can happen. */
export function sourcesOf(event: OrderEvent): readonly OrderState[] {
  return TRANSITIONS[event].from;
}
