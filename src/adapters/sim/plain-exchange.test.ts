// What is left of an exchange without all but plain orders is still an exchange.

import { exchangeContract } from '#ports/exchange/exchange.contract.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { plainExchange } from '#adapters/sim/plain-exchange.fixture.ts';
import { makeSimWorld } from '#adapters/sim/sim-world.fixture.ts';

exchangeContract('simulated, plain orders alone', async () => {
  const world = await makeSimWorld(makeMemorySimStore());
  return { ...world, exchange: plainExchange(world.exchange) };
});
