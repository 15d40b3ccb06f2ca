// Spellings that an exchange itself sends, by the recordings of others: a reader that leaves out
// what is spelled so reads nothing there.

import type { Leaf, Spelling } from './respell.ts';

/** In numbers of its recordings, as `2.1E-4` or `-1.25e-8`. */
const EXPONENTS_IN_NUMBERS = new Set(['gate', 'kraken', 'kucoin']);
const ZEROS_IN_NUMBERS = new Set(['kraken', 'kucoin']);

/** Of a figure. All exchanges send texts with zeros at their end. */
export function ordinarySpellings(
  code: string,
  { digits, isQuoted }: Leaf,
  isOpaque: boolean,
): readonly Spelling[] {
  const [whole = '', places] = digits.split('.');
  if (isOpaque || places === undefined) return [];
  const zeros = `${digits}0000`;
  if (isQuoted) return [{ name: 'zeros in a text', token: `"${zeros}"` }];
  const exponent = `${whole}${places}e-${places.length}`.replace(/^(-?)0+(?=\d)/, '$1');
  return [
    ...(ZEROS_IN_NUMBERS.has(code) ? [{ name: 'zeros in a number', token: zeros }] : []),
    ...(EXPONENTS_IN_NUMBERS.has(code)
      ? [{ name: 'an exponent in a number', token: exponent }]
      : []),
  ];
}
