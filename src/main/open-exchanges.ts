// The exchanges of this installation, and the work that those with wallets of our own need done in
// the background.

import type { Database } from '#adapters/postgres/database.ts';
import type { SimulatedVenue } from '#ports/simulated-venue.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';

export type Exchanges = {
  readonly registry: ExchangeRegistry;
  readonly simulatedVenues: readonly SimulatedVenue[];
  /** Settles what became due at the simulated exchanges. */
  readonly settle: () => Promise<void>;
};

export function openExchanges(_database: Database): Exchanges {
  return { registry: exchangeRegistry([]), simulatedVenues: [], settle: () => Promise.resolve() };
}
