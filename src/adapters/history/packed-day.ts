// A stored day: its columns packed and compressed with zstd, and what a list wants to know of it
// without reading them.

import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { allocateColumns } from '#domain/candle/allocate-columns.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { countMissing } from '#domain/candle/fill-missing.ts';
import { MINUTES_PER_DAY, packDay, packedLength, unpackDay } from '#domain/candle/pack-day.ts';
import { Failure } from '#venue-port/world/failure.ts';

export type PackedDay = {
  /** Days since 1970. */
  readonly day: number;
  readonly candlesCount: number;
  readonly firstMinute: number;
  readonly lastMinute: number;
  readonly packed: Uint8Array;
};

/** Higher levels cost ten times as much for one part in a hundred. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** Number of the day, counted from 1970 in UTC. */
export function dayNumberOf(openTimeMs: number): number {
  return Math.floor(openTimeMs / DAY_MS);
}

/** Columns within one UTC day, which have a candle. */
export function compressDay(columns: CandleColumns): PackedDay {
  const firstRowMinute = (columns.firstOpenMs % DAY_MS) / MINUTE_MS;
  return {
    day: dayNumberOf(columns.firstOpenMs),
    candlesCount: columns.rowCount - countMissing(columns),
    firstMinute: firstRowMinute + columns.isMissing.indexOf(0),
    lastMinute: firstRowMinute + columns.isMissing.lastIndexOf(0),
    packed: zstdCompressSync(packDay(columns), OPTIONS),
  };
}

/**
 * Writes the days' candles that lie within the target's rows there. Throws Failure. Some days are
 * decompressed in one go, because each go costs as much as two days.
 */
export function decompressDays(
  days: readonly Pick<PackedDay, 'day' | 'packed'>[],
  target: CandleColumns,
): void {
  for (let start = 0; start < days.length; start += DAYS_IN_ONE_GO) {
    const chunk = days.slice(start, start + DAYS_IN_ONE_GO);
    let bytes = unzip(Buffer.concat(chunk.map(({ packed }) => packed)));
    for (const { day } of chunk) {
      const length = packedLength(bytes);
      const own = bytes.subarray(0, length ?? 0);
      if (length === null || unpackDay(own, day * DAY_MS, target) === null)
        throw new Failure('corrupt_reply', `The stored candles of day ${day} cannot be read.`);
      bytes = bytes.subarray(length);
    }
  }
}

const DAYS_IN_ONE_GO = 16;

/** The whole day, missing minutes holding zeros. Throws Failure. */
export function wholeDay(stored: Pick<PackedDay, 'day' | 'packed'>): CandleColumns {
  const columns = allocateColumns(stored.day * DAY_MS, MINUTES_PER_DAY, 'own');
  decompressDays([stored], columns);
  return columns;
}

function unzip(packed: Uint8Array): Uint8Array {
  try {
    return zstdDecompressSync(packed);
  } catch (error) {
    throw new Failure('corrupt_reply', 'Stored candles cannot be decompressed.', { cause: error });
  }
}
