// Decompression of Parquet pages. What a page claims to have bounds what it may become.

import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { CompressionCodec, Compressors } from 'hyparquet';
import { snappyUncompress } from 'hyparquet';

const within = (claimedBytes: number) => ({ maxOutputLength: claimedBytes });

export const COMPRESSORS: Compressors = {
  SNAPPY(bytes, claimedBytes) {
    const page = new Uint8Array(claimedBytes);
    snappyUncompress(bytes, page);
    return page;
  },
  GZIP: (bytes, claimedBytes) => gunzipSync(bytes, within(claimedBytes)),
  ZSTD: (bytes, claimedBytes) => zstdDecompressSync(bytes, within(claimedBytes)),
  BROTLI: (bytes, claimedBytes) => brotliDecompressSync(bytes, within(claimedBytes)),
};

/** Throws whatever a codec throws at damaged bytes. */
export function decompressPage(
  codec: CompressionCodec,
  bytes: Uint8Array,
  claimedBytes: number,
): Uint8Array {
  const page = codec === 'UNCOMPRESSED' ? bytes : COMPRESSORS[codec]?.(bytes, claimedBytes);
  if (page === undefined) throw new Error(`it is compressed by ${codec}, which is not known`);
  if (page.length !== claimedBytes)
    throw new Error(`its page has ${page.length} bytes in place of ${claimedBytes}`);
  return page;
}
