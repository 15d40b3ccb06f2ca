// Percentages and ratios of reports: texts of the API with a few decimals, and a dash for nothing.

import {
  decimalsToSee,
  directionOf,
  formatDecimal,
  formatFixed,
  formatSigned,
  roundDecimal,
} from '../parts/format.ts';

/** Small ones keep more decimals, so that they do not look like nothing. */
function rounded(text: string): string {
  const size = Math.abs(Number(text));
  return roundDecimal(text, decimalsToSee(text, size > 0 && size < 1 ? 3 : 2));
}

export function percentText(text: string | null): string {
  return text === null ? '–' : `${formatDecimal(rounded(text))} %`;
}

export function ratioText(text: string | null): string {
  return text === null ? '–' : formatFixed(roundDecimal(text, 2), 2);
}

/** With sign and colour. */
export function Percent({ value }: { readonly value: string | null }) {
  if (value === null) return <span className="faint">–</span>;
  const shown = formatSigned(rounded(value), 8);
  return <span className={`number ${directionOf(shown)}`}>{shown} %</span>;
}
