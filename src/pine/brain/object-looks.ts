// Looks of drawings of a Pine script, read from what it set of them: colors, sizes and texts, and
// what the language has where it set nothing.

import type { DrawnObject } from '#domain/script/drawn-object.ts';
import type { PineObject } from '#pine/runtime/pine-values.ts';

/** What objects are placed by. */
export type ObjectGround = {
  /** Whether what is not forced onto the prices stands there all the same. */
  readonly isOverlay: boolean;
  /** The open of a bar, by its number. */
  readonly timeOf: (bar: number) => number;
  /** The high or the low of the bar in which this instant is; NaN: none such. */
  readonly edgeAt: (atMs: number, edge: 'high' | 'low') => number;
};

const TEXT_CHARACTERS_MAX = 1_000;
export const PLAIN: Omit<DrawnObject, 'kind'> = {
  chart: 0,
  points: [],
  text: '',
  style: [],
  color: null,
  fillColor: null,
  textColor: null,
  width: 1,
  height: 0,
  textSize: 0,
  tooltip: '',
};

/** Chart of a drawing: 0 is the one with the candles. */
export function chartOf({ isOverlay }: ObjectGround, drawing: PineObject): number {
  return isOverlay || drawing['$force_overlay'] === true ? 0 : 1;
}

/** Text of a drawing, cut to its limit; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, TEXT_CHARACTERS_MAX) : '';
}

/** Left out: the usual one; `na` and what is wholly transparent: none. */
export function colorOf(value: unknown, usual: string | null): string | null {
  if (typeof value !== 'string') return usual;
  return value === '' || (value.length === 9 && value.endsWith('00')) ? null : value;
}

/** Finite number; the usual one for anything else. */
export function numberOf(value: unknown, usual: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : usual;
}

type Sizes = Readonly<Record<string, number>>;

export const LABEL_SIZES: Sizes = { auto: 0, tiny: 7, small: 10, normal: 12, large: 18, huge: 24 };
export const TEXT_SIZES: Sizes = { auto: 0, tiny: 8, small: 10, normal: 14, large: 20, huge: 36 };
const TEXT_SIZE_MAX = 100;

/** Size of a text by number or by name; the usual one for an unknown name. */
export function sizeOf(value: unknown, sizes: Sizes, usual: string): number {
  if (typeof value === 'number') return Math.min(TEXT_SIZE_MAX, Math.max(0, numberOf(value, 0)));
  return (typeof value === 'string' ? sizes[value] : undefined) ?? sizes[usual] ?? 0;
}

type AlignNames = readonly [horizontal: string, vertical: string | null];

/** How a text stands, and its letters. */
export function textStyle(drawing: PineObject, [horizontal, vertical]: AlignNames): string[] {
  const words = [drawing[`$${horizontal}`], vertical === null ? null : drawing[`$${vertical}`]];
  const letters = textOf(drawing['$text_formatting']);
  return [
    ...words.flatMap((word) => (textOf(word) === '' ? [] : [textOf(word)])),
    ...(letters.includes('bold') ? ['bold'] : []),
    ...(letters.includes('italic') ? ['italic'] : []),
    ...(drawing['$text_font_family'] === 'family_monospace' ? ['monospace'] : []),
    ...(drawing['$text_wrap'] === 'wrap_auto' ? ['wrap'] : []),
  ];
}
