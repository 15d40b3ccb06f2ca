// Where the venue process of a data directory listens, and which process that is.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { prepareClusterPaths } from '#adapters/embedded-postgres/cluster-paths.ts';
import type { FileLock } from '#adapters/embedded-postgres/file-lock.ts';
import { tryFileLock } from '#adapters/embedded-postgres/file-lock.ts';

const RETRY_MS = 250;

/** In a folder that only this user can enter; short enough for the address of a socket. */
export function venueSocketPath(dataDir: string): string {
  return join(prepareClusterPaths(dataDir).runtime, 'venues.sock');
}

/**
 * Takes the role of the venue process, waiting while another process has it. The kernel gives the
 * role back when its holder dies. Null when `signal` aborts first.
 */
export async function takeVenueRole(
  dataDir: string,
  signal: AbortSignal,
): Promise<FileLock | null> {
  for (;;) {
    const lock = tryFileLock(join(dataDir, 'venues.lock'));
    if (lock !== null) {
      // Of a process that was killed.
      rmSync(venueSocketPath(dataDir), { force: true });
      return lock;
    }
    await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return null;
  }
}
