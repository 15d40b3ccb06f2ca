import { test } from 'node:test';
import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import { DAY_MS, HOUR_MS } from '#lib/time.ts';
import type { CursorPage, Query } from '#venues/dialect.ts';
import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import { OKX } from '#venues/dialects/okx/okx.ts';
import { BTC_SPOT, FILL, list, NOW_MS, SPOT } from '#venues/dialects/okx/okx.fixture.ts';

const PER_CALL_MAX = 100;

type Row = typeof FILL;

function fillAt(number: number, atMs: number): Row {
  return { ...FILL, tradeId: String(number), billId: String(1_000_000 + number), ts: String(atMs) };
}

type Reading = {
  readonly items: readonly VenueFill[];
  readonly cursor: string | null;
  readonly paths: readonly string[];
};

/** As the venue lists these rows: newest first, a hundred at once, the newest apart. */
function readOn(rows: readonly Row[], cursor: string | null, limit = 500): Reading {
  const paths: string[] = [];
  let query: Query<CursorPage<VenueFill>> = OKX.account.fills(null, cursor, limit, SPOT);
  for (;;) {
    const { path, parameters } = query.call;
    paths.push(path);
    const reachMs = path === 'trade/fills' ? 3 * DAY_MS : 90 * DAY_MS;
    const { after = '9' } = parameters;
    assert(typeof after === 'string');
    const page = rows
      .filter(({ ts }) => Number(ts) >= NOW_MS - reachMs)
      .filter(({ ts }) => Number(ts) >= Number(parameters['begin']))
      .filter(({ ts }) => Number(ts) <= Number(parameters['end']))
      .filter(({ billId }) => billId < after)
      .toReversed()
      .slice(0, PER_CALL_MAX);
    const verdict = query.read(list(page));
    assert(verdict.kind === 'done');
    const { items, cursor: next, rest } = verdict.value;
    if (rest === null) return { items, cursor: next, paths };
    query = rest;
  }
}

function idsOf({ items }: Reading): readonly string[] {
  return items.map(({ fillId }) => fillId.split('-')[1] ?? '');
}

test('fills of OKX are read from the first on, once each, oldest first', () => {
  const rows = [fillAt(1, NOW_MS - 60 * DAY_MS), fillAt(2, NOW_MS - 5_000), fillAt(3, NOW_MS)];
  const first = readOn(rows, null);
  assert.deepEqual(idsOf(first), ['1']);
  const second = readOn(rows, first.cursor);
  assert.deepEqual(idsOf(second), ['2', '3']);
  const third = readOn(rows, second.cursor);
  assert.deepEqual([idsOf(third), third.cursor], [[], second.cursor]);
});

test('a fill that comes late, and one that comes twice, is given once', () => {
  const [early, late] = [fillAt(1, NOW_MS - 9_000), fillAt(2, NOW_MS - 9_500)];
  const first = readOn([early], `[${NOW_MS - HOUR_MS},[]]`);
  assert.deepEqual(idsOf(first), ['1']);
  const second = readOn([late, early], first.cursor);
  assert.deepEqual(idsOf(second), ['2']);
  assert.deepEqual(idsOf(readOn([late, early, early], second.cursor)), []);
});

test('the newest fills come from the list of three days: the older one may lag behind', () => {
  const { paths } = readOn([], `[${NOW_MS - 4 * DAY_MS},[]]`);
  assert.deepEqual(paths, ['trade/fills-history', 'trade/fills']);
  assert.deepEqual(readOn([], `[${NOW_MS - 2 * DAY_MS},[]]`).paths, ['trade/fills']);
});

test('several full pages are one list, and a limit stops in it', () => {
  const rows = Array.from({ length: 250 }, (_, index) =>
    fillAt(index + 1, NOW_MS - HOUR_MS + index),
  );
  const all = readOn(rows, `[${NOW_MS - 2 * HOUR_MS},[]]`);
  assert.deepEqual(
    idsOf(all),
    rows.map(({ tradeId }) => tradeId),
  );
  assert.equal(all.paths.length, 3);
  const some = readOn(rows, `[${NOW_MS - 2 * HOUR_MS},[]]`, 120);
  assert.equal(some.items.length, 120);
  assert.deepEqual(idsOf(readOn(rows, some.cursor)), idsOf(all).slice(120));
});

test('a window that is too full is read in parts', () => {
  const rows = Array.from({ length: 1_500 }, (_, index) =>
    fillAt(index + 1, NOW_MS - HOUR_MS + index * 2_000),
  );
  let reading = readOn(rows, `[${NOW_MS - 2 * HOUR_MS},[]]`);
  const found = new Set(idsOf(reading));
  for (let count = reading.items.length; count > 0; count = reading.items.length) {
    reading = readOn(rows, reading.cursor);
    for (const id of idsOf(reading)) {
      assert(!found.has(id));
      found.add(id);
    }
  }
  assert.equal(found.size, 1_500);
});

test('the fills of one order are those of both lists, and no other ones', () => {
  const name = { clientOrderId: 'a', venueOrderId: FILL.ordId, placedAtMs: NOW_MS };
  const query = OKX.account.orderFills(name, BTC_SPOT, SPOT);
  const [old, recent] = [fillAt(1, NOW_MS - 9 * DAY_MS), fillAt(2, NOW_MS)];
  const first = query.read(list([recent]));
  assert(first.kind === 'done' && first.value.items.length === 0);
  const last = present(first.value.next, 'the older list is read as well').read(
    list([recent, old]),
  );
  assert(last.kind === 'done');
  assert.deepEqual(
    last.value.items.map(({ filledAtMs }) => filledAtMs),
    [NOW_MS - 9 * DAY_MS, NOW_MS],
  );
  assert.equal(query.read(list([{ ...recent, ordId: '7' }])).kind, 'not_done');
});

test('fills of an instant are in the order in which they were booked', () => {
  const rows = [fillAt(2, NOW_MS), fillAt(1, NOW_MS)];
  assert.deepEqual(idsOf(readOn(rows, `[${NOW_MS - HOUR_MS},[]]`)), ['1', '2']);
});
