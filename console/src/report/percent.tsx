// Percentages and ratios of reports: texts of the API with a few decimals, and a dash for nothing.

import {
  decimalsToSee,
  directionOf,
  formatDecimal,
  formatFixed,
  formatSigned,
} from '../parts/format.ts';

/** Small ones keep more decimals, so that they do not look like nothing. */
function decimalsOf(text: string): number {
  const size = Math.abs(Number(text));
  return size > 0 && size < 1 ? 3 : 2;
}

export function percentText(text: string | null): string {
  return text === null ? '–' : `${formatDecimal(text, decimalsToSee(text, decimalsOf(text)))} %`;
}

export function ratioText(text: string | null): string {
  return text === null ? '–' : formatFixed(text, 2);
}

/** With sign and colour. */
export function Percent({ value }: { readonly value: string | null }) {
  if (value === null) return <span className="faint">–</span>;
  const shown = formatSigned(value, decimalsOf(value));
  return <span className={`number ${directionOf(shown)}`}>{shown} %</span>;
}
