// End users and keys of partners over the wire: two partners that see nothing of each other, keys
// that reach no further than the one that made them, and no account anywhere.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseAddressRange } from '#domain/access/address-range.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { assertProblem } from '../support/assert-problem.ts';
import {
  AMPLE_BUDGETS,
  makeTestService,
  SECOND_USER,
  closeAfter,
} from '../support/test-service.ts';
import { FUTURES_TAG, SPOT_TAG } from '../support/still-exchange.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type UserBody = { readonly user_id: string; readonly external_id: string };
type KeyState = {
  readonly market_type: string;
  readonly status: string;
  readonly credentials: { readonly version: number; readonly hint: string } | null;
};
type KeyBody = { readonly key_id: string; readonly key: string; readonly expires_at: string };
type Page<T> = { readonly data: readonly T[]; readonly next_cursor: string | null };

const CREDENTIALS = { api_key: 'k', api_secret: 'very secret' };

async function setUp(
  t: { after(end: () => Promise<void>): void },
  change?: Parameters<typeof makeTestService>[0],
) {
  const service = await makeTestService(change, AMPLE_BUDGETS);
  closeAfter(t, service);
  const own = await service.makeKey(['whitelabel']);
  const call = (method: Method, url: string, payload?: object, key = own, headers = {}) =>
    service.api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
  const makeUser = async (externalId: string, key = own) => {
    const payload = { external_id: externalId, exchange: 'still', credentials: CREDENTIALS };
    const made = await call('POST', '/v1/whitelabel/users', payload, key);
    assert.equal(made.statusCode, 201, made.body);
    return made.json<UserBody>().user_id;
  };
  const makeKey = (fields: object, key = own) => {
    const payload = { name: 'k', scopes: ['whitelabel'], ...fields };
    return call('POST', '/v1/whitelabel/keys', payload, key);
  };
  return { service, call, own, makeUser, makeKey };
}

suite('end users', () => {
  test('one is made, listed, read and deleted; no response names an account', async (t) => {
    const { service, call, makeUser } = await setUp(t);
    const userId = await makeUser('customer-1');
    const [spot, futures] = await service.store.listAccounts(userId, null, 10);
    const found = await call('GET', `/v1/whitelabel/users/${userId}`);
    assert.deepEqual(found.json(), {
      user_id: userId,
      external_id: 'customer-1',
      exchange: 'still',
      status: 'active',
      is_simulated: false,
      bots_count: 0,
      running_bots_count: 0,
      created_at: '2026-11-21T10:00:00.000Z',
      last_activity_at: null,
    });
    const listed = await call('GET', '/v1/whitelabel/users');
    assert.deepEqual(listed.json<Page<UserBody>>().data, [found.json()]);
    for (const { body } of [found, listed]) {
      assert(!body.includes(spot?.accountId ?? '-') && !body.includes(futures?.accountId ?? '-'));
    }
    const url = `/v1/whitelabel/users/${userId}`;
    assert.equal((await call('DELETE', url)).statusCode, 204);
    assertProblem(await call('GET', url), 'user_not_found', true);
    assertProblem(await call('DELETE', url), 'user_not_found', true);
  });

  test('credentials are retained sealed, bound to their account, and never returned', async (t) => {
    const { service, call, makeUser } = await setUp(t);
    const userId = await makeUser('customer-1');
    const [account] = await service.store.listAccounts(userId, null, 1);
    const stored = await service.store.findCredentials(account?.accountId ?? '');
    const sealed = Buffer.from(stored?.sealed ?? '', 'base64');
    assert(sealed.length > 0 && !sealed.toString('latin1').includes('very secret'));
    assert(!(await call('GET', '/v1/whitelabel/users')).body.includes('secret'));
  });

  test('credentials that the exchange or the rules refuse make no end user', async (t) => {
    const { service, call } = await setUp(t);
    const report = { accountUid: 'uid-7' };
    const { venueKeys } = service;
    venueKeys.set('good', { secret: 's', report });
    venueKeys.set('withdraws', { secret: 's', report: { canWithdraw: true } });
    venueKeys.set('abroad', {
      secret: 's',
      failure: new Failure('region_blocked', 'Not in your region.'),
    });
    venueKeys.set('away', { secret: 's', failure: new Failure('unavailable', 'maintenance') });
    const make = (externalId: string, apiKey: string, secret = 's') =>
      call('POST', '/v1/whitelabel/users', {
        external_id: externalId,
        exchange: 'still',
        credentials: { api_key: apiKey, api_secret: secret },
      });
    const wrong = assertProblem(await make('a', 'good', 'wrong'), 'invalid_request', true);
    assert.match(wrong.detail, /Signature for this request is not valid/);
    assertProblem(await make('b', 'withdraws'), 'forbidden', true);
    assertProblem(await make('c', 'abroad'), 'forbidden', true);
    assertProblem(await make('d', 'away'), 'temporarily_unavailable', true);
    assert.equal((await make('e', 'good')).statusCode, 201);
    const taken = assertProblem(await make('f', 'good'), 'invalid_request', true);
    assert.match(taken.detail, /is not connected here/);
    const listed = await call('GET', '/v1/whitelabel/users');
    const names = listed.json<Page<UserBody>>().data.map((each) => each.external_id);
    assert.deepEqual(names, ['e']);
  });

  test('a repeated external id, and credentials that do not fit, are named', async (t) => {
    const { call, makeUser } = await setUp(t);
    await makeUser('customer-1');
    const base = { external_id: 'customer-1', exchange: 'still', credentials: CREDENTIALS };
    const cases = [
      [base, '#/external_id'],
      [{ ...base, credentials: null }, '#/credentials'],
      [{ ...base, is_simulated: true }, '#/is_simulated'],
      [{ ...base, balances: [{ currency: 'USDT', amount: '1' }] }, '#/balances'],
    ] as const;
    for (const [payload, pointer] of cases) {
      const refused = await call('POST', '/v1/whitelabel/users', payload);
      const problem = assertProblem(refused, 'invalid_request', true);
      assert.equal(problem.errors?.[0]?.pointer, pointer);
    }
    const elsewhere = { ...base, external_id: 'x', exchange: 'sim' };
    const refused = await call('POST', '/v1/whitelabel/users', elsewhere);
    assertProblem(refused, 'exchange_not_found', true);
  });

  test('a retry under one Idempotency-Key makes one end user', async (t) => {
    const { call } = await setUp(t);
    const payload = { external_id: 'c', exchange: 'still', credentials: CREDENTIALS };
    const headers = { 'idempotency-key': 'once' };
    const tries = [1, 2].map(() =>
      call('POST', '/v1/whitelabel/users', payload, undefined, headers),
    );
    const bodies = (await Promise.all(tries)).filter(({ statusCode }) => statusCode === 201);
    const again = await call('POST', '/v1/whitelabel/users', payload, undefined, headers);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert(bodies.every(({ body }) => body === again.body));
    const { data } = (await call('GET', '/v1/whitelabel/users')).json<Page<UserBody>>();
    assert.equal(data.length, 1);
  });

  test('pages follow one another by id', async (t) => {
    const { call, makeUser } = await setUp(t);
    const made = [await makeUser('a'), await makeUser('b'), await makeUser('c')];
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = cursor === '' ? '' : `&cursor=${cursor}`;
      const response = await call('GET', `/v1/whitelabel/users?limit=1${query}`);
      const page: Page<UserBody> = response.json();
      seen.push(...page.data.map((each) => each.user_id));
      cursor = page.next_cursor;
    }
    assert.deepEqual(seen, made.toSorted());
  });

  test('a partner sees nothing of the end users of another, on either surface', async (t) => {
    const { service, call, makeUser } = await setUp(t);
    const userId = await makeUser('customer-1');
    const foreign = await service.makeKey([], SECOND_USER);
    for (const surface of ['whitelabel', 'partner']) {
      const theirs = await call('GET', `/v1/${surface}/users/${userId}`, undefined, foreign);
      const unknown = await call('GET', `/v1/${surface}/users/usr_none`, undefined, foreign);
      assert.equal(withoutInstance(theirs.body), withoutInstance(unknown.body));
      const list = await call('GET', `/v1/${surface}/users`, undefined, foreign);
      assert.deepEqual(list.json<Page<UserBody>>().data, []);
    }
  });

  test('both surfaces show the same, each with its own scope', async (t) => {
    const { service, call, makeUser } = await setUp(t);
    await makeUser('customer-1');
    const partnerKey = await service.makeKey(['partner']);
    const [one, other] = [
      await call('GET', '/v1/whitelabel/users'),
      await call('GET', '/v1/partner/users', undefined, partnerKey),
    ];
    assert.equal(one.body, other.body);
    const wrong = await call('GET', '/v1/partner/users');
    assertProblem(wrong, 'insufficient_scope', true);
  });
});

suite('what is enabled', () => {
  test('an exchange is enabled whole, until one of its markets is enabled alone', async (t) => {
    const { service, call } = await setUp(t);
    const tags = async () => {
      const response = await call('GET', '/v1/whitelabel/markets?exchange=STILL');
      const { data } = response.json<Page<{ readonly market_tag: string }>>();
      return data.map((market) => market.market_tag);
    };
    assert.deepEqual(await tags(), [SPOT_TAG, FUTURES_TAG]);
    const offer = { exchanges: ['still'], marketTags: [FUTURES_TAG] };
    await service.store.setPartnerOffer('usr_first', offer);
    assert.deepEqual(await tags(), [FUTURES_TAG]);
    await service.store.setPartnerOffer('usr_first', { exchanges: [], marketTags: [] });
    const gone = await call('GET', '/v1/whitelabel/markets?exchange=still');
    assertProblem(gone, 'exchange_not_found', true);
    const { data } = (await call('GET', '/v1/whitelabel/exchanges')).json<Page<object>>();
    assert.deepEqual(data, []);
  });

  test('a user that is no partner is turned away', async (t) => {
    const { service, call } = await setUp(t);
    const user = { userId: 'usr_plain', name: 'plain', plan: 'unlimited' } as const;
    await service.store.insertUser({ ...user, planUntilMs: null, createdAtMs: 0 });
    const key = await service.makeKey([], 'usr_plain');
    assertProblem(await call('GET', '/v1/whitelabel/users', undefined, key), 'forbidden', true);
  });
});

suite('keys', () => {
  test('one is shown in full once, works, and is revoked at once', async (t) => {
    const { service, call, makeKey } = await setUp(t);
    const made = (await makeKey({ scopes: ['whitelabel'] })).json<KeyBody>();
    assert.match(made.key, /^tm_live_[0-9A-Za-z]{43}$/);
    const list = await call('GET', '/v1/whitelabel/keys', undefined, made.key);
    assert.equal(list.statusCode, 200);
    assert(!list.body.includes(made.key));
    const url = `/v1/whitelabel/keys/${made.key_id}`;
    assert.equal((await call('DELETE', url)).statusCode, 204);
    assertProblem(await call('DELETE', url), 'key_not_found', true);
    service.api.forgetPrincipals();
    const refused = await call('GET', '/v1/whitelabel/keys', undefined, made.key);
    assertProblem(refused, 'invalid_api_key', false);
  });

  test('a retry under one Idempotency-Key returns the same secret', async (t) => {
    const { call } = await setUp(t);
    const payload = { name: 'k', scopes: ['whitelabel'] };
    const headers = { 'idempotency-key': 'once' };
    const ask = () => call('POST', '/v1/whitelabel/keys', payload, undefined, headers);
    assert.equal((await ask()).body, (await ask()).body);
  });

  test('a retry through another key of the user makes no second key', async (t) => {
    const { call, makeKey } = await setUp(t);
    const other = (await makeKey({})).json<KeyBody>();
    const payload = { name: 'k', scopes: ['whitelabel'] };
    const headers = { 'idempotency-key': 'once' };
    const first = await call('POST', '/v1/whitelabel/keys', payload, undefined, headers);
    const second = await call('POST', '/v1/whitelabel/keys', payload, other.key, headers);
    assertProblem(second, 'idempotency_key_reuse', true);
    const listed = await call('GET', '/v1/whitelabel/keys');
    const ids = listed.json<Page<KeyBody>>().data.map((each) => each.key_id);
    assert.equal(ids.filter((id) => id === first.json<KeyBody>().key_id).length, 1);
    assert.equal(ids.length, 3);
  });

  test('what is wider than the key that asks is refused with the field', async (t) => {
    const { makeKey } = await setUp(t);
    const limits = { expires_at: '2027-01-01T00:00:00Z', allowed_addresses: ['127.0.0.0/8'] };
    const { key } = (await makeKey(limits)).json<KeyBody>();
    const cases = [
      [{ scopes: ['partner'] }, '#/scopes'],
      [{ expires_at: '2027-01-01T00:00:01Z' }, '#/expires_at'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, '#/expires_at'],
      [{ allowed_addresses: ['10.0.0.0/8'] }, '#/allowed_addresses'],
      [{ allowed_addresses: ['127.0.0.1/8'] }, '#/allowed_addresses'],
      [{ name: ' ' }, '#/name'],
    ] as const;
    for (const [fields, pointer] of cases) {
      const problem = assertProblem(await makeKey(fields, key), 'invalid_request', true);
      assert.equal(problem.errors?.[0]?.pointer, pointer);
    }
  });

  test('what is left out is inherited', async (t) => {
    const { makeKey, makeUser } = await setUp(t);
    const limits = {
      expires_at: '2027-01-01T00:00:00Z',
      allowed_addresses: ['127.0.0.0/8'],
      user_id: await makeUser('customer-1'),
    };
    const { key } = (await makeKey(limits)).json<KeyBody>();
    const child = (await makeKey({}, key)).json<Record<string, unknown>>();
    assert.deepEqual(child['allowed_addresses'], ['127.0.0.0/8']);
    assert.equal(child['expires_at'], '2027-01-01T00:00:00.000Z');
    assert.equal(child['user_id'], limits.user_id);
  });

  test('from another network a key is treated like an unknown one', async (t) => {
    const { service, makeKey } = await setUp(t);
    const { key } = (await makeKey({ allowed_addresses: ['192.0.2.0/24'] })).json<KeyBody>();
    const ask = (remoteAddress: string) =>
      service.api.app.inject({
        url: '/v1/whitelabel/keys',
        headers: { authorization: `Bearer ${key}` },
        remoteAddress,
      });
    for (let round = 0; round < 2; round += 1) {
      assert.equal((await ask('192.0.2.77')).statusCode, 200);
      assertProblem(await ask('192.0.3.77'), 'invalid_api_key', false);
    }
  });

  test('behind a trusted proxy the network is that of who asked it', async (t) => {
    const proxy = parseAddressRange('10.0.0.0/8');
    assert(proxy.ok);
    const trustedProxies = [proxy.value];
    const { service, makeKey } = await setUp(t, (deps) => ({ ...deps, trustedProxies }));
    const { key } = (await makeKey({ allowed_addresses: ['192.0.2.0/24'] })).json<KeyBody>();
    const ask = (remoteAddress: string, forwardedFor: string) =>
      service.api.app.inject({
        url: '/v1/whitelabel/keys',
        headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': forwardedFor },
        remoteAddress,
      });
    assert.equal((await ask('10.0.0.1', '192.0.2.77')).statusCode, 200);
    assertProblem(await ask('10.0.0.1', '192.0.2.77, 203.0.113.9'), 'invalid_api_key', false);
    assertProblem(await ask('203.0.113.9', '192.0.2.77'), 'invalid_api_key', false);
    assert.equal((await ask('192.0.2.77', '203.0.113.9')).statusCode, 200);
  });

  test('one for an end user reaches that end user alone', async (t) => {
    const { service, call, makeKey, makeUser } = await setUp(t);
    const [one, other] = [await makeUser('one'), await makeUser('other')];
    const { key, key_id } = (await makeKey({ user_id: one })).json<KeyBody>();
    const seen = await call('GET', '/v1/whitelabel/users', undefined, key);
    assert.deepEqual(
      seen.json<Page<UserBody>>().data.map((each) => each.user_id),
      [one],
    );
    const unreached = await call('GET', `/v1/whitelabel/users/${other}`, undefined, key);
    assertProblem(unreached, 'user_not_found', true);
    const payload = { external_id: 'x', exchange: 'still', credentials: CREDENTIALS };
    const refused = await call('POST', '/v1/whitelabel/users', payload, key);
    assertProblem(refused, 'forbidden', true);
    assertProblem(await makeKey({ user_id: other }, key), 'user_not_found', true);
    const keys = await call('GET', '/v1/whitelabel/keys', undefined, key);
    assert.deepEqual(
      keys.json<Page<KeyBody>>().data.map((each) => each.key_id),
      [key_id],
    );
    await call('DELETE', `/v1/whitelabel/users/${one}`);
    service.api.forgetPrincipals();
    const revoked = await call('GET', '/v1/whitelabel/users', undefined, key);
    assertProblem(revoked, 'invalid_api_key', false);
  });

  test('keys that may do more than the one that asks are treated like none', async (t) => {
    const { service, call } = await setUp(t);
    await service.makeKey([]);
    const all = await service.store.listKeys('usr_first');
    const unrestricted = all.find(({ scopes }) => scopes.length === 0);
    const url = `/v1/whitelabel/keys/${unrestricted?.keyId}`;
    assertProblem(await call('DELETE', url), 'key_not_found', true);
    const { data } = (await call('GET', '/v1/whitelabel/keys')).json<Page<KeyBody>>();
    assert.equal(data.length, 1);
  });

  test('a key lists and revokes none with more networks or a later expiry', async (t) => {
    const { call, makeKey } = await setUp(t);
    const soon = { expires_at: '2027-01-01T00:00:00Z' };
    const near = { allowed_addresses: ['127.0.0.0/8'] };
    const own = (await makeKey({ ...soon, ...near })).json<KeyBody>();
    const wider = [
      {},
      soon,
      near,
      { ...near, expires_at: '2027-01-01T00:00:01Z' },
      { ...soon, allowed_addresses: ['127.0.0.0/8', '192.0.2.7'] },
      { ...soon, allowed_addresses: ['126.0.0.0/7'] },
    ];
    for (const fields of wider) {
      const { key_id } = (await makeKey(fields)).json<KeyBody>();
      const response = await call('DELETE', `/v1/whitelabel/keys/${key_id}`, undefined, own.key);
      assertProblem(response, 'key_not_found', true);
    }
    const narrow = { expires_at: '2026-12-31T00:00:00Z', allowed_addresses: ['127.0.0.1'] };
    const child = (await makeKey(narrow, own.key)).json<KeyBody>();
    const listed = await call('GET', '/v1/whitelabel/keys', undefined, own.key);
    const ids = listed.json<Page<KeyBody>>().data.map((each) => each.key_id);
    assert.deepEqual(ids.toSorted(), [child.key_id, own.key_id].toSorted());
    for (const { key_id } of [child, own]) {
      const response = await call('DELETE', `/v1/whitelabel/keys/${key_id}`, undefined, own.key);
      assert.equal(response.statusCode, 204);
    }
  });
});

test('strategies are treated alike on both surfaces, with every setting', async (t) => {
  const { service, call } = await setUp(t);
  const all = await service.makeKey([]);
  const one = await call('GET', '/v1/whitelabel/strategies', undefined, all);
  const other = await call('GET', '/v1/partner/strategies', undefined, all);
  assert.equal(one.body, other.body);
  const { data } = one.json<Page<{ readonly type: string }>>();
  assert.deepEqual(
    data.map(({ type }) => type),
    [
      'spot_grid',
      'futures_grid',
      'spot_dollar_cost_averaging',
      'futures_dollar_cost_averaging',
      'webhook',
    ],
  );
});

/** A problem's body without what tells one request from another. */
function withoutInstance(body: string): string {
  return body.replace(/"instance":"[^"]*"/, '');
}

suite('the key of an end user', () => {
  test('is replaced by its partner, and by nobody else', async (t) => {
    const { service, call, makeUser } = await setUp(t);
    const { venueKeys } = service;
    const report = { accountUid: 'uid-1' };
    venueKeys.set(CREDENTIALS.api_key, { secret: CREDENTIALS.api_secret, report });
    const userId = await makeUser('customer-1');
    const url = `/v1/whitelabel/users/${userId}/credentials`;
    const accounts = await service.store.listAccounts(userId, null, 10);
    for (const { accountId } of accounts)
      await service.store.noteRefusal(accountId, 1, 'revoked', 1);
    const refused = (await call('GET', url)).json<{ readonly data: readonly KeyState[] }>();
    const states = refused.data.map(({ market_type, status }) => [market_type, status]);
    assert.deepEqual(
      new Map(states as [string, string][]),
      new Map([
        ['spot', 'invalid_credentials'],
        ['futures', 'invalid_credentials'],
      ]),
    );
    venueKeys.set('the-next-key-9bKz', { secret: 'next', report });
    const next = { api_key: 'the-next-key-9bKz', api_secret: 'next' };
    const other = await service.makeKey(['whitelabel', 'accounts'], SECOND_USER);
    const keeper = await service.makeKey(['whitelabel', 'accounts']);
    assertProblem(await call('PUT', url, next), 'insufficient_scope', true);
    assertProblem(await call('PUT', url, next, other), 'user_not_found', true);
    assertProblem(await call('GET', url, undefined, other), 'user_not_found', true);
    const wrong = await call('PUT', url, { ...next, api_secret: 'wrong' }, keeper);
    assertProblem(wrong, 'invalid_request', true);
    for (const version of [2, 3]) {
      const rotated = await call('PUT', url, next, keeper);
      assert.equal(rotated.statusCode, 200, rotated.body);
      const { data } = rotated.json<{ readonly data: readonly KeyState[] }>();
      for (const { status, credentials } of data)
        assert.deepEqual(
          [status, credentials?.version, credentials?.hint],
          ['connected', version, '9bKz'],
        );
      assert.equal(
        accounts.some(({ accountId }) => rotated.body.includes(accountId)),
        false,
      );
    }
  });
});
