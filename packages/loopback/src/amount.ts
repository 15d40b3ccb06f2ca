// Exact amounts of the loopback venue: whole hundred-millionths in bigints. Written apart from the
// amounts of the service, because this venue exists to contradict it.

/** Hundred-millionths of one unit of an asset, of a price, or of a rate. */
export type Amount = bigint;

const DECIMALS = 8;
export const ONE: Amount = 10n ** BigInt(DECIMALS);

/** Null if the text is no plain decimal, or has more than eight decimals that matter. */
export function parseAmount(text: string): Amount | null {
  const match = /^(-?)(\d{1,20})(?:\.(\d*))?$/.exec(text);
  if (match === null) return null;
  const decimals = (match[3] ?? '').replace(/0+$/, '');
  if (decimals.length > DECIMALS) return null;
  const size = BigInt((match[2] ?? '0') + decimals.padEnd(DECIMALS, '0'));
  return match[1] === '-' ? -size : size;
}

/** For constants of this venue: fails on what is no amount. */
export function amount(text: string): Amount {
  const parsed = parseAmount(text);
  if (parsed === null) throw new Error(`"${text}" is no amount`);
  return parsed;
}

/** `1.50000000`. */
export function fixedText(value: Amount): string {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(DECIMALS + 1, '0');
  return `${sign}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}

/** `1.5`. */
export function plainText(value: Amount): string {
  return fixedText(value).replace(/\.?0+$/, '');
}

/** Rounded down, towards minus infinity. */
export function times(left: Amount, right: Amount): Amount {
  return floorDivide(left * right, ONE);
}

/** Rounded down. Zero if the divisor is zero: an average of nothing. */
export function per(left: Amount, right: Amount): Amount {
  return right === 0n ? 0n : floorDivide(left * ONE, right);
}

/** Of `whole`, the share `part` of `all`, rounded down; the whole of it if `part` is all. */
export function shareOf(whole: Amount, part: Amount, all: Amount): Amount {
  if (part === all) return whole;
  return all === 0n ? 0n : floorDivide(whole * part, all);
}

/** Smaller of two amounts. */
export function smaller(left: Amount, right: Amount): Amount {
  return left < right ? left : right;
}

/** Absolute value. */
export function sizeOf(value: Amount): Amount {
  return value < 0n ? -value : value;
}

function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const isExact = quotient * divisor === dividend;
  return !isExact && dividend < 0n !== divisor < 0n ? quotient - 1n : quotient;
}
