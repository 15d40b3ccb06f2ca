// An exchange that shows what happened late, as real ones do: it acknowledges an order and shows
// neither the order nor its fills for a while.

import type { Clock } from '#venue-port/world/clock.ts';
import type { Exchange, OrderName, VenueOrder } from '#venue-port/exchange/exchange.ts';

export type HidingExchange = {
  readonly exchange: Exchange;
  /** From now on, and for this long. */
  hide(this: void, clientOrderId: string, durationMs: number): void;
};

/** `hidesNewMs`: for how long an order is hidden that is placed now. */
export function hidingExchange(
  exchange: Exchange,
  clock: Clock,
  visibilityLagMs: number,
  hidesNewMs: () => number = () => 0,
): HidingExchange {
  const hiddenUntilMs = new Map<string, number>();
  const isHidden = (name: string | null): boolean =>
    name !== null && (hiddenUntilMs.get(name) ?? 0) > clock.nowMs();
  const hide = (clientOrderId: string, durationMs: number): void => {
    hiddenUntilMs.set(clientOrderId, clock.nowMs() + durationMs);
  };
  const shown = (order: VenueOrder): boolean => !isHidden(order.clientOrderId);
  const isShown = ({ clientOrderId }: OrderName): boolean => !isHidden(clientOrderId);
  return {
    hide,
    exchange: {
      ...exchange,
      promises: { ...exchange.promises, visibilityLagMs },
      async placeOrder(account, order) {
        const durationMs = hidesNewMs();
        if (durationMs > 0) hide(order.clientOrderId, durationMs);
        const response = await exchange.placeOrder(account, order);
        if (!response.ok || !isHidden(order.clientOrderId)) return response;
        return { ok: true, value: { ...response.value, state: 'acknowledged' } };
      },
      fetchOpenOrders: async (account) => (await exchange.fetchOpenOrders(account)).filter(shown),
      async fetchOrder(account, marketTag, name) {
        if (isShown(name)) return exchange.fetchOrder(account, marketTag, name);
        return { kind: 'absent', asOfMs: clock.nowMs() };
      },
      fetchOrderFills: async (account, marketTag, name) =>
        isShown(name) ? exchange.fetchOrderFills(account, marketTag, name) : [],
    },
  };
}
