// Sides of positions as scripts name them.

import { constantNumber } from '#commands/trading/constant-number.ts';

export type Direction = 'long' | 'short';

const LONG = constantNumber('PositionLong');
const SHORT = constantNumber('PositionShort');
const NONE = constantNumber('NoPosition');

/** Constant of a side; a constant of its own for no position. */
export function directionConstant(direction: Direction | null): number {
  if (direction === null) return NONE;
  return direction === 'long' ? LONG : SHORT;
}

/** Null, which stands for either side, when the script named none. */
export function directionOf(constant: number | undefined): Direction | null {
  if (constant === LONG) return 'long';
  return constant === SHORT ? 'short' : null;
}
