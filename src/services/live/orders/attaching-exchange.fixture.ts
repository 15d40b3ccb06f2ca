// A simulated exchange whose entries at market bring their stops, by one request, as some do.

import { attachedName } from '#venue-port/order/attached-name.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import { exitSide } from '#domain/position/position.ts';
import type { Exchange, NewVenueOrder, VenueAccount } from '#venue-port/exchange/exchange.ts';
import { accepted } from '#lib/result.ts';
import { OutcomeUnknown } from '#venue-port/world/failure.ts';

const STOPS: readonly OrderType[] = ['stop_limit', 'stop_market'];

export function attachingExchange(sim: Exchange): Exchange {
  const { orderSupport } = sim;
  return {
    ...sim,
    code: 'sim',
    orderSupport: {
      ...orderSupport,
      types: ['limit', 'market'],
      stops: { spot: STOPS, futures: STOPS },
      attachedStops: ['futures'],
    },
    async placeOrder(account, order) {
      const { attachedStop, isAttached, ...terms } = order.terms;
      if (isAttached === true) {
        const { clientOrderId, decidedAtMs: placedAtMs } = order;
        const name = { clientOrderId, venueOrderId: null, placedAtMs };
        const found = await sim.fetchOrder(account, order.marketTag, name);
        if (found.kind === 'found') return accepted(found.order);
        throw new OutcomeUnknown('it is not shown');
      }
      const placed = await sim.placeOrder(account, { ...order, terms });
      if (!placed.ok || attachedStop === undefined || placed.value.filledAmount === 0n)
        return placed;
      await placeStop(sim, account, order, placed.value.filledAmount);
      return placed;
    },
  };
}

async function placeStop(
  sim: Exchange,
  account: VenueAccount,
  entry: NewVenueOrder,
  amount: NewVenueOrder['amount'],
): Promise<void> {
  const { side, terms, clientOrderId } = entry;
  await sim.placeOrder(account, {
    ...entry,
    clientOrderId: attachedName(clientOrderId),
    side: exitSide(side === 'buy' ? 'long' : 'short'),
    type: 'stop_market',
    amount,
    terms: {
      ...PLAIN_TERMS,
      margin: terms.margin,
      triggerPrice: terms.attachedStop ?? null,
      isReduceOnly: true,
    },
  });
}
