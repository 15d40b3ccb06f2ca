// The digest that stands beside a file, as the public archives of exchanges have it: FILE.CHECKSUM
// with one line of `sha256sum`.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Failure } from '#venue-port/world/failure.ts';

const CHECKSUM_ENDING = '.CHECKSUM';

const LINE = /^([0-9a-f]{64}) [ *](.+)$/i;

/** False when nothing stands beside the file. Throws Failure where it does not match. */
export async function verifyChecksum(path: string): Promise<boolean> {
  const text = await readFile(`${path}${CHECKSUM_ENDING}`, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new Failure('unavailable', 'Its .CHECKSUM cannot be read.', { cause: error });
  });
  if (text === null) return false;
  const [, expected = '', name = ''] = LINE.exec(text.trim()) ?? [];
  if (expected === '' || name !== basename(path))
    throw new Failure('corrupt_reply', 'Its .CHECKSUM is not one line of sha256sum for this file.');
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
  if (hash.digest('hex') !== expected.toLowerCase())
    throw new Failure('corrupt_reply', 'It does not match its .CHECKSUM: get it again.');
  return true;
}
