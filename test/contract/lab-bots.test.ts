// Bots of a lab's results over the API: what they are made with, that one request makes one, and
// what is refused. How they trade is tested beside the service.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { assertProblem } from '../support/assert-problem.ts';
import {
  FAILED_ID,
  RESULT_ID,
  setUpLabWithResults,
  SOURCE,
  WINDOW,
} from '../support/lab-with-results.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import { SECOND_USER } from '../support/test-service.ts';

const UNKNOWN_ID = 'bt_00000000000000000000000009';

test('a bot is made with what its result ran with, deactivated', async (t) => {
  const { service, make, scriptId } = await setUpLabWithResults(t);
  const made = await make();
  assert.equal(made.statusCode, 201, made.body);
  const { bot_id: botId, ...rest } = made.json<{ bot_id: string }>();
  assert.equal(made.headers.location, `/v1/bots/${botId}`);
  const earned = { realized_profit: '0', unrealized_profit: '0', roi: '0' };
  const figures = { ...earned, total_profit: '0', profit_currency: null };
  const state = { is_activated: false, is_paused: false, stop_reason: null, stopped_by: null };
  const place = { account_id: service.ownAccountId, market_tag: SPOT_TAG, script_id: scriptId };
  const chosen = {
    parameters: { Fast: 2, Slow: 7 },
    settings: {
      interval: 15,
      leverage: null,
      margin_mode: null,
      trade_amount: '250',
      trade_amount_percent: null,
      pyramiding: null,
      stops: null,
    },
    last_update_at: null,
    next_update_at: null,
  };
  const named = { name: 'a bot', is_paper: false, strategy: null };
  assert.deepEqual(rest, { ...named, ...place, ...state, ...figures, ...chosen });
  const bot = present(await service.store.findBot('usr_first', botId), 'it is stored');
  assert.deepEqual(bot.settings.inputs, { Fast: 2, Slow: 7 });
  assert.equal(bot.settings.intervalMinutes, 15);
});

test('the same request under one Idempotency-Key makes one bot', async (t) => {
  const { service, call, make } = await setUpLabWithResults(t);
  const key = await service.makeKey([]);
  const first = await make(RESULT_ID, { name: 'a bot' }, key, { 'idempotency-key': 'once' });
  const second = await make(RESULT_ID, { name: 'a bot' }, key, { 'idempotency-key': 'once' });
  assert.equal(second.headers['idempotency-replayed'], 'true');
  assert.equal(second.body, first.body);
  assert.equal((await call('GET', '/v1/bots')).json<{ data: object[] }>().data.length, 1);
});

test('what cannot be a bot is refused with the reason', async (t) => {
  const { service, call, make, scriptId, url } = await setUpLabWithResults(t);
  assertProblem(await make(UNKNOWN_ID), 'backtest_not_found', true);
  assertProblem(await make('none'), 'backtest_not_found', true);
  const lost = '/v1/labs/lab_00000000000000000000000000/results';
  const unknown = await call('POST', `${lost}/${RESULT_ID}/bot`, { name: 'a bot' });
  assertProblem(unknown, 'lab_not_found', true);
  const failed = assertProblem(await make(FAILED_ID), 'invalid_request', true);
  assert.match(failed.detail, /no such luck/);
  assertProblem(await make(RESULT_ID, {}), 'invalid_request', true);
  const foreign = { name: 'a bot', account_id: service.foreignAccountId };
  assertProblem(await make(RESULT_ID, foreign), 'account_not_found', true);
  await service.store.setAllowsBots(service.ownAccountId, false);
  const closed = assertProblem(await make(), 'forbidden', true);
  const command = `tidemill accounts activate-bots ${service.ownAccountId}`;
  assert.ok(closed.detail.includes(command), closed.detail);
  await call('PUT', `/v1/scripts/${scriptId}/source`, { source: `${SOURCE} --` });
  const changed = assertProblem(await make(), 'invalid_request', true);
  assert.match(changed.detail, /was changed since/);
  await call('POST', `${url}/cancel`);
  assert.equal((await call('POST', `${url}/start`, WINDOW)).statusCode, 202);
  assertProblem(await make(), 'backtest_not_found', true);
});

test('a result whose script was deleted makes no bot', async (t) => {
  const { call, make, scriptId } = await setUpLabWithResults(t);
  assert.equal((await call('DELETE', `/v1/scripts/${scriptId}`)).statusCode, 204);
  const { detail } = assertProblem(await make(), 'script_not_found', true);
  assert.ok(detail.includes(`"${scriptId}"`), detail);
  assert.deepEqual((await call('GET', '/v1/bots')).json<{ data: object[] }>().data, []);
});

test("a plan's number of bots is the limit, and is named", async (t) => {
  const { service, make } = await setUpLabWithResults(t);
  await service.store.setPlan('usr_first', 'starter', null);
  service.api.forgetPrincipals();
  for (;;) {
    const made = await make();
    if (made.statusCode === 201) continue;
    assert.match(assertProblem(made, 'forbidden', true).detail, /allows \d+ bots/);
    return;
  }
});

test("only keys that may make bots do, and another user's result is unknown", async (t) => {
  const { service, make } = await setUpLabWithResults(t);
  const labsOnly = await service.makeKey(['labs', 'read']);
  assertProblem(await make(RESULT_ID, { name: 'a bot' }, labsOnly), 'insufficient_scope', true);
  const bots = await service.makeKey(['bots']);
  assert.equal((await make(RESULT_ID, { name: 'a bot' }, bots)).statusCode, 201);
  const foreign = await service.makeKey([], SECOND_USER);
  const response = await make(RESULT_ID, { name: 'a bot' }, foreign);
  assertProblem(response, 'lab_not_found', true);
});
