// Bots over the wire: made deactivated, started and stopped as often as asked, kept apart from
// other tenants.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../support/assert-problem.ts';
import { FUTURES_TAG, SPOT_TAG } from '../support/still-exchange.ts';
import { AMPLE_BUDGETS, makeTestService, SECOND_USER } from '../support/test-service.ts';

type BotBody = { readonly bot_id: string; readonly is_activated: boolean };
type Page = { readonly data: readonly BotBody[]; readonly next_cursor: string | null };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  t.after(() => service.close());
  const own = await service.makeKey([]);
  const call = (method: Method, url: string, payload?: object, key = own) =>
    service.api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}` },
      ...(payload === undefined ? {} : { payload }),
    });
  const script = async (source = "Log('a')"): Promise<string> =>
    (await call('POST', '/v1/scripts', { name: 's', source })).json<{ script_id: string }>()
      .script_id;
  const body = {
    name: 'b',
    script_id: await script(),
    account_id: service.ownAccountId,
    market_tag: SPOT_TAG,
  };
  const create = (changes: object = {}) => call('POST', '/v1/bots', { ...body, ...changes });
  return { service, call, script, body, create };
}

test('a bot is made, listed, read, started, stopped and deleted', async (t) => {
  const { call, body, create } = await setUp(t);
  const created = await create();
  assert.equal(created.statusCode, 201, created.body);
  const { bot_id: botId, ...rest } = created.json<BotBody>();
  assert.equal(created.headers.location, `/v1/bots/${botId}`);
  const figures = { realized_profit: '0', unrealized_profit: '0', roi: '0' };
  assert.deepEqual(rest, { ...body, is_activated: false, is_paused: false, ...figures });
  const url = `/v1/bots/${botId}`;
  for (const [action, isActivated] of [
    ['start', true],
    ['start', true],
    ['stop', false],
    ['stop', false],
  ] as const) {
    const done = await call('POST', `${url}/${action}`);
    assert.equal(done.statusCode, 200, done.body);
    assert.deepEqual(done.json(), { bot_id: botId, is_activated: isActivated });
    assert.equal((await call('GET', url)).json<BotBody>().is_activated, isActivated);
  }
  assert.equal((await call('GET', '/v1/bots')).json<Page>().data.length, 1);
  assert.equal((await call('DELETE', url)).statusCode, 204);
  assertProblem(await call('DELETE', url), 'bot_not_found', true);
  assertProblem(await call('GET', url), 'bot_not_found', true);
});

test('what a bot is made of is checked, field by field', async (t) => {
  const { service, create } = await setUp(t);
  assertProblem(await create({ script_id: 'scr_none' }), 'script_not_found', true);
  assertProblem(await create({ account_id: 'acc_none' }), 'account_not_found', true);
  const foreign = await create({ account_id: service.foreignAccountId });
  assertProblem(foreign, 'account_not_found', true);
  for (const changes of [
    { market_tag: FUTURES_TAG },
    { name: '' },
    { name: 'x'.repeat(151) },
    { market_tag: undefined },
    { settings: { interval: 7 } },
    { settings: { leverage: '0' } },
    { parameters: { Length: null } },
    { colour: 'red' },
  ]) {
    const problem = assertProblem(await create(changes), 'invalid_request', true);
    assert.ok((problem.errors ?? []).length > 0, JSON.stringify(changes));
  }
  await service.store.setAllowsBots(service.ownAccountId, false);
  assertProblem(await create(), 'forbidden', true);
});

test('a start that is refused is 403, an id that cannot exist 404', async (t) => {
  const { call, script, create } = await setUp(t);
  const invalid = (await create({ script_id: await script('Nope()') })).json<BotBody>();
  const refused = assertProblem(
    await call('POST', `/v1/bots/${invalid.bot_id}/start`),
    'forbidden',
    true,
  );
  assert.match(refused.detail, /Nope.*line 1/);
  const unknown = '/v1/bots/bot_00000000000000000000000000';
  assertProblem(await call('POST', `${unknown}/start`), 'forbidden', true);
  assertProblem(await call('POST', `${unknown}/stop`), 'bot_not_found', true);
  assertProblem(await call('POST', '/v1/bots/none/start'), 'bot_not_found', true);
});

test("another user's bot is answered like an unknown one", async (t) => {
  const { service, call, create } = await setUp(t);
  const { bot_id: botId } = (await create()).json<BotBody>();
  const foreignKey = await service.makeKey([], SECOND_USER);
  for (const [method, path, code] of [
    ['GET', '', 'bot_not_found'],
    ['DELETE', '', 'bot_not_found'],
    ['POST', '/start', 'forbidden'],
    ['POST', '/stop', 'bot_not_found'],
  ] as const) {
    const answers = [];
    for (const id of [botId, 'bot_00000000000000000000000000']) {
      const response = await call(method, `/v1/bots/${id}${path}`, undefined, foreignKey);
      answers.push(response.body.replaceAll(id, 'ID'));
      assertProblem(response, code, true);
    }
    assert.equal(answers[0], answers[1]);
  }
});

test('a script that a running bot holds cannot be deleted', async (t) => {
  const { call, body, create } = await setUp(t);
  const { bot_id: botId } = (await create()).json<BotBody>();
  await call('POST', `/v1/bots/${botId}/start`);
  const url = `/v1/scripts/${body.script_id}`;
  const refused = assertProblem(await call('DELETE', url), 'forbidden', true);
  assert.ok(refused.detail.includes(botId));
  await call('POST', `/v1/bots/${botId}/stop`);
  assert.equal((await call('DELETE', url)).statusCode, 204);
});
