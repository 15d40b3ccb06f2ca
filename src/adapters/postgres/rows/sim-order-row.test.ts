// Rows that were written before a trailing stop could wait for a price read as orders of today.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { order, trail } from '#domain/matching/matching.fixture.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { withMarkedIntegers } from '#adapters/sim/sim-cell.ts';
import type { SimOrder } from '#adapters/sim/sim-account.ts';
import { orderFromRow, orderToRow, workingFromRow } from '#adapters/postgres/rows/sim-order-row.ts';

test('a trail without an activation is active', () => {
  const resting = order({ type: 'trailing_stop_market', side: 'sell', trail: trail(5, 100) });
  const { activationTicks, ...old } = trail(5, 100);
  assert.equal(activationTicks, null);
  const row = withMarkedIntegers({ resting: { ...resting, trail: old } });
  assert.deepEqual(workingFromRow(row), { resting });
  assert.deepEqual(workingFromRow(withMarkedIntegers({ resting })), { resting });
});

test('terms without one have none', () => {
  const { trailActivationPrice, ...old } = { ...PLAIN_TERMS, isPostOnly: true };
  assert.equal(trailActivationPrice, null);
  assert.deepEqual(termsRead(old), { ...PLAIN_TERMS, isPostOnly: true });
});

test('who watches an order is read under its old name too', () => {
  const { heldBy, ...others } = PLAIN_TERMS;
  assert.equal(heldBy, 'exchange');
  assert.deepEqual(termsRead({ ...others, keeper: 'service' }), {
    ...PLAIN_TERMS,
    heldBy: 'service',
  });
});

test('plain terms are not stored, nor what others have in common with them', () => {
  const stored = (terms: OrderTerms) => orderToRow('a', orderWith({ terms }), null)['terms'];
  assert.equal(stored(PLAIN_TERMS), null);
  // As they come back from a thread.
  assert.equal(stored(structuredClone(PLAIN_TERMS)), null);
  const dear = { ...PLAIN_TERMS, isPostOnly: true, expiresAtMs: 5 };
  assert.deepEqual(stored(dear), { isPostOnly: true, expiresAtMs: 5 });
  assert.deepEqual(termsRead({ isPostOnly: true, expiresAtMs: 5 }), dear);
});

function orderWith({ terms }: Pick<SimOrder, 'terms'>): SimOrder {
  return { ...orderRead({}), terms };
}

function termsRead(terms: object): OrderTerms {
  return orderRead(terms).terms;
}

function orderRead(terms: object): SimOrder {
  return orderFromRow({
    venue_order_id: 'v',
    client_order_id: 'c',
    market_tag: 'SIM_BTC_USDT',
    side: 'buy',
    type: 'limit',
    limit_ticks: '100',
    lots: '10',
    filled_lots: '0',
    average_fill_price: '0',
    state: 'open',
    reason: null,
    placed_at_ms: 1,
    updated_at_ms: 1,
    terms: withMarkedIntegers(terms) as object,
  });
}
