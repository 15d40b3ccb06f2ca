// `string.format`.

import { integerArgument, numberArgument, stringArgument } from '#lua/library/arguments.ts';
import { toDisplayText } from '#lua/library/to-string.ts';
import { STRING_BYTES_MAX, chargeString } from '#lua/runtime/concatenate.ts';
import { argumentError, libraryError } from '#lua/runtime/errors.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import {
  exponentialText,
  fixedText,
  generalText,
  hexadecimalText,
} from '#lua/runtime/number-text.ts';
import { DIRECTIVE_STEPS } from '#lua/runtime/step-prices.ts';
import type { LuaResult, LuaValue } from '#lua/runtime/value.ts';

type Directive = {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | null;
  readonly conversion: string;
};

const DIRECTIVE = /%([-+ #0]*)(\d*)(?:\.(\d*))?([a-zA-Z%]?)/y;

function pad(text: string, { flags, width }: Directive, isNumber: boolean): string {
  if (text.length >= width) return text;
  if (flags.includes('-')) return text.padEnd(width);
  if (!isNumber || !flags.includes('0')) return text.padStart(width);
  const sign = /^(?:[+\- ]?0[xX]|[+\- ])/.exec(text)?.[0] ?? '';
  return sign + text.slice(sign.length).padStart(width - sign.length, '0');
}

function signed(text: string, isNegative: boolean, flags: string): string {
  if (isNegative) return `-${text}`;
  if (flags.includes('+')) return `+${text}`;
  return flags.includes(' ') ? ` ${text}` : text;
}

function isNegative(value: number): boolean {
  return value < 0 || Object.is(value, -0);
}

/** `%e`, `%f` or `%g` of a finite value that is not negative. */
function decimalText(value: number, kind: string, precision: number, isFull: boolean): string {
  if (kind === 'g') return generalText(value, precision, isFull);
  const text = kind === 'e' ? exponentialText(value, precision) : fixedText(value, precision);
  // The `#` flag keeps the point that has no digits behind it.
  return isFull && precision === 0 ? text.replace(/(?=e|$)/, '.') : text;
}

function floatText(value: number, { conversion, flags, precision }: Directive): string {
  const isFull = flags.includes('#');
  const kind = conversion.toLowerCase();
  if (kind === 'a') return hexadecimalText(value, precision, isFull);
  return decimalText(value, kind, precision ?? 6, isFull);
}

function formatFloat(value: number, directive: Directive): string {
  const { conversion, flags } = directive;
  const isUpper = conversion === conversion.toUpperCase();
  if (!Number.isFinite(value)) {
    const name = Number.isNaN(value) ? 'nan' : 'inf';
    const text = signed(name, isNegative(value) || Number.isNaN(value), flags);
    return pad(isUpper ? text.toUpperCase() : text, directive, false);
  }
  const digits = floatText(Math.abs(value), directive);
  const text = pad(signed(digits, isNegative(value), flags), directive, true);
  return isUpper ? text.toUpperCase() : text;
}

const RADIX: ReadonlyMap<string, number> = new Map([
  ['d', 10],
  ['i', 10],
  ['u', 10],
  ['o', 8],
  ['x', 16],
  ['X', 16],
]);

const SIGNED_LIMIT = 2 ** 63;
const UNSIGNED_LIMIT = 2 ** 64;

/** The whole part of a number as C's `long long`, or `unsigned long long`, holds it. */
function wholeArgument(value: number, isSigned: boolean, index: number): bigint {
  const whole = Math.trunc(value);
  const isWithin = isSigned
    ? whole >= -SIGNED_LIMIT && whole < SIGNED_LIMIT
    : whole >= 0 && whole < UNSIGNED_LIMIT;
  if (isWithin) return BigInt(whole);
  const kind = isSigned ? 'number' : 'non-negative number';
  throw argumentError(index, 'format', `not a ${kind} in proper range`);
}

/** The digits with at least `precision` of them; zero has none where none is requested. */
function wholeDigits(size: bigint, { conversion, flags, precision }: Directive): string {
  const kind = conversion.toLowerCase();
  let digits = size === 0n && precision === 0 ? '' : size.toString(RADIX.get(conversion) ?? 10);
  if (precision !== null) digits = digits.padStart(precision, '0');
  if (flags.includes('#')) {
    if (kind === 'o' && !digits.startsWith('0')) digits = `0${digits}`;
    if (kind === 'x' && size !== 0n) digits = `0x${digits}`;
  }
  return conversion === 'X' ? digits.toUpperCase() : digits;
}

function formatInteger(value: number, directive: Directive, index: number): string {
  const { conversion, flags, precision } = directive;
  const isSigned = conversion === 'd' || conversion === 'i';
  const whole = wholeArgument(value, isSigned, index);
  const digits = wholeDigits(whole < 0n ? -whole : whole, directive);
  const text = isSigned ? signed(digits, whole < 0n, flags) : digits;
  const padding = precision === null ? directive : { ...directive, flags: flags.replace('0', '') };
  return pad(text, padding, true);
}

function quoted(text: string): string {
  chargeSteps(2 * text.length);
  let result = '"';
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (character === '"' || character === '\\') result += `\\${character}`;
    else if (character === '\n') result += '\\\n';
    else if (character < ' ' || character === '\x7f') {
      const next = text[index + 1] ?? '';
      const code = String(character.charCodeAt(0));
      result += `\\${next >= '0' && next <= '9' ? code.padStart(3, '0') : code}`;
    } else result += character;
  }
  return `${result}"`;
}

function formatOne(directive: Directive, value: LuaValue, index: number): string {
  const { conversion, precision } = directive;
  if (RADIX.has(conversion)) {
    return formatInteger(numberArgument(value, index, 'format'), directive, index);
  }
  switch (conversion) {
    case 'c':
      return pad(
        String.fromCharCode(integerArgument(value, index, 'format') & 255),
        directive,
        false,
      );
    case 'q':
      return quoted(stringArgument(value, index, 'format'));
    case 's': {
      const text = toDisplayText(value);
      return pad(precision === null ? text : text.slice(0, precision), directive, false);
    }
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      return formatFloat(numberArgument(value, index, 'format'), directive);
    default:
      throw libraryError(`invalid option '%${conversion}' to 'format'`);
  }
}

function parseDirective(template: string, at: number): { directive: Directive; end: number } {
  DIRECTIVE.lastIndex = at;
  const match = DIRECTIVE.exec(template);
  const [text = '%', flags = '', width = '', precision, conversion = ''] = match ?? [];
  if (flags.length > 5) throw libraryError('invalid format (repeated flags)');
  if (width.length > 2 || (precision ?? '').length > 2) {
    throw libraryError('invalid format (width or precision too long)');
  }
  const directive = {
    flags,
    width: Number(width),
    precision: precision === undefined ? null : Number(precision),
    conversion,
  };
  return { directive, end: at + text.length };
}

type Template = readonly (string | Directive)[];

function parseTemplate(template: string): Template {
  const parts: (string | Directive)[] = [];
  let at = 0;
  while (at < template.length) {
    const percent = template.indexOf('%', at);
    const end = percent < 0 ? template.length : percent;
    if (end > at) parts.push(template.slice(at, end));
    if (percent < 0) break;
    if (template[percent + 1] === '%') {
      parts.push('%');
      at = percent + 2;
      continue;
    }
    const { directive, end: next } = parseDirective(template, percent);
    parts.push(directive);
    at = next;
  }
  return parts;
}

const TEMPLATES_MAX = 256;
const TEMPLATE_BYTES_MAX = 200;
const templates = new Map<string, Template>();

/**
 * The parts of a template; those of short ones are retained, because scripts use the same few again
 * and again.
 */
function templateOf(text: string): Template {
  const known = templates.get(text);
  if (known !== undefined) return known;
  const isLong = text.length > TEMPLATE_BYTES_MAX;
  if (isLong) chargeSteps(2 * text.length);
  const parts = parseTemplate(text);
  if (isLong) return parts;
  if (templates.size >= TEMPLATES_MAX) templates.clear();
  templates.set(text, parts);
  return parts;
}

function isBare(directive: Directive): boolean {
  return directive.flags === '' && directive.width === 0 && directive.precision === null;
}

/** The most frequent cases without ceremony; null for all others. */
function formatQuickly(directive: Directive, value: LuaValue): string | null {
  if (!isBare(directive)) return null;
  if (directive.conversion === 's' && typeof value === 'string') return value;
  if (directive.conversion !== 'd' || typeof value !== 'number') return null;
  return Number.isSafeInteger(value) ? String(value) : null;
}

/** Formatted text; throws Lua's errors for missing arguments and for a text that is too long. */
export function format(...args: LuaValue[]): LuaResult {
  const template = stringArgument(args[0], 1, 'format');
  let text = '';
  let used = 1;
  for (const part of templateOf(template)) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    used += 1;
    if (used > args.length) throw argumentError(used, 'format', 'no value');
    const value = args[used - 1];
    const quick = formatQuickly(part, value);
    if (quick === null) chargeSteps(DIRECTIVE_STEPS + 4 * (part.precision ?? 0));
    text += quick ?? formatOne(part, value, used);
    if (text.length > STRING_BYTES_MAX) throw libraryError('string length overflow');
  }
  chargeString(template.length + text.length);
  return text;
}
