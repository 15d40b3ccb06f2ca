// Messages from outside, as TradingView sends them: text or JSON to a secret address, once under an
// id, and nothing that tells a wrong address from one that is elsewhere.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { systemSecrets } from '#adapters/system/system-secrets.ts';
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
  const key = await service.makeKey(['bots', 'scripts', 'accounts']);
  const headers = { authorization: `Bearer ${key}` };
  const post = async (url: string, payload: object) =>
    service.api.app.inject({ method: 'POST', url: `/v1/${url}`, headers, payload });
  const made = await post('scripts', { name: 's', source: "GetRemoteSignal('trend')" });
  const { script_id } = made.json<{ script_id: string }>();
  const bot = { name: 'b', script_id, account_id: service.ownAccountId, market_tag: SPOT_TAG };
  const { bot_id: botId } = (await post('bots', bot)).json<{ bot_id: string }>();
  await post(`bots/${botId}/start`, {});
  const random = { bytes: (count: number) => new Uint8Array(count).fill(count) };
  const deps = { hooks: service.store, bots: service.store, clock: service.clock, random };
  const secrets = systemSecrets(new Uint8Array(32).fill(9));
  const manage = { ...deps, scripts: service.store, secrets, digest: systemDigest };
  const userId = 'usr_first';
  const rules = { sellsEnterShort: false, repeatWindowMs: 0, isSigned: false };
  const chosen = { userId, botId, signal: 'trend', template, addresses, ...rules };
  const hook = await createHook(manage, { ...chosen, derivationId: 'one', completion: null });
  assert.ok(hook.ok);
  const send = (
    payload: string | Buffer,
    type = TEXT,
    secret = hook.value.secret,
    from = '',
    more: Readonly<Record<string, string>> = {},
  ) =>
    service.api.app.inject({
      method: 'POST',
      url: `/hooks/${secret}`,
      headers: { 'content-type': type, 'user-agent': 'Go-http-client/1.1', ...more },
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
    assert.deepEqual([sent.statusCode, sent.json()], [200, { outcome: 'queued' }]);
  }
  const signal = { kind: 'signal', name: 'trend', signalAtMs: service.clock.nowMs() };
  const fields = { action: 'sell', ticker: 'BTCUSDT', price: 62_000.5 };
  assert.deepEqual(await waiting(), [
    { ...signal, action: 'buy', payload: { message: text } },
    { ...signal, action: 'sell', payload: fields },
    { ...signal, action: 'sell', payload: fields },
  ]);
  assert.equal((await trace())[0]?.detail, 'Signal "trend" with action "sell" waits for the bot.');
});

test('a message with an id is taken once, a copy of one without is another', async (t) => {
  const { send, waiting, trace } = await setUp(t, [], '{{id}} {{action}} {{ticker}}');
  const outcomes = [];
  for (const body of ['7 buy BTCUSDT', '7 buy BTCUSDT', '{"action":"buy","id":7}', '8 buy B'])
    outcomes.push((await send(body)).json<{ outcome: string }>().outcome);
  assert.deepEqual(outcomes, ['queued', 'duplicate', 'duplicate', 'queued']);
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
  assert.equal(refused[3]?.detail, 'The message has no "action" that is a text.');
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
  assert.deepEqual((await send(message)).json(), { outcome: 'queued' });
  assert.deepEqual((await send(message)).json(), { outcome: 'duplicate' });
});

test('a hook is made over HTTP, shows its address once, and its trace in words', async (t) => {
  const { service, post, botId, send } = await setUp(t);
  const once = { bot_id: botId, signal: 'trend', template: '{{action}} {{ticker}}' };
  const made = await post('hooks', once);
  assert.equal(made.statusCode, 201, made.body);
  const { path, signing_secret: signs, ...shown } = made.json<Record<string, unknown>>();
  assert.equal(signs, null);
  const secret = /^\/hooks\/(tm_hook_\w+)$/.exec(String(path))?.[1] ?? '';
  const key = await service.makeKey(['read', 'bots', 'accounts']);
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
  assert.deepEqual([call?.['outcome'], call?.['action']], ['queued', 'buy']);
  const rotated = await post(`hooks/${String(shown['hook_id'])}/rotate`, {});
  const next = rotated.json<{ path: string; rotated_at: string | null }>();
  assert(next.path !== path && next.rotated_at !== null);
  assertProblem(await send('buy BTCUSDT', TEXT, secret), 'not_found', false);
  const other = await service.makeKey(['read', 'bots', 'accounts'], SECOND_USER);
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
    [{ signal: 'other' }, '#/signal'],
    [{ template: 'buy' }, '#/template'],
    [{ template: '{{action}} {{strategy.order.action}}' }, '#/template'],
    [{ repeat_window_seconds: -1 }, '#/repeat_window_seconds'],
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

test('what may mean several things is refused with its place or its words', async (t) => {
  const { send, waiting, trace } = await setUp(t);
  for (const [body, code, detail] of [
    ['{"action":"buy","plot_0":NaN}', 'invalid_request', /not valid JSON at line 1, column 26/],
    ['[{"action":"buy"},{"action":"sell"}]', 'invalid_request', /"buy", "sell"/],
    ['Do not buy - close all', 'invalid_request', /"buy" and "close"/],
    ['{"action":"{{strategy.order.action}}"}', 'invalid_request', /was not replaced/],
    ['{"action":"close_at_market_price"}', 'invalid_signal', /is no action; these are: buy/],
    ['order sell @ 1 filled on B. New strategy position is 2', 'invalid_request', /signal bots/],
  ] as const) {
    const problem = assertProblem(await send(body), code, false);
    assert.match(problem.detail ?? '', detail);
    assert.equal((await trace())[0]?.detail, problem.detail);
  }
  assert.deepEqual(await waiting(), []);
});

test('a repetition is known by any id, and by the key of its request', async (t) => {
  const { send, waiting } = await setUp(t);
  const outcome = async (body: string, key?: string) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return (await send(body, JSON_TYPE, undefined, '', headers)).json<{ outcome: string }>()
      .outcome;
  };
  for (const name of ['id', 'message_id', 'alert_id', 'event_id']) {
    const body = JSON.stringify({ action: 'buy', [name]: 'm1' });
    assert.deepEqual([await outcome(body), await outcome(body)], ['queued', 'duplicate'], name);
  }
  const plain = '{"action":"buy"}';
  assert.deepEqual([await outcome(plain), await outcome(plain)], ['queued', 'queued']);
  assert.deepEqual([await outcome(plain, 'k'), await outcome(plain, 'k')], ['queued', 'duplicate']);
  assert.equal(await outcome('{"action":"buy","id":"m1"}', 'k2'), 'duplicate');
  const tooLong = await send(plain, JSON_TYPE, undefined, '', {
    'idempotency-key': 'k'.repeat(129),
  });
  assertProblem(tooLong, 'invalid_request', false);
  assert.equal((await waiting()).length, 7);
});

test('an equal text is a repetition within the window of the hook', async (t) => {
  const { service, post, botId, send } = await setUp(t);
  const made = await post('hooks', { bot_id: botId, signal: 'trend', repeat_window_seconds: 60 });
  const secret = made.json<{ path: string }>().path.replace('/hooks/', '');
  const outcome = async (body: string) =>
    (await send(body, TEXT, secret)).json<{ outcome: string }>().outcome;
  assert.deepEqual([await outcome('buy'), await outcome('buy')], ['queued', 'duplicate']);
  assert.equal(await outcome('enter_long'), 'queued');
  service.clock.advance(60_000);
  assert.equal(await outcome('buy'), 'queued');
});

test('a signed hook takes what its key has signed, and no key of a request', async (t) => {
  const { post, botId, send, trace, hook } = await setUp(t);
  const made = await post('hooks', { bot_id: botId, signal: 'trend', is_signed: true });
  const { path, signing_secret: key } = made.json<{ path: string; signing_secret: string }>();
  assert.match(key, /^tm_sign_\w{43}$/);
  const secret = path.replace('/hooks/', '');
  const body = '{"action":"buy","id":"one"}';
  const sign = (text: string, by = key) =>
    `sha256=${createHmac('sha256', by).update(text).digest('hex')}`;
  const sendSigned = (text: string, signature: string, more = {}) =>
    send(text, TEXT, secret, '', { 'x-tidemill-signature': signature, ...more });
  assertProblem(await send(body, TEXT, secret), 'invalid_request', false);
  for (const wrong of ['', 'sha256=', sign(`${body} `), sign(body, `${key}x`), sign(body).slice(7)])
    assertProblem(await sendSigned(body, wrong), 'invalid_request', false);
  assert.deepEqual((await sendSigned(body, sign(body))).json(), { outcome: 'queued' });
  const again = await sendSigned(body, sign(body), { 'idempotency-key': 'another' });
  assert.deepEqual(again.json(), { outcome: 'duplicate' });
  const rotated = await post(`hooks/${made.json<{ hook_id: string }>().hook_id}/rotate`, {});
  const next = rotated.json<{ path: string; signing_secret: string }>();
  assert.notEqual(next.signing_secret, key);
  const moved = await send(body, TEXT, next.path.replace('/hooks/', ''), '', {
    'x-tidemill-signature': sign(body),
  });
  assertProblem(moved, 'invalid_request', false);
  assert.equal((await trace()).length, 0);
  assert.equal((await send('buy', TEXT, hook.secret)).statusCode, 200);
});

test('bots that listen are listed with what they listen to', async (t) => {
  const { service, post, botId } = await setUp(t);
  const deaf = await post('scripts', { name: 'deaf', source: "Log('a')" });
  const { script_id } = deaf.json<{ script_id: string }>();
  const bot = { name: 'd', script_id, account_id: service.ownAccountId, market_tag: SPOT_TAG };
  const other = (await post('bots', bot)).json<{ bot_id: string }>().bot_id;
  const refused = assertProblem(
    await post('hooks', { bot_id: other, signal: 'trend' }),
    'invalid_request',
    true,
  );
  assert.match(refused.detail ?? '', /listens to signals/);
  const key = await service.makeKey(['read']);
  const headers = { authorization: `Bearer ${key}` };
  const listed = await service.api.app.inject({ url: '/v1/hooks/listeners', headers });
  const listening = [{ bot_id: botId, name: 'b', signals: ['trend'] }];
  assert.deepEqual(listed.json(), { data: listening });
});
