// A figure of a reply as a number of steps of its market. A year of minutes has 2.6 million of
// them, so those that are a whole number of decimal places are read without a division.

import type { Decimal } from '#lib/decimal.ts';
import { DECIMAL_SCALE, divideRounded } from '#lib/decimal.ts';
import { marketGrid } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import { replyDecimal } from '#venues/dialects/reply/reply-fields.ts';

type StepCounter = (value: unknown, name: string) => bigint;

/** What a double holds exactly. */
const DIGITS_MAX = 15;
const ZERO_CODE = 48;
const POWERS = Array.from({ length: DIGITS_MAX + 1 }, (_, exponent) => 10 ** exponent);

/** Between two steps it is the nearer one. The reader throws UnreadableReply. */
export function countSteps(step: Decimal): StepCounter {
  const places = placesOf(step);
  return (value, name) => {
    const whole = places === null ? null : wholeSteps(value, places);
    return whole ?? divideRounded(replyDecimal(value, name), step, 'half_even');
  };
}

/** Of the market's prices, and of its amounts. */
export function stepCounters(market: Market): readonly [StepCounter, StepCounter] {
  const { priceStep, amountStep } = marketGrid(market);
  return [countSteps(priceStep), countSteps(amountStep)];
}

/** Decimal places of a step such as 0.01; null when it is another one. */
function placesOf(step: Decimal): number | null {
  const digits = step.toString();
  const zeros = digits.length - 1;
  return zeros <= DECIMAL_SCALE && digits === `1${'0'.repeat(zeros)}`
    ? DECIMAL_SCALE - zeros
    : null;
}

/** Null where it is not as simple as that. */
function wholeSteps(value: unknown, places: number): bigint | null {
  if (typeof value !== 'string') return null;
  let point = value.indexOf('.');
  if (point < 0) point = value.length;
  else if (point === value.length - 1) return null;
  const hasNeedlessZero = point > 1 && value.charCodeAt(0) === ZERO_CODE;
  if (point === 0 || point + places > DIGITS_MAX || hasNeedlessZero) return null;
  let steps = 0;
  let missing = places;
  for (let index = 0; index < value.length; index += 1) {
    if (index === point) continue;
    const digit = value.charCodeAt(index) - ZERO_CODE;
    if (digit < 0 || digit > 9) return null;
    if (index < point || missing > 0) {
      steps = steps * 10 + digit;
      if (index > point) missing -= 1;
    } else if (digit !== 0) {
      return null;
    }
  }
  return BigInt(steps * (POWERS[missing] as number));
}
