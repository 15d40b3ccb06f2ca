import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insistOnName, isNamedOrder } from '#venues/dialects/reply/named-order.ts';
import { UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import type { VenueOrder } from '#venue-port/exchange/exchange.ts';

const order = { clientOrderId: 'ord1', venueOrderId: '71' } as VenueOrder;
const name = (clientOrderId: string, venueOrderId: string | null) => ({
  clientOrderId,
  venueOrderId,
  placedAtMs: 0,
});

test('an order is named by our name until the venue has given it an id', () => {
  assert(isNamedOrder(name('ord1', null), order));
  assert(!isNamedOrder(name('ord2', null), order));
});

test('the id of the venue decides where it is known', () => {
  assert(isNamedOrder(name('ord2', '71'), order));
  assert(!isNamedOrder(name('ord1', '72'), order));
});

test('a reply about another order is unreadable', () => {
  assert.equal(insistOnName(name('ord1', '71'), order), order);
  assert.throws(() => insistOnName(name('ord1', '72'), order), UnreadableReply);
});
