// Writes the file of a key that the first process of a data directory makes.

import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ownerOf, ROOT, withRightsOf } from '#adapters/system/service-user.ts';

/**
 * Writes each key as a line of base64, whole or not at all, and never over a file that is there, as
 * another process may just have made it.
 */
export function writeKeyFile(file: string, keys: readonly Uint8Array[], mode: number): void {
  withRightsOf(ownerOf(dirname(file)) ?? ROOT, () => write(file, keys, mode));
}

function write(file: string, keys: readonly Uint8Array[], mode: number): void {
  const unfinished = `${file}.${process.pid}`;
  const lines = keys.map((key) => `${Buffer.from(key).toString('base64')}\n`);
  writeFileSync(unfinished, lines.join(''), { mode, flush: true });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}
