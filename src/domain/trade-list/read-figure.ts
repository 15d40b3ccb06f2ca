// Numbers and instants as people's lists write them: thousands separators, decimal commas, signs of
// all kinds, currencies beside the number; dates with and without an offset.

import type { Decimal } from '#lib/decimal.ts';
import { parseDecimal } from '#lib/decimal.ts';

const CURRENCY_BEFORE = /^([-+]?)(?:\p{Sc}|[A-Z]{2,5}(?=[\d.,]))/u;
const CURRENCY_AFTER = /(?:\p{Sc}|[A-Z]{2,5})$/u;

export type ReadFigure = { readonly value: Decimal; readonly decimals: number };

const MINUS = /[\u2212\u2012\u2013\u2014\uFE63\uFF0D]/g;
const SPACES = /[\s\u00A0\u2009\u202F'’_]/g;

/** Null when it is no number. `hasDecimalComma`: what a lone comma means in this list. */
export function readFigure(text: string, hasDecimalComma: boolean): ReadFigure | null {
  const bare = text.replaceAll(MINUS, '-').replaceAll(SPACES, '');
  const isParenthesized = /^\(.*\)$/.test(bare);
  const unwrapped = isParenthesized ? `-${bare.slice(1, -1)}` : bare;
  const plain = unwrapped.replace(CURRENCY_BEFORE, '$1').replace(CURRENCY_AFTER, '');
  const pointed = withPoint(plain, hasDecimalComma);
  if (pointed === null || !/^[-+]?(\d+\.?\d*|\.\d+)$/.test(pointed)) return exponential(bare);
  const value = parseDecimal(tidied(pointed));
  return value === null ? null : { value, decimals: pointed.split('.')[1]?.length ?? 0 };
}

/** Without separators of thousands, and with a point; null when they make no sense. */
function withPoint(text: string, hasDecimalComma: boolean): string | null {
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')];
  if (comma < 0 && point < 0) return text;
  const hasBoth = comma >= 0 && point >= 0;
  const isLoneThousand = /^[-+]?\d{1,3}(\.\d{3})+$/.test(text);
  const isComma = hasBoth
    ? comma > point
    : hasDecimalComma && (comma >= 0 ? text.split(',').length === 2 : isLoneThousand);
  const [decimalMark, thousands] = isComma ? [',', '.'] : ['.', ','];
  const groups = (text.split(decimalMark)[0] ?? '').replace(/^[-+]/, '').split(thousands);
  const areThousands = groups.length === 1 || groups.slice(1).every((group) => group.length === 3);
  if (!areThousands || text.split(decimalMark).length > 2) return null;
  return text.replaceAll(thousands, '').replace(decimalMark, '.');
}

function exponential(text: string): ReadFigure | null {
  if (!/^[-+]?\d+(\.\d+)?[eE][-+]?\d{1,2}$/.test(text)) return null;
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [whole = '', part = ''] = mantissa.split('.');
  const shift = Number(power) - part.length;
  const digits = whole + part;
  const sign = digits.startsWith('-') ? '-' : '';
  const bare = digits.replace(/^[-+]/, '').padStart(Math.max(1, 1 - shift), '0');
  const moved =
    shift >= 0 ? bare + '0'.repeat(shift) : `${bare.slice(0, shift)}.${bare.slice(shift)}`;
  const value = parseDecimal(tidied(sign + moved));
  return value === null ? null : { value, decimals: Math.max(0, -shift) };
}

/** As a decimal is written plainly. */
function tidied(text: string): string {
  const sign = text.startsWith('-') ? '-' : '';
  const [whole = '', part = ''] = text.replace(/^[-+]/, '').split('.');
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  const rest = part.replace(/0+$/, '');
  const value = rest === '' ? digits : `${digits}.${rest}`;
  return value === '0' ? '0' : sign + value;
}

export type WallTime = {
  /** The instant, as though the clock on the wall showed UTC. */
  readonly wallMs: number;
  /** Minutes that the clock is ahead of UTC; null where the text does not say. */
  readonly offsetMinutes: number | null;
};

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const CLOCK = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([AaPp][Mm])?)?`;
const ZONE = String.raw`\s*(Z|UTC|GMT|[-+]\d{2}:?\d{2})?`;
const YEAR_FIRST = new RegExp(
  String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${CLOCK}${ZONE}$`,
  'i',
);
const NAMED_DAY = String.raw`^([A-Za-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})`;
const MONTH_NAMED = new RegExp(`${NAMED_DAY}${CLOCK}${ZONE}$`, 'i');

/** Year-first dates, dates with the month's name, and seconds or milliseconds since 1970. */
export function readWallTime(text: string): WallTime | null {
  const trimmed = text.trim();
  if (/^\d{10}(\d{3})?$/.test(trimmed))
    return { wallMs: Number(trimmed) * (trimmed.length === 10 ? 1_000 : 1), offsetMinutes: 0 };
  const first = YEAR_FIRST.exec(trimmed);
  const named = first === null ? MONTH_NAMED.exec(trimmed) : null;
  const found = first ?? named;
  if (found === null) return null;
  const [, one = '', two = '', three = '', hour = '0', minute = '0', second = '0', half, zone] =
    found;
  const month = first === null ? MONTHS.indexOf(one.toLowerCase()) + 1 : Number(two);
  const [year, day] = first === null ? [Number(three), Number(two)] : [Number(one), Number(three)];
  const clock = [hourOf(Number(hour), half), Number(minute), Number(second)] as const;
  const wallMs = Date.UTC(year, month - 1, day, ...clock);
  const date = new Date(wallMs);
  const isReal = month >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isReal || clock[0] > 23 || clock[1] > 59 || clock[2] > 59) return null;
  return { wallMs, offsetMinutes: zone === undefined ? null : offsetOf(zone) };
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return 24;
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}

/** Minutes of `Z`, `UTC` or `+08:00`. */
export function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([-+])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  const size = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' && size > 0 ? -size : size;
}
