import { test } from 'node:test';
import assert from 'node:assert/strict';
import { DAY_MS } from '#lib/time.ts';
import type { CursorPage, Query } from '#venues/dialect.ts';
import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import { COINBASE_PROMISES } from '#venues/dialects/coinbase/promises.ts';
import { fillsAfter } from '#venues/dialects/coinbase/fill-list.ts';
import { FILL, NOW_MS, reply, SPOT } from '#venues/dialects/coinbase/coinbase.fixture.ts';

type ListRow = { readonly id: string; readonly atMs: number };
type Order = 'newest first' | 'oldest first';

/** What the venue would list, and how many requests it got. */
function venueWith(fills: readonly ListRow[], order: Order) {
  let calls = 0;
  const respond = ({ call }: Query<unknown>) => {
    calls += 1;
    const { start_sequence_timestamp, end_sequence_timestamp, limit, cursor } = call.parameters;
    const [fromMs, toMs] = [start_sequence_timestamp, end_sequence_timestamp].map((each) =>
      Date.parse(each as string),
    ) as [number, number];
    const within = fills
      .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
      .sort((left, right) => (left.atMs - right.atMs) * (order === 'oldest first' ? 1 : -1));
    const skipped = Number(cursor ?? 0);
    const end = skipped + Number(limit);
    const page = within.slice(skipped, end).map(({ id, atMs }) => ({
      ...FILL,
      entry_id: id,
      trade_time: new Date(atMs).toISOString(),
    }));
    return reply({ fills: page, cursor: end < within.length ? String(end) : '' });
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
function readAll(fills: readonly ListRow[], limit: number, order: Order): readonly string[] {
  const { read } = venueWith(fills, order);
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
  ['a page', spread(100, NOW_MS - DAY_MS, 1_000)],
  ['several pages', spread(380, NOW_MS - DAY_MS, 1_000)],
  ['more than a window takes', spread(1_500, NOW_MS - 20 * DAY_MS, 300_000)],
  ['months with pauses', spread(9, NOW_MS - 88 * DAY_MS, 10 * DAY_MS)],
  ['some in one instant', spread(30, NOW_MS - DAY_MS, 0)],
];

for (const order of ['newest first', 'oldest first'] as const)
  for (const [title, fills] of CASES)
    test(`every fill of Coinbase, listed ${order}, is read once: ${title}`, () => {
      for (const limit of [23, 500])
        assert.deepEqual(
          readAll(fills, limit, order),
          fills.map(({ id }) => id),
        );
    });

test('a fill that Coinbase lists as late as it may is read all the same', () => {
  const early = { id: 'A', atMs: NOW_MS - 60_000 };
  const late = { id: 'B', atMs: early.atMs - COINBASE_PROMISES.visibilityLagMs };
  const { cursor } = venueWith([early], 'newest first').read(null, 10);
  const { items } = venueWith([early, late], 'newest first').read(cursor, 10);
  assert.deepEqual(
    items.map(({ fillId }) => fillId),
    ['B'],
  );
});

test('a quiet account of Coinbase is read from its place on, not from the first again', () => {
  const { cursor } = venueWith(spread(1, NOW_MS - 60_000, 0), 'newest first').read(null, 10);
  const quiet = venueWith([], 'newest first');
  assert.deepEqual(quiet.read(cursor, 10).items, []);
  assert.equal(quiet.calls(), 1);
});
