// The whole store in PostgreSQL.

import { postgresAccountStore } from '#adapters/postgres/stores/account-store.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { postgresCredentialStore } from '#adapters/postgres/stores/credential-store.ts';
import { postgresDataSeriesStore } from '#adapters/postgres/stores/data-series-store.ts';
import { postgresEquityStore } from '#adapters/postgres/stores/equity-store.ts';
import { postgresEventLog } from '#adapters/postgres/stores/event-log.ts';
import { postgresExchangeHealthStore } from '#adapters/postgres/stores/exchange-health-store.ts';
import { postgresHookStore } from '#adapters/postgres/stores/hook-store.ts';
import { postgresIdempotencyStore } from '#adapters/postgres/stores/idempotency-store.ts';
import { postgresKeyStore } from '#adapters/postgres/stores/key-store.ts';
import { postgresOrderStore } from '#adapters/postgres/stores/order-store.ts';
import { postgresBotStore } from '#adapters/postgres/stores/bot-store.ts';
import { postgresPartnerStore } from '#adapters/postgres/stores/partner-store.ts';
import { postgresRiskSwitchStore } from '#adapters/postgres/stores/risk-switch-store.ts';
import { postgresScriptStore } from '#adapters/postgres/stores/script-store.ts';
import { postgresSecondFactorStore } from '#adapters/postgres/stores/second-factor-store.ts';
import { postgresSignInStore } from '#adapters/postgres/stores/sign-in-store.ts';
import { postgresUserStore } from '#adapters/postgres/stores/user-store.ts';
import { postgresWatchListStore } from '#adapters/postgres/stores/watch-list-store.ts';
import type { Store } from '#ports/stores/store.ts';

/** The store of a migrated database. */
export function postgresStore(database: Database): Store {
  return {
    ...postgresUserStore(database),
    ...postgresKeyStore(database),
    ...postgresAccountStore(database),
    ...postgresCredentialStore(database),
    ...postgresOrderStore(database),
    ...postgresIdempotencyStore(database),
    ...postgresScriptStore(database),
    ...postgresBotStore(database),
    ...postgresPartnerStore(database),
    ...postgresRiskSwitchStore(database),
    ...postgresEventLog(database),
    ...postgresEquityStore(database),
    ...postgresExchangeHealthStore(database),
    ...postgresSignInStore(database),
    ...postgresSecondFactorStore(database),
    ...postgresHookStore(database),
    ...postgresWatchListStore(database),
    ...postgresDataSeriesStore(database),
  };
}
