// Equity of accounts, over the simulated exchange: when it is noted, at which prices, and what
// becomes of exchanges that do not respond.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSimWallet } from '#adapters/sim/sim-wallets.ts';
import { present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, decimal, multiplyDecimal } from '#lib/decimal.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Account } from '#ports/stores/account-store.ts';
import { sampleAccount, sampleCaller } from '#ports/stores/store.fixture.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { listEquity, sumEquity } from '#services/equity/list-equity.ts';
import { takeEquity } from '#services/equity/take-equity.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { placeOrder } from '#services/orders/place-order.ts';

function noDefect(accountId: string, error: unknown): never {
  throw new Error(`a defect of ${accountId}`, { cause: error });
}

async function take(harness: BotHarness, changes: Partial<Exchange> = {}): Promise<void> {
  const [exchange] = harness.deps.exchanges.list() as [Exchange];
  const exchanges = exchangeRegistry([{ ...exchange, ...changes }]);
  const { store } = harness;
  while ((await store.numberEvents(1_000)) > 0);
  await takeEquity({ ...harness.deps, exchanges, equity: store }, noDefect);
}

async function pointsOf({ store }: BotHarness, { accountId }: Account) {
  const query = { accountId, fromMs: 0, toMs: 1e15, intervalMs: null, limit: 1_000 };
  return store.listEquity(query);
}

async function buy(harness: BotHarness, derivationId = 'request'): Promise<void> {
  const placed = await placeOrder(harness.deps, {
    caller: sampleCaller(harness.spot.userId),
    accountId: harness.spot.accountId,
    marketTag: 'SIM_BTC_USDT',
    side: 'buy',
    type: 'market',
    price: null,
    amount: decimal('0.01'),
    derivationId,
    isTakeover: false,
    completion: null,
  });
  assert.ok(placed.ok);
}

test('an account is worth what it holds, at the last prices', async () => {
  const harness = await botHarness();
  await take(harness);
  const { price } = await harness.sim.exchange.fetchPrice('SIM_BTC_USDT');
  const bitcoin = multiplyDecimal(decimal('1.5'), price, 'half_even');
  const value = addDecimal(decimal('10000'), bitcoin);
  const atMs = harness.sim.nowMs();
  const wanted = { atMs, currency: 'USDT', value, unpriced: [] };
  assert.deepEqual(await pointsOf(harness, harness.spot), [wanted]);
});

test('profits that are not realised belong to the worth of futures', async () => {
  const harness = await botHarness();
  const { exchange } = harness.sim;
  await take(harness, {
    async fetchBalances(account) {
      const found = await exchange.fetchBalances(account);
      const unrealizedProfit = account.marketType === 'spot' ? null : decimal('0.5');
      return { ...found, balances: found.balances.map((each) => ({ ...each, unrealizedProfit })) };
    },
  });
  const { price } = await exchange.fetchPrice('SIM_BTC_USDT');
  const bitcoin = multiplyDecimal(decimal('2'), price, 'half_even');
  const [point] = await pointsOf(harness, harness.futures);
  assert.equal(point?.value, addDecimal(decimal('10000.5'), bitcoin));
});

test('it is noted each hour, and after a trade once in five minutes', async () => {
  const harness = await botHarness();
  const { spot } = harness;
  await take(harness);
  const countAfter = async (durationMs: number): Promise<number> => {
    harness.passMs(durationMs);
    await take(harness);
    return (await pointsOf(harness, spot)).length;
  };
  assert.equal(await countAfter(MINUTE_MS), 1);
  await buy(harness);
  assert.equal(await countAfter(MINUTE_MS), 1, 'the last one is two minutes old');
  assert.equal(await countAfter(3 * MINUTE_MS), 2);
  assert.equal(await countAfter(10 * MINUTE_MS), 2);
  await buy(harness, 'another request');
  assert.equal(await countAfter(0), 3, 'the last one is long ago');
  assert.equal(await countAfter(HOUR_MS + 4 * MINUTE_MS), 4);
});

test('an exchange that does not respond leaves a gap, and no wrong value', async () => {
  const harness = await botHarness();
  await take(harness, {
    fetchBalances: () => Promise.reject(new Failure('timeout', 'no response')),
  });
  assert.deepEqual(await pointsOf(harness, harness.spot), []);
  harness.passMs(5 * MINUTE_MS);
  await take(harness, {
    fetchPrice: () => Promise.reject(new Failure('unavailable', 'no price')),
  });
  assert.deepEqual(await pointsOf(harness, harness.spot), []);
  harness.passMs(5 * MINUTE_MS);
  await take(harness);
  assert.equal((await pointsOf(harness, harness.spot)).length, 1);
});

test('an account without a key that works is not looked at', async () => {
  const harness = await botHarness();
  const { userId } = harness.spot;
  const refused = sampleAccount(userId, { status: 'invalid_credentials' });
  await harness.store.insertAccount(refused);
  await take(harness);
  assert.deepEqual(await pointsOf(harness, refused), []);
});

test('each market is priced once for all accounts', async () => {
  const harness = await botHarness();
  for (let count = 0; count < 5; count += 1) {
    const account = sampleAccount(harness.spot.userId);
    const { accountId, marketType } = account;
    const wallet = { accountId, marketType, deposits: [{ currency: 'BTC', amount: decimal('1') }] };
    await openSimWallet(harness.sim.store, { ...wallet, nowMs: harness.sim.nowMs() });
    await harness.store.insertAccount(account);
  }
  const priced: string[] = [];
  const { exchange } = harness.sim;
  await take(harness, {
    fetchPrice(marketTag) {
      priced.push(marketTag);
      return exchange.fetchPrice(marketTag);
    },
  });
  assert.ok(priced.length > 0);
  assert.equal(new Set(priced).size, priced.length);
});

test('whoever reads it has it noted each minute, and pages are joined', async () => {
  const harness = await botHarness();
  const { store, spot } = harness;
  const deps = { ...harness.deps, accounts: store, equity: store };
  const caller = sampleCaller(spot.userId);
  const window = { fromMs: null, toMs: null, intervalMinutes: null };
  const read = async (after: string | null = null, limit = 10) => {
    const query = { caller, accountId: spot.accountId, ...window, after, limit };
    const page = await listEquity(deps, query);
    assert.ok(page.ok);
    return page.value;
  };
  for (let minute = 0; minute < 5; minute += 1) {
    await take(harness);
    await read();
    harness.passMs(MINUTE_MS);
  }
  const { points } = await read();
  assert.equal(points.length, 5);
  const first = await read(null, 3);
  const second = await read(first.lastKey, 3);
  assert.deepEqual([...first.points, ...second.points], points);
  assert.equal(second.lastKey, null);
  const unknown = { caller, accountId: 'none', ...window, after: null, limit: 1 };
  assert.deepEqual(await listEquity(deps, unknown), {
    ok: false,
    rejection: 'account_not_found',
  });
});

test('accounts are added up by currency, real money apart from play money', async () => {
  const harness = await botHarness();
  const { store, spot, futures } = harness;
  const { userId } = spot;
  const atMs = harness.sim.nowMs();
  const note = async (account: Account, currency: string, value: string): Promise<void> => {
    if (account !== spot && account !== futures) await store.insertAccount(account);
    const point = { atMs, currency, value: decimal(value), unpriced: [] };
    const due = { nextDueMs: 1e15, changedDueMs: 1e15 };
    await store.storeEquity({ accountId: account.accountId, point, ...due });
  };
  await note(spot, 'USDT', '100');
  await note(futures, 'USDT', '50.5');
  await note(sampleAccount(userId, { isSimulated: false, isTestNet: true }), 'USDT', '1');
  const real = { isSimulated: false };
  await note(sampleAccount(userId, real), 'USDT', '7');
  await note(sampleAccount(userId, real), 'USD', '3');
  harness.passMs(10 * MINUTE_MS);
  const sums = await sumEquity(
    { ...harness.deps, accounts: store, equity: store },
    { caller: { userId }, fromMs: atMs, toMs: atMs + 10 * MINUTE_MS, intervalMinutes: 60 },
  );
  const shown = sums.map(({ currency, isPlayMoney, values }) => {
    const { value, accountsCount } = present(values.at(-1), 'each has a value');
    return [currency, isPlayMoney, value, accountsCount];
  });
  const of = (text: string): Decimal => decimal(text);
  assert.deepEqual(shown, [
    ['USD', false, of('3'), 1],
    ['USDT', false, of('7'), 1],
    ['USDT', true, of('151.5'), 3],
  ]);
});
