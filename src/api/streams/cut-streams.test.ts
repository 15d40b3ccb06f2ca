import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutStreams } from '#api/streams/cut-streams.ts';

const HOUR_MS = 3_600_000;

test('a reader is notified of each of its cuts once, the oldest first, and of no others', () => {
  const cuts = cutStreams();
  cuts.note('one', 1);
  cuts.note('two', 2);
  cuts.note('one', 3);
  assert.deepEqual(
    ['one', 'one', 'one', 'two', 'three'].map((reader) => cuts.take(reader, 4)),
    [1, 3, null, 2, null],
  );
});

test('a cut is forgotten after an hour', () => {
  const cuts = cutStreams();
  cuts.note('one', 1);
  cuts.note('one', 2);
  assert.equal(cuts.take('one', HOUR_MS + 1), 2);
});

test('the cuts of so many readers are retained, the newest of each', () => {
  const cuts = cutStreams();
  for (let reader = 0; reader <= 1_000; reader += 1) cuts.note(String(reader), 1);
  assert.equal(cuts.take('0', 2), null);
  assert.equal(cuts.take('1', 2), 1);
  for (let atMs = 0; atMs <= 100; atMs += 1) cuts.note('many', atMs);
  assert.equal(cuts.take('many', 200), 1);
});

test('of a reader that is cut again and again, one cut a minute is for the log', () => {
  const cuts = cutStreams();
  const noted = [
    ['one', 0],
    ['one', 59_999],
    ['two', 59_999],
    ['one', 60_000],
  ] as const;
  assert.deepEqual(
    noted.map(([reader, atMs]) => cuts.note(reader, atMs)),
    [true, false, true, true],
  );
});
