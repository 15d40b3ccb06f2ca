// Integer hashes: chance without state. The same words give the same draw in every process, in any
// order of asking.

/** A 32-bit key of a text (FNV-1a, then mixed). */
export function hashText(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return mix(state);
}

/**
 * A draw of 32 bits for a place in the sequence named by `key`; `place` is a whole number below
 * 2^32.
 */
function hashDraw(key: number, place: number): number {
  return mix(mix(place ^ 0x9e3779b9) ^ key);
}

/** Uniform in [0, 1). */
export function uniformDraw(key: number, place: number): number {
  return (hashDraw(key, place) >>> 0) / 4_294_967_296;
}

/**
 * Bell-shaped with mean 0 and variance 1: the sum of four uniform draws of 16 bits, so it needs no
 * logarithm and lies within 3.5 on either side.
 */
export function bellDraw(key: number, place: number): number {
  const first = hashDraw(key, place);
  const second = mix(first ^ 0x5bd1e995);
  const sum = (first & 0xffff) + (first >>> 16) + (second & 0xffff) + (second >>> 16);
  return (sum - 131_070) * BELL_FACTOR;
}

/** The variance of one uniform draw of 0 to 65,535 is (2^32 - 1) / 12. */
const BELL_FACTOR = Math.sqrt(3 / 4_294_967_295);

/** Murmur3's finaliser: every bit of the input touches every bit of the result. */
function mix(value: number): number {
  let state = value ^ (value >>> 16);
  state = Math.imul(state, 0x85ebca6b);
  state ^= state >>> 13;
  state = Math.imul(state, 0xc2b2ae35);
  return state ^ (state >>> 16);
}
