// The data directory: made when missing, private to its user, and proved to be writable before
// anything is started.

import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailed } from '#cli/command-error.ts';

/** Makes the directory if needed. Throws CommandFailed when it cannot be used. */
export function prepareDataDirectory(dataDir: string): void {
  try {
    if (mkdirSync(dataDir, { recursive: true, mode: 0o700 }) !== undefined)
      chmodSync(dataDir, 0o700);
    if (!statSync(dataDir).isDirectory()) throw new Error('it is not a directory');
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
  EEXIST: 'there is a file of this name',
  ENOTDIR: 'a part of the path is a file',
};

function reasonOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return REASONS[code] ?? error.message;
}
