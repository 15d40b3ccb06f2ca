// Every pair of an order's state and event.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FINAL_ORDER_STATES, ORDER_STATES } from '#venue-port/order/order.ts';
import type { OrderState } from '#venue-port/order/order.ts';
import { nextOrderState, ORDER_EVENTS, sourcesOf } from '#domain/order/order-state.ts';
import type { OrderEvent } from '#domain/order/order-state.ts';

// One row per event; columns are the states before it, a dot where the event cannot happen.
const TABLE: { readonly [event in OrderEvent]: string } = {
  // State before: pending, open, unknown, lost, filled, cancelled, rejected, expired, unplaced.
  acknowledged: '    open      open      open      open      .    .    .    .    open',
  partially_filled: 'open      open      open      open      .    .    .    .    open',
  filled: '          filled    filled    filled    filled    .    .    .    .    filled',
  cancelled: '       cancelled cancelled cancelled cancelled .    .    .    .    cancelled',
  rejected: '        rejected  rejected  rejected  rejected  .    .    .    .    rejected',
  expired: '         expired   expired   expired   expired   .    .    .    .    expired',
  sent_again: '      pending   .         .         .         .    .    .    .    .',
  set_off: '         .         pending   .         .         .    .    .    .    .',
  not_sent: '        unplaced  .         .         .         .    .    .    .    .',
  outcome_unknown: ' unknown   .         unknown   .         .    .    .    .    .',
  found_working: '   open      open      open      open      .    .    .    .    open',
  found_absent: '    unplaced  .         unplaced  .         .    .    .    .    .',
  lost: '            .         lost      lost      lost      .    .    .    .    .',
  found_again: '     .         .         .         .         open open open open .',
  found_filled: '    .         .         .         .         .    filled filled filled .',
  found_part_filled: '.        .         .         .         .    cancelled cancelled cancelled .',
  tried_again: '     .         .         .         .         .    .    .    .    pending',
  settled: '         .         .         cancelled cancelled .    .    .    .    .',
};

for (const event of ORDER_EVENTS) {
  const row = TABLE[event].trim().split(/ +/);
  for (const [index, state] of ORDER_STATES.entries()) {
    const expected = row[index] === '.' ? null : row[index];
    test(`an order that is ${state}, on ${event}, becomes ${expected ?? '(not allowed)'}`, () => {
      assert.equal(nextOrderState(state, event), expected);
      assert.equal(sourcesOf(event).includes(state), expected !== null);
    });
  }
}

test('how an order ended is changed only by what its exchange shows of it later', () => {
  const more = ['found_filled', 'found_part_filled'] as const;
  for (const state of FINAL_ORDER_STATES.filter((final) => final !== 'unplaced')) {
    const left = ORDER_EVENTS.filter((event) => nextOrderState(state, event) !== null);
    assert.deepEqual(left, ['found_again', ...(state === 'filled' ? [] : more)]);
  }
});

test('every state but pending is reached from pending by some events', () => {
  const reached = new Set<OrderState>(['pending']);
  for (let round = 0; round < ORDER_STATES.length; round += 1)
    for (const state of reached)
      for (const event of ORDER_EVENTS) {
        const next = nextOrderState(state, event);
        if (next !== null) reached.add(next);
      }
  assert.deepEqual([...reached].sort(), [...ORDER_STATES].sort());
});
