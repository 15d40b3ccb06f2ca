// Sizes, counts and spans as people read them.

import { LOCALE } from '../words/language.ts';
import { CONTROLS } from '../words/controls.ts';
import { fixedNumber } from './format.ts';

const COUNT = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Count with separators of the reader's locale. */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** With three digits at least. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const decimals = unit === 0 || value >= 100 ? 0 : 1;
  return `${fixedNumber(value, decimals)} ${UNITS[unit]}`;
}

/** How long ago, without its smaller parts. */
export function formatSpan(at: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 60_000));
  if (minutes < 60) return CONTROLS.min(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : CONTROLS.days(Math.floor(hours / 24));
}

/** By the unit that its name ends with. */
export function formatFigure(name: string, value: number): string {
  if (name.endsWith('_bytes')) return formatBytes(value);
  if (!name.endsWith('_seconds')) return formatCount(value);
  return value < 1 ? CONTROLS.ms(formatCount(value * 1_000)) : `${formatCount(value)} s`;
}
