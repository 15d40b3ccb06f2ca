// The whole store in PostgreSQL.

import { postgresAccountStore } from '#adapters/postgres/account-store.ts';
import type { Database } from '#adapters/postgres/database.ts';
import { postgresIdempotencyStore } from '#adapters/postgres/idempotency-store.ts';
import { postgresKeyStore } from '#adapters/postgres/key-store.ts';
import { postgresOrderStore } from '#adapters/postgres/order-store.ts';
import { postgresBotStore } from '#adapters/postgres/bot-store.ts';
import { postgresPartnerStore } from '#adapters/postgres/partner-store.ts';
import { postgresRiskSwitchStore } from '#adapters/postgres/risk-switch-store.ts';
import { postgresScriptStore } from '#adapters/postgres/script-store.ts';
import { postgresUserStore } from '#adapters/postgres/user-store.ts';
import type { Store } from '#ports/stores/store.ts';

/** The store of a migrated database. */
export function postgresStore(database: Database): Store {
  return {
    ...postgresUserStore(database),
    ...postgresKeyStore(database),
    ...postgresAccountStore(database),
    ...postgresOrderStore(database),
    ...postgresIdempotencyStore(database),
    ...postgresScriptStore(database),
    ...postgresBotStore(database),
    ...postgresPartnerStore(database),
    ...postgresRiskSwitchStore(database),
  };
}
