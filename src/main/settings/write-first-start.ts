// Writes what the first start shows, its key and its link, where nobody but its user reads it: what
// is printed without a terminal is retained in the journal or the log of a container.

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'first-start.txt';

/** Returns the file. One of an earlier try, which was not finished, is replaced. */
export function writeFirstStart(dataDir: string, text: string): string {
  const file = join(dataDir, FILE);
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
  return file;
}
