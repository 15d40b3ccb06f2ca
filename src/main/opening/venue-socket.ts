// Socket on which a venue process listens on its machine, and proof for others that it is dead.

import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareClusterPaths } from '#adapters/embedded-postgres/cluster-paths.ts';
import type { FileLock } from '#adapters/embedded-postgres/file-lock.ts';
import { tryFileLock } from '#adapters/embedded-postgres/file-lock.ts';
import { present } from '#lib/assert.ts';

export type VenueSocket = {
  /** Short enough for the address of a socket, in a folder that only this user can enter. */
  readonly path: string;
  remove(this: void): void;
};

const LOCK_NAME = /^venues-([0-9a-f-]{36})\.lock$/;

/** `owner` is a UUID of this process alone. Its lock is free once it is dead. */
export function takeVenueSocket(dataDir: string, owner: string): VenueSocket {
  const { runtime } = prepareClusterPaths(dataDir);
  // Nobody checks a file of this name, so nobody finds it free before it is taken.
  const unnamed = `${lockFile(runtime, owner)}.new`;
  const lock: FileLock = present(tryFileLock(unnamed), 'the lock is new');
  renameSync(unnamed, lockFile(runtime, owner));
  return {
    path: socketFile(runtime, owner),
    remove() {
      lock.release();
      removeFiles(runtime, owner);
    },
  };
}

/**
 * The owners on this machine and data directory that have died, whose files are removed. Frozen
 * ones are not among them.
 */
export function clearDeadVenueProcesses(dataDir: string, ownOwner: string): readonly string[] {
  const { runtime } = prepareClusterPaths(dataDir);
  return ownersIn(runtime).filter((owner) => {
    if (owner === ownOwner) return false;
    const lock = tryFileLock(lockFile(runtime, owner));
    if (lock === null) return false;
    removeFiles(runtime, owner);
    lock.release();
    return true;
  });
}

/** Of the venue processes of this machine and data directory, also of dead ones. */
export function listVenueSockets(
  dataDir: string,
): readonly { readonly owner: string; readonly socketPath: string }[] {
  const { runtime } = prepareClusterPaths(dataDir);
  return ownersIn(runtime)
    .map((owner) => ({ owner, socketPath: socketFile(runtime, owner) }))
    .filter(({ socketPath }) => existsSync(socketPath));
}

function ownersIn(runtime: string): readonly string[] {
  return readdirSync(runtime).flatMap((name) => LOCK_NAME.exec(name)?.[1] ?? []);
}

function lockFile(runtime: string, owner: string): string {
  return join(runtime, `venues-${owner}.lock`);
}

function socketFile(runtime: string, owner: string): string {
  return join(runtime, `venues-${owner}.sock`);
}

function removeFiles(runtime: string, owner: string): void {
  rmSync(socketFile(runtime, owner), { force: true });
  rmSync(lockFile(runtime, owner), { force: true });
}
