// Patterns of two candles: age 1 is the first, age 0 the second.

import {
  body,
  bodyGapsDown,
  bodyGapsUp,
  bottom,
  close,
  color,
  equal,
  gapsDown,
  gapsUp,
  hasNoLowerShadow,
  hasNoUpperShadow,
  high,
  isBlack,
  isDoji,
  isEqual,
  isLong,
  isWhite,
  low,
  open,
  top,
} from '#indicators/patterns/candle-window.ts';
import type { CandlePattern, CandleWindow } from '#indicators/patterns/candle-window.ts';

function isTurned(w: CandleWindow): boolean {
  return color(w, 1) === -color(w, 0);
}

/** A long black candle, and a white one that opens below its low. */
function opensBelowLongBlack(w: CandleWindow): boolean {
  return isBlack(w, 1) && isLong(w, 1) && isWhite(w, 0) && open(w, 0) < low(w, 1);
}

/** Two long candles of different colours that close at the same price. */
export const counterAttack: CandlePattern = (w) =>
  isTurned(w) && isLong(w, 1) && isLong(w, 0) && isEqual(w, 1, close(w, 0), close(w, 1))
    ? color(w, 0) * 100
    : 0;

export const darkCloudCover: CandlePattern = (w, penetration) =>
  isWhite(w, 1) &&
  isLong(w, 1) &&
  isBlack(w, 0) &&
  open(w, 0) > high(w, 1) &&
  close(w, 0) > open(w, 1) &&
  close(w, 0) < close(w, 1) - body(w, 1) * penetration
    ? -100
    : 0;

export const dojiStar: CandlePattern = (w) =>
  isLong(w, 1) && isDoji(w, 0) && (isWhite(w, 1) ? bodyGapsUp(w, 0, 1) : bodyGapsDown(w, 0, 1))
    ? -color(w, 1) * 100
    : 0;

/** A body that covers the one before, of the other colour; 80 where they share an end. */
export const engulfing: CandlePattern = (w) => {
  const covers = top(w, 0) >= top(w, 1) && bottom(w, 0) <= bottom(w, 1);
  const sharesTop = top(w, 0) === top(w, 1);
  const sharesBottom = bottom(w, 0) === bottom(w, 1);
  if (!isTurned(w) || !covers || (sharesTop && sharesBottom)) return 0;
  return color(w, 0) * (sharesTop || sharesBottom ? 80 : 100);
};

/** The second body inside the first, long one; 80 where they share an end. */
function inside(w: CandleWindow): number {
  if (top(w, 0) < top(w, 1) && bottom(w, 0) > bottom(w, 1)) return -color(w, 1) * 100;
  if (top(w, 0) <= top(w, 1) && bottom(w, 0) >= bottom(w, 1)) return -color(w, 1) * 80;
  return 0;
}

export const harami: CandlePattern = (w) => (isLong(w, 1) && !isLong(w, 0) ? inside(w) : 0);

export const haramiCross: CandlePattern = (w) => (isLong(w, 1) && isDoji(w, 0) ? inside(w) : 0);

export const homingPigeon: CandlePattern = (w) =>
  isBlack(w, 1) &&
  isBlack(w, 0) &&
  isLong(w, 1) &&
  !isLong(w, 0) &&
  open(w, 0) < open(w, 1) &&
  close(w, 0) > close(w, 1)
    ? 100
    : 0;

export const inNeck: CandlePattern = (w) =>
  opensBelowLongBlack(w) && close(w, 0) <= close(w, 1) + equal(w, 1) && close(w, 0) >= close(w, 1)
    ? -100
    : 0;

export const onNeck: CandlePattern = (w) =>
  opensBelowLongBlack(w) && isEqual(w, 1, close(w, 0), low(w, 1)) ? -100 : 0;

export const thrusting: CandlePattern = (w) =>
  opensBelowLongBlack(w) &&
  close(w, 0) > close(w, 1) + equal(w, 1) &&
  close(w, 0) <= close(w, 1) + body(w, 1) * 0.5
    ? -100
    : 0;

export const piercing: CandlePattern = (w) =>
  opensBelowLongBlack(w) &&
  isLong(w, 0) &&
  close(w, 0) < open(w, 1) &&
  close(w, 0) > close(w, 1) + body(w, 1) * 0.5
    ? 100
    : 0;

function isMarubozu(w: CandleWindow, age: number): boolean {
  return isLong(w, age) && hasNoUpperShadow(w, age) && hasNoLowerShadow(w, age);
}

/** Two bodies without shadows, of different colours, with a gap between them. */
function isKick(w: CandleWindow): boolean {
  return (
    isTurned(w) &&
    isMarubozu(w, 1) &&
    isMarubozu(w, 0) &&
    (isBlack(w, 1) ? gapsUp(w, 0, 1) : gapsDown(w, 0, 1))
  );
}

export const kicking: CandlePattern = (w) => (isKick(w) ? color(w, 0) * 100 : 0);

/** A kick in the direction of the longer body. */
export const kickingByLength: CandlePattern = (w) =>
  isKick(w) ? color(w, body(w, 0) > body(w, 1) ? 0 : 1) * 100 : 0;

export const matchingLow: CandlePattern = (w) =>
  isBlack(w, 1) && isBlack(w, 0) && isEqual(w, 1, close(w, 0), close(w, 1)) ? 100 : 0;

export const separatingLines: CandlePattern = (w) =>
  isTurned(w) &&
  isEqual(w, 1, open(w, 0), open(w, 1)) &&
  isLong(w, 0) &&
  (isWhite(w, 0) ? hasNoLowerShadow(w, 0) : hasNoUpperShadow(w, 0))
    ? color(w, 0) * 100
    : 0;
