// By hand: 1,000 of equity, one unit worth 100 and 101 where it fills worse, a fee of 1 %.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payableAmount, RESERVE_SHARE } from '#engine/run/orders/payable-amount.ts';

const ENTRY = { amount: 10, value: 100, reservedValue: 101, leverage: 1, feeShare: 0.01 };

function isNear(found: number, wanted: number): boolean {
  return Math.abs(found - wanted) < 1e-6;
}

test('an entry leaves what it may fill worse, and as much for the time until it arrives', () => {
  assert.equal(RESERVE_SHARE, 0.02);
});

test('all of the equity is as much smaller as its fee and the reserve take', () => {
  assert.ok(isNear(payableAmount(1_000, ENTRY), 1_000 / (101 * 1.01)));
  assert.ok(payableAmount(1_000, ENTRY) < 1_000 / (101 * 1.01), 'a little below what is exact');
});

test('an amount that is paid for stays as it is', () => {
  assert.equal(payableAmount(1_000, { ...ENTRY, amount: 9.8 }), 9.8);
  assert.equal(payableAmount(1_000, { ...ENTRY, leverage: 2 }), 10);
});

test('leverage lends for the value, and not for the fee', () => {
  assert.ok(
    isNear(payableAmount(1_000, { ...ENTRY, amount: 20, leverage: 2 }), 1_000 / (101 * 0.51)),
  );
});

test('one beyond the equity stays as it is, up to what is no difference', () => {
  assert.equal(payableAmount(1_000, { ...ENTRY, amount: 10.001 }), 10.001);
  assert.equal(payableAmount(1_000, { ...ENTRY, amount: 20.001, leverage: 2 }), 20.001);
  assert.ok(payableAmount(1_000, { ...ENTRY, amount: 10 + 5e-9 }) < 10);
});

test('what something else takes before is not there', () => {
  assert.ok(isNear(payableAmount(1_000, ENTRY, 100), 900 / (101 * 1.01)));
});
