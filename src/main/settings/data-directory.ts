// The data directory: made when missing, private to its user, and proved to be writable before
// anything is started.

import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownerOf, ROOT, withRightsOf } from '#adapters/system/service-user.ts';
import { CommandFailed } from '#cli/command-error.ts';

/** Makes the directory if needed. Throws CommandFailed when it cannot be used. */
export function prepareDataDirectory(dataDir: string): void {
  try {
    makeDirectory(dataDir);
    const probe = join(dataDir, `.write-probe-${process.pid}`);
    withRightsOf(ownerOf(dataDir) ?? ROOT, () => proveWritable(probe));
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error));
    throw new CommandFailed(
      `The data directory "${dataDir}" cannot be used: ${reasonOf(cause)}.`,
      'Give this user the right to write there, make room, or choose another: --data-dir DIR',
      { cause },
    );
  }
}

/** What group and others may do to it besides entering. */
const OTHERS_MAY = 0o066;

/** Its mode where group or others may read or write it, such as "mode 0755"; else null. */
export function openModeOf(dataDir: string): string | null {
  const mode = statSync(dataDir).mode & 0o777;
  return (mode & OTHERS_MAY) === 0 ? null : `mode 0${mode.toString(8)}`;
}

/**
 * Takes from a directory that was there what group and others may read or write of it, as one that
 * the first start makes has none of it. Says so, or why it could not.
 */
export function closeDataDirectory(dataDir: string, report: (message: string) => void): void {
  const openMode = openModeOf(dataDir);
  if (openMode === null) return;
  const others = `The data directory "${dataDir}" was open to other users (${openMode})`;
  try {
    chmodSync(dataDir, statSync(dataDir).mode & 0o777 & ~OTHERS_MAY);
    report(`${others}; it is now its owner's alone.`);
  } catch {
    report(`${others}, and this user may not change that; its owner should: chmod 700 ${dataDir}`);
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
