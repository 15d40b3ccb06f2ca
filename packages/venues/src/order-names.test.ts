// Client names of a venue's orders.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeOrderNames } from '#venues/order-names.ts';

test('orders of one number are distinguished by account and market', () => {
  const names = makeOrderNames();
  const order = { marketTag: 'A', venueOrderId: '7' };
  names.note('acc_1', { ...order, clientOrderId: 'first' });
  names.note('acc_1', { ...order, marketTag: 'B', clientOrderId: 'second' });
  assert.equal(names.find('acc_1', order), 'first');
  assert.equal(names.find('acc_2', order), null);
});

test('a number that another order has is taken, whichever account has it', () => {
  const names = makeOrderNames();
  const order = { marketTag: 'A', venueOrderId: '7', clientOrderId: 'first' };
  assert(!names.isTaken(order));
  names.note('acc_1', order);
  assert(!names.isTaken(order));
  assert(names.isTaken({ ...order, clientOrderId: 'second' }));
  assert(!names.isTaken({ ...order, clientOrderId: 'second', marketTag: 'B' }));
});

test('an order without a name or a number is none to note', () => {
  const names = makeOrderNames();
  const order = { marketTag: 'A', venueOrderId: '7' };
  names.note('acc_1', { ...order, clientOrderId: null });
  names.note('acc_1', { ...order, venueOrderId: '', clientOrderId: 'first' });
  assert(!names.isTaken({ ...order, clientOrderId: 'second' }));
  assert(!names.isTaken({ ...order, venueOrderId: '', clientOrderId: 'second' }));
});

test('the oldest names are forgotten first', () => {
  const names = makeOrderNames();
  const numbered = (number: number) => ({ marketTag: 'A', venueOrderId: String(number) });
  for (let number = 0; number <= 20_000; number += 1)
    names.note('acc_1', { ...numbered(number), clientOrderId: `n${number}` });
  assert.equal(names.find('acc_1', numbered(0)), null);
  assert.equal(names.find('acc_1', numbered(1)), 'n1');
  assert(!names.isTaken({ ...numbered(0), clientOrderId: 'other' }));
});
