// Numerals as Lua reads them, in source text and in `tonumber`: decimal and hexadecimal, with
// fraction and exponent; always a double.

// Written so that no digit can be matched in two ways: else a long text that is no number would
// take time quadratic in its length.
const DECIMAL = /^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const HEXADECIMAL = /^0[xX]([\da-fA-F]*)(?:\.([\da-fA-F]*))?(?:[pP]([+-]?\d+))?$/;

/** The value of a character that is known to be a hexadecimal digit. */
function hexadecimalDigit(code: number): number {
  return code < 58 ? code - 48 : (code | 32) - 87;
}

function parseHexadecimal(text: string): number | null {
  const match = HEXADECIMAL.exec(text);
  if (match === null) return null;
  const whole = match[1] ?? '';
  const fraction = match[2] ?? '';
  if (whole.length + fraction.length === 0) return null;
  let value = 0;
  const digits = whole + fraction;
  for (let index = 0; index < digits.length; index += 1) {
    value = value * 16 + hexadecimalDigit(digits.charCodeAt(index));
  }
  const exponent = Number(match[3] ?? '0') - 4 * fraction.length;
  // Two steps, because 2 ** exponent alone may leave the range of doubles although the product is
  // inside.
  const half = Math.trunc(exponent / 2);
  return value === 0 ? 0 : value * 2 ** half * 2 ** (exponent - half);
}

/** The value of an unsigned numeral, or null when it is malformed. */
export function parseNumeral(text: string): number | null {
  if (DECIMAL.test(text)) return Number(text);
  return parseHexadecimal(text);
}

const SHORT_CHARACTERS = 15;

function isShortWhole(text: string): boolean {
  if (text.length === 0 || text.length > SHORT_CHARACTERS) return false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

const SPACED = /^[ \t\n\v\f\r]*([+-]?)([^ \t\n\v\f\r]+)[ \t\n\v\f\r]*$/;

/** A string as a number, as arithmetic and `tonumber` convert it; null when it is no number. */
export function parseNumberText(text: string): number | null {
  if (isShortWhole(text)) return Number(text);
  const match = SPACED.exec(text);
  if (match === null) return null;
  const value = parseNumeral(match[2] ?? '');
  if (value === null) return null;
  return match[1] === '-' ? -value : value;
}
