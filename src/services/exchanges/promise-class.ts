// Class of an exchange's promises: how far they let an unknown outcome be resolved. No class allows
// an order to be sent a second time; it says how soon `unknown` ends.

import type { VenuePromises } from '#venue-port/exchange/exchange.ts';

export const PROMISE_CLASSES = ['a', 'b', 'c'] as const;
export type PromiseClass = (typeof PROMISE_CLASSES)[number];

/**
 * a: a repeated request is returned with the first order, or refused for ever. b: an order is found
 * by our name in any state. c: by lists only.
 */
export function promiseClass({ duplicateName, lookup }: VenuePromises): PromiseClass {
  if (duplicateName === 'first' || duplicateName === 'refused') return 'a';
  return lookup === 'any_state' ? 'b' : 'c';
}
