// A table in parts is the same table.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportCellText, exportParts } from '#services/backtests/export-parts.ts';

const headers = ['time', 'profit'];

test('the parts of a table have all its rows in order, and its headers once', () => {
  const rows = Array.from({ length: 120 }, (_, index) => [index, `row ${index}`]);
  const parts = exportParts({ name: 'trades', headers, rows });
  assert.deepEqual(
    parts.map((part) => part.rows.length),
    [50, 50, 20],
  );
  assert.deepEqual(
    parts.flatMap((part) => part.rows),
    rows,
  );
  assert.deepEqual(
    parts.map((part) => part.headers),
    [headers, [], []],
  );
  assert(parts.every(({ name }) => name === 'trades'));
});

test('long rows make short parts, and one beyond every size has a part of its own', () => {
  const rows = [['a'.repeat(5_000)], ['b'.repeat(5_000)], ['c'.repeat(20_000)], ['d']];
  const parts = exportParts({ name: 'texts', headers, rows });
  assert.deepEqual(
    parts.map((part) => part.rows.map(([cell]) => String(cell).slice(0, 1))),
    [['a'], ['b'], ['c'], ['d']],
  );
});

test('a table without rows is one part', () => {
  assert.deepEqual(exportParts({ name: 'none', headers, rows: [] }), [
    { name: 'none', headers, rows: [] },
  ]);
});

test('a cell is the shortest text that reads back to its number', () => {
  const cells = [1.5, -0.1, 1e-9, 1e21, Number.NaN, null, 'as it is'];
  const texts = ['1.5', '-0.1', '1e-9', '1e+21', '', '', 'as it is'];
  assert.deepEqual(cells.map(exportCellText), texts);
});
