// The digits of a number, however it is spelled: exponents, zeros at its end, a minus before zero.

const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?0*\d{1,3}))?$/;
const CHARACTERS_MAX = 400;

/**
 * The same number without an exponent and without needless zeros, `0` for each zero; null for what
 * is no number of JSON, and for one that nobody writes: of hundreds of digits, or an exponent above
 * 999.
 */
export function plainNumber(text: string): string | null {
  const parts = text.length > CHARACTERS_MAX ? null : NUMBER.exec(text);
  if (parts === null) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const before = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0';
  const behind = point > 0 ? digits.slice(point) : '0'.repeat(-point) + digits;
  const integer = before.replace(/^0+(?=\d)/, '');
  const places = behind.replace(/0+$/, '');
  const plain = places === '' ? integer : `${integer}.${places}`;
  return plain === '0' ? plain : sign + plain;
}
