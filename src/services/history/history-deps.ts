// Dependencies of the services of history.

import type { Clock } from '#venue-port/world/clock.ts';
import type { CandleSource, HistoryStore } from '#ports/world/history.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';

export type HistoryDeps = {
  readonly exchanges: ExchangeRegistry;
  readonly history: HistoryStore;
  /** Of exchanges whose minutes are computed; those of all others are in the store. */
  readonly candleSources: readonly CandleSource[];
  /** The exchange whose markets exist only as imported history. */
  readonly archiveCode: string;
  readonly clock: Clock;
};
