// `str.*`.

import { chargeBytes, chargeSteps } from '#script/runtime/meter.ts';
import { formatMessage } from '#pine/builtins/message-format.ts';
import {
  patterned,
  plain,
  roundToTick,
  shortVolume,
  tickPattern,
} from '#pine/builtins/number-pattern.ts';
import { formatTime } from '#pine/builtins/time-format.ts';
import { PineFault } from '#pine/runtime/pine-now.ts';
import type { PineArray } from '#pine/runtime/pine-values.ts';
import { arrayOf, elements, isNa } from '#pine/runtime/pine-values.ts';

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

export function shownValue(value: unknown, format: string | null = null): string {
  if (typeof value === 'number') {
    if (format === null || format === 'inherit' || format === 'price') return plain(value);
    if (!Number.isFinite(value)) return format === 'percent' ? 'NaN%' : 'NaN';
    if (format === 'mintick') return patterned(roundToTick(value), tickPattern());
    if (format === 'percent') return `${patterned(value, '0.00')}%`;
    if (format === 'volume') return shortVolume(value);
    return patterned(value, format);
  }
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return value;
  if (isNa(value)) return 'NaN';
  const list = value as PineArray;
  if (list.kind === 'array')
    return `[${elements(list)
      .map((each) => shownValue(each, format))
      .join(', ')}]`;
  return 'object';
}

/** At no text at all, so many characters behind the beginning. */
function replaceAt(source: string, target: string, replacement: string, occurrence = 0): string {
  if (target === '') {
    const place = Math.min(Math.max(Math.trunc(occurrence), 0), source.length);
    return charged(source.slice(0, place) + replacement + source.slice(place));
  }
  let at = -1;
  for (let count = 0; count <= Math.trunc(occurrence); count += 1) {
    at = source.indexOf(target, at + 1);
    if (at < 0) return source;
  }
  return charged(source.slice(0, at) + replacement + source.slice(at + target.length));
}

function substring(source: string, from: number, to = source.length): string {
  const [first, end] = [from, to].map((at) => Math.trunc(at));
  if (first === undefined || end === undefined || !(first >= 0 && end >= first))
    throw new PineFault(`str.substring: a place from 0 on expected, found ${from} to ${to}`);
  return charged(source.slice(first, end));
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
  'str.format': (pattern: string | null, ...values: unknown[]) => {
    const filled = formatMessage(pattern, values, (value) => shownValue(value));
    return filled === null ? null : charged(filled);
  },
  'str.format_time': (time: number, pattern?: string | null, timezone?: string | null) =>
    charged(formatTime(time, pattern ?? null, timezone ?? null)),
  'str.length': (text: string | null) => text?.length ?? 0,
  'str.contains': (text: string | null, part: string) => text?.includes(part) ?? false,
  'str.pos': (text: string | null, part: string) => {
    const at = text?.indexOf(part) ?? -1;
    return at < 0 ? NaN : at;
  },
  'str.substring': (text: string | null, from: number, to?: number) =>
    substring(text ?? '', from, to),
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
