// Places of numbers as keys of a map. V8 hashes numbers without a secret, so keys could be chosen
// that all fall into one bucket. So a number stands under another one, found by a mapping that is
// one to one and whose constants a process draws when it starts. No script can see it: traversals
// go by the order of insertion.

const WORDS = new Uint32Array(2);
const DOUBLE = new Float64Array(WORDS.buffer);
const MANTISSA_HIGH = 0xfffff;

/** Odd factors have an inverse modulo 2 ** 32. */
type Factor = { readonly by: number; readonly back: number };

function factorOf(odd: number): Factor {
  // Newton's iteration doubles the bits that are right; an odd number is its own inverse modulo 8.
  let back = odd;
  for (let round = 0; round < 4; round += 1) back = Math.imul(back, 2 - Math.imul(odd, back));
  return { by: odd | 0, back };
}

let offset = 0x2545f491;
let first = factorOf(0x9e3779b1);
let second = factorOf(0x85ebca6b);

/**
 * Draws the mapping from 32 bits of chance each; before the first script, since tables of before
 * would not find their keys.
 */
export function scatterKeys(drawn: readonly [number, number, number]): void {
  offset = drawn[0] | 0;
  first = factorOf(drawn[1] | 1);
  second = factorOf(drawn[2] | 1);
}

/** The number under which a key stands. The key is not NaN. */
export function placeOfKey(key: number): number {
  if ((key | 0) === key) {
    const mixed = Math.imul(key ^ offset, first.by);
    return Math.imul(mixed ^ (mixed >>> 16), second.by);
  }
  if (!Number.isFinite(key)) return key;
  let place = key;
  // Those of whole numbers are taken: one goes on until it is elsewhere, which comes back to itself
  // at the latest.
  do place = mixDouble(place);
  while ((place | 0) === place);
  return place;
}

/** The key that stands under a number. */
export function keyOfPlace(place: number): number {
  if ((place | 0) === place) {
    const mixed = Math.imul(place, second.back);
    return Math.imul(mixed ^ (mixed >>> 16), first.back) ^ offset;
  }
  if (!Number.isFinite(place)) return place;
  let key = place;
  do key = unmixDouble(key);
  while ((key | 0) === key);
  return key;
}

/** Mixes the 52 bits of the fraction; sign and exponent stay, so it stays a number. */
function mixDouble(value: number): number {
  DOUBLE[0] = value;
  const low = WORDS[0] as number;
  const high = WORDS[1] as number;
  let top = (high + Math.imul(low, first.by)) & MANTISSA_HIGH;
  const rest = (low ^ Math.imul(top ^ offset, second.by)) >>> 0;
  top = (top + (Math.imul(rest, first.back) >>> 12)) & MANTISSA_HIGH;
  WORDS[0] = rest;
  WORDS[1] = (high & ~MANTISSA_HIGH) | top;
  return DOUBLE[0];
}

function unmixDouble(value: number): number {
  DOUBLE[0] = value;
  const rest = WORDS[0] as number;
  const high = WORDS[1] as number;
  let top = (high - (Math.imul(rest, first.back) >>> 12)) & MANTISSA_HIGH;
  const low = (rest ^ Math.imul(top ^ offset, second.by)) >>> 0;
  top = (top - Math.imul(low, first.by)) & MANTISSA_HIGH;
  WORDS[0] = low;
  WORDS[1] = (high & ~MANTISSA_HIGH) | top;
  return DOUBLE[0];
}
