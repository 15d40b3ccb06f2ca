// Managed trading as it is published: worked cases.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { managedOrders } from '#commands/trading/managed-trading.ts';
import type { ManagedWish } from '#engine/run-api/wish-api.ts';
import type { ManagedView } from '#commands/trading/managed-trading.ts';

const FUTURES: ManagedView = {
  isSpot: false,
  held: null,
  tradeAmount: 1,
  targetAmount: 1,
  hasOpenOrder: false,
  leastAmount: 0.001,
  leastExit: 0.001,
  feeShare: 0.002,
};
const SPOT: ManagedView = { ...FUTURES, isSpot: true };

function long(amount: number): Pick<ManagedView, 'held'> {
  return { held: { direction: 'long', amount } };
}

function short(amount: number): Pick<ManagedView, 'held'> {
  return { held: { direction: 'short', amount } };
}

type Case = readonly [
  what: string,
  wish: ManagedWish,
  view: ManagedView,
  orders: readonly (readonly [string, number])[],
];

const CASES: readonly Case[] = [
  ['buys the trade amount', 'long', SPOT, [['buy', 1]]],
  ['buys nothing more when it is reached', 'long', { ...SPOT, ...long(1) }, []],
  ['buys the rest of a part', 'long', { ...SPOT, ...long(0.25) }, [['buy', 0.75]]],
  ['keeps to the size it began with', 'long', { ...SPOT, ...long(1), tradeAmount: 1.5 }, []],
  [
    'fills up to the size it began with',
    'long',
    { ...SPOT, ...long(0.5), tradeAmount: 1.5 },
    [['buy', 0.5]],
  ],
  ['sells a part', 'short', { ...SPOT, ...long(0.25) }, [['sell', 0.25]]],
  ['sells by leaving', 'exit', { ...SPOT, ...long(1) }, [['sell', 1]]],
  ['never sells short on spot', 'short', SPOT, []],
  ['buys nothing for what fees took', 'long', { ...SPOT, ...long(0.998) }, []],
  ['asks for the exit of too little too', 'exit', { ...SPOT, ...long(0.0009) }, [['sell', 0.0009]]],
  [
    'leaves a contract worth less than an entry may be',
    'exit',
    { ...FUTURES, ...long(0.004), leastAmount: 0.005 },
    [['exit_long', 0.004]],
  ],
  [
    'begins anew with what could not be sold',
    'long',
    { ...SPOT, ...long(0.0005), tradeAmount: 2 },
    [['buy', 1.9995]],
  ],
  ['buys the trade amount less dust', 'long', { ...SPOT, ...long(0.0005) }, [['buy', 0.9995]]],
  ['goes long', 'long', FUTURES, [['go_long', 1]]],
  ['goes short', 'short', FUTURES, [['go_short', 1]]],
  ['stays short', 'short', { ...FUTURES, ...short(1) }, []],
  ['makes a part of a short whole', 'short', { ...FUTURES, ...short(0.25) }, [['go_short', 0.75]]],
  ['leaves a short', 'exit', { ...FUTURES, ...short(2) }, [['exit_short', 2]]],
  ['leaves nothing when flat', 'exit', FUTURES, []],
  ['leaves only the side that is named', 'exit_long', { ...FUTURES, ...short(1) }, []],
  [
    'turns a short into a long',
    'long',
    { ...FUTURES, ...short(0.5) },
    [
      ['exit_short', 0.5],
      ['go_long', 1],
    ],
  ],
  [
    'flips a long',
    'flip',
    { ...FUTURES, ...long(1) },
    [
      ['exit_long', 1],
      ['go_short', 1],
    ],
  ],
  ['flips on spot by selling', 'flip', { ...SPOT, ...long(1) }, [['sell', 1]]],
  ['flips nothing when flat', 'flip', FUTURES, []],
  ['waits while an order is open', 'long', { ...FUTURES, hasOpenOrder: true }, []],
  ['asks for an amount that is too small', 'long', { ...SPOT, leastAmount: 2 }, [['buy', 1]]],
];

suite('managed trading', () => {
  for (const [what, wish, view, orders] of CASES) {
    test(what, () => {
      const requested = managedOrders(wish, view).map(({ action, amount }) => [action, amount]);
      assert.deepEqual(requested, orders);
    });
  }
});
