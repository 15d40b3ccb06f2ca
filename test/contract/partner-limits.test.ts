// Limits of end users, set by their partner over the wire on both surfaces.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import { sampleOrder } from '#ports/stores/store.fixture.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from '../support/test-service.ts';

const LIMITS = {
  max_orders_per_minute: 30,
  currencies: [
    { currency: 'USDT', max_order_value: '1000', max_exposure: null, max_daily_loss: '250.5' },
  ],
};
const NO_LIMITS = { max_orders_per_minute: null, currencies: [] };

type Method = 'GET' | 'POST' | 'PUT';

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const key = await service.makeKey(['whitelabel', 'partner', 'accounts']);
  const callWith = (secret: string, method: Method, url: string, payload?: object) =>
    service.api.app.inject({
      method,
      url: `/v1${url}`,
      headers: { authorization: `Bearer ${secret}` },
      ...(payload === undefined ? {} : { payload }),
    });
  const call = (method: Method, url: string, payload?: object) =>
    callWith(key, method, url, payload);
  const credentials = { api_key: 'k', api_secret: 's' };
  const body = { external_id: 'a', exchange: 'still', credentials };
  const user = await call('POST', '/whitelabel/users', body);
  const { user_id: userId } = user.json<{ user_id: string }>();
  const accounts = await service.store.listAccounts(userId, null, 10);
  const accountOf = (type: string) =>
    present(
      accounts.find(({ marketType }) => marketType === type),
      'it trades both kinds',
    );
  return { service, call, callWith, userId, accountOf, url: `/users/${userId}/limits` };
}

test('limits of one kind of markets are set on one surface and read on the other', async (t) => {
  const { service, call, accountOf, url } = await setUp(t);
  assert.deepEqual((await call('GET', `/partner${url}/spot`)).json(), NO_LIMITS);
  const set = await call('PUT', `/whitelabel${url}/spot`, LIMITS);
  assert.equal(set.statusCode, 200, set.body);
  assert.deepEqual(set.json(), LIMITS);
  assert.deepEqual((await call('GET', `/partner${url}/spot`)).json(), LIMITS);
  assert.deepEqual((await call('GET', `/partner${url}/futures`)).json(), NO_LIMITS);
  const stored = await service.store.findLimits(accountOf('spot').accountId);
  assert.equal(stored?.currencies[0]?.maxDailyLoss, decimal('250.5'));
  assert.equal(await service.store.findLimits(accountOf('futures').accountId), null);
});

test('orders of the end user are judged by them, until they are taken away', async (t) => {
  const { service, call, accountOf, url } = await setUp(t);
  const { accountId } = accountOf('spot');
  const noteOrder = () =>
    service.store.insertIntent(sampleOrder(accountId, { marketTag: SPOT_TAG }));
  await call('PUT', `/whitelabel${url}/spot`, { max_orders_per_minute: 1 });
  assert.notEqual((await noteOrder()).kind, 'inserted');
  assert.deepEqual((await call('PUT', `/partner${url}/spot`, {})).json(), NO_LIMITS);
  assert.equal((await noteOrder()).kind, 'inserted');
});

test('a key that reaches one end user reads its limits and cannot set them', async (t) => {
  const { call, callWith, userId, url } = await setUp(t);
  await call('PUT', `/whitelabel${url}/spot`, LIMITS);
  const wish = { name: 'app', scopes: ['whitelabel'], user_id: userId };
  const made = await call('POST', '/whitelabel/keys', wish);
  const { key } = made.json<{ key: string }>();
  assertProblem(await callWith(key, 'PUT', `/whitelabel${url}/spot`, {}), 'forbidden', true);
  assert.deepEqual((await callWith(key, 'GET', `/whitelabel${url}/spot`)).json(), LIMITS);
});

test('what is not there, and limits that make no sense, are refused', async (t) => {
  const { call, url } = await setUp(t);
  for (const method of ['GET', 'PUT'] as const) {
    const payload = method === 'PUT' ? {} : undefined;
    const foreign = '/whitelabel/users/usr_00000000000000000000000000/limits/spot';
    assertProblem(await call(method, foreign, payload), 'user_not_found', true);
    const unknown = await call(method, `/whitelabel${url}/margin`, payload);
    assertProblem(unknown, 'account_not_found', true);
  }
  const [first] = LIMITS.currencies;
  for (const currencies of [[first, first], [{ currency: 'USDT', max_exposure: '-1' }]]) {
    const refused = await call('PUT', `/whitelabel${url}/spot`, { currencies });
    assertProblem(refused, 'invalid_request', true);
  }
  assert.deepEqual((await call('GET', `/whitelabel${url}/spot`)).json(), NO_LIMITS);
});

test('a key without the scope of accounts tightens limits, and lifts none', async (t) => {
  const { service, call, callWith, url } = await setUp(t);
  await call('PUT', `/partner${url}/spot`, LIMITS);
  const narrow = await service.makeKey(['whitelabel', 'trading']);
  const set = (payload: object) => callWith(narrow, 'PUT', `/whitelabel${url}/spot`, payload);
  const [usdt] = LIMITS.currencies;
  const btc = { ...usdt, currency: 'BTC' };
  for (const [field, body] of [
    ['max_orders_per_minute', { ...LIMITS, max_orders_per_minute: 31 }],
    ['max_orders_per_minute', {}],
    ['currencies', { max_orders_per_minute: 30 }],
    [
      'currencies/0/max_order_value',
      { ...LIMITS, currencies: [{ ...usdt, max_order_value: '1001' }] },
    ],
    ['currencies/0/max_daily_loss', { ...LIMITS, currencies: [{ ...usdt, max_daily_loss: null }] }],
    ['currencies/1/currency', { ...LIMITS, currencies: [usdt, btc] }],
    ['reset_losses', { ...LIMITS, reset_losses: true }],
  ] as const) {
    const problem = assertProblem(await set(body), 'insufficient_scope', true);
    assert.equal(problem.errors?.[0]?.pointer, `#/${field}`);
    assert.deepEqual((await call('GET', `/partner${url}/spot`)).json(), LIMITS);
  }
  const tighter = { ...LIMITS, max_orders_per_minute: 29 };
  assert.deepEqual((await set(tighter)).json(), tighter);
});
