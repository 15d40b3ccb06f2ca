// Credentials that sign a call.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  credentialOpener,
  credentialSealer,
  newVenueKey,
  publicVenueKey,
} from '#adapters/system/credential-box.ts';
import { accountCredentials } from '#services/exchanges/account-credentials.ts';
import { sampleAccount, sampleCredentials } from '#ports/stores/store.fixture.ts';
import type { StoredCredentials } from '#ports/stores/credential-store.ts';

const KEY = newVenueKey();
const SEALER = credentialSealer(publicVenueKey(KEY));
const GIVEN = { apiKey: 'first key', secret: 'first secret', passphrase: null };

function setUp(changes: Partial<StoredCredentials> = {}) {
  const account = sampleAccount('user');
  const { accountId } = account;
  const seal = (credentials: typeof GIVEN, version: number): string =>
    SEALER.seal(credentials, { accountId, version });
  const stored = { current: sampleCredentials(account, { sealed: seal(GIVEN, 1), ...changes }) };
  let readsCount = 0;
  const store = {
    async findCredentials() {
      readsCount += 1;
      return stored.current;
    },
  };
  const source = accountCredentials(store, credentialOpener([KEY]));
  return { accountId, seal, stored, source, readsCount: () => readsCount };
}

suite('the credentials of an account', () => {
  test('are opened once, until something changes', async () => {
    const { accountId, seal, stored, source, readsCount } = setUp();
    assert.deepEqual(await source.find(accountId), GIVEN);
    const next = { ...GIVEN, secret: 'second secret' };
    stored.current = { ...stored.current, version: 2, sealed: seal(next, 2) };
    assert.deepEqual(await source.find(accountId), GIVEN);
    assert.equal(readsCount(), 1);
    source.forget();
    assert.deepEqual(await source.find(accountId), next);
  });

  test('that were removed are none', async () => {
    const { accountId, source } = setUp({ sealed: null });
    await assert.rejects(source.find(accountId), { code: 'unauthorized' });
    await assert.rejects(source.findToCheck(accountId), { code: 'unauthorized' });
  });

  test('that the venue has refused are used for a check only', async () => {
    const { accountId, source } = setUp({ refusal: 'Invalid API-key.' });
    const refused = { code: 'unauthorized', message: 'Invalid API-key.' };
    await assert.rejects(source.find(accountId), refused);
    assert.deepEqual(await source.findToCheck(accountId), GIVEN);
  });

  test('that are only checked are not retained', async () => {
    const { accountId, seal, source } = setUp();
    const candidate = { ...GIVEN, secret: 'candidate' };
    const sealed = { version: 2, sealed: seal(candidate, 2) };
    assert.deepEqual(await source.findToCheck(accountId, sealed), candidate);
    assert.deepEqual(await source.find(accountId), GIVEN);
  });

  test('that belong to another account or version do not open', async () => {
    const { accountId, seal, source } = setUp();
    const moved = { version: 2, sealed: seal(GIVEN, 1) };
    await assert.rejects(source.findToCheck(accountId, moved), { code: 'corrupt_reply' });
    await assert.rejects(source.findToCheck('another', { ...moved, version: 1 }), {
      code: 'corrupt_reply',
    });
  });
});
