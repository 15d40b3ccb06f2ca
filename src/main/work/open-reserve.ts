// Connections that ordinary requests do not use, and what the risk switch works with over them: it
// must act while all others have used up the pool.

import type { Database } from '#adapters/postgres/connection/database.ts';
import { poolAddressOf, openDatabase } from '#adapters/postgres/connection/database.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { systemDigest, systemTimer } from '#adapters/system/system-ports.ts';
import { openExchanges } from '#main/opening/open-exchanges.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { Store } from '#ports/stores/store.ts';
import type { ServiceDeps } from '#api/http/service-deps.ts';

export type Reserve = {
  readonly store: Store;
  readonly deps: ServiceDeps['reserve'];
  /** Waits for what is running. */
  close(this: void): Promise<void>;
};

type ReserveParts = {
  readonly clock: Clock;
  readonly log: Log;
  /** Real exchanges, where orders are to be cancelled too. */
  readonly venues: readonly Exchange[];
};

const CONNECTIONS = {
  applicationName: 'tidemill reserve',
  connectionsMax: 3,
  // The whole is to be done within five seconds.
  statementTimeoutMs: 4_000,
  responseGraceMs: 500,
} as const;

/** Connects only when first used. */
export function openReserve(database: Database, { clock, log, venues }: ReserveParts): Reserve {
  const own = openDatabase({ ...CONNECTIONS, ...poolAddressOf(database) });
  const store = postgresStore(own);
  const { registry } = openExchanges(own, clock, { venues });
  return {
    store,
    deps: {
      clock,
      digest: systemDigest,
      log,
      timer: systemTimer,
      accounts: store,
      orders: store,
      idempotency: store,
      riskSwitch: store,
      partners: store,
      bots: store,
      botRuns: postgresBotRunStore(own),
      exchanges: registry,
    },
    close: () => own.close(),
  };
}
