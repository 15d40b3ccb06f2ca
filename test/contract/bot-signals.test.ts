// Signals and pauses for one bot over the wire: taken for a bot of one's own, once under one key,
// and returned like one for an unknown bot by everybody else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import { ALL_SHARDS } from '#ports/stores/bot-run.fixture.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import {
  AMPLE_BUDGETS,
  makeTestService,
  SECOND_USER,
  closeAfter,
} from '../support/test-service.ts';

const SIGNAL = { name: 'trend', action: 'buy', payload: { price: 62_000, from: ['a', null] } };

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const own = await service.makeKey(['bots', 'scripts']);
  const post = (url: string, payload: object, headers = {}, key = own) =>
    service.api.app.inject({
      method: 'POST',
      url: `/v1/${url}`,
      headers: { authorization: `Bearer ${key}`, ...headers },
      payload,
    });
  const made = await post('scripts', { name: 's', source: "Log('a')" });
  const { script_id } = made.json<{ script_id: string }>();
  const bot = { name: 'b', script_id, account_id: service.ownAccountId, market_tag: SPOT_TAG };
  const created = await post('bots', bot);
  const { bot_id: botId } = created.json<{ bot_id: string }>();
  const start = () => post(`bots/${botId}/start`, {});
  const send = (payload: object, headers = {}) => post(`bots/${botId}/signals`, payload, headers);
  const waiting = async () =>
    (await service.inbox.listWaiting(ALL_SHARDS, 10)).map(({ input }) => input);
  return { service, post, botId, start, send, waiting };
}

test('a signal waits for the running bot that it was sent to', async (t) => {
  const { service, botId, start, send, waiting } = await setUp(t);
  await start();
  const sent = await send(SIGNAL);
  assert.equal(sent.statusCode, 202, sent.body);
  assert.deepEqual(sent.json(), { bot_id: botId, name: 'trend', action: 'buy', accepted: true });
  const plain = await send({ name: 'trend', action: 'exit_position', payload: null });
  assert.equal(plain.statusCode, 202, plain.body);
  const delivered = { kind: 'signal', name: 'trend', signalAtMs: service.clock.nowMs() };
  assert.deepEqual(await waiting(), [
    { ...delivered, action: 'buy', payload: SIGNAL.payload },
    { ...delivered, action: 'exit_position', payload: null },
  ]);
});

test('a running bot is paused and resumed, and one that does not run is not', async (t) => {
  const { post, botId, start, waiting } = await setUp(t);
  for (const [operation, isPaused] of [
    ['pause', true],
    ['resume', false],
  ] as const) {
    const url = `bots/${botId}/${operation}`;
    assertProblem(await post(url, {}), 'invalid_request', true);
    await start();
    const key = { 'idempotency-key': operation };
    for (const isReplayed of [undefined, 'true']) {
      const sent = await post(url, {}, key);
      assert.equal(sent.statusCode, 202, sent.body);
      assert.deepEqual(sent.json(), { bot_id: botId, is_paused: isPaused, accepted: true });
      assert.equal(sent.headers['idempotency-replayed'], isReplayed);
    }
    const [first, ...rest] = (await waiting()).slice(-1);
    assert.deepEqual([first, rest], [{ kind: 'switched', isPaused }, []]);
    await post(`bots/${botId}/stop`, {});
  }
});

test('sent again under one key it is replayed, and waits once', async (t) => {
  const { start, send, waiting } = await setUp(t);
  await start();
  const key = { 'idempotency-key': 'one' };
  const [first, second] = [await send(SIGNAL, key), await send(SIGNAL, key)];
  assert.equal(second.body, first.body);
  assert.equal(second.statusCode, 202);
  assert.equal(second.headers['idempotency-replayed'], 'true');
  assert.equal((await waiting()).length, 1);
});

test('a signal to a bot that does not run is refused', async (t) => {
  const { send, waiting } = await setUp(t);
  assertProblem(await send(SIGNAL), 'invalid_request', true);
  assert.deepEqual(await waiting(), []);
});

test('a signal that finds no place is not taken, and may be sent again', async (t) => {
  const { service, start, send } = await setUp(t);
  await start();
  for (let count = 0; count < LIMITS.botInboxItemsMax; count += 1)
    assert.equal((await send(SIGNAL)).statusCode, 202);
  const key = { 'idempotency-key': 'one' };
  assertProblem(await send(SIGNAL, key), 'temporarily_unavailable', true);
  service.inbox.send = async (deliveries) => deliveries.map(({ botId }) => botId);
  const again = await send(SIGNAL, key);
  assert.equal(again.statusCode, 202);
  assert.equal(again.headers['idempotency-replayed'], undefined);
});

test("another user's bot is treated like an unknown one", async (t) => {
  const { service, post, botId, start, waiting } = await setUp(t);
  await start();
  const foreign = await service.makeKey(['bots'], SECOND_USER);
  for (const operation of ['signals', 'pause', 'resume']) {
    const responses = [];
    for (const id of [botId, 'bot_00000000000000000000000000', 'none']) {
      const body = operation === 'signals' ? SIGNAL : {};
      const response = await post(`bots/${id}/${operation}`, body, {}, foreign);
      assertProblem(response, 'bot_not_found', true);
      responses.push(response.body.replaceAll(id, 'ID'));
    }
    assert.equal(new Set(responses).size, 1);
  }
  assert.deepEqual(await waiting(), []);
});

test('what is no signal is refused, field by field', async (t) => {
  const { start, send, waiting } = await setUp(t);
  await start();
  for (const payload of [
    { name: 'trend' },
    { name: '', action: 'buy' },
    { name: 'x'.repeat(129), action: 'buy' },
    { name: 'trend', action: 7 },
    { name: 'trend', action: 'close_at_market_price' },
    { name: 'trend', action: 'BUY' },
    { name: 'trend', action: 'long' },
    { name: 'trend', action: 'buy', payload: 'text' },
    { name: 'trend', action: 'buy', payload: [1] },
    { name: 'trend', action: 'buy', size: 1 },
  ]) {
    const code = 'size' in payload ? 'invalid_request' : 'invalid_signal';
    const problem = assertProblem(await send(payload), code, true);
    assert.ok((problem.errors ?? []).length > 0, JSON.stringify(payload));
  }
  assert.deepEqual(await waiting(), []);
});
