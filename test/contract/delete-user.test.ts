// Deletion of users over HTTP: by owners, with the name typed once more.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { OPERATIONS } from '#api/operations.ts';
import { sampleOrder } from '#ports/stores/store.fixture.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import { signedIn, withPassword } from '../support/signed-in.ts';
import { SECOND_USER } from '../support/test-service.ts';

const SECOND = `/v1/users/${SECOND_USER}`;
const CONFIRMED = `${SECOND}?name=${SECOND_USER}`;

type Rows = { readonly data: readonly Readonly<Record<string, unknown>>[] };

test('a user is deleted: it signs in no more, its orders stay, its name is free', async (t) => {
  const { service, browser } = await withPassword(t);
  const other = await signedIn(service, SECOND_USER);
  const key = await service.makeKey([], SECOND_USER);
  const order = sampleOrder(service.foreignAccountId, { marketTag: SPOT_TAG, state: 'open' });
  await service.store.insertIntent(order);
  const account = await service.store.findAccount(SECOND_USER, service.foreignAccountId);
  const instants = { decidedAtMs: 0, sendByMs: Number.MAX_SAFE_INTEGER };
  const sent = { ...order, marketTag: SPOT_TAG, ...instants };
  await service.exchange.placeOrder(present(account, 'it is there'), sent);
  await other.ask('POST', '/v1/scripts', { name: 's', source: 'local x = 1' });
  const telegram = { token: '7301188212:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc', chat_id: '40721' };
  const channel = await other.ask('POST', '/v1/notifications/channels', { name: 'c', telegram });
  assert.equal(channel.status, 201, JSON.stringify(channel.body));
  const done = await browser.ask('DELETE', CONFIRMED);
  assert.equal(done.status, 200, JSON.stringify(done.body));
  assert.deepEqual(done.body, {
    is_deleted: true,
    bots_stopped: 0,
    orders_cancelled: 1,
    orders_working: 0,
    closing_orders: 0,
    positions_left: 0,
    accounts_left: 0,
  });
  const { notifications } = service;
  assert.deepEqual(await notifications.listChannels(SECOND_USER), []);
  assert.deepEqual(await notifications.listRules(SECOND_USER), []);
  assert.deepEqual(await notifications.listDeliveries(SECOND_USER, null, null, 9), []);
  service.api.forgetPrincipals();
  assert.equal((await other.ask('GET', '/v1/accounts')).status, 401);
  const headers = { authorization: `Bearer ${key}` };
  const used = await service.api.app.inject({ url: '/v1/accounts', headers });
  assert.equal(used.statusCode, 401);
  assert.equal((await browser.ask('GET', SECOND)).status, 404);
  assert.equal((await browser.ask('DELETE', CONFIRMED)).status, 404);
  const users = (await browser.ask('GET', '/v1/users')).body as unknown as Rows;
  assert.deepEqual(
    users.data.map(({ name }) => name),
    ['usr_first'],
  );
  assert.equal((await service.store.findOrder(SECOND_USER, order.orderId))?.state, 'cancelled');
  assert.equal((await browser.ask('POST', '/v1/users', { name: SECOND_USER })).status, 201);
  const log = (await browser.ask('GET', `/v1/audit?user_id=${SECOND_USER}`)).body;
  const acts = (log as unknown as Rows).data.map(({ act }) => act);
  assert(acts.includes('user_deletion_begun') && acts.includes('user_deleted'), acts.join());
});

test('without the right name, or of oneself, nothing is deleted', async (t) => {
  const { service, browser } = await withPassword(t);
  const wrong = await browser.ask('DELETE', `${SECOND}?name=usr_third`);
  assert.deepEqual([wrong.status, wrong.body['code']], [400, 'invalid_request']);
  assert.equal((await browser.ask('DELETE', SECOND)).status, 400);
  const own = await browser.ask('DELETE', '/v1/users/usr_first?name=usr_first');
  assert.match(String(own.body['detail']), /does not delete itself/);
  const trader = await signedIn(service, SECOND_USER);
  const refused = await trader.ask('DELETE', '/v1/users/usr_first?name=usr_first');
  assert.equal(refused.body['code'], 'forbidden');
  assert.notEqual(await service.store.findAccess(SECOND_USER), null);
});

test("a partner's end users are deleted with it, and their bots stopped", async (t) => {
  const { service, browser } = await withPassword(t);
  const offer = { exchanges: ['still'], marketTags: [], createdAtMs: 1 };
  await service.store.insertPartner({ partnerId: SECOND_USER, ...offer });
  const authorization = `Bearer ${await service.makeKey(['whitelabel'], SECOND_USER)}`;
  const credentials = { api_key: 'k', api_secret: 's' };
  const payload = { external_id: 'a', exchange: 'still', credentials };
  const url = '/v1/whitelabel/users';
  const headers = { authorization };
  const made = await service.api.app.inject({ method: 'POST', url, headers, payload });
  assert.equal(made.statusCode, 201, made.body);
  const { user_id: userId } = made.json<{ user_id: string }>();
  const [account] = await service.store.listAccounts(userId, null, 1);
  const done = await browser.ask('DELETE', CONFIRMED);
  assert.equal(done.body['is_deleted'], true);
  const reach = { partnerId: SECOND_USER, endUserId: null };
  assert.deepEqual(await service.store.listEndUsers(reach, null, 10), []);
  assert.equal(await service.store.findCredentials(account?.accountId ?? ''), null);
});

test('it lets nobody in by accident: the session of a stolen cookie needs a proof', () => {
  const operation = OPERATIONS.find(({ operationId }) => operationId === 'deleteUser');
  assert.deepEqual(
    [operation?.scope, operation?.needsOwner, operation?.needsConfirmation],
    ['admin', true, true],
  );
});
