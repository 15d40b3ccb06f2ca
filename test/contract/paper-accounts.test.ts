// Paper accounts over the wire: made on the markets of a real exchange with play money, once for
// each request, and marked wherever they, their orders and their bots are shown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from '../support/test-service.ts';

type Body = { readonly account_id: string; readonly is_paper: boolean };
type OpenRequest = readonly [
  accountId: string,
  deposits: readonly object[],
  feesIn: string | undefined,
];

const WISH = {
  name: 'Try',
  exchange: 'still',
  market_type: 'spot',
  is_paper: true,
  balances: [{ currency: 'USDT', amount: '10000.5' }],
};

async function setUp(t: TestContext) {
  const opened: OpenRequest[] = [];
  const venue = {
    code: 'still',
    async openWallet(...[account, deposits, , feesIn]: readonly unknown[]) {
      const { accountId } = account as { accountId: string };
      opened.push([accountId, deposits as readonly object[], feesIn as string | undefined]);
    },
  };
  const service = await makeTestService((deps) => {
    return { ...deps, services: { ...deps.services, paperVenues: [venue] } };
  }, AMPLE_BUDGETS);
  closeAfter(t, service);
  const key = await service.makeKey(['accounts', 'read', 'trading', 'bots', 'scripts']);
  const call = (method: 'GET' | 'POST', url: string, payload?: object, headers = {}) =>
    service.api.app.inject({
      method,
      url: `/v1${url}`,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
  return { service, call, opened };
}

test('a paper account begins with its balances and has no key', async (t) => {
  const { call, opened } = await setUp(t);
  const made = await call('POST', '/accounts', { ...WISH, fees_in: 'received' });
  assert.equal(made.statusCode, 201, made.body);
  const body = made.json<Body>();
  assert.match(body.account_id, /^paper_/);
  assert.equal(made.headers.location, `/v1/accounts/${body.account_id}`);
  assert.deepEqual(body, {
    account_id: body.account_id,
    name: 'Try',
    exchange: 'still',
    market_type: 'spot',
    is_simulated: true,
    is_paper: true,
    is_test_net: false,
    status: 'connected',
    position_mode: null,
    margin_mode: null,
    allows_bots: false,
    created_at: '2026-11-21T10:00:00.000Z',
    updated_at: null,
    credentials: null,
  });
  const deposits = [{ currency: 'USDT', amount: decimal('10000.5') }];
  assert.deepEqual(opened, [[body.account_id, deposits, 'received']]);
  assert.deepEqual((await call('GET', `/accounts/${body.account_id}`)).json(), body);
  const { data } = (await call('GET', '/accounts')).json<{ data: readonly Body[] }>();
  const marks = data.map(({ account_id: id, is_paper: isPaper }) => [id, isPaper]);
  assert.deepEqual(new Map(marks as [string, boolean][]).get(body.account_id), true);
  assert.deepEqual(new Map(marks as [string, boolean][]).get('acc_own'), false);
});

test('it is made once for each Idempotency-Key', async (t) => {
  const { call, opened, service } = await setUp(t);
  const once = { 'idempotency-key': 'once' };
  const first = await call('POST', '/accounts', WISH, once);
  const again = await call('POST', '/accounts', WISH, once);
  assert.deepEqual([again.statusCode, again.body], [201, first.body]);
  assert.equal(opened.length, 1);
  assert.equal((await service.store.listAccounts('usr_first', null, 100)).length, 2);
});

test('what does not fit is refused at its field, and opens no wallet', async (t) => {
  const { call, opened } = await setUp(t);
  const credentials = { api_key: 'k', api_secret: 's' };
  const usdt = { currency: 'USDT', amount: '1' };
  for (const [change, code, detail] of [
    [{ credentials }, 'invalid_request', /"credentials": expected none on a paper account/],
    [{ is_paper: false }, 'invalid_request', /"credentials": expected those of the account/],
    [{ is_paper: false, credentials }, 'invalid_request', /"balances": expected it with/],
    [{ exchange: 'nowhere' }, 'exchange_not_found', /no exchange "nowhere"/],
    [{ name: '  ' }, 'invalid_request', /"name"/],
    [{ market_type: 'vanilla' }, 'invalid_request', /market_type/],
    [{ balances: [{ currency: 'GOLD', amount: '1' }] }, 'invalid_request', /"balances".*GOLD/],
    [{ balances: [usdt, usdt] }, 'invalid_request', /"balances".*once/],
    [{ balances: [{ ...usdt, amount: '0' }] }, 'invalid_request', /more than zero/],
    [{ fees_in: 'BNB' }, 'invalid_request', /fees_in/],
    [{ market_type: 'futures', fees_in: 'received' }, 'invalid_request', /"fees_in".*quote/],
  ] as const) {
    const refused = await call('POST', '/accounts', { ...WISH, ...change });
    assert.match(assertProblem(refused, code, true).detail, detail);
  }
  assert.deepEqual(opened, []);
});

test('a simulated exchange has no paper accounts', async (t) => {
  const service = await makeTestService((deps) => {
    return { ...deps, services: { ...deps.services, paperVenues: [] } };
  });
  closeAfter(t, service);
  const key = await service.makeKey(['accounts']);
  const refused = await service.api.app.inject({
    method: 'POST',
    url: '/v1/accounts',
    headers: { authorization: `Bearer ${key}` },
    payload: WISH,
  });
  assert.match(assertProblem(refused, 'invalid_request', true).detail, /expected a real exchange/);
});

test('orders and bots of a paper account are marked', async (t) => {
  const { call, service } = await setUp(t);
  const made = (await call('POST', '/accounts', WISH)).json<Body>();
  const market = { account_id: made.account_id, market_tag: SPOT_TAG };
  const wish = { side: 'buy', type: 'limit', price: '50000', amount: '0.01' };
  for (const [accountId, isPaper] of [
    [made.account_id, true],
    ['acc_own', false],
  ] as const) {
    await service.store.setAllowsBots(accountId, true);
    const placed = await call('POST', '/orders', { ...market, ...wish, account_id: accountId });
    assert.equal(placed.statusCode, 201, placed.body);
    const orders = await call('GET', `/accounts/${accountId}/orders`);
    const [order] = orders.json<{ data: readonly Body[] }>().data;
    assert.equal(order?.is_paper, isPaper);
    const script = await call('POST', '/scripts', { name: accountId, source: "Log('a')" });
    const { script_id: scriptId } = script.json<{ script_id: string }>();
    const bot = { name: 'b', script_id: scriptId, ...market, account_id: accountId };
    const created = await call('POST', '/bots', bot);
    assert.equal(created.json<Body>().is_paper, isPaper, created.body);
  }
});
