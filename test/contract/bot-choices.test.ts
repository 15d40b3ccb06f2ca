// Choices for a bot, over the wire: what does not fit its script or its market is refused with the
// names, when the bot is made and when it is started, and a bot shows what it runs with.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { MINUTE_MS } from '#lib/time.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from '../support/test-service.ts';

type BotBody = { readonly bot_id: string } & Record<string, unknown>;
type Method = 'GET' | 'POST' | 'PUT';

const SOURCE = `
local fast, slow = Input('Fast', 5), Input('Slow', 9)
local kind = InputOptions('Kind', 'SMA', 'SMA,EMA', '', 'Averages')
local share = InputSlider('Share', 1, 10, 9)
if fast > 5 then Input('Extra', 1) end`;

async function setUp(t: TestContext) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const key = await service.makeKey([]);
  const call = (method: Method, url: string, payload?: object) =>
    service.api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}` },
      ...(payload === undefined ? {} : { payload }),
    });
  const made = await call('POST', '/v1/scripts', { name: 's', source: SOURCE });
  const { script_id: scriptId } = made.json<{ script_id: string }>();
  const body = {
    name: 'b',
    script_id: scriptId,
    account_id: service.ownAccountId,
    market_tag: SPOT_TAG,
  };
  const create = (changes: object = {}) => call('POST', '/v1/bots', { ...body, ...changes });
  const start = (bot: BotBody) => call('POST', `/v1/bots/${bot.bot_id}/start`);
  return { service, call, create, start, scriptId };
}

test('parameters that the script does not have or take are refused all at once', async (t) => {
  const { create } = await setUp(t);
  const parameters = {
    Fsst: 20,
    'A/b': 1,
    Slow: 'abc',
    'Averages.Kind': 'WMA',
    Share: 11,
    Fast: 4,
  };
  const problem = assertProblem(await create({ parameters }), 'invalid_request', true);
  const found = (problem.errors ?? []).map(({ pointer }) => pointer);
  const named = ['Fsst', 'A~1b', 'Slow', 'Averages.Kind', 'Share'];
  assert.deepEqual(
    found,
    named.map((name) => `#/parameters/${name}`),
  );
  const [misspelt] = problem.errors ?? [];
  assert.match(
    misspelt?.detail ?? '',
    /no input of this name; did you mean "Fast"\? It has "Fast"/,
  );
  assert.match(problem.errors?.[4]?.detail ?? '', /expected a number from 1 to 10, found 11/);
});

test('values are accepted as numbers and texts, by key and by label', async (t) => {
  const { create, start } = await setUp(t);
  for (const parameters of [
    { Fast: '7', Slow: 9.5 },
    { 'Averages.Kind': 'EMA' },
    { Kind: 'EMA', Share: 10 },
    // Declared only where another input was set so.
    { Fast: 6, Extra: 2 },
  ]) {
    const made = await create({ parameters });
    assert.equal(made.statusCode, 201, made.body);
    const started = await start(made.json<BotBody>());
    assert.equal(started.statusCode, 200, started.body);
  }
});

test('a bot whose script was changed since does not start with inputs that are gone', async (t) => {
  const { create, start, call, scriptId } = await setUp(t);
  const made = await create({ parameters: { Fast: 3, Slow: 4 } });
  const url = `/v1/scripts/${scriptId}`;
  const changed = await call('PUT', `${url}/source`, { source: "Input('Rapid', true)" });
  assert.equal(changed.statusCode, 200, changed.body);
  const refused = assertProblem(await start(made.json<BotBody>()), 'forbidden', true);
  assert.match(refused.detail, /"Fast": .*; "Slow": .*it has "Rapid"/);
});

test('settings that the market does not know are refused', async (t) => {
  const { create } = await setUp(t);
  const settings = { leverage: '2', margin_mode: 'cross' };
  const problem = assertProblem(await create({ settings }), 'invalid_request', true);
  assert.deepEqual(
    (problem.errors ?? []).map(({ pointer }) => pointer),
    ['#/settings/leverage', '#/settings/margin_mode'],
  );
  assert.match(problem.detail, /is a spot market, which has no leverage/);
  assert.equal((await create({ settings: { leverage: '1' } })).statusCode, 201);
});

test('a bot shows its parameters and settings, and when it is updated', async (t) => {
  const { create, start, call, service } = await setUp(t);
  const chosen = {
    parameters: { Fast: 7, 'Averages.Kind': 'EMA' },
    settings: { interval: 15, trade_amount: '250', pyramiding: 2 },
  };
  const made = (await create(chosen)).json<BotBody>();
  const shown = {
    parameters: chosen.parameters,
    settings: {
      interval: 15,
      leverage: null,
      margin_mode: null,
      trade_amount: '250',
      trade_amount_percent: null,
      pyramiding: 2,
      stops: null,
    },
  };
  const pick = ({ parameters, settings }: BotBody) => ({ parameters, settings });
  const times = ({ last_update_at: last, next_update_at: next }: BotBody) => ({ last, next });
  assert.deepEqual(pick(made), shown);
  assert.deepEqual(times(made), { last: null, next: null });
  await start(made);
  const running = (await call('GET', `/v1/bots/${made.bot_id}`)).json<BotBody>();
  assert.deepEqual(pick(running), shown);
  const { last, next } = times(running);
  assert.equal(last, null);
  const bot = await service.store.findBot('usr_first', made.bot_id);
  const activatedAtMs = bot?.activatedAtMs ?? 0;
  const closeMs = Math.floor(activatedAtMs / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  assert.equal(next, new Date(closeMs).toISOString());
  const listed = (await call('GET', '/v1/bots')).json<{ data: BotBody[] }>();
  assert.deepEqual(listed.data, [running]);
});
