import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation, OrderState } from './judge-linear.ts';
import { judgeRegister } from './judge-linear.ts';

type Short = readonly [
  kind: Operation['kind'],
  calledMs: number,
  returnedMs: number | null,
  saw?: OrderState,
];

const operationsOf = (history: readonly Short[]): readonly Operation[] =>
  history.map(([kind, calledMs, returnedMs, saw]) => {
    const operation = { kind, at: 'api', calledMs, returnedMs };
    return saw === undefined ? operation : { ...operation, saw };
  });

const HOLDING: readonly (readonly Short[])[] = [
  [
    ['place', 0, 1],
    ['read', 2, 3, 'working'],
    ['cancel', 4, 5],
    ['read', 6, 7, 'ended'],
  ],
  // Reads beside what they overlap may see either.
  [
    ['place', 0, 10],
    ['read', 1, 2, 'absent'],
    ['read', 3, 4, 'working'],
  ],
  // What had no response happened late, or never.
  [
    ['place', 0, null],
    ['read', 1, 2, 'absent'],
    ['read', 30, 31, 'working'],
  ],
  [
    ['place', 0, 1],
    ['cancel', 2, null],
    ['read', 9, 10, 'working'],
  ],
  // Placed again under the same key, it is the same order, ended as it is.
  [
    ['place', 0, 1],
    ['cancel', 2, 3],
    ['place', 4, 5],
    ['read', 6, 7, 'ended'],
  ],
];

const VIOLATIONS: readonly (readonly [name: string, history: readonly Short[]])[] = [
  [
    'a read behind an acknowledged order that does not see it',
    [
      ['place', 0, 1],
      ['read', 2, 3, 'absent'],
    ],
  ],
  [
    'an order that works behind its acknowledged end',
    [
      ['place', 0, 1],
      ['cancel', 2, 3],
      ['read', 4, 5, 'working'],
    ],
  ],
  [
    'a stale read behind a fresh one of another process',
    [
      ['place', 0, 20],
      ['read', 1, 2, 'working'],
      ['read', 3, 4, 'absent'],
    ],
  ],
  [
    'an order that has ended and works again',
    [
      ['place', 0, 1],
      ['cancel', 2, null],
      ['read', 4, 5, 'ended'],
      ['read', 6, 7, 'working'],
    ],
  ],
  [
    'an order that ended by itself',
    [
      ['place', 0, 1],
      ['read', 2, 3, 'ended'],
    ],
  ],
  ['a cancel of nothing that was acknowledged', [['cancel', 0, 1]]],
  [
    'an order that is back behind another try of its key',
    [
      ['place', 0, 1],
      ['cancel', 2, 3],
      ['place', 4, 5],
      ['read', 6, 7, 'working'],
    ],
  ],
  ['an order that nobody placed', [['read', 0, 1, 'working']]],
];

test('histories that hold are held for it', () => {
  for (const history of HOLDING) assert.equal(judgeRegister(operationsOf(history)), null);
});

for (const [name, history] of VIOLATIONS)
  test(`${name} is found, whatever is beside it`, () => {
    assert.notEqual(judgeRegister(operationsOf(history)), null);
    // Behind all of it, so that it explains nothing.
    const later: Short = ['cancel', 90, null];
    assert.notEqual(judgeRegister(operationsOf([...history, later])), null);
  });

test('thirty operations at once are judged without trying all orders of them', () => {
  const many = Array.from({ length: 30 }, (): Short => ['read', 0, 100, 'working']);
  const history: readonly Short[] = [['place', 0, 100], ...many, ['read', 101, 102, 'absent']];
  assert.notEqual(judgeRegister(operationsOf(history)), null);
});
