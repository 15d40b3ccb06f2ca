// Paths of one embedded cluster: its data below the data directory, its sockets below /tmp, because
// a socket's path may have no more than 107 bytes.

import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  lstatSync,
  mkdirSync,
  realpathSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Owner } from '#adapters/system/service-user.ts';
import { isRoot, ownerOf, ROOT } from '#adapters/system/service-user.ts';
import { Failure } from '#venue-port/world/failure.ts';

export type ClusterPaths = {
  /** As whom the keeper runs: ourselves, or for root whose the data directory is. */
  readonly owner: Owner;
  readonly root: string;
  /** PostgreSQL's own data directory. */
  readonly cluster: string;
  readonly keeperLock: string;
  readonly keeperLog: string;
  readonly postgresLog: string;
  /**
   * Private to the owner; equal for every process, whatever its environment says about temporary
   * folders.
   */
  readonly runtime: string;
  readonly keeperSocket: string;
  readonly postgresSocketFolder: string;
};

const TEMPORARY_FOLDER = '/tmp';

/**
 * Makes the data directory and the folder of its sockets, and returns all paths. Throws Failure
 * when it may not.
 */
export function prepareClusterPaths(dataDirectory: string): ClusterPaths {
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    accessSync(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const message = `This user cannot make or use the data directory "${dataDirectory}".`;
    throw new Failure('unavailable', message, { cause: error });
  }
  const root = realpathSync(dataDirectory);
  const owner = isRoot() ? (ownerOf(root) ?? ROOT) : ourselves();
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const runtime = join(TEMPORARY_FOLDER, `tidemill-${owner.userId}-${hash}`);
  preparePrivateFolder(runtime, owner);
  return {
    owner,
    root,
    cluster: join(root, 'cluster'),
    keeperLock: join(root, 'keeper.lock'),
    keeperLog: join(root, 'keeper.log'),
    postgresLog: join(root, 'postgres.log'),
    runtime,
    keeperSocket: join(runtime, 'keeper.sock'),
    postgresSocketFolder: join(runtime, 'pg'),
  };
}

/** The numeric id of the user we run as. */
export function currentUserId(): number {
  const userId = process.getuid?.();
  if (userId !== undefined) return userId;
  throw new Failure(
    'unavailable',
    `The embedded PostgreSQL does not run on ${process.platform}; ` +
      'set DATABASE_URL to a PostgreSQL server.',
  );
}

function ourselves(): Owner {
  return { userId: currentUserId(), groupId: process.getgid?.() ?? currentUserId() };
}

/** Makes a folder that only its owner can enter; refuses one that somebody else put there. */
function preparePrivateFolder(path: string, { userId, groupId }: Owner): void {
  try {
    mkdirSync(path, { mode: 0o700 });
    chmodSync(path, 0o700);
    if (isRoot()) chownSync(path, userId, groupId);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(path);
  if (found.isDirectory() && found.uid === userId && (found.mode & 0o066) === 0) return;
  throw new Failure(
    'unavailable',
    `"${path}" must be a folder of the user ${userId} that nobody else can read; remove it and try again.`,
  );
}
