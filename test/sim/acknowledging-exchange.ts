// An exchange that decides on orders after it has acknowledged them, as some real ones do: what it
// refuses was acknowledged too, and is shown as a rejected order.

import { ZERO } from '#lib/decimal.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Exchange, NewVenueOrder, VenueOrder } from '#venue-port/exchange/exchange.ts';

export function acknowledgingExchange(exchange: Exchange, clock: Clock): Exchange {
  const refused = new Map<string, VenueOrder>();
  return {
    ...exchange,
    async placeOrder(account, order) {
      const response = await exchange.placeOrder(account, order);
      if (response.ok || response.rejection.code === 'duplicate_name') return response;
      const shown = rejectedOrder(order, response.rejection.detail, clock.nowMs());
      refused.set(order.clientOrderId, shown);
      return { ok: true, value: { ...shown, state: 'acknowledged', reason: null } };
    },
    async fetchOrder(account, marketTag, name) {
      const seen = await exchange.fetchOrder(account, marketTag, name);
      const order = refused.get(name.clientOrderId);
      return seen.kind === 'absent' && order !== undefined ? { kind: 'found', order } : seen;
    },
  };
}

function rejectedOrder(
  { clientOrderId, marketTag, side, type, price, amount, terms }: NewVenueOrder,
  reason: string,
  nowMs: number,
): VenueOrder {
  return {
    venueOrderId: `refused ${clientOrderId}`,
    clientOrderId,
    marketTag,
    side,
    type,
    price,
    amount,
    terms,
    filledAmount: ZERO,
    averageFillPrice: ZERO,
    state: 'rejected',
    reason,
    placedAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}
