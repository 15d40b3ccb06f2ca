import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MINUTE_MS } from '#lib/time.ts';
import { comparedOrder } from '#domain/parity/compared-order.fixture.ts';
import type { ComparedOrder } from '#domain/parity/pair-orders.ts';
import { pairsWithin } from '#domain/parity/pairs-within.ts';

/** Placed in the first minute, and filled in another one. */
function filledAt(minute: number, changes: Partial<ComparedOrder> = {}): ComparedOrder {
  const atMs = minute * MINUTE_MS;
  return comparedOrder(1, {}, { type: 'limit', filledAtMs: atMs, endedAtMs: atMs, ...changes });
}

const OPEN = comparedOrder(
  1,
  { filled: '0', average: '0', fees: '0' },
  { type: 'limit', filledAtMs: null, endedAtMs: null },
);

/** Days of ten minutes. */
function day(number: number, isLast = false) {
  return { fromMs: number * 10 * MINUTE_MS, toMs: (number + 1) * 10 * MINUTE_MS, isLast };
}

type Sides = readonly [live: ComparedOrder | null, backtest: ComparedOrder | null];

function within([live, backtest]: Sides, window: ReturnType<typeof day>): string {
  const { pairs, waitingCount } = pairsWithin([{ live, backtest }], window);
  return pairs.length === 1 ? 'compared' : waitingCount === 1 ? 'waits' : '-';
}

suite('a pair of a run that goes on', () => {
  const CASES: readonly (readonly [what: string, sides: Sides, day: number, result: string])[] = [
    ['filled on the day', [filledAt(3), filledAt(4)], 0, 'compared'],
    ['filled on the day before', [filledAt(3), filledAt(4)], 1, '-'],
    ['filled on both sides of midnight', [filledAt(12), filledAt(9)], 0, 'waits'],
    ['filled on both sides of midnight, the day after', [filledAt(12), filledAt(9)], 1, 'compared'],
    ['filled by the bot, open in the backtest', [filledAt(3), OPEN], 0, 'waits'],
    ['filled by the backtest, open at the exchange', [OPEN, filledAt(3)], 0, 'waits'],
    ['filled by one alone', [null, filledAt(3)], 0, 'compared'],
    ['filled at midnight', [filledAt(10), null], 0, '-'],
    ['filled by none', [OPEN, OPEN], 0, '-'],
  ];
  for (const [what, sides, number, result] of CASES)
    test(`that ${what}: ${result}`, () => assert.equal(within(sides, day(number)), result));
});

suite('a pair of a run that ends', () => {
  const END = day(0, true);
  const placedLast = { placedAtMs: 10 * MINUTE_MS };
  const CASES: readonly (readonly [what: string, sides: Sides, result: string])[] = [
    ['filled before the end', [filledAt(3), filledAt(4)], 'compared'],
    [
      'filled in the backtest before, at the exchange after',
      [filledAt(15), filledAt(9)],
      'compared',
    ],
    ['filled by the bot, open in the backtest', [filledAt(3), OPEN], 'compared'],
    ['filled after the end alone', [null, filledAt(10)], '-'],
    ['was placed by the last update', [filledAt(10, placedLast), null], 'compared'],
    ['was placed then and filled later', [null, filledAt(11, placedLast)], '-'],
  ];
  for (const [what, sides, result] of CASES)
    test(`that ${what}: ${result}`, () => assert.equal(within(sides, END), result));
});
