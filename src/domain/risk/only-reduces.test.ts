// Orders that count as exits, by their kind and by what is held.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, ZERO } from '#lib/decimal.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { Leaving } from '#domain/risk/only-reduces.ts';
import { isExitByKind, reducesPresent } from '#domain/risk/only-reduces.ts';

const order = (side: 'buy' | 'sell', amount: string, isReduceOnly = false): Leaving => ({
  side,
  amount: decimal(amount),
  filledAmount: ZERO,
  terms: { ...PLAIN_TERMS, isReduceOnly },
});
const sides = (long: string, short = '0') => ({ long: decimal(long), short: decimal(short) });

suite('an exit by its kind', () => {
  const contracts = futuresMarket('vanilla', '0.001');
  test('is a sale on spot, and an order marked so for contracts', () => {
    assert.equal(isExitByKind(spotMarket(), order('sell', '1')), true);
    assert.equal(isExitByKind(spotMarket(), order('buy', '1')), false);
    assert.equal(isExitByKind(contracts, order('sell', '1')), false);
    assert.equal(isExitByKind(contracts, order('buy', '1', true)), true);
  });
});

suite('an order that can only reduce what is held now', () => {
  const cases: readonly (readonly [
    string,
    Leaving,
    string,
    string,
    readonly Leaving[],
    boolean,
  ])[] = [
    ['sells a part of a long position', order('sell', '1'), '2', '0', [], true],
    ['sells all of it', order('sell', '2'), '2', '0', [], true],
    ['sells more than it, which turns it', order('sell', '3'), '2', '0', [], false],
    ['buys more of it', order('buy', '1'), '2', '0', [], false],
    ['buys a part of a short position', order('buy', '1'), '0', '2', [], true],
    [
      'stands beside another exit that fits',
      order('sell', '1'),
      '2',
      '0',
      [order('sell', '1')],
      true,
    ],
    ['stands behind one that takes it', order('sell', '1'), '2', '0', [order('sell', '2')], false],
    ['stands beside an entry', order('sell', '2'), '2', '0', [order('buy', '2')], true],
    ['stands against a hedged position', order('sell', '1'), '2', '2', [], false],
    ['is of an amount that is not known', order('sell', '0'), '2', '0', [], false],
    ['stands against nothing', order('sell', '1'), '0', '0', [], false],
  ];
  for (const [name, leaving, long, short, ahead, expected] of cases)
    test(name, () => assert.equal(reducesPresent(leaving, sides(long, short), ahead), expected));

  test('counts what is left of those ahead', () => {
    const ahead = { ...order('sell', '2'), filledAmount: decimal('1') };
    assert.equal(reducesPresent(order('sell', '1'), sides('2'), [ahead]), true);
  });
});
