// The tests that every law has: its matrix holds, nobody is absent, and each planted violation is
// found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Law } from './law.ts';
import { tryLaw } from './try-law.ts';

/** A fixed seed, so that a red run is red again. */
const SEED = 20_261_128;
const EVERYDAY_SHARE = 0.1;

/** Declares the tests of a law over the share of cases of `TEST_SHARE` (a tenth by default). */
export function declareLaw(law: Law): void {
  const share = Number(process.env['TEST_SHARE'] ?? EVERYDAY_SHARE);
  const title = `law ${law.number}, ${law.title}`;

  test(`${title}: holds in every cell, and every participant has one`, async (t) => {
    const result = await tryLaw(law, { share, seed: SEED });
    assert.deepEqual(result.absent, [], 'registered, but without a cell');
    assert.deepEqual(result.broken.slice(0, 10), []);
    const cellsCount = result.counts.reduce((sum, each) => sum + each.cellsCount, 0);
    assert(cellsCount > 0);
    t.diagnostic(`${cellsCount} cells of ${result.counts.length} participants`);
  });

  test(`${title}: a violation is planted`, () => {
    assert(law.planted.length > 0);
  });

  for (const planted of law.planted)
    test(`${title}: finds ${planted.name}`, async () => {
      const found = await planted.find();
      assert.equal(found?.verdict.kind, 'broken', 'no cell noticed it');
    });
}
