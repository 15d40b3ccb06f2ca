// Fills beyond those that a table shows: the newest are there, and a second reading goes on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNewestFills } from '../../console/src/api/newest-fills.ts';

type Fill = { readonly fill_id: string; readonly filled_at: string };

const fill = (minute: number, account = 'a'): Fill => {
  const filled_at = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  return { fill_id: `${account}${minute}`, filled_at };
};

/** Pages of a list that may grow, as the API gives them; and which were read. */
function pagesOf(fills: readonly Fill[], limit: number) {
  const read: number[] = [];
  const readPage = async (cursor: string | null) => {
    const from = cursor === null ? 0 : Number(cursor);
    read.push(from);
    const data = fills.slice(from, from + limit);
    return { data, next_cursor: data.length < limit ? null : String(from + limit) };
  };
  return { readPage, read };
}

const idsOf = (fills: readonly Fill[]): readonly string[] => fills.map((of) => of.fill_id);

test('of more fills than are shown at once, the newest are shown', async () => {
  const fills = Array.from({ length: 25 }, (_, minute) => fill(minute));
  const { readPage } = pagesOf(fills, 4);
  const { shown } = await readNewestFills({ readPage, shownMax: 10 }, null);
  assert.deepEqual(idsOf(shown), idsOf(fills.slice(-10)));
});

test('also where a list goes by account, the oldest first in each', async () => {
  const first = Array.from({ length: 12 }, (_, at) => fill(2 * at, 'a'));
  const second = Array.from({ length: 12 }, (_, at) => fill(2 * at + 1, 'b'));
  const { readPage } = pagesOf([...first, ...second], 5);
  const { shown } = await readNewestFills({ readPage, shownMax: 4 }, null);
  assert.deepEqual(idsOf(shown), ['a20', 'b21', 'a22', 'b23']);
});

test('a reading goes on where the one before it ended, and has what came since', async () => {
  const fills = Array.from({ length: 9 }, (_, minute) => fill(minute));
  const source = pagesOf(fills, 4);
  const before = await readNewestFills({ readPage: source.readPage, shownMax: 6 }, null);
  assert.deepEqual(source.read, [0, 4, 8]);
  fills.push(fill(9), fill(10), fill(11), fill(12));
  const { shown } = await readNewestFills({ readPage: source.readPage, shownMax: 6 }, before);
  assert.deepEqual(source.read, [0, 4, 8, 8, 12]);
  assert.deepEqual(idsOf(shown), ['a7', 'a8', 'a9', 'a10', 'a11', 'a12']);
});

test('of none, none are shown', async () => {
  const { readPage } = pagesOf([], 4);
  assert.deepEqual((await readNewestFills({ readPage, shownMax: 6 }, null)).shown, []);
});
