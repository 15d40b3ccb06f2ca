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
