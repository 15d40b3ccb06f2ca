import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { StepRow } from '#adapters/postgres/rows/step-pack.ts';
import { PACK_BYTES, PACK_ROWS_MAX, packsOf } from '#adapters/postgres/rows/step-pack.ts';

const HALF = PACK_BYTES / 2;

function rowsOf(runs: readonly (readonly [botId: string, sizes: readonly number[]])[]): StepRow[] {
  return runs.flatMap(([botId, sizes]) =>
    sizes.map((size, index) => ({ bot_id: botId, activation: 1, sequence: index + 1, size })),
  );
}

/** The rows that there are once packs are made of them. */
function packed(rows: readonly StepRow[]): readonly StepRow[] {
  const packs = packsOf(rows);
  return rows.flatMap((row) => {
    const pack = packs.find(({ botId, first, last }) => {
      return botId === row.bot_id && first <= row.sequence && row.sequence <= last;
    });
    if (pack === undefined) return [row];
    if (pack.first !== row.sequence) return [];
    const at = rows.indexOf(row);
    const joined = rows.slice(at, at + pack.rowsCount);
    return [{ ...row, size: joined.reduce((sum, each) => sum + each.size, 0) }];
  });
}

suite('packs of steps', () => {
  const table: readonly (readonly [
    sizes: readonly number[],
    packs: readonly (readonly number[])[],
  ])[] = [
    [[], []],
    [[10, 10], []],
    [[HALF, HALF], [[1, 2]]],
    [[HALF, HALF, HALF], [[1, 2]]],
    [
      [HALF, HALF, HALF, HALF],
      [
        [1, 2],
        [3, 4],
      ],
    ],
    // One that is large by itself is a pack, and the small ones before it join it.
    [[PACK_BYTES, HALF, HALF], [[2, 3]]],
    [[10, PACK_BYTES], [[1, 2]]],
  ];
  for (const [sizes, wanted] of table)
    test(`rows of ${sizes.join(', ')} bytes become ${wanted.length}`, () => {
      const packs = packsOf(rowsOf([['a', sizes]]));
      assert.deepEqual(
        packs.map(({ first, last }) => [first, last]),
        wanted,
      );
    });

  test('rows of two runs never meet, and many tiny ones are a pack', () => {
    assert.deepEqual(
      packsOf(
        rowsOf([
          ['a', [HALF]],
          ['b', [HALF]],
        ]),
      ),
      [],
    );
    const tiny = packsOf(rowsOf([['a', Array.from({ length: PACK_ROWS_MAX + 1 }, () => 1)]]));
    assert.deepEqual(
      tiny.map(({ first, last, rowsCount }) => [first, last, rowsCount]),
      [[1, PACK_ROWS_MAX, PACK_ROWS_MAX]],
    );
  });

  test('what was packed is not packed again, and only the last rows of a run stay small', () => {
    const size = fc.oneof(
      fc.integer({ min: 1, max: 2_000 }),
      fc.integer({ min: 1, max: PACK_BYTES * 2 }),
    );
    const sizes = fc.array(size, { maxLength: 80 });
    fc.assert(
      fc.property(sizes, sizes, (one, other) => {
        const once = packed(
          rowsOf([
            ['a', one],
            ['b', other],
          ]),
        );
        assert.deepEqual(packsOf(once), []);
        for (const botId of ['a', 'b']) {
          const own = once.filter((row) => row.bot_id === botId);
          const firstSmall = own.findIndex((row) => row.size < PACK_BYTES);
          const tail = firstSmall < 0 ? [] : own.slice(firstSmall);
          assert.ok(tail.reduce((sum, row) => sum + row.size, 0) < PACK_BYTES);
        }
      }),
    );
  });
});
