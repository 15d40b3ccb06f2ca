// Contract of every store for the limits of accounts, and for orders that are judged by them.

import assert from 'node:assert/strict';
import { decimal, ZERO } from '#lib/decimal.ts';
import type { AccountLimits, CurrencyLimits } from '#domain/risk/account-limits.ts';
import type { OrderRisk, Standing } from '#domain/risk/judge-orders.ts';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import {
  heldCompletion,
  lostCompletion,
  sampleOrder,
  storedAccount,
} from '#ports/stores/store.fixture.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { OrderTransition } from '#ports/stores/order-store.ts';
import type { Store } from '#ports/stores/store.ts';
import type { Order } from '#venue-port/order/order.ts';

const USDT: CurrencyLimits = {
  currency: 'USDT',
  maxOrderValue: decimal('999999999999999999.000000000000000001'),
  maxExposure: null,
  maxDailyLoss: decimal('0.5'),
};

const ALL: AccountLimits = {
  maxOrdersPerMinute: 7,
  currencies: [USDT, { ...USDT, currency: 'BTC', maxExposure: decimal('1'), maxDailyLoss: null }],
};

const EXPOSURE: AccountLimits = {
  maxOrdersPerMinute: null,
  currencies: [{ ...USDT, maxExposure: decimal('100'), maxDailyLoss: null }],
};

const NOTHING: Standing = { afterSequence: 0, markets: [], dailyLoss: ZERO };

function riskOf(value: string, changes: Partial<OrderRisk> = {}): OrderRisk {
  const order = { marketTag: 'SIM_BTC_USDT', currency: 'USDT', side: 'buy' } as const;
  return { ...order, value: decimal(value), standing: NOTHING, ...changes };
}

async function limitedAccount(store: Store, limits: AccountLimits): Promise<Account> {
  const account = await storedAccount(store);
  await store.setLimits(account.accountId, limits);
  return account;
}

function orderOf(accountId: string): Order {
  return sampleOrder(accountId, { amount: decimal('2') });
}

async function kindOf(store: Store, { accountId }: Account, risk?: OrderRisk): Promise<string> {
  return (await store.insertIntent(orderOf(accountId), { risk })).kind;
}

function endOf(order: Order, to: 'filled' | 'cancelled', filled: string): OrderTransition {
  return {
    orderId: order.orderId,
    from: ['pending'],
    to,
    filledAmount: decimal(filled),
    venueOrderId: 'v',
    reason: null,
    atMs: 9,
  };
}

export const ACCOUNT_LIMIT_CASES: StoreCases = {
  'limits are found whole, changed and taken away': async (store) => {
    const { accountId } = await limitedAccount(store, ALL);
    assert.deepEqual(await store.findLimits(accountId), ALL);
    await store.setLimits(accountId, EXPOSURE);
    assert.deepEqual(await store.findLimits(accountId), EXPOSURE);
    await store.setLimits(accountId, null);
    assert.equal(await store.findLimits(accountId), null);
  },
  'a request that was taken over changes no limits': async (store) => {
    const { accountId } = await limitedAccount(store, ALL);
    const lost = await lostCompletion(store);
    for (const limits of [EXPOSURE, null])
      await assert.rejects(store.setLimits(accountId, limits, lost), { code: 'conflict' });
    assert.deepEqual(await store.findLimits(accountId), ALL);
    const held = await heldCompletion(store);
    await store.setLimits(accountId, EXPOSURE, held.completion);
    assert.deepEqual(await store.findLimits(accountId), EXPOSURE);
    assert.equal(await held.replay(), null);
  },
  'limits that may be tightened alone are not lifted, and what stands in the way is named': async (
    store,
  ) => {
    const { accountId } = await storedAccount(store);
    const set = (limits: AccountLimits | null) => store.setLimits(accountId, limits, null, false);
    assert.deepEqual(await set(ALL), []);
    assert.deepEqual(await set({ ...ALL, maxOrdersPerMinute: 8 }), [
      { limit: 'maxOrdersPerMinute' },
    ]);
    assert.deepEqual(await set(null), [
      { limit: 'maxOrdersPerMinute' },
      { limit: 'currencies', currency: null },
    ]);
    assert.deepEqual(await store.findLimits(accountId), ALL);
    assert.deepEqual(await set({ ...ALL, maxOrdersPerMinute: 6 }), []);
    assert.deepEqual(await store.setLimits(accountId, null, null, true), []);
    assert.equal(await store.findLimits(accountId), null);
    assert.deepEqual(await set(null), []);
    assert.equal(await store.findLimits(accountId), null);
  },
  'an account without limits takes any order': async (store) => {
    const account = await storedAccount(store);
    assert.equal(await store.findLimits(account.accountId), null);
    assert.equal(await kindOf(store, account), 'inserted');
    assert.equal(await kindOf(store, account, riskOf('1')), 'inserted');
  },
  'an order of an account with limits is not written without being judged': async (store) => {
    const account = await limitedAccount(store, EXPOSURE);
    assert.equal(await kindOf(store, account), 'limits_unknown');
    assert.equal(await kindOf(store, account, riskOf('1', { standing: null })), 'limits_unknown');
    assert.deepEqual(await store.listWorkingOrders(account.accountId), []);
  },
  'an exempt order is written, and counts for nothing': async (store) => {
    const account = await limitedAccount(store, { maxOrdersPerMinute: 1, currencies: [] });
    const order = orderOf(account.accountId);
    assert.deepEqual(await store.insertIntent(order, { risk: 'exempt' }), { kind: 'inserted' });
    assert.equal(await store.lastJudgedSequence(account.accountId), 0);
    assert.equal(await kindOf(store, account, riskOf('1')), 'inserted');
  },
  'an order that breaks a limit is refused with the reason, and not written': async (store) => {
    const account = await limitedAccount(store, EXPOSURE);
    const order = orderOf(account.accountId);
    const refused = await store.insertIntent(order, { risk: riskOf('100.5') });
    assert(refused.kind === 'limited', 'it is refused');
    assert.match(refused.reason, /exposure is 100.5 USDT, more than the 100 USDT/);
    assert.equal(await store.findOrder(account.userId, order.orderId), null);
  },
  'an order that was written exists, whatever its limits say now': async (store) => {
    const account = await limitedAccount(store, { maxOrdersPerMinute: 1, currencies: [] });
    const order = orderOf(account.accountId);
    await store.insertIntent(order, { risk: riskOf('1') });
    assert.equal((await store.insertIntent(order, { risk: riskOf('1') })).kind, 'exists');
    assert.equal(await kindOf(store, account, riskOf('1')), 'limited');
  },
  'of fifty orders at once as many are written as the exposure allows': async (store) => {
    const account = await limitedAccount(store, EXPOSURE);
    const tries = Array.from({ length: 50 }, () => kindOf(store, account, riskOf('9')));
    const kinds = await Promise.all(tries);
    assert.equal(kinds.filter((kind) => kind === 'inserted').length, 11);
    assert.equal(kinds.filter((kind) => kind === 'limited').length, 39);
  },
  'of fifty orders at once as many are written as a minute allows': async (store) => {
    const account = await limitedAccount(store, { maxOrdersPerMinute: 12, currencies: [] });
    const risk = riskOf('9', { standing: null });
    const kinds = await Promise.all(Array.from({ length: 50 }, () => kindOf(store, account, risk)));
    assert.equal(kinds.filter((kind) => kind === 'inserted').length, 12);
    assert.equal((await store.listWorkingOrders(account.accountId)).length, 12);
  },
  "another account's orders do not count": async (store) => {
    const limits = { maxOrdersPerMinute: 1, currencies: [] };
    const [one, other] = [await limitedAccount(store, limits), await limitedAccount(store, limits)];
    assert.equal(await kindOf(store, one, riskOf('1')), 'inserted');
    assert.equal(await kindOf(store, other, riskOf('1')), 'inserted');
  },
  'what a standing already has does not count again': async (store) => {
    const account = await limitedAccount(store, EXPOSURE);
    await kindOf(store, account, riskOf('60'));
    const afterSequence = await store.lastJudgedSequence(account.accountId);
    assert(afterSequence > 0, 'it was judged');
    assert.equal(await kindOf(store, account, riskOf('60')), 'limited');
    const standing = { ...NOTHING, afterSequence };
    assert.equal(await kindOf(store, account, riskOf('60', { standing })), 'inserted');
  },
  'of an order that ended only what it filled counts': async (store) => {
    const account = await limitedAccount(store, EXPOSURE);
    const order = orderOf(account.accountId);
    await store.insertIntent(order, { risk: riskOf('80') });
    await store.transition(endOf(order, 'cancelled', '0.5'), null);
    assert.equal(await kindOf(store, account, riskOf('80.1')), 'limited');
    assert.equal(await kindOf(store, account, riskOf('80')), 'inserted');
  },
  'a value larger than any decimal on the wire is retained': async (store) => {
    const account = await limitedAccount(store, { maxOrdersPerMinute: 9, currencies: [] });
    const huge = (decimal('999999999999999999') * 10n ** 15n) as typeof ZERO;
    assert.equal(await kindOf(store, account, { ...riskOf('1'), value: huge }), 'inserted');
    await store.setLimits(account.accountId, EXPOSURE);
    assert.equal(await kindOf(store, account, riskOf('1')), 'limited');
  },
  'a day begins with what is said first, and the next one anew': async (store) => {
    const { accountId } = await storedAccount(store);
    const open = (day: number, worth: string, currency = 'USDT') =>
      store.openDay(accountId, { currency, day, worth: decimal(worth) });
    const none = (worth: string) => ({ worth: decimal(worth), latchedLoss: ZERO });
    assert.deepEqual(await open(10, '100'), none('100'));
    assert.deepEqual(await open(10, '90'), none('100'));
    assert.deepEqual(await open(10, '-3', 'BTC'), none('-3'));
    assert.deepEqual(await open(11, '90.000000000000000001'), none('90.000000000000000001'));
    assert.deepEqual(await open(11, '5'), none('90.000000000000000001'));
  },
  'a latched loss stays for its day and currency, and grows only': async (store) => {
    const { accountId } = await storedAccount(store);
    const open = async (day: number, currency = 'USDT') =>
      (await store.openDay(accountId, { currency, day, worth: decimal('100') })).latchedLoss;
    const latch = (day: number, loss: string) =>
      store.latchLoss(accountId, { currency: 'USDT', day, loss: decimal(loss) });
    await open(10);
    await latch(10, '60.000000000000000001');
    await latch(10, '50');
    await latch(9, '90');
    assert.equal(await open(10), decimal('60.000000000000000001'));
    assert.equal(await open(10, 'BTC'), ZERO);
    assert.equal(await open(11), ZERO);
    await latch(11, '7');
    await store.resetLosses(accountId);
    assert.equal(await open(11), ZERO);
  },
  'accounts with a largest loss a day are listed': async (store) => {
    const one = await limitedAccount(store, ALL);
    const other = await limitedAccount(store, EXPOSURE);
    const ids = (await store.listAccountsWithLossLimit()).map(({ accountId }) => accountId);
    assert(ids.includes(one.accountId), 'it has one');
    assert(!ids.includes(other.accountId), 'it has none');
  },
};
