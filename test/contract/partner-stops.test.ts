// Remainders at the exchange of an end user's bot that is stopped or deleted, over the wire: its
// partner may cancel them, and a start goes on with what is there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { sampleOrder } from '#ports/stores/store.fixture.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { holdPosition } from '../support/hold-position.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from '../support/test-service.ts';

const GRID = {
  market_tag: SPOT_TAG,
  lower_price: '50000',
  upper_price: '70000',
  grid_count: 10,
  investment: '500',
};

type Method = 'GET' | 'POST' | 'DELETE';
type List = { readonly data: readonly { readonly order_id: string }[] };

/** A running grid that holds something and has one order at its exchange. */
async function setUp(t: { after(end: () => Promise<void>): void }, changes: object = {}) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const key = await service.makeKey(['whitelabel']);
  const call = (method: Method, url: string, payload?: object) =>
    service.api.app.inject({
      method,
      url: `/v1/whitelabel${url}`,
      headers: { authorization: `Bearer ${key}` },
      ...(payload === undefined ? {} : { payload }),
    });
  const credentials = { api_key: 'k', api_secret: 's' };
  const user = await call('POST', '/users', { external_id: 'a', exchange: 'still', credentials });
  const { user_id: userId } = user.json<{ user_id: string }>();
  const config = { ...GRID, ...changes };
  const made = await call('POST', `/users/${userId}/bots`, { type: 'spot_grid', config });
  const { bot_id: botId } = made.json<{ bot_id: string }>();
  const url = `/users/${userId}/bots/${botId}`;
  assert.equal((await call('POST', `${url}/start`)).statusCode, 200);
  const find = async () => present(await service.store.findBot(userId, botId), 'the bot is there');
  await holdPosition(service.botRuns, await find(), { positionId: 'p1', marketTag: SPOT_TAG });
  const bot = await find();
  const account = present(await service.store.findAccount(userId, bot.accountId), 'it is there');
  const order = sampleOrder(bot.accountId, {
    botId,
    marketTag: SPOT_TAG,
    state: 'open',
    amount: decimal('0.01'),
  });
  await service.store.insertIntent(order);
  const instants = { decidedAtMs: 0, sendByMs: Number.MAX_SAFE_INTEGER };
  await service.exchange.placeOrder(account, { ...order, marketTag: SPOT_TAG, ...instants });
  const states = () => service.exchange.placed.map(({ side, state }) => `${side} ${state}`);
  return { service, call, userUrl: `/users/${userId}`, url, order, find, states };
}

test('a partner cancels an order of a bot, once, and no other one', async (t) => {
  const { call, url, order, states } = await setUp(t);
  const listed = (await call('GET', `${url}/orders`)).json<List>().data;
  assert.deepEqual(
    listed.map(({ order_id: orderId }) => orderId),
    [order.orderId],
  );
  assertProblem(await call('DELETE', `${url}/orders/ord_none`), 'order_not_found', true);
  assert.equal((await call('DELETE', `${url}/orders/${order.orderId}`)).statusCode, 204);
  assert.deepEqual(states(), ['buy cancelled']);
  const again = await call('DELETE', `${url}/orders/${order.orderId}`);
  assertProblem(again, 'order_not_found', true);
});

test('a stop leaves what is there, and the next start goes on with it', async (t) => {
  const { call, url, find, states } = await setUp(t);
  assert.equal((await call('POST', `${url}/stop`)).statusCode, 200);
  assert.deepEqual(states(), ['buy open']);
  const started = await call('POST', `${url}/start`);
  assert.equal(started.statusCode, 200, started.body);
  const bot = await find();
  assert.deepEqual([bot.isActivated, bot.activation], [true, 1]);
});

test('a start goes on with what the risk switch left, unless it was cancelled', async (t) => {
  for (const [body, expected, activation] of [
    [{}, ['buy open'], 1],
    [{ cancel_orders: true }, ['buy cancelled'], 2],
    [{ close_positions: true }, ['buy cancelled', 'sell open'], 2],
  ] as const) {
    const { call, url, find, states } = await setUp(t);
    const stopped = await call('POST', '/stop-everything', body);
    assert.equal(stopped.statusCode, 200, stopped.body);
    assert.notEqual((await find()).stopReason, null);
    assert.deepEqual(states(), expected);
    assert.equal((await call('POST', `${url}/start`)).statusCode, 200);
    const bot = await find();
    assert.deepEqual([bot.activation, bot.stopReason], [activation, null]);
  }
});

test('a stop cancels orders and closes positions where it is asked to', async (t) => {
  for (const [query, expected] of [
    ['?cancel_orders=true', ['buy cancelled']],
    ['?close_position=true', ['buy cancelled', 'sell open']],
  ] as const) {
    const { call, url, find, states } = await setUp(t);
    const stopped = await call('POST', `${url}/stop${query}`);
    assert.equal(stopped.statusCode, 200, stopped.body);
    assert.deepEqual(states(), expected, query);
    assert.equal((await call('POST', `${url}/start`)).statusCode, 200);
    assert.equal((await find()).activation, 2, 'a new run begins');
  }
});

test('settings that close what a grid holds at its stop work for a stop by hand', async (t) => {
  const { call, url, states } = await setUp(t, { sell_base_on_stop: true });
  await call('POST', `${url}/stop`);
  assert.deepEqual(states(), ['buy cancelled', 'sell open']);
});

test('a deletion cancels orders and closes positions where it is asked to', async (t) => {
  const { call, url, states } = await setUp(t);
  const deleted = await call('DELETE', `${url}?cancel_orders=true&close_position=true`);
  assert.equal(deleted.statusCode, 204, deleted.body);
  assert.deepEqual(states(), ['buy cancelled', 'sell open']);
  assertProblem(await call('GET', url), 'bot_not_found', true);
});

test('a deleted end user leaves no orders of its bots, unless they are to stay', async (t) => {
  for (const [query, expected] of [
    ['', ['buy cancelled']],
    ['?close_position=true', ['buy cancelled', 'sell open']],
    ['?cancel_orders=false', ['buy open']],
  ] as const) {
    const { call, userUrl, states } = await setUp(t);
    const deleted = await call('DELETE', `${userUrl}${query}`);
    assert.equal(deleted.statusCode, 204, deleted.body);
    assert.deepEqual(states(), expected, query);
    assertProblem(await call('GET', userUrl), 'user_not_found', true);
  }
});

test('a deleted end user takes the orders that its deleted bots left along', async (t) => {
  const { call, userUrl, url, states } = await setUp(t);
  assert.equal((await call('DELETE', url)).statusCode, 204);
  assert.deepEqual(states(), ['buy open']);
  assert.equal((await call('DELETE', userUrl)).statusCode, 204);
  assert.deepEqual(states(), ['buy cancelled']);
});

test('an end user whose exchange does not respond is retained, its bots stopped', async (t) => {
  const { service, call, userUrl, find, states } = await setUp(t);
  service.exchange.beforeCall = () => Promise.reject(new Failure('unavailable', 'no response'));
  const refused = await call('DELETE', userUrl);
  assertProblem(refused, 'temporarily_unavailable', true);
  assert.equal((await find()).isActivated, false);
  assert.equal((await call('GET', userUrl)).statusCode, 200);
  assert.deepEqual(states(), ['buy open']);
  assert.equal((await call('DELETE', `${userUrl}?cancel_orders=false`)).statusCode, 204);
});
