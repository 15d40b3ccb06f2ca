// `str.*`.

import { findText } from '#lua/runtime/find-text.ts';
import { chargeBytes, chargeSteps } from '#lua/runtime/meter.ts';
import { formatMessage } from '#pine/builtins/message-format.ts';
import {
  patterned,
  plain,
  roundToTick,
  shortVolume,
  tickPattern,
} from '#pine/builtins/number-pattern.ts';
import { formatTime } from '#pine/builtins/time-format.ts';
import { matchPattern } from '#pine/builtins/match-pattern.ts';
import type { PatternNode } from '#pine/builtins/text-pattern.ts';
import { readPattern } from '#pine/builtins/text-pattern.ts';
import { PineFault } from '#pine/runtime/pine-now.ts';
import type { PineArray } from '#pine/runtime/pine-values.ts';
import { arrayOf, elements, isNa } from '#pine/runtime/pine-values.ts';

export const TEXT_SIGNATURES = `
str.tostring(any value, string format?) => string
str.format(string formatString, ...any arg0) => string
str.format_time(int time, string format?, string timezone?) => string
str.length(string string) => int
str.contains(string source, string str) => bool
str.match(string source, string regex) => string
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

function checkLength(length: number): void {
  if (length > TEXT_MAX) throw new PineFault(`a text has at most ${TEXT_MAX} characters`);
}

function charged(text: string): string {
  checkLength(text.length);
  chargeSteps(text.length / 16);
  chargeBytes(16 + 2 * text.length);
  return text;
}

/** Of parts that may be long together: no more of them is put together than a text may have. */
export function joinTexts(parts: Iterable<string>, separator: string): string {
  let text = '';
  let isFirst = true;
  for (const part of parts) {
    text += isFirst ? part : separator + part;
    isFirst = false;
    checkLength(text.length);
  }
  return charged(text);
}

/** A part of a text that is made apart, beside its characters. */
const PART_STEPS = 8;

/** Where the target stands in the text, one after the other. */
function placesOf(text: string, target: string): number[] {
  const places: number[] = [];
  for (let from = 0; ;) {
    const at = findText(text, target, from);
    if (at < 0) return places;
    chargeSteps(PART_STEPS);
    places.push(at);
    from = at + target.length;
  }
}

/** What stands between the separators. */
function splitText(text: string, separator: string): string[] {
  if (separator === '') {
    chargeSteps(PART_STEPS * text.length);
    return text.split('');
  }
  let from = 0;
  const parts = placesOf(text, separator).map((at) => {
    const part = text.slice(from, at);
    from = at + separator.length;
    return part;
  });
  return [...parts, text.slice(from)];
}

/** Joined text, whose length is charged. */
export function concat(one: string | null, other: string | null): string {
  return charged((one ?? 'NaN') + (other ?? 'NaN'));
}

/** Text of a value by a format, a pattern or none; na reads "NaN". */
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
  if (list.kind === 'array') return `[${joinTexts(shownItems(list, format), ', ')}]`;
  return 'object';
}

/** A value that is written as text, beside its characters. */
const SHOWN_STEPS = 256;

/** Texts of an array's elements, each charged as it is made. */
export function* shownItems(list: PineArray, format: string | null = null): Iterable<string> {
  for (const each of elements(list)) {
    chargeSteps(SHOWN_STEPS);
    yield shownValue(each, format);
  }
}

/** At no text at all, so many characters behind the beginning. */
function replaceAt(source: string, target: string, replacement: string, occurrence = 0): string {
  if (target === '') {
    const place = Math.min(Math.max(Math.trunc(occurrence), 0), source.length);
    return charged(source.slice(0, place) + replacement + source.slice(place));
  }
  let at = -1;
  for (let count = 0; count <= Math.trunc(occurrence); count += 1) {
    at = findText(source, target, at + 1);
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

function replaceAll(source: string, target: string, by: string): string {
  return target === '' ? source : joinTexts(splitText(source, target), by);
}

function repeat(source: string | null, count: number, separator = ''): string | null {
  if (source === null || Number.isNaN(count)) return null;
  const whole = Math.trunc(count);
  if (whole > 0 && source === '' && separator === '') return '';
  if (!(whole >= 0) || whole * (source.length + separator.length) > TEXT_MAX)
    throw new PineFault(`str.repeat: the text would have more than ${TEXT_MAX} characters`);
  chargeSteps(PART_STEPS * whole);
  return charged(Array.from({ length: whole }, () => source).join(separator));
}

function toNumber(text: string | null): number {
  const trimmed = (text ?? '').trim();
  return /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : NaN;
}

/** A script has few patterns, and matches with them on every bar. */
const PATTERNS = new Map<string, PatternNode>();
const PATTERNS_MAX = 100;

function firstMatch(text: string, pattern: string): string {
  chargeSteps(pattern.length);
  const known = PATTERNS.get(pattern);
  const tree = known ?? readPattern(pattern);
  if (known === undefined) {
    if (PATTERNS.size >= PATTERNS_MAX) PATTERNS.clear();
    PATTERNS.set(pattern, tree);
  }
  return matchPattern(tree, text) ?? '';
}

export const TEXTS = {
  'str.tostring': (value: unknown, form?: string | null) =>
    charged(shownValue(value, form ?? null)),
  'str.format': (pattern: string | null, ...values: unknown[]) => {
    const pieces = formatMessage(pattern, values, (value) => shownValue(value));
    return pieces === null ? null : joinTexts(pieces, '');
  },
  'str.format_time': (time: number, pattern?: string | null, timezone?: string | null) =>
    charged(formatTime(time, pattern ?? null, timezone ?? null)),
  'str.length': (text: string | null) => text?.length ?? 0,
  'str.contains': (text: string | null, part: string) =>
    text !== null && findText(text, part, 0) >= 0,
  'str.match': (text: string | null, pattern: string | null) =>
    text === null || pattern === null ? '' : charged(firstMatch(text, pattern)),
  'str.pos': (text: string | null, part: string) => {
    const at = text === null ? -1 : findText(text, part, 0);
    return at < 0 ? NaN : at;
  },
  'str.substring': (text: string | null, from: number, to?: number) =>
    substring(text ?? '', from, to),
  'str.replace': (text: string | null, target: string, by: string, occurrence?: number) =>
    replaceAt(text ?? '', target, by, occurrence),
  'str.replace_all': (text: string | null, target: string, by: string) =>
    replaceAll(text ?? '', target, by),
  'str.startswith': (text: string | null, part: string) => text?.startsWith(part) ?? false,
  'str.endswith': (text: string | null, part: string) => text?.endsWith(part) ?? false,
  'str.lower': (text: string | null) => charged((text ?? '').toLowerCase()),
  'str.upper': (text: string | null) => charged((text ?? '').toUpperCase()),
  'str.trim': (text: string | null) => charged((text ?? '').trim()),
  'str.repeat': repeat,
  'str.split': (text: string | null, separator: string) =>
    arrayOf(splitText(text ?? '', separator)),
  'str.tonumber': toNumber,
};
