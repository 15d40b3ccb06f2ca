// Numbers as texts: patterns such as `#.##`, `0.00`, `#,###.0`, `0%` and `0.0;(0.0)`. A `#` is a digit
// that is shown where it counts, a `0` one that always is. `str.tostring` rounds the shortest
// digits of a number, halves up; `str.format` its exact value, halves to the even digit.

import { PineFault, now } from '#pine/runtime/pine-now.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';

type Digits = { readonly whole: string; readonly fraction: string };

/** Enough for the exact value of a number that is not all but zero. */
const EXACT_DIGITS = 100;

/** The digits of a number that is not below zero, without an exponent. */
function digitsOf(value: number, isExact: boolean): Digits {
  const text = isExact && value < 1e21 ? value.toFixed(EXACT_DIGITS) : String(value);
  const [mantissa = '0', exponent = '0'] = text.split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const shift = Number(exponent);
  if (shift === 0) return { whole, fraction };
  if (shift > 0) {
    const moved = fraction.padEnd(shift, '0');
    return { whole: whole + moved.slice(0, shift), fraction: moved.slice(shift) };
  }
  const moved = whole.padStart(1 - shift, '0');
  return { whole: moved.slice(0, shift), fraction: moved.slice(shift) + fraction };
}

function rounded(value: number, places: number, isExact: boolean): Digits {
  const { whole, fraction } = digitsOf(value, isExact);
  if (fraction.length <= places) return { whole, fraction: fraction.padEnd(places, '0') };
  const retained = BigInt(whole + fraction.slice(0, places));
  const rest = fraction.slice(places);
  const isHalf = /^50*$/.test(rest);
  const goesUp = isHalf && isExact ? retained % 2n === 1n : rest >= '5';
  const digits = String(goesUp ? retained + 1n : retained).padStart(places + 1, '0');
  return {
    whole: digits.slice(0, digits.length - places),
    fraction: digits.slice(-places || digits.length),
  };
}

type Pattern = { readonly before: string; readonly body: string; readonly behind: string };

/** Quoted characters are no digits; two quotes are one. */
function partsOf(pattern: string): Pattern {
  let [before, body, behind] = ['', '', ''];
  let isQuoted = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    const isPair = character === "'" && pattern.charAt(at + 1) === "'";
    if (character === "'" && !isPair) {
      isQuoted = !isQuoted;
      continue;
    }
    if (isPair) at += 1;
    if (!isPair && !isQuoted && '#0.,'.includes(character) && behind === '') body += character;
    else if (body === '') before += character;
    else behind += character;
  }
  return { before, body, behind };
}

const GROUPS = /\B(?=(\d{3})+$)/g;

function bodyOf(value: number, body: string, isExact: boolean): string {
  const [left = '', right = ''] = body.split('.');
  const { whole, fraction } = rounded(value, right.length, isExact);
  const least = right.replaceAll('#', '').length;
  let shown = fraction;
  while (shown.length > least && shown.endsWith('0')) shown = shown.slice(0, -1);
  const wholeLeast = left.replaceAll(/[#,]/g, '').length;
  // Without any digit that is always shown, the one before the point is.
  const isBare = wholeLeast === 0 && least > 0 && whole === '0';
  const padded = (isBare ? '' : whole).padStart(wholeLeast, '0');
  const grouped = left.includes(',') ? padded.replaceAll(GROUPS, ',') : padded;
  return shown === '' ? grouped : `${grouped}.${shown}`;
}

const PATTERN_MAX = 200;

/** Digits of a pattern are worked out one by one. */
export function checkPattern(pattern: string): void {
  if (pattern.length > PATTERN_MAX)
    throw new PineFault(`a format has at most ${PATTERN_MAX} characters`);
  chargeSteps(CHARACTER_STEPS * pattern.length);
}

const CHARACTER_STEPS = 16;

/** By a pattern; `isExact` as `str.format` does it. */
export function patterned(value: number, pattern: string, isExact = false): string {
  if (Number.isNaN(value)) return 'NaN';
  checkPattern(pattern);
  const [positive = '', negative] = pattern.split(';');
  const isNegative = value < 0;
  const { before, body, behind } = partsOf(isNegative ? (negative ?? positive) : positive);
  const sign = isNegative && negative === undefined ? '-' : '';
  const size = Math.abs(value) * (behind.includes('%') && isExact ? 100 : 1);
  const digits = Number.isFinite(size) ? bodyOf(size, body, isExact) : '∞';
  const isNothing = sign !== '' && !/[1-9∞]/.test(digits);
  return `${isNothing ? '' : sign}${before}${digits}${behind}`;
}

/** At most ten digits behind the point, as a chart shows them. */
export function plain(value: number): string {
  return Number.isFinite(value) ? patterned(value, '#.##########') : 'NaN';
}

/** The nearest step of the price, halves up. */
export function roundToTick(value: number): number {
  const { minTick } = now.facts;
  const ticks = Math.floor(value / minTick + 0.5);
  const scale = Math.round(1 / minTick);
  return Math.abs(scale * minTick - 1) < 1e-9 ? ticks / scale : ticks * minTick;
}

/** As many digits as a step of the price has. */
export function tickPattern(): string {
  const { fraction } = digitsOf(now.facts.minTick, false);
  return fraction === '' ? '0' : `0.${'0'.repeat(fraction.length)}`;
}

/** Number with K, M or B, at most three places. */
export function shortVolume(value: number): string {
  for (const [size, unit] of [
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'K'],
  ] as const)
    if (Math.abs(value) >= size) return `${patterned(value / size, '#.###')}${unit}`;
  return patterned(value, '#.###');
}
