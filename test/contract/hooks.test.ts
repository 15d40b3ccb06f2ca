// Messages from outside, as TradingView sends them: text or JSON to a secret address, once under an
// id, and nothing that tells a wrong address from one that is elsewhere.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { ALL_SHARDS } from '#ports/stores/bot-run.fixture.ts';
import { createHook, rotateHook } from '#services/hooks/manage-hooks.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import {
  AMPLE_BUDGETS,
  closeAfter,
  makeTestService,
  SECOND_USER,
} from '../support/test-service.ts';

type Test = { after(end: () => Promise<void>): void };
const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

async function setUp(t: Test, addresses: readonly string[] = [], template: string | null = null) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const key = await service.makeKey(['bots', 'scripts']);
  const headers = { authorization: `Bearer ${key}` };
  const post = async (url: string, payload: object) =>
    service.api.app.inject({ method: 'POST', url: `/v1/${url}`, headers, payload });
  const made = await post('scripts', { name: 's', source: "Log('a')" });
  const { script_id } = made.json<{ script_id: string }>();
  const bot = { name: 'b', script_id, account_id: service.ownAccountId, market_tag: SPOT_TAG };
  const { bot_id: botId } = (await post('bots', bot)).json<{ bot_id: string }>();
  await post(`bots/${botId}/start`, {});
  const random = { bytes: (count: number) => new Uint8Array(count).fill(count) };
  const deps = { hooks: service.store, bots: service.store, clock: service.clock, random };
  const manage = { ...deps, digest: systemDigest };
  const userId = 'usr_first';
  const chosen = { userId, botId, signal: 'trend', template, addresses };
  const hook = await createHook(manage, { ...chosen, derivationId: 'one', completion: null });
  assert.ok(hook.ok);
  const send = (payload: string | Buffer, type = TEXT, secret = hook.value.secret, from = '') =>
    service.api.app.inject({
      method: 'POST',
      url: `/hooks/${secret}`,
      headers: { 'content-type': type, 'user-agent': 'Go-http-client/1.1' },
      payload,
      ...(from === '' ? {} : { remoteAddress: from }),
    });
  const waiting = async () =>
    (await service.inbox.listWaiting(ALL_SHARDS, 500)).map(({ input }) => input);
  const trace = async () =>
    (await service.store.listHookCalls(userId, hook.value.hookId, 500)) ?? [];
  return { service, post, botId, userId, manage, hook: hook.value, send, waiting, trace };
}

test('a text and a JSON object of an alert go to the bot, whatever their type', async (t) => {
  const { service, send, waiting, trace } = await setUp(t);
  const text = 'BTCUSDT order buy @ 0.5 filled on BTCUSDT. New strategy position is 0.5';
  const json = '{"action":"sell","ticker":"BTCUSDT","price":62000.5}';
  for (const [body, type] of [
    [text, TEXT],
    [json, JSON_TYPE],
    [json, 'application/x-www-form-urlencoded'],
  ] as const) {
    const sent = await send(body, type);
    assert.deepEqual([sent.statusCode, sent.json()], [200, { outcome: 'taken' }]);
  }
  const signal = { kind: 'signal', name: 'trend', signalAtMs: service.clock.nowMs() };
  const fields = { action: 'sell', ticker: 'BTCUSDT', price: 62_000.5 };
  assert.deepEqual(await waiting(), [
    { ...signal, action: 'buy', payload: { message: text } },
    { ...signal, action: 'sell', payload: fields },
    { ...signal, action: 'sell', payload: fields },
  ]);
  assert.equal((await trace())[0]?.detail, 'Signal "trend" with action "sell" went to the bot.');
});

test('a message with an id is taken once, a copy of one without is another', async (t) => {
  const { send, waiting, trace } = await setUp(t, [], '{{id}} {{action}} {{ticker}}');
  const outcomes = [];
  for (const body of ['7 buy BTCUSDT', '7 buy BTCUSDT', '{"action":"buy","id":7}', '8 buy B'])
    outcomes.push((await send(body)).json<{ outcome: string }>().outcome);
  assert.deepEqual(outcomes, ['taken', 'duplicate', 'duplicate', 'taken']);
  assert.equal((await waiting()).length, 2);
  assert.match((await trace())[1]?.detail ?? '', /id "7" was taken before/);
});

test('what is not understood is refused in words, and is in the trace', async (t) => {
  const { send, waiting, trace } = await setUp(t);
  for (const body of ['', 'BTC crossed 62000', '{"side":"buy"}', '{"action":1}', '[1]'])
    assertProblem(await send(body), 'invalid_request', false);
  for (const body of [Buffer.from([0xff, 0x62]), 'buy\u0000'])
    assertProblem(await send(body), 'invalid_request', false);
  assert.deepEqual(await waiting(), []);
  const refused = await trace();
  assert.ok(refused.every(({ outcome, action }) => outcome === 'refused' && action === null));
  assert.equal(refused[3]?.detail, 'The message has no "action".');
});

test('a wrong secret, a malformed one, a former one and a foreign address are alike', async (t) => {
  const { service, manage, userId, hook, send, trace } = await setUp(t, ['192.0.2.0/24']);
  const inside = await send('buy', TEXT, hook.secret, '192.0.2.7');
  assert.equal(inside.statusCode, 200, inside.body);
  const bodies = new Set<string>();
  const wrong = [`tm_hook_${'A'.repeat(43)}`, 'x', 'tm_hook_', `${hook.secret}x`];
  for (const secret of wrong) bodies.add((await send('buy', TEXT, secret, '192.0.2.7')).body);
  bodies.add((await send('buy', TEXT, hook.secret, '198.51.100.1')).body);
  assert.match((await trace())[0]?.detail ?? '', /address from which/);
  const random = { bytes: (count: number) => new Uint8Array(count).fill(9) };
  const rotated = await rotateHook(
    { ...manage, random },
    { userId, hookId: hook.hookId, completion: null },
  );
  assert.ok(rotated.ok);
  const former = await send('buy', TEXT, hook.secret, '192.0.2.7');
  assertProblem(former, 'not_found', false);
  bodies.add(former.body);
  assert.equal(bodies.size, 1);
  const next = await send('buy', TEXT, rotated.value.secret, '192.0.2.7');
  assert.equal(next.statusCode, 200);
  const logged = JSON.stringify(service.log);
  for (const { secret } of [hook, rotated.value]) assert.equal(logged.includes(secret), false);
});

test('what cannot be read is refused and in the trace, 100 MB by their length', async (t) => {
  const { service, hook, send, trace, waiting } = await setUp(t);
  const headers = { 'content-type': TEXT, 'content-length': '104857600' };
  const post = (secret: string) =>
    service.api.app.inject({ method: 'POST', url: `/hooks/${secret}`, headers, payload: 'buy' });
  const huge = await post(hook.secret);
  assertProblem(huge, 'payload_too_large', false);
  assert.equal(huge.headers.connection, 'close');
  const unknown = await post(`${hook.secret.slice(0, -1)}0`);
  assertProblem(unknown, 'not_found', false);
  assert.equal(unknown.headers.connection, 'close');
  const long = await send(`buy ${'x'.repeat(LIMITS.hookBodyBytesMax)}`);
  assertProblem(long, 'payload_too_large', false);
  assertProblem(await send(Buffer.from([0xff, 0x62])), 'invalid_request', false);
  assert.deepEqual(await waiting(), []);
  const tooLong = `A body has at most ${LIMITS.hookBodyBytesMax} bytes here.`;
  assert.deepEqual(
    (await trace()).map(({ outcome, detail }) => [outcome, detail]),
    [
      ['refused', 'The body is not valid UTF-8 text.'],
      ['refused', tooLong],
      ['refused', tooLong],
    ],
  );
});

test('a flood at one hook is turned away before the store is queried', async (t) => {
  const { service, send, trace } = await setUp(t);
  let tooManyCount = 0;
  for (let sent = 0; sent < LIMITS.hookCallsPerMinute + 40; sent += 1)
    if ((await send('nothing')).statusCode === 429) tooManyCount += 1;
  assert.equal(tooManyCount, 40);
  assert.equal((await trace()).length, LIMITS.hookCallsPerMinute);
  const refused = await send('buy');
  assert.ok(Number(refused.headers['retry-after']) >= 1);
  service.clock.advance(60_000);
  assert.equal((await send('buy')).statusCode, 200);
});

test('a bot that does not run gets nothing, and its id may be sent again', async (t) => {
  const { post, botId, send, trace } = await setUp(t);
  await post(`bots/${botId}/stop`, {});
  const message = '{"action":"buy","id":"one"}';
  assertProblem(await send(message), 'invalid_request', false);
  assert.equal((await trace())[0]?.detail, 'The bot does not run; start it first.');
  await post(`bots/${botId}/start`, {});
  assert.deepEqual((await send(message)).json(), { outcome: 'taken' });
  assert.deepEqual((await send(message)).json(), { outcome: 'duplicate' });
});

test('a hook is made over HTTP, shows its address once, and its trace in words', async (t) => {
  const { service, post, botId, send } = await setUp(t);
  const once = { bot_id: botId, signal: 'trend', template: '{{action}} {{ticker}}' };
  const made = await post('hooks', once);
  assert.equal(made.statusCode, 201, made.body);
  const { path, ...shown } = made.json<Record<string, unknown>>();
  const secret = /^\/hooks\/(tm_hook_\w+)$/.exec(String(path))?.[1] ?? '';
  const key = await service.makeKey(['read', 'bots']);
  const get = async (url: string, who = key) =>
    service.api.app.inject({ url: `/v1/${url}`, headers: { authorization: `Bearer ${who}` } });
  const listed = (await get('hooks')).json<{ data: Record<string, unknown>[] }>().data;
  assert.deepEqual(
    listed.find((hook) => hook['hook_id'] === shown['hook_id']),
    shown,
  );
  assert.equal((await send('buy BTCUSDT', TEXT, secret)).statusCode, 200);
  const calls = `hooks/${String(shown['hook_id'])}/calls`;
  const [call] = (await get(calls)).json<{ data: Record<string, unknown>[] }>().data;
  assert.deepEqual([call?.['outcome'], call?.['action']], ['taken', 'buy']);
  const rotated = await post(`hooks/${String(shown['hook_id'])}/rotate`, {});
  const next = rotated.json<{ path: string; rotated_at: string | null }>();
  assert(next.path !== path && next.rotated_at !== null);
  assertProblem(await send('buy BTCUSDT', TEXT, secret), 'not_found', false);
  const other = await service.makeKey(['read', 'bots'], SECOND_USER);
  assertProblem(await get(calls, other), 'hook_not_found', true);
  assert.deepEqual((await get('hooks', other)).json(), { data: [] });
  const headers = { authorization: `Bearer ${other}` };
  const remove = async (who: { authorization: string }) =>
    service.api.app.inject({
      method: 'DELETE',
      url: `/v1/hooks/${String(shown['hook_id'])}`,
      headers: who,
    });
  assertProblem(await remove(headers), 'hook_not_found', true);
  assert.equal((await remove({ authorization: `Bearer ${key}` })).statusCode, 204);
  assertProblem(await get(calls), 'hook_not_found', true);
});

test('what cannot be a hook is refused at its field', async (t) => {
  const { post, botId } = await setUp(t);
  const foreign = await post('hooks', { bot_id: 'bot_none', signal: 'trend' });
  assertProblem(foreign, 'bot_not_found', true);
  for (const [change, pointer] of [
    [{ signal: '' }, '#/signal'],
    [{ signal: ' ' }, '#/signal'],
    [{ template: 'buy' }, '#/template'],
    [{ from_tradingview: 'yes' }, '#/from_tradingview'],
  ] as const) {
    const refused = await post('hooks', { bot_id: botId, signal: 'trend', ...change });
    const problem = assertProblem(refused, 'invalid_request', true);
    assert.equal(problem.errors?.[0]?.pointer, pointer, refused.body);
  }
});

test('a hook that is restricted to TradingView takes its addresses alone', async (t) => {
  const { post, botId, send } = await setUp(t);
  const made = await post('hooks', { bot_id: botId, signal: 'trend', from_tradingview: true });
  const { path, allowed_addresses: allowed } = made.json<{
    path: string;
    allowed_addresses: string[];
  }>();
  assert.equal(allowed.length, 4);
  const secret = path.replace('/hooks/', '');
  assert.equal((await send('buy', TEXT, secret, '52.89.214.238')).statusCode, 200);
  assertProblem(await send('buy', TEXT, secret, '192.0.2.7'), 'not_found', false);
});
