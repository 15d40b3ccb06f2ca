// Funding rate that a payment was made by: payments are booked around the instant of theirs.

import type { FundingRate } from '#venue-port/funding/funding-rate.ts';

/** A payment is booked so long after the instant of its rate at most, or so long before. */
export const BOOKED_MS_MAX = 15 * 60_000;
export const EARLY_MS_MAX = 60_000;

/** The nearest one; null where none is near. */
export function rateOfPayment<T extends Pick<FundingRate, 'atMs'>>(
  rates: readonly T[],
  bookedAtMs: number,
): T | null {
  const [nearest = null] = rates
    .filter(({ atMs }) => atMs <= bookedAtMs + EARLY_MS_MAX && atMs >= bookedAtMs - BOOKED_MS_MAX)
    .sort((left, right) => Math.abs(left.atMs - bookedAtMs) - Math.abs(right.atMs - bookedAtMs));
  return nearest;
}
