// A file inside a zip archive: the only one, as in the public archives of exchanges, or the one
// that is named. Encrypted archives and those beyond four gigabytes are refused.

import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open as openFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { visibleText } from '#lib/visible-text.ts';
import { Failure } from '#venue-port/world/failure.ts';

export type ZipEntry = {
  readonly name: string;
  /** Where its bytes are in the archive. */
  readonly dataStart: number;
  readonly storedBytes: number;
  readonly textBytes: number;
  readonly isDeflated: boolean;
  readonly crc: number;
};

const END_BYTES = 22;
const COMMENT_BYTES_MAX = 65_535;
const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_MARK = 0x04034b50;
const LOCAL_BYTES = 30;
const DIRECTORY_BYTES_MAX = 1 << 20;
const BEYOND_32_BITS = 0xffff_ffff;
const IS_ENCRYPTED = 1;
const [STORED, DEFLATED] = [0, 8];
/** Nothing is written under it, but nobody who packs candles names them so. */
const LEADS_OUT = /^(?:[/\\]|[a-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/i;
const CHUNK_BYTES = 1 << 20;
const NAMES_SHOWN_MAX = 8;

/** Throws Failure `corrupt_reply` where it is no such archive. */
export async function findZipEntry(
  path: string,
  byteCount: number,
  wanted?: string,
): Promise<ZipEntry> {
  await using file = await openFile(path);
  const { start, length } = await findDirectory(file, byteCount);
  const directory = await readBytes(file, start, length);
  const files = entriesOf(directory).filter(({ name }) => !name.endsWith('/'));
  const only = chosenOf(files, wanted);
  if (LEADS_OUT.test(only.name))
    throw damaged(`its file is named "${visibleText(only.name)}", outside of the archive`);
  const { localStart, ...entry } = only;
  const local = await readBytes(file, localStart, LOCAL_BYTES);
  if (local.readUInt32LE(0) !== LOCAL_MARK) throw damaged('its directory is wrong');
  const dataStart = localStart + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
  if (dataStart + entry.storedBytes > byteCount) throw damaged('it was cut off');
  return { ...entry, dataStart };
}

function chosenOf(files: readonly DirectoryEntry[], wanted: string | undefined): DirectoryEntry {
  const [first] = files;
  if (first !== undefined && files.length === 1 && wanted === undefined) return first;
  if (files.some(({ name }) => name === 'xl/workbook.xml'))
    throw new Failure(
      'corrupt_reply',
      'It is an Excel workbook, which is not read; save it as CSV.',
    );
  const named = files.filter(({ name }) => name === wanted || endOf(name) === wanted);
  const [found] = named;
  if (found !== undefined && named.length === 1) return found;
  const shown = files.slice(0, NAMES_SHOWN_MAX).map(({ name }) => `"${visibleText(name)}"`);
  const more = files.length > shown.length ? ` and ${files.length - shown.length} more` : '';
  const names = shown.length === 0 ? '' : ` (${shown.join(', ')}${more})`;
  const missing = wanted === undefined ? '' : `none is the wanted "${visibleText(wanted)}", `;
  throw damaged(`it has ${files.length} files${names}, ${missing}and one was expected`);
}

/** Without its folders. */
function endOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** The text, checked against what the archive says of it. Throws while it is read. */
export async function* zipText(
  path: string,
  entry: ZipEntry,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let [crc, textBytes] = [0, 0];
  for await (const bytes of bytesOf(path, entry, onRead)) {
    crc = crc32(bytes, crc);
    textBytes += bytes.length;
    if (textBytes > entry.textBytes) throw damaged('its text is longer than it says');
    yield bytes;
  }
  if (crc !== entry.crc || textBytes !== entry.textBytes)
    throw damaged('its text is not what was packed');
}

function bytesOf(
  path: string,
  { dataStart, storedBytes, isDeflated }: ZipEntry,
  onRead: (bytes: number) => void,
): AsyncIterable<Buffer> {
  if (storedBytes === 0) return Readable.from([]);
  const end = dataStart + storedBytes - 1;
  const stored: Readable = createReadStream(path, {
    start: dataStart,
    end,
    highWaterMark: CHUNK_BYTES,
  });
  stored.on('data', (chunk: Buffer) => onRead(chunk.length));
  if (!isDeflated) return stored;
  const text = createInflateRaw({ chunkSize: CHUNK_BYTES });
  stored.on('error', (error) => void text.destroy(error));
  return stored.pipe(text);
}

/** At the end of the file, before a comment. */
async function findDirectory(
  file: FileHandle,
  byteCount: number,
): Promise<{ readonly start: number; readonly length: number }> {
  const tailBytes = Math.min(byteCount, END_BYTES + COMMENT_BYTES_MAX);
  const tail = await readBytes(file, byteCount - tailBytes, tailBytes);
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END_MARK) continue;
    const [length, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
    if (start === BEYOND_32_BITS || length > DIRECTORY_BYTES_MAX)
      throw damaged('it is too large, or has too many files');
    if (start + length > byteCount) throw damaged('it was cut off');
    return { start, length };
  }
  throw damaged('it has no end');
}

type DirectoryEntry = Omit<ZipEntry, 'dataStart'> & { readonly localStart: number };

function entriesOf(directory: Buffer): readonly DirectoryEntry[] {
  const entries: DirectoryEntry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.length;) {
    if (directory.readUInt32LE(at) !== ENTRY_MARK) throw damaged('its directory is wrong');
    const method = directory.readUInt16LE(at + 10);
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
    const [storedBytes, textBytes] = [
      directory.readUInt32LE(at + 20),
      directory.readUInt32LE(at + 24),
    ];
    const localStart = directory.readUInt32LE(at + 42);
    if ((directory.readUInt16LE(at + 8) & IS_ENCRYPTED) !== 0) throw damaged('it is encrypted');
    if (method !== STORED && method !== DEFLATED)
      throw damaged(`it is packed by method ${method}, which is not known`);
    if ([storedBytes, textBytes, localStart].includes(BEYOND_32_BITS))
      throw damaged('it is larger than four gigabytes');
    entries.push({
      name: directory.toString('utf8', at + ENTRY_BYTES, nameEnd),
      storedBytes,
      textBytes,
      isDeflated: method === DEFLATED,
      crc: directory.readUInt32LE(at + 16),
      localStart,
    });
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

async function readBytes(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, start);
  if (bytesRead < length) throw damaged('it was cut off');
  return bytes;
}

function damaged(reason: string): Failure {
  return new Failure('corrupt_reply', `The archive cannot be read: ${reason}.`);
}
