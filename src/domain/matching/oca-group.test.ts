// Orders that cancel or reduce one another, within one candle: the order in which they meet its
// path decides.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Candle } from '#venue-port/candle/candle.ts';
import { MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import { candle, fills, minute, order } from '#domain/matching/matching.fixture.ts';
import type { Execution } from '#domain/matching/execution.ts';
import type { OcaGroup } from '#domain/matching/oca-group.ts';
import { isSameGroup, stillLeft } from '#domain/matching/oca-group.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';

const { touch, realistic } = MATCHING_RULES;

function bracket(oca: OcaGroup | null, belowSize = 10): readonly RestingOrder[] {
  return [
    order({ orderId: 'above', sequence: 1, type: 'stop_market', trigger: 110, oca }),
    order({
      orderId: 'below',
      sequence: 2,
      type: 'stop_market',
      side: 'sell',
      trigger: 90,
      size: belowSize,
      oca,
    }),
  ];
}

const CANCEL: OcaGroup = { name: 'entry', kind: 'cancel' };
const REDUCE: OcaGroup = { name: 'entry', kind: 'reduce' };

const CASES: readonly (readonly [string, OcaGroup | null, number, Candle, string])[] = [
  ['one is met', CANCEL, 10, candle(100, 111, 95, 105), 'above 10@110 taker'],
  ['the high first', CANCEL, 10, candle(101, 111, 85, 105), 'above 10@110 taker ambiguous'],
  ['the low first', CANCEL, 10, candle(99, 115, 89, 105), 'below 10@90 taker ambiguous'],
  ['without a group', null, 10, candle(99, 115, 89, 105), 'below 10@90 taker, above 10@110 taker'],
  [
    'the larger is reduced',
    REDUCE,
    25,
    candle(104, 112, 88, 90),
    'above 10@110 taker ambiguous, below 15@90 taker ambiguous',
  ],
  [
    'the smaller is left nothing',
    REDUCE,
    4,
    candle(104, 112, 88, 90),
    'above 10@110 taker ambiguous',
  ],
  [
    'an open beyond one is no doubt',
    CANCEL,
    10,
    candle(112, 113, 88, 90),
    'above 10@112 taker gap',
  ],
];

suite('a group within a candle', () => {
  for (const [what, oca, belowSize, ofCandle, expected] of CASES)
    test(what, () => {
      assert.equal(fills(minute(touch, bracket(oca, belowSize), ofCandle)), expected);
    });

  test('takes from another group, or another kind, nothing', () => {
    const [above, below] = bracket(CANCEL);
    assert.ok(above !== undefined && below !== undefined);
    for (const oca of [{ ...CANCEL, name: 'other' }, REDUCE]) {
      const outcome = minute(touch, [above, { ...below, oca }], candle(104, 112, 88, 90));
      assert.equal(outcome.executions.length, 2);
    }
  });

  test('leaves what it cancels of the volume to others', () => {
    const oca = CANCEL;
    const orders = [
      ...bracket(oca),
      order({ orderId: 'late', sequence: 3, side: 'sell', limit: 111 }),
    ];
    const outcome = minute(realistic, orders, candle(104, 113, 88, 90, 150));
    const lots = outcome.executions.map((it) => `${it.orderId} ${it.lots}`);
    // A tenth of the volume is fifteen lots: ten for the first, five for the one behind it.
    assert.deepEqual(lots, ['above 10', 'late 5']);
  });
});

/** Executions of the order itself and of its partner, in lots, and what is left of ten. */
const LEFT: readonly (readonly [
  OcaGroup | null,
  readonly (readonly [string, bigint])[],
  bigint,
])[] = [
  [CANCEL, [], 10n],
  [CANCEL, [['own', 4n]], 6n],
  [CANCEL, [['other', 3n]], 0n],
  [REDUCE, [['own', 4n]], 6n],
  [REDUCE, [['other', 3n]], 7n],
  [REDUCE, [['other', 12n]], 0n],
  [
    REDUCE,
    [
      ['own', 4n],
      ['other', 3n],
    ],
    3n,
  ],
  [
    REDUCE,
    [
      ['own', 8n],
      ['other', 3n],
    ],
    0n,
  ],
  [
    null,
    [
      ['own', 4n],
      ['other', 3n],
    ],
    6n,
  ],
];

suite('what is left of an order of ten', () => {
  for (const [oca, filled, expected] of LEFT) {
    const shown = filled.map(([orderId, lots]) => `${orderId} ${lots}`).join(', ');
    test(`after "${shown}", ${oca?.kind ?? 'no group'}: ${expected}`, () => {
      const [own] = bracket(oca);
      assert.ok(own !== undefined);
      const executions = filled.map(
        ([orderId, lots]) =>
          ({ orderId: orderId === 'own' ? own.orderId : orderId, lots }) as Execution,
      );
      assert.equal(
        stillLeft(own, executions, () => oca),
        expected,
      );
    });
  }
});

test('kinds of one group are the same, or what turns beside what is turned', () => {
  const kinds = ['cancel', 'reduce', 'turned', 'turning'] as const;
  const pairs = kinds.flatMap((left) =>
    kinds
      .filter((right) => isSameGroup({ name: 'a', kind: left }, { name: 'a', kind: right }))
      .map((right) => `${left} ${right}`),
  );
  const together = ['cancel cancel', 'reduce reduce', 'turned turning', 'turning turned'];
  assert.deepEqual(pairs, together);
  assert.equal(isSameGroup(CANCEL, { ...CANCEL, name: 'exit' }), false);
});

test('parts of one order leave one another as they are, and meet those of another', () => {
  const part = (of?: string): OcaGroup => ({ ...CANCEL, ...(of === undefined ? {} : { of }) });
  const cases = [
    ['one', 'one', false],
    ['one', 'two', true],
    ['one', undefined, true],
    [undefined, 'one', true],
    [undefined, undefined, true],
  ] as const;
  for (const [left, right, expected] of cases)
    assert.equal(isSameGroup(part(left), part(right)), expected, `${left} ${right}`);
});
