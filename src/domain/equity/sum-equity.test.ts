// Sums of accounts by examples: what is known of each carries on until something newer is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { equityAdder } from '#domain/equity/sum-equity.ts';
import { decimal } from '#lib/decimal.ts';

const WINDOW = { fromMs: 100, toMs: 135, intervalMs: 10 };

function sumOf(...accounts: readonly (readonly (readonly [number, string])[])[]) {
  const adder = equityAdder(WINDOW);
  for (const points of accounts)
    adder.add(points.map(([atMs, value]) => ({ atMs, value: decimal(value) })));
  return adder.sum().values;
}

const value = (atMs: number, of: string, accountsCount: number) => ({
  atMs,
  value: decimal(of),
  accountsCount,
});

test('nothing is known of no account', () => {
  assert.deepEqual(sumOf(), []);
  assert.deepEqual(sumOf([]), []);
});

test('a value from before the window carries on to its end', () => {
  assert.deepEqual(sumOf([[7, '5']]), [
    value(110, '5', 1),
    value(120, '5', 1),
    value(130, '5', 1),
    value(135, '5', 1),
  ]);
});

test('the newest value before the end of an interval counts', () => {
  const sums = sumOf([
    [109, '1'],
    [110, '2'],
    [119, '3'],
    [134, '4'],
  ]);
  assert.deepEqual(sums, [
    value(110, '1', 1),
    value(120, '3', 1),
    value(130, '3', 1),
    value(135, '4', 1),
  ]);
});

test('accounts are added, each from its first value on', () => {
  assert.deepEqual(sumOf([[125, '-2.5']], [[112, '10']]), [
    value(120, '10', 1),
    value(130, '7.5', 2),
    value(135, '7.5', 2),
  ]);
});

test('a window that is empty has no intervals', () => {
  const adder = equityAdder({ fromMs: 100, toMs: 100, intervalMs: 10 });
  adder.add([{ atMs: 1, value: decimal('1') }]);
  assert.deepEqual(adder.sum(), { values: [] });
});
