import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addColumn, addText, digestNumber, digestText, newDigest } from '#lib/digest.ts';

function textOf(...parts: readonly string[]): string {
  const digest = newDigest();
  for (const part of parts) addText(digest, part);
  return digestText(digest);
}

function columnOf(...values: readonly number[]): string {
  const digest = newDigest();
  addColumn(digest, Float64Array.from(values));
  return digestText(digest);
}

test('equal data has equal digests, of sixteen digits', () => {
  assert.equal(textOf('a', 'b'), textOf('a', 'b'));
  assert.match(textOf('a'), /^[0-9a-f]{16}$/);
  assert.equal(columnOf(1, 2, 3), columnOf(1, 2, 3));
});

test('what differs a little differs wholly', () => {
  const digests = [textOf('ab'), textOf('a', 'b'), textOf('b', 'a'), textOf(''), textOf('ba')];
  assert.equal(new Set(digests).size, digests.length);
  assert.notEqual(columnOf(1, 2), columnOf(2, 1));
  assert.notEqual(columnOf(0), columnOf(-0));
});

test('ten thousand numbers in a row collide nowhere', () => {
  const seen = new Set<number>();
  for (let value = 0; value < 10_000; value += 1) {
    const digest = newDigest();
    addColumn(digest, Float64Array.of(value));
    seen.add(digestNumber(digest));
  }
  assert.equal(seen.size, 10_000);
});

test('a view of shared memory has the digest of its own part', () => {
  const memory = new Float64Array(new SharedArrayBuffer(40));
  memory.set([9, 1, 2, 3, 9]);
  const digest = newDigest();
  addColumn(digest, memory.subarray(1, 4));
  assert.equal(digestText(digest), columnOf(1, 2, 3));
});
