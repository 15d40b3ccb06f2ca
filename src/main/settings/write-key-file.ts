// Writes the file of a key that the first process of a data directory makes.

import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes the key as a line of base64, whole or not at all, and never over a key that another
 * process has just made.
 */
export function writeKeyFile(file: string, key: Uint8Array, mode: number): void {
  const unfinished = `${file}.${process.pid}`;
  const text = Buffer.from(key).toString('base64');
  writeFileSync(unfinished, `${text}\n`, { mode, flush: true });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}
