// Comparisons of a bot's day over the wire: what is not a day of this bot that can be compared is
// refused, with the reason.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../support/assert-problem.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import { DAY_MS, formatInstant } from '#lib/time.ts';
import {
  AMPLE_BUDGETS,
  closeAfter,
  makeTestService,
  SECOND_USER,
} from '../support/test-service.ts';

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const own = await service.makeKey([]);
  const call = (method: 'GET' | 'POST', url: string, payload?: object, key = own) =>
    service.api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}` },
      ...(payload === undefined ? {} : { payload }),
    });
  const script = await call('POST', '/v1/scripts', { name: 's', source: "Log('a')" });
  const created = await call('POST', '/v1/bots', {
    name: 'b',
    script_id: script.json<{ script_id: string }>().script_id,
    account_id: service.ownAccountId,
    market_tag: SPOT_TAG,
  });
  const path = `/v1/bots/${created.json<{ bot_id: string }>().bot_id}/comparisons`;
  const daysFromNow = (count: number): string => {
    const atMs = service.clock.nowMs() + count * DAY_MS;
    return formatInstant(atMs).slice(0, 'YYYY-MM-DD'.length);
  };
  return { service, call, path, daysFromNow };
}

test('a day that is not over, or is to come, is refused', async (t) => {
  const { call, path, daysFromNow } = await setUp(t);
  for (const count of [0, 1, 400]) {
    const refused = await call('POST', path, { day: daysFromNow(count) });
    assertProblem(refused, 'invalid_request', true);
    assert.match(refused.body, /is not over yet/);
  }
});

test('a day on which the bot did not run is refused', async (t) => {
  const { call, path, daysFromNow } = await setUp(t);
  const refused = await call('POST', path, { day: daysFromNow(-1) });
  assertProblem(refused, 'invalid_request', true);
  assert.match(refused.body, /The bot did not run on/);
});

test('what is no day is refused, with what was expected', async (t) => {
  const { call, path } = await setUp(t);
  for (const day of ['2026-02-30', '2026-13-01', 'yesterday', '2026-11-20T00:00:00Z', '', 20]) {
    assertProblem(await call('POST', path, { day }), 'invalid_request', true);
    const query = encodeURIComponent(day);
    assertProblem(await call('GET', `${path}?day=${query}`), 'invalid_request', true);
  }
  assertProblem(await call('POST', path, {}), 'invalid_request', true);
  const more = { day: '2026-11-20', hour: 3 };
  assertProblem(await call('POST', path, more), 'invalid_request', true);
});

test('a comparison that was not requested is not found', async (t) => {
  const { call, path, daysFromNow } = await setUp(t);
  for (const url of [path, `${path}?day=${daysFromNow(-3)}`, `${path}?day=${daysFromNow(3)}`])
    assertProblem(await call('GET', url), 'backtest_not_found', true);
});

test('the days of a bot are listed from the one on which it was created', async (t) => {
  const { call, path, daysFromNow, service } = await setUp(t);
  const url = path.replace(/comparisons$/, 'compared-days');
  const dataOf = async (query: string) => {
    const response = await call('GET', url + query);
    assert.equal(response.statusCode, 200, response.body);
    return response.json<{ data: readonly unknown[] }>().data;
  };
  assert.deepEqual(await dataOf(''), [], 'it was created today');
  service.clock.advance(3 * DAY_MS);
  const ran = (count: number) => ({ day: daysFromNow(count), status: 'not_run', reason: null });
  assert.deepEqual(await dataOf(''), [ran(-1), ran(-2), ran(-3)]);
  assert.deepEqual(await dataOf('?limit=2'), [ran(-1), ran(-2)]);
  assert.deepEqual(await dataOf(`?to=${daysFromNow(-2)}`), [ran(-2), ran(-3)]);
  assert.deepEqual(await dataOf(`?to=${daysFromNow(9)}&limit=1`), [ran(-1)]);
  for (const query of ['?to=2026-02-30', '?limit=32', '?limit=0', '?from=2026-11-20'])
    assertProblem(await call('GET', url + query), 'invalid_request', true);
});

test('a foreign bot is treated like an unknown one', async (t) => {
  const { service, call, path, daysFromNow } = await setUp(t);
  const foreign = await service.makeKey([], SECOND_USER);
  const unknown = '/v1/bots/bot_01jd3f8k2m5q7r9t1v3x5z7b9c/comparisons';
  const day = daysFromNow(-1);
  for (const [url, key] of [
    [path, foreign],
    [unknown, undefined],
  ] as const) {
    assertProblem(await call('POST', url, { day }, key), 'bot_not_found', true);
    assertProblem(await call('GET', `${url}?day=${day}`, undefined, key), 'bot_not_found', true);
    const days = url.replace(/comparisons$/, 'compared-days');
    assertProblem(await call('GET', days, undefined, key), 'bot_not_found', true);
  }
});

test('a key that may only read requests none', async (t) => {
  const { service, call, path, daysFromNow } = await setUp(t);
  const reader = await service.makeKey(['read']);
  const refused = await call('POST', path, { day: daysFromNow(-1) }, reader);
  assert.equal(refused.statusCode, 403, refused.body);
});
