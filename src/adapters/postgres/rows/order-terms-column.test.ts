// Column of an order's terms: its content, and rows of earlier versions that read as orders of
// today.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { decimal } from '#lib/decimal.ts';
import { termsFromColumn, termsToColumn } from '#adapters/postgres/rows/order-terms-column.ts';

test('plain terms are not stored', () => {
  assert.equal(termsToColumn(PLAIN_TERMS), null);
  // As they come back from a thread.
  assert.equal(termsToColumn(structuredClone(PLAIN_TERMS)), null);
});

test('of other terms only what differs from plain ones is stored', () => {
  const exit = { group: 'bot_1:SIM_BTC_USDT', role: null, openAmount: decimal('0.5') };
  const terms: OrderTerms = { ...PLAIN_TERMS, exit, heldBy: 'service' };
  const column = termsToColumn(terms);
  assert.deepEqual(column, {
    exit: { group: 'bot_1:SIM_BTC_USDT', role: null, open_amount: '0.5' },
    keeper: 'service',
  });
  assert.deepEqual(termsFromColumn(column), terms);
});

test('a column with all terms, or without one that came later, is read', () => {
  const whole = {
    trigger_price: '100',
    trail_distance: null,
    is_post_only: false,
    is_reduce_only: true,
    expires_at_ms: null,
    leverage: null,
    margin_mode: null,
    exit: null,
    keeper: 'exchange',
  } as const;
  const terms = { ...PLAIN_TERMS, triggerPrice: decimal('100'), isReduceOnly: true };
  assert.deepEqual(termsFromColumn(whole), terms);
});

test('what an entry brings is stored, and nothing of it on others', () => {
  const entry: OrderTerms = { ...PLAIN_TERMS, attachedStop: decimal('58000.5') };
  assert.deepEqual(termsToColumn(entry), { attached_stop: '58000.5' });
  assert.deepEqual(termsFromColumn({ attached_stop: '58000.5' }), entry);
  const stop: OrderTerms = { ...PLAIN_TERMS, isAttached: true };
  assert.deepEqual(termsToColumn(stop), { is_attached: true });
  assert.deepEqual(termsFromColumn({ is_attached: true }), stop);
});
