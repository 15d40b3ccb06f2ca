// Patterns of three candles: ages 2, 1 and 0.

import {
  body,
  bodyGapsDown,
  bodyGapsUp,
  bottom,
  close,
  color,
  far,
  gapsDown,
  gapsUp,
  hasNoLowerShadow,
  hasNoUpperShadow,
  high,
  isBlack,
  isDoji,
  isEqual,
  isInsideBody,
  isLong,
  isShort,
  isWhite,
  low,
  lowerShadow,
  near,
  open,
  shortShadow,
  tenth,
  top,
  upperShadow,
} from '#indicators/patterns/candle-window.ts';
import type { CandlePattern, CandleWindow } from '#indicators/patterns/candle-window.ts';

function areWhite(w: CandleWindow): boolean {
  return isWhite(w, 2) && isWhite(w, 1) && isWhite(w, 0);
}

function areBlack(w: CandleWindow): boolean {
  return isBlack(w, 2) && isBlack(w, 1) && isBlack(w, 0);
}

export const twoCrows: CandlePattern = (w) =>
  isWhite(w, 2) &&
  isLong(w, 2) &&
  isBlack(w, 1) &&
  bodyGapsUp(w, 1, 2) &&
  isBlack(w, 0) &&
  isInsideBody(w, 1, open(w, 0)) &&
  isInsideBody(w, 2, close(w, 0))
    ? -100
    : 0;

export const upsideGapTwoCrows: CandlePattern = (w) =>
  isWhite(w, 2) &&
  isLong(w, 2) &&
  isBlack(w, 1) &&
  !isLong(w, 1) &&
  bodyGapsUp(w, 1, 2) &&
  isBlack(w, 0) &&
  open(w, 0) > open(w, 1) &&
  close(w, 0) < close(w, 1) &&
  close(w, 0) > close(w, 2)
    ? -100
    : 0;

/** A short body inside a long one, and a close beyond it. */
export const threeInside: CandlePattern = (w) =>
  isLong(w, 2) &&
  !isLong(w, 1) &&
  top(w, 1) < top(w, 2) &&
  bottom(w, 1) > bottom(w, 2) &&
  color(w, 0) === -color(w, 2) &&
  (isWhite(w, 2) ? close(w, 0) < open(w, 2) : close(w, 0) > open(w, 2))
    ? -color(w, 2) * 100
    : 0;

/** A body around the one before, and a close further on. */
export const threeOutside: CandlePattern = (w) =>
  color(w, 1) === -color(w, 2) &&
  top(w, 1) > top(w, 2) &&
  bottom(w, 1) < bottom(w, 2) &&
  (isWhite(w, 1) ? close(w, 0) > close(w, 1) : close(w, 0) < close(w, 1))
    ? color(w, 1) * 100
    : 0;

export const threeStarsInSouth: CandlePattern = (w) =>
  areBlack(w) &&
  isLong(w, 2) &&
  lowerShadow(w, 2) > body(w, 2) &&
  body(w, 1) < body(w, 2) &&
  open(w, 1) > close(w, 2) &&
  open(w, 1) <= high(w, 2) &&
  low(w, 1) < close(w, 2) &&
  low(w, 1) >= low(w, 2) &&
  lowerShadow(w, 1) > tenth(w, 1) &&
  isShort(w, 0) &&
  hasNoLowerShadow(w, 0) &&
  hasNoUpperShadow(w, 0) &&
  low(w, 0) > low(w, 1) &&
  high(w, 0) < high(w, 1)
    ? 100
    : 0;

/** Closes one above the other. */
function isClimbing(w: CandleWindow): boolean {
  return areWhite(w) && close(w, 0) > close(w, 1) && close(w, 1) > close(w, 2);
}

/** A candle opens above the open of the one before, and not far above its close. */
function opensWithin(w: CandleWindow, age: number): boolean {
  const opening = open(w, age);
  return opening > open(w, age + 1) && opening <= close(w, age + 1) + near(w, age + 1);
}

export const threeWhiteSoldiers: CandlePattern = (w) =>
  isClimbing(w) &&
  hasNoUpperShadow(w, 2) &&
  hasNoUpperShadow(w, 1) &&
  hasNoUpperShadow(w, 0) &&
  opensWithin(w, 1) &&
  opensWithin(w, 0) &&
  body(w, 1) > body(w, 2) - far(w, 2) &&
  body(w, 0) > body(w, 1) - far(w, 1) &&
  isLong(w, 0)
    ? 100
    : 0;

/** Signs that a climb loses its strength. */
function isTiring(w: CandleWindow): boolean {
  const isSmaller = body(w, 0) < body(w, 1);
  const hasShadow = upperShadow(w, 0) > shortShadow(w, 0) || upperShadow(w, 1) > shortShadow(w, 1);
  return (
    (body(w, 1) < body(w, 2) - far(w, 2) && body(w, 0) < body(w, 1) + near(w, 1)) ||
    body(w, 0) < body(w, 1) - far(w, 1) ||
    (isSmaller && body(w, 1) < body(w, 2) && hasShadow) ||
    (isSmaller && upperShadow(w, 0) > body(w, 0))
  );
}

export const advanceBlock: CandlePattern = (w) =>
  isClimbing(w) &&
  opensWithin(w, 1) &&
  opensWithin(w, 0) &&
  isLong(w, 2) &&
  upperShadow(w, 2) < shortShadow(w, 2) &&
  isTiring(w)
    ? -100
    : 0;

export const stalledPattern: CandlePattern = (w) =>
  isClimbing(w) &&
  isLong(w, 2) &&
  isLong(w, 1) &&
  hasNoUpperShadow(w, 1) &&
  opensWithin(w, 1) &&
  isShort(w, 0) &&
  open(w, 0) >= close(w, 1) - body(w, 0) - near(w, 1)
    ? -100
    : 0;

export const abandonedBaby: CandlePattern = (w, penetration) => {
  if (!isLong(w, 2) || !isDoji(w, 1) || !isLong(w, 0)) return 0;
  const reach = body(w, 2) * penetration;
  const isTop =
    isWhite(w, 2) &&
    isBlack(w, 0) &&
    close(w, 0) < close(w, 2) - reach &&
    gapsUp(w, 1, 2) &&
    gapsDown(w, 0, 1);
  const isBottom =
    isBlack(w, 2) &&
    isWhite(w, 0) &&
    close(w, 0) > close(w, 2) + reach &&
    gapsDown(w, 1, 2) &&
    gapsUp(w, 0, 1);
  return isTop || isBottom ? color(w, 0) * 100 : 0;
};

/** A long white candle, a body above it, and a black one that reaches back. */
function isEvening(w: CandleWindow, penetration: number): boolean {
  return (
    isLong(w, 2) &&
    isWhite(w, 2) &&
    bodyGapsUp(w, 1, 2) &&
    isLong(w, 0) &&
    isBlack(w, 0) &&
    close(w, 0) < close(w, 2) - body(w, 2) * penetration
  );
}

/** A long black candle, a body below it, and a white one that reaches back. */
function isMorning(w: CandleWindow, penetration: number): boolean {
  return (
    isLong(w, 2) &&
    isBlack(w, 2) &&
    bodyGapsDown(w, 1, 2) &&
    isLong(w, 0) &&
    isWhite(w, 0) &&
    close(w, 0) > close(w, 2) + body(w, 2) * penetration
  );
}

export const eveningStar: CandlePattern = (w, penetration) =>
  isEvening(w, penetration) && !isLong(w, 1) ? -100 : 0;

export const eveningDojiStar: CandlePattern = (w, penetration) =>
  isEvening(w, penetration) && isDoji(w, 1) ? -100 : 0;

export const morningStar: CandlePattern = (w, penetration) =>
  isMorning(w, penetration) && !isLong(w, 1) ? 100 : 0;

export const morningDojiStar: CandlePattern = (w, penetration) =>
  isMorning(w, penetration) && isDoji(w, 1) ? 100 : 0;

/** Two white candles side by side beyond a gap. */
export const gapSideSideWhite: CandlePattern = (w) => {
  const isUp = bodyGapsUp(w, 1, 2) && bodyGapsUp(w, 0, 2);
  const isDown = bodyGapsDown(w, 1, 2) && bodyGapsDown(w, 0, 2);
  const areAlike =
    isWhite(w, 1) &&
    isWhite(w, 0) &&
    body(w, 0) >= body(w, 1) - near(w, 1) &&
    body(w, 0) <= body(w, 1) + near(w, 1) &&
    isEqual(w, 1, open(w, 0), open(w, 1));
  if (!areAlike || (!isUp && !isDown)) return 0;
  return isUp ? 100 : -100;
};

export const identicalThreeCrows: CandlePattern = (w) =>
  areBlack(w) &&
  hasNoLowerShadow(w, 2) &&
  hasNoLowerShadow(w, 1) &&
  hasNoLowerShadow(w, 0) &&
  close(w, 2) > close(w, 1) &&
  close(w, 1) > close(w, 0) &&
  isEqual(w, 2, open(w, 1), close(w, 2)) &&
  isEqual(w, 1, open(w, 0), close(w, 1))
    ? -100
    : 0;

export const stickSandwich: CandlePattern = (w) =>
  isBlack(w, 2) &&
  isWhite(w, 1) &&
  isBlack(w, 0) &&
  low(w, 1) > close(w, 2) &&
  isEqual(w, 2, close(w, 0), close(w, 2))
    ? 100
    : 0;

export const tasukiGap: CandlePattern = (w) => {
  const isInside = color(w, 0) === -color(w, 1) && isInsideBody(w, 1, open(w, 0));
  if (!isInside || Math.abs(body(w, 1) - body(w, 0)) >= near(w, 1)) return 0;
  const price = close(w, 0);
  const fillsUp = isWhite(w, 1) && bodyGapsUp(w, 1, 2) && price < open(w, 1) && price > top(w, 2);
  const fillsDown =
    isBlack(w, 1) && bodyGapsDown(w, 1, 2) && price > open(w, 1) && price < bottom(w, 2);
  return fillsUp || fillsDown ? color(w, 1) * 100 : 0;
};

/** Three dojis, the middle one apart. */
export const tristar: CandlePattern = (w) => {
  if (!isDoji(w, 2) || !isDoji(w, 1, 2) || !isDoji(w, 0, 2)) return 0;
  if (bodyGapsUp(w, 1, 2) && top(w, 0) < top(w, 1)) return -100;
  return bodyGapsDown(w, 1, 2) && bottom(w, 0) > bottom(w, 1) ? 100 : 0;
};

export const uniqueThreeRiver: CandlePattern = (w) =>
  isLong(w, 2) &&
  isBlack(w, 2) &&
  isBlack(w, 1) &&
  close(w, 1) > close(w, 2) &&
  open(w, 1) <= open(w, 2) &&
  low(w, 1) < low(w, 2) &&
  isShort(w, 0) &&
  isWhite(w, 0) &&
  open(w, 0) > low(w, 1)
    ? 100
    : 0;

/** A gap between two candles of one colour, filled by a third of the other. */
export const xSideGapThreeMethods: CandlePattern = (w) =>
  color(w, 2) === color(w, 1) &&
  color(w, 1) === -color(w, 0) &&
  isInsideBody(w, 1, open(w, 0)) &&
  isInsideBody(w, 2, close(w, 0)) &&
  (isWhite(w, 2) ? bodyGapsUp(w, 1, 2) : bodyGapsDown(w, 1, 2))
    ? color(w, 2) * 100
    : 0;
