// The data directory: made when missing, private to its user, and proved to be writable before
// anything is started.

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandFailed } from '#cli/command-error.ts';

/** Makes the directory if needed. Throws CommandFailed when it cannot be used. */
export function prepareDataDirectory(dataDir: string): void {
  try {
    makeDirectory(dataDir);
    proveWritable(join(dataDir, `.write-probe-${process.pid}`));
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error));
    throw new CommandFailed(
      `The data directory "${dataDir}" cannot be used: ${reasonOf(cause)}.`,
      'Give this user the right to write there, make room, or choose another: --data-dir DIR',
      { cause },
    );
  }
}

/**
 * With what is missing above it. Node's own recursive mkdir never returns where the file system
 * refuses a name as "no such file" although its parent exists, as below /proc.
 */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may just have made it.
    if (!existsSync(path)) throw error;
  }
}

/** Rights alone do not tell: the disk may be full or read-only. */
function proveWritable(probe: string): void {
  try {
    writeFileSync(probe, 'probe\n');
  } finally {
    rmSync(probe, { force: true });
  }
}

const REASONS: { readonly [code: string]: string } = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'it cannot be made there',
  ENOTDIR: 'it, or a part of its path, is a file',
};

function reasonOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return REASONS[code] ?? error.message;
}
