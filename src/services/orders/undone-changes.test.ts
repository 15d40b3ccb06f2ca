// Changes of an order that the store undid for others, as after a deadlock: they say nothing of the
// order, and neither leave it in doubt nor keep the next one off its market.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Failure } from '#venue-port/world/failure.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { makeOrderHarness } from '#services/orders/order-harness.fixture.ts';
import { placeOrder } from '#services/orders/place-order.ts';

type Undone = { callsCount: number; readonly from: number; readonly to: number };

/** The same stores, which undo the calls of these numbers. */
function undoing({ orders, accounts, ...rest }: OrderDeps, undone: Undone): OrderDeps {
  const inTurn = <T extends object>(store: T): T =>
    new Proxy(store, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return async (...given: unknown[]): Promise<unknown> => {
          undone.callsCount += 1;
          const { callsCount, from, to } = undone;
          if (callsCount >= from && callsCount <= to)
            throw new Failure('conflict', 'deadlock detected', { source: 'store' });
          return Reflect.apply(value, target, given);
        };
      },
    });
  return { ...rest, orders: inTurn(orders), accounts: inTurn(accounts) };
}

/** Places an order, once more where that failed, and returns how it went. */
async function placedAfter(from: number, to: number) {
  const harness = await makeOrderHarness();
  const command = harness.command();
  const undone = { callsCount: 0, from, to };
  const deps = undoing(harness.deps, undone);
  const first = await placeOrder(deps, command).catch((error: unknown) => {
    assert(error instanceof Failure, String(error));
    return null;
  });
  const placed = first ?? (await placeOrder(harness.deps, { ...command, isTakeover: true }));
  assert(placed.ok, 'the order is placed in the end');
  const next = await placeOrder(harness.deps, harness.command());
  const atExchange = await harness.sim.sim.fetchOpenOrders(harness.spot);
  return {
    callsCount: undone.callsCount,
    triesCount: first === null ? 2 : 1,
    state: placed.value.state,
    isNextPlaced: next.ok,
    ordersCount: atExchange.length,
  };
}

const PLACED = { state: 'open', isNextPlaced: true, ordersCount: 2 };

test('an order is as if nothing had been undone, at whichever call that was', async () => {
  const { callsCount } = await placedAfter(Infinity, Infinity);
  assert(callsCount >= 3, `${callsCount} calls`);
  for (let at = 1; at <= callsCount; at += 1) {
    const { state, isNextPlaced, ordersCount } = await placedAfter(at, at);
    assert.deepEqual({ state, isNextPlaced, ordersCount }, PLACED, `call ${at}`);
  }
});

test('what the exchange replied is written once more at once', async () => {
  const { callsCount } = await placedAfter(Infinity, Infinity);
  const { triesCount, ...placed } = await placedAfter(callsCount, callsCount);
  assert.deepEqual([triesCount, placed.callsCount], [1, callsCount + 1]);
});

test('where that is undone as well the request fails, and finds its order again', async () => {
  const { callsCount } = await placedAfter(Infinity, Infinity);
  const { triesCount, state, isNextPlaced, ordersCount } = await placedAfter(callsCount, Infinity);
  assert.deepEqual({ state, isNextPlaced, ordersCount }, PLACED);
  assert.equal(triesCount, 2);
});
