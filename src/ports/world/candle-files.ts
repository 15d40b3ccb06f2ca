// Files of candles, as the machine has them.

import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import type { Market } from '#venue-port/market/market.ts';

/** A file that is being read: whatever it is, as lines of separated values. */
export type CandleFile = {
  /** `row`: the first line is made of column names, and line n is row n - 1 of the file. */
  readonly linesAre: 'lines' | 'rows';
  /** Whether a digest stands beside it, which it matches. */
  readonly isVerified: boolean;
  readonly byteCount: number;
  /** Bytes of the file that have been read. */
  bytesRead(): number;
  /** Throws Failure `corrupt_reply` where the file is damaged or cannot be read. */
  readonly chunks: AsyncIterable<Uint8Array>;
};

export const CANDLE_FILE_FORMATS = ['csv', 'parquet'] as const;
export type CandleFileFormat = (typeof CANDLE_FILE_FORMATS)[number];

export type CandleFiles = {
  /** The path itself, or the files of candles in this folder, sorted by name. */
  list(path: string): Promise<readonly string[]>;
  /**
   * Reads what it is off its first bytes: Parquet, zipped, gzipped or plain text in UTF-8 or
   * UTF-16. `zipEntry`: the file that is meant in a zip archive. Throws Failure: `unavailable` when
   * there is none or it cannot be read, `corrupt_reply` when it does not match the digest beside
   * it, or is of another kind of file, which it names.
   */
  open(path: string, zipEntry?: string): Promise<CandleFile>;
  /**
   * One file that was sent rather than stored, under whatever path: plain or gzipped text. Its
   * chunks throw Failure `corrupt_reply` for another kind of file, and for one that unpacks to more
   * than the limit.
   */
  sent(bytes: Uint8Array): Pick<CandleFiles, 'list' | 'open'>;
  /**
   * Writes a new file, whole or not at all; one whose name ends with .gz is gzipped. Returns the
   * number of candles, which are those of `candlesOf`. Throws Failure `conflict` when there is one
   * already.
   */
  write(
    path: string,
    format: CandleFileFormat,
    market: Market,
    stretches: AsyncIterable<CandleColumns>,
    candleMinutes: number,
  ): Promise<number>;
};
