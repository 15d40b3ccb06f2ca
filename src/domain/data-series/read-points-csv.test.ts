import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#lib/time.ts';
import { pointsUntil } from '#domain/data-series/data-points.ts';
import { readPointsCsv } from '#domain/data-series/read-points-csv.ts';

const NOON_MS = Date.UTC(2026, 10, 1, 12);

function pairsOf(text: string) {
  const read = readPointsCsv(text);
  assert.ok(read.ok, read.ok ? '' : read.rejection);
  return [...read.value.atMs].map((atMs, index) => [atMs, read.value.values[index]]);
}

test('instants are read in each form, and put in order', () => {
  const cases: readonly (readonly [line: string, atMs: number])[] = [
    ['2026-11-01T12:00:00Z,1', NOON_MS],
    ['2026-11-01T13:00:00+01:00;1', NOON_MS],
    ['2026-11-01 12:00,1', NOON_MS],
    ['2026-11-01 12:00:00\t1', NOON_MS],
    [`${NOON_MS / 1_000},1`, NOON_MS],
    [`${NOON_MS},1`, NOON_MS],
    ['"2026-11-01T12:00:00Z","1"', NOON_MS],
    // What is said of a day is known when it is over.
    ['2026-11-01,1', Date.UTC(2026, 10, 1) + DAY_MS],
  ];
  for (const [line, atMs] of cases) assert.deepEqual(pairsOf(line), [[atMs, 1]], line);
  const text = '\uFEFFtime,value\r\n2026-11-01T12:00:01Z,-2.5e-3\r\n\r\n2026-11-01T12:00:00Z,.5\n';
  assert.deepEqual(pairsOf(text), [
    [NOON_MS, 0.5],
    [NOON_MS + 1_000, -0.0025],
  ]);
});

test('a line that is none is named', () => {
  const cases: readonly (readonly [text: string, reason: RegExp])[] = [
    ['', /There is no point/],
    ['time,value', /There is no point/],
    ['2026-11-01T12:00:00Z,1\nnoon,2', /Line 2: .*found "noon,2"/],
    ['a,1', /Line 1/],
    ['time,value\n2026-11-01T12:00:00Z,x', /Line 2/],
    ['2026-11-01T12:00:00Z,1e999', /There is no point|Line 1/],
    ['2026-11-01T12:00:00Z,1,2', /Line 1/],
    ['2026-13-01,1', /Line 1/],
    [`${NOON_MS},1\n${NOON_MS},1`, /2026-11-01T12:00:00.000Z is there more than once/],
  ];
  for (const [text, reason] of cases) {
    const read = readPointsCsv(text);
    assert.match(read.ok ? 'it was read' : read.rejection, reason, text);
  }
});

test('points are known up to and with their instant', () => {
  const points = { atMs: Float64Array.of(1, 2, 3), values: Float64Array.of(7, 8, 9) };
  assert.deepEqual([...pointsUntil(points, 2).values], [7, 8]);
  assert.deepEqual([...pointsUntil(points, 0).values], []);
});
