// Conformance of an exchange that offers plain orders only.

import { exchangeContract } from '#ports/exchange/exchange.contract.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { plainExchange } from '#adapters/sim/plain-exchange.fixture.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';

exchangeContract('simulated, plain orders alone', async () => {
  const harness = await makeSimHarness(makeMemorySimStore());
  return { ...harness, exchange: plainExchange(harness.exchange) };
});
