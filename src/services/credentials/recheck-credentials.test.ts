// A refused request makes an account `invalid_credentials` only when the exchange refuses its key,
// and not when the key may merely not do this.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { sampleAccount, sampleCredentials, sampleUser } from '#ports/stores/store.fixture.ts';
import { keyedVenue, sealerFor, VENUE_KEY } from '#services/credentials/keyed-venue.fixture.ts';
import { venueFailure } from '#services/credentials/keyed-venue.fixture.ts';
import { credentialRecheck } from '#services/credentials/recheck-credentials.ts';

const KEY = 'the-api-key-x7Qa';
const NOW_MS = Date.UTC(2026, 10, 21);

async function setUp() {
  const store = memoryStore();
  const harness = await makeSimHarness(makeMemorySimStore());
  const { exchange, keys } = keyedVenue(harness.exchange, store);
  let requested = 0;
  const counted: typeof exchange = {
    ...exchange,
    checkCredentials(account, candidate) {
      requested += 1;
      return exchange.checkCredentials(account, candidate);
    },
  };
  const user = sampleUser();
  await store.insertUser(user);
  const account = sampleAccount(user.userId);
  const { accountId } = account;
  const secrets = { apiKey: KEY, secret: 'the secret', passphrase: null };
  const sealed = sealerFor(VENUE_KEY).seal(secrets, { accountId, version: 1 });
  const credentials = sampleCredentials(account, { sealed, accountUid: 'uid-1', version: 1 });
  await store.connectAccount(account, credentials, null);
  const ignore = (): void => undefined;
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const clock = { atMs: NOW_MS, nowMs: () => clock.atMs };
  const recheck = credentialRecheck({ credentials: store, riskSwitch: store, clock, log });
  return {
    keys,
    clock,
    requestedCount: () => requested,
    recheck: async (version = 1) => recheck({ accountId, version, exchange: counted }),
    status: async () => (await store.findAccount(user.userId, accountId))?.status,
    refusal: async () => (await store.findCredentials(accountId))?.refusal,
  };
}

suite('a key of which a request was refused', () => {
  test('is refused when the exchange says so', async () => {
    const { keys, recheck, status, refusal } = await setUp();
    keys.set(KEY, {
      secret: 'the secret',
      failure: venueFailure('unauthorized', 'Invalid API-key.'),
    });
    await recheck();
    assert.deepEqual(
      [await status(), await refusal()],
      ['invalid_credentials', 'Invalid API-key.'],
    );
  });

  test('that may no longer trade makes its account one to read', async () => {
    const { keys, recheck, status, refusal } = await setUp();
    keys.set(KEY, { secret: 'the secret', report: { canTrade: false } });
    await recheck();
    assert.deepEqual([await status(), await refusal()], ['read_only', null]);
  });

  test('and that works otherwise leaves its account as it is', async () => {
    const { keys, recheck, status, refusal } = await setUp();
    keys.set(KEY, { secret: 'the secret', report: {} });
    await recheck();
    assert.deepEqual([await status(), await refusal()], ['connected', null]);
  });

  test('is queried once a minute, and not when it was replaced', async () => {
    const { keys, clock, recheck, requestedCount } = await setUp();
    keys.set(KEY, { secret: 'the secret', report: {} });
    await Promise.all([recheck(), recheck()]);
    clock.atMs += 59_999;
    await recheck();
    assert.equal(requestedCount(), 1);
    clock.atMs += 1;
    await recheck();
    assert.equal(requestedCount(), 2);
    await recheck(2);
    assert.equal(requestedCount(), 2);
  });

  test('stays as it is when the exchange says nothing', async () => {
    const { keys, recheck, status } = await setUp();
    keys.set(KEY, { secret: 'the secret', failure: venueFailure('unavailable', 'Down.') });
    await assert.rejects(recheck(), /Down/);
    assert.equal(await status(), 'connected');
  });
});
