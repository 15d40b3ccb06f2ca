// The simulated exchange, as one that closes a part of a position by itself, or all of it: an order
// of nobody takes so much, and the list of what was booked says that it was a liquidation.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { Exchange, VenueMarginEvent } from '#venue-port/exchange/exchange.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import type { SimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';

export type LiquidatingSim = {
  readonly sim: SimHarness;
  /** Of a long position. */
  liquidate(this: void, marketTag: string, currency: string, amount: Decimal): Promise<void>;
};

export async function liquidatingSim(): Promise<LiquidatingSim> {
  const sim = await makeSimHarness(makeMemorySimStore());
  const { exchange: plain, futures } = sim;
  const liquidations: VenueMarginEvent[] = [];
  const exchange: Exchange = {
    ...plain,
    async fetchMarginEvents(account, cursor, ...rest) {
      const [count = '0', inner = ''] = (cursor ?? '').split(' ');
      const page = await plain.fetchMarginEvents(account, inner === '' ? null : inner, ...rest);
      const events = [...page.events, ...liquidations.slice(Number(count))];
      return { events, cursor: `${liquidations.length} ${page.cursor ?? ''}` };
    },
  };
  return {
    sim: { ...sim, exchange },
    async liquidate(marketTag, currency, amount) {
      if (futures === null) throw new Error('the exchange has futures');
      const placed = await plain.placeOrder(futures.account, {
        clientOrderId: sim.newClientOrderId(),
        marketTag,
        side: 'sell',
        type: 'market',
        price: ZERO,
        amount,
        terms: { ...PLAIN_TERMS, isReduceOnly: true },
        decidedAtMs: sim.nowMs(),
        sendByMs: sim.nowMs() + 5_000,
      });
      if (!placed.ok) throw new Error(`it closes by itself: ${placed.rejection.detail}`);
      liquidations.push({
        kind: 'liquidation',
        eventId: `l${liquidations.length}`,
        marketTag,
        direction: 'long',
        amount,
        currency,
        atMs: sim.nowMs(),
        price: placed.value.averageFillPrice,
        fee: ZERO,
        insured: ZERO,
      });
    },
  };
}
