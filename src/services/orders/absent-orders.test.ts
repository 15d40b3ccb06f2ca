// Orders that an exchange has and does not show.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import { hidingExchange } from '#adapters/sim/hiding-exchange.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { makeOrderHarness } from '#services/orders/order-harness.fixture.ts';
import type { PlaceOrderCommand } from '#services/orders/order-deps.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { settleOrder } from '#services/orders/settle-order.ts';
import { reconcileAccounts, reconcileDoubts } from '#services/orders/reconcile-accounts.ts';

const LAG_MS = 20_000;

/** `change` may make another exchange of the one that hides. */
async function hidingHarness(change: (exchange: Exchange) => Partial<Exchange> = () => ({})) {
  const harness = await makeOrderHarness();
  const clock = { nowMs: () => harness.sim.nowMs() };
  const hiding = hidingExchange(harness.spotAtExchange.exchange, clock, LAG_MS);
  const exchange: Exchange = { ...hiding.exchange, ...change(hiding.exchange) };
  const alarms: string[] = [];
  const log = { ...harness.deps.log, error: (event: string) => void alarms.push(event) };
  const deps = { ...harness.deps, log, exchanges: exchangeRegistry([exchange]) };
  return {
    harness,
    deps,
    alarms,
    hide: hiding.hide,
    place: async (changes: Partial<PlaceOrderCommand> = {}) => {
      const command = harness.command(changes);
      const placed = await placeOrder(deps, command);
      assert(placed.ok);
      const { orderId } = placed.value;
      const name = orderId.replace('_', '');
      const read = async () =>
        present(await harness.store.findOrder(harness.caller.userId, orderId), 'it was written');
      return { orderId, name, command, read };
    },
    /** Lets time pass, and compares. */
    after: async (durationMs: number) => {
      await harness.sim.advanceMs?.(durationMs);
      await reconcileAccounts(deps);
    },
  };
}

/** The order arrives and its response does not. */
const LOSING_RESPONSES = (exchange: Exchange): Partial<Exchange> => ({
  async placeOrder(...request) {
    await exchange.placeOrder(...request);
    throw new OutcomeUnknown('no response came');
  },
});

/** Nothing arrives. */
const LOSING_REQUESTS = (): Partial<Exchange> => ({
  placeOrder: () => Promise.reject(new OutcomeUnknown('no response came')),
});

suite('accounts with an order of unknown outcome', () => {
  test('are compared until it is known, and others are not', async () => {
    const { harness, deps, place } = await hidingHarness(LOSING_REQUESTS);
    const { read } = await place();
    assert.equal((await read()).state, 'unknown');
    const spanMs = deps.exchanges.list()[0]?.promises.requestHorizonMs ?? assert.fail();
    await harness.sim.advanceMs?.(spanMs + LIMITS.orderSendMsMax + 1_000);
    assert.deepEqual(await reconcileDoubts(deps), { compared: 1, failed: 0 });
    assert.equal((await read()).state, 'unknown');
    await harness.sim.advanceMs?.(LAG_MS);
    assert.deepEqual(await reconcileDoubts(deps), { compared: 1, failed: 0 });
    assert.equal((await read()).state, 'unplaced');
    assert.deepEqual(await reconcileDoubts(deps), { compared: 0, failed: 0 });
  });

  test('are compared no more often than a look could settle it', async () => {
    const { harness, deps, place } = await hidingHarness(LOSING_REQUESTS);
    const { requestHorizonMs } = deps.exchanges.list()[0]?.promises ?? assert.fail();
    const { read } = await place();
    const looksAtS: number[] = [];
    for (let second = 0; (await read()).state === 'unknown'; second += 1) {
      const { compared } = await reconcileDoubts(deps);
      if (compared > 0) looksAtS.push(second);
      await harness.sim.advanceMs?.(1_000);
      assert.ok(second < 100);
    }
    const arrivedS = Math.ceil((LIMITS.orderSendMsMax + requestHorizonMs + 1) / 1_000);
    const settledS = arrivedS + LAG_MS / 1_000;
    assert.equal(looksAtS[0], 0, 'it may be there at once');
    assert.ok(looksAtS.includes(arrivedS), `${looksAtS.join()}: the first denial that counts`);
    assert.equal(looksAtS.at(-1), settledS, `${looksAtS.join()}: the second ends it at once`);
    assert.ok(looksAtS.length <= settledS / (LIMITS.doubtIntervalMs / 1_000) + 3);
  });

  test('are compared again soon when the exchange did not respond', async () => {
    let isAway = true;
    const { harness, deps, place } = await hidingHarness((exchange) => ({
      ...LOSING_REQUESTS(),
      fetchOpenOrders: (account) =>
        isAway
          ? Promise.reject(new Failure('unavailable', 'away'))
          : exchange.fetchOpenOrders(account),
    }));
    await place();
    assert.deepEqual(await reconcileDoubts(deps), { compared: 0, failed: 1 });
    await harness.sim.advanceMs?.(LIMITS.doubtRetryMs - 1);
    assert.deepEqual(await reconcileDoubts(deps), { compared: 0, failed: 0 });
    await harness.sim.advanceMs?.(1);
    isAway = false;
    assert.deepEqual(await reconcileDoubts(deps), { compared: 1, failed: 0 });
  });

  test('are left to the rounds over all accounts when it stays unknown', async () => {
    const { harness, deps, place } = await hidingHarness(LOSING_REQUESTS);
    await place();
    await harness.sim.advanceMs?.(LIMITS.doubtWatchMs);
    assert.deepEqual(await reconcileDoubts(deps), { compared: 0, failed: 0 });
    assert.deepEqual(await reconcileAccounts(deps), { compared: 1, failed: 0 });
  });
});

suite('an order that was acknowledged and is not shown', () => {
  test('stays open while it may be hidden, is lost then, and is never written off', async () => {
    const { place, hide, after, alarms } = await hidingHarness();
    const { name, read } = await place();
    hide(name, 3_600_000);
    await after(1_000);
    assert.equal((await read()).state, 'open');
    await after(LAG_MS);
    assert.equal((await read()).state, 'lost');
    assert.deepEqual(alarms, ['order.lost']);
    for (let round = 0; round < 10; round += 1) await after(60_000);
    assert.equal((await read()).state, 'lost');
  });

  test('is followed when it is shown again', async () => {
    const { after, read, harness } = await lostOrder();
    await after(3_600_000);
    assert.equal((await read()).state, 'open');
    const [listed] = await harness.store.listWorkingOrders(harness.spot.accountId);
    assert.equal(listed?.state, 'open');
  });

  test('keeps other orders off its market while it is lost', async () => {
    const { harness, deps } = await lostOrder();
    const refused = await placeOrder(deps, harness.command());
    assert(!refused.ok);
    assert.equal(refused.rejection.code, 'temporarily_unavailable');
  });

  test('is settled by a person, and one that is at work is not', async () => {
    const { harness, deps, orderId, read } = await lostOrder();
    const { caller } = harness;
    assert((await settleOrder(deps, { caller, orderId })).ok);
    assert.equal((await read()).state, 'cancelled');
    assert.match((await read()).reason ?? '', /Settled by hand/);
    const placed = await placeOrder(deps, harness.command());
    assert(placed.ok, 'the market is free again');
    const working = await settleOrder(deps, { caller, orderId: placed.value.orderId });
    assert(!working.ok);
    assert.equal(working.rejection.code, 'order_not_unresolved');
    const unknown = await settleOrder(deps, { caller, orderId: 'ord_none' });
    assert(!unknown.ok);
    assert.equal(unknown.rejection.code, 'order_not_found');
  });

  test('ends by its fills, though it is not shown itself', async () => {
    const { harness, deps, read } = await lostOrder(() => ({
      async fetchOrderFills() {
        const fill = { fillId: 'f1', venueOrderId: 'v', clientOrderId: null, side: 'buy' } as const;
        const price = { price: decimal('1000'), fee: ZERO, feeCurrency: 'USDT' };
        const rest = { marketTag: 'SIM_BTC_USDT', isMaker: true, filledAtMs: 1 };
        return [{ ...fill, ...price, ...rest, amount: filled.amount }];
      },
    }));
    // What came of an order that waited for a price has another name there.
    const shown = async () => {
      const { state, filledAmount, venueOrderId } = await read();
      return [state, filledAmount, venueOrderId];
    };
    assert.notEqual((await read()).venueOrderId, 'v');
    filled.amount = decimal('0.004');
    await reconcileAccounts(deps);
    assert.deepEqual(await shown(), ['lost', decimal('0.004'), 'v']);
    filled.amount = decimal('0.01');
    await reconcileAccounts(deps);
    assert.deepEqual(await shown(), ['filled', decimal('0.01'), 'v']);
    assert.deepEqual(await harness.store.listWorkingOrders(harness.spot.accountId), []);
    filled.amount = ZERO;
  });

  const filled = { amount: ZERO };

  async function lostOrder(change: (exchange: Exchange) => Partial<Exchange> = () => ({})) {
    const made = await hidingHarness(change);
    const placed = await made.place();
    made.hide(placed.name, 600_000);
    await made.after(1_000);
    await made.after(LAG_MS);
    assert.equal((await placed.read()).state, 'lost');
    return { ...made, ...placed };
  }
});

suite('an order of unknown outcome', () => {
  test('is not given up by one look, however late', async () => {
    const { after, read } = await unknownOrder(LOSING_REQUESTS);
    await after(600_000);
    assert.equal((await read()).state, 'unknown');
    await after(LAG_MS - 1);
    assert.equal((await read()).state, 'unknown');
    await after(1);
    assert.equal((await read()).state, 'unplaced');
  });

  test('is not given up while who sent it first may still be sending it', async () => {
    const { requestHorizonMs } = (await makeOrderHarness()).spotAtExchange.exchange.promises;
    const made = await hidingHarness(({ promises }) => ({
      promises: { ...promises, duplicateName: 'refused_while_open' },
      placeOrder: () => new Promise(() => undefined),
    }));
    const command = made.harness.command();
    // Its process dies, and another one gets the request again at once.
    void placeOrder(made.deps, command);
    await made.after(1);
    const placed = await placeOrder(made.deps, { ...command, isTakeover: true });
    assert(placed.ok);
    const read = () =>
      made.harness.store.findOrder(made.harness.caller.userId, placed.value.orderId);
    await made.after(requestHorizonMs + LIMITS.orderSendMsMax);
    await made.after(LAG_MS);
    assert.equal((await read())?.state, 'unknown');
    await made.after(LAG_MS);
    assert.equal((await read())?.state, 'unplaced');
  });

  test('is found when it was only hidden', async () => {
    const { hide, after, name, read } = await unknownOrder(LOSING_RESPONSES);
    hide(name, LAG_MS);
    await after(10_000);
    assert.equal((await read()).state, 'unknown');
    await after(LAG_MS);
    assert.equal((await read()).state, 'open');
  });

  test('that ended by its fills has the name that the exchange gave it', async () => {
    const { hide, after, name, read } = await unknownOrder((exchange) => ({
      ...LOSING_RESPONSES(exchange),
      fetchOrderFills: async () => [
        {
          fillId: 'f1',
          venueOrderId: 'v1',
          clientOrderId: null,
          marketTag: 'SIM_BTC_USDT',
          side: 'buy',
          price: decimal('1000'),
          amount: decimal('0.01'),
          fee: ZERO,
          feeCurrency: 'USDT',
          isMaker: true,
          filledAtMs: 1,
        },
      ],
    }));
    hide(name, 3_600_000);
    await after(60_000);
    const { state, venueOrderId } = await read();
    assert.deepEqual([state, venueOrderId], ['filled', 'v1']);
  });

  test('is not given up while the exchange holds money that no order explains', async () => {
    const { hide, after, name, read } = await unknownOrder(LOSING_RESPONSES);
    hide(name, 3_600_000);
    for (let round = 0; round < 5; round += 1) await after(60_000);
    assert.equal((await read()).state, 'unknown');
  });

  test('is not given up when the balance has changed since the first look', async () => {
    let total = decimal('1');
    const { after, read } = await unknownOrder((exchange) => ({
      ...LOSING_REQUESTS(),
      async fetchBalances(account) {
        const { balances, ...rest } = await exchange.fetchBalances(account);
        return { ...rest, balances: balances.map((each) => ({ ...each, total })) };
      },
    }));
    await after(60_000);
    total = decimal('1.01');
    await after(60_000);
    assert.equal((await read()).state, 'unknown');
    await after(60_000);
    assert.equal((await read()).state, 'unplaced');
  });

  test('is given up although other orders of ours change the balance at each look', async () => {
    assert.equal(
      await stateAfterChanges({ boughtEach: '0.01', gainedEach: '0.00999' }),
      'unplaced',
    );
  });

  test('is not given up while more changes than other orders of ours explain', async () => {
    assert.equal(await stateAfterChanges({ boughtEach: '0.01', gainedEach: '0.011' }), 'unknown');
    assert.equal(await stateAfterChanges({ boughtEach: '0.01', gainedEach: '0.009' }), 'unknown');
  });

  /** Of an order that never arrived, after four looks with changes in between. */
  async function stateAfterChanges(each: { boughtEach: string; gainedEach: string }) {
    let looks = 0n;
    const { read, deps, harness } = await unknownOrder((exchange) => ({
      ...LOSING_REQUESTS(),
      async fetchBalances(account) {
        const { balances, ...rest } = await exchange.fetchBalances(account);
        const total = (decimal('1') + looks * decimal(each.gainedEach)) as Decimal;
        return { ...rest, balances: balances.map((balance) => ({ ...balance, total })) };
      },
    }));
    const sumTraded = async () => {
      const bought = (looks * decimal(each.boughtEach)) as Decimal;
      return { net: bought, gross: bought };
    };
    for (; looks < 4n; looks += 1n) {
      await harness.sim.advanceMs?.(60_000);
      await reconcileAccounts({ ...deps, orders: { ...deps.orders, sumTraded } });
    }
    return (await read()).state;
  }

  test('is not given up by an exchange whose clock is not known', async () => {
    const { after, read } = await unknownOrder(() => ({
      ...LOSING_REQUESTS(),
      clockSkewMs: () => null,
    }));
    for (let round = 0; round < 5; round += 1) await after(60_000);
    assert.equal((await read()).state, 'unknown');
  });

  async function unknownOrder(change: (exchange: Exchange) => Partial<Exchange>) {
    const made = await hidingHarness(change);
    const placed = await made.place();
    assert.equal((await placed.read()).state, 'unknown');
    return { ...made, ...placed };
  }
});

suite('an end', () => {
  test('is written once its fills are listed', async () => {
    let areListed = false;
    const { place, after } = await hidingHarness((exchange) => ({
      fetchOrderFills: async (...question) =>
        areListed ? exchange.fetchOrderFills(...question) : [],
    }));
    const { read, command } = await place({ type: 'market', price: null });
    await after(1_000);
    assert.deepEqual([(await read()).state, (await read()).filledAmount], ['open', ZERO]);
    areListed = true;
    await after(1_000);
    assert.deepEqual(
      [(await read()).state, (await read()).filledAmount],
      ['filled', command.amount],
    );
  });

  test('that the exchange takes back is taken back here, with an alarm', async () => {
    const { place, after, harness, alarms } = await hidingHarness();
    // Something else is at work, so that the account is compared.
    await place();
    const { read, orderId } = await place();
    const written = { filledAmount: ZERO, venueOrderId: null, reason: 'a mistake' };
    const change = { orderId, from: ['open'], to: 'cancelled', atMs: harness.sim.nowMs() } as const;
    await harness.store.transition({ ...change, ...written }, null);
    await after(1_000);
    assert.equal((await read()).state, 'cancelled');
    await after(LAG_MS);
    assert.deepEqual([(await read()).state, (await read()).reason], ['open', null]);
    assert.deepEqual(alarms, ['order.found_again']);
  });
});
