// A page has as many items as requested, or as many as fit, and what follows it begins where it
// ended.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import { boundedPage, sizeOfValues } from '#services/pages/bounded-page.ts';

/** Pages of so many items of one size, each by its key, and how many were read at once at most. */
async function pagesOf(count: number, limit: number, size: number) {
  const pages: number[] = [];
  const seen: number[] = [];
  let readMax = 0;
  let after: number | null = null;
  do {
    const page: { items: readonly number[]; lastKey: number | null } = await boundedPage({
      limit,
      after,
      read: async (key, wantedCount) => {
        const from = key ?? 0;
        readMax = Math.max(readMax, wantedCount);
        const left = Math.max(0, Math.min(wantedCount, count - from));
        return Array.from({ length: left }, (_, index) => from + index + 1);
      },
      keyOf: (item) => item,
      sizeOf: () => size,
    });
    pages.push(page.items.length);
    seen.push(...page.items);
    after = page.lastKey;
  } while (after !== null);
  const all = Array.from({ length: count }, (_, index) => index + 1);
  assert.deepEqual(seen, all, 'each item once, in order');
  return { pages, readMax };
}

const THIRD = Math.floor(LIMITS.pageCharactersMax / 3);

const CASES: readonly (readonly [count: number, limit: number, size: number, pages: number[]])[] = [
  [0, 10, 1, [0]],
  [10, 10, 1, [10]],
  [11, 10, 1, [10, 1]],
  [500, 500, 1, [500]],
  [501, 500, 1, [500, 1]],
  [100, 500, 1, [100]],
  [7, 10, THIRD, [3, 3, 1]],
  [3, 10, THIRD, [3]],
  [3, 2, THIRD, [2, 1]],
  [3, 10, LIMITS.pageCharactersMax + 1, [1, 1, 1]],
];

for (const [count, limit, size, pages] of CASES) {
  test(`${count} items of ${size} by ${limit}: pages of ${pages.join(', ')}`, async () => {
    const found = await pagesOf(count, limit, size);
    assert.deepEqual(found.pages, pages);
    assert.ok(found.readMax <= LIMITS.pagePartItems, `${found.readMax} at once`);
  });
}

test('names and texts count, numbers do not', () => {
  assert.equal(sizeOfValues({ ab: 'cde', f: 1_000_000, g: true }), 7);
});
