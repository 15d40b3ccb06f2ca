// A Parquet file as lines of separated values, some thousand at a time: a line of column names,
// then one for each row.

import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { Compressors } from 'hyparquet';
import { asyncBufferFromFile, parquetMetadataAsync, parquetRead, parquetSchema } from 'hyparquet';

/** Of a page, which is decompressed as a whole; usually it has a megabyte. */
const PAGE_BYTES_MAX = 256 << 20;

/** No more than the file says that a page has. */
const within = (saidBytes: number) => ({ maxOutputLength: Math.min(saidBytes, PAGE_BYTES_MAX) });

const COMPRESSORS: Compressors = {
  GZIP: (bytes, saidBytes) => gunzipSync(bytes, within(saidBytes)),
  ZSTD: (bytes, saidBytes) => zstdDecompressSync(bytes, within(saidBytes)),
  BROTLI: (bytes, saidBytes) => brotliDecompressSync(bytes, within(saidBytes)),
};

const ROWS_AT_ONCE = 65_536;

/** Throws whatever the library throws at a damaged file. */
export async function* parquetLines(
  path: string,
  byteCount: number,
  onProgress: (bytesRead: number) => void,
): AsyncGenerator<Uint8Array> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const names = parquetSchema(metadata).children.map(({ element }) => cellText(element.name));
  yield Buffer.from(`${names.join(',')}\n`);
  const rowsCount = Number(metadata.num_rows);
  for (let rowStart = 0; rowStart < rowsCount; rowStart += ROWS_AT_ONCE) {
    const rowEnd = Math.min(rowsCount, rowStart + ROWS_AT_ONCE);
    let rows: readonly (readonly unknown[])[] = [];
    await parquetRead({
      file,
      metadata,
      rowStart,
      rowEnd,
      compressors: COMPRESSORS,
      onComplete: (read: unknown[][]) => void (rows = read),
    });
    yield Buffer.from(rows.map((row) => `${row.map(cellText).join(',')}\n`).join(''));
    onProgress(Math.floor((byteCount * rowEnd) / rowsCount));
  }
}

/** What could break a line, or has no text, becomes a question mark. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (value instanceof Date) return String(value.getTime());
  return typeof value === 'string' && !/[,"\r\n\t;]/.test(value) ? value : '?';
}
