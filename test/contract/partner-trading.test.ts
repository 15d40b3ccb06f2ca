// Trading of end users, read by their partner over the wire on both surfaces, and the end of their
// orders; no response names an account.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import type { Account } from '#ports/stores/account-store.ts';
import { sampleCaller, sampleOrder } from '#ports/stores/store.fixture.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { FUTURES_TAG, SPOT_TAG } from '../support/still-exchange.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from '../support/test-service.ts';

type Method = 'GET' | 'POST' | 'DELETE';

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const made: { services: Services | null } = { services: null };
  const service = await makeTestService((deps) => {
    made.services = deps.services;
    return deps;
  }, AMPLE_BUDGETS);
  closeAfter(t, service);
  const key = await service.makeKey(['whitelabel', 'partner']);
  const callWith = (secret: string, method: Method, url: string, payload?: object, headers = {}) =>
    service.api.app.inject({
      method,
      url: `/v1${url}`,
      headers: { authorization: `Bearer ${secret}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
  const call = (method: Method, url: string, payload?: object, headers = {}) =>
    callWith(key, method, url, payload, headers);
  const makeUser = async (externalId: string) => {
    const credentials = { api_key: externalId, api_secret: 's' };
    const body = { external_id: externalId, exchange: 'still', credentials };
    const response = await call('POST', '/whitelabel/users', body);
    return response.json<{ user_id: string }>().user_id;
  };
  const userId = await makeUser('a');
  const accounts = await service.store.listAccounts(userId, null, 10);
  const accountOf = (type: string): Account =>
    present(
      accounts.find(({ marketType }) => marketType === type),
      'it trades both kinds',
    );
  let requests = 0;
  const place = async (type: 'spot' | 'futures'): Promise<string> => {
    requests += 1;
    const placed = await placeOrder(present(made.services, 'the service is made'), {
      caller: sampleCaller(userId),
      accountId: accountOf(type).accountId,
      marketTag: type === 'spot' ? SPOT_TAG : FUTURES_TAG,
      side: 'buy',
      type: 'limit',
      price: decimal('100'),
      amount: decimal('0.1'),
      derivationId: `request ${requests}`,
      isTakeover: false,
      completion: null,
    });
    assert.ok(placed.ok);
    return placed.value.orderId;
  };
  const url = `/users/${userId}`;
  return { service, call, callWith, key, userId, accountOf, makeUser, place, url };
}

type Services = Parameters<typeof placeOrder>[0];
type List = { readonly data: readonly Readonly<Record<string, unknown>>[] };

suite('what an end user has, to its partner', () => {
  test('is its balance, by kind of markets, on both surfaces', async (t) => {
    const { call, url } = await setUp(t);
    for (const surface of ['whitelabel', 'partner']) {
      const held = await call('GET', `/${surface}${url}/balance/spot`);
      assert.equal(held.statusCode, 200, held.body);
      const { data, unreadable, ...rest } = held.json<
        List & { readonly updated_at: string; readonly unreadable: unknown }
      >();
      assert.deepEqual(Object.keys(rest), ['updated_at']);
      assert.equal(unreadable, null);
      assert.deepEqual(
        data.map(({ currency, total }) => [currency, total]),
        [
          ['BTC', '2'],
          ['USDT', '1000'],
        ],
      );
      const unknown = await call('GET', `/${surface}${url}/balance/margin`);
      assertProblem(unknown, 'account_not_found', true);
    }
  });

  test('is its worth over time', async (t) => {
    const { call, service, accountOf, url } = await setUp(t);
    const { accountId } = accountOf('futures');
    const atMs = service.clock.nowMs() - 1_000;
    const point = { atMs, currency: 'USDT', value: decimal('7'), unpriced: [] };
    const due = { nextDueMs: atMs, changedDueMs: atMs };
    await service.store.storeEquity({ accountId, point, ...due });
    const listed = await call('GET', `/partner${url}/equity/futures`);
    assert.deepEqual(
      listed.json<List>().data.map(({ value }) => value),
      ['7'],
    );
    assert.deepEqual((await call('GET', `/partner${url}/equity/spot`)).json<List>().data, []);
  });

  test('is its orders of all kinds, in pages, narrowed, and as a table', async (t) => {
    const { call, place, url } = await setUp(t);
    const ids = [await place('spot'), await place('futures'), await place('spot')];
    const list = async (query: string): Promise<readonly unknown[]> => {
      const response = await call('GET', `/whitelabel${url}/orders${query}`);
      assert.equal(response.statusCode, 200, response.body);
      return response.json<List>().data.map((order) => order['order_id']);
    };
    assert.deepEqual(new Set(await list('')), new Set(ids));
    assert.deepEqual(await list(`?market_tag=${FUTURES_TAG}`), [ids[1]]);
    assert.deepEqual(await list('?status=ended'), []);
    const first = await call('GET', `/whitelabel${url}/orders?limit=2`);
    const cursor = first.json<{ readonly next_cursor: string }>().next_cursor;
    assert.equal((await list(`?limit=2&cursor=${cursor}`)).length, 1);
    const table = await call('GET', `/partner${url}/orders`, undefined, { accept: 'text/csv' });
    assert.equal(table.body.split('\r\n').length, 3 + 2);
    assert.ok(!table.body.includes('account_id'));
  });

  test('is one of its orders, and its fills', async (t) => {
    const { call, service, accountOf, place, url } = await setUp(t);
    const orderId = await place('spot');
    const { marketTag, clientOrderId } = present(
      service.state.orders.get(orderId),
      'the order is there',
    );
    const fill = { ...FILL, clientOrderId, marketTag: marketTag ?? '' };
    service.exchange.fetchFills = async ({ accountId }, _tags, cursor) => {
      const isOwn = accountId === accountOf('spot').accountId && cursor === null;
      return { fills: isOwn ? [fill] : [], cursor: 'end' };
    };
    const shown = await call('GET', `/partner${url}/orders/${orderId}`);
    assert.equal(shown.json<{ readonly status: string }>().status, 'open');
    const fills = await call('GET', `/whitelabel${url}/fills`);
    assert.deepEqual(fills.json<List>().data, [
      {
        fill_id: 'fill-1',
        order_id: orderId,
        market_tag: SPOT_TAG,
        side: 'buy',
        price: '100',
        amount: '0.05',
        fee: '0.01',
        fee_currency: 'USDT',
        is_maker: true,
        filled_at: '1970-01-01T00:00:00.007Z',
      },
    ]);
    const other = await call('GET', `/whitelabel${url}/fills?market_tag=${FUTURES_TAG}`);
    assert.deepEqual(other.json<List>().data, []);
  });

  test('is not the orders of another end user, or of nobody', async (t) => {
    const { call, service, accountOf, place, makeUser, url } = await setUp(t);
    const orderId = await place('spot');
    const other = await makeUser('b');
    for (const id of [orderId, 'ord_none'])
      for (const method of ['GET', 'DELETE'] as const) {
        const response = await call(method, `/whitelabel/users/${other}/orders/${id}`);
        assertProblem(response, 'order_not_found', true);
      }
    assert.deepEqual((await call('GET', `/partner/users/${other}/orders`)).json<List>().data, []);
    for (const path of ['orders', 'fills', 'balance/spot', 'equity/spot', `orders/${orderId}`]) {
      const response = await call('GET', `/partner/users/usr_none/${path}`);
      assertProblem(response, 'user_not_found', true);
    }
    const { accountId } = accountOf('spot');
    for (const path of ['orders', 'fills', 'balance/spot', 'equity/spot', `orders/${orderId}`])
      assert.ok(!(await call('GET', `/partner${url}/${path}`)).body.includes(accountId), path);
    assert.equal(service.defects().length, 0);
  });
});

suite('orders of an end user', () => {
  test('are cancelled one by one, once', async (t) => {
    const { call, service, place, url } = await setUp(t);
    const orderId = await place('spot');
    const path = `/whitelabel${url}/orders/${orderId}`;
    assert.equal((await call('DELETE', path)).statusCode, 204);
    assert.equal(service.state.orders.get(orderId)?.state, 'cancelled');
    assertProblem(await call('DELETE', path), 'order_not_found', true);
  });

  test('are cancelled all, or those on one market', async (t) => {
    const { call, place, url } = await setUp(t);
    await place('futures');
    await place('spot');
    await place('spot');
    const futures = await call('DELETE', `/partner${url}/orders?market_tag=${FUTURES_TAG}`);
    assert.deepEqual(futures.json(), { cancelled_count: 1, working_order_ids: [] });
    const all = await call('DELETE', `/partner${url}/orders`);
    assert.deepEqual(all.json(), { cancelled_count: 2, working_order_ids: [] });
  });

  test('that cannot be cancelled are named', async (t) => {
    const { call, service, accountOf, url } = await setUp(t);
    const { accountId } = accountOf('spot');
    const adopted = sampleOrder(accountId, { marketTag: null, state: 'open' });
    await service.store.insertIntent(adopted);
    const response = await call('DELETE', `/partner${url}/orders`);
    assert.equal(response.statusCode, 200, response.body);
    assert.equal(response.json<{ readonly cancelled_count: number }>().cancelled_count, 0);
  });

  test('are reached by a key of that end user alone', async (t) => {
    const { call, callWith, userId, makeUser, place, url } = await setUp(t);
    const wish = { name: 'app', scopes: ['whitelabel'], user_id: userId };
    const { key } = (await call('POST', '/whitelabel/keys', wish)).json<{ key: string }>();
    const orderId = await place('spot');
    const other = await makeUser('b');
    const foreign = await callWith(key, 'DELETE', `/whitelabel/users/${other}/orders`);
    assertProblem(foreign, 'user_not_found', true);
    const own = await callWith(key, 'DELETE', `/whitelabel${url}/orders/${orderId}`);
    assert.equal(own.statusCode, 204, own.body);
  });
});

const FILL: VenueFill = {
  fillId: 'fill-1',
  venueOrderId: 'venue-1',
  clientOrderId: null,
  marketTag: SPOT_TAG,
  side: 'buy',
  price: decimal('100'),
  amount: decimal('0.05'),
  fee: decimal('0.01'),
  feeCurrency: 'USDT',
  isMaker: true,
  filledAtMs: 7,
};
