// Faults of an exchange, on demand: what tests and the simulator order from a venue that can be
// reported to.

/**
 * The fault of one request. A request that changes nothing is `timeout` where an order is
 * `OutcomeUnknown`.
 */
export type ExchangeFault =
  /** The response takes this long, and then is as it should be. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** It never reaches the venue, and nobody says so. */
  | { readonly kind: 'lost_request' }
  /** The venue carries it out, and its response does not come back. */
  /** `place`: of the next order, whatever is read before it. */
  | { readonly kind: 'lost_response'; readonly of?: 'place' }
  /** No response; the venue carries it out this much later, within its request horizon. */
  | { readonly kind: 'late_landing'; readonly delayMs: number }
  /**
   * The order that is placed next finds this share of its amount, and the rest waits for later
   * minutes.
   */
  | { readonly kind: 'partial_fill'; readonly sharePercent: number }
  /** The venue refuses an order; other requests pass. */
  | { readonly kind: 'reject'; readonly detail: string }
  | { readonly kind: 'rate_limit' }
  /** The connection is refused: nothing was sent. */
  | { readonly kind: 'disconnect' };

export type ExchangeFaults = {
  /** What cannot be ordered here; nothing where it is missing. */
  readonly lacks?: readonly (ExchangeFault['kind'] | 'maintenance')[];
  /** Hits the next request that it can hit; several wait in line. */
  inject(fault: ExchangeFault): void;
  /** While on, every request is refused as `unavailable`. */
  setMaintenance(isOn: boolean): void;
  /** Carries out, now, the requests that are still on their way; returns how many. */
  landLate(): Promise<number>;
};
