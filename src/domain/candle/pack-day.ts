// The minutes of one UTC day as bytes and back, exactly. Prices are differences of neighbours,
// which are small whole numbers, laid out byte plane by byte plane: what a general compressor then
// makes small. Compressing itself is the store's work.

import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { assert } from '#lib/assert.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';

/** The largest price or volume, in ticks or lots. */
export const COLUMN_VALUE_MAX = 2 ** 52 - 1;

export const MINUTES_PER_DAY = DAY_MS / MINUTE_MS;

const VERSION = 1;
/** Version, bytes per value of each column, number of candles. */
const HEADER_BYTES = 8;
const COLUMNS_COUNT = 5;
const PRESENCE_BYTES = MINUTES_PER_DAY / 8;
/** A difference as it is, where its zigzag form would not be exact. */
const WIDE = 8;

/** Asserts that the rows lie within one UTC day and that one of them has a candle. */
export function packDay(day: CandleColumns): Uint8Array {
  const firstMinute = (day.firstOpenMs % DAY_MS) / MINUTE_MS;
  assert(firstMinute + day.rowCount <= MINUTES_PER_DAY, 'a day is packed by itself');
  const columns = differencesOf(day);
  const count = columns[0]?.length ?? 0;
  assert(count > 0, 'a packed day has a candle');
  const widths = columns.map(widthOf);
  const isFull = count === MINUTES_PER_DAY;
  const start = HEADER_BYTES + (isFull ? 0 : PRESENCE_BYTES);
  const bytes = new Uint8Array(start + count * widths.reduce((sum, width) => sum + width, 0));
  bytes.set([VERSION, ...widths, count & 0xff, count >> 8]);
  if (!isFull) {
    for (let row = 0; row < day.rowCount; row += 1) {
      const minute = firstMinute + row;
      const place = HEADER_BYTES + (minute >> 3);
      if (day.isMissing[row] === 0) bytes[place] = (bytes[place] ?? 0) | (1 << (minute & 7));
    }
  }
  let at = start;
  for (const [index, values] of columns.entries()) {
    const width = widths[index] ?? WIDE;
    writeColumn(bytes, at, values, width);
    at += count * width;
  }
  return bytes;
}

/** How many bytes the packed day has that these begin with; null when they begin with none. */
export function packedLength(bytes: Uint8Array): number | null {
  const header = readHeader(bytes);
  return header === null ? null : header.length;
}

/**
 * Writes the candles of a packed day that lie within the target's rows there, and returns how many
 * those are. Null when the bytes are not a day as `packDay` makes it.
 */
export function unpackDay(
  bytes: Uint8Array,
  dayOpenMs: number,
  target: CandleColumns,
): number | null {
  const header = readHeader(bytes);
  if (header === null || header.length !== bytes.length) return null;
  const { count, widths, start } = header;
  let at = start;
  const columns = widths.map((width) => {
    const values = readColumn(bytes, at, count, width);
    at += count * width;
    return values;
  });
  const firstRow = (dayOpenMs - target.firstOpenMs) / MINUTE_MS;
  return placeCandles(columns, minutesIn(bytes, count), firstRow, target);
}

type Header = {
  readonly count: number;
  readonly widths: readonly number[];
  /** Where the first column begins, and where the day ends. */
  readonly start: number;
  readonly length: number;
};

function readHeader(bytes: Uint8Array): Header | null {
  if (bytes.length < HEADER_BYTES || bytes[0] !== VERSION) return null;
  const widths = [...bytes.subarray(1, 1 + COLUMNS_COUNT)];
  if (!widths.every((width) => (width >= 1 && width <= 4) || width === WIDE)) return null;
  const count = (bytes[1 + COLUMNS_COUNT] as number) | ((bytes[2 + COLUMNS_COUNT] as number) << 8);
  if (count === 0 || count > MINUTES_PER_DAY) return null;
  const start = HEADER_BYTES + (count === MINUTES_PER_DAY ? 0 : PRESENCE_BYTES);
  const length = start + count * widths.reduce((sum, width) => sum + width, 0);
  return length > bytes.length ? null : { count, widths, start, length };
}

/** Open less the close before, high and low away from the body, close less open, volume. */
function differencesOf(day: CandleColumns): Float64Array[] {
  const { open, high, low, close, volume, isMissing, rowCount } = day;
  let count = 0;
  for (let row = 0; row < rowCount; row += 1) count += 1 - (isMissing[row] as number);
  const columns = Array.from({ length: COLUMNS_COUNT }, () => new Float64Array(count));
  const [opens, highs, lows, closes, volumes] = columns as Five;
  let lastClose = 0;
  let place = 0;
  for (let row = 0; row < rowCount; row += 1) {
    if (isMissing[row] !== 0) continue;
    const [from, to] = [open[row] as number, close[row] as number];
    opens[place] = from - lastClose;
    highs[place] = (high[row] as number) - Math.max(from, to);
    lows[place] = Math.min(from, to) - (low[row] as number);
    closes[place] = to - from;
    volumes[place] = volume[row] as number;
    lastClose = to;
    place += 1;
  }
  return columns;
}

function placeCandles(
  columns: readonly Float64Array[],
  minutes: Uint16Array,
  firstRow: number,
  target: CandleColumns,
): number {
  const [opens, highs, lows, closes, volumes] = columns as unknown as Five;
  const { open, high, low, close, volume, isMissing, rowCount } = target;
  let lastClose = 0;
  let placedCount = 0;
  for (let place = 0; place < minutes.length; place += 1) {
    const from = lastClose + (opens[place] as number);
    const to = from + (closes[place] as number);
    lastClose = to;
    const row = firstRow + (minutes[place] as number);
    if (row < 0 || row >= rowCount) continue;
    open[row] = from;
    high[row] = (from > to ? from : to) + (highs[place] as number);
    low[row] = (from < to ? from : to) - (lows[place] as number);
    close[row] = to;
    volume[row] = volumes[place] as number;
    isMissing[row] = 0;
    placedCount += 1;
  }
  return placedCount;
}

type Five = [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];

function minutesIn(bytes: Uint8Array, count: number): Uint16Array {
  const minutes = new Uint16Array(count);
  let place = 0;
  for (let minute = 0; minute < MINUTES_PER_DAY && place < count; minute += 1) {
    const isThere =
      count === MINUTES_PER_DAY ||
      ((bytes[HEADER_BYTES + (minute >> 3)] as number) & (1 << (minute & 7))) !== 0;
    if (isThere) minutes[place++] = minute;
  }
  return minutes;
}

/** Bytes that the largest of the values needs: 1 to 4, or 8. */
function widthOf(values: Float64Array): number {
  let largest = 0;
  for (const value of values) {
    const code = value < 0 ? -2 * value - 1 : 2 * value;
    if (code > largest) largest = code;
  }
  if (largest >= 2 ** 32) return WIDE;
  return Math.max(1, Math.ceil((32 - Math.clz32(largest)) / 8));
}

/** Zigzag: 0, -1, 1, -2, … become 0, 1, 2, 3, …; all lowest bytes first, then the next ones. */
function writeColumn(bytes: Uint8Array, at: number, values: Float64Array, width: number): void {
  const { length } = values;
  if (width === WIDE) {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, length * WIDE);
    for (let place = 0; place < length; place += 1)
      view.setFloat64(place * WIDE, values[place] as number, true);
    return;
  }
  for (let place = 0; place < length; place += 1) {
    const value = values[place] as number;
    const code = value < 0 ? -2 * value - 1 : 2 * value;
    for (let plane = 0; plane < width; plane += 1)
      bytes[at + plane * length + place] = code >>> (8 * plane);
  }
}

function readColumn(bytes: Uint8Array, at: number, count: number, width: number): Float64Array {
  const values = new Float64Array(count);
  if (width === WIDE) {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, count * WIDE);
    for (let place = 0; place < count; place += 1)
      values[place] = view.getFloat64(place * WIDE, true);
    return values;
  }
  const [second, third, fourth] = [at + count, at + 2 * count, at + 3 * count];
  for (let place = 0; place < count; place += 1) {
    let code = bytes[at + place] as number;
    if (width > 1) code |= (bytes[second + place] as number) << 8;
    if (width > 2) code |= (bytes[third + place] as number) << 16;
    if (width > 3) code |= (bytes[fourth + place] as number) << 24;
    values[place] = (code >>> 1) ^ -(code & 1);
  }
  return values;
}
