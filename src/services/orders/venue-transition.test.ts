// Transitions of our record by what a venue says of the order.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, ZERO } from '#lib/decimal.ts';
import { sampleOrder } from '#ports/stores/store.fixture.ts';
import type { PlacedOrder } from '#venue-port/exchange/exchange.ts';
import type { Order } from '#venue-port/order/order.ts';
import { venueTransition } from '#services/orders/venue-transition.ts';

function shownAs(order: Order, changes: Partial<PlacedOrder>): PlacedOrder {
  const { clientOrderId, side, type, price, amount, terms } = order;
  return {
    venueOrderId: 'venue-1',
    clientOrderId,
    marketTag: order.marketTag ?? '',
    side,
    type,
    price,
    amount,
    terms,
    filledAmount: ZERO,
    averageFillPrice: ZERO,
    state: 'open',
    reason: null,
    placedAtMs: 1_000,
    updatedAtMs: 1_000,
    ...changes,
  };
}

test('an order that was refused after a part had filled is cancelled, with the reason', () => {
  const order = sampleOrder('acc_1', { amount: decimal('1') });
  const reason = 'EC_NoEnoughQtyToFill';
  const filledAmount = decimal('0.4');
  const change = venueTransition(
    order,
    shownAs(order, { state: 'rejected', filledAmount, reason }),
    2_000,
  );
  assert.deepEqual(
    [change?.to, change?.filledAmount, change?.reason],
    ['cancelled', filledAmount, reason],
  );
  const unfilled = venueTransition(order, shownAs(order, { state: 'rejected', reason }), 2_000);
  assert.equal(unfilled?.to, 'rejected');
});

test('an order that is acknowledged is open', () => {
  const order = sampleOrder('acc_1');
  const change = venueTransition(order, shownAs(order, { state: 'acknowledged' }), 2_000);
  assert.deepEqual([change?.to, change?.venueOrderId], ['open', 'venue-1']);
});

test('an order that the venue made smaller and filled is cancelled, not filled as a whole', () => {
  const order = sampleOrder('acc_1', { amount: decimal('3') });
  const filledAmount = decimal('1');
  const shown = shownAs(order, { state: 'filled', amount: filledAmount, filledAmount });
  const change = venueTransition(order, shown, 2_000);
  assert.deepEqual([change?.to, change?.filledAmount], ['cancelled', filledAmount]);
  assert.match(change?.reason ?? '', /smaller/);
  const whole = venueTransition(order, { ...shown, filledAmount: decimal('3') }, 2_000);
  assert.deepEqual([whole?.to, whole?.reason], ['filled', null]);
});

test('a number of the venue that was another one is corrected', () => {
  const order = sampleOrder('acc_1', { state: 'open', venueOrderId: 'venue-2' });
  const change = venueTransition(order, shownAs(order, {}), 2_000);
  assert.deepEqual([change?.to, change?.venueOrderId], ['open', 'venue-1']);
  const known = { ...order, venueOrderId: 'venue-1' };
  assert.equal(venueTransition(known, shownAs(known, {}), 2_000), null);
});
