// The address that is sent with an order leads to it, and an account lists what it traded.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../support/assert-problem.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import {
  AMPLE_BUDGETS,
  closeAfter,
  makeTestService,
  SECOND_USER,
} from '../support/test-service.ts';

test('the Location of an order is readable, when ended too, to its owner alone', async (t) => {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const own = await service.makeKey([]);
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, key = own) =>
    service.api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}` },
      ...(payload === undefined ? {} : { payload }),
    });
  const order = { market_tag: SPOT_TAG, side: 'buy', type: 'limit', price: '50000', amount: '0.5' };
  const body = { ...order, account_id: service.ownAccountId };
  const placed = await call('POST', '/v1/orders', body);
  const url = String(placed.headers.location);
  const shown = await call('GET', url);
  assert.equal(shown.statusCode, 200, shown.body);
  const {
    placed_at: placedAt,
    updated_at: updatedAt,
    ...rest
  } = shown.json<object & { placed_at: string; updated_at: string }>();
  assert.ok(Date.parse(placedAt) <= Date.parse(updatedAt));
  const nothing = { reason: null, average_price: null, fees: [], filled_at: null };
  const state = {
    status: 'open',
    filled_amount: '0',
    trigger_price: null,
    held_by: 'exchange',
    bot_id: null,
    is_paper: false,
  };
  assert.deepEqual(rest, { ...placed.json<object>(), ...body, ...state, ...nothing });
  assert.equal((await call('DELETE', url)).statusCode, 204);
  assert.equal((await call('GET', url)).json<{ status: string }>().status, 'cancelled');
  const foreign = await service.makeKey([], SECOND_USER);
  assertProblem(await call('GET', url, undefined, foreign), 'order_not_found', true);
  assertProblem(await call('GET', '/v1/orders/ord_none'), 'order_not_found', true);
  const account = `/v1/accounts/${service.ownAccountId}`;
  await call('POST', '/v1/orders', body);
  type Page = { readonly data: readonly { readonly status: string; readonly order_id: string }[] };
  const ended = (await call('GET', `${account}/orders/history`)).json<Page>().data;
  assert.deepEqual(
    ended.map(({ order_id: id, status }) => [id, status]),
    [[placed.json<{ order_id: string }>().order_id, 'cancelled']],
  );
  const others = await call('GET', `${account}/orders/history`, undefined, foreign);
  assertProblem(others, 'account_not_found', true);
  const fills = await call('GET', `${account}/fills`);
  assert.deepEqual(fills.json(), { data: [], next_cursor: null });
});

type OrderPage = {
  readonly data: readonly { readonly order_id: string; readonly status: string }[];
  readonly next_cursor: string | null;
};

test('orders of all accounts are listed in pages, narrowed, and cancelled at once', async (t) => {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const own = await service.makeKey([]);
  const foreign = await service.makeKey([], SECOND_USER);
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, key = own) =>
    service.api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}` },
      ...(payload === undefined ? {} : { payload }),
    });
  const body = {
    account_id: service.ownAccountId,
    market_tag: SPOT_TAG,
    side: 'buy',
    type: 'limit',
    price: '50000',
    amount: '0.5',
  };
  const ids: string[] = [];
  for (let placed = 0; placed < 3; placed += 1) {
    const { order_id: id } = (await call('POST', '/v1/orders', body)).json<{ order_id: string }>();
    ids.unshift(id);
    service.clock.advance(1_000);
  }
  const list = async (query: string, key = own) =>
    (await call('GET', `/v1/orders?${query}`, undefined, key)).json<OrderPage>();
  const listedIds = ({ data }: OrderPage) => data.map(({ order_id: id }) => id);
  const first = await list('limit=2');
  assert.deepEqual(listedIds(first), ids.slice(0, 2));
  const rest = await list(`limit=2&cursor=${first.next_cursor}`);
  assert.deepEqual([listedIds(rest), rest.next_cursor], [ids.slice(2), null]);
  assert.deepEqual(listedIds(await list('status=working')), ids);
  assert.deepEqual(listedIds(await list('status=ended')), []);
  assert.deepEqual(listedIds(await list('market_tag=other')), []);
  assert.deepEqual(listedIds(await list('bot_id=bot_x')), []);
  assert.deepEqual(listedIds(await list('to=2026-01-01T00:00:00Z')), []);
  assert.deepEqual(listedIds(await list('', foreign)), []);
  assertProblem(await call('GET', '/v1/orders?from=then'), 'invalid_request', true);
  const unknown = `/v1/orders?account_id=${service.ownAccountId}`;
  assertProblem(await call('GET', unknown, undefined, foreign), 'account_not_found', true);
  const orders = `/v1/accounts/${service.ownAccountId}/orders`;
  assertProblem(await call('DELETE', orders, undefined, foreign), 'account_not_found', true);
  const none = { cancelled_count: 0, working_order_ids: [] };
  assert.deepEqual((await call('DELETE', `${orders}?market_tag=other`)).json(), none);
  const all = await call('DELETE', `${orders}?market_tag=${SPOT_TAG}`);
  assert.deepEqual(all.json(), { ...none, cancelled_count: 3 });
  assert.deepEqual((await call('DELETE', orders)).json(), none);
  assert.deepEqual(listedIds(await list('status=cancelled')), ids);
});

test('fills of all accounts are listed, of no foreign one', async (t) => {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const own = { authorization: `Bearer ${await service.makeKey([])}` };
  const get = (url: string) => service.api.app.inject({ method: 'GET', url, headers: own });
  const payload = { account_id: service.ownAccountId, market_tag: SPOT_TAG, side: 'buy' };
  await service.api.app.inject({
    method: 'POST',
    url: '/v1/orders',
    headers: own,
    payload: { ...payload, type: 'market', amount: '0.5' },
  });
  const listed = (await get('/v1/fills')).json<{ data: unknown[]; next_cursor: null }>();
  assert.equal(listed.next_cursor, null);
  const other = await get(`/v1/fills?account_id=${service.foreignAccountId}`);
  assertProblem(other, 'account_not_found', true);
});
