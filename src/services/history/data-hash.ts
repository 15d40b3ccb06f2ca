// A name for data: results carry it, so that two of them can be told to rest on the same minutes.

import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import type { Digest } from '#ports/world/digest.ts';

/**
 * 64 hexadecimal digits, a SHA-256 of the window and all figures in ticks and lots; the same for
 * the same minutes wherever they were loaded from.
 */
export function dataHash(digest: Digest, columns: CandleColumns): string {
  const { firstOpenMs, rowCount, open, high, low, close, volume, isMissing } = columns;
  const head = new TextEncoder().encode(`minutes 1 ${firstOpenMs} ${rowCount}\n`);
  const parts = [open, high, low, close, volume, isMissing].map(bytesOf);
  return digest.sha256OfBytes([head, ...parts]).toHex();
}

/** In the order of bytes that all processors have which the service runs on. */
function bytesOf({ buffer, byteOffset, byteLength }: Float64Array | Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
