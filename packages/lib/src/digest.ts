// A digest of data by which equal inputs are known again: 64 bits, the same on every machine. Not
// for secrets: whoever wants to can find two inputs of one digest.

/** The digest so far; two 32-bit halves that are mixed with different odd factors. */
export type Digest = { low: number; high: number };

/** Digest of nothing. */
export function newDigest(): Digest {
  return { low: 0x9e3779b9 | 0, high: 0x85ebca6b | 0 };
}

/** Adds a whole number of 32 bits; the order of additions counts. */
export function addWord(digest: Digest, word: number): void {
  digest.low = Math.imul(digest.low ^ word, 0x01000193) + (digest.high >>> 15);
  digest.high = Math.imul(digest.high ^ word, 0x5bd1e995) ^ (digest.low >>> 13);
}

/** All bytes of a column of doubles, by their 32-bit words in memory's order. */
export function addColumn(digest: Digest, column: Float64Array): void {
  const words = new Int32Array(column.buffer, column.byteOffset, column.length * 2);
  let { low, high } = digest;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as number;
    low = (Math.imul(low ^ word, 0x01000193) + (high >>> 15)) | 0;
    high = Math.imul(high ^ word, 0x5bd1e995) ^ (low >>> 13);
  }
  digest.low = low;
  digest.high = high;
}

/** Adds a text with its length, so that neighbouring texts cannot be confused. */
export function addText(digest: Digest, text: string): void {
  addWord(digest, text.length);
  for (let index = 0; index < text.length; index += 1) addWord(digest, text.charCodeAt(index));
}

/** 16 hexadecimal digits. */
export function digestText({ low, high }: Digest): string {
  const digits = (half: number): string => (half >>> 0).toString(16).padStart(8, '0');
  return digits(finished(high ^ low)) + digits(finished(low));
}

/** A whole number from 0 up to, not including, 2 ** 48. */
export function digestNumber({ low, high }: Digest): number {
  return (finished(high ^ low) >>> 16) * 2 ** 32 + (finished(low) >>> 0);
}

/** Spreads every bit over the whole word. */
function finished(word: number): number {
  const first = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return second ^ (second >>> 16);
}
