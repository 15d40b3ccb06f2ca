// Files of candles on this machine.

import { createReadStream } from 'node:fs';
import { open as openFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { LIMITS } from '#lib/limits.ts';
import { visibleText } from '#lib/visible-text.ts';
import type { CandleFile, CandleFiles } from '#ports/world/candle-files.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { parquetLines } from '#adapters/files/parquet-lines.ts';
import { utf8Text } from '#adapters/files/utf8-text.ts';
import { verifyChecksum } from '#adapters/files/verify-checksum.ts';
import { writeCandleFile } from '#adapters/files/write-candle-file.ts';
import { findZipEntry, zipText } from '#adapters/files/zip-entry.ts';

export const candleFiles: CandleFiles = { list, open, sent, write: writeCandleFile };

/** By their names, in any case. */
const CANDLE_FILE = /\.(?:csv|gz|zip|parquet|txt)$/i;

async function list(path: string): Promise<readonly string[]> {
  const status = await stat(path).catch(() => null);
  if (status?.isDirectory() !== true) return [path];
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const files = entries.filter((entry) => entry.isFile() && CANDLE_FILE.test(entry.name));
  return files.map(({ name }) => join(path, name)).sort((left, right) => (left < right ? -1 : 1));
}

const CHUNK_BYTES = 1 << 20;
/** Of the first file in an archive, or of the end of one without files. */
const ZIP_HEADS = ['PK\u0003\u0004', 'PK\u0005\u0006'];

async function open(path: string, zipEntry?: string): Promise<CandleFile> {
  const { byteCount, head } = await readHead(path);
  const isVerified = await verifyChecksum(path);
  let readCount = 0;
  if (head.toString('latin1') === 'PAR1') {
    const note = (bytesRead: number): void => void (readCount = bytesRead);
    const chunks = translated(parquetLines(path, byteCount, note));
    return { linesAre: 'rows', isVerified, byteCount, bytesRead: () => readCount, chunks };
  }
  if (ZIP_HEADS.includes(head.toString('latin1'))) {
    const entry = await findZipEntry(path, byteCount, zipEntry);
    const note = (bytes: number): void => void (readCount += bytes);
    const chunks = translated(utf8Text(zipText(path, entry, note)));
    return { linesAre: 'lines', isVerified, byteCount, bytesRead: () => readCount, chunks };
  }
  const bytes = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  bytes.on('data', (chunk) => void (readCount += chunk.length));
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const text = isGzip ? unzipped(bytes) : bytes;
  const chunks = translated(utf8Text(text));
  return { linesAre: 'lines', isVerified, byteCount, bytesRead: () => readCount, chunks };
}

function sent(bytes: Uint8Array): Pick<CandleFiles, 'list' | 'open'> {
  const byteCount = bytes.length;
  return {
    list: async (path) => [path],
    async open() {
      const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
      const plain = Readable.from(pieces(bytes), { objectMode: false });
      const text = utf8Text(bounded(isGzip ? unzipped(plain) : plain));
      const chunks = translated(text);
      return {
        linesAre: 'lines',
        isVerified: false,
        byteCount,
        bytesRead: () => byteCount,
        chunks,
      };
    },
  };
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

/** Lets other requests have the thread between two chunks. */
async function* bounded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let unpackedCount = 0;
  for await (const chunk of chunks) {
    unpackedCount += chunk.length;
    if (unpackedCount > LIMITS.candleFileBytesMax) {
      const text = `It unpacks to more than ${LIMITS.candleFileBytesMax} bytes; send it in parts.`;
      throw new Failure('corrupt_reply', text);
    }
    yield chunk;
    await othersTurn();
  }
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
    if (!status.isFile()) throw new Failure('unavailable', `"${visibleText(path)}" is not a file.`);
    const head = Buffer.alloc(4);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    return { byteCount: status.size, head: head.subarray(0, bytesRead) };
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw unreadable(path, error);
  }
}

function unreadable(path: string, cause: unknown): Failure {
  const text = `"${visibleText(path)}" cannot be read: ${reasonOf(cause)}.`;
  return new Failure('unavailable', text, { cause });
}

/** Says of a damaged file that it is one. */
async function* translated(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('corrupt_reply', `The file is damaged: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

/** Of the system's, which ends with the path as it is. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return visibleText(message.replace(/, (?:open|stat|read|scandir)(?: '[^]*')?$/, '')).replace(
    /\.$/,
    '',
  );
}
