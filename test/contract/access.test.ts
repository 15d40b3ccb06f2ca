// Users, keys and the audit log over HTTP, for people and for keys, and what each may not.

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import { OPERATIONS } from '#api/operations.ts';
import type { HttpBrowser } from '../support/browser-of.ts';
import { signedIn, withPassword } from '../support/signed-in.ts';
import type { TestService } from '../support/test-service.ts';
import { AMPLE_BUDGETS, makeTestService } from '../support/test-service.ts';

type Row = Readonly<Record<string, unknown>>;

const rowsOf = (body: Row): readonly Row[] => body['data'] as readonly Row[];

async function askWith(
  service: TestService,
  key: string,
  method: 'GET' | 'POST',
  url: string,
  body?: object,
) {
  const response = await service.api.app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return { status: response.statusCode, body: JSON.parse(response.body) as Row };
}

test('a person makes a key, switches it off and on, and deletes it', async (t) => {
  const { service, browser } = await withPassword(t);
  const wish = {
    name: 'alerts',
    scopes: ['read', 'trading'],
    expires_at: '2027-01-31T00:00:00Z',
    allowed_addresses: ['127.0.0.0/8'],
  };
  const made = await browser.ask('POST', '/v1/keys', wish);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { key, key_id: keyId, ...shown } = made.body;
  assert.match(String(key), /^tm_live_/);
  assert.deepEqual(
    [shown['scopes'], shown['expires_at'], shown['allowed_addresses']],
    [['read', 'trading'], '2027-01-31T00:00:00.000Z', ['127.0.0.0/8']],
  );
  const use = async () => (await askWith(service, String(key), 'GET', '/v1/accounts')).status;
  assert.equal(await use(), 200);
  const listed = await browser.ask('GET', '/v1/keys');
  assert.doesNotMatch(JSON.stringify(listed.body), new RegExp(String(key)));
  assert.equal(rowsOf(listed.body).at(-1)?.['key_id'], keyId);
  const url = `/v1/keys/${String(keyId)}`;
  await browser.ask('PUT', `${url}/enabled`, { is_enabled: false });
  service.api.forgetPrincipals();
  assert.equal(await use(), 401);
  const on = await browser.ask('PUT', `${url}/enabled`, { is_enabled: true });
  assert.equal(on.body['is_enabled'], true);
  service.api.forgetPrincipals();
  assert.equal(await use(), 200);
  assert.equal((await browser.ask('DELETE', url)).status, 204);
  service.api.forgetPrincipals();
  assert.equal(await use(), 401);
  assert.equal((await browser.ask('DELETE', url)).status, 404);
});

test('a key of a person outlives the session, with all rights unless some are named', async (t) => {
  const { service, browser } = await withPassword(t);
  const made = await browser.ask('POST', '/v1/keys', { name: 'for good' });
  assert.deepEqual([made.body['scopes'], made.body['expires_at']], [[], null]);
  service.clock.advance(LIMITS.sessionMsMax);
  const used = await askWith(service, String(made.body['key']), 'GET', '/v1/accounts');
  assert.equal(used.status, 200);
});

test('a stolen session makes no key and no user without a proof', async (t) => {
  const { service, browser } = await withPassword(t);
  service.clock.advance(LIMITS.confirmationMsMax);
  for (const [url, body] of [
    ['/v1/keys', { name: 'planted' }],
    ['/v1/users', { name: 'planted' }],
    ['/v1/partner/keys', { name: 'planted', scopes: ['trading'] }],
    ['/v1/whitelabel/keys', { name: 'planted', scopes: ['trading'] }],
  ] as const) {
    const refused = await browser.ask('POST', url, body);
    assert.deepEqual([refused.status, refused.body['code']], [403, 'confirmation_required'], url);
  }
  const role = await browser.ask('PUT', '/v1/users/usr_second/role', { role: 'owner' });
  assert.equal(role.body['code'], 'confirmation_required');
  const off = await browser.ask('PUT', '/v1/keys/key_none/enabled', { is_enabled: false });
  assert.equal(off.body['code'], 'key_not_found', 'a key is disabled at once');
});

test('a key makes no key that may do more, and sees none', async (t) => {
  const { service } = await withPassword(t);
  const admin = await service.makeKey(['read', 'admin']);
  const beyond = await askWith(service, admin, 'POST', '/v1/keys', {
    name: 'x',
    scopes: ['trading'],
  });
  assert.match(String(beyond.body['detail']), /expected some of this key's own/);
  const all = await askWith(service, admin, 'POST', '/v1/keys', { name: 'x' });
  assert.match(String(all.body['detail']), /expected some of .*; found none/);
  const made = await askWith(service, admin, 'POST', '/v1/keys', { name: 'x', scopes: ['read'] });
  assert.equal(made.status, 201);
  await service.makeKey([]);
  const listed = await askWith(service, admin, 'GET', '/v1/keys');
  // In the order of their ids.
  const scopes = rowsOf(listed.body).map((of) => String(of['scopes']));
  assert.deepEqual(scopes.toSorted(), ['read', 'read,admin']);
});

test('an owner makes users, and changes their role, plan and sessions', async (t) => {
  const { service, browser } = await withPassword(t);
  const made = await browser.ask('POST', '/v1/users', {
    name: 'ada',
    role: 'read_only',
    plan: 'starter',
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const userId = String(made.body['user_id']);
  assert.deepEqual(
    [made.body['role'], made.body['plan'], made.body['has_password']],
    ['read_only', 'starter', false],
  );
  const again = await browser.ask('POST', '/v1/users', { name: 'ada' });
  assert.match(String(again.body['detail']), /one that nobody has/);
  const wrong = await browser.ask('POST', '/v1/users', { name: '-ada' });
  assert.match(String(wrong.body['detail']), /first is a letter or a digit/);
  const ada = await signedIn(service, 'ada');
  const script = { name: 's', source: 'local x = 1' };
  assert.equal((await ada.ask('POST', '/v1/scripts', script)).status, 403);
  const url = `/v1/users/${userId}`;
  await browser.ask('PUT', `${url}/role`, { role: 'trader' });
  service.api.forgetPrincipals();
  assert.equal((await ada.ask('POST', '/v1/scripts', script)).status, 201);
  const planned = await browser.ask('PUT', `${url}/plan`, {
    plan: 'professional',
    plan_until: '2027-01-31T00:00:00Z',
  });
  assert.deepEqual(
    [planned.body['plan'], planned.body['plan_until']],
    ['professional', '2027-01-31T00:00:00.000Z'],
  );
  const ended = await browser.ask('POST', `${url}/end-sessions`);
  assert.equal(ended.body['ended_count'], 1);
  service.api.forgetPrincipals();
  assert.equal((await ada.ask('GET', '/v1/accounts')).status, 401);
  const listed = rowsOf((await browser.ask('GET', '/v1/users')).body);
  const roles = Object.fromEntries(listed.map((of) => [of['name'], of['role']]));
  assert.deepEqual(roles, { ada: 'trader', usr_first: 'owner', usr_second: 'trader' });
});

test('an installation is never without an owner', async (t) => {
  const { browser } = await withPassword(t);
  const refused = await browser.ask('PUT', '/v1/users/usr_first/role', { role: 'trader' });
  assert.match(String(refused.body['detail']), /last owner/);
  await browser.ask('PUT', '/v1/users/usr_second/role', { role: 'owner' });
  const done = await browser.ask('PUT', '/v1/users/usr_first/role', { role: 'trader' });
  assert.equal(done.body['role'], 'trader');
});

test('users and the log of others are for owners alone', async (t) => {
  const { service } = await withPassword(t);
  const trader = await signedIn(service, 'usr_second');
  const key = await service.makeKey([], 'usr_second');
  for (const url of ['/v1/users', '/v1/users/usr_first', '/v1/audit?user_id=usr_first']) {
    assert.equal((await trader.ask('GET', url)).body['code'], 'forbidden', url);
    assert.equal((await askWith(service, key, 'GET', url)).body['code'], 'forbidden', url);
  }
  const rise = await trader.ask('PUT', '/v1/users/usr_second/role', { role: 'owner' });
  assert.equal(rise.body['code'], 'forbidden');
  const own = rowsOf((await trader.ask('GET', '/v1/audit')).body);
  assert.ok(own.length > 0);
  assert.deepEqual(new Set(own.map((of) => of['user_name'])), new Set(['usr_second']));
});

test('the audit log says who did what to whom, page by page', async (t) => {
  const { service, browser } = await withPassword(t);
  service.clock.advance(1);
  await browser.ask('PUT', '/v1/users/usr_second/role', { role: 'read_only' });
  const first = await browser.ask('GET', '/v1/audit?limit=2');
  const [set, request] = rowsOf(first.body).toSorted((left) =>
    left['act'] === 'role_set' ? -1 : 1,
  );
  assert.deepEqual(
    [set?.['act'], set?.['subject'], set?.['user_name'], set?.['actor_name']],
    ['role_set', 'read_only', 'usr_second', 'usr_first'],
  );
  assert.deepEqual(
    [request?.['subject'], request?.['user_name'], request?.['actor_name'], request?.['address']],
    ['changeRole usr_second', 'usr_first', null, '127.0.0.1'],
  );
  const cursor = encodeURIComponent(String(first.body['next_cursor']));
  const rest = await browser.ask('GET', `/v1/audit?cursor=${cursor}`);
  assert.deepEqual([rowsOf(rest.body).length > 1, rest.body['next_cursor']], [true, null]);
});

test('what keys do with bots and keys is noted, and their orders are not', async (t) => {
  const { service } = await withPassword(t);
  const key = await service.makeKey([]);
  const { length } = service.state.audit;
  await askWith(service, key, 'POST', '/v1/bots/bot_none/start');
  await askWith(service, key, 'POST', '/v1/keys', { name: 'x' });
  await askWith(service, key, 'POST', '/v1/orders', { account_id: 'acc_own' });
  assert.deepEqual(
    service.state.audit.slice(length).map(({ act, subject }) => [act, subject]),
    [
      ['request', 'startBot bot_none'],
      ['request', 'createKey'],
    ],
  );
});

suite('who may only read', () => {
  let service: TestService;
  let browser: HttpBrowser;
  before(async () => {
    service = await makeTestService(undefined, AMPLE_BUDGETS);
    browser = await signedIn(service, 'usr_first');
    await service.store.setRole('usr_first', 'read_only');
    service.api.forgetPrincipals();
  });
  after(() => service.close());

  for (const { operationId, method, path, scope } of OPERATIONS)
    test(`is ${scope === 'read' ? 'heard' : 'refused'} with ${operationId}`, async () => {
      // Without parameters events are sent as they happen, for ever.
      const query = operationId === 'listEvents' ? '?limit=1' : '';
      const url = path.replaceAll(/\{\w+\}/g, 'none') + query;
      const { status, body } = await browser.ask(method, url, method === 'GET' ? undefined : {});
      const isRefused = status === 403 && body['code'] === 'forbidden';
      assert.equal(isRefused, scope !== 'read', `${status} ${JSON.stringify(body)}`);
    });
});
