// Health of exchanges, as all processes together see it. The store writes the events
// `exchange.degraded` and `exchange.restored` for whoever has an account there. Throws Failure, and
// OutcomeUnknown; repeating a call is safe.

import type { VenueHealth } from '#venue-port/exchange/exchange.ts';

export type SeenHealth = {
  readonly exchange: string;
  readonly health: VenueHealth;
  readonly nowMs: number;
  /** It is restored when nobody has seen it otherwise for so long. */
  readonly quietMs: number;
};

export type ExchangeHealthStore = {
  /** The type of the event that this is; null: nothing new. */
  noteExchangeHealth(seen: SeenHealth): Promise<'exchange.degraded' | 'exchange.restored' | null>;
};
