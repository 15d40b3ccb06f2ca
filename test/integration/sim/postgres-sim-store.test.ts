// The simulated exchange over its store in PostgreSQL keeps the contract of every exchange.

import { after } from 'node:test';
import { exchangeContract } from '#ports/exchange/exchange.contract.ts';
import { makePostgresSimStore } from '#adapters/postgres/stores/postgres-sim-store.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { createTestDatabase } from '../../support/database.ts';

const test = await createTestDatabase();
after(() => test.drop());

exchangeContract('simulated, in PostgreSQL', () =>
  makeSimHarness(makePostgresSimStore(test.database)),
);
