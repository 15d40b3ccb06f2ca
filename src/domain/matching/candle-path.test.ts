// The assumed path inside a candle: which prices in which order, where and when.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AssertionFailed } from '#lib/assert.ts';
import type { CandlePath } from '#domain/matching/candle-path.ts';
import {
  candlePath,
  firstAtOrAbove,
  firstAtOrBelow,
  instantOf,
  positionAt,
  priceAt,
} from '#domain/matching/candle-path.ts';
import { candle, OPEN_MS, ticks } from '#domain/matching/matching.fixture.ts';

function pathOf(open: number, high: number, low: number, close: number): CandlePath {
  return candlePath(candle(open, high, low, close), 60_000);
}

function prices(path: CandlePath): string {
  const walked: string[] = [];
  for (let position = 0n; position <= path.marks[3]; position += 1n)
    walked.push(priceAt(path, position).toString());
  return walked.join(' ');
}

test('a path visits every price, the nearer extreme first', () => {
  assert.equal(prices(pathOf(4, 5, 2, 3)), '4 5 4 3 2 3');
  assert.equal(prices(pathOf(3, 5, 2, 4)), '3 2 3 4 5 4');
});

test('a path goes low first when both extremes are as near', () => {
  assert.equal(prices(pathOf(4, 5, 3, 4)), '4 3 4 5 4');
});

test('a path of one price has one position', () => {
  const flat = pathOf(7, 7, 7, 7);
  assert.equal(prices(flat), '7');
  assert.equal(firstAtOrBelow(flat, ticks(7), 0n, 0n), 0n);
  assert.equal(firstAtOrAbove(flat, ticks(8), 0n, 0n), null);
  assert.equal(positionAt(flat, OPEN_MS + 59_999), 0n);
  assert.equal(instantOf(flat, 0n), OPEN_MS);
});

test('a path refuses a candle that contradicts itself', () => {
  assert.throws(() => pathOf(6, 5, 3, 4), AssertionFailed);
  assert.throws(() => pathOf(4, 5, 3, 2), AssertionFailed);
  assert.throws(() => pathOf(1, 2, 0, 1), AssertionFailed);
});

test('positions spread evenly over the time of the candle', () => {
  const path = pathOf(4, 5, 2, 3);
  assert.equal(positionAt(path, OPEN_MS - 1), 0n);
  assert.equal(positionAt(path, OPEN_MS), 0n);
  assert.equal(positionAt(path, OPEN_MS + 12_000), 1n);
  assert.equal(positionAt(path, OPEN_MS + 12_001), 2n);
  assert.equal(positionAt(path, OPEN_MS + 90_000), 5n);
  assert.equal(instantOf(path, 1n), OPEN_MS + 12_000);
  assert.equal(instantOf(path, 5n), OPEN_MS + 59_999);
});

test('the first position at a level, within bounds, agrees with walking there', () => {
  for (const path of [pathOf(4, 6, 2, 3), pathOf(3, 6, 1, 6), pathOf(5, 5, 1, 1)])
    for (let from = 0n; from <= path.marks[3]; from += 1n)
      for (let until = from; until <= path.marks[3]; until += 1n)
        for (let level = 0; level <= 7; level += 1) {
          const walk = Array.from(
            { length: Number(until - from) + 1 },
            (_, at) => from + BigInt(at),
          );
          const below = walk.find((at) => priceAt(path, at) <= level) ?? null;
          const above = walk.find((at) => priceAt(path, at) >= level) ?? null;
          assert.equal(firstAtOrBelow(path, ticks(level), from, until), below);
          assert.equal(firstAtOrAbove(path, ticks(level), from, until), above);
        }
});
