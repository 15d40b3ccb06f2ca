// A random walk that can be asked at any place: midpoint displacement (a Brownian bridge) between
// anchors that are drawn around zero. A knot is the midpoint of exactly one dyadic interval, so a
// hash of its number is all the chance it needs: no state, and the value at a knot does not depend
// on what was asked before.

import { assert } from '#lib/assert.ts';
import { bellDraw, hashText, uniformDraw } from '#adapters/sim/hash.ts';

/** The time from one knot to the next. Twelve make a minute. */
export const KNOT_MS = 5_000;
const KNOTS_PER_DAY = 17_280;

/**
 * Quiet and busy half days: below this level displacements are scaled by a factor of the stretch
 * they lie in.
 */
const MOOD_LEVEL = 13;
const MOOD_LOWEST = 0.55;
const MOOD_SPAN = 0.9;

/** Knots that `fillBridge` makes at a time, at most: 2^12 knots are 5.7 hours. */
const BLOCK_MAX = 4_096;
const LEVELS_MAX = 20;

/** One walk. `spreads[n]` is the standard deviation at knots with n trailing zero bits. */
export type Bridge = {
  readonly key: number;
  readonly moodKey: number;
  readonly anchorLevel: number;
  readonly anchorSpread: number;
  readonly spreads: readonly number[];
};

/**
 * A walk with the given volatility per day (0.02: 2 %). Anchors stand 2^anchorLevel knots apart
 * (20: 60.7 days) and are independent draws around zero, so it wanders freely between them and
 * always comes back.
 */
export function makeBridge(name: string, dailyVolatility: number, anchorLevel: number): Bridge {
  assert(anchorLevel > 0 && anchorLevel <= LEVELS_MAX, 'an anchor level is 1 to 20');
  const knotVolatility = dailyVolatility / Math.sqrt(KNOTS_PER_DAY);
  return {
    key: hashText(name),
    moodKey: hashText(`${name} mood`),
    anchorLevel,
    // Independent anchors differ by sqrt(2) spreads, which is what a free walk covers from one to
    // the next.
    anchorSpread: knotVolatility * Math.sqrt(2 ** anchorLevel / 2),
    spreads: Array.from(
      { length: anchorLevel },
      (_, zeros) => (knotVolatility * Math.sqrt(2 ** (zeros + 1))) / 2,
    ),
  };
}

/** The value at a knot (a whole number from 0 to 2^31). Costs one draw per level. */
export function bridgeValue(bridge: Bridge, knot: number): number {
  let span = 2 ** bridge.anchorLevel;
  let left = knot - (knot % span);
  let leftValue = anchorValue(bridge, left);
  if (left === knot) return leftValue;
  let rightValue = anchorValue(bridge, left + span);
  for (;;) {
    span /= 2;
    const middle = left + span;
    const value = (leftValue + rightValue) / 2 + displacement(bridge, middle);
    if (middle === knot) return value;
    if (knot < middle) {
      rightValue = value;
    } else {
      left = middle;
      leftValue = value;
    }
  }
}

/**
 * Adds `weight` times the walk's values at `firstKnot` and the knots after it to `target`, the same
 * to the last bit as `bridgeValue` gives them, at a few draws in a hundred more than one per knot.
 */
export function fillBridge(
  bridge: Bridge,
  weight: number,
  firstKnot: number,
  target: Float64Array,
): void {
  const endKnot = firstKnot + target.length;
  const size = blockSize(bridge, target.length);
  const block = new Float64Array(size + 1);
  let start = firstKnot - (firstKnot % size);
  let edge = bridgeValue(bridge, start);
  for (; start < endKnot; start += size) {
    block[0] = edge;
    edge = bridgeValue(bridge, start + size);
    block[size] = edge;
    fillBlock(bridge, start, block);
    const from = Math.max(start, firstKnot);
    const to = Math.min(start + size, endKnot);
    for (let knot = from; knot < to; knot += 1) {
      const place = knot - firstKnot;
      target[place] = (target[place] as number) + weight * (block[knot - start] as number);
    }
  }
}

/** The power of two that covers a short window in one or two blocks. */
function blockSize(bridge: Bridge, length: number): number {
  let size = 1;
  while (size < length && size < BLOCK_MAX) size *= 2;
  return Math.min(size, 2 ** bridge.anchorLevel);
}

function fillBlock(bridge: Bridge, start: number, block: Float64Array): void {
  const size = block.length - 1;
  for (let half = size / 2; half >= 1; half /= 2) {
    for (let place = half; place < size; place += 2 * half) {
      const sum = (block[place - half] as number) + (block[place + half] as number);
      block[place] = sum / 2 + displacement(bridge, start + place);
    }
  }
}

function anchorValue(bridge: Bridge, knot: number): number {
  return bridge.anchorSpread * bellDraw(bridge.key, knot);
}

function displacement(bridge: Bridge, knot: number): number {
  const zeros = 31 - Math.clz32(knot & -knot);
  const moved = (bridge.spreads[zeros] as number) * bellDraw(bridge.key, knot);
  return zeros < MOOD_LEVEL ? moved * mood(bridge, knot) : moved;
}

/** 0.55 to 1.45, mean 1: how lively the walk is in this stretch of half a day. */
function mood(bridge: Bridge, knot: number): number {
  return MOOD_LOWEST + MOOD_SPAN * uniformDraw(bridge.moodKey, knot >>> MOOD_LEVEL);
}
