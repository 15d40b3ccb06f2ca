// Many bots at once: each is started or stopped by itself, and nobody's but one's own.

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

type SwitchReply = {
  readonly data: readonly { readonly bot_id: string; readonly problem: string | null }[];
};

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const own = await service.makeKey([]);
  const foreign = await service.makeKey([], SECOND_USER);
  const call = (method: 'GET' | 'POST', url: string, payload?: object, key = own) =>
    service.api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}` },
      ...(payload === undefined ? {} : { payload }),
    });
  const made = await call('POST', '/v1/scripts', { name: 's', source: "Log('a')" });
  const scriptId = made.json<{ script_id: string }>().script_id;
  const bot = async (): Promise<string> => {
    const created = await call('POST', '/v1/bots', {
      name: 'b',
      script_id: scriptId,
      account_id: service.ownAccountId,
      market_tag: SPOT_TAG,
    });
    return created.json<{ bot_id: string }>().bot_id;
  };
  const runs = async (botId: string): Promise<boolean> =>
    (await call('GET', `/v1/bots/${botId}`)).json<{ is_activated: boolean }>().is_activated;
  return { call, bot, runs, foreign };
}

test('many are started and stopped, and one that cannot be holds up no other', async (t) => {
  const { call, bot, runs } = await setUp(t);
  const [first, second] = [await bot(), await bot()];
  const missing = 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c';
  const started = await call('POST', '/v1/start-bots', { bot_ids: [first, missing, second] });
  assert.equal(started.statusCode, 200, started.body);
  const problems = started.json<SwitchReply>().data.map(({ bot_id: id, problem }) => [id, problem]);
  assert.deepEqual(problems, [
    [first, null],
    [missing, `Bot "${missing}" cannot be activated.`],
    [second, null],
  ]);
  assert.deepEqual([await runs(first), await runs(second)], [true, true]);
  const body = { bot_ids: [second, missing], cancel_orders: true };
  const stopped = (await call('POST', '/v1/stop-bots', body)).json<SwitchReply>().data;
  assert.deepEqual(
    stopped.map(({ problem }) => problem),
    [null, 'There is no such bot.'],
  );
  assert.deepEqual([await runs(first), await runs(second)], [true, false]);
});

test('those of another are like none, and go on', async (t) => {
  const { call, bot, runs, foreign } = await setUp(t);
  const botId = await bot();
  await call('POST', '/v1/start-bots', { bot_ids: [botId] });
  for (const path of ['/v1/stop-bots', '/v1/start-bots']) {
    const response = await call('POST', path, { bot_ids: [botId] }, foreign);
    assert.notEqual(response.json<SwitchReply>().data[0]?.problem, null);
  }
  assert.equal(await runs(botId), true);
});

test('what is no list of bots is refused', async (t) => {
  const { call, bot } = await setUp(t);
  const botId = await bot();
  const wrong = [[], [botId, botId], ['x'], Array.from({ length: 101 }, () => botId)];
  for (const botIds of wrong)
    for (const path of ['/v1/start-bots', '/v1/stop-bots'])
      assertProblem(await call('POST', path, { bot_ids: botIds }), 'invalid_request', true);
});
