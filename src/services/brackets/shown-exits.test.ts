// Exits of a bracket as they are shown: where they work, and where they are being moved to. What is
// written in the settings is no protection.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { Order, OrderState } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { BracketStanding } from '#domain/strategy/bracket-standing.ts';
import type { StrategyBot, StrategyConfig } from '#ports/stores/bot-store.ts';
import { sampleBot, sampleOrder } from '#ports/stores/store.fixture.ts';
import { shownBracket } from '#services/brackets/show-brackets.ts';
import { EXIT_KEYS } from '#services/brackets/shown-exits.ts';

const HOLDING: BracketStanding = {
  phase: 'holding',
  enteredAmount: decimal('1'),
  heldAmount: decimal('1'),
  enterPrice: decimal('20000'),
  uncoveredAmount: decimal('0'),
  reason: null,
  outcome: null,
};
const ENTERING: BracketStanding = {
  ...HOLDING,
  phase: 'entering',
  heldAmount: decimal('0'),
};

function bracketOf(config: StrategyConfig, standing: BracketStanding | null): StrategyBot {
  const brain = { kind: 'strategy', type: 'bracket', config } as const;
  const changes = { isActivated: true, bracket: standing };
  return { ...sampleBot({ accountId: 'acc_1', userId: 'user_1' }, changes), brain };
}

type Exit = readonly [type: 'stop' | 'limit', price: string, amount?: string, state?: OrderState];

function ordersOf(side: 'buy' | 'sell', exits: readonly Exit[]): readonly Order[] {
  return exits.map(([type, price, amount = '1', state = 'open']) => {
    const isStop = type === 'stop';
    return sampleOrder('acc_1', {
      side,
      type: isStop ? 'stop_market' : 'limit',
      price: decimal(isStop ? '0' : price),
      amount: decimal(amount),
      filledAmount: decimal('0'),
      state,
      terms: { ...PLAIN_TERMS, triggerPrice: isStop ? decimal(price) : null },
    });
  });
}

/** `19000>19500`: it works at the first and is to be at the second. */
function shownTexts(bracket: StrategyBot, orders: readonly Order[]): string {
  const { exits, state, protectedAmount } = shownBracket(bracket, orders);
  const texts = EXIT_KEYS.map((key) => {
    const { price, movesTo } = exits[key];
    const works = price === null ? '-' : formatDecimal(price);
    return movesTo === null ? works : `${works}>${formatDecimal(movesTo)}`;
  });
  return `${texts.join(' ')} ${state} ${formatDecimal(protectedAmount)}`;
}

const STOP = { stop_price: '19000' };
const MOVED = { ...STOP, moved_stop_price: '19500' };
const BOTH = { ...STOP, target_price: '21000' };
const TWO = { ...BOTH, second_target_price: '22000' };

const CASES: readonly (readonly [
  name: string,
  config: StrategyConfig,
  exits: readonly Exit[],
  shown: string,
])[] = [
  ['a stop that works', STOP, [['stop', '19000']], '19000 - - protected 1'],
  [
    'a stop that trails, in steps of its own',
    { ...STOP, stop_trails: true },
    [
      ['stop', '19200'],
      ['stop', '19400'],
    ],
    '19200 - - protected 1',
  ],
  ['a stop on its way', STOP, [['stop', '19000', '1', 'pending']], '19000 - - protecting 0'],
  ['a stop that is to move', MOVED, [['stop', '19000']], '19000>19500 - - protected 1'],
  [
    'the new one is not sure yet',
    MOVED,
    [
      ['stop', '19000'],
      ['stop', '19500', '1', 'unknown'],
    ],
    '19000>19500 - - protected 1',
  ],
  [
    'the old one still rests',
    MOVED,
    [
      ['stop', '19000'],
      ['stop', '19500'],
    ],
    '19000>19500 - - protected 1',
  ],
  ['the new one alone', MOVED, [['stop', '19500']], '19500 - - protected 1'],
  [
    'moved again before it has moved',
    { ...MOVED, moved_stop_price: '19700' },
    [
      ['stop', '19000'],
      ['stop', '19500'],
    ],
    '19000>19700 - - protected 1',
  ],
  [
    'its outcome is not known',
    MOVED,
    [['stop', '19500', '1', 'unknown']],
    '19500 - - protecting 0',
  ],
  [
    'one of two parts has moved, and the other is not sure',
    MOVED,
    [
      ['stop', '19000', '0.5'],
      ['stop', '19500', '0.5'],
      ['stop', '19500', '0.5', 'unknown'],
    ],
    '19000>19500 - - protecting 0.5',
  ],
  [
    'a stop that was not there',
    { target_price: '21000', moved_stop_price: '19500' },
    [['limit', '21000']],
    '->19500 21000 - protecting 0',
  ],
  [
    'a target that is to move',
    { ...BOTH, moved_target_price: '21500' },
    [
      ['stop', '19000'],
      ['limit', '21000'],
    ],
    '19000 21000>21500 - protected 1',
  ],
  [
    'a target between its two places',
    { ...BOTH, moved_target_price: '21500' },
    [['stop', '19000']],
    '19000 21500 - protected 1',
  ],
  [
    'both of two targets move, to where the other was',
    { ...TWO, moved_target_price: '22000', moved_second_target_price: '23000' },
    [
      ['stop', '19000', '0.5'],
      ['stop', '19000', '0.5'],
      ['limit', '21000', '0.5'],
      ['limit', '22000', '0.5'],
    ],
    '19000 21000>22000 22000>23000 protected 1',
  ],
  [
    'the old one still rests, beside a target',
    { ...MOVED, target_price: '21000' },
    [
      ['stop', '19000'],
      ['stop', '19500'],
      ['limit', '21000'],
    ],
    '19000>19500 21000 - protected 1',
  ],
  [
    'a second target alone',
    { ...STOP, second_target_price: '22000' },
    [
      ['stop', '19000'],
      ['limit', '22000'],
    ],
    '19000 - 22000 protected 1',
  ],
  [
    'one of two parts of a target has moved',
    { ...BOTH, moved_target_price: '21500' },
    [
      ['stop', '19000'],
      ['limit', '21000', '0.5'],
      ['limit', '21500', '0.5'],
    ],
    '19000 21000>21500 - protected 1',
  ],
  [
    'a target that was moved twice, and another that stays',
    { ...TWO, moved_target_price: '21700' },
    [
      ['stop', '19000'],
      ['limit', '21500', '0.5'],
    ],
    '19000 21500>21700 22000 protected 1',
  ],
  [
    'the second of two targets moves',
    { ...TWO, moved_second_target_price: '23000' },
    [
      ['stop', '19000'],
      ['limit', '22000', '0.5'],
    ],
    '19000 21000 22000>23000 protected 1',
  ],
];

suite('exits of a bracket, as they are shown', () => {
  for (const [name, config, exits, shown] of CASES)
    test(`of a long position: ${name}`, () => {
      assert.equal(shownTexts(bracketOf(config, HOLDING), ordersOf('sell', exits)), shown);
    });

  test('of a short position, the highest stop is the last to act', () => {
    const config = { ...MOVED, direction: 'short', stop_price: '21000', moved_stop_price: '20500' };
    const orders = ordersOf('buy', [
      ['stop', '20500'],
      ['stop', '21000'],
    ]);
    assert.equal(shownTexts(bracketOf(config, HOLDING), orders), '21000>20500 - - protected 1');
  });

  test('before anything is held they are where they will be', () => {
    const config = { ...BOTH, moved_stop_price: '19500' };
    assert.equal(shownTexts(bracketOf(config, ENTERING), []), '19500 21000 - entering 0');
    assert.equal(shownTexts(bracketOf(config, null), []), '19500 21000 - entering 0');
  });

  test('what its run has no exit for is not protected by two stops of another part', () => {
    const standing = { ...HOLDING, uncoveredAmount: decimal('0.5') };
    const orders = ordersOf('sell', [
      ['stop', '19000', '0.5'],
      ['stop', '19500', '0.5'],
    ]);
    const shown = shownTexts(bracketOf(MOVED, standing), orders);
    assert.equal(shown, '19000>19500 - - unprotected 0.5');
  });
});
