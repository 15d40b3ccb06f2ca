import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import {
  clearWishes,
  emptyWishes,
  mergeWished,
  noteWish,
} from '#backtesting/managed-run/wish-list.ts';

const ROWS = 6_000;
const LONG_BY_MARKET = 1;

const anyCase = fc.record({
  // Codes from 1 by row; few rows, many, or nearly all.
  everyRows: fc.constantFrom(1, 2, 9, 700),
  offset: fc.nat(20),
  // Rows whose wishes were noted by calls.
  called: fc.uniqueArray(fc.nat(ROWS - 1), { maxLength: 40 }),
});

test('wishes by row and by call are one list by row', () => {
  fc.assert(
    fc.property(anyCase, ({ everyRows, offset, called }) => {
      const list = emptyWishes();
      // As a run leaves it, whose list was longer.
      clearWishes(list, ROWS + 30);
      list.wished.fill(3);
      mergeWished(list);
      assert.equal(list.count, list.wished.length);
      clearWishes(list, ROWS);
      const wanted = new Map<number, number>();
      for (const row of called.toSorted((left, right) => left - right)) {
        noteWish(list, row, 'long', 'market');
        wanted.set(row, LONG_BY_MARKET);
      }
      for (let row = offset; row < ROWS; row += everyRows) {
        if (wanted.has(row)) continue;
        const code = 1 + (row % 18);
        list.wished[row] = code;
        wanted.set(row, code - 1);
      }
      mergeWished(list);
      const found = Array.from({ length: list.count }, (_, at) => [list.rows[at], list.codes[at]]);
      const inOrder = [...wanted].toSorted(([left], [right]) => left - right);
      assert.deepEqual(found, inOrder);
    }),
    { numRuns: propertyRuns(60) },
  );
});
