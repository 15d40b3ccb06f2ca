// Files of candles on this machine.

import { createReadStream } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { CandleFile, CandleFiles } from '#ports/world/candle-files.ts';
import { Failure } from '#ports/world/failure.ts';
import { parquetLines } from '#adapters/files/parquet-lines.ts';
import { writeCandleFile } from '#adapters/files/write-candle-file.ts';

export const candleFiles: CandleFiles = { open, write: writeCandleFile };

const CHUNK_BYTES = 1 << 20;

async function open(path: string): Promise<CandleFile> {
  const { byteCount, head } = await readHead(path);
  let readCount = 0;
  if (head.toString('latin1') === 'PAR1') {
    const note = (bytesRead: number): void => void (readCount = bytesRead);
    const chunks = translated(parquetLines(path, byteCount, note));
    return { linesAre: 'rows', byteCount, bytesRead: () => readCount, chunks };
  }
  const bytes = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  bytes.on('data', (chunk) => void (readCount += chunk.length));
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const text = isGzip ? unzipped(bytes) : bytes;
  return { linesAre: 'lines', byteCount, bytesRead: () => readCount, chunks: translated(text) };
}

/** A file that cannot be read fails the decompressed text as well. */
function unzipped(bytes: Readable): Readable {
  const text = createGunzip({ chunkSize: CHUNK_BYTES });
  bytes.on('error', (error) => void text.destroy(error));
  return bytes.pipe(text);
}

async function readHead(path: string): Promise<{ byteCount: number; head: Buffer }> {
  try {
    await using file = await openFile(path);
    const status = await file.stat();
    if (!status.isFile()) throw new Failure('unavailable', `"${path}" is not a file.`);
    const head = Buffer.alloc(4);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    return { byteCount: status.size, head: head.subarray(0, bytesRead) };
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('unavailable', `"${path}" cannot be read: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

/** Says of a damaged file that it is one. */
async function* translated(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw new Failure('corrupt_reply', `The file is damaged: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\.$/, '');
}
