// Secrets of exchanges are planted in every request that takes some, good and bad, and looked for
// in everything that a hostile reader could get: responses, log lines, and all text of all tables.
// None is found; that the search works is shown by texts in which they are.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { credentialSealer, publicVenueKey } from '#adapters/system/credential-box.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { sampleUser } from '#ports/stores/store.fixture.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { connectAccount } from '#services/credentials/connect-account.ts';
import { keyedVenue, VENUE_KEY } from '#services/credentials/keyed-venue.fixture.ts';
import { rotateCredentials } from '#services/credentials/rotate-credentials.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { withTestDatabase } from '../support/database.ts';
import { stillExchange } from '../support/still-exchange.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from '../support/test-service.ts';

const PLANTED = {
  api_key: 'canaryKey-7f3a9d52c1e84b60',
  api_secret: 'canarySecret-0b8e6f41d7a92c35',
  passphrase: 'canaryPhrase-55d1c09e3b7f4a82',
};
/** The first four characters are no secret, and neither are the last four of the key. */
const MARKS = Object.values(PLANTED).flatMap((secret) => [
  secret.slice(0, -4),
  secret.slice(-12, -4),
  Buffer.from(secret).toString('base64').slice(2, -4),
  Buffer.from(secret).toString('hex').slice(4, -8),
]);

function found(text: string): readonly string[] {
  return MARKS.filter((mark) => text.includes(mark));
}

/** Every value that is anywhere in it, bytes as text and as hexadecimal digits. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, item: unknown) => {
    if (item instanceof Uint8Array || (item as { type?: string } | null)?.type === 'Buffer') {
      const bytes = Buffer.from(item as Uint8Array);
      return `${bytes.toString('latin1')} ${bytes.toString('hex')} ${bytes.toString('base64')}`;
    }
    if (item instanceof Map || item instanceof Set) return [...item] as unknown[];
    return typeof item === 'bigint' ? item.toString() : item;
  });
}

test('the search finds what is there, in every form', () => {
  for (const secret of Object.values(PLANTED)) {
    const bytes = Buffer.from(`x${secret}x`);
    const texts = [`a ${secret} b`, textOf({ a: [bytes] }), textOf(new Map([['k', secret]]))];
    for (const text of texts) assert.notDeepEqual(found(text), []);
  }
});

suite('a secret of an exchange', () => {
  test('is in no response, no log line and nothing that is stored', async (t) => {
    const service = await makeTestService(undefined, AMPLE_BUDGETS);
    closeAfter(t, service);
    const key = await service.makeKey([]);
    const seen: string[] = [];
    let sentCount = 0;
    const send = async (method: 'POST' | 'PUT', url: string, payload: unknown): Promise<number> => {
      sentCount += 1;
      const once = { 'idempotency-key': `once-${sentCount}` };
      for (const headers of [once, once, {}]) {
        const response = await service.api.app.inject({
          method,
          url,
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            ...headers,
          },
          payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
        });
        seen.push(response.body, JSON.stringify(response.headers));
      }
      return sentCount;
    };
    const { api_key, api_secret } = PLANTED;
    const wish = { name: 'm', exchange: 'still', market_type: 'spot', credentials: PLANTED };
    const bad = [
      { ...PLANTED, api_secret: 5 },
      { ...PLANTED, more: api_secret },
      { api_key, api_secret: [api_secret] },
      { ...PLANTED, api_key: '' },
      [api_secret],
      api_secret,
    ];
    await send('POST', '/v1/accounts', wish);
    await send('POST', '/v1/accounts', { ...wish, exchange: 'nowhere' });
    await send('POST', '/v1/accounts', { ...wish, market_type: api_secret.length });
    await send('POST', '/v1/accounts', `${JSON.stringify(wish)}}`);
    for (const credentials of bad) {
      await send('POST', '/v1/accounts', { ...wish, credentials });
      await send('PUT', '/v1/accounts/acc_own/credentials', credentials);
      const user = { external_id: 'a', exchange: 'still', credentials };
      await send('POST', '/v1/whitelabel/users', user);
    }
    const accounts = await service.store.listAccounts('usr_first', null, 100);
    const real = accounts.find(({ isSimulated }) => !isSimulated);
    assert.ok(real !== undefined, 'an account was connected');
    const url = `/v1/accounts/${real.accountId}/credentials`;
    await send('PUT', url, PLANTED);
    const failures = [
      new Failure('unauthorized', 'Invalid API-key.'),
      new Failure('unavailable', 'maintenance'),
      new Failure('corrupt_reply', 'HTML'),
      new TypeError('a mistake of ours'),
    ];
    for (const failure of failures) {
      service.venueKeys.set(api_key, { secret: api_secret, failure: failure as Failure });
      await send('PUT', url, PLANTED);
      await send('POST', '/v1/accounts', wish);
    }
    const user = { external_id: 'b', exchange: 'still', credentials: PLANTED };
    service.venueKeys.clear();
    await send('POST', '/v1/partner/users', user);
    assert.ok(service.log.length > 10, 'something was logged');
    for (const text of [...seen, textOf(service.log), textOf(service.state)])
      assert.deepEqual(found(text), []);
  });

  test('is in no table of the database', async () => {
    await withTestDatabase(async ({ database }) => {
      const store = postgresStore(database);
      await store.setVenueKey(VENUE_KEY, null);
      const user = sampleUser();
      await store.insertUser(user);
      const { exchange, keys } = keyedVenue(stillExchange(), store);
      const ignore = (): void => undefined;
      const deps = {
        accounts: store,
        credentials: store,
        riskSwitch: store,
        sealerFor: credentialSealer,
        exchanges: exchangeRegistry([exchange]),
        simulatedVenues: [],
        paperVenues: [],
        clock: { nowMs: () => 1_800_000_000_000 },
        digest: systemDigest,
        log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      };
      const { api_key: apiKey, api_secret: secret, passphrase } = PLANTED;
      const credentials = { apiKey, secret, passphrase };
      keys.set(apiKey, { secret, report: {} });
      const caller = { userId: user.userId };
      const made = await connectAccount(deps, {
        caller,
        name: 'planted',
        exchange: 'still',
        marketType: 'spot',
        credentials,
        allowsWithdraw: false,
        derivationId: 'once',
        completion: null,
      });
      assert.ok(made.ok);
      const { accountId } = made.value.account;
      const rotation = { caller, accountId, credentials, allowsWithdraw: null, completion: null };
      assert.ok((await rotateCredentials(deps, rotation)).ok);
      const text = await everythingIn(database);
      assert.ok(text.includes(accountId) && text.includes('planted'), 'the tables were read');
      assert.ok(text.includes((await store.findCredentials(accountId))?.sealed ?? 'none'));
      assert.deepEqual(found(text), []);
    });
  });
});

test('the private key is in no export of the public one', () => {
  const privateKey = Buffer.alloc(32, 0x5d);
  const sealer = credentialSealer(publicVenueKey(privateKey));
  const sealed = sealer.seal(
    { apiKey: 'k', secret: 's', passphrase: null },
    { accountId: 'a', version: 1 },
  );
  assert.equal(Buffer.from(sealed, 'base64').includes(privateKey), false);
});

async function everythingIn(database: Database): Promise<string> {
  const tables = await database.read<{ readonly name: string }>(
    {
      text: `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    },
    [],
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await database.read<{ readonly line: string }>(
      { text: `SELECT each::text AS line FROM "${name}" each` },
      [],
    );
    texts.push(...rows.map(({ line }) => line));
  }
  return texts.join('\n');
}
