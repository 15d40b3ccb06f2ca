// The runs of a Parquet page: a value and how often it is repeated, or eight values of some bits
// each. A run of a few bytes can claim billions of values.

export type VerifiedRuns = {
  /** Values of 1, where a value has one bit. */
  readonly onesCount: number;
};

/** Packed values come in groups of so many. */
const PACKED_TOGETHER = 8;
const BITS_MAX = 32;
const VARINT_BYTES_MAX = 5;

/** Throws an Error where the bytes are not runs of so many values of so many bits. */
export function verifyRuns(bytes: Uint8Array, bits: number, valuesCount: number): VerifiedRuns {
  if (bits > BITS_MAX) throw new Error(`it has values of ${bits} bits`);
  let [offset, seen, onesCount] = [0, 0, 0];
  while (seen < valuesCount) {
    const { value: head, next } = readVarint(bytes, offset);
    const left = valuesCount - seen;
    const isPacked = head % 2 === 1;
    const runCount = isPacked ? ((head - 1) / 2) * PACKED_TOGETHER : head / 2;
    // Packed values are there, unless they have no bits; writers fill up the last run with them.
    const isBounded = isPacked && (bits > 0 || runCount < left + PACKED_TOGETHER);
    if (runCount === 0 || (runCount > left && !isBounded))
      throw new Error(`it has a run of ${runCount} values where ${left} are left`);
    const runBytes = isPacked ? (runCount / PACKED_TOGETHER) * bits : Math.ceil(bits / 8);
    const run = bytes.subarray(next, next + runBytes);
    const used = Math.min(runCount, left);
    if (bits === 1) onesCount += isPacked ? onesWithin(run, used) : used * ((run[0] ?? 0) & 1);
    offset = next + runBytes;
    seen += used;
  }
  return { onesCount };
}

function readVarint(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0;
  for (let index = 0; index < VARINT_BYTES_MAX; index += 1) {
    const byte = bytes[start + index];
    if (byte === undefined) throw new Error('it ends before its last value');
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, next: start + index + 1 };
  }
  throw new Error('it has a run whose length is no number');
}

function onesWithin(run: Uint8Array, count: number): number {
  let ones = 0;
  for (let index = 0; index < count; index += 1)
    if ((((run[index >> 3] ?? 0) >> (index & 7)) & 1) === 1) ones += 1;
  return ones;
}
