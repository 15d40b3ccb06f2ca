// Sealing what is stored to a new key.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import {
  credentialOpener,
  credentialSealer,
  newVenueKey,
  publicVenueKey,
} from '#adapters/system/credential-box.ts';
import { sampleAccount, sampleCredentials, sampleUser } from '#ports/stores/store.fixture.ts';
import { resealCredentials } from '#services/credentials/reseal-credentials.ts';

const [FORMER, CURRENT, LOST] = [newVenueKey(), newVenueKey(), newVenueKey()];
const GIVEN = { apiKey: 'key', secret: 'secret', passphrase: 'phrase' };

async function storeWith(privateKeys: readonly Uint8Array[]) {
  const store = memoryStore();
  const accountIds: string[] = [];
  for (const privateKey of privateKeys) {
    const user = sampleUser();
    await store.insertUser(user);
    const account = sampleAccount(user.userId);
    const { accountId } = account;
    const sealer = credentialSealer(publicVenueKey(privateKey));
    const sealed = sealer.seal(GIVEN, { accountId, version: 1 });
    const credentials = sampleCredentials(account, { sealed, keyId: sealer.keyId });
    await store.connectAccount(account, credentials, null);
    accountIds.push(accountId);
  }
  return { store, accountIds };
}

test('what a former key opens is sealed to the one in use', async () => {
  const keys = [...Array.from({ length: 3 }, () => FORMER), LOST, CURRENT];
  const { store, accountIds } = await storeWith(keys);
  const opener = credentialOpener([CURRENT, FORMER]);
  const sealer = credentialSealer(publicVenueKey(CURRENT));
  const reseal = () => resealCredentials({ credentials: store, opener, sealer });
  assert.deepEqual(await reseal(), { resealed: 3, unreadable: 1 });
  assert.deepEqual(await reseal(), { resealed: 0, unreadable: 1 });
  const alone = credentialOpener([CURRENT]);
  const opened = await Promise.all(
    accountIds.map(async (accountId) => {
      const stored = await store.findCredentials(accountId);
      return alone.open(stored?.sealed ?? '', { accountId, version: 1 });
    }),
  );
  assert.deepEqual(opened, [GIVEN, GIVEN, GIVEN, null, GIVEN]);
});
