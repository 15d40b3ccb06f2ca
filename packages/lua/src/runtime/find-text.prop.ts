// Finding a text, against the engine's own search, and what it is charged.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { findText } from '#lua/runtime/find-text.ts';
import { STEPS, fillMeter, meter } from '#lua/runtime/meter.ts';

/** Needles on both sides of the length at which the search changes. */
const LENGTHS = fc.integer({ min: 0, max: 420 });

/** Few letters in repeated pieces, with a place or two changed: what searches are slow in. */
const PIECE = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 7 });
const REPETITIVE = fc
  .tuple(PIECE, LENGTHS, fc.array(fc.nat(420), { maxLength: 2 }))
  .map(([piece, length, places]) => {
    const letters = Array.from({ length }, (_, index) => piece[index % piece.length]);
    for (const place of places) if (place < length) letters[place] = 'b';
    return letters.join('');
  });

suite('a text in another one', () => {
  test('stands where the engine finds it', () => {
    fc.assert(
      fc.property(REPETITIVE, REPETITIVE, REPETITIVE, fc.nat(20), (front, what, behind, from) => {
        fillMeter();
        for (const text of [front, front + behind, front + what + behind, what.slice(1) + what]) {
          const start = Math.min(from, text.length);
          assert.equal(findText(text, what, start), text.indexOf(what, start));
        }
      }),
      { numRuns: propertyRuns(400) },
    );
  });

  test('is found at a cost that is linear in both', () => {
    const a = (count: number): string => 'a'.repeat(count);
    for (const half of [50, 1_000, 100_000])
      for (const what of [`${a(half)}b${a(half)}`, `${a(2 * half)}b`, `b${a(2 * half)}`]) {
        const text = a(300_000);
        fillMeter();
        const before = meter[STEPS] ?? 0;
        assert.equal(findText(text, what, 0), -1);
        const charged = before - (meter[STEPS] ?? 0);
        assert.ok(charged <= 2 * (text.length + what.length) + 1_000, `${charged} steps`);
        assert.ok(charged >= (text.length - what.length) / 8, `${charged} steps`);
      }
  });
});
