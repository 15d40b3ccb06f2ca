// A number as digits alone: the shortest text that reads back to it, without an exponent.

/**
 * Shortest digits that read back to the number, without an exponent; NaN and infinities as in
 * JavaScript.
 */
export function plainNumber(value: number): string {
  const [, sign = '', whole = '', fraction = '', exponent = ''] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (exponent === '') return String(value);
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return `${sign}${digits.padEnd(point, '0')}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
