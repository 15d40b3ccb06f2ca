// Every user, key, account and order survives its way to a row and back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { accountFromRow, accountToRow } from '#adapters/postgres/rows/account-row.ts';
import { keyFromRow, keyToRow } from '#adapters/postgres/rows/key-row.ts';
import { orderFromRow, orderToRow } from '#adapters/postgres/rows/order-row.ts';
import { userFromRow, userToRow } from '#adapters/postgres/rows/user-row.ts';
import type { Decimal } from '#lib/decimal.ts';
import { SCOPES } from '#domain/access/scope.ts';
import { MARKET_TYPES } from '#venue-port/market/market.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { ORDER_SIDES, ORDER_STATES, ORDER_TYPES } from '#venue-port/order/order.ts';
import type { Order } from '#venue-port/order/order.ts';
import { PLAN_NAMES } from '#domain/plan/plan.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { ApiKey } from '#ports/stores/key-store.ts';
import type { User } from '#ports/stores/user-store.ts';
import { ACCOUNT_STATUSES } from '#ports/stores/account-store.ts';

const instantMs = fc.nat({ max: 4_102_444_800_000 });
const perhapsMs = fc.option(instantMs);
const largest = 10n ** 36n - 1n;
const amount = fc.bigInt({ min: -largest, max: largest }).map((units) => units as Decimal);

const record = <T>(fields: { [name in keyof T]: fc.Arbitrary<T[name]> }) =>
  fc.record<T>(fields, { noNullPrototype: true });

const user: fc.Arbitrary<User> = record({
  userId: fc.string(),
  name: fc.string(),
  plan: fc.constantFrom(...PLAN_NAMES),
  planUntilMs: perhapsMs,
  createdAtMs: instantMs,
});

const key: fc.Arbitrary<ApiKey> = record({
  keyId: fc.string(),
  userId: fc.string(),
  name: fc.string(),
  prefix: fc.string(),
  scopes: fc.subarray([...SCOPES]),
  isEnabled: fc.boolean(),
  createdAtMs: instantMs,
  lastUsedAtMs: perhapsMs,
  expiresAtMs: perhapsMs,
  addresses: fc.array(fc.string()),
  endUserId: fc.option(fc.string()),
});

const account: fc.Arbitrary<Account> = record({
  accountId: fc.string(),
  userId: fc.string(),
  name: fc.string(),
  exchange: fc.string(),
  marketType: fc.constantFrom(...MARKET_TYPES),
  isSimulated: fc.boolean(),
  isTestNet: fc.boolean(),
  status: fc.constantFrom(...ACCOUNT_STATUSES),
  positionMode: fc.constantFrom('one_way', 'hedge', null),
  marginMode: fc.constantFrom('cross', 'isolated', null),
  allowsBots: fc.boolean(),
  createdAtMs: instantMs,
  updatedAtMs: perhapsMs,
});

const terms: fc.Arbitrary<OrderTerms> = record({
  triggerPrice: fc.option(amount),
  trailDistance: fc.option(amount),
  trailActivationPrice: fc.option(amount),
  isPostOnly: fc.boolean(),
  isReduceOnly: fc.boolean(),
  expiresAtMs: perhapsMs,
  margin: fc.option(record({ leverage: amount, marginMode: fc.constantFrom('cross', 'isolated') })),
  exit: fc.option(
    record({
      group: fc.string(),
      role: fc.constantFrom('stop', 'target', null),
      openAmount: fc.option(amount),
    }),
  ),
  heldBy: fc.constantFrom('exchange', 'service'),
});

const order: fc.Arbitrary<Order> = record({
  orderId: fc.string(),
  accountId: fc.string(),
  clientOrderId: fc.string(),
  venueOrderId: fc.option(fc.string()),
  marketTag: fc.option(fc.string()),
  side: fc.constantFrom(...ORDER_SIDES),
  type: fc.constantFrom(...ORDER_TYPES),
  price: amount,
  amount,
  filledAmount: amount,
  terms: fc.oneof(fc.constant(PLAIN_TERMS), terms),
  state: fc.constantFrom(...ORDER_STATES),
  reason: fc.option(fc.string()),
  botId: fc.option(fc.string()),
  placedAtMs: perhapsMs,
  updatedAtMs: instantMs,
});

function assertRoundTrip<T>(values: fc.Arbitrary<T>, thereAndBack: (value: T) => T): void {
  fc.assert(fc.property(values, (value) => assert.deepEqual(thereAndBack(value), value)));
}

test('users', () => assertRoundTrip(user, (value) => userFromRow(userToRow(value))));
test('keys', () => assertRoundTrip(key, (value) => keyFromRow(keyToRow(value))));
test('accounts', () => assertRoundTrip(account, (value) => accountFromRow(accountToRow(value))));
test('orders', () => assertRoundTrip(order, (value) => orderFromRow(orderToRow(value))));
