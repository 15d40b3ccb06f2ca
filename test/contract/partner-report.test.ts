// The report of a partner over the wire: what was used in a period, and what it costs.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { DAY_MS, HOUR_MS } from '#lib/time.ts';
import { setTariff } from '#services/partner-reports/tariffs.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import {
  AMPLE_BUDGETS,
  makeTestService,
  SECOND_USER,
  closeAfter,
} from '../support/test-service.ts';

type Line = { readonly code: string; readonly quantity: string; readonly amount: string };
type ReportBody = {
  readonly period_start: string;
  readonly period_end: string;
  readonly generated_at: string;
  readonly totals: Readonly<Record<string, unknown>>;
  readonly line_items: readonly Line[];
  readonly users: readonly { readonly user_id: string; readonly bot_hours: string }[];
  readonly next_cursor: string | null;
};

const PERIOD = '?from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z';

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const own = await service.makeKey(['whitelabel', 'partner']);
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, key = own) =>
    service.api.app.inject({
      method,
      url: `/v1${url}`,
      headers: { authorization: `Bearer ${key}` },
      ...(payload === undefined ? {} : { payload }),
    });
  const startedBot = async (externalId: string) => {
    const credentials = { api_key: 'k', api_secret: 's' };
    const wish = { external_id: externalId, exchange: 'still', credentials };
    const made = await call('POST', '/whitelabel/users', wish);
    const { user_id: userId } = made.json<{ user_id: string }>();
    const config = { market_tag: SPOT_TAG, signal_token: 'trend', order_size: '50' };
    const bots = `/whitelabel/users/${userId}/bots`;
    const bot = await call('POST', bots, { type: 'webhook', config });
    const botUrl = `${bots}/${bot.json<{ bot_id: string }>().bot_id}`;
    assert.equal((await call('POST', `${botUrl}/start`)).statusCode, 200);
    return { userId, bots, botUrl, config };
  };
  const report = async (query = PERIOD, key = own) => {
    const response = await call('GET', `/whitelabel/report${query}`, undefined, key);
    assert.equal(response.statusCode, 200, response.body);
    return response.json<ReportBody>();
  };
  const tariff = (prices: object, fromMs: number | null) =>
    setTariff(
      { users: service.store, partners: service.store, clock: service.clock },
      { userName: 'usr_first', tariff: { currency: 'USDT', prices }, fromMs },
    );
  return { service, call, startedBot, report, tariff, own };
}

suite('the report', () => {
  test('counts what end users used, without a bill where there is no tariff', async (t) => {
    const { service, call, startedBot, report } = await setUp(t);
    const { userId, botUrl } = await startedBot('customer-1');
    await call('POST', '/whitelabel/signals', { signal_token: 'trend', action: 'buy' });
    service.clock.advance(90 * 60_000);
    await call('POST', `${botUrl}/stop`);
    service.clock.advance(DAY_MS);
    const { generated_at: generatedAt, ...body } = await report();
    const used = {
      bots_created: 1,
      bots_running: 1,
      bot_hours: '1.5',
      orders_filled: 0,
      traded_volume: '0',
      spot_volume: '0',
      futures_volume: '0',
      backtests: 0,
      volumes: [],
    };
    assert.deepEqual(body, {
      period_start: '2026-11-21T00:00:00.000Z',
      period_end: '2026-11-22T00:00:00.000Z',
      currency: 'USDT',
      totals: { users: 1, active_users: 1, ...used, signals: 1, amount_due: null },
      line_items: [],
      users: [{ user_id: userId, ...used }],
      next_cursor: null,
    });
    assert.equal(generatedAt, '2026-11-22T11:30:00.000Z');
  });

  test('is the same for a past period whenever it is requested, on both surfaces', async (t) => {
    const { service, call, startedBot, report, tariff } = await setUp(t);
    await tariff({ active_bot: decimal('5'), bot_hour: decimal('0.1') }, 0);
    const { userId, botUrl } = await startedBot('customer-1');
    service.clock.advance(DAY_MS);
    const { generated_at: _earlier, ...before } = await report();
    assert.deepEqual(before.line_items, [
      { code: 'active_bot', quantity: '1', unit: 'bot_month', unit_price: '5', amount: '5' },
      { code: 'bot_hour', quantity: '14', unit: 'hour', unit_price: '0.1', amount: '1.4' },
    ]);
    assert.equal(before.totals['amount_due'], '6.4');
    await call('DELETE', botUrl);
    await call('DELETE', `/whitelabel/users/${userId}`);
    await tariff({ active_bot: decimal('50') }, null);
    service.clock.advance(DAY_MS);
    const { generated_at: _later, ...after } = await report();
    assert.deepEqual(after, before);
    const other = (await call('GET', `/partner/report${PERIOD}`)).json<ReportBody>();
    assert.deepEqual(other, { ...before, generated_at: other.generated_at });
  });

  test('of a key for one end user shows that one alone', async (t) => {
    const { service, call, startedBot, report } = await setUp(t);
    const one = await startedBot('customer-1');
    await startedBot('customer-2');
    service.clock.advance(HOUR_MS);
    const wish = { name: 'k', scopes: ['whitelabel'], user_id: one.userId };
    const made = await call('POST', '/whitelabel/keys', wish);
    const { key } = made.json<{ key: string }>();
    const body = await report(PERIOD, key);
    assert.deepEqual(
      body.users.map((each) => each.user_id),
      [one.userId],
    );
    assert.deepEqual([body.totals['users'], body.totals['bot_hours']], [1, '1']);
    assert.equal((await report()).users.length, 2);
  });

  test('has its users in pages, with all else the same on each', async (t) => {
    const { service, startedBot, report, call } = await setUp(t);
    for (let index = 0; index < 5; index += 1) await startedBot(`customer-${index}`);
    service.clock.advance(HOUR_MS);
    const whole = await report();
    const ids: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 3; pages += 1) {
      const page = await report(`${PERIOD}&limit=2${cursor}`);
      ids.push(...page.users.map((each) => each.user_id));
      assert.deepEqual({ ...page, users: whole.users, next_cursor: null }, whole);
      assert.equal(page.next_cursor === null, pages === 2);
      cursor = `&cursor=${encodeURIComponent(page.next_cursor ?? '')}`;
    }
    assert.equal(whole.users.length, 5);
    assert.deepEqual(
      ids,
      whole.users.map((each) => each.user_id),
    );
    const first = await report(`${PERIOD}&limit=2`);
    const of = `?from=2026-11-20T00:00:00Z&cursor=${encodeURIComponent(first.next_cursor ?? '')}`;
    assertProblem(await call('GET', `/whitelabel/report${of}`), 'invalid_request', true);
  });

  test('counts nothing that is still to come, and backtests that were discarded', async (t) => {
    const { service, call, startedBot, report } = await setUp(t);
    const { userId, config } = await startedBot('customer-1');
    const wish = { type: 'webhook', config, start_at: '2024-01-01T00:00:00Z' };
    const url = `/whitelabel/users/${userId}/backtests`;
    const run = await call('POST', url, { ...wish, end_at: '2024-01-02T00:00:00Z' });
    assert.equal(run.statusCode, 202, run.body);
    service.clock.advance(HOUR_MS);
    const { totals } = await report();
    assert.deepEqual([totals['bot_hours'], totals['backtests']], ['1', 1]);
    const month = await report('');
    assert.equal(month.period_start, '2026-11-01T00:00:00.000Z');
    assert.equal(month.period_end, '2026-11-21T11:00:00.000Z');
    assert.deepEqual(month.totals, totals);
  });

  test('is refused for a period that is none, by parameter', async (t) => {
    const { call } = await setUp(t);
    for (const [query, parameter] of [
      ['?from=yesterday', 'from'],
      ['?to=2026-11-31T00:00:00Z', 'to'],
      ['?from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z', 'to'],
      ['?from=2026-11-01T00:00:01Z&to=2026-11-01T00:00:59Z', 'to'],
      ['?from=2025-01-01T00:00:00Z&to=2026-11-01T00:00:00Z', 'to'],
      ['?from=2026-12-01T00:00:00Z&to=2026-12-02T00:00:00Z', 'from'],
      ['?since=2026-11-01T00:00:00Z', 'since'],
    ] as const) {
      const refused = await call('GET', `/whitelabel/report${query}`);
      const problem = assertProblem(refused, 'invalid_request', true);
      assert.deepEqual(
        problem.errors?.map((each) => each.parameter),
        [parameter],
        refused.body,
      );
      assert(
        problem.detail.startsWith(`Query parameter "${parameter}": expected `),
        problem.detail,
      );
    }
  });

  test('of another partner shows nothing of it', async (t) => {
    const { service, startedBot, report } = await setUp(t);
    await startedBot('customer-1');
    service.clock.advance(HOUR_MS);
    const foreign = await report(PERIOD, await service.makeKey(['whitelabel'], SECOND_USER));
    assert.deepEqual([foreign.users, foreign.totals['users']], [[], 0]);
    assert.equal(foreign.totals['bot_hours'], '0');
  });
});

test('a tariff after the first one cannot begin in the past', async (t) => {
  const { service, tariff } = await setUp(t);
  const nowMs = service.clock.nowMs();
  assert((await tariff({ active_bot: decimal('5') }, 0)).ok);
  const refused = await tariff({ active_bot: decimal('6') }, nowMs - 1);
  assert(!refused.ok && refused.rejection === 'past_is_billed');
  const taken = await tariff({ active_bot: decimal('6') }, nowMs + 1);
  assert(taken.ok && taken.value.length === 2);
});
