// `str.*`.

import { chargeBytes, chargeSteps } from '#script/runtime/meter.ts';
import { PineFault, now } from '#pine/runtime/pine-now.ts';
import type { PineArray } from '#pine/runtime/pine-values.ts';
import { arrayOf, isNa } from '#pine/runtime/pine-values.ts';

export const TEXT_SIGNATURES = `
str.tostring(any value, string format?) => string
str.format(string formatString, ...any arg0) => string
str.format_time(int time, string format?, string timezone?) => string
str.length(string string) => int
str.contains(string source, string str) => bool
str.pos(string source, string str) => int
str.substring(string source, int begin_pos, int end_pos?) => string
str.replace(string source, string target, string replacement, int occurrence?) => string
str.replace_all(string source, string target, string replacement) => string
str.startswith(string source, string str) => bool
str.endswith(string source, string str) => bool
str.lower(string source) => string
str.upper(string source) => string
str.trim(string source) => string
str.repeat(string source, int repeat, string separator?) => string
str.split(string string, string separator) => series array<string>
str.tonumber(string string) => float
`;

const TEXT_MAX = 40_960;

function charged(text: string): string {
  if (text.length > TEXT_MAX) throw new PineFault(`a text has at most ${TEXT_MAX} characters`);
  chargeSteps(text.length / 16);
  chargeBytes(16 + 2 * text.length);
  return text;
}

export function concat(one: string | null, other: string | null): string {
  return charged((one ?? 'NaN') + (other ?? 'NaN'));
}

/** At most ten digits behind the point, as a chart shows them. */
function plain(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '-∞';
  return String(Number(value.toFixed(10)));
}

/** `#.##`, `0.00`, `#,###.0` and `0%`: digits that are shown, and those that always are. */
function patterned(value: number, pattern: string): string {
  if (!Number.isFinite(value)) return plain(value);
  const [, before = '', body = '', behind = ''] = /^([^#0,.]*)([#0,.]*)(.*)$/.exec(pattern) ?? [];
  const isPercent = behind.includes('%');
  const [whole = '', fraction = ''] = body.split('.');
  const least = fraction.replaceAll('#', '').length;
  const scaled = Math.abs(isPercent ? value * 100 : value);
  const [digits = '0', decimals = ''] = scaled.toFixed(Math.min(fraction.length, 20)).split('.');
  let shown = decimals;
  while (shown.length > least && shown.endsWith('0')) shown = shown.slice(0, -1);
  const wholeLeast = whole.replaceAll(/[#,]/g, '').length;
  const bare = digits === '0' && wholeLeast === 0 && shown !== '' ? '' : digits;
  const padded = bare.padStart(wholeLeast, '0');
  const grouped = whole.includes(',') ? padded.replaceAll(/\B(?=(\d{3})+$)/g, ',') : padded;
  const sign = value < 0 && /[1-9]/.test(digits + shown) ? '-' : '';
  return `${sign}${before}${grouped}${shown === '' ? '' : `.${shown}`}${behind}`;
}

function tickPattern(): string {
  const decimals = Math.max(0, Math.round(-Math.log10(now.facts.minTick)));
  return decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`;
}

export function shownValue(value: unknown, format: string | null = null): string {
  if (typeof value === 'number') {
    if (format === null || format === 'inherit' || format === 'price') return plain(value);
    if (format === 'mintick') return patterned(value, tickPattern());
    if (format === 'percent') return patterned(value, '0.00') + '%';
    if (format === 'volume') return shortVolume(value);
    return patterned(value, format);
  }
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return value;
  if (isNa(value)) return 'NaN';
  const list = value as PineArray;
  if (list.kind === 'array')
    return `[${list.v.map((each) => shownValue(each, format)).join(', ')}]`;
  return 'object';
}

function shortVolume(value: number): string {
  for (const [size, unit] of [
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'K'],
  ] as const)
    if (Math.abs(value) >= size) return `${plain(Number((value / size).toFixed(3)))}${unit}`;
  return plain(Number(value.toFixed(3)));
}

/** `{0}`, `{1,number,#.##}`, `{2,number,integer}`. */
function format(pattern: string | null, ...values: unknown[]): string {
  const filled = (pattern ?? '').replaceAll(
    /\{(\d+)(?:\s*,\s*number\s*(?:,\s*([^}]*))?)?\}/g,
    (_all, at: string, form?: string) => {
      const value = values[Number(at)];
      if (typeof value !== 'number') return shownValue(value);
      if (form === undefined || form === '') return patterned(value, '#,##0.###');
      if (form.trim() === 'integer') return patterned(value, '#,##0');
      if (form.trim() === 'percent') return patterned(value, '#,##0%');
      return patterned(value, form.trim());
    },
  );
  return charged(filled.replaceAll("''", "'"));
}

const TIME_PARTS = /yyyy|yy|MMM|MM|M|dd|d|HH|H|mm|ss|Z/g;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function formatTime(time: number, pattern: string | null = null): string {
  if (Number.isNaN(time)) return 'NaN';
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return 'NaN';
  const two = (value: number): string => String(value).padStart(2, '0');
  const parts: Readonly<Record<string, string>> = {
    yyyy: String(at.getUTCFullYear()),
    yy: two(at.getUTCFullYear() % 100),
    MMM: MONTHS[at.getUTCMonth()] ?? '',
    MM: two(at.getUTCMonth() + 1),
    M: String(at.getUTCMonth() + 1),
    dd: two(at.getUTCDate()),
    d: String(at.getUTCDate()),
    HH: two(at.getUTCHours()),
    H: String(at.getUTCHours()),
    mm: two(at.getUTCMinutes()),
    ss: two(at.getUTCSeconds()),
    Z: '+0000',
  };
  const wanted = (pattern ?? "yyyy-MM-dd'T'HH:mm:ssZ").split("'");
  const shown = wanted.map((each, index) =>
    index % 2 === 1 ? each : each.replaceAll(TIME_PARTS, (name) => parts[name] ?? name),
  );
  return charged(shown.join(''));
}

function replaceAt(source: string, target: string, replacement: string, occurrence = 0): string {
  if (target === '') return source;
  let at = -1;
  for (let count = 0; count <= Math.trunc(occurrence); count += 1) {
    at = source.indexOf(target, at + 1);
    if (at < 0) return source;
  }
  return charged(source.slice(0, at) + replacement + source.slice(at + target.length));
}

function repeat(source: string | null, count: number, separator = ''): string | null {
  if (source === null || Number.isNaN(count)) return null;
  const whole = Math.trunc(count);
  if (!(whole >= 0) || whole * (source.length + separator.length) > TEXT_MAX)
    throw new PineFault(`str.repeat: the text would have more than ${TEXT_MAX} characters`);
  return charged(Array.from({ length: whole }, () => source).join(separator));
}

function toNumber(text: string | null): number {
  const trimmed = (text ?? '').trim();
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : NaN;
}

export const TEXTS = {
  'str.tostring': (value: unknown, form?: string | null) =>
    charged(shownValue(value, form ?? null)),
  'str.format': format,
  'str.format_time': formatTime,
  'str.length': (text: string | null) => text?.length ?? 0,
  'str.contains': (text: string | null, part: string) => text?.includes(part) ?? false,
  'str.pos': (text: string | null, part: string) => {
    const at = text?.indexOf(part) ?? -1;
    return at < 0 ? NaN : at;
  },
  'str.substring': (text: string | null, from: number, to?: number) =>
    charged(
      (text ?? '').slice(
        Math.trunc(from),
        to === undefined || Number.isNaN(to) ? undefined : Math.trunc(to),
      ),
    ),
  'str.replace': (text: string | null, target: string, by: string, occurrence?: number) =>
    replaceAt(text ?? '', target, by, occurrence),
  'str.replace_all': (text: string | null, target: string, by: string) =>
    target === '' ? (text ?? '') : charged((text ?? '').split(target).join(by)),
  'str.startswith': (text: string | null, part: string) => text?.startsWith(part) ?? false,
  'str.endswith': (text: string | null, part: string) => text?.endsWith(part) ?? false,
  'str.lower': (text: string | null) => charged((text ?? '').toLowerCase()),
  'str.upper': (text: string | null) => charged((text ?? '').toUpperCase()),
  'str.trim': (text: string | null) => charged((text ?? '').trim()),
  'str.repeat': repeat,
  'str.split': (text: string | null, separator: string) => arrayOf((text ?? '').split(separator)),
  'str.tonumber': toNumber,
};
