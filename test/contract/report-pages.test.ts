// Reports as one HTML file: each has what the lists of the API have.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { sampleReport } from '#backtesting/report.fixture.ts';
import { outcomeOf } from '#services/backtests/backtest-result.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { endWaitingBacktest } from '../support/end-waiting-backtest.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from '../support/test-service.ts';

const SCRIPT_ID = 'scr_01jd3f8k2m5q7r9t1v3x5z7b9c';
const SOURCE = "local length = Input('Length', 5)";
const FRAME = '<title>__TITLE__</title><script type="application/json">__REPORT__</script>';
const PAGE = 'text/html,application/xhtml+xml,*/*;q=0.8';

async function setUp(t: TestContext, frame: string | null = FRAME) {
  const files = { page: '', assets: new Map(), reportFrame: () => frame ?? '' };
  const console = frame === null ? null : files;
  const service = await makeTestService(undefined, AMPLE_BUDGETS, console);
  closeAfter(t, service);
  const key = await service.makeKey([]);
  const ask = (method: 'GET' | 'POST', url: string, accept: string, payload?: object) =>
    service.api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}`, accept },
      ...(payload === undefined ? {} : { payload }),
    });
  const get = async (url: string) => (await ask('GET', url, 'application/json')).json<object>();
  const made = await ask('POST', '/v1/backtests', '*/*', {
    script_id: SCRIPT_ID,
    account_id: service.ownAccountId,
    market_tag: SPOT_TAG,
    interval: 60,
    start_at: '2024-01-01T00:00:00Z',
    end_at: '2024-02-01T00:00:00Z',
  });
  const { backtest_id: id } = made.json<{ readonly backtest_id: string }>();
  return { service, ask, get, id, url: `/v1/backtests/${id}` };
}

function documentOf(body: string): Readonly<Record<string, unknown>> {
  const [, text = ''] = /application\/json">(.*)<\/script>/s.exec(body) ?? [];
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}

test('a finished backtest is a page with all that its lists have', async (t) => {
  const { service, ask, get, url } = await setUp(t);
  assertProblem(await ask('GET', url, 'text/html'), 'not_acceptable', true);
  await endWaitingBacktest(service, outcomeOf(sampleReport(3), { topUps: [] }));
  const page = await ask('GET', url, PAGE);
  assert.equal(page.statusCode, 200, page.body);
  assert.match(String(page.headers['content-type']), /^text\/html/);
  // It is not run as a page of the service, whose sessions it could use.
  assert.match(
    String(page.headers['content-disposition']),
    /^attachment; filename="report\.html"$/,
  );
  const document = documentOf(page.body);
  assert.deepEqual(document['job'], await get(url));
  assert.deepEqual(document['statistics'], await get(`${url}/statistics`));
  for (const [part, list] of [
    ['trades', 'positions'],
    ['orders', 'orders'],
    ['logs', 'logs'],
    ['equity', 'equity'],
    ['bars', 'bars'],
    ['plots', 'plots'],
    ['drawings', 'drawings'],
    ['objects', 'objects'],
    ['exports', 'exports'],
  ] as const) {
    const { data } = (await get(`${url}/${list}`)) as { readonly data: readonly unknown[] };
    assert.deepEqual(document[part], data, part);
  }
  assert.ok((document['trades'] as readonly unknown[]).length > 0);
  const json = await ask('GET', url, '*/*');
  assert.match(String(json.headers['content-type']), /^application\/json/);
});

test('a lab and a portfolio are pages', async (t) => {
  const { service, ask, get, id } = await setUp(t);
  await endWaitingBacktest(service, outcomeOf(sampleReport(3), { topUps: [] }));
  const name = 'a </script> lab';
  const script = await ask('POST', '/v1/scripts', '*/*', { name: 's', source: SOURCE });
  const { script_id } = script.json<{ readonly script_id: string }>();
  const made = await ask('POST', '/v1/labs', '*/*', { name, script_id });
  const lab = `/v1/labs/${made.json<{ readonly lab_id: string }>().lab_id}`;
  const page = await ask('GET', lab, 'text/html');
  assert.match(page.body, /<title>a &lt;\/script&gt; lab<\/title>/);
  const document = documentOf(page.body);
  assert.deepEqual(document['lab'], await get(lab));
  assert.deepEqual([document['results'], document['runs']], [[], []]);
  const portfolio = `/v1/portfolio?backtest_ids=${id}`;
  const sum = await ask('GET', portfolio, 'text/html');
  assert.equal(sum.statusCode, 200, sum.body);
  const added = documentOf(sum.body);
  assert.deepEqual(added['portfolio'], await get(portfolio));
  assert.equal((added['names'] as readonly string[]).length, 1);
  assertProblem(await ask('GET', '/v1/labs/lab_0', 'text/html'), 'lab_not_found', true);
});

test('without the console there is no frame, and it says so', async (t) => {
  const { service, ask, url } = await setUp(t, null);
  await endWaitingBacktest(service, outcomeOf(sampleReport(3), { topUps: [] }));
  const problem = assertProblem(await ask('GET', url, 'text/html'), 'not_acceptable', true);
  assert.match(problem.detail, /not built/);
  const other = assertProblem(await ask('GET', url, 'image/png'), 'not_acceptable', true);
  assert.match(other.detail, /application\/json and text\/html/);
});
