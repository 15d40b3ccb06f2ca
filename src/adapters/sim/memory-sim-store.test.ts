// The simulated exchange over its store in memory keeps the contract of every exchange.

import { exchangeContract } from '#ports/exchange/exchange.contract.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimWorld } from '#adapters/sim/sim-world.fixture.ts';

exchangeContract('simulated, in memory', () => makeSimWorld(makeMemorySimStore()));
