// The contract of exchanges holds where every reply takes a while, as over a network, and calls
// that are made together end in another order.

import { setImmediate } from 'node:timers/promises';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { exchangeContract } from '#ports/exchange/exchange.contract.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';

const CALLED_AT_ONCE = ['health', 'clockSkewMs', 'watchAccount'];
/** Turns of the event loop that a reply takes; the longest is that of an order. */
const TURNS = { place: 8, other: 1 };

function distant(exchange: Exchange): Exchange {
  const entries = Object.entries(exchange).map(([name, value]) => {
    if (typeof value !== 'function' || CALLED_AT_ONCE.includes(name)) return [name, value] as const;
    const method = value as (...parameters: unknown[]) => Promise<unknown>;
    const turns = name === 'placeOrder' ? TURNS.place : TURNS.other;
    const call = async (...parameters: unknown[]): Promise<unknown> => {
      for (let turn = 0; turn < turns; turn += 1) await setImmediate();
      return method(...parameters);
    };
    return [name, call] as const;
  });
  return Object.fromEntries(entries) as Exchange;
}

exchangeContract('simulated, far away', async () => {
  const harness = await makeSimHarness(makeMemorySimStore());
  return { ...harness, exchange: distant(harness.exchange) };
});
