// The reader of JSON for all that a venue sends. A number that a double does not hold as it is
// written becomes a text of its plain digits, so that neither an id nor a figure loses any; all
// others are numbers, whose text is the same number again.

import { plainNumber } from '#venues/dialects/reply/plain-number.ts';

/** Every number of so many significant digits is that of one double alone. */
const EXACT_DIGITS = 15;
/**
 * Throws SyntaxError for a text that is no JSON. A mark of the byte order before it is passed over.
 */
export function parseJson(text: string): unknown {
  const body = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  return JSON.parse(mayHaveLongNumber(body) ? longNumbersQuoted(body) : body) as unknown;
}

const BYTE_ORDER_MARK = 0xfeff;
const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;

const STEP = EXACT_DIGITS + 1;

/**
 * Most replies have none, and are read by the engine alone. A run of so many digits covers one of
 * the characters that are so far apart.
 */
function mayHaveLongNumber(text: string): boolean {
  for (let at = EXACT_DIGITS; at < text.length; at += STEP) {
    if (!isDigitOrPoint(text.charCodeAt(at))) continue;
    let start = at;
    while (isDigitOrPoint(text.charCodeAt(start - 1))) start -= 1;
    let end = at + 1;
    while (isDigitOrPoint(text.charCodeAt(end))) end += 1;
    if (end - start >= STEP && !isInText(text, start)) return true;
    at = end;
  }
  return false;
}

function isDigitOrPoint(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 46;
}

/** A number stands behind one of these, or begins the text. */
function isInText(text: string, start: number): boolean {
  const before = text.charAt(start - (text.charAt(start - 1) === '-' ? 2 : 1));
  return before !== '' && !/[:,[\s]/.test(before);
}

function longNumbersQuoted(text: string): string {
  let quoted = '';
  let copiedTo = 0;
  let index = 0;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = endOfString(text, index);
    } else if (isOfNumber(code)) {
      const end = endOfNumber(text, index);
      const digits = end - index > EXACT_DIGITS ? digitsOf(text.slice(index, end)) : null;
      if (digits !== null && !isKey(text, end)) {
        quoted += `${text.slice(copiedTo, index)}"${digits}"`;
        copiedTo = end;
      }
      index = end;
    } else {
      index += 1;
    }
  }
  return quoted + text.slice(copiedTo);
}

/** Behind the quote that ends it; the end of the text if none does. */
function endOfString(text: string, start: number): number {
  let end = start;
  let isEscaped = true;
  while (isEscaped) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    isEscaped = (end - before) % 2 === 0;
  }
  return end + 1;
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (isOfNumber(text.charCodeAt(end)) || isExponent(text.charCodeAt(end))) end += 1;
  return end;
}

/** A digit, a point or a sign. */
function isOfNumber(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 45 || code === 46 || code === 43;
}

function isExponent(code: number): boolean {
  return code === 101 || code === 69;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Where no double holds the number; null where one does, or where it is no number of JSON. One that
 * nobody writes stays as it is: no figure is read from it.
 */
function digitsOf(number: string): string | null {
  if (!NUMBER.test(number)) return null;
  const digits = plainNumber(number);
  if (digits === null) return number;
  const significant = digits
    .replace(/^[-0.]+/, '')
    .replace('.', '')
    .replace(/0+$/, '');
  const isExact =
    significant.length <= EXACT_DIGITS ||
    (!digits.includes('.') && Number.isSafeInteger(Number(digits)));
  return isExact ? null : digits;
}

/** A number is no key: quotes would make one of it. */
function isKey(text: string, from: number): boolean {
  let index = from;
  while (/\s/.test(text.charAt(index))) index += 1;
  return text.charCodeAt(index) === COLON;
}
