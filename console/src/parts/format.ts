// Numbers and times as people read them. Decimals of the API are texts and stay texts: nothing that
// is money goes through a float.

import { LOCALE } from '../words/language.ts';
import { PARTS } from '../words/parts.ts';
import { decimalSign } from './typed-decimal.ts';
import { CONTROLS } from '../words/controls.ts';

/** Between whole and fraction, as the reader writes it. */
const SIGN = decimalSign(LOCALE);
/** Between thousands: a narrow space, which no language takes for a decimal sign. */
const GROUP = '\u202f';

/** With thousands separated, and at most so many decimals; more are cut, never rounded up. */
export function formatDecimal(text: string, decimalsMax = 8): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '', fraction = ''] = match;
  const shown = fraction.slice(0, decimalsMax).replace(/0+$/, '');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, GROUP);
  const isZero = /^0*$/.test(whole) && shown === '';
  const minus = sign === '-' && !isZero ? '\u2212' : '';
  return `${minus}${grouped}${shown === '' ? '' : `${SIGN}${shown}`}`;
}

/** Rounded to so many decimals, half to even: the one rounding of figures that are shown. */
export function roundDecimal(text: string, decimals: number): string {
  const match = /^(-?)(\d+)\.(\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (fraction.length <= decimals) return text;
  const below = BigInt(whole + fraction.slice(0, decimals));
  const rest = fraction.slice(decimals);
  const isHalf = /^50*$/.test(rest);
  const isUp = isHalf ? below % 2n === 1n : rest >= '5';
  const units = below + (isUp ? 1n : 0n);
  const digits = units.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return `${sign}${digits.slice(0, point)}${decimals === 0 ? '' : `.${digits.slice(point)}`}`;
}

/** A figure, rounded as all figures are; an amount that one has is cut by `formatDecimal`. */
export const formatRounded = (text: string, decimals: number): string =>
  formatDecimal(roundDecimal(text, decimals), decimals);

/** Numbers of a sentence of the service (`1,234.5`), as the reader writes them. */
export const formatNumbersIn = (text: string): string =>
  text.replaceAll(/\d{1,3}(?:,\d{3})*(?:\.\d+)?|\d+\.\d+/g, (number) =>
    number.replaceAll(/[.,]/g, (mark) => (mark === ',' ? GROUP : SIGN)),
  );

/** With exactly so many decimals. */
export function formatFixed(text: string, decimals: number): string {
  const shown = formatDecimal(text, decimals);
  if (decimals === 0) return shown;
  return padDecimals(shown, decimals);
}

/** A number as it is shown, with at least so many decimals. */
export function padDecimals(shown: string, decimals: number): string {
  const [whole = '', fraction = ''] = shown.split(SIGN);
  return `${whole}${SIGN}${fraction.padEnd(decimals, '0')}`;
}

/** A number that was computed, with exactly so many decimals and nothing between thousands. */
export function fixedNumber(value: number, decimals: number): string {
  const text = value.toFixed(decimals).replace('.', SIGN);
  // A loss has the sign that all have, and what is shown as 0 has none.
  return text.replace('-', /[1-9]/.test(text) ? '\u2212' : '');
}

/** A price that was computed, with the decimals of its market. */
export const formatPriceNumber = (price: number, decimals: number): string =>
  formatFixed(price.toFixed(decimals), decimals);

const VOLUME = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumSignificantDigits: 4 });

/** Joins what is formatted, with the space between thousands that all figures have. */
export const joinGrouped = (parts: readonly Intl.NumberFormatPart[]): string =>
  parts.map(({ type, value }) => (type === 'group' ? GROUP : value)).join('');

/** An amount of which only the size matters: 12.5K. */
export const formatVolume = (amount: number): string => joinGrouped(VOLUME.formatToParts(amount));

export type Direction = 'rise' | 'fall' | 'flat';

/** Of a decimal of the API, or of one as it is shown: what is shown as 0 is flat. */
export function directionOf(text: string): Direction {
  if (!/[1-9]/.test(text)) return 'flat';
  return /^[-\u2212]/.test(text) ? 'fall' : 'rise';
}

/** What is smaller than this is nothing to anyone who reads it. */
const SMALL_DECIMALS_MAX = 8;

/** So many decimals; of what they would show as nothing, as many as show its first two digits. */
export function decimalsToSee(text: string, decimals: number): number {
  const zeros = /^-?0*\.(0*)[1-9]/.exec(text)?.[1]?.length ?? 0;
  if (zeros < decimals || zeros >= SMALL_DECIMALS_MAX) return decimals;
  return Math.min(SMALL_DECIMALS_MAX, zeros + 2);
}

/** Small ones keep more decimals, so that they do not look like nothing. */
export function roundPercent(text: string): string {
  const size = Math.abs(Number(text));
  return roundDecimal(text, decimalsToSee(text, size > 0 && size < 1 ? 3 : 2));
}

/** Rounded as all percentages are; its unit stands elsewhere. */
export const percentNumber = (text: string): string => formatDecimal(roundPercent(text));

/** With its sign, as gains and losses are written: rounded, so that no loss looks smaller. */
export function formatSigned(text: string, decimalsMax = 2): string {
  const decimals = decimalsToSee(text, decimalsMax);
  const shown = formatDecimal(roundDecimal(text, decimals), decimals);
  return directionOf(shown) === 'rise' ? `+${shown}` : shown;
}

const TIME = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const CLOCK = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'medium' });

export const formatTime = (instant: string): string => TIME.format(new Date(instant));
export const formatClock = (instant: string): string => CLOCK.format(new Date(instant));

/** An instant of the API in UTC, to the second. */
export const formatUtc = (instant: string): string =>
  `${instant.slice(0, 19).replace('T', ' ')} UTC`;

/** From the first to the last of some instants, oldest first, in UTC. */
export function formatUtcSpan(instants: readonly string[]): string {
  const [first, last] = [instants[0], instants.at(-1)];
  if (first === undefined || last === undefined) return '';
  const [from, to] = [formatUtc(first), formatUtc(last)];
  if (from === to) return from;
  const isSameDay = from.slice(0, 10) === to.slice(0, 10);
  return CONTROLS.to(from.replace(' UTC', ''), isSameDay ? to.slice(11) : to);
}

const RELATIVE = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto', style: 'short' });
const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** Time since an instant in its largest unit, or until it. */
export function formatAgo(instant: string, nowMs = Date.now()): string {
  const elapsedMs = Date.parse(instant) - nowMs;
  const [unit, sizeMs] =
    STEPS.find(([, size]) => Math.abs(elapsedMs) >= size) ?? (['second', 1_000] as const);
  return RELATIVE.format(Math.round(elapsedMs / sizeMs), unit);
}

/** When something is tried again. One whose time has come is taken up within seconds. */
export function formatNextTry(instant: string, nowMs = Date.now()): string {
  const isDue = Date.parse(instant) - nowMs < DUE_MS;
  return isDue ? PARTS.nextDue : PARTS.nextTry(formatAgo(instant, nowMs));
}

/** Shorter waits round to none. */
const DUE_MS = 500;

/** Whether the instant has passed; null never does. */
export function isPast(at: string | null): boolean {
  return at !== null && Date.parse(at) <= Date.now();
}
