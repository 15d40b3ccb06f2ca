// Contract of every store for the equity of accounts: who looks when, what is listed, and what is
// retained.

import assert from 'node:assert/strict';
import type { EquityPoint } from '#domain/equity/sum-equity.ts';
import { decimal } from '#lib/decimal.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import type { Account } from '#ports/stores/account-store.ts';
import { EQUITY_CHANGE_MS } from '#ports/stores/equity-store.ts';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import { sampleAccount, sampleOrder, storedAccount } from '#ports/stores/store.fixture.ts';
import type { Store } from '#ports/stores/store.ts';

const MIDNIGHT_MS = Date.UTC(2026, 10, 20);
const FAR_MS = Date.UTC(2100, 0, 1);
/** All accounts of all tests are in one store. */
const ALL = 100_000;

function point(atMs: number, value = '100', unpriced: readonly string[] = []): EquityPoint {
  return { atMs, currency: 'USDT', value: decimal(value), unpriced };
}

async function take(store: Store, { accountId }: Account, ...points: readonly EquityPoint[]) {
  for (const each of points) {
    const due = { nextDueMs: FAR_MS, changedDueMs: FAR_MS };
    await store.storeEquity({ accountId, point: each, ...due });
  }
}

/** When the account is due: the claim that gets it. */
async function claimAt(store: Store, { accountId }: Account, nowMs: number) {
  const claimed = await store.claimEquity(nowMs, FAR_MS, ALL);
  return claimed.filter(({ account }) => account.accountId === accountId);
}

async function listed(store: Store, { accountId }: Account, fromMs = 0, intervalMs = MINUTE_MS) {
  const query = { accountId, fromMs, toMs: FAR_MS, intervalMs, limit: 1_000 };
  return store.listEquity(query);
}

export const EQUITY_CASES: StoreCases = {
  'a new account is due at once, to one process alone': async (store) => {
    const account = await storedAccount(store);
    assert.deepEqual(await claimAt(store, account, 1), [{ account, currency: null }]);
    assert.deepEqual(await claimAt(store, account, 1), []);
  },
  'an account whose process died is due again when its claim has ended': async (store) => {
    const account = await storedAccount(store);
    await store.claimEquity(1_000, 2_000, ALL);
    assert.deepEqual(await claimAt(store, account, 1_999), []);
    assert.equal((await claimAt(store, account, 2_000)).length, 1);
  },
  'a value is listed as it was noted, and the next look is later': async (store) => {
    const account = await storedAccount(store);
    const { accountId } = account;
    const noted = point(MIDNIGHT_MS, '-0.000000000000000001', ['ABC', 'XYZ']);
    await claimAt(store, account, MIDNIGHT_MS);
    const due = { nextDueMs: MIDNIGHT_MS + 10, changedDueMs: MIDNIGHT_MS + 5 };
    await store.storeEquity({ accountId, point: noted, ...due });
    assert.deepEqual(await listed(store, account), [noted]);
    assert.deepEqual(await claimAt(store, account, MIDNIGHT_MS + 9), []);
    const [again] = await claimAt(store, account, MIDNIGHT_MS + 10);
    assert.equal(again?.currency, 'USDT', 'later values are in the currency of the first');
  },
  'an account without a value is put off': async (store) => {
    const account = await storedAccount(store);
    const { accountId } = account;
    await claimAt(store, account, 1);
    await store.storeEquity({ accountId, point: null, nextDueMs: 10, changedDueMs: 5 });
    assert.deepEqual(await listed(store, account), []);
    assert.deepEqual(await claimAt(store, account, 9), []);
    assert.deepEqual(await claimAt(store, account, 10), [{ account, currency: null }]);
  },
  'a fill makes its account due, once in five minutes': async (store) => {
    const account = await storedAccount(store);
    const { accountId } = account;
    await claimAt(store, account, MIDNIGHT_MS);
    await take(store, account, point(MIDNIGHT_MS));
    await fill(store, account, MIDNIGHT_MS + 1_000);
    const dueMs = MIDNIGHT_MS + EQUITY_CHANGE_MS;
    assert.deepEqual(await claimAt(store, account, dueMs - 1), []);
    assert.equal((await claimAt(store, account, dueMs)).length, 1);
    await take(store, account, point(dueMs));
    const laterMs = dueMs + 10 * MINUTE_MS;
    await fill(store, account, laterMs);
    assert.deepEqual(await claimAt(store, account, laterMs - 1), []);
    assert.equal((await claimAt(store, account, laterMs)).length, 1, 'the last is long ago');
    assert.equal((await listed(store, { ...account, accountId })).length, 2);
  },
  'what is traded during a look is seen by another one': async (store) => {
    const account = await storedAccount(store);
    const { accountId } = account;
    await claimAt(store, account, MIDNIGHT_MS);
    await fill(store, account, MIDNIGHT_MS + 1);
    const due = { nextDueMs: FAR_MS, changedDueMs: MIDNIGHT_MS + 7 };
    await store.storeEquity({ accountId, point: point(MIDNIGHT_MS), ...due });
    assert.equal((await claimAt(store, account, MIDNIGHT_MS + 7)).length, 1);
    await store.storeEquity({ accountId, point: point(MIDNIGHT_MS + 7), ...due });
    assert.deepEqual(await claimAt(store, account, MIDNIGHT_MS + 8), []);
  },
  'whoever reads an account makes it due, and nobody else': async (store) => {
    const [account, other] = [await storedAccount(store), await storedAccount(store)];
    for (const each of [account, other]) {
      await claimAt(store, each, 1_000);
      await take(store, each, point(1_000));
    }
    const { accountId, userId } = account;
    await store.hastenEquity(userId, [accountId, other.accountId], 5_000, 60_000);
    assert.deepEqual(await claimAt(store, account, 60_999), []);
    assert.equal((await claimAt(store, account, 61_000)).length, 1);
    await store.hastenEquity(userId, [accountId], 200_000, 60_000);
    const due = await store.claimEquity(200_000, FAR_MS, ALL);
    const ids = due.map((each) => each.account.accountId);
    assert.deepEqual([ids.includes(accountId), ids.includes(other.accountId)], [true, false]);
  },
  'an instant is noted once': async (store) => {
    const account = await storedAccount(store);
    await take(store, account, point(5, '1'), point(5, '2'));
    assert.deepEqual(await listed(store, account), [point(5, '1')]);
  },
  'values are listed oldest first, the last of each interval, in pieces': async (store) => {
    const account = await storedAccount(store);
    const { accountId } = account;
    const minutes = [0, 10, 59, 60, 61, 180].map((minute) =>
      point(MIDNIGHT_MS + minute * MINUTE_MS, String(minute)),
    );
    await take(store, account, ...minutes);
    await take(store, await storedAccount(store), point(MIDNIGHT_MS, '7'));
    const [, , last, , second, third] = minutes;
    assert.deepEqual(await listed(store, account), minutes);
    assert.deepEqual(await listed(store, account, 0, HOUR_MS), [last, second, third]);
    const window = { fromMs: MIDNIGHT_MS + MINUTE_MS, toMs: MIDNIGHT_MS + 61 * MINUTE_MS };
    const query = { accountId, ...window, intervalMs: null, limit: 2 };
    assert.deepEqual(await store.listEquity(query), minutes.slice(1, 3));
    const whole = { ...query, intervalMs: HOUR_MS, limit: 10 };
    assert.deepEqual(await store.listEquity(whole), minutes.slice(2, 4));
  },
  'several accounts are listed by account, each from its value before the window': async (
    store,
  ) => {
    const accounts = [
      await storedAccount(store),
      await storedAccount(store),
      await storedAccount(store),
    ] as const;
    const [one, other, empty] = accounts;
    const before = point(MIDNIGHT_MS - DAY_MS, '1');
    const [early, late, next] = [1, 2, 61].map((m) => point(MIDNIGHT_MS + m * MINUTE_MS, `${m}`));
    assert.ok(early !== undefined && late !== undefined && next !== undefined);
    await take(store, one, point(before.atMs - 1), before, early, late, next);
    await take(store, other, late);
    const query = {
      accountIds: [other.accountId, empty.accountId, one.accountId],
      fromMs: MIDNIGHT_MS,
      toMs: next.atMs,
      intervalMs: HOUR_MS,
    };
    assert.deepEqual(await store.listEquityOfAccounts(query), [[before, late], [late]]);
  },
  'old values are thinned to those of hours, and of days': async (store) => {
    const account = await storedAccount(store);
    const atMinutes = [0, 5, 60, 65, 24 * 60 + 30, 24 * 60 + 90, 24 * 60 + 100];
    const noted = atMinutes.map((minute) => point(MIDNIGHT_MS + minute * MINUTE_MS));
    const [first, , second, , third, fourth, fifth] = noted;
    await take(store, account, ...noted);
    await purge(store, MIDNIGHT_MS + DAY_MS, 0);
    assert.deepEqual(await listed(store, account), [first, second, third, fourth, fifth]);
    await purge(store, MIDNIGHT_MS + 2 * DAY_MS, MIDNIGHT_MS + DAY_MS);
    assert.deepEqual(await listed(store, account), [first, third, fourth]);
    await purge(store, MIDNIGHT_MS + 2 * DAY_MS, MIDNIGHT_MS + 2 * DAY_MS);
    assert.deepEqual(await listed(store, account), [first, third]);
  },
  'values are deleted piece by piece': async (store) => {
    const account = sampleAccount((await storedAccount(store)).userId);
    await store.insertAccount(account);
    await purge(store, 2 * DAY_MS, 0);
    await take(store, account, ...[0, 1, 2, 3].map((ms) => point(DAY_MS + ms)));
    let left = 4;
    for (const deleted of [2, 1, 0]) {
      assert.equal(await store.purgeEquity(2 * DAY_MS, 0, 2), deleted);
      left -= deleted;
      assert.equal((await listed(store, account, 0, 1)).length, left);
    }
  },
};

async function purge(store: Store, changesBeforeMs: number, hoursBeforeMs: number): Promise<void> {
  await store.purgeEquity(changesBeforeMs, hoursBeforeMs, ALL);
}

async function fill(store: Store, { accountId }: Account, atMs: number): Promise<void> {
  const placed = { state: 'open', filledAmount: decimal('1'), updatedAtMs: atMs } as const;
  await store.insertIntent(sampleOrder(accountId, placed));
  while ((await store.numberEvents(1_000)) > 0);
}
