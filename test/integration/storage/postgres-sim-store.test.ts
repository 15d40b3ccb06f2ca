// The simulated exchange over its store in PostgreSQL fulfils the contract of every exchange,
// whether changes of accounts are committed alone or in groups.

import assert from 'node:assert/strict';
import { after, before, it, suite } from 'node:test';
import { exchangeContract } from '#ports/exchange/exchange.contract.ts';
import { makePostgresSimStore } from '#adapters/postgres/stores/postgres-sim-store.ts';
import { checkLedgerReader } from '#adapters/sim/ledger-reader.fixture.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import type { SimStore } from '#adapters/sim/sim-store.ts';
import type { TestDatabase } from '../../support/database.ts';
import { createTestDatabase } from '../../support/database.ts';

suite('accounts in PostgreSQL', () => {
  let test: TestDatabase;
  before(async () => {
    test = await createTestDatabase();
  });
  after(() => test.drop());

  exchangeContract('simulated, in PostgreSQL', () =>
    makeSimHarness(makePostgresSimStore(test.database)),
  );

  it('its ledger is read piece by piece, names orders, and sums to the balances', async () => {
    const harness = await makeSimHarness(makePostgresSimStore(test.database));
    await assert.doesNotReject(checkLedgerReader(harness));
  });

  exchangeContract('simulated, in PostgreSQL, in groups', () =>
    makeSimHarness(committedWithAnother(makePostgresSimStore(test.database))),
  );
});

/** Each change is committed together with one of an account that is not there. */
function committedWithAnother(store: SimStore): SimStore {
  return {
    ...store,
    async commit(commit) {
      const account = { ...commit.account, accountId: `no ${commit.account.accountId}` };
      const both = [store.commit({ ...commit, account }), store.commit(commit)];
      const [none, own] = await Promise.all(both);
      assert(own !== undefined && none !== 'committed');
      return own;
    },
  };
}
