// Lists of numbers as they stand in a graph: those that count on in equal steps by where each step
// begins, others by their bits. Reading them takes a tenth of what single values take.

/** Shorter ones are written as values. */
export const LISTED_NUMBERS_MIN = 16;

/** First, step and count of each run of equal steps, one after the other. */
export type Steps = readonly number[];

/** Runs shorter than this on average are not worth it. */
const RUN_LENGTH_MIN = 8;

/** Type guard for lists worth packing: long enough, and numbers alone. */
export function isNumbers(values: readonly unknown[]): values is readonly number[] {
  if (values.length < LISTED_NUMBERS_MIN) return false;
  for (const value of values) if (typeof value !== 'number') return false;
  return true;
}

/** Null where the numbers do not count on in few runs of equal steps. */
export function stepsOf(values: readonly number[]): Steps | null {
  const runsMax = values.length / RUN_LENGTH_MIN;
  const steps: number[] = [];
  for (let at = 0; at < values.length;) {
    if (steps.length >= 3 * runsMax) return null;
    const first = values[at] as number;
    const step = at + 1 < values.length ? (values[at + 1] as number) - first : 1;
    if (!isCounted(first) || !isCounted(step)) return null;
    let count = 1;
    while (isCounted(first + step * count) && values[at + count] === first + step * count)
      count += 1;
    steps.push(first, step, count);
    at += count;
  }
  // -0 equals 0, and is another number.
  return values.some((value) => Object.is(value, -0)) ? null : steps;
}

function isCounted(value: number): boolean {
  return Number.isSafeInteger(value) && !Object.is(value, -0);
}

/** Numbers of stretches, each given as first value, step and count. */
export function numbersOfSteps(steps: Steps): number[] {
  const values: number[] = [];
  for (let at = 0; at < steps.length; at += 3) {
    const [first, step, count] = [steps[at], steps[at + 1], steps[at + 2]] as [
      number,
      number,
      number,
    ];
    for (let each = 0; each < count; each += 1) values.push(first + step * each);
  }
  return values;
}

/** There are many; a list has to be written in the same way each time. */
const NOT_A_NUMBER = 0x7ff8_0000_0000_0000n;

/** Base64 of the doubles; every NaN has the same bits, so that equal lists give equal texts. */
export function packNumbers(values: readonly number[]): string {
  const floats = Float64Array.from(values);
  const bits = new BigUint64Array(floats.buffer);
  for (const [at, value] of floats.entries()) if (Number.isNaN(value)) bits[at] = NOT_A_NUMBER;
  return new Uint8Array(floats.buffer).toBase64();
}

/** Doubles of a text that `packNumbers` wrote. */
export function unpackNumbers(text: string): number[] {
  return Array.from(new Float64Array(Uint8Array.fromBase64(text).buffer));
}
