// Fills get our names of their orders from our records, and else from the exchange.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import type { Exchange, OrderLookup, VenueFill } from '#venue-port/exchange/exchange.ts';
import { sampleAccount, sampleOrder, sampleUser } from '#ports/stores/store.fixture.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { nameAllFills, nameFills } from '#services/orders/name-fills.ts';

const NOW_MS = 2_000_000;

function fillOf(changes: Partial<VenueFill>): VenueFill {
  return {
    fillId: 'f',
    venueOrderId: '7',
    clientOrderId: null,
    marketTag: 'A',
    side: 'buy',
    price: decimal('1'),
    amount: decimal('1'),
    fee: decimal('0'),
    feeCurrency: 'USDT',
    isMaker: false,
    filledAtMs: NOW_MS,
    ...changes,
  };
}

/** An account with order 7 of market A. */
async function setUp(lookup: OrderLookup = { kind: 'absent', asOfMs: NOW_MS }) {
  const orders = memoryStore();
  const user = sampleUser();
  await orders.insertUser(user);
  const account = sampleAccount(user.userId);
  await orders.insertAccount(account);
  const order = sampleOrder(account.accountId, { marketTag: 'A', venueOrderId: '7' });
  await orders.insertIntent(order);
  const requested: (string | null)[] = [];
  const fetchOrder: Exchange['fetchOrder'] = async (_account, _tag, { venueOrderId }) => {
    requested.push(venueOrderId);
    return lookup;
  };
  const at = { account, exchange: { fetchOrder } as Exchange } satisfies AccountAtExchange;
  return { deps: { orders, clock: { nowMs: () => NOW_MS } }, at, account, order, requested };
}

test('the order that an exchange names is found in our records, on its market only', async () => {
  const { deps, account, order } = await setUp();
  const fills = [fillOf({}), fillOf({ marketTag: 'B' }), fillOf({ clientOrderId: 'own' })];
  const named = await nameFills(deps.orders, account.accountId, fills);
  assert.deepEqual(
    named.map(({ clientOrderId }) => clientOrderId),
    [order.clientOrderId, null, 'own'],
  );
});

test('of an order that is not acknowledged the exchange is queried, once', async () => {
  const found = { clientOrderId: 'ours', venueOrderId: '8' };
  const { deps, at, requested } = await setUp({ kind: 'found', order: found } as OrderLookup);
  const named = await nameAllFills(deps, at, [
    fillOf({}),
    fillOf({ venueOrderId: '8' }),
    fillOf({ venueOrderId: '8' }),
  ]);
  assert.deepEqual(
    named.slice(1).map(({ clientOrderId }) => clientOrderId),
    ['ours', 'ours'],
  );
  assert.deepEqual(requested, ['8']);
});

test('a new fill of an order that is not shown is not passed over; an old one is', async () => {
  const { deps, at } = await setUp();
  const fill = fillOf({ venueOrderId: '8' });
  await assert.rejects(nameAllFills(deps, at, [fill]), Failure);
  const [old] = await nameAllFills(deps, at, [{ ...fill, filledAtMs: NOW_MS - 900_000 }]);
  assert.equal(old?.clientOrderId, null);
});
