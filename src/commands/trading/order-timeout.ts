// After which time an open order is cancelled.

import type { OrderTypeName } from '#engine/run-api/order-api.ts';

const SECOND_MS = 1_000;
const DEFAULT_TIMEOUT_MS = 600_000;

/**
 * Null: never. Without seconds a limit order has ten minutes, and an order that waits for its
 * trigger has none; seconds below zero never cancel.
 */
export function orderTimeoutMs(type: OrderTypeName, seconds: number | undefined): number | null {
  if (type === 'market' || type === 'no_timeout') return null;
  if (seconds !== undefined) return seconds < 0 ? null : seconds * SECOND_MS;
  return type === 'limit' || type === 'maker_or_cancel' ? DEFAULT_TIMEOUT_MS : null;
}
