// Verifies that a folder holds a whole backup, byte for byte as it was written.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { BackupManifest } from '#adapters/postgres/backup/backup-manifest.ts';
import { MANIFEST_FILE, parseManifest } from '#adapters/postgres/backup/backup-manifest.ts';

/** Reads each file once. The rejection is a sentence. */
export async function verifyBackup(folder: string): Promise<Result<BackupManifest, string>> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => null);
  if (text === null) return rejected(`The folder "${folder}" holds no backup that was finished.`);
  const manifest = parseManifest(text);
  if (manifest === null)
    return rejected(`The file "${MANIFEST_FILE}" in "${folder}" is damaged or of another release.`);
  for (const { file, sha256 } of manifest.tables) {
    const found = await checksumOf(join(folder, file));
    if (found === sha256) continue;
    const what = found === null ? 'is missing' : 'is damaged: its checksum is another one';
    return rejected(`The file "${file}" in "${folder}" ${what}.`);
  }
  return accepted(manifest);
}

/** Null where it cannot be read. */
async function checksumOf(file: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch {
    return null;
  }
  return hash.digest('hex');
}
