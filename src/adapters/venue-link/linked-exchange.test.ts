// An exchange behind a link is the same exchange: the whole contract, faults included.

import { after } from 'node:test';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { SYSTEM_LINK_TIME } from '#adapters/venue-link/link-time.ts';
import { linkedExchange } from '#adapters/venue-link/linked-exchange.ts';
import { linkTo, serveTo, socketPathOf } from '#adapters/venue-link/venue-link.fixture.ts';
import { exchangeContract } from '#ports/exchange/exchange.contract.ts';

const cleanups: (() => unknown)[] = [];
const cleaner = { after: (clean: () => unknown) => void cleanups.push(clean) };

after(async () => {
  for (const clean of cleanups.toReversed()) await clean();
});

exchangeContract('simulated, over a link', async () => {
  const harness = await makeSimHarness(makeMemorySimStore());
  const socketPath = socketPathOf(cleaner);
  await serveTo(cleaner, socketPath, [harness.exchange]);
  const link = linkTo(cleaner, socketPath);
  // By this clock whatever is remembered is too old.
  let nowMs = 0;
  const exchange = linkedExchange(link, harness.exchange, {
    ...SYSTEM_LINK_TIME,
    nowMs: () => (nowMs += 60_000),
  });
  return { ...harness, exchange };
});
