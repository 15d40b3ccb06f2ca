// Orders that were refused, or not sent, as far as was known, and that the exchange has.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import { rejected } from '#lib/result.ts';
import type { Order } from '#venue-port/order/order.ts';
import { sampleOrder } from '#ports/stores/store.fixture.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { hidingExchange } from '#adapters/sim/hiding-exchange.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { PlaceOrderCommand } from '#services/orders/order-deps.ts';
import { makeOrderHarness } from '#services/orders/order-harness.fixture.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { orderIdentity } from '#services/orders/order-identity.ts';
import { GIVEN_UP, latestArrivalMs } from '#services/orders/judge-absence.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';
import { reconcileAccounts } from '#services/orders/reconcile-accounts.ts';

const LAG_MS = 20_000;
const MARKET = { type: 'market', price: null } as const;

type Reply = 'refused' | 'not_sent';
type World = {
  readonly reply?: Reply;
  /** Whether the request is carried out, whatever the reply is. */
  readonly arrives?: boolean;
  /** For how long the exchange shows nothing of the order. */
  readonly hiddenMs?: number;
  readonly order?: Partial<PlaceOrderCommand>;
  /** Of the exchange, once the order was placed. */
  readonly change?: (exchange: Exchange) => Partial<Exchange>;
};

async function denied({ reply = 'refused', arrives = true, hiddenMs = 0, ...world }: World) {
  const harness = await makeOrderHarness();
  const clock = { nowMs: () => harness.sim.nowMs() };
  const real = hidingExchange(harness.spotAtExchange.exchange, clock, LAG_MS, () => hiddenMs);
  const lookedUp: string[] = [];
  const lines: string[] = [];
  let shown: Exchange = real.exchange;
  const exchange: Exchange = {
    ...real.exchange,
    async placeOrder(...request) {
      if (arrives) await real.exchange.placeOrder(...request);
      if (reply === 'not_sent') throw new Failure('rate_limited', 'too fast');
      return rejected({ code: 'order_rejected', detail: 'no' });
    },
    async fetchOrder(...request) {
      lookedUp.push(request[2].clientOrderId);
      return shown.fetchOrder(...request);
    },
    fetchOrderFills: async (...request) => shown.fetchOrderFills(...request),
    listMarkets: async () => shown.listMarkets(),
    clockSkewMs: () => shown.clockSkewMs(),
  };
  const note = (event: string): void => void lines.push(event);
  const log = { ...harness.deps.log, warn: note, error: note };
  const deps = { ...harness.deps, log, exchanges: exchangeRegistry([exchange]) };
  const command = harness.command(world.order);
  const placed = await placeOrder(deps, command).catch((error: unknown) => error);
  assert(placed instanceof Failure || (typeof placed === 'object' && placed !== null));
  const [written] = await harness.store.listEndedOrders(harness.spot.accountId, null, 10);
  const { orderId, state } = present(written, 'its end was written');
  assert.equal(state, reply === 'refused' ? 'rejected' : 'unplaced');
  shown = { ...shown, ...world.change?.(shown) };
  lookedUp.length = 0;
  const read = async () =>
    present(await harness.store.findOrder(harness.caller.userId, orderId), 'it was written');
  return {
    harness,
    deps,
    command,
    lookedUp,
    lines,
    read,
    exchange,
    /** Compares at once; how many became known. */
    adopted: async () =>
      (await reconcileAccount(deps, { account: harness.spot, exchange })).adopted,
    /** Writes down another one that ended so. */
    async write(this: void, changes: Partial<Order>): Promise<Order> {
      const { accountId } = harness.spot;
      const identity = orderIdentity(deps.digest, `other ${changes.reason ?? ''}`);
      const nowMs = harness.sim.nowMs();
      const times = { placedAtMs: nowMs, updatedAtMs: nowMs };
      const order = { ...sampleOrder(accountId, { ...identity, ...times, ...changes }) };
      await harness.store.insertIntent({ ...order, marketTag: command.marketTag });
      return order;
    },
    /** Lets time pass, and compares. */
    after: async (durationMs: number) => {
      await harness.sim.advanceMs?.(durationMs);
      return reconcileAccounts(deps);
    },
  };
}

suite('an order that the exchange has, and that we hold as', () => {
  for (const reply of ['refused', 'not_sent'] as const) {
    test(`${reply} is at work again`, async () => {
      const { after, read, harness } = await denied({ reply });
      await after(LAG_MS);
      assert.equal((await read()).state, 'open');
      assert.notEqual((await read()).venueOrderId, null);
      const working = await harness.store.listWorkingOrders(harness.spot.accountId);
      assert.equal(working.length, 1);
    });

    test(`${reply} is filled, though it is hidden at first`, async () => {
      const hiddenMs = LAG_MS - 1;
      const { after, read, command } = await denied({ reply, hiddenMs, order: MARKET });
      await after(1_000);
      assert.equal((await read()).filledAmount, ZERO);
      await after(LIMITS.reconcileIntervalMs);
      const { state, filledAmount, venueOrderId } = await read();
      assert.deepEqual([state, filledAmount], ['filled', command.amount]);
      assert.notEqual(venueOrderId, null);
    });

    test(`${reply} is cancelled where only a part of it was filled`, async () => {
      const part = decimal('0.004');
      const { after, read } = await denied({
        reply,
        order: MARKET,
        change: (exchange) => ({
          async fetchOrder(...request) {
            const seen = await exchange.fetchOrder(...request);
            if (seen.kind !== 'found') return seen;
            return { ...seen, order: { ...seen.order, state: 'cancelled', filledAmount: part } };
          },
          async fetchOrderFills(...request) {
            const [fill] = await exchange.fetchOrderFills(...request);
            return [{ ...present(fill, 'it was filled'), amount: part }];
          },
        }),
      });
      await after(LAG_MS);
      const { state, filledAmount } = await read();
      assert.deepEqual([state, filledAmount], ['cancelled', part]);
    });
  }

  test('refused gives its owner a reason and raises an alarm', async () => {
    const { after, read, lines } = await denied({ order: MARKET });
    await after(LAG_MS);
    assert.match((await read()).reason ?? '', /^It had ended here as rejected; .* filled it/);
    assert.deepEqual(lines, ['order.found_again']);
  });

  test('refused and filled is counted as one that became known', async () => {
    const { adopted, harness } = await denied({ order: MARKET });
    await harness.sim.advanceMs?.(LAG_MS);
    assert.equal(await adopted(), 1);
  });

  test('refused is not taken back before the record is as old as what may be hidden', async () => {
    const { after, read } = await denied({ order: MARKET });
    await after(LAG_MS - 1);
    assert.equal((await read()).state, 'rejected');
    await after(1);
    assert.equal((await read()).state, 'filled');
  });
});

suite('an order that the exchange never had', () => {
  const UNTIL_LATE_MS = LIMITS.orderSendMsMax + LIMITS.reconcileIntervalMs + LAG_MS;

  for (const reply of ['refused', 'not_sent'] as const)
    test(`${reply} is looked for twice, and stays ended`, async () => {
      const { after, read, lookedUp, lines } = await denied({ reply, arrives: false });
      const { state, reason } = await read();
      for (let round = 0; round < 4; round += 1) await after(1_000);
      assert.equal(lookedUp.length, 1, 'soon');
      await after(UNTIL_LATE_MS);
      assert.equal(lookedUp.length, 2, 'when it could be there and hidden no more');
      for (let round = 0; round < 4; round += 1) await after(LIMITS.reconcileIntervalMs);
      assert.equal(lookedUp.length, 2);
      assert.deepEqual([(await read()).state, (await read()).reason], [state, reason]);
      assert.deepEqual(lines, []);
    });

  test('and refused itself is left as it is', async () => {
    const { after, read } = await denied({
      change: (exchange) => ({
        async fetchOrder(...request) {
          const seen = await exchange.fetchOrder(...request);
          return seen.kind === 'found'
            ? { ...seen, order: { ...seen.order, state: 'rejected' } }
            : seen;
        },
      }),
    });
    await after(LAG_MS);
    assert.equal((await read()).state, 'rejected');
  });

  test('keeps no account from being compared where it cannot be looked for', async () => {
    const { after, lines } = await denied({
      change: () => ({
        fetchOrder: () => Promise.reject(new Failure('corrupt_reply', 'what is that')),
      }),
    });
    assert.deepEqual(await after(1_000), { compared: 1, failed: 0 });
    assert.deepEqual(lines, ['order.not_looked_for']);
  });

  test('is not looked for on a market that is gone', async () => {
    const { after, lookedUp } = await denied({
      arrives: false,
      change: () => ({ listMarkets: async () => [] }),
    });
    assert.deepEqual(await after(1_000), { compared: 1, failed: 0 });
    assert.deepEqual(lookedUp, []);
  });

  /** It shows the order as one that ended without a fill. */
  const endedAs = (state: 'rejected' | 'cancelled') => (exchange: Exchange) => ({
    fetchOrderFills: async () => [],
    async fetchOrder(...request: Parameters<Exchange['fetchOrder']>) {
      const seen = await exchange.fetchOrder(...request);
      if (seen.kind !== 'found') return seen;
      return { ...seen, order: { ...seen.order, state, filledAmount: ZERO } };
    },
  });

  test('and found as refused is looked for twice, and is not known anew', async () => {
    const world = { order: MARKET, change: endedAs('rejected') };
    const { adopted, after, lookedUp } = await denied(world);
    assert.equal(await adopted(), 0);
    for (let round = 0; round < 3; round += 1) await after(1_000);
    assert.equal(lookedUp.length, 1);
  });

  test('not sent, and found as cancelled, has the end that the exchange says', async () => {
    const world = { order: MARKET, change: endedAs('cancelled') };
    const { adopted, read } = await denied({ ...world, reply: 'not_sent' });
    assert.equal(await adopted(), 1);
    assert.equal((await read()).state, 'cancelled');
  });

  test('is looked for last once it could be there, by the clock of the exchange', async () => {
    for (const skewMs of [0, 4_000]) {
      const { after, read, lookedUp, exchange, harness } = await denied({
        arrives: false,
        change: () => ({ clockSkewMs: () => skewMs }),
      });
      await after(1_000);
      const lastMs = latestArrivalMs(await read(), exchange) + LAG_MS - skewMs;
      await after(lastMs - harness.sim.nowMs());
      assert.equal(lookedUp.length, 1);
      await after(1);
      assert.equal(lookedUp.length, 2);
    }
  });

  test('is looked for twice though there are others', async () => {
    const { after, write, lookedUp, read } = await denied({ arrives: false });
    const other = await write({ state: 'rejected', reason: 'no' });
    for (let round = 0; round < 4; round += 1) await after(1_000);
    const names = [(await read()).clientOrderId, other.clientOrderId];
    assert.deepEqual(lookedUp.toSorted(), names.toSorted());
  });

  test('is looked for in each round when nothing was heard of it', async () => {
    const { after, write, lookedUp, adopted } = await denied({ arrives: false });
    const { clientOrderId } = await write({ state: 'unplaced', reason: GIVEN_UP });
    for (let round = 0; round < 4; round += 1) await after(1_000);
    assert.equal(lookedUp.filter((name) => name === clientOrderId).length, 4);
    assert.equal(await adopted(), 0);
  });

  test('is not looked for where its record gave way to another one', async () => {
    const { after, write, lookedUp } = await denied({ arrives: false });
    await write({ state: 'rejected', reason: 'no', clientOrderId: 'of-the-exchange' });
    await after(1_000);
    assert(!lookedUp.includes('of-the-exchange'));
  });

  test('is a failure of the comparison where its exchange does not respond', async () => {
    const { after, lines } = await denied({
      change: () => ({ fetchOrder: () => Promise.reject(new Failure('unavailable', 'busy')) }),
    });
    assert.deepEqual(await after(1_000), { compared: 0, failed: 1 });
    assert.deepEqual(lines.includes('order.not_looked_for'), false);
  });

  test('fails alone, and is known by none, where what is shown cannot be read', async () => {
    const change = () => ({
      fetchOrder: () => Promise.reject(new Failure('corrupt_reply', 'what is that')),
    });
    assert.equal(await (await denied({ change })).adopted(), 0);
    const { write, after } = await denied({ arrives: false, change });
    await write({ state: 'unplaced', reason: GIVEN_UP });
    assert.deepEqual(await after(1_000), { compared: 0, failed: 1 }, 'it may be there');
  });

  test('is none that became known where its market is gone', async () => {
    const { adopted } = await denied({
      arrives: false,
      change: () => ({ listMarkets: async () => [] }),
    });
    assert.equal(await adopted(), 0);
  });

  test('is looked for no longer than the watch lasts', async () => {
    const { after, lookedUp } = await denied({ arrives: false });
    assert.deepEqual(await after(900_000), { compared: 0, failed: 0 });
    assert.deepEqual(lookedUp, []);
  });
});
