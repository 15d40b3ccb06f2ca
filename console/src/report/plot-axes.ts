// Axes of figures: their looks, and numbers on them with the decimal sign of the language.

import { formatDecimal } from '../parts/format.ts';

export const AXES = { tickSize: 0, color: 'var(--text-soft)', fontSize: 11 } as const;

/** A number of an axis; names stay as they are. */
export function axisNumber(value: unknown): string {
  if (typeof value !== 'number') return String(value);
  // What was added up in steps has no digits beyond them.
  return formatDecimal(Number(value.toPrecision(12)).toLocaleString('en', PLAIN));
}

const PLAIN = { useGrouping: false, maximumFractionDigits: 12 } as const;

export const NUMBERED_AXES = { ...AXES, tickFormat: axisNumber } as const;
