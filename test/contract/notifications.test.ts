// Notifications over HTTP: a channel from its address to its test, rules, deliveries, and what is
// refused. No response has a secret, and nobody reaches what is of another.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../support/assert-problem.ts';
import {
  AMPLE_BUDGETS,
  closeAfter,
  makeTestService,
  SECOND_USER,
} from '../support/test-service.ts';

type Test = { after(end: () => Promise<void>): void };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const PATH = '/v1/notifications';
const TOKEN = '7301188212:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc';
const TELEGRAM = { name: 'Mine', telegram: { token: TOKEN, chat_id: '40721' } };

async function setUp(t: Test) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const keys = {
    own: await service.makeKey(['read', 'trading', 'accounts']),
    other: await service.makeKey(['read', 'trading', 'accounts'], SECOND_USER),
  };
  const call = async (
    method: Method,
    path: string,
    payload?: object,
    who: keyof typeof keys = 'own',
    headers: object = {},
  ) =>
    service.api.app.inject({
      method,
      url: `${PATH}${path}`,
      headers: { authorization: `Bearer ${keys[who]}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
  return { service, call };
}

test('a channel is made once under a key, without its secrets', async (t) => {
  const { call } = await setUp(t);
  const once = { 'idempotency-key': 'once' };
  const made = await call('POST', '/channels', TELEGRAM, 'own', once);
  assert.equal(made.statusCode, 201, made.body);
  const again = await call('POST', '/channels', TELEGRAM, 'own', once);
  assert.equal(again.body, made.body);
  assert(!made.body.includes('AAEhBOweik6'));
  const { channel_id: id, status, destination } = made.json<Record<string, string>>();
  assert.deepEqual([status, destination], ['unproven', 'chat 40721 by bot 7301188212']);
  const listed = (await call('GET', '/channels')).json<{ data: object[] }>();
  assert.deepEqual(listed.data, [made.json<object>()]);
  assert.deepEqual((await call('GET', `/channels/${id}`)).json(), made.json());
  assert.deepEqual((await call('GET', '/channels', undefined, 'other')).json(), { data: [] });
  const change = { name: 'x', is_muted: true };
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PUT', '', change],
    ['POST', '/code', undefined],
    ['POST', '/verify', { code: '123456' }],
    ['POST', '/test', undefined],
    ['POST', '/enable', undefined],
    ['DELETE', '', undefined],
  ] as const) {
    const foreign = await call(method, `/channels/${id}${path}`, body, 'other');
    assertProblem(foreign, 'channel_not_found', true);
  }
  assertProblem(await call('POST', `/channels/${id}/test`), 'forbidden', true);
  assertProblem(
    await call('POST', `/channels/${id}/verify`, { code: '000000' }),
    'invalid_request',
    true,
  );
  const muted = await call('PUT', `/channels/${id}`, change);
  assert.equal(muted.json<{ is_muted: boolean }>().is_muted, true);
  assert.equal((await call('DELETE', `/channels/${id}`)).statusCode, 204);
  assertProblem(await call('GET', `/channels/${id}`), 'channel_not_found', true);
});

test('what is no address is refused at its field, without repeating it', async (t) => {
  const { call } = await setUp(t);
  const smtp = { host: '10.0.0.1', port: 587, tls: 'starttls', from: 'a@example.com' };
  const cases: readonly (readonly [object, string])[] = [
    [{ telegram: { token: 'secret-but-wrong', chat_id: '1' } }, '#/telegram/token'],
    [{ telegram: { token: TOKEN, chat_id: 'no chat' } }, '#/telegram/chat_id'],
    [{ discord: { url: 'http://discord.com/secret-but-wrong' } }, '#/discord/url'],
    [{ slack: { url: 'https://127.0.0.1/secret-but-wrong' } }, '#/slack/url'],
    [{ email: { to: 'nobody' } }, '#/email/to'],
    [{ email: { to: 'a@example.com', smtp } }, '#/email/smtp/host'],
    [{}, '#/name'],
    [{ ...TELEGRAM, slack: { url: 'https://hooks.slack.com/x' } }, '#/name'],
  ];
  for (const [address, pointer] of cases) {
    const refused = await call('POST', '/channels', { name: 'Mine', ...address });
    const problem = assertProblem(refused, 'invalid_request', true);
    assert.equal(problem.errors?.[0]?.pointer, pointer, refused.body);
    assert(!refused.body.includes('secret-but-wrong'));
  }
});

test('rules begin with two, and are made, replaced and deleted by their owner', async (t) => {
  const { call } = await setUp(t);
  const begun = (await call('GET', '/rules')).json<{ data: { name: string }[] }>();
  assert.deepEqual(begun.data.map(({ name }) => name).toSorted(), [
    'Messages of scripts',
    'Problems',
  ]);
  const quiet = { from: '22:30', to: '07:00', time_zone: 'Europe/Berlin' };
  const body = { name: 'Orders', types: ['order.*'], every_minutes: 60, quiet_hours: quiet };
  const made = await call('POST', '/rules', body);
  assert.equal(made.statusCode, 201, made.body);
  const rule = made.json<{ rule_id: string; types: string[]; quiet_hours: object }>();
  assert(rule.types.includes('order.filled') && !rule.types.includes('bot.stopped'));
  assert.deepEqual(rule.quiet_hours, quiet);
  const path = `/rules/${rule.rule_id}`;
  const less = { name: 'Orders', types: ['order.filled'], is_enabled: false };
  assertProblem(await call('PUT', path, less, 'other'), 'rule_not_found', true);
  assertProblem(await call('DELETE', path, undefined, 'other'), 'rule_not_found', true);
  const replaced = (await call('PUT', path, less)).json<Record<string, unknown>>();
  assert.deepEqual([replaced['quiet_hours'], replaced['is_enabled']], [null, false]);
  const cases: readonly (readonly [object, string])[] = [
    [{ types: ['order.none'] }, '#/types'],
    [{ quiet_hours: { ...quiet, time_zone: 'Nowhere/None' } }, '#/quiet_hours/time_zone'],
    [{ quiet_hours: { ...quiet, to: '22:30' } }, '#/quiet_hours/to'],
    [{ channel_ids: ['nch_of_another'] }, '#/channel_ids'],
  ];
  for (const [change, pointer] of cases) {
    const refused = await call('PUT', path, { ...body, ...change });
    const problem = assertProblem(refused, 'invalid_request', true);
    assert.equal(problem.errors?.[0]?.pointer, pointer, refused.body);
  }
  assert.equal((await call('DELETE', path)).statusCode, 204);
});

test('a code is listed as a delivery without itself, and is not sent again', async (t) => {
  const { call } = await setUp(t);
  const made = await call('POST', '/channels', TELEGRAM);
  const { channel_id: id } = made.json<{ channel_id: string }>();
  assert.equal((await call('POST', `/channels/${id}/code`)).statusCode, 204);
  const listed = await call('GET', `/deliveries?channel_id=${id}&limit=1`);
  const page = listed.json<{ data: Record<string, unknown>[]; next_cursor: string | null }>();
  const [code] = page.data;
  assert.deepEqual([code?.['kind'], code?.['status']], ['code', 'waiting']);
  assert(!/\d{6}/.test(String(code?.['text'])));
  assert.notEqual(page.next_cursor, null);
  const rest = await call(
    'GET',
    `/deliveries?channel_id=${id}&limit=1&cursor=${page.next_cursor ?? ''}`,
  );
  assert.equal(rest.json<{ data: object[] }>().data.length, 1);
  assert.deepEqual((await call('GET', '/deliveries', undefined, 'other')).json(), {
    data: [],
    next_cursor: null,
  });
  const resent = await call('POST', `/deliveries/${String(code?.['delivery_id'])}/resend`);
  assertProblem(resent, 'delivery_not_found', true);
  for (let index = 2; index < 10; index += 1) await call('POST', `/channels/${id}/code`);
  assertProblem(await call('POST', `/channels/${id}/code`), 'forbidden', true);
});
