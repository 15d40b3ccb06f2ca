// Commands on an installation in memory with one user and a real exchange, which a test tells what
// it says of each key.

import { memoryStore } from '#adapters/memory/memory-store.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { systemDigest, systemRandom } from '#adapters/system/system-ports.ts';
import { commandRunner, opened } from '#cli/command-host.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { createUser } from '#services/users/create-user.ts';
import { keyedVenue, sealerFor, VENUE_KEY } from '#services/credentials/keyed-venue.fixture.ts';

export async function venueInstallation() {
  const store = memoryStore();
  await store.setVenueKey(VENUE_KEY, null);
  const harness = await makeSimHarness(makeMemorySimStore());
  const base = { ...harness.exchange, code: 'venue', name: 'The Venue' };
  const { exchange, keys } = keyedVenue(base, store);
  const ignore = (): void => undefined;
  const deps = {
    users: store,
    signIns: store,
    accounts: store,
    bots: store,
    credentials: store,
    riskSwitch: store,
    sealerFor,
    exchanges: exchangeRegistry([exchange]),
    simulatedVenues: [],
    paperVenues: [],
    clock: { nowMs: () => harness.nowMs() },
    random: systemRandom,
    digest: systemDigest,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  };
  await createUser(deps, { name: 'ada', plan: 'unlimited' });
  /** What a person types, or what is piped in. */
  const given: { typed: string[] | null; input: string } = { typed: null, input: '' };
  const prompts: string[] = [];
  const open = opened(deps);
  const runWords = commandRunner({
    openApplication: open,
    openRiskApplication: open,
    async askSecret(question) {
      prompts.push(question);
      return given.typed?.shift() ?? null;
    },
    readInput: async () => given.input,
  });
  const run = async (line: string) => runWords(line.split(' '));
  return { run, keys, given, prompts, store, exchange };
}
