// Functions of the language itself: `na`, casts, `math.*` and colors.

import type { Running } from '#pine/builtins/window.ts';
import { fixed } from '#pine/builtins/ta-indicators.ts';
import { roundToTick } from '#pine/builtins/number-pattern.ts';
import { TOLERANCE } from '#pine/builtins/window.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import { hostNow } from '#pine/runtime/pine-now.ts';
import { isNa } from '#pine/runtime/pine-values.ts';
import { instantIn, offsetMs } from '#pine/builtins/zone-offset.ts';

export const CORE_SIGNATURES = `
na(any x) => bool
nz(number source, number replacement?) => number
nz(bool source, bool replacement?) => bool
nz(color source, color replacement?) => color
nz(string source, string replacement?) => string
*fixnan(number source) => series number
int(number x) => int
float(number x) => float
bool(number x) => bool
bool(bool x) => bool
string(string x) => string
color(color x) => color
line(line x) => series line
label(label x) => series label
box(box x) => series box
table(table x) => series table
linefill(linefill x) => series linefill
math.abs(number number) => number
math.acos(float angle) => float
math.asin(float angle) => float
math.atan(float angle) => float
math.cos(float angle) => float
math.sin(float angle) => float
math.tan(float angle) => float
math.ceil(float number) => int
math.floor(float number) => int
math.round(float number) => int
math.round(float number, int precision) => float
math.round_to_mintick(float number) => float
math.exp(float number) => float
math.log(float number) => float
math.log10(float number) => float
math.pow(float base, float exponent) => float
math.sqrt(float number) => float
math.sign(float number) => float
math.max(number number0, number number1, ...number numbers) => number
math.min(number number0, number number1, ...number numbers) => number
math.avg(number number0, ...number numbers) => float
math.todegrees(float radians) => float
math.toradians(float degrees) => float
math.random(float min?, float max?, simple int seed?) => series float
color.new(color color, float transp) => color
color.rgb(float red, float green, float blue, float transp?) => color
color.from_gradient(float value, float bottom_value, float top_value, color bottom_color, color top_color) => series color
color.r(color color) => float
color.g(color color) => float
color.b(color color) => float
color.t(color color) => float
max_bars_back(any var, const int num) => void
timestamp(const string dateString) => const int
timestamp(int year, int month, int day, int hour?, int minute?, int second?) => int
timestamp(string timezone, int year, int month, int day, int hour?, int minute?, int second?) => int
`;

function nz(source: unknown, replacement?: unknown): unknown {
  if (!isNa(source)) return source;
  if (replacement !== undefined) return replacement;
  return typeof source === 'number' ? 0 : (source ?? null);
}

/** Halves go away from zero, and so does what is short of a half by the tolerance only. */
function round(value: number, precision = 0): number {
  if (!Number.isFinite(value)) return NaN;
  const scale = 10 ** Math.trunc(precision);
  const scaled = Math.abs(value) * scale;
  const whole = Math.floor(scaled);
  const rounded = scaled - whole >= 0.5 - TOLERANCE ? whole + 1 : whole;
  return (value < 0 ? -rounded : rounded) / scale;
}

/** Three and more are added with a compensation of the rounding. */
function average(...values: number[]): number {
  let [total, rest] = [0, 0];
  for (const value of values) {
    const added = value - rest;
    const next = total + added;
    rest = values.length > 2 ? next - total - added : 0;
    total = next;
  }
  return (total - rest) / values.length;
}

function random(least = 0, most = 1): number {
  chargeSteps(4);
  return least + hostNow().random() * (most - least);
}

type Channels = readonly [number, number, number, number];

/** Red, green and blue of 0 to 255, and the opacity of 0 to 255. */
function channels(color: string): Channels {
  const part = (at: number): number => Number.parseInt(color.slice(at, at + 2), 16);
  return [part(1), part(3), part(5), color.length >= 9 ? part(7) : 255];
}

function hex(value: number): string {
  const whole = Math.round(Math.min(Math.max(Number.isNaN(value) ? 0 : value, 0), 255));
  return whole.toString(16).toUpperCase().padStart(2, '0');
}

function rgb(red: number, green: number, blue: number, transp = 0): string {
  const alpha = transp === 0 ? '' : hex(255 * (1 - Math.min(Math.max(transp, 0), 100) / 100));
  return `#${hex(red)}${hex(green)}${hex(blue)}${alpha}`;
}

function withTransparency(color: string | null, transp: number): string | null {
  if (color === null) return null;
  const [red, green, blue] = channels(color);
  return rgb(red, green, blue, Number.isNaN(transp) ? 0 : transp);
}

function channel(color: string | null, at: 0 | 1 | 2): number {
  return color === null ? NaN : channels(color)[at];
}

function transparency(color: string | null): number {
  return color === null ? NaN : Math.round(100 * (1 - channels(color)[3] / 255));
}

function gradient(
  value: number,
  bottom: number,
  top: number,
  low: string | null,
  high: string | null,
): string | null {
  if (low === null || high === null || Number.isNaN(value)) return null;
  const share = Math.min(Math.max((value - bottom) / (top - bottom), 0), 1);
  const [from, to] = [channels(low), channels(high)];
  const mixed = from.map((each, at) => each + ((to[at] ?? 0) - each) * share);
  const [red = 0, green = 0, blue = 0, alpha = 255] = mixed;
  return rgb(red, green, blue, 100 * (1 - alpha / 255));
}

function timestamp(...given: (string | number | undefined)[]): number {
  const [first] = given;
  if (typeof first === 'string' && given.length === 1) return instantOfText(first);
  const parts = (typeof first === 'string' ? given.slice(1) : given).map(Number);
  const [year = NaN, month = NaN, day = NaN, hour = 0, minute = 0, second = 0] = parts;
  const wallMs = Date.UTC(year, month - 1, day, hour, minute, second);
  return typeof first === 'string' ? instantIn(first, wallMs) : wallMs;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const ISO_DATE =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;
const WORD_DATE =
  /^(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4})(?:\s+(\d{1,2}):(\d\d)(?::(\d\d))?)?\s*(Z|[+-]\d{4})?$/i;

/** Of a date as the manual writes them; NaN for others. */
function instantOfText(text: string): number {
  const trimmed = text.trim();
  const iso = ISO_DATE.exec(trimmed);
  const worded = WORD_DATE.exec(trimmed);
  if (iso === null && worded === null) return NaN;
  const [, a = '', b = '', c = '', hour = '0', minute = '0', second = '0', zone = 'Z'] =
    iso ?? worded ?? [];
  const month = iso === null ? MONTHS.indexOf(b.toLowerCase()) : Number(b) - 1;
  const [year, day] = iso === null ? [c, a] : [a, c];
  const offset = zone === 'Z' ? 0 : offsetMs(`UTC${zone}`, 0);
  return (
    Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second)) -
    offset
  );
}

export const CORE = {
  na: isNa,
  nz,
  fixnan: (state: Running, source: number) => fixed(state, source),
  int: (value: number) => Math.trunc(value),
  float: (value: number) => value,
  bool: (value: number | boolean | null) => Boolean(value) && !isNa(value),
  string: (value: unknown) => value,
  color: (value: unknown) => value,
  line: (value: unknown) => value,
  label: (value: unknown) => value,
  box: (value: unknown) => value,
  table: (value: unknown) => value,
  linefill: (value: unknown) => value,
  'math.abs': Math.abs,
  'math.acos': Math.acos,
  'math.asin': Math.asin,
  'math.atan': Math.atan,
  'math.cos': Math.cos,
  'math.sin': Math.sin,
  'math.tan': Math.tan,
  'math.ceil': Math.ceil,
  'math.floor': Math.floor,
  'math.round': round,
  'math.round_to_mintick': roundToTick,
  'math.exp': Math.exp,
  'math.log': (value: number) => (value > 0 ? Math.log(value) : NaN),
  'math.log10': (value: number) => (value > 0 ? Math.log10(value) : NaN),
  'math.pow': (base: number, exponent: number) => base ** exponent,
  'math.sqrt': Math.sqrt,
  'math.sign': Math.sign,
  'math.max': (...values: number[]) => Math.max(...values),
  'math.min': (...values: number[]) => Math.min(...values),
  'math.avg': average,
  'math.todegrees': (radians: number) => (radians * 180) / Math.PI,
  'math.toradians': (degrees: number) => (degrees * Math.PI) / 180,
  'math.random': random,
  'color.new': withTransparency,
  'color.rgb': rgb,
  'color.from_gradient': gradient,
  'color.r': (color: string | null) => channel(color, 0),
  'color.g': (color: string | null) => channel(color, 1),
  'color.b': (color: string | null) => channel(color, 2),
  'color.t': transparency,
  max_bars_back: () => undefined,
  timestamp,
};
