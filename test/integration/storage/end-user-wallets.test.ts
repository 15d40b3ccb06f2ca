// End users at a simulated exchange and their wallets: whatever is requested how often, no wallet
// is without an owner, and no owner without a wallet.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { credentialSealer } from '#adapters/system/credential-box.ts';
import { systemDigest, systemRandom } from '#adapters/system/system-ports.ts';
import { openExchanges } from '#main/opening/open-exchanges.ts';
import { sampleUser } from '#ports/stores/store.fixture.ts';
import { createEndUser } from '#services/partners/create-end-user.ts';
import { withTestDatabase } from '../../support/database.ts';

const NOW_MS = 1_700_000_000_000;
const UNOWNED = {
  text: `
    SELECT coalesce(a.account_id, s.account_id) AS account_id
    FROM accounts a FULL JOIN sim_accounts s USING (account_id)
    WHERE a.account_id IS NULL OR s.account_id IS NULL`,
};

test('20 requests at once for one external_id leave no wallet without an owner', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const clock = { nowMs: () => NOW_MS };
    const { registry, simulatedVenues } = openExchanges(database, clock);
    const deps = {
      partners: store,
      keys: store,
      exchanges: registry,
      simulatedVenues,
      credentials: store,
      sealerFor: credentialSealer,
      clock,
      random: systemRandom,
      digest: systemDigest,
    };
    const user = sampleUser();
    await store.insertUser(user);
    const offer = { exchanges: ['sim'], marketTags: [] };
    await store.insertPartner({ partnerId: user.userId, ...offer, createdAtMs: NOW_MS });
    const key = { keyId: 'key_own', scopes: [], expiresAtMs: null, addresses: [], endUserId: null };
    const person = { role: 'trader', confirmedAtMs: null } as const;
    const caller = { ...user, ...key, ...person, isPartner: true };
    const ask = (derivationId: string = randomUUID()) =>
      createEndUser(deps, {
        caller,
        externalId: 'customer-1',
        exchange: 'sim',
        isSimulated: null,
        credentials: null,
        balances: [],
        derivationId,
        completion: null,
      });
    const responses = await Promise.all(Array.from({ length: 20 }, () => ask()));
    assert.equal(responses.filter(({ ok }) => ok).length, 1);
    for (let round = 0; round < 3; round += 1) assert.equal((await ask()).ok, false);
    assert.deepEqual(await database.read(UNOWNED, []), []);
    const [made] = responses.flatMap((response) => (response.ok ? [response.value] : []));
    const accounts = await store.listAccounts(made?.userId ?? '', null, 10);
    assert.equal(accounts.length, 2);
    for (const account of accounts) {
      const balances = await registry.find('sim')?.fetchBalances(account);
      assert.equal(balances?.balances.length, 1);
    }
  });
});
