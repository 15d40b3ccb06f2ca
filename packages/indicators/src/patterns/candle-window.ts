// The last candles as a pattern sees them: age 0 is the newest. Words such as long, short and near
// are relative to the candles before the one they are said of, with TA-Lib's default settings.

/** Rows of a window; each row holds the fields below. */
export const WINDOW_ROWS = 7;
export const WINDOW_STRIDE = 8;

const OPEN = 0;
const HIGH = 1;
const LOW = 2;
const CLOSE = 3;
/** Means over the ten candles before: of bodies, ranges, and shadows; and of five ranges. */
const BODIES = 4;
const RANGES = 5;
const SHADOWS = 6;
const NEAR_RANGES = 7;

/** The candles, row after row from the newest on; a view of what a kernel remembers. */
export type CandleWindow = Float64Array;

/** 100 or more for a bullish pattern that ends with the newest candle, below 0 bearish, else 0. */
export type CandlePattern = (window: CandleWindow, penetration: number) => number;

function field(window: CandleWindow, age: number, name: number): number {
  return window[age * WINDOW_STRIDE + name] as number;
}

/** Open of a candle. */
export function open(window: CandleWindow, age: number): number {
  return field(window, age, OPEN);
}

/** High of a candle. */
export function high(window: CandleWindow, age: number): number {
  return field(window, age, HIGH);
}

/** Low of a candle. */
export function low(window: CandleWindow, age: number): number {
  return field(window, age, LOW);
}

/** Close of a candle. */
export function close(window: CandleWindow, age: number): number {
  return field(window, age, CLOSE);
}

/** Upper end of a body. */
export function top(window: CandleWindow, age: number): number {
  return Math.max(open(window, age), close(window, age));
}

/** Lower end of a body. */
export function bottom(window: CandleWindow, age: number): number {
  return Math.min(open(window, age), close(window, age));
}

/** Length of a body, never below zero. */
export function body(window: CandleWindow, age: number): number {
  return Math.abs(close(window, age) - open(window, age));
}

/** Length of an upper shadow. */
export function upperShadow(window: CandleWindow, age: number): number {
  return high(window, age) - top(window, age);
}

/** Length of a lower shadow. */
export function lowerShadow(window: CandleWindow, age: number): number {
  return bottom(window, age) - low(window, age);
}

/** 1 for a candle that closed at its open or above, else -1. */
export function color(window: CandleWindow, age: number): 1 | -1 {
  return close(window, age) >= open(window, age) ? 1 : -1;
}

/** Candle that closed at or above its open. */
export function isWhite(window: CandleWindow, age: number): boolean {
  return close(window, age) >= open(window, age);
}

/** Candle that closed below its open. */
export function isBlack(window: CandleWindow, age: number): boolean {
  return close(window, age) < open(window, age);
}

/** A body above the mean of the ten before. */
export function isLong(window: CandleWindow, age: number): boolean {
  return body(window, age) > field(window, age, BODIES);
}

/** A body below the mean of the ten before. */
export function isShort(window: CandleWindow, age: number): boolean {
  return body(window, age) < field(window, age, BODIES);
}

/** A body of at most a tenth of the mean range, counted at another candle where `at` says so. */
export function isDoji(window: CandleWindow, age: number, at = age): boolean {
  return body(window, age) <= tenth(window, at);
}

/** A tenth of the mean range: below it a shadow is very short. */
export function tenth(window: CandleWindow, age: number): number {
  return 0.1 * field(window, age, RANGES);
}

/** Half the mean of both shadows: below it a shadow is short. */
export function shortShadow(window: CandleWindow, age: number): number {
  return field(window, age, SHADOWS) / 2;
}

/** Upper shadow below a tenth of the usual range. */
export function hasNoUpperShadow(window: CandleWindow, age: number): boolean {
  return upperShadow(window, age) < tenth(window, age);
}

/** Lower shadow below a tenth of the usual range. */
export function hasNoLowerShadow(window: CandleWindow, age: number): boolean {
  return lowerShadow(window, age) < tenth(window, age);
}

/** Distance that counts as near: a fifth of the mean range of five candles. */
export function near(window: CandleWindow, age: number): number {
  return 0.2 * field(window, age, NEAR_RANGES);
}

/** Distance that counts as far: three fifths of the mean range of five candles. */
export function far(window: CandleWindow, age: number): number {
  return 0.6 * field(window, age, NEAR_RANGES);
}

/** Whether two prices are equal, measured at a candle. */
export function isEqual(window: CandleWindow, age: number, one: number, other: number): boolean {
  const tolerance = equal(window, age);
  return one <= other + tolerance && one >= other - tolerance;
}

/** Distance that counts as equal: a twentieth of the mean range of five candles. */
export function equal(window: CandleWindow, age: number): number {
  return 0.05 * field(window, age, NEAR_RANGES);
}

/** The body of candle `age` lies above that of candle `other`. */
export function bodyGapsUp(window: CandleWindow, age: number, other: number): boolean {
  return bottom(window, age) > top(window, other);
}

/** Body entirely below that of the other candle. */
export function bodyGapsDown(window: CandleWindow, age: number, other: number): boolean {
  return top(window, age) < bottom(window, other);
}

/** The whole candle `age` lies above candle `other`. */
export function gapsUp(window: CandleWindow, age: number, other: number): boolean {
  return low(window, age) > high(window, other);
}

/** Candle entirely below the other, shadows included. */
export function gapsDown(window: CandleWindow, age: number, other: number): boolean {
  return high(window, age) < low(window, other);
}

/** The price lies inside the body of a candle, not at its ends. */
export function isInsideBody(window: CandleWindow, age: number, price: number): boolean {
  return price > bottom(window, age) && price < top(window, age);
}
