// The number of a point as a text of digits, which reads back to it.

import { plainNumber } from '#lib/plain-number.ts';

/** Digits of a number without an exponent, which read back to the same double. */
export function pointText(value: number): string {
  return plainNumber(value);
}
