// Every signal against everything that may be held.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { SignalAction } from '#domain/strategy/signal-action.ts';
import { decideSignal } from '#strategies/shared/decide-signal.ts';

const FUTURES = { isSpot: false, allowsMultipleEntries: false, reversesOnOpposite: true };
const SPOT = { ...FUTURES, isSpot: true };

type HeldDirection = 'long' | 'short' | null;
const TABLE: readonly (readonly [SignalAction, HeldDirection, string])[] = [
  ['buy', null, '- long'],
  ['enter_long', 'long', '- -'],
  ['enter_long', 'short', 'close long'],
  ['sell', null, '- short'],
  ['enter_short', 'long', 'close short'],
  ['enter_short', 'short', '- -'],
  ['exit_position', null, '- -'],
  ['exit_position', 'short', 'close -'],
  ['exit_long', 'long', 'close -'],
  ['exit_long', 'short', '- -'],
  ['exit_short', 'short', 'close -'],
  ['exit_short', null, '- -'],
];

function shown(action: SignalAction, held: HeldDirection, rules: typeof FUTURES): string {
  const { closes, enters, reason } = decideSignal(action, held, rules);
  assert.notEqual(reason, '', 'a decision says why');
  return `${closes ? 'close' : '-'} ${enters ?? '-'}`;
}

for (const [action, held, expected] of TABLE)
  test(`${action} while ${held ?? 'flat'} on futures: ${expected}`, () =>
    assert.equal(shown(action, held, FUTURES), expected));

test('a sale on spot sells what is held and never opens a short', () => {
  assert.equal(shown('sell', 'long', SPOT), 'close -');
  assert.equal(shown('enter_short', null, SPOT), '- -');
});

test('a repeated entry adds where that is allowed', () => {
  assert.equal(shown('buy', 'long', { ...FUTURES, allowsMultipleEntries: true }), '- long');
});

test('without reversing, an opposite entry only closes', () => {
  assert.equal(shown('buy', 'short', { ...FUTURES, reversesOnOpposite: false }), 'close -');
});
