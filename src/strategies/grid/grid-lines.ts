// The lines of a grid, in whole price steps. Arithmetic: line k = L + k (U - L) / N. Geometric:
// line k = L (U / L)^(k / N). Both exact, then rounded to the nearest step, halves up; k may lie
// outside of 0 to N when the range has trailed. N intervals have N + 1 lines.

import { divideRounded } from '#lib/decimal.ts';
import { assert } from '#lib/assert.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';

export type GridShape = {
  readonly mode: 'arithmetic' | 'geometric';
  readonly lowerTicks: Ticks;
  readonly upperTicks: Ticks;
  readonly count: number;
};

/** Lines `shift` to `shift` + N, lowest first. A line at or below zero stands as zero. */
export function gridLines(shape: GridShape, shift: number): readonly Ticks[] {
  return Array.from({ length: shape.count + 1 }, (_, place) => lineTicks(shape, place + shift));
}

/** Price of a line, in ticks; never below zero. The index may lie outside of the range. */
export function lineTicks(shape: GridShape, index: number): Ticks {
  const { mode, lowerTicks: lower, upperTicks: upper, count } = shape;
  assert(lower > 0n && upper > lower, 'a range is above zero and has a width');
  if (mode === 'geometric') return geometricLine(lower, upper, count, index);
  const doubled = 2n * lower * BigInt(count) + 2n * BigInt(index) * (upper - lower);
  const ticks = (divideRounded(doubled, BigInt(count), 'floor') + 1n) >> 1n;
  return (ticks > 0n ? ticks : 0n) as Ticks;
}

/** The place of the line nearest to a price, the lower one of two. */
export function nearestLine(lines: readonly Ticks[], priceTicks: Ticks): number {
  let nearest = 0;
  for (const [place, line] of lines.entries())
    if (distance(line, priceTicks) < distance(lines[nearest] as Ticks, priceTicks)) nearest = place;
  return nearest;
}

function distance(left: bigint, right: bigint): bigint {
  return left > right ? left - right : right - left;
}

/** Half of the whole part of 2 x, rounded up, where x^N = L^(N - k) U^k. */
function geometricLine(lower: bigint, upper: bigint, count: number, index: number): Ticks {
  const [up, down] = [BigInt(index), BigInt(count - index)];
  const size = BigInt(count);
  let above = 2n ** size;
  let below = 1n;
  if (up >= 0n) above *= upper ** up;
  else below *= upper ** -up;
  if (down >= 0n) above *= lower ** down;
  else below *= lower ** -down;
  return ((wholeRoot(above / below, size) + 1n) >> 1n) as Ticks;
}

/**
 * The largest whole number whose power is not above the radicand, by Newton's way from above: it
 * begins a little above what floats say, so that two or three steps are enough.
 */
function wholeRoot(radicand: bigint, degree: bigint): bigint {
  if (radicand < 2n) return radicand;
  const dropped = Math.max(0, radicand.toString(16).length * 4 - 60);
  const logarithm = Math.log2(Number(radicand >> BigInt(dropped))) + dropped;
  const guess = 2 ** (logarithm / Number(degree)) * (1 + 1e-9) + 2;
  let root = BigInt(Math.ceil(guess));
  for (;;) {
    const next = ((degree - 1n) * root + radicand / root ** (degree - 1n)) / degree;
    if (next >= root) return root;
    root = next;
  }
}
