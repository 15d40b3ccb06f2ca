// Data series over the wire: added, read, and never changed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from '../support/test-service.ts';

type Test = { after(end: () => Promise<void>): void };
const SERIES = 'data-series';
const POINTS = 'data-series/mood/points';
const LATER = { at: '2026-11-02T00:00:00Z', value: '1000.000' };
const AT = '2026-11-01T12:00:00.000Z';
const ONE = { at: AT, value: '1' };

async function setUp(t: Test) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const key = await service.makeKey(['read', 'scripts', 'bots']);
  const headers = { authorization: `Bearer ${key}` };
  const send = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) =>
    service.api.app.inject({
      method,
      url: `/v1/${url}`,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
  return { service, send };
}

test('points are added once, listed, and deleted with their series', async (t) => {
  const { send } = await setUp(t);
  const points = [
    { at: AT, value: '0.25' },
    { at: '2026-11-01T13:00:00.500+01:00', value: '-0.000000003' },
  ];
  const added = await send('PUT', SERIES, { name: 'mood', points });
  assert.deepEqual(added.json(), { name: 'mood', added_count: 2, same_count: 0 }, added.body);
  const again = await send('PUT', SERIES, {
    name: 'mood',
    points: [...points.slice(0, 1), LATER],
  });
  assert.deepEqual(again.json(), { name: 'mood', added_count: 1, same_count: 1 }, again.body);
  const [series] = (await send('GET', 'data-series')).json<{ data: object[] }>().data;
  assert.deepEqual(
    { ...series, created_at: '' },
    {
      name: 'mood',
      points_count: 3,
      first_at: AT,
      last_at: '2026-11-02T00:00:00.000Z',
      created_at: '',
    },
  );
  const page = (await send('GET', `${POINTS}?limit=2`)).json<{ data: []; next_cursor: string }>();
  assert.deepEqual(page.data, [
    { at: AT, value: '0.25' },
    { at: '2026-11-01T12:00:00.500Z', value: '-0.000000003' },
  ]);
  const rest = await send('GET', `${POINTS}?limit=2&cursor=${page.next_cursor}`);
  assert.deepEqual(rest.json(), {
    data: [{ at: '2026-11-02T00:00:00.000Z', value: '1000' }],
    next_cursor: null,
  });
  const late = await send('GET', `${POINTS}?from=2026-11-01T12:00:00.001Z`);
  assert.deepEqual(
    late.json<{ data: { value: string }[] }>().data.map(({ value }) => value),
    ['-0.000000003', '1000'],
  );
  assertProblem(await send('GET', `${POINTS}?from=noon`), 'invalid_request', true);
  assert.equal((await send('DELETE', 'data-series/mood')).statusCode, 204);
  assertProblem(await send('DELETE', 'data-series/mood'), 'data_series_not_found', true);
  assertProblem(await send('GET', POINTS), 'data_series_not_found', true);
});

test('a request may have as many points as the document says', async (t) => {
  const { send } = await setUp(t);
  const points = Array.from({ length: LIMITS.dataPointsPerRequestMax }, (_, index) => ({
    at: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
    value: '1',
  }));
  const added = await send('PUT', SERIES, { name: 'mood', points });
  assert.equal(added.statusCode, 200, added.body);
  const beyond = await send('PUT', SERIES, { name: 'mood', points: [...points, LATER] });
  assertProblem(beyond, 'invalid_request', true);
});

test('what was known does not change, and what cannot be read is refused', async (t) => {
  const { send } = await setUp(t);
  await send('PUT', SERIES, { name: 'mood', points: [{ at: AT, value: '1' }] });
  const other = await send('PUT', SERIES, { name: 'mood', points: [{ at: AT, value: '2' }] });
  assertProblem(other, 'forbidden', true);
  assert.match(other.json<{ detail: string }>().detail, /has 1 already/);
  const wrong: readonly object[] = [
    { points: [] },
    { points: [ONE, ONE] },
    { points: [{ at: AT, value: '1e3' }] },
    { points: [{ at: 'noon', value: '1' }] },
    { name: '9lives', points: [ONE] },
  ];
  for (const body of wrong)
    assertProblem(await send('PUT', SERIES, { name: 'mood', ...body }), 'invalid_request', true);
  const pages = Array.from({ length: LIMITS.dataSeriesPerUserMax - 1 }, (_, index) =>
    send('PUT', SERIES, { name: `s${index}`, points: [ONE] }),
  );
  assert.ok((await Promise.all(pages)).every(({ statusCode }) => statusCode === 200));
  const beyond = await send('PUT', SERIES, { name: 'more', points: [ONE] });
  assertProblem(beyond, 'forbidden', true);
});

test('a bot whose script reads one is started when it is there, and else refused', async (t) => {
  const { service, send } = await setUp(t);
  const source = "if DataSeries('mood')[1] > 1 then DoLong() end";
  const script = await send('POST', 'scripts', { name: 's', source });
  const { script_id } = script.json<{ script_id: string }>();
  const bot = { name: 'b', script_id, account_id: service.ownAccountId, market_tag: SPOT_TAG };
  const { bot_id: botId } = (await send('POST', 'bots', bot)).json<{ bot_id: string }>();
  const started = await send('POST', `bots/${botId}/start`, {});
  assert.equal(started.statusCode >= 400, true, started.body);
  assert.match(started.body, /reads the data series \\"mood\\", which is not there/);
  await send('PUT', SERIES, { name: 'mood', points: [ONE] });
  assert.equal((await send('POST', `bots/${botId}/start`, {})).statusCode, 200);
});
