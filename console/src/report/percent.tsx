// Percentages and ratios of reports: texts of the API with a few decimals, and a dash for nothing.

import {
  directionOf,
  formatFixed,
  formatSigned,
  percentNumber,
  roundDecimal,
  roundPercent,
} from '../parts/format.ts';

/** Percentage with its unit; a dash for nothing. */
export function percentText(text: string | null): string {
  return text === null ? '–' : `${percentNumber(text)} %`;
}

/** Ratio with two decimals; a dash for nothing. */
export function ratioText(text: string | null): string {
  return text === null ? '–' : formatFixed(roundDecimal(text, 2), 2);
}

/** With sign and colour. */
export function Percent({ value }: { readonly value: string | null }) {
  if (value === null) return <span className="faint">–</span>;
  const shown = formatSigned(roundPercent(value), 8);
  return <span className={`number ${directionOf(shown)}`}>{shown} %</span>;
}
