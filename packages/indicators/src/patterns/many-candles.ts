// Patterns of four and more candles.

import {
  body,
  bodyGapsDown,
  bodyGapsUp,
  bottom,
  close,
  color,
  hasNoLowerShadow,
  hasNoUpperShadow,
  high,
  isBlack,
  isLong,
  isShort,
  isWhite,
  low,
  near,
  open,
  tenth,
  top,
  upperShadow,
} from '#indicators/patterns/candle-window.ts';
import type { CandlePattern, CandleWindow } from '#indicators/patterns/candle-window.ts';

export const threeBlackCrows: CandlePattern = (w) =>
  isWhite(w, 3) &&
  [2, 1, 0].every((age) => isBlack(w, age) && hasNoLowerShadow(w, age)) &&
  opensInside(w, 1) &&
  opensInside(w, 0) &&
  high(w, 3) > close(w, 2) &&
  close(w, 2) > close(w, 1) &&
  close(w, 1) > close(w, 0)
    ? -100
    : 0;

/** A black candle opens inside the black body before it. */
function opensInside(w: CandleWindow, age: number): boolean {
  return open(w, age) < open(w, age + 1) && open(w, age) > close(w, age + 1);
}

/** Three steps in one direction, and a fourth candle that takes all of them back. */
export const threeLineStrike: CandlePattern = (w) => {
  const side = color(w, 1);
  const isRun = color(w, 3) === color(w, 2) && color(w, 2) === side && color(w, 0) === -side;
  if (!isRun || !opensNear(w, 2) || !opensNear(w, 1)) return 0;
  const isFound =
    (close(w, 1) - close(w, 2)) * side > 0 &&
    (close(w, 2) - close(w, 3)) * side > 0 &&
    (open(w, 0) - close(w, 1)) * side > 0 &&
    (close(w, 0) - open(w, 3)) * side < 0;
  return isFound ? side * 100 : 0;
};

/** A candle opens inside or near the body before it. */
function opensNear(w: CandleWindow, age: number): boolean {
  const margin = near(w, age + 1);
  return open(w, age) >= bottom(w, age + 1) - margin && open(w, age) <= top(w, age + 1) + margin;
}

export const concealBabysWall: CandlePattern = (w) =>
  [3, 2, 1, 0].every((age) => isBlack(w, age)) &&
  [3, 2].every((age) => hasNoLowerShadow(w, age) && hasNoUpperShadow(w, age)) &&
  bodyGapsDown(w, 1, 2) &&
  upperShadow(w, 1) > tenth(w, 1) &&
  high(w, 1) > close(w, 2) &&
  high(w, 0) > high(w, 1) &&
  low(w, 0) < low(w, 1)
    ? 100
    : 0;

export const breakaway: CandlePattern = (w) => {
  const side = color(w, 4);
  const isRun = color(w, 3) === side && color(w, 1) === side && color(w, 0) === -side;
  if (!isRun || !isLong(w, 4)) return 0;
  const isFound =
    (side === 1 ? bodyGapsUp(w, 3, 4) : bodyGapsDown(w, 3, 4)) &&
    [2, 1].every(
      (age) =>
        (high(w, age) - high(w, age + 1)) * side > 0 && (low(w, age) - low(w, age + 1)) * side > 0,
    ) &&
    (close(w, 0) - open(w, 3)) * side < 0 &&
    (close(w, 0) - close(w, 4)) * side > 0;
  return isFound ? color(w, 0) * 100 : 0;
};

export const ladderBottom: CandlePattern = (w) =>
  [4, 3, 2, 1].every((age) => isBlack(w, age)) &&
  [4, 3].every((age) => open(w, age) > open(w, age - 1) && close(w, age) > close(w, age - 1)) &&
  upperShadow(w, 1) > tenth(w, 1) &&
  isWhite(w, 0) &&
  open(w, 0) > open(w, 1) &&
  close(w, 0) > high(w, 1)
    ? 100
    : 0;

export const matHold: CandlePattern = (w, penetration) => {
  const isShaped =
    isLong(w, 4) &&
    [3, 2, 1].every((age) => isShort(w, age)) &&
    isWhite(w, 4) &&
    isBlack(w, 3) &&
    isWhite(w, 0) &&
    bodyGapsUp(w, 3, 4);
  if (!isShaped) return 0;
  const floor = close(w, 4) - body(w, 4) * penetration;
  const isFound =
    [2, 1].every((age) => bottom(w, age) < close(w, 4) && bottom(w, age) > floor) &&
    top(w, 2) < open(w, 3) &&
    top(w, 1) < top(w, 2) &&
    open(w, 0) > close(w, 1) &&
    close(w, 0) > Math.max(high(w, 3), high(w, 2), high(w, 1));
  return isFound ? 100 : 0;
};

export const riseFallThreeMethods: CandlePattern = (w) => {
  const side = color(w, 4);
  const isShaped =
    isLong(w, 4) &&
    isLong(w, 0) &&
    color(w, 0) === side &&
    [3, 2, 1].every(
      (age) =>
        isShort(w, age) &&
        color(w, age) === -side &&
        bottom(w, age) < high(w, 4) &&
        top(w, age) > low(w, 4),
    );
  if (!isShaped) return 0;
  const isFound =
    (close(w, 2) - close(w, 3)) * side < 0 &&
    (close(w, 1) - close(w, 2)) * side < 0 &&
    (open(w, 0) - close(w, 1)) * side > 0 &&
    (close(w, 0) - close(w, 4)) * side > 0;
  return isFound ? side * 100 : 0;
};

/** The candle at `age` lies inside the one before. */
function isInside(w: CandleWindow, age: number): boolean {
  return high(w, age) < high(w, age + 1) && low(w, age) > low(w, age + 1);
}

/** 1 for a candle lower than the one before at both ends, -1 for a higher one, else 0. */
function trap(w: CandleWindow, age: number): number {
  if (high(w, age) < high(w, age + 1) && low(w, age) < low(w, age + 1)) return 1;
  return high(w, age) > high(w, age + 1) && low(w, age) > low(w, age + 1) ? -1 : 0;
}

type Trap = (w: CandleWindow, age: number) => number;

/** An inside candle, and a false move out of it. */
const simpleTrap: Trap = (w, age) => (isInside(w, age + 1) ? trap(w, age) : 0);

/** Two inside candles, the first of which closes near the end that the false move leaves by. */
const doubleTrap: Trap = (w, age) => {
  if (!isInside(w, age + 1) || !isInside(w, age + 2)) return 0;
  const side = trap(w, age);
  const margin = near(w, age + 2);
  const isNear =
    side === 1
      ? close(w, age + 2) <= low(w, age + 2) + margin
      : close(w, age + 2) >= high(w, age + 2) - margin;
  return isNear ? side : 0;
};

/**
 * Whether the candle at `age` closes beyond the inside candle of a trap that ended at `trapAge`.
 */
function confirms(w: CandleWindow, side: number, trapAge: number, age: number): boolean {
  return side > 0 ? close(w, age) > high(w, trapAge + 1) : close(w, age) < low(w, trapAge + 1);
}

const CONFIRMED_WITHIN = 3;

/** 100 for the trap itself; 200 for the first candle of the next three that confirms it. */
function trapOrConfirmation(w: CandleWindow, find: Trap): number {
  const own = find(w, 0);
  if (own !== 0) return own * 100;
  for (let age = 1; age <= CONFIRMED_WITHIN; age += 1) {
    const side = find(w, age);
    if (side === 0) continue;
    for (let later = age - 1; later > 0; later -= 1) {
      if (confirms(w, side, age, later)) return 0;
    }
    return confirms(w, side, age, 0) ? side * 200 : 0;
  }
  return 0;
}

export const hikkake: CandlePattern = (w) => trapOrConfirmation(w, simpleTrap);

export const hikkakeMod: CandlePattern = (w) => trapOrConfirmation(w, doubleTrap);
