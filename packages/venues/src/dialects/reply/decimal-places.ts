// Steps of markets, and how many decimal places they are.

import type { Decimal } from '#lib/decimal.ts';
import { DECIMAL_SCALE, formatDecimal } from '#lib/decimal.ts';
import { UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';

/** 2 of the step 0.01, and of 0.05. */
export function placesOfStep(step: Decimal): number {
  return formatDecimal(step).split('.')[1]?.length ?? 0;
}

/** 0.01 of 2. */
export function stepOfPlaces(places: number): Decimal {
  if (places < 0 || places > DECIMAL_SCALE)
    throw new UnreadableReply('The count of decimal places is none.');
  return (10n ** BigInt(DECIMAL_SCALE - places)) as Decimal;
}
