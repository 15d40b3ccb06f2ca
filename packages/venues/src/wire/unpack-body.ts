// Bodies of replies that came packed: requests ask for none, and what stands before a venue may
// pack them all the same.

import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';

type Limit = { readonly maxOutputLength: number };
type Unpack = (body: Buffer, limit: Limit) => Promise<Buffer>;

const gunzipBody: Unpack = promisify(gunzip);
const inflateBody: Unpack = promisify(inflate);
const inflateBareBody: Unpack = promisify(inflateRaw);

const UNPACK: ReadonlyMap<string, Unpack> = new Map([
  ['gzip', gunzipBody],
  ['x-gzip', gunzipBody],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
  // Some servers leave its header out.
  ['deflate', async (body, limit) => (isZlib(body) ? inflateBody : inflateBareBody)(body, limit)],
]);

/**
 * `encoding`: the header of that name; what is listed there was done in that order. A body of an
 * encoding that is not known stays as it is. Rejects with an error of zlib for one that is damaged
 * or would be larger than `bytesMax`.
 */
export async function unpackBody(
  body: Buffer,
  encoding: string,
  bytesMax: number,
): Promise<Buffer> {
  let unpacked = body;
  for (const name of encoding.toLowerCase().split(',').toReversed())
    unpacked =
      (await UNPACK.get(name.trim())?.(unpacked, { maxOutputLength: bytesMax })) ?? unpacked;
  return unpacked;
}

/** Method 8 in the first byte, and a multiple of 31 in both. */
function isZlib(body: Buffer): boolean {
  return body.length >= 2 && (body[0] ?? 0) % 16 === 8 && body.readUInt16BE(0) % 31 === 0;
}
