// Bots over the wire: made deactivated, started and stopped as often as asked, held apart from
// other tenants.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../support/assert-problem.ts';
import { FUTURES_TAG, SPOT_TAG } from '../support/still-exchange.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import { sampleOrder } from '#ports/stores/store.fixture.ts';
import type { TestService } from '../support/test-service.ts';
import {
  AMPLE_BUDGETS,
  makeTestService,
  SECOND_USER,
  closeAfter,
} from '../support/test-service.ts';

type BotBody = { readonly bot_id: string; readonly is_activated: boolean };
type Page = { readonly data: readonly BotBody[]; readonly next_cursor: string | null };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
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
  const strategy = null;
  const figures = { realized_profit: '0', unrealized_profit: '0', roi: '0' };
  const state = { is_activated: false, is_paused: false, stop_reason: null, stopped_by: null };
  const chosen = {
    parameters: {},
    settings: {
      interval: 1,
      leverage: null,
      margin_mode: null,
      trade_amount: null,
      trade_amount_percent: null,
      pyramiding: null,
      stops: null,
    },
    last_update_at: null,
    next_update_at: null,
    profit_currency: null,
    total_profit: '0',
  };
  assert.deepEqual(rest, { ...body, strategy, is_paper: false, ...state, ...figures, ...chosen });
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
    { settings: { pyramiding: -1 } },
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

test("another user's bot is treated like an unknown one", async (t) => {
  const { service, call, create } = await setUp(t);
  const { bot_id: botId } = (await create()).json<BotBody>();
  const foreignKey = await service.makeKey([], SECOND_USER);
  for (const [method, path, code] of [
    ['GET', '', 'bot_not_found'],
    ['DELETE', '', 'bot_not_found'],
    ['POST', '/start', 'forbidden'],
    ['POST', '/stop', 'bot_not_found'],
  ] as const) {
    const responses = [];
    for (const id of [botId, 'bot_00000000000000000000000000']) {
      const response = await call(method, `/v1/bots/${id}${path}`, undefined, foreignKey);
      responses.push(response.body.replaceAll(id, 'ID'));
      assertProblem(response, code, true);
    }
    assert.equal(responses[0], responses[1]);
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

test('its log, orders and positions are listed, to its owner alone', async (t) => {
  const { service, call, create } = await setUp(t);
  const { bot_id: botId } = (await create()).json<BotBody>();
  const url = `/v1/bots/${botId}`;
  for (const list of ['logs', 'orders', 'positions'])
    assert.deepEqual((await call('GET', `${url}/${list}`)).json<Page>().data, []);
  await call('POST', `${url}/start`);
  await runOneStep(service, botId);
  const first = (await call('GET', `${url}/logs?limit=1`)).json<Page>();
  assert.deepEqual(first.data, [
    { timestamp: '1970-01-01T00:00:00.002Z', severity: 'error', message: 'two' },
  ]);
  const next = await call('GET', `${url}/logs?limit=1&cursor=${first.next_cursor}`);
  assert.equal(next.json<{ data: readonly { message: string }[] }>().data[0]?.message, 'one');
  assert.equal(next.json<Page>().next_cursor, null);
  const orders = (await call('GET', `${url}/orders`)).json<Page>().data;
  assert.deepEqual(
    orders.map((order) => order.bot_id),
    [botId],
  );
  const open = await call('GET', `/v1/accounts/${service.ownAccountId}/orders`);
  assert.deepEqual(
    open.json<Page>().data.map((order) => order.bot_id),
    [botId],
  );
  assert.equal((await call('GET', url)).json<{ roi: string }>().roi, '2.5');
  const foreignKey = await service.makeKey([], SECOND_USER);
  for (const list of ['logs', 'orders', 'positions'])
    assertProblem(
      await call('GET', `${url}/${list}`, undefined, foreignKey),
      'bot_not_found',
      true,
    );
});

/** What a process that runs bots would write of one update. */
async function runOneStep(service: TestService, botId: string): Promise<void> {
  const { botRuns: runs } = service;
  const { leases } = await runs.renewLeases('test', 60_000);
  const [listed] = await runs.listRunnableBots(leases.map(({ shard }) => shard));
  const lease = leases.find(({ shard }) => shard === listed?.shard);
  assert(listed !== undefined && lease !== undefined);
  const fence = { ...lease, owner: 'test' };
  const cursors = { fillCursor: null, marginCursor: null };
  const empty = { eventCount: 0, placedCount: 0, placedDigest: '', openCount: 0, ...cursors };
  const record = { botId, activation: 1, setup: '{}', doneUntilMs: 0, ...empty };
  assert.ok(await runs.insertRun(fence, record));
  const order = sampleOrder(service.ownAccountId, { botId, state: 'pending' });
  const step = {
    record: { ...record, placedCount: 1 },
    atMs: 3,
    closedPositions: [],
    filledOrders: [],
    equity: [],
    curve: null,
    eventCountBefore: 0,
    events: [],
    taken: [],
    signals: [],
    orders: [{ ...order, placedAtMs: service.clock.nowMs(), updatedAtMs: service.clock.nowMs() }],
    lines: [
      { atMs: 1, severity: 'info', message: 'one' },
      { atMs: 2, severity: 'error', message: 'two' },
    ],
    figures: {
      profitCurrency: 'USDT',
      realizedProfit: ZERO,
      unrealizedProfit: ZERO,
      roiPercent: decimal('2.5'),
      pairs: null,
      bracket: null,
      isPaused: false,
    },
    positions: '[]',
    isFollowing: false,
    staysFollowed: false,
    stoppedAtMs: 0,
    ending: null,
  };
  const [outcome] = await runs.commitSteps([{ fence, step }]);
  assert.equal(outcome?.kind, 'committed');
}

test('a page of bots with large parameters ends early, and none is left out', async (t) => {
  const { call, script, create } = await setUp(t);
  const parameters = Object.fromEntries(
    Array.from({ length: 250 }, (_, index) => [`Text ${index}`, 'x'.repeat(4_000)]),
  );
  // A script that does not compile is not asked which parameters it has.
  const script_id = await script('(');
  const made: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const created = await create({ script_id, parameters });
    assert.equal(created.statusCode, 201, created.body.slice(0, 500));
    made.push(created.json<BotBody>().bot_id);
  }
  const seen: string[] = [];
  let cursor: string | null = '';
  let pagesCount = 0;
  while (cursor !== null) {
    const page = await call('GET', `/v1/bots?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
    assert.ok(page.body.length < 5 * 1_048_576, `${page.body.length} bytes`);
    const { data, next_cursor: next }: Page = page.json<Page>();
    seen.push(...data.map(({ bot_id }) => bot_id));
    cursor = next;
    pagesCount += 1;
  }
  assert.deepEqual(seen, made.toSorted());
  assert.equal(pagesCount, 2);
});
