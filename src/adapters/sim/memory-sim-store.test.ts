// The simulated exchange over its store in memory fulfils the contract of every exchange.

import { exchangeContract } from '#ports/exchange/exchange.contract.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';

exchangeContract('simulated, in memory', () => makeSimHarness(makeMemorySimStore()));
