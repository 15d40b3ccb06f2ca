import { test } from 'node:test';
import assert from 'node:assert/strict';
import { DAY_MS } from '#lib/time.ts';
import type { CursorPage, Query } from '#venues/dialect.ts';
import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import { KRAKEN_PROMISES } from '#venues/dialects/kraken/promises.ts';
import { fillsAfter } from '#venues/dialects/kraken/fill-list.ts';
import { FILL, NOW_MS, result, SPOT } from '#venues/dialects/kraken/kraken.fixture.ts';

type ListRow = { readonly id: string; readonly atMs: number };

const PAGE = 50;

/** What the venue would list, and how many requests it got. */
function venueWith(fills: readonly ListRow[]) {
  let calls = 0;
  const respond = ({ call }: Query<unknown>) => {
    calls += 1;
    const { start, end, ofs = 0 } = call.parameters as Record<string, number>;
    const within = fills
      .filter(({ atMs }) => atMs > (start ?? 0) * 1_000 && atMs <= (end ?? 0) * 1_000)
      .toSorted((left, right) => right.atMs - left.atMs)
      .slice(ofs, ofs + PAGE);
    const trades = within.map(({ id, atMs }) => [id, { ...FILL, time: atMs / 1_000 }]);
    return result({ trades: Object.fromEntries(trades), count: within.length });
  };
  const read = (cursor: string | null, limit: number): CursorPage<VenueFill> => {
    let query: Query<CursorPage<VenueFill>> | null = fillsAfter(cursor, limit, SPOT);
    for (;;) {
      const verdict = query.read(respond(query));
      assert(verdict.kind === 'done');
      if (verdict.value.rest === null) return verdict.value;
      query = verdict.value.rest;
    }
  };
  return { read, calls: () => calls };
}

/** All of them, a page at a time. */
function readAll(fills: readonly ListRow[], limit: number): readonly string[] {
  const { read } = venueWith(fills);
  const ids: string[] = [];
  let cursor: string | null = null;
  for (;;) {
    const page = read(cursor, limit);
    ({ cursor } = page);
    if (page.items.length === 0) return ids;
    ids.push(...page.items.map(({ fillId }) => fillId));
  }
}

function spread(count: number, fromMs: number, stepMs: number): readonly ListRow[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `T${String(index).padStart(5, '0')}`,
    atMs: fromMs + index * stepMs,
  }));
}

/** How the fills lie. */
const CASES: readonly (readonly [string, readonly ListRow[]])[] = [
  ['none', []],
  ['one of just now', spread(1, NOW_MS - 10, 0)],
  ['a page', spread(50, NOW_MS - DAY_MS, 1_000)],
  ['several pages', spread(180, NOW_MS - DAY_MS, 1_000)],
  ['more than a window takes', spread(1_200, NOW_MS - 20 * DAY_MS, 300_000)],
  ['months with pauses', spread(9, NOW_MS - 88 * DAY_MS, 10 * DAY_MS)],
  ['some in one instant', spread(30, NOW_MS - DAY_MS, 0)],
];

for (const [title, fills] of CASES)
  test(`every fill of Kraken is read once, oldest first: ${title}`, () => {
    for (const limit of [7, 500])
      assert.deepEqual(
        readAll(fills, limit),
        fills.map(({ id }) => id),
      );
  });

test('a fill that Kraken lists as late as it may is read all the same', () => {
  const early = { id: 'A', atMs: NOW_MS - 60_000 };
  const late = { id: 'B', atMs: early.atMs - KRAKEN_PROMISES.visibilityLagMs };
  const { cursor } = venueWith([early]).read(null, 10);
  const { items } = venueWith([early, late]).read(cursor, 10);
  assert.deepEqual(
    items.map(({ fillId }) => fillId),
    ['B'],
  );
});

test('a quiet account of Kraken is read from its place on, not from the first again', () => {
  const { cursor } = venueWith(spread(1, NOW_MS - 60_000, 0)).read(null, 10);
  const quiet = venueWith([]);
  assert.deepEqual(quiet.read(cursor, 10).items, []);
  assert.equal(quiet.calls(), 1);
});
