// Equity of accounts over the wire: in pages, by intervals, of one account and of all.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { AMPLE_BUDGETS, makeTestService, SECOND_USER } from '../support/test-service.ts';

const service = await makeTestService(undefined, AMPLE_BUDGETS);
const { ownAccountId, store } = service;
const own = await service.makeKey(['read']);
const foreign = await service.makeKey(['read'], SECOND_USER);
const NOW_MS = service.clock.nowMs();

for (const minutesAgo of [120, 61, 10, 5]) {
  const atMs = NOW_MS - minutesAgo * MINUTE_MS;
  const value = decimal(`${minutesAgo}.5`);
  const point = { atMs, currency: 'USDT', value, unpriced: minutesAgo === 5 ? ['XYZ'] : [] };
  const due = { nextDueMs: NOW_MS + HOUR_MS, changedDueMs: NOW_MS };
  await store.storeEquity({ accountId: ownAccountId, point, ...due });
}

function ask(path: string, key = own) {
  const headers = { authorization: `Bearer ${key}` };
  return service.api.app.inject({ url: `/v1/${path}`, headers });
}

const ofAccount = `accounts/${ownAccountId}/equity`;

type Page = {
  readonly data: readonly { readonly at: string; readonly value: string }[];
  readonly next_cursor: string | null;
};

async function page(path: string): Promise<Page> {
  const response = await ask(path);
  assert.equal(response.statusCode, 200, response.body);
  return response.json<Page>();
}

async function values(path: string): Promise<readonly string[]> {
  return (await page(path)).data.map(({ value }) => value);
}

suite('what an account was worth', () => {
  test('is listed oldest first, with the currency and what has no price', async () => {
    const { data } = await page(ofAccount);
    assert.equal(data.length, 4);
    assert.deepEqual(data.at(-1), {
      at: '2026-11-21T09:55:00.000Z',
      currency: 'USDT',
      value: '5.5',
      unpriced: ['XYZ'],
    });
  });

  test('is the last value of each interval, in a window', async () => {
    assert.deepEqual(await values(`${ofAccount}?interval=60`), ['61.5', '5.5']);
    const window = 'from=2026-11-21T08:30:00Z&to=2026-11-21T09:55:00Z';
    assert.deepEqual(await values(`${ofAccount}?${window}`), ['61.5', '10.5']);
  });

  test('comes in pages that a cursor joins', async () => {
    for (const query of ['limit=3', 'limit=1&interval=60']) {
      const first = await page(`${ofAccount}?${query}`);
      const second = await page(`${ofAccount}?${query}&cursor=${first.next_cursor}`);
      assert.equal(second.next_cursor, null);
      const joined = [...first.data, ...second.data];
      const whole = await page(`${ofAccount}?${query.replace(/limit=./, 'limit=100')}`);
      assert.deepEqual(joined, whole.data);
    }
  });

  test('is noted anew for whoever reads it', async () => {
    const due = await store.claimEquity(NOW_MS + MINUTE_MS, NOW_MS + HOUR_MS, 10);
    assert.ok(due.some(({ account }) => account.accountId === ownAccountId));
  });

  test('is shown to nobody else', async () => {
    assertProblem(await ask(ofAccount, foreign), 'account_not_found', true);
    assertProblem(await ask('accounts/none/equity', foreign), 'account_not_found', true);
  });

  test('an interval that is none, and an instant that is none, are refused', async () => {
    for (const query of ['interval=7', 'from=yesterday', 'to=2026-13-01T00:00:00Z'])
      assertProblem(await ask(`${ofAccount}?${query}`), 'invalid_request', true);
  });
});

suite('what all accounts were worth', () => {
  test('is one sum for each currency, over the last week by hours', async () => {
    const { data } = (await ask('equity')).json<{ data: readonly Record<string, unknown>[] }>();
    assert.equal(data.length, 1);
    const [{ currency, is_play_money: isPlayMoney, values: listed } = {}] = data;
    assert.deepEqual([currency, isPlayMoney], ['USDT', true]);
    assert.deepEqual(listed, [
      { at: '2026-11-21T09:00:00.000Z', value: '61.5', accounts_count: 1 },
      { at: '2026-11-21T10:00:00.000Z', value: '5.5', accounts_count: 1 },
    ]);
  });

  test('begins with what was known before the window', async () => {
    const window = 'interval=15&from=2026-11-21T09:15:00Z&to=2026-11-21T09:53:00Z';
    const { data } = (await ask(`equity?${window}`)).json<{
      data: readonly { values: object }[];
    }>();
    assert.deepEqual(data[0]?.values, [
      { at: '2026-11-21T09:30:00.000Z', value: '61.5', accounts_count: 1 },
      { at: '2026-11-21T09:45:00.000Z', value: '61.5', accounts_count: 1 },
      { at: '2026-11-21T09:53:00.000Z', value: '10.5', accounts_count: 1 },
    ]);
  });

  test('begins as early as it may where nothing else is requested', async () => {
    const { data } = (await ask('equity?interval=5')).json<{
      data: readonly { values: readonly object[] }[];
    }>();
    assert.equal(data[0]?.values.length, 24);
  });

  test('is nothing for a user of whom nothing was noted', async () => {
    assert.deepEqual((await ask('equity', foreign)).json(), { data: [] });
  });

  test('a window that is too long or the wrong way round is refused', async () => {
    for (const query of [
      'interval=5&from=2026-01-01T00:00:00Z',
      'from=2026-11-21T10:00:01Z',
      'from=2026-11-21T09:00:00Z&to=2026-11-21T08:00:00Z',
    ])
      assertProblem(await ask(`equity?${query}`), 'invalid_request', true);
  });
});
