// A lock that the kernel releases when its holder dies, however it dies. Node has no flock of its
// own, so an exclusive transaction on an empty SQLite file stands in for it: that takes the same
// kind of lock on Linux and macOS.

import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ownerOf, ROOT, withRightsOf } from '#adapters/system/service-user.ts';
import { Failure } from '#venue-port/world/failure.ts';

export type FileLock = { release(this: void): void };

const SQLITE_BUSY = 5;
const PRIVATE = 0o600;

/**
 * Takes the lock named by the file (made if missing), or returns null while another process holds
 * it, takes it or reads it now.
 */
export function tryFileLock(path: string): FileLock | null {
  return withRightsOf(ownerOf(dirname(path)) ?? ROOT, () => tryLock(path));
}

/** Whether a process holds the lock; those who only look hinder no other one that looks. */
export function isFileLocked(path: string): boolean {
  return withRightsOf(ownerOf(dirname(path)) ?? ROOT, () => existsSync(path) && looksLocked(path));
}

function looksLocked(path: string): boolean {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path);
    file.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return true;
    throw new Failure('unavailable', `The lock file "${path}" cannot be used.`, { cause: error });
  } finally {
    file?.close();
  }
}

function tryLock(path: string): FileLock | null {
  let file: DatabaseSync | undefined;
  try {
    makePrivate(path);
    file = new DatabaseSync(path);
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    file?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw new Failure('unavailable', `The lock file "${path}" cannot be used.`, { cause: error });
  }
  const held = file;
  return {
    release() {
      if (held.isOpen) held.close();
    },
  };
}

/**
 * Whoever can read the file can hold a lock on it. When it is there it is neither opened nor
 * closed: to close a file gives up all locks of the process on it.
 */
function makePrivate(path: string): void {
  if (!existsSync(path)) writeFileSync(path, '', { mode: PRIVATE, flag: 'a' });
  else if (statSync(path).uid === process.geteuid?.()) chmodSync(path, PRIVATE);
}
