// `str.format`: a text with places for values, `{0}`, `{1,number,#.##}`, `{2,date,yyyy.MM.dd}`. What
// stands between apostrophes is taken as it is; two of them are one.

import { formatTime } from '#pine/builtins/time-format.ts';
import { patterned, plain } from '#pine/builtins/number-pattern.ts';
import { PineFault } from '#pine/runtime/pine-now.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';

/** A value that is written as text, beside its characters. */
const PLACE_STEPS = 128;
/** An apostrophe or a place of a pattern, beside its characters. */
const MARK_STEPS = 16;

type Place = { readonly index: number; readonly kind: string; readonly style: string };
type Piece = string | Place;

/** What means more than itself, between apostrophes and outside of them. */
const MARKS = { quoted: /'/g, unquoted: /['{]/g } as const;

/** The texts and the places of a pattern. */
function piecesOf(pattern: string): readonly Piece[] {
  // Its marks are looked for in all of it.
  chargeSteps(pattern.length);
  const pieces: Piece[] = [];
  let text = '';
  let isQuoted = false;
  for (let at = 0; at < pattern.length;) {
    const mark = indexOfMark(pattern, isQuoted ? MARKS.quoted : MARKS.unquoted, at);
    chargeSteps(MARK_STEPS);
    text += pattern.slice(at, mark);
    at = mark + 1;
    if (pattern.charAt(mark) === '{') {
      const end = endOf(pattern, mark);
      pieces.push(text, placeOf(pattern.slice(at, end)));
      text = '';
      at = end + 1;
    } else if (pattern.startsWith("''", mark)) {
      text += "'";
      at += 1;
    } else isQuoted = !isQuoted;
  }
  pieces.push(text);
  return pieces;
}

/** The length where there is none any more. */
function indexOfMark(pattern: string, mark: RegExp, from: number): number {
  mark.lastIndex = from;
  return mark.exec(pattern)?.index ?? pattern.length;
}

/** Where the place that begins here ends. */
function endOf(pattern: string, from: number): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = from; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === "'") isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '{') depth += 1;
    else if (character === '}' && (depth -= 1) === 0) return at;
  }
  throw new PineFault("str.format: a '{' is never closed; write '{' in apostrophes to show it");
}

function placeOf(inside: string): Piece {
  const [index = '', kind = '', ...style] = inside.split(',');
  if (!/^\s*\d+\s*$/.test(index))
    throw new PineFault(`str.format: the number of a value expected in '{${inside}}'`);
  return { index: Number(index), kind: kind.trim(), style: style.join(',') };
}

const STYLES: Readonly<Record<string, string>> = {
  '': '#,##0.###',
  integer: '#,##0',
  percent: '#,##0%',
  currency: '$#,##0.00',
};

function numberBy(value: number, style: string): string {
  const known = STYLES[style.trim().toLowerCase()];
  return patterned(value, known ?? style.trim(), true);
}

/** The texts that make up the message. */
export function formatMessage(
  pattern: string | null,
  values: readonly unknown[],
  shown: (value: unknown) => string,
): Iterable<string> | null {
  return pattern === null ? null : filledPieces(piecesOf(pattern), values, shown);
}

/** One after the other: there may be more than a text holds. */
function* filledPieces(
  pieces: readonly Piece[],
  values: readonly unknown[],
  shown: (value: unknown) => string,
): Iterable<string> {
  for (const piece of pieces) {
    chargeSteps(PLACE_STEPS);
    yield typeof piece === 'string' ? piece : filledPlace(piece, values, shown);
  }
}

function filledPlace(
  { index, kind, style }: Place,
  values: readonly unknown[],
  shown: (value: unknown) => string,
): string {
  if (index >= values.length) return `{${index}}`;
  const value = values[index];
  if (typeof value !== 'number') return shown(value);
  if (kind === 'date' || kind === 'time')
    return formatTime(value, style.trim() === '' ? null : style.trim());
  return kind === '' || kind === 'number' ? numberBy(value, style) : plain(value);
}
