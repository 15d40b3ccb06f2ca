// An exchange whose reply to the first order refuses it, although the order is carried out: the
// reply was that of another request. It shows the order, and its fills, after a while.

import { rejected } from '#lib/result.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Clock } from '#venue-port/world/clock.ts';

/** Why it refuses. */
export const REFUSED = 'what another did wrong';

/** `hiddenMs`: for how long it shows nothing of any order once it has refused. */
export function refusingExchange<Given extends Exchange>(
  exchange: Given,
  clock: Clock,
  hiddenMs: number,
): Given {
  let shownAtMs = -Infinity;
  let placedCount = 0;
  const isHidden = (): boolean => clock.nowMs() < shownAtMs;
  return {
    ...exchange,
    promises: { ...exchange.promises, visibilityLagMs: hiddenMs },
    async placeOrder(...request) {
      const response = await exchange.placeOrder(...request);
      placedCount += 1;
      if (placedCount > 1 || !response.ok) return response;
      shownAtMs = clock.nowMs() + hiddenMs;
      return rejected({ code: 'order_rejected', detail: REFUSED });
    },
    fetchOpenOrders: async (...request) => (isHidden() ? [] : exchange.fetchOpenOrders(...request)),
    async fetchOrder(...request) {
      if (isHidden()) return { kind: 'absent', asOfMs: clock.nowMs() };
      return exchange.fetchOrder(...request);
    },
    async fetchFills(...request) {
      const page = await exchange.fetchFills(...request);
      return isHidden() ? { ...page, fills: [], cursor: request[2] } : page;
    },
    fetchOrderFills: async (...request) => (isHidden() ? [] : exchange.fetchOrderFills(...request)),
  };
}
