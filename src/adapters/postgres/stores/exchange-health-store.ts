// Exchanges that respond badly, in PostgreSQL (migration 0154).

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { present } from '#lib/assert.ts';
import type { ExchangeHealthStore } from '#ports/stores/exchange-health-store.ts';

type HealthChange = Awaited<ReturnType<ExchangeHealthStore['noteExchangeHealth']>>;

const NOTE: Statement<{ readonly type: HealthChange }> = {
  name: 'note_exchange_health',
  text: 'SELECT note_exchange_health($1, $2, $3, $4) AS type',
};

/** Store over this database; the decision on whether to notify is its function. */
export function postgresExchangeHealthStore(database: Database): ExchangeHealthStore {
  return {
    async noteExchangeHealth({ exchange, health, nowMs, quietMs }) {
      const [row] = await database.write(NOTE, [exchange, health, nowMs, quietMs]);
      return present(row, 'a function returns one row').type;
    },
  };
}
