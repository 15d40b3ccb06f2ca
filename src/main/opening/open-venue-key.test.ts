// The key pair of an installation: made once, published, followed when it changes.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import {
  credentialSealer,
  newVenueKey,
  publicVenueKey,
  venueKeyId,
} from '#adapters/system/credential-box.ts';
import { CommandFailed } from '#cli/command-error.ts';
import { present } from '#lib/assert.ts';
import { openVenueKey } from '#main/opening/open-venue-key.ts';
import { sampleAccount, sampleCredentials, sampleUser } from '#ports/stores/store.fixture.ts';
import type { Store } from '#ports/stores/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemill-open-venue-key-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const GIVEN = { apiKey: 'key', secret: 'secret', passphrase: null };
const ignore = (): void => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const newFolder = (): string => mkdtempSync(join(folder, 'data-'));
const textOf = (...keys: readonly Uint8Array[]): string =>
  keys.map((key) => Buffer.from(key).toString('base64')).join(',');

function open(store: Store, dataDir: string, keys?: string) {
  const environment = keys === undefined ? {} : { TIDEMILL_VENUE_KEY: keys };
  return openVenueKey(store, { environment, dataDir, log });
}

/** As a process does that has the public key alone. */
async function connect(store: Store): Promise<string> {
  const user = sampleUser();
  await store.insertUser(user);
  const account = sampleAccount(user.userId);
  const { accountId } = account;
  const sealer = credentialSealer(present(await store.findVenueKey(), 'a key is published'));
  const sealed = sealer.seal(GIVEN, { accountId, version: 1 });
  const credentials = sampleCredentials(account, { sealed, keyId: sealer.keyId });
  await store.connectAccount(account, credentials, null);
  return accountId;
}

test('the first start makes a key and publishes its public half', async () => {
  const [store, dataDir] = [memoryStore(), newFolder()];
  const opener = await open(store, dataDir);
  assert.deepEqual(readdirSync(dataDir), ['venue.key']);
  assert.equal(venueKeyId(present(await store.findVenueKey(), 'published')), opener.keyId);
  const accountId = await connect(store);
  const again = await open(store, dataDir);
  const stored = await store.findCredentials(accountId);
  assert.deepEqual(again.open(stored?.sealed ?? '', { accountId, version: 1 }), GIVEN);
});

test('a process without the key of the installation makes no other one', async () => {
  const store = memoryStore();
  await open(store, newFolder());
  const published = await store.findVenueKey();
  const elsewhere = newFolder();
  await assert.rejects(open(store, elsewhere), CommandFailed);
  await assert.rejects(open(store, elsewhere, textOf(newVenueKey())), CommandFailed);
  assert.deepEqual(readdirSync(elsewhere), []);
  assert.deepEqual(await store.findVenueKey(), published);
});

test('a new key in front takes over all that was sealed', async () => {
  const [store, dataDir] = [memoryStore(), newFolder()];
  const [former, next] = [newVenueKey(), newVenueKey()];
  await open(store, dataDir, textOf(former));
  const accountId = await connect(store);
  await open(store, dataDir, textOf(next, former));
  assert.deepEqual(await store.findVenueKey(), publicVenueKey(next));
  const alone = await open(store, dataDir, textOf(next));
  const stored = await store.findCredentials(accountId);
  assert.deepEqual(alone.open(stored?.sealed ?? '', { accountId, version: 1 }), GIVEN);
  await assert.rejects(open(store, dataDir, textOf(former)), CommandFailed);
});
