// Numbers as people type them, in the way of their language, as the decimals that the API takes. A
// text that could be two numbers is none: money does not follow a guess.

import { PARTS } from '../words/parts.ts';

/** Sign between whole and fraction where the browser's language is spoken. */
export type DecimalSign = '.' | ',';

export type TypedDecimal =
  | { readonly kind: 'number'; readonly value: string }
  /** Both are what it may mean. */
  | { readonly kind: 'ambiguous'; readonly values: readonly [string, string] }
  | { readonly kind: 'other' };

/** Between thousands: spaces of any width, and the Swiss apostrophe. */
const GAPS = /[\s\u00a0\u202f\u2009'’]/g;

/** Number of a typed text, as the API takes it, or why it is none. */
export function readTypedDecimal(text: string, sign: DecimalSign): TypedDecimal {
  const digits = text.replace(GAPS, '').replace('\u2212', '-');
  const other = sign === '.' ? ',' : '.';
  const number = (value: string): TypedDecimal => ({ kind: 'number', value });
  const parts = digits.split(sign);
  const [whole = '', fraction] = parts;
  const withPoint = (before: string, after: string | undefined): string =>
    after === undefined ? before : `${before}.${after}`;
  if (/^-?\d*$/.test(whole) && /^\d*$/.test(fraction ?? '') && parts.length <= 2)
    return number(withPoint(whole, fraction));
  const groups = whole.split(other);
  const isGrouped =
    /^-?\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every((group) => /^\d{3}$/.test(group));
  const isSure = groups.length > 2 || fraction !== undefined;
  if (isGrouped && isSure && parts.length <= 2 && /^\d*$/.test(fraction ?? ''))
    return number(withPoint(groups.join(''), fraction));
  const [before = '', after = ''] = groups;
  if (groups.length !== 2 || fraction !== undefined || !/^-?\d*$/.test(before)) return OTHER;
  if (!/^\d*$/.test(after)) return OTHER;
  if (isGrouped && !/^-?0/.test(before))
    return { kind: 'ambiguous', values: [`${before}${after}`, `${before}.${after}`] };
  return number(`${before}.${after}`);
}

const OTHER: TypedDecimal = { kind: 'other' };

/** A decimal of the API as it is typed in this language, without gaps between thousands. */
export function typedForm(value: string, sign: DecimalSign): string {
  return sign === ',' && /^-?\d*\.\d*$/.test(value) ? value.replace('.', ',') : value;
}

/** Decimal sign of a language; that of the browser unless one is named. */
export function decimalSign(language?: string): DecimalSign {
  const parts = new Intl.NumberFormat(language).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}

/** What is wrong with a text; null: it is a number, or nothing is typed yet. */
export function faultOf(text: string, sign: DecimalSign): string | null {
  const read = readTypedDecimal(text, sign);
  if (read.kind === 'number') return null;
  if (read.kind === 'other') return PARTS.notANumberType(typedForm('1234.56', sign));
  const [large, small] = read.values;
  return PARTS.thisMayBeOr(large, typedForm(small, sign));
}
