// Patterns of one candle, or of one and its place beside the candle before.

import * as candle from '#indicators/patterns/candle-window.ts';
import type { CandlePattern, CandleWindow } from '#indicators/patterns/candle-window.ts';

const {
  body,
  bodyGapsDown,
  bodyGapsUp,
  bottom,
  color,
  hasNoLowerShadow,
  hasNoUpperShadow,
  high,
  isDoji,
  isLong,
  isShort,
  isWhite,
  low,
  lowerShadow,
  near,
  shortShadow,
  tenth,
  top,
  upperShadow,
} = candle;

function ifColored(window: CandleWindow, isFound: boolean): number {
  return isFound ? color(window, 0) * 100 : 0;
}

/** A long body without the shadow on the side where the candle opened. */
export const beltHold: CandlePattern = (w) =>
  ifColored(w, isLong(w, 0) && (isWhite(w, 0) ? hasNoLowerShadow(w, 0) : hasNoUpperShadow(w, 0)));

/** A long body without the shadow on the side where the candle closed. */
export const closingMarubozu: CandlePattern = (w) =>
  ifColored(w, isLong(w, 0) && (isWhite(w, 0) ? hasNoUpperShadow(w, 0) : hasNoLowerShadow(w, 0)));

export const marubozu: CandlePattern = (w) =>
  ifColored(w, isLong(w, 0) && hasNoUpperShadow(w, 0) && hasNoLowerShadow(w, 0));

export const doji: CandlePattern = (w) => (isDoji(w, 0) ? 100 : 0);

export const dragonflyDoji: CandlePattern = (w) =>
  isDoji(w, 0) && hasNoUpperShadow(w, 0) && lowerShadow(w, 0) > tenth(w, 0) ? 100 : 0;

export const gravestoneDoji: CandlePattern = (w) =>
  isDoji(w, 0) && hasNoLowerShadow(w, 0) && upperShadow(w, 0) > tenth(w, 0) ? 100 : 0;

export const longLeggedDoji: CandlePattern = (w) =>
  isDoji(w, 0) && Math.max(lowerShadow(w, 0), upperShadow(w, 0)) > body(w, 0) ? 100 : 0;

/** A doji with two long shadows and its body near the middle. */
export const rickshawMan: CandlePattern = (w) => {
  const middle = low(w, 0) + (high(w, 0) - low(w, 0)) / 2;
  const isFound =
    isDoji(w, 0) &&
    Math.min(lowerShadow(w, 0), upperShadow(w, 0)) > body(w, 0) &&
    bottom(w, 0) <= middle + near(w, 0) &&
    top(w, 0) >= middle - near(w, 0);
  return isFound ? 100 : 0;
};

/** A dragonfly doji with a very long lower shadow. */
export const takuri: CandlePattern = (w) =>
  isDoji(w, 0) && hasNoUpperShadow(w, 0) && lowerShadow(w, 0) > 2 * body(w, 0) ? 100 : 0;

export const highWave: CandlePattern = (w) =>
  ifColored(w, isShort(w, 0) && Math.min(lowerShadow(w, 0), upperShadow(w, 0)) > 2 * body(w, 0));

export const spinningTop: CandlePattern = (w) =>
  ifColored(w, isShort(w, 0) && Math.min(lowerShadow(w, 0), upperShadow(w, 0)) > body(w, 0));

function hasShortShadows(w: CandleWindow): boolean {
  return Math.max(lowerShadow(w, 0), upperShadow(w, 0)) < shortShadow(w, 0);
}

export const longLine: CandlePattern = (w) => ifColored(w, isLong(w, 0) && hasShortShadows(w));

export const shortLine: CandlePattern = (w) => ifColored(w, isShort(w, 0) && hasShortShadows(w));

/** A short body with a long shadow below and none above. */
function isHammer(w: CandleWindow): boolean {
  return isShort(w, 0) && lowerShadow(w, 0) > body(w, 0) && hasNoUpperShadow(w, 0);
}

/** A short body with a long shadow above and none below. */
function isInvertedHammer(w: CandleWindow): boolean {
  return isShort(w, 0) && upperShadow(w, 0) > body(w, 0) && hasNoLowerShadow(w, 0);
}

export const hammer: CandlePattern = (w) =>
  isHammer(w) && bottom(w, 0) <= low(w, 1) + near(w, 1) ? 100 : 0;

export const hangingMan: CandlePattern = (w) =>
  isHammer(w) && bottom(w, 0) >= high(w, 1) - near(w, 1) ? -100 : 0;

export const invertedHammer: CandlePattern = (w) =>
  isInvertedHammer(w) && bodyGapsDown(w, 0, 1) ? 100 : 0;

export const shootingStar: CandlePattern = (w) =>
  isInvertedHammer(w) && bodyGapsUp(w, 0, 1) ? -100 : 0;

/** The price rose in the candle. */
export const simpleUp: CandlePattern = (w) => (candle.close(w, 0) > candle.open(w, 0) ? 100 : 0);

export const simpleDown: CandlePattern = (w) => (candle.close(w, 0) < candle.open(w, 0) ? -100 : 0);

export const simpleDoubleUp: CandlePattern = (w) =>
  candle.close(w, 0) > candle.open(w, 0) && candle.close(w, 1) > candle.open(w, 1) ? 100 : 0;

export const simpleDoubleDown: CandlePattern = (w) =>
  candle.close(w, 0) < candle.open(w, 0) && candle.close(w, 1) < candle.open(w, 1) ? -100 : 0;
